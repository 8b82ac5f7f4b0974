/* OpenAI's chat completions, as offered by OpenAI and many other servers. They differ in details:
   usage may come with the last chunk, in a separate chunk or never; content may be text, null or a
   list of parts; reasoning comes in separate fields, which some servers want back. Neighbouring
   messages of one role are joined, since chat templates of local models demand alternating roles.
 */
#include "model/chat_state.h"

/* ---- the request ---- */

static Json *message_of(Arena *arena, Str role, Json *content)
{
    Json *item = json_object(arena);
    json_set(item, STR("role"), json_str(arena, role));
    json_set(item, STR("content"), content);
    return item;
}

static void add_image(Arena *arena, Json *list, const ChatImage *image)
{
    Json *part = json_object(arena), *address = json_object(arena);
    json_set(address, STR("url"), json_str(arena, chat_image_url(arena, image)));
    json_set(part, STR("type"), json_str(arena, STR("image_url")));
    json_set(part, STR("image_url"), address);
    json_add(list, part);
}

static Json *content_of(Arena *arena, const ChatRequest *request, size_t from, size_t to, Str text)
{
    Json *list = json_array(arena);
    chat_each_image(request, from, to, add_image, arena, list);
    return chat_content(arena, list, STR("text"), text);
}

/* The details of the reasoning, of which streams cut the texts into pieces. */
typedef struct Details {
    Arena *arena;
    Json *list;
    const Json *open; /* the first piece of the last text; NULL: none */
    Buf text;
} Details;

static void end_detail(Details *details, Str signature)
{
    Arena *arena = details->arena;
    Json *whole = json_object(arena);
    if (!details->open)
        return;
    for (const Json *member = details->open->first; member; member = member->next)
        if (!str_equal(member->key, STR("text")) && !str_equal(member->key, STR("signature")))
            json_set(whole, member->key, chat_reasoning_copy(arena, member));
    json_set(whole, STR("text"), json_str(arena, buf_str(&details->text)));
    json_set_text(arena, whole, STR("signature"), signature);
    json_add(details->list, whole);
    details->open = NULL;
}

static uint64_t index_of(const Json *detail)
{
    uint64_t index = 0;
    return chat_number(detail, STR("index"), &index) ? index + 1 : 0;
}

static void take_detail(Details *details, const Json *detail)
{
    Str signature = json_text(detail, STR("signature"));
    bool is_text = str_equal(json_text(detail, STR("type")), STR("reasoning.text"));
    if (details->open && (!is_text || index_of(details->open) != index_of(detail)))
        end_detail(details, (Str){0});
    if (!is_text) {
        json_add(details->list, chat_reasoning_copy(details->arena, detail));
        return;
    }
    if (!details->open) {
        details->open = detail;
        details->text = buf_open(details->arena, 0);
    }
    buf_put(&details->text, json_text(detail, STR("text")));
    if (signature.len)
        end_detail(details, signature);
}

static Json *details_of(Arena *arena, const Json *item)
{
    Details details = {.arena = arena, .list = json_array(arena)};
    for (; item; item = item->next)
        if (item->type == JSON_OBJECT && !json_get(item, STR("field")))
            take_detail(&details, item);
    end_detail(&details, (Str){0});
    return details.list;
}

/* Adds the reasoning of an answer: the details if there are any, else the field that came. A server
   that demands a field has it also where the model did not think. */
static void put_reasoning(Arena *arena, const ChatRequest *request, size_t at, ChatFields fields,
                          Json *message)
{
    const Json *items = chat_reasoning_of(arena, request, at, fields), *field = items;
    if (!fields.wants_reasoning || fields.has_no_thoughts)
        return;
    while (field && !json_get(field, STR("field")))
        field = field->next;
    Json *details = details_of(arena, items);
    bool is_demanded = !request->model->provider->wants_reasoning;
    if (details->first)
        json_set(message, STR("reasoning_details"), details);
    else if (field)
        json_set(message, json_text(field, STR("field")),
                 json_str(arena, json_text(field, STR("text"))));
    else if (is_demanded)
        json_set(message, STR("reasoning_content"), json_str(arena, (Str){0}));
}

