/* Everything that can be said as JSON text is. State that a client carries from round to round is
   signed with a secret of the server, so that it cannot be made up. */
#include "fixture.h"

#include "base/hash.h"
#include "serve/complete.h"
#include "serve/list.h"
#include "serve/resource.h"

/* ---- JSON ---- */

Json *fixture_json(Arena *arena, const char *text)
{
    Json *value = NULL;
    Err err;
    bool parsed = json_parse(arena, str_from(text), &value, &err);
    assert(parsed && "a fixture is valid JSON");
    return value;
}

/* Adds the members of an object to another. */
static void merge(Arena *arena, Json *into, const Json *members)
{
    for (const Json *member = members->first; member; member = member->next)
        json_set(into, member->key, rpc_copy(arena, member));
}

/* ---- rounds ---- */

/* `1.…`: the step that was asked for, and a signature of it. */
static Str sign_step(Exchange *exchange, Str name, uint64_t step)
{
    char hex[65];
    Str text = str_format(&exchange->arena, "%.*s %.*s %llu", STR_ARG(exchange->server->secret),
                          STR_ARG(name), (unsigned long long)step);
    hash_sha256(text, hex);
    return str_format(&exchange->arena, "%llu.%s", (unsigned long long)step, hex);
}

static bool read_step(Exchange *exchange, Str name, uint64_t *step, RpcFault *fault)
{
    Str state = json_text(exchange->message.params, STR("requestState"));
    *step = 0;
    if (!state.len)
        return true;
    if (str_parse_u64(str_slice(state, 0, str_find_byte(state, '.')), step) &&
        str_equal(state, sign_step(exchange, name, *step)))
        return true;
    return rpc_fail(&exchange->arena, fault, RPC_INVALID_PARAMS, "requestState was tampered with");
}

static bool client_can(const Exchange *exchange, Str method)
{
    Str capability = str_slice(method, 0, str_find_byte(method, '/'));
    return json_get(exchange->capabilities, capability) != NULL;
}

/* Those of a step's requests that the client can answer and has not. */
static Json *open_requests(Exchange *exchange, const char *step)
{
    Arena *arena = &exchange->arena;
    Json *open = json_object(arena);
    const Json *responses = json_get(exchange->message.params, STR("inputResponses"));
    for (const Json *request = fixture_json(arena, step)->first; request; request = request->next)
        if (!rpc_object(responses, request->key) &&
            client_can(exchange, json_text(request, STR("method"))))
            json_set(open, request->key, rpc_copy(arena, request));
    return open;
}

bool fixture_ask_steps(Exchange *exchange, const char *const *steps, Str name, Json *result,
                       bool *asked, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    uint64_t step = 0;
    if (!read_step(exchange, name, &step, fault))
        return false;
    Json *open = open_requests(exchange, steps[step]);
    if (!open->count && steps[step + 1])
        open = open_requests(exchange, steps[++step]);
    *asked = open->count > 0;
    if (!*asked)
        return true;
    json_set(result, STR("resultType"), json_str(arena, STR("input_required")));
    json_set(result, STR("inputRequests"), open);
    json_set(result, STR("requestState"), json_str(arena, sign_step(exchange, name, step)));
    return true;
}

/* ---- tools ---- */

static bool list_fixture_tools(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Json *all = json_array(arena);
    const FixtureTool *tool;
    for (size_t i = 0; (tool = fixture_tool_at(i)); i++) {
        Json *entry = json_object(arena);
        json_set(entry, STR("name"), json_str(arena, str_from(tool->name)));
        json_set(entry, STR("description"), json_str(arena, STR("of the conformance suite")));
        json_set(entry, STR("inputSchema"),
                 fixture_json(arena, tool->schema ? tool->schema : "{\"type\":\"object\"}"));
        json_add(all, entry);
    }
    return list_put_page(exchange, result, STR("tools"), all, fault);
}

static bool call_fixture_tool(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Str name = json_text(exchange->message.params, STR("name"));
    const FixtureTool *tool;
    for (size_t i = 0; (tool = fixture_tool_at(i)); i++)
        if (str_equal(name, str_from(tool->name)))
            break;
    if (!tool)
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "unknown tool '%.*s'", STR_ARG(name));
    if (tool->run && !tool->run(exchange, tool, result, fault))
        return false;
    if (tool->result)
        merge(arena, result, fixture_json(arena, tool->result));
    return true;
}

/* ---- resources ---- */

