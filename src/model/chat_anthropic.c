/* Anthropic's Messages API. The request's prefix is byte-stable, and at most four places in it are
   marked for the provider's cache: the system text and the last stable messages. Events of unknown
   types and blocks of tools are skipped, as the API's compatibility rules demand; thoughts with a
   signature are kept for the next request. Counts in message_delta are cumulative and replace those
   of message_start. */
#include "model/chat_state.h"

/* The API accepts four marks; one is the system's. */
#define CACHED_MESSAGES_MAX 3

/* ---- the request ---- */

/* Adds a block of text. */
static void add_text(Arena *arena, Json *list, Str text, bool is_cached)
{
    Json *block = json_object(arena);
    json_set(block, STR("type"), json_str(arena, STR("text")));
    json_set(block, STR("text"), json_str(arena, text));
    if (is_cached) {
        Json *control = json_object(arena);
        json_set(control, STR("type"), json_str(arena, STR("ephemeral")));
        json_set(block, STR("cache_control"), control);
    }
    json_add(list, block);
}

static Json *text_block(Arena *arena, Str text, bool is_cached)
{
    Json *list = json_array(arena);
    add_text(arena, list, text, is_cached);
    return list;
}

/* The API rejects blocks without visible text. */
static bool is_blank(Str text)
{
    return !str_trim(text).len;
}

/* The number of stable messages before the ones to be marked. */
static size_t unmarked(const ChatRequest *request)
{
    size_t stable = 0;
    for (size_t i = 0; i < request->count; i++)
        stable += request->messages[i].stable && !is_blank(request->messages[i].text);
    return stable - MIN(stable, (size_t)CACHED_MESSAGES_MAX);
}

static void add_image(Arena *arena, Json *list, const ChatImage *image)
{
    Json *block = json_object(arena), *source = json_object(arena);
    json_set(source, STR("type"), json_str(arena, STR("base64")));
    json_set(source, STR("media_type"), json_str(arena, image->type));
    json_set(source, STR("data"), json_str(arena, image->data));
    json_set(block, STR("type"), json_str(arena, STR("image")));
    json_set(block, STR("source"), source);
    json_add(list, block);
}

/* The blocks of a message: an answer begins with its reasoning. */
static Json *content_of(Arena *arena, const ChatRequest *request, size_t at, bool is_cached,
                        ChatFields fields)
{
    Json *list = json_array(arena);
    for (const Json *item = chat_reasoning_of(arena, request, at, fields); item; item = item->next)
        json_add(list, chat_reasoning_copy(arena, item));
    chat_each_image(request, at, at + 1, add_image, arena, list);
    add_text(arena, list, request->messages[at].text, is_cached);
    return list;
}

static Json *messages_of(Arena *arena, const ChatRequest *request, ChatFields fields)
{
    static const Str roles[] = {
        [CHAT_USER] = STR_INIT("user"), [CHAT_ASSISTANT] = STR_INIT("assistant")};
    Json *list = json_array(arena);
    size_t skipped = unmarked(request), stable = 0;
    for (size_t i = 0; i < request->count; i++) {
        const ChatMessage *message = &request->messages[i];
        if (is_blank(message->text))
            continue;
        bool is_cached = message->stable && stable++ >= skipped;
        Json *item = json_object(arena);
        json_set(item, STR("role"), json_str(arena, roles[message->role]));
        json_set(item, STR("content"), content_of(arena, request, i, is_cached, fields));
        json_add(list, item);
    }
    return list;
}

static Json *common_body(Arena *arena, const ChatRequest *request, ChatFields fields)
{
    Json *body = json_object(arena);
    if (request->model->provider->is_vertex)
        json_set(body, STR("anthropic_version"), json_str(arena, STR("vertex-2023-10-16")));
    else
        json_set(body, STR("model"), json_str(arena, request->model->name));
    if (!is_blank(request->system))
        json_set(body, STR("system"), text_block(arena, request->system, true));
    json_set(body, STR("messages"), messages_of(arena, request, fields));
    return body;
}

static Str written(Arena *arena, const Json *body)
{
    Buf out = buf_open(arena, 0);
    json_write(&out, body, 0);
    return buf_str(&out);
}

static Str body_of(Arena *arena, const ChatRequest *request, ChatFields fields)
{
    Json *body = common_body(arena, request, fields);
    json_set(body, STR("max_tokens"), json_u64(arena, request->max_tokens));
    if (request->model->effort.len && !fields.has_no_effort) {
        Json *output = json_object(arena);
        json_set(output, STR("effort"), json_str(arena, request->model->effort));
        json_set(body, STR("output_config"), output);
    }
    Json *temperature = chat_temperature(arena, request->model, fields);
    if (temperature)
        json_set(body, STR("temperature"), temperature);
    json_set(body, STR("stream"), json_bool(arena, true));
    return written(arena, body);
}

Str chat_anthropic_count_body(Arena *arena, const ChatRequest *request)
{
    return written(arena, common_body(arena, request, (ChatFields){0}));
}

/* ---- the answer ---- */

/* True if the counts include output tokens. */
static bool take_usage(ChatStream *stream, const Json *usage)
{
    ChatUsage *counts = &stream->usage;
    stream->counts_input |= chat_number(usage, STR("input_tokens"), &counts->input);
    (void)chat_number(usage, STR("cache_read_input_tokens"), &counts->cache_read);
    (void)chat_number(usage, STR("cache_creation_input_tokens"), &counts->cache_write);
    return chat_number(usage, STR("output_tokens"), &counts->output);
}

