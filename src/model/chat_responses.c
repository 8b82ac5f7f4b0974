/* OpenAI's responses. Nothing is stored at the provider (`store`), so each request has the whole
   conversation. An answer is a list of items: messages, thoughts, calls. Only the last event says
   whether the answer is complete; without it, the answer has broken off. */
#include "model/chat_state.h"

/* ---- the request ---- */

static void add_image(Arena *arena, Json *list, const ChatImage *image)
{
    Json *part = json_object(arena);
    json_set(part, STR("type"), json_str(arena, STR("input_image")));
    json_set(part, STR("image_url"), json_str(arena, chat_image_url(arena, image)));
    json_add(list, part);
}

static Json *content_of(Arena *arena, const ChatRequest *request, size_t *at)
{
    Json *list = json_array(arena);
    size_t from = *at;
    Str text = chat_join(arena, request, at);
    chat_each_image(request, from, *at, add_image, arena, list);
    return chat_content(arena, list, STR("input_text"), text);
}

static Json *input_of(Arena *arena, const ChatRequest *request, ChatFields fields)
{
    static const Str roles[] = {
        [CHAT_USER] = STR_INIT("user"), [CHAT_ASSISTANT] = STR_INIT("assistant")};
    Json *list = json_array(arena);
    for (size_t i = 0; i < request->count;) {
        Json *item = json_object(arena);
        for (const Json *part = chat_reasoning_of(arena, request, i, fields); part;
             part = part->next)
            json_add(list, chat_reasoning_copy(arena, part));
        json_set(item, STR("role"), json_str(arena, roles[request->messages[i].role]));
        json_set(item, STR("content"), content_of(arena, request, &i));
        json_add(list, item);
    }
    return list;
}

/* How long the model thinks, and that its thoughts are wanted: summaries to be shown, and the
   encrypted whole, which goes back with the next request. */
static void put_thinking(Arena *arena, const ChatRequest *request, ChatFields fields, Json *body)
{
    Json *reasoning = json_object(arena);
    if (request->model->effort.len && !fields.has_no_effort)
        json_set(reasoning, STR("effort"), json_str(arena, request->model->effort));
    if (request->think && !fields.has_no_thoughts)
        json_set(reasoning, STR("summary"), json_str(arena, STR("auto")));
    if (reasoning->first)
        json_set(body, STR("reasoning"), reasoning);
    if (request->keeps_reasoning && !fields.has_no_thoughts) {
        const Str wanted[] = {STR("reasoning.encrypted_content")};
        json_set(body, STR("include"), json_texts(arena, wanted, COUNT(wanted)));
    }
}

static Str body_of(Arena *arena, const ChatRequest *request, ChatFields fields)
{
    Buf out = buf_open(arena, 0);
    Json *body = json_object(arena);
    json_set(body, STR("model"), json_str(arena, request->model->name));
    if (request->system.len)
        json_set(body, STR("instructions"), json_str(arena, request->system));
    json_set(body, STR("input"), input_of(arena, request, fields));
    json_set(body, STR("max_output_tokens"), json_u64(arena, request->max_tokens));
    put_thinking(arena, request, fields, body);
    Json *temperature = chat_temperature(arena, request->model, fields);
    if (temperature)
        json_set(body, STR("temperature"), temperature);
    json_set(body, STR("stream"), json_bool(arena, true));
    json_set(body, STR("store"), json_bool(arena, false));
    json_write(&out, body, 0);
    return buf_str(&out);
}

static Str path_of(Arena *arena, const ChatModel *model)
{
    (void)arena;
    (void)model;
    return STR("/responses");
}

/* ---- the answer ---- */

/* Cached tokens are included in input_tokens. */
static void take_usage(ChatStream *stream, const Json *usage)
{
    ChatUsage counts = {0};
    if (!chat_number(usage, STR("input_tokens"), &counts.input))
        return;
    (void)chat_number(json_get(usage, STR("input_tokens_details")), STR("cached_tokens"),
                      &counts.cache_read);
    counts.cache_read = MIN(counts.cache_read, counts.input);
    counts.input -= counts.cache_read;
    stream->counts_input = true;
    stream->counts_output = chat_number(usage, STR("output_tokens"), &counts.output);
    stream->usage = counts;
}

static unsigned status_of(Str code)
{
    static const struct {
        Str code;
        unsigned status;
    } codes[] = {
        {STR_INIT("rate_limit_exceeded"), 429},     {STR_INIT("insufficient_quota"), 402},
        {STR_INIT("context_length_exceeded"), 400}, {STR_INIT("invalid_prompt"), 400},
        {STR_INIT("invalid_request_error"), 400},   {STR_INIT("server_is_overloaded"), 503},
    };
    for (size_t i = 0; i < COUNT(codes); i++)
        if (str_equal(code, codes[i].code))
            return codes[i].status;
    return 500;
}

static bool take_error(ChatStream *stream, const Json *error)
{
    Str code = json_text(error, STR("code")), message = json_text(error, STR("message"));
    code = code.len ? code : json_text(error, STR("type"));
    if (str_equal(code, STR("context_length_exceeded")))
        message = str_format(stream->arena, "%.*s: %.*s", STR_ARG(code), STR_ARG(message));
    return chat_stream_fail(stream, status_of(code), message.len ? message : code);
}