static const struct {
    Str uri;
    const char *contents;
} resources[] = {
    {STR_INIT("test://static-text"),
     "[{\"uri\":\"test://static-text\",\"mimeType\":\"text/plain\",\"text\":\"This is the content "
     "of the static text resource.\"}]"},
    {STR_INIT("test://static-binary"),
     "[{\"uri\":\"test://static-binary\",\"mimeType\":\"image/png\",\"blob\":\"" FIXTURE_PNG
     "\"}]"},
    {STR_INIT("test://watched-resource"),
     "[{\"uri\":\"test://watched-resource\",\"mimeType\":\"text/plain\",\"text\":\"watched\"}]"},
};

static bool list_resources(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Json *all = json_array(arena);
    for (size_t i = 0; i < COUNT(resources); i++) {
        Json *entry = json_object(arena);
        json_set(entry, STR("uri"), json_str(arena, resources[i].uri));
        json_set(entry, STR("name"), json_str(arena, str_from_offset(resources[i].uri, 7)));
        json_set(entry, STR("description"), json_str(arena, STR("of the conformance suite")));
        json_add(all, entry);
    }
    return list_put_page(exchange, result, STR("resources"), all, fault);
}

static bool list_templates(Exchange *exchange, Json *result, RpcFault *fault)
{
    Json *all = fixture_json(
        &exchange->arena, "[{\"uriTemplate\":\"test://template/{id}/data\",\"name\":\"template\","
                          "\"mimeType\":\"application/json\"}]");
    return list_put_page(exchange, result, STR("resourceTemplates"), all, fault);
}

static bool read_resource(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Str uri = json_text(exchange->message.params, STR("uri"));
    Str prefix = STR("test://template/"), suffix = STR("/data");
    for (size_t i = 0; i < COUNT(resources); i++)
        if (str_equal(uri, resources[i].uri)) {
            json_set(result, STR("contents"), fixture_json(arena, resources[i].contents));
            return true;
        }
    if (!str_starts(uri, prefix) || !str_ends(uri, suffix) || uri.len <= prefix.len + suffix.len)
        return resource_fail(exchange, uri, "no such resource", fault);
    Str id = str_slice(uri, prefix.len, uri.len - suffix.len);
    Str text =
        str_format(arena, "{\"id\":\"%.*s\",\"templateTest\":true,\"data\":\"Data for ID: %.*s\"}",
                   STR_ARG(id), STR_ARG(id));
    resource_put_text(exchange, result, uri, STR("application/json"), text);
    return true;
}

static bool accept_any(Exchange *exchange, Json *result, RpcFault *fault)
{
    (void)exchange;
    (void)result;
    (void)fault;
    return true;
}

/* ---- prompts ---- */

#define MESSAGE(content) "{\"role\":\"user\",\"content\":{" content "}}"
#define TEXT(text) MESSAGE("\"type\":\"text\",\"text\":\"" text "\"")

static const struct {
    const char *name;
    const char *arguments;
    const char *messages; /* NULL: made for the arguments */
} prompts[] = {
    {"test_simple_prompt", "[]", "[" TEXT("This is a simple prompt for testing.") "]"},
    {"test_prompt_with_arguments",
     "[{\"name\":\"arg1\",\"description\":\"the first\",\"required\":true},"
     "{\"name\":\"arg2\",\"description\":\"the second\",\"required\":true}]",
     NULL},
    {"test_prompt_with_embedded_resource",
     "[{\"name\":\"resourceUri\",\"description\":\"what to embed\",\"required\":true}]", NULL},
    {"test_prompt_with_image", "[]",
     "[" MESSAGE("\"type\":\"image\",\"data\":\"" FIXTURE_PNG
                 "\",\"mimeType\":\"image/png\"") "," TEXT("Please analyze the image above.") "]"},
    {"test_input_required_result_prompt", "[]", NULL},
};

static bool list_prompts(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Json *all = json_array(arena);
    for (size_t i = 0; i < COUNT(prompts); i++) {
        Json *entry = json_object(arena);
        json_set(entry, STR("name"), json_str(arena, str_from(prompts[i].name)));
        json_set(entry, STR("description"), json_str(arena, STR("of the conformance suite")));
        json_set(entry, STR("arguments"), fixture_json(arena, prompts[i].arguments));
        json_add(all, entry);
    }
    return list_put_page(exchange, result, STR("prompts"), all, fault);
}

static Json *prompt_message(Arena *arena, Str text)
{
    Json *message = fixture_json(arena, TEXT(""));
    message->last->last->text = text;
    return message;
}

