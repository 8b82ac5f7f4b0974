/* Amazon Bedrock's ConverseStream, one request form for the models of all makers. The model is a
   part of the path, its name escaped. Roles alternate, and no text is blank. The stop comes before
   the usage, which ends the answer. */
#include "model/chat_state.h"

/* ---- the request ---- */

static void add_text(Arena *arena, Json *list, Str text)
{
    Json *block = json_object(arena);
    json_set(block, STR("text"), json_str(arena, text));
    json_add(list, block);
}

static void add_image(Arena *arena, Json *list, const ChatImage *image)
{
    Json *block = json_object(arena), *of = json_object(arena), *source = json_object(arena);
    json_set(source, STR("bytes"), json_str(arena, image->data));
    json_set(of, STR("format"), json_str(arena, str_from_offset(image->type, sizeof "image")));
    json_set(of, STR("source"), source);
    json_set(block, STR("image"), of);
    json_add(list, block);
}

static Json *texts_of(Arena *arena, Str text)
{
    Json *list = json_array(arena);
    add_text(arena, list, text);
    return list;
}

static Json *messages_of(Arena *arena, const ChatRequest *request, ChatFields fields)
{
    static const Str roles[] = {
        [CHAT_USER] = STR_INIT("user"), [CHAT_ASSISTANT] = STR_INIT("assistant")};
    Json *list = json_array(arena);
    for (size_t i = 0; i < request->count;) {
        Json *item = json_object(arena);
        ChatRole role = request->messages[i].role;
        Json *content = json_array(arena);
        for (const Json *part = chat_reasoning_of(arena, request, i, fields); part;
             part = part->next)
            json_add(content, chat_reasoning_copy(arena, part));
        size_t from = i;
        Str text = chat_join(arena, request, &i);
        chat_each_image(request, from, i, add_image, arena, content);
        add_text(arena, content, str_trim(text).len ? text : STR("…"));
        json_set(item, STR("role"), json_str(arena, roles[role]));
        json_set(item, STR("content"), content);
        json_add(list, item);
    }
    return list;
}

static Str body_of(Arena *arena, const ChatRequest *request, ChatFields fields)
{
    Buf out = buf_open(arena, 0);
    Json *body = json_object(arena), *limits = json_object(arena);
    json_set(body, STR("messages"), messages_of(arena, request, fields));
    if (str_trim(request->system).len)
        json_set(body, STR("system"), texts_of(arena, request->system));
    json_set(limits, STR("maxTokens"), json_u64(arena, request->max_tokens));
    Json *temperature = chat_temperature(arena, request->model, fields);
    if (temperature)
        json_set(limits, STR("temperature"), temperature);
    json_set(body, STR("inferenceConfig"), limits);
    json_write(&out, body, 0);
    return buf_str(&out);
}

static Str path_of(Arena *arena, const ChatModel *model)
{
    return str_format(arena, "/model/%.*s/converse-stream",
                      STR_ARG(chat_escape(arena, model->name)));
}

/* ---- the answer ---- */

unsigned chat_converse_status(Str type)
{
    static const struct {
        Str type;
        unsigned status;
    } types[] = {
        {STR_INIT("validationException"), 400},         {STR_INIT("accessDeniedException"), 403},
        {STR_INIT("resourceNotFoundException"), 404},   {STR_INIT("modelTimeoutException"), 408},
        {STR_INIT("throttlingException"), 429},         {STR_INIT("modelNotReadyException"), 429},
        {STR_INIT("modelStreamErrorException"), 424},   {STR_INIT("internalServerException"), 500},
        {STR_INIT("serviceUnavailableException"), 503},
    };
    for (size_t i = 0; i < COUNT(types); i++)
        if (str_equal_nocase(type, types[i].type))
            return types[i].status;
    return 500;
}