/* Takes the reason for the answer's end from its object. */
static void take_stop(ChatStream *stream, const Json *from)
{
    Str name = json_text(from, STR("stop_reason"));
    const Json *details = json_get(from, STR("stop_details"));
    if (!name.len)
        return;
    chat_stop_take(stream, name);
    Str said = json_text(details, STR("explanation"));
    if (stream->stop == CHAT_REFUSED)
        stream->why =
            str_copy(stream->arena, said.len ? said : json_text(details, STR("category")));
}

/* The HTTP status for a type of error. */
static unsigned status_of(Str type)
{
    static const struct {
        Str type;
        unsigned status;
    } types[] = {
        {STR_INIT("invalid_request_error"), 400}, {STR_INIT("authentication_error"), 401},
        {STR_INIT("billing_error"), 402},         {STR_INIT("permission_error"), 403},
        {STR_INIT("not_found_error"), 404},       {STR_INIT("request_too_large"), 413},
        {STR_INIT("rate_limit_error"), 429},      {STR_INIT("api_error"), 500},
        {STR_INIT("timeout_error"), 504},         {STR_INIT("overloaded_error"), 529},
    };
    for (size_t i = 0; i < COUNT(types); i++)
        if (str_equal(type, types[i].type))
            return types[i].status;
    return 500;
}

static bool take_error(ChatStream *stream, const Json *data)
{
    const Json *error = json_get(data, STR("error"));
    Str type = json_text(error, STR("type")), message = json_text(error, STR("message"));
    return chat_stream_fail(stream, status_of(type), message.len ? message : type);
}

/* A thought with its signature is complete when its block ends. */
static void end_reasoning(ChatStream *stream)
{
    Arena *arena = stream->arena;
    if (stream->is_reasoning && stream->signature.len) {
        Json *item = json_object(arena);
        json_set(item, STR("type"), json_str(arena, STR("thinking")));
        json_set(item, STR("thinking"), json_str(arena, buf_str(&stream->reasoning)));
        json_set(item, STR("signature"), json_str(arena, buf_str(&stream->signature)));
        chat_reasoning_keep(stream, item);
    }
    stream->is_reasoning = false;
}

/* Takes a block, or a part of one, that goes back to the model unchanged. */
static void take_reasoning(ChatStream *stream, Str type, const Json *block)
{
    if (str_equal(type, STR("redacted_thinking")))
        chat_reasoning_keep(stream, block);
    if (str_equal(type, STR("thinking"))) {
        stream->is_reasoning = true;
        stream->reasoning.len = stream->signature.len = 0;
    }
    chat_reasoning_put(stream, &stream->reasoning, json_text(block, STR("thinking")));
    chat_reasoning_put(stream, &stream->signature, json_text(block, STR("signature")));
}

static bool take_block(ChatStream *stream, const Json *block)
{
    Str type = json_text(block, STR("type"));
    stream->has_thought |= str_find(type, STR("thinking")) != STR_NONE;
    stream->has_call |= str_ends(type, STR("tool_use"));
    chat_stream_think(stream, json_text(block, STR("thinking")));
    take_reasoning(stream, type, block);
    if (!str_equal(type, STR("text")) && !str_equal(type, STR("text_delta")))
        return true;
    return chat_stream_put(stream, json_text(block, STR("text")));
}

/* The data also has the type; gateways may drop the name of an event. */
static bool take_event(ChatStream *stream, Str name, const Json *data)
{
    Str type = json_text(data, STR("type"));
    type = type.len ? type : name;
    if (str_equal(type, STR("content_block_delta")))
        return take_block(stream, json_get(data, STR("delta")));
    if (str_equal(type, STR("content_block_start")))
        return take_block(stream, json_get(data, STR("content_block")));
    if (str_equal(type, STR("message_start")))
        (void)take_usage(stream, json_get(json_get(data, STR("message")), STR("usage")));
    if (str_equal(type, STR("message_delta"))) {
        stream->counts_output = take_usage(stream, json_get(data, STR("usage")));
        take_stop(stream, json_get(data, STR("delta")));
    }
    if (str_equal(type, STR("content_block_stop")))
        end_reasoning(stream);
    if (str_equal(type, STR("message_stop")))
        stream->is_finished = true;
    return !str_equal(type, STR("error")) || take_error(stream, data);
}

static void take_whole(ChatStream *stream, const Json *answer)
{
    const Json *content = json_get(answer, STR("content"));
    if (json_get(answer, STR("error"))) {
        take_error(stream, answer);
        return;
    }
    if (!content || content->type != JSON_ARRAY) {
        chat_stream_fail(stream, 500, STR("the answer has no content"));
        return;
    }
    stream->counts_output = take_usage(stream, json_get(answer, STR("usage")));
    take_stop(stream, answer);
    stream->is_finished = true;
    for (const Json *block = content->first; block && take_block(stream, block);
         block = block->next)
        end_reasoning(stream);
}

static Str path_of(Arena *arena, const ChatModel *model)
{
    if (!model->provider->is_vertex)
        return STR("/v1/messages");
    /* `@` divides a model's name from its version, and is written as it is. */
    Str name = model->name;
    size_t at = MIN(str_find_byte(name, '@'), name.len);
    return str_format(arena, "/publishers/anthropic/models/%.*s%s%.*s:streamRawPredict",
                      STR_ARG(chat_escape(arena, str_slice(name, 0, at))), at < name.len ? "@" : "",
                      STR_ARG(chat_escape(arena, str_from_offset(name, MIN(at + 1, name.len)))));
}

const ChatProtocol chat_anthropic = {
    .path = path_of, .body = body_of, .event = take_event, .whole = take_whole};