static Json *messages_of(Arena *arena, const ChatRequest *request, ChatFields fields)
{
    static const Str roles[] = {
        [CHAT_USER] = STR_INIT("user"), [CHAT_ASSISTANT] = STR_INIT("assistant")};
    Json *list = json_array(arena);
    if (request->system.len && !fields.has_no_system)
        json_add(list, message_of(arena, STR("system"), json_str(arena, request->system)));
    for (size_t i = 0; i < request->count;) {
        size_t at = i;
        bool has_system = !at && request->system.len && fields.has_no_system;
        ChatRole role = request->messages[at].role;
        Str text = chat_join(arena, request, &i);
        if (has_system)
            text = str_format(arena, "%.*s\n\n%.*s", STR_ARG(request->system), STR_ARG(text));
        Json *message = message_of(arena, roles[role], content_of(arena, request, at, i, text));
        if (role == CHAT_ASSISTANT)
            put_reasoning(arena, request, at, fields, message);
        json_add(list, message);
    }
    return list;
}

static Str body_of(Arena *arena, const ChatRequest *request, ChatFields fields)
{
    Buf out = buf_open(arena, 0);
    Json *body = json_object(arena);
    json_set(body, STR("model"), json_str(arena, request->model->name));
    json_set(body, STR("messages"), messages_of(arena, request, fields));
    json_set(body, fields.limits_completion ? STR("max_completion_tokens") : STR("max_tokens"),
             json_u64(arena, request->max_tokens));
    if (request->model->effort.len && !fields.has_no_effort)
        json_set(body, STR("reasoning_effort"), json_str(arena, request->model->effort));
    Json *temperature = chat_temperature(arena, request->model, fields);
    if (temperature)
        json_set(body, STR("temperature"), temperature);
    json_set(body, STR("stream"), json_bool(arena, true));
    if (!fields.has_no_options) {
        Json *options = json_object(arena);
        json_set(options, STR("include_usage"), json_bool(arena, true));
        json_set(body, STR("stream_options"), options);
    }
    json_write(&out, body, 0);
    return buf_str(&out);
}

/* ---- the answer ---- */

/* Cached tokens are included in prompt_tokens. DeepSeek uses other names. */
static void take_usage(ChatStream *stream, const Json *usage)
{
    ChatUsage counts = {0};
    const Json *details = json_get(usage, STR("prompt_tokens_details"));
    if (!chat_number(usage, STR("prompt_tokens"), &counts.input))
        return;
    if (!chat_number(details, STR("cached_tokens"), &counts.cache_read))
        (void)chat_number(usage, STR("prompt_cache_hit_tokens"), &counts.cache_read);
    counts.cache_read = MIN(counts.cache_read, counts.input);
    counts.input -= counts.cache_read;
    stream->counts_input = true;
    stream->counts_output = chat_number(usage, STR("completion_tokens"), &counts.output);
    stream->usage = counts;
}

static bool take_stop(ChatStream *stream, Str name)
{
    if (str_equal(name, STR("error")))
        return chat_stream_fail(stream, 502, STR("the provider failed while answering"));
    chat_stop_take(stream, name);
    return true;
}

/* An error within an answer: `code` may be a status. */
static bool take_error(ChatStream *stream, const Json *error)
{
    uint64_t status = 500;
    Str code = json_text(error, STR("code")), message = json_text(error, STR("message"));
    if (error->type == JSON_STRING)
        message = error->text;
    if (!chat_number(error, STR("code"), &status) || status < 400 || status > 599)
        status = str_equal(code, STR("rate_limit_exceeded"))       ? 429
                 : str_equal(code, STR("context_length_exceeded")) ? 400
                                                                   : 500;
    return chat_stream_fail(stream, (unsigned)status, message.len ? message : code);
}

