#include "fixture.h"

#include "serve/client.h"
#include "serve/job.h"
#include "serve/notify.h"
#include "serve/tool_answer.h"

#include <time.h>

#define WAV "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
#define PAUSE_MS 50

static void pause_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
}

/* ---- what sends on the way ---- */

static bool run_logging(Exchange *exchange, const FixtureTool *tool, Json *result, RpcFault *fault)
{
    static const Str messages[] = {STR_INIT("Tool execution started"),
                                   STR_INIT("Tool processing data"),
                                   STR_INIT("Tool execution completed")};
    (void)tool;
    (void)fault;
    for (size_t i = 0; i < COUNT(messages); i++) {
        client_log(exchange, LOG_INFO, messages[i]);
        pause_a_little();
    }
    tool_answer_put_text(&exchange->arena, result, STR("logged three messages"));
    return true;
}

static bool run_progress(Exchange *exchange, const FixtureTool *tool, Json *result, RpcFault *fault)
{
    (void)tool;
    (void)fault;
    for (uint64_t done = 0; done <= 100; done += 50) {
        job_progress(exchange, done, 100, (Str){0});
        pause_a_little();
    }
    tool_answer_put_text(&exchange->arena, result, STR("reported progress"));
    return true;
}

static bool run_pause(Exchange *exchange, const FixtureTool *tool, Json *result, RpcFault *fault)
{
    (void)exchange;
    (void)tool;
    (void)result;
    (void)fault;
    pause_a_little();
    return true;
}

static bool run_change_tools(Exchange *exchange, const FixtureTool *tool, Json *result,
                             RpcFault *fault)
{
    (void)tool;
    (void)fault;
    job_changed(exchange, NOTIFY_TOOLS);
    tool_answer_put_text(&exchange->arena, result, STR("the list of tools changed"));
    return true;
}

static bool run_change_prompts(Exchange *exchange, const FixtureTool *tool, Json *result,
                               RpcFault *fault)
{
    (void)tool;
    (void)fault;
    job_changed(exchange, NOTIFY_PROMPTS);
    tool_answer_put_text(&exchange->arena, result, STR("the list of prompts changed"));
    return true;
}

/* ---- what asks the client ---- */

static bool fail_capability(Exchange *exchange, Str name, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Json *required = json_object(arena);
    rpc_fail(arena, fault, RPC_MISSING_CAPABILITY, "this needs the client's capability %.*s",
             STR_ARG(name));
    json_set(required, name, json_object(arena));
    fault->data = json_object(arena);
    json_set(fault->data, STR("requiredCapabilities"), required);
    return false;
}

static bool run_missing_capability(Exchange *exchange, const FixtureTool *tool, Json *result,
                                   RpcFault *fault)
{
    (void)tool;
    if (!json_get(exchange->capabilities, STR("sampling")))
        return fail_capability(exchange, STR("sampling"), fault);
    tool_answer_put_text(&exchange->arena, result, STR("the client can sample"));
    return true;
}

/* Asks a legacy client, in the middle of the call; NULL, and an error result, when it cannot. */
static const Json *ask(Exchange *exchange, Str capability, Str method, Json *params, Json *result)
{
    Arena *arena = &exchange->arena;
    bool able = exchange->era == ERA_LEGACY && json_get(exchange->capabilities, capability);
    const Json *answer = able ? job_ask(exchange, method, params) : NULL;
    if (!answer) {
        tool_answer_put_text(arena, result, STR("the client did not answer"));
        json_set(result, STR("isError"), json_bool(arena, true));
    }
    return answer;
}

static const Json *arguments_of(const Exchange *exchange)
{
    return rpc_object(exchange->message.params, STR("arguments"));
}

static bool run_sampling(Exchange *exchange, const FixtureTool *tool, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Json *params = json_object(arena), *messages = json_array(arena), *message = json_object(arena);
    Json *content = json_object(arena);
    (void)tool;
    (void)fault;
    json_set(content, STR("type"), json_str(arena, STR("text")));
    json_set(content, STR("text"),
             json_str(arena, json_text(arguments_of(exchange), STR("prompt"))));
    json_set(message, STR("role"), json_str(arena, STR("user")));
    json_set(message, STR("content"), content);
    json_add(messages, message);
    json_set(params, STR("messages"), messages);
    json_set(params, STR("maxTokens"), json_u64(arena, 100));
    const Json *answer =
        ask(exchange, STR("sampling"), STR("sampling/createMessage"), params, result);
    if (answer)
        tool_answer_put_text(
            arena, result,
            str_format(arena, "LLM response: %.*s",
                       STR_ARG(json_text(json_get(answer, STR("content")), STR("text")))));
    return true;
}