static void put_prompt_with_arguments(Arena *arena, const Json *arguments, Json *messages)
{
    Str text = str_format(arena, "Prompt with arguments: arg1='%.*s', arg2='%.*s'",
                          STR_ARG(json_text(arguments, STR("arg1"))),
                          STR_ARG(json_text(arguments, STR("arg2"))));
    json_add(messages, prompt_message(arena, text));
}

static void put_prompt_with_resource(Arena *arena, const Json *arguments, Json *messages)
{
    Json *message = fixture_json(arena, MESSAGE("\"type\":\"resource\""));
    Json *resource =
        fixture_json(arena, "{\"mimeType\":\"text/plain\",\"text\":\"Embedded resource "
                            "content for testing.\"}");
    json_set(resource, STR("uri"), json_str(arena, json_text(arguments, STR("resourceUri"))));
    json_set(message->last, STR("resource"), resource);
    json_add(messages, message);
    json_add(messages, prompt_message(arena, STR("Please process the embedded resource above.")));
}

static bool put_prompt_after_asking(Exchange *exchange, Json *result, RpcFault *fault)
{
    static const char *const steps[] = {
        "{\"user_context\":{\"method\":\"elicitation/create\",\"params\":{"
        "\"message\":\"What context should the prompt use?\",\"requestedSchema\":{"
        "\"type\":\"object\",\"properties\":{\"context\":{\"type\":\"string\"}},"
        "\"required\":[\"context\"]}}}}",
        NULL};
    bool asked = false;
    Arena *arena = &exchange->arena;
    if (!fixture_ask_steps(exchange, steps, STR("prompt"), result, &asked, fault))
        return false;
    if (asked)
        return true;
    Json *messages = json_array(arena);
    json_add(messages, prompt_message(arena, STR("The context is given.")));
    json_set(result, STR("messages"), messages);
    return true;
}

static bool get_prompt(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Str name = json_text(exchange->message.params, STR("name"));
    const Json *arguments = rpc_object(exchange->message.params, STR("arguments"));
    Json *messages = json_array(arena);
    for (size_t i = 0; i < COUNT(prompts); i++)
        if (str_equal(name, str_from(prompts[i].name)) && prompts[i].messages)
            messages = fixture_json(arena, prompts[i].messages);
    if (str_equal(name, STR("test_input_required_result_prompt")))
        return put_prompt_after_asking(exchange, result, fault);
    if (str_equal(name, STR("test_prompt_with_arguments")))
        put_prompt_with_arguments(arena, arguments, messages);
    if (str_equal(name, STR("test_prompt_with_embedded_resource")))
        put_prompt_with_resource(arena, arguments, messages);
    if (!messages->count)
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "unknown prompt '%.*s'", STR_ARG(name));
    json_set(result, STR("messages"), messages);
    return true;
}

static bool complete(Exchange *exchange, Json *result, RpcFault *fault)
{
    Json *values = fixture_json(&exchange->arena, "[\"paris\",\"park\",\"party\"]");
    (void)fault;
    complete_put(exchange, result, values, values->count);
    return true;
}

/* ---- methods ---- */

#define LISTED .eras = ERA_BOTH, .cached = true, .shared = true, .ttl_ms = 1000

static const Method methods[] = {
    {.name = STR_INIT("tools/list"), LISTED, .answer = list_fixture_tools},
    {.name = STR_INIT("tools/call"), .eras = ERA_BOTH, .works = true, .answer = call_fixture_tool},
    {.name = STR_INIT("resources/list"), LISTED, .answer = list_resources},
    {.name = STR_INIT("resources/templates/list"), LISTED, .answer = list_templates},
    {.name = STR_INIT("resources/read"), LISTED, .answer = read_resource},
    {.name = STR_INIT("resources/subscribe"), .eras = ERA_LEGACY, .answer = accept_any},
    {.name = STR_INIT("resources/unsubscribe"), .eras = ERA_LEGACY, .answer = accept_any},
    {.name = STR_INIT("prompts/list"), LISTED, .answer = list_prompts},
    {.name = STR_INIT("prompts/get"), .eras = ERA_BOTH, .works = true, .answer = get_prompt},
    {.name = STR_INIT("completion/complete"), .eras = ERA_BOTH, .answer = complete},
};

const Method *fixture_method(Str name)
{
    for (size_t i = 0; i < COUNT(methods); i++)
        if (str_equal(name, methods[i].name))
            return &methods[i];
    return NULL;
}