/* Text, or a list of parts of which some are text. */
static bool take_content(ChatStream *stream, const Json *content)
{
    if (!content || content->type == JSON_STRING)
        return !content || chat_stream_put(stream, content->text);
    for (const Json *part = content->first; part; part = part->next)
        if (part->type == JSON_OBJECT && str_equal(json_text(part, STR("type")), STR("text")) &&
            !chat_stream_put(stream, json_text(part, STR("text"))))
            return false;
    return true;
}

static bool is_given(const Json *value)
{
    return value && (value->type == JSON_STRING ? value->text.len > 0 : value->first != NULL);
}

/* The field's name is the server's, and the next request needs the same. */
static void take_reasoning(ChatStream *stream, Str field, Str text)
{
    chat_stream_think(stream, text);
    if (!stream->reasoning_field.len)
        stream->reasoning_field = field;
    if (str_equal(field, stream->reasoning_field))
        chat_reasoning_put(stream, &stream->reasoning, text);
}

/* Notes the parts besides the content. Some servers send one thought in several fields. */
static void take_others(ChatStream *stream, const Json *delta)
{
    static const Str thoughts[] = {STR_INIT("reasoning_content"), STR_INIT("reasoning"),
                                   STR_INIT("reasoning_text"), STR_INIT("thinking"),
                                   STR_INIT("reasoning_details")};
    bool thought = false;
    for (size_t i = 0; i < COUNT(thoughts) && !thought; i++) {
        const Json *value = json_get(delta, thoughts[i]);
        thought = is_given(value);
        if (thought && value->type == JSON_STRING)
            take_reasoning(stream, thoughts[i], value->text);
    }
    const Json *details = json_get(delta, STR("reasoning_details"));
    for (const Json *item = details ? details->first : NULL; item; item = item->next)
        chat_reasoning_keep(stream, item);
    stream->has_thought |= thought;
    stream->has_call |= is_given(json_get(delta, STR("tool_calls"))) ||
                        is_given(json_get(delta, STR("function_call")));
}

/* Some servers send a message in place of the deltas, or after them, or the `text` of the former
   completions. */
static bool take_choice(ChatStream *stream, const Json *choice, Str name)
{
    const Json *delta = json_get(choice, name), *message = json_get(choice, STR("message"));
    const Json *text = json_get(choice, STR("text"));
    uint64_t index = 0;
    Str stop = json_text(choice, STR("finish_reason"));
    if (chat_number(choice, STR("index"), &index) && index)
        return true;
    if (message && !stream->has_text)
        delta = message;
    chat_stream_refuse(stream, json_text(delta, STR("refusal")));
    take_others(stream, delta);
    return take_content(stream, delta ? json_get(delta, STR("content")) : text) &&
           (!stop.len || take_stop(stream, stop));
}

static bool take_choices(ChatStream *stream, const Json *data, Str name)
{
    const Json *error = json_get(data, STR("error"));
    const Json *choices = json_get(data, STR("choices"));
    if (error && error->type != JSON_NULL)
        return take_error(stream, error);
    take_usage(stream, json_get(data, STR("usage")));
    if (!choices || choices->type != JSON_ARRAY)
        return true;
    for (const Json *choice = choices->first; choice; choice = choice->next)
        if (!take_choice(stream, choice, name))
            return false;
    return true;
}

static bool take_event(ChatStream *stream, Str type, const Json *data)
{
    if (str_equal(type, STR("error")) && !json_get(data, STR("error")))
        return take_error(stream, data);
    return take_choices(stream, data, STR("delta"));
}

static void take_whole(ChatStream *stream, const Json *answer)
{
    const Json *choices = json_get(answer, STR("choices"));
    bool has_choices = choices && choices->type == JSON_ARRAY && choices->first;
    bool taken = take_choices(stream, answer, STR("message"));
    if (taken && !has_choices)
        chat_stream_fail(stream, 500, STR("the answer has no choices"));
    stream->is_finished = true;
}

static Str path_of(Arena *arena, const ChatModel *model)
{
    (void)arena;
    (void)model;
    return STR("/chat/completions");
}

const ChatProtocol chat_openai = {
    .path = path_of, .body = body_of, .event = take_event, .whole = take_whole};