/* `steps[0]` is the schema that is asked for. */
static bool run_elicitation(Exchange *exchange, const FixtureTool *tool, Json *result,
                            RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Json *params = json_object(arena);
    Str message = json_text(arguments_of(exchange), STR("message"));
    (void)fault;
    json_set(params, STR("message"),
             json_str(arena, message.len ? message : STR("Please fill this in")));
    json_set(params, STR("requestedSchema"), fixture_json(arena, tool->steps[0]));
    const Json *answer =
        ask(exchange, STR("elicitation"), STR("elicitation/create"), params, result);
    if (!answer)
        return true;
    Buf text = buf_open(arena, 0);
    const Json *content = json_get(answer, STR("content"));
    buf_printf(&text,
               "User response: action=%.*s, content=", STR_ARG(json_text(answer, STR("action"))));
    json_write(&text, content ? rpc_copy(arena, content) : json_object(arena), 0);
    tool_answer_put_text(arena, result, buf_str(&text));
    return true;
}

/* A modern client is asked by an answer that it repeats the call for. */
static bool run_steps(Exchange *exchange, const FixtureTool *tool, Json *result, RpcFault *fault)
{
    bool asked = false;
    if (!fixture_ask_steps(exchange, tool->steps, str_from(tool->name), result, &asked, fault))
        return false;
    if (!asked)
        tool_answer_put_text(&exchange->arena, result, STR("state-ok: the input is complete"));
    return true;
}

/* Greets who answered the first step. */
static bool run_greeting(Exchange *exchange, const FixtureTool *tool, Json *result, RpcFault *fault)
{
    bool asked = false;
    Arena *arena = &exchange->arena;
    if (!fixture_ask_steps(exchange, tool->steps, str_from(tool->name), result, &asked, fault))
        return false;
    if (asked)
        return true;
    const Json *responses = json_get(exchange->message.params, STR("inputResponses"));
    const Json *content = json_get(json_get(responses, STR("user_name")), STR("content"));
    tool_answer_put_text(
        arena, result, str_format(arena, "Hello, %.*s!", STR_ARG(json_text(content, STR("name")))));
    return true;
}

#define FORM(key, message, properties) \
    "\"" key "\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"" message \
    "\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{" properties "}}}}"
#define NAME_FORM FORM("user_name", "What is your name?", "\"name\":{\"type\":\"string\"}")
#define OK_FORM FORM("confirm", "Please confirm", "\"ok\":{\"type\":\"boolean\"}")
#define SAMPLE(key, text) \
    "\"" key "\":{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[{\"role\":" \
    "\"user\",\"content\":{\"type\":\"text\",\"text\":\"" text "\"}}],\"maxTokens\":100}}"
#define ROOTS "\"client_roots\":{\"method\":\"roots/list\",\"params\":{}}"