/* An item begins. Another message after text is a paragraph of its own. */
static bool take_item(ChatStream *stream, const Json *item)
{
    Str type = json_text(item, STR("type"));
    stream->has_thought |= str_equal(type, STR("reasoning"));
    stream->has_call |= str_ends(type, STR("_call"));
    bool is_next = str_equal(type, STR("message")) && stream->text.len;
    return !is_next || chat_stream_put(stream, STR("\n\n"));
}

/* A complete item. Nothing is stored at the provider, so a thought goes back without its number,
   and only if it is all there. */
static void take_reasoning(ChatStream *stream, const Json *item)
{
    Arena *arena = stream->arena;
    Str content = json_text(item, STR("encrypted_content"));
    const Json *summary = json_get(item, STR("summary"));
    if (!str_equal(json_text(item, STR("type")), STR("reasoning")) || !content.len)
        return;
    Json *kept = json_object(arena);
    json_set(kept, STR("type"), json_str(arena, STR("reasoning")));
    json_set(kept, STR("summary"),
             summary ? chat_reasoning_copy(arena, summary) : json_array(arena));
    json_set(kept, STR("encrypted_content"), json_str(arena, content));
    chat_reasoning_keep(stream, kept);
}

static bool take_part(ChatStream *stream, const Json *part)
{
    Str type = json_text(part, STR("type"));
    if (str_equal(type, STR("refusal")))
        chat_stream_refuse(stream, json_text(part, STR("refusal")));
    return !str_equal(type, STR("output_text")) ||
           chat_stream_put(stream, json_text(part, STR("text")));
}

/* The items of an answer: of one that was not streamed, or whose text comes with its end. */
static bool take_output(ChatStream *stream, const Json *output)
{
    for (const Json *item = output ? output->first : NULL; item; item = item->next) {
        const Json *content = json_get(item, STR("content"));
        bool is_message = str_equal(json_text(item, STR("type")), STR("message"));
        take_reasoning(stream, item);
        if (!take_item(stream, item))
            return false;
        for (const Json *part = is_message && content ? content->first : NULL; part;
             part = part->next)
            if (!take_part(stream, part))
                return false;
    }
    return true;
}

/* Takes the last state of the answer. */
static bool take_end(ChatStream *stream, const Json *answer)
{
    Str status = json_text(answer, STR("status"));
    Str reason = json_text(json_get(answer, STR("incomplete_details")), STR("reason"));
    const Json *error = json_get(answer, STR("error"));
    take_usage(stream, json_get(answer, STR("usage")));
    stream->is_finished = true;
    if (!stream->has_text && !take_output(stream, json_get(answer, STR("output"))))
        return false;
    if (str_equal(status, STR("failed")))
        return take_error(stream, error);
    stream->has_stop = true;
    if (stream->stop == CHAT_REFUSED)
        return true;
    if (str_equal(status, STR("completed")))
        stream->stop = CHAT_ENDED;
    else if (str_equal(reason, STR("max_output_tokens")))
        stream->stop = CHAT_MAX_TOKENS;
    else if (str_equal(reason, STR("content_filter")))
        stream->stop = CHAT_REFUSED;
    else
        stream->stop = CHAT_OTHER;
    if (stream->stop == CHAT_OTHER)
        stream->why = str_copy(stream->arena, reason.len ? reason : status);
    return true;
}

static bool take_event(ChatStream *stream, Str name, const Json *data)
{
    Str type = json_text(data, STR("type")), delta = json_text(data, STR("delta"));
    type = type.len ? type : name;
    if (str_equal(type, STR("response.output_text.delta")))
        return chat_stream_put(stream, delta);
    if (str_equal(type, STR("response.refusal.delta")))
        chat_stream_refuse(stream, delta);
    if (str_equal(type, STR("response.reasoning_summary_text.delta")) ||
        str_equal(type, STR("response.reasoning_text.delta")))
        chat_stream_think(stream, delta);
    if (str_equal(type, STR("response.reasoning_summary_part.done")))
        chat_stream_think(stream, STR("\n\n"));
    if (str_equal(type, STR("response.output_item.added")))
        return take_item(stream, json_get(data, STR("item")));
    if (str_equal(type, STR("response.output_item.done")))
        take_reasoning(stream, json_get(data, STR("item")));
    if (str_equal(type, STR("response.completed")) || str_equal(type, STR("response.incomplete")) ||
        str_equal(type, STR("response.failed")))
        return take_end(stream, json_get(data, STR("response")));
    if (!str_equal(type, STR("error")))
        return true;
    const Json *error = json_get(data, STR("error"));
    return take_error(stream, error ? error : data);
}

static void take_whole(ChatStream *stream, const Json *answer)
{
    const Json *output = json_get(answer, STR("output")), *error = json_get(answer, STR("error"));
    if (error && error->type == JSON_OBJECT) {
        take_error(stream, error);
        return;
    }
    if (!output || output->type != JSON_ARRAY) {
        chat_stream_fail(stream, 500, STR("the answer has no output"));
        return;
    }
    take_end(stream, answer);
}

const ChatProtocol chat_responses = {
    .path = path_of, .body = body_of, .event = take_event, .whole = take_whole};