static void take_usage(ChatStream *stream, const Json *usage)
{
    ChatUsage *counts = &stream->usage;
    stream->counts_input |= chat_number(usage, STR("inputTokens"), &counts->input);
    stream->counts_output |= chat_number(usage, STR("outputTokens"), &counts->output);
    (void)chat_number(usage, STR("cacheReadInputTokens"), &counts->cache_read);
    (void)chat_number(usage, STR("cacheWriteInputTokens"), &counts->cache_write);
}

/* A thought with its signature is complete when its block ends. */
static void end_reasoning(ChatStream *stream)
{
    Arena *arena = stream->arena;
    if (stream->is_reasoning && stream->signature.len) {
        Json *item = json_object(arena), *content = json_object(arena), *text = json_object(arena);
        json_set(text, STR("text"), json_str(arena, buf_str(&stream->reasoning)));
        json_set(text, STR("signature"), json_str(arena, buf_str(&stream->signature)));
        json_set(content, STR("reasoningText"), text);
        json_set(item, STR("reasoningContent"), content);
        chat_reasoning_keep(stream, item);
    }
    stream->is_reasoning = false;
    stream->reasoning.len = stream->signature.len = 0;
}

/* Takes a part of a thought that goes back to the model unchanged. */
static void take_reasoning(ChatStream *stream, const Json *thought)
{
    Str redacted = json_text(thought, STR("redactedContent"));
    const Json *text = json_get(thought, STR("reasoningText"));
    const Json *parts = text ? text : thought;
    stream->is_reasoning = true;
    chat_stream_think(stream, json_text(parts, STR("text")));
    chat_reasoning_put(stream, &stream->reasoning, json_text(parts, STR("text")));
    chat_reasoning_put(stream, &stream->signature, json_text(parts, STR("signature")));
    if (redacted.len) {
        Json *item = json_object(stream->arena), *content = json_object(stream->arena);
        json_set(content, STR("redactedContent"), json_str(stream->arena, redacted));
        json_set(item, STR("reasoningContent"), content);
        chat_reasoning_keep(stream, item);
    }
}

static bool take_delta(ChatStream *stream, const Json *delta)
{
    const Json *thought = json_get(delta, STR("reasoningContent"));
    stream->has_thought |= thought != NULL;
    stream->has_call |= json_get(delta, STR("toolUse")) != NULL;
    if (thought)
        take_reasoning(stream, thought);
    Str text = json_text(delta, STR("text"));
    return !text.len || chat_stream_put(stream, text);
}

static bool take_event(ChatStream *stream, Str type, const Json *data)
{
    if (str_equal(type, STR("contentBlockDelta")))
        return take_delta(stream, json_get(data, STR("delta")));
    if (str_equal(type, STR("contentBlockStart")))
        stream->has_call |= json_get(json_get(data, STR("start")), STR("toolUse")) != NULL;
    if (str_equal(type, STR("contentBlockStop")))
        end_reasoning(stream);
    if (str_equal(type, STR("messageStop")))
        chat_stop_take(stream, json_text(data, STR("stopReason")));
    if (str_equal(type, STR("metadata"))) {
        take_usage(stream, json_get(data, STR("usage")));
        stream->is_finished = true;
    }
    return true;
}

/* The answer of Converse, which some gateways give instead. */
static void take_whole(ChatStream *stream, const Json *answer)
{
    const Json *message = json_get(json_get(answer, STR("output")), STR("message"));
    const Json *content = json_get(message, STR("content"));
    if (!content || content->type != JSON_ARRAY) {
        chat_stream_fail(stream, 500, STR("the answer has no content"));
        return;
    }
    take_usage(stream, json_get(answer, STR("usage")));
    chat_stop_take(stream, json_text(answer, STR("stopReason")));
    stream->is_finished = true;
    for (const Json *block = content->first; block && take_delta(stream, block);
         block = block->next)
        end_reasoning(stream);
}

const ChatProtocol chat_converse = {.is_framed = true,
                                    .has_no_effort = true,
                                    .path = path_of,
                                    .body = body_of,
                                    .event = take_event,
                                    .whole = take_whole};