static const FixtureTool tools[] = {
    {.name = "test_simple_text",
     .result = "{\"content\":[{\"type\":\"text\",\"text\":\"This is a simple text response for "
               "testing.\"}]}"},
    {.name = "test_image_content",
     .result = "{\"content\":[{\"type\":\"image\",\"data\":\"" FIXTURE_PNG
               "\",\"mimeType\":\"image/png\"}]}"},
    {.name = "test_audio_content",
     .result =
         "{\"content\":[{\"type\":\"audio\",\"data\":\"" WAV "\",\"mimeType\":\"audio/wav\"}]}"},
    {.name = "test_embedded_resource",
     .result = "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"test://"
               "embedded-resource\",\"mimeType\":\"text/plain\",\"text\":\"This is an embedded "
               "resource content.\"}}]}"},
    {.name = "test_multiple_content_types",
     .result = "{\"content\":[{\"type\":\"text\",\"text\":\"Multiple content types test:\"},"
               "{\"type\":\"image\",\"data\":\"" FIXTURE_PNG "\",\"mimeType\":\"image/png\"},"
               "{\"type\":\"resource\",\"resource\":{\"uri\":\"test://mixed-content-resource\","
               "\"mimeType\":\"application/json\",\"text\":\"{\\\"test\\\":\\\"data\\\","
               "\\\"value\\\":123}\"}}]}"},
    {.name = "test_error_handling",
     .result = "{\"content\":[{\"type\":\"text\",\"text\":\"This tool intentionally returns an "
               "error for testing\"}],\"isError\":true}"},
    {.name = "test_tool_with_logging", .run = run_logging},
    {.name = "test_logging_tool", .run = run_logging},
    {.name = "test_tool_with_progress", .run = run_progress},
    {.name = "test_reconnection",
     .result = "{\"content\":[{\"type\":\"text\",\"text\":\"the stream held\"}]}",
     .run = run_pause},
    {.name = "test_trigger_tool_change", .run = run_change_tools},
    {.name = "test_trigger_prompt_change", .run = run_change_prompts},
    {.name = "test_missing_capability", .run = run_missing_capability},
    {.name = "test_sampling",
     .schema = "{\"type\":\"object\",\"properties\":{\"prompt\":{\"type\":\"string\"}},"
               "\"required\":[\"prompt\"]}",
     .run = run_sampling},
    {.name = "test_elicitation",
     .schema = "{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\"}},"
               "\"required\":[\"message\"]}",
     .steps = {"{\"type\":\"object\",\"properties\":{\"username\":{\"type\":\"string\","
               "\"description\":\"User's response\"},\"email\":{\"type\":\"string\","
               "\"description\":\"User's email address\"}},\"required\":[\"username\","
               "\"email\"]}"},
     .run = run_elicitation},
    {.name = "test_elicitation_sep1034_defaults",
     .steps = {"{\"type\":\"object\",\"properties\":{"
               "\"name\":{\"type\":\"string\",\"default\":\"John Doe\"},"
               "\"age\":{\"type\":\"integer\",\"default\":30},"
               "\"score\":{\"type\":\"number\",\"default\":95.5},"
               "\"status\":{\"type\":\"string\",\"enum\":[\"active\",\"inactive\",\"pending\"],"
               "\"default\":\"active\"},"
               "\"verified\":{\"type\":\"boolean\",\"default\":true}}}"},
     .run = run_elicitation},
    {.name = "test_elicitation_sep1330_enums",
     .steps = {"{\"type\":\"object\",\"properties\":{"
               "\"untitledSingle\":{\"type\":\"string\",\"enum\":[\"option1\",\"option2\","
               "\"option3\"]},"
               "\"titledSingle\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"value1\","
               "\"title\":\"First Option\"},{\"const\":\"value2\",\"title\":\"Second Option\"},"
               "{\"const\":\"value3\",\"title\":\"Third Option\"}]},"
               "\"legacyEnum\":{\"type\":\"string\",\"enum\":[\"opt1\",\"opt2\",\"opt3\"],"
               "\"enumNames\":[\"Option One\",\"Option Two\",\"Option Three\"]},"
               "\"untitledMulti\":{\"type\":\"array\",\"items\":{\"type\":\"string\","
               "\"enum\":[\"option1\",\"option2\",\"option3\"]}},"
               "\"titledMulti\":{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"value1\","
               "\"title\":\"First Choice\"},{\"const\":\"value2\",\"title\":\"Second Choice\"},"
               "{\"const\":\"value3\",\"title\":\"Third Choice\"}]}}}}"},
     .run = run_elicitation},
    {.name = "json_schema_2020_12_tool",
     .schema = "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\","
               "\"$defs\":{\"address\":{\"$anchor\":\"addressDef\",\"type\":\"object\","
               "\"properties\":{\"street\":{\"type\":\"string\"},\"city\":{\"type\":\"string\"}}}},"
               "\"properties\":{\"name\":{\"type\":\"string\"},\"address\":{\"$ref\":"
               "\"#/$defs/address\"},\"contactMethod\":{\"type\":\"string\",\"enum\":[\"phone\","
               "\"email\"]},\"phone\":{\"type\":\"string\"},\"email\":{\"type\":\"string\"}},"
               "\"allOf\":[{\"anyOf\":[{\"required\":[\"phone\"]},{\"required\":[\"email\"]}]}],"
               "\"if\":{\"properties\":{\"contactMethod\":{\"const\":\"phone\"}},"
               "\"required\":[\"contactMethod\"]},\"then\":{\"required\":[\"phone\"]},"
               "\"else\":{\"required\":[\"email\"]},\"additionalProperties\":false}",
     .result = "{\"content\":[{\"type\":\"text\",\"text\":\"accepted\"}]}"},
    {.name = "test_streaming_elicitation", .steps = {"{" NAME_FORM "}"}, .run = run_greeting},
    {.name = "test_input_required_result_elicitation",
     .steps = {"{" NAME_FORM "}"},
     .run = run_greeting},
    {.name = "test_input_required_result_sampling",
     .steps = {"{" SAMPLE("capital_question", "What is the capital of France?") "}"},
     .run = run_steps},
    {.name = "test_input_required_result_list_roots", .steps = {"{" ROOTS "}"}, .run = run_steps},
    {.name = "test_input_required_result_request_state",
     .steps = {"{" OK_FORM "}"},
     .run = run_steps},
    {.name = "test_input_required_result_tampered_state",
     .steps = {"{" OK_FORM "}"},
     .run = run_steps},
    {.name = "test_input_required_result_multiple_inputs",
     .steps = {"{" NAME_FORM "," SAMPLE("greeting", "Generate a greeting") "," ROOTS "}"},
     .run = run_steps},
    {.name = "test_input_required_result_capabilities",
     .steps = {"{" NAME_FORM "," SAMPLE("greeting", "Generate a greeting") "}"},
     .run = run_steps},
    {.name = "test_input_required_result_multi_round",
     .steps = {"{" FORM("step1", "Step 1: What is your name?",
                        "\"name\":{\"type\":\"string\"}") "}",
               "{" FORM("step2", "Step 2: What is your favorite color?",
                        "\"color\":{\"type\":\"string\"}") "}"},
     .run = run_steps},
};

const FixtureTool *fixture_tool_at(size_t index)
{
    return index < COUNT(tools) ? &tools[index] : NULL;
}
