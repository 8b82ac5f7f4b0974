/* Shared by all requests to model servers: address, headers, and the error for each status. */
#include "model/chat_state.h"

#include "model/reason.h"

/* For short answers that the server has ready: OpenRouter's list of models has 500 KB. */
#define TIME_MS 20000
#define ANSWER_BYTES (8 * MB)

const ChatProtocol *chat_protocol(const ChatModel *model)
{
    static const ChatProtocol *const protocols[CHAT_API_COUNT] = {
        [CHAT_ANTHROPIC] = &chat_anthropic,
        [CHAT_OPENAI] = &chat_openai,
        [CHAT_RESPONSES] = &chat_responses,
        [CHAT_CONVERSE] = &chat_converse};
    return protocols[model->provider->api];
}

Str chat_address(Arena *arena, const ChatModel *model, Str path)
{
    return str_join(arena, model->url, path);
}

Str chat_escape(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (byte_is_alpha(c) || byte_is_digit(c) || byte_in(c, "-._"))
            buf_put_byte(&out, c);
        else
            buf_printf(&out, "%%%02X", (unsigned char)c);
    }
    return buf_str(&out);
}

/* Adds what proves that the user may ask this model. */
static bool put_key(Arena *arena, const ChatModel *model, HttpHeader *headers, HttpRequest *http,
                    Err *err)
{
    size_t *count = &http->header_count;
    if (model->aws.id.len) {
        AwsHeaders signature;
        if (!aws_sign(arena, &model->aws, STR("bedrock"), http, &signature, err))
            return false;
        for (size_t i = 0; i < signature.count; i++)
            headers[(*count)++] = signature.items[i];
        return true;
    }
    if (!model->key.len)
        return true;
    switch (model->provider->key_form) {
    case CHAT_KEY_X_API_KEY:
        headers[(*count)++] = (HttpHeader){STR("x-api-key"), model->key};
        return true;
    case CHAT_KEY_API_KEY:
        headers[(*count)++] = (HttpHeader){STR("api-key"), model->key};
        return true;
    case CHAT_KEY_BEARER:
    case CHAT_KEY_AWS: break;
    }
    headers[(*count)++] =
        (HttpHeader){STR("Authorization"), str_format(arena, "Bearer %.*s", STR_ARG(model->key))};
    return true;
}

bool chat_headers(Arena *arena, const ChatModel *model, bool streams, HttpHeader *headers,
                  HttpRequest *http, Err *err)
{
    const ChatProvider *provider = model->provider;
    Str stream = chat_protocol(model)->is_framed ? STR("application/vnd.amazon.eventstream")
                                                 : STR("text/event-stream, application/json");
    size_t count = 0;
    headers[count++] = (HttpHeader){STR("Content-Type"), STR("application/json")};
    headers[count++] = (HttpHeader){STR("Accept"), streams ? stream : STR("application/json")};
    if (provider->api == CHAT_ANTHROPIC && !provider->is_vertex)
        headers[count++] = (HttpHeader){STR("anthropic-version"), STR("2023-06-01")};
    http->headers = headers;
    http->header_count = count;
    return put_key(arena, model, headers, http, err);
}

Str chat_image_url(Arena *arena, const ChatImage *image)
{
    return str_format(arena, "data:%.*s;base64,%.*s", STR_ARG(image->type), STR_ARG(image->data));
}

void chat_each_image(const ChatRequest *request, size_t from, size_t to,
                     void (*add)(Arena *arena, Json *list, const ChatImage *image), Arena *arena,
                     Json *list)
{
    for (size_t i = from; i < to; i++)
        for (size_t k = 0; k < request->messages[i].image_count; k++)
            add(arena, list, &request->messages[i].images[k]);
}

Json *chat_content(Arena *arena, Json *list, Str type, Str text)
{
    Json *part = json_object(arena);
    if (!list->first)
        return json_str(arena, text);
    json_set(part, STR("type"), json_str(arena, type));
    json_set(part, STR("text"), json_str(arena, text));
    json_add(list, part);
    return list;
}

Str chat_join(Arena *arena, const ChatRequest *request, size_t *at)
{
    size_t first = *at;
    ChatRole role = request->messages[first].role;
    Buf text = buf_open(arena, 0);
    for (; *at < request->count && request->messages[*at].role == role; ++*at) {
        buf_put(&text, *at > first ? STR("\n\n") : (Str){0});
        buf_put(&text, request->messages[*at].text);
    }
    return buf_str(&text);
}

Json *chat_temperature(Arena *arena, const ChatModel *model, ChatFields fields)
{
    Json *value = NULL;
    Err ignored;
    bool is_given = model->temperature.len && !fields.has_no_temperature;
    return is_given && json_parse(arena, model->temperature, &value, &ignored) ? value : NULL;
}

static bool is_rejected(unsigned status)
{
    return status == 400 || status == 404 || status == 413 || status == 422;
}

static bool hint_status(const ChatModel *model, unsigned status, Err *err)
{
    const ChatProvider *provider = model->provider;
    switch (status) {
    case 401:
    case 403:
        if (!provider->key_variable)
            return err_hint(err, "the server wants a key: name a file of mode 0600 with it as "
                                 "model.key_file");
        if (model->aws.id.len)
            return err_hint(err, "are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY valid, is this "
                                 "machine's clock right, and may they use this model?");
        return err_hint(err,
                        "is the key in %s or in model.key_file valid, and may it use this "
                        "model?",
                        provider->key_variable);
    case 402: return err_hint(err, "the account has no credit left");
    case 404:
        return err_hint(err, "does the server have the model '%.*s', and is model.url right?",
                        STR_ARG(model->name));
    case 400:
    case 422: return err_hint(err, "another model or a shorter request may be accepted");
    case 413: return err_hint(err, "the request is too large for the server: ask for less");
    case 429: return err_hint(err, "the provider's limit is reached: wait, or use another model");
    default: return err_hint(err, "the server has a problem: try again later");
    }
}

/* Whether a server refuses a request since it exceeds the model's window. There is no common code:
   these are the words of OpenAI, Anthropic, llama.cpp, vLLM, ollama, OpenRouter and Gemini. */
static bool is_over_window(unsigned status, Str reason)
{
    static const Str words[] = {STR_INIT("context_length_exceeded"),
                                STR_INIT("maximum context length"),
                                STR_INIT("context length exceeded"),
                                STR_INIT("prompt is too long"),
                                STR_INIT("context size"),
                                STR_INIT("context window"),
                                STR_INIT("input is too long"),
                                STR_INIT("input token count"),
                                STR_INIT("exceeds the model"),
                                STR_INIT("too many input tokens")};
    for (size_t at = 0; at < reason.len; at++)
        for (size_t i = 0; i < COUNT(words); i++)
            if (str_equal_nocase(str_slice(reason, at, at + words[i].len), words[i]))
                return true;
    return status == 413;
}

bool chat_fail_status(const ChatModel *model, unsigned status, Str reason, Err *err)
{
    Str place = chat_model_place(model);
    if (status / 100 == 3) {
        err_set(err, ERR_FAILED, "%.*s: it redirects elsewhere (status %u), which is not followed",
                STR_ARG(place), status);
        return err_hint(err, "set model.url to the final address");
    }
    err_set(err, is_rejected(status) ? ERR_USAGE : ERR_FAILED, "%.*s: status %u%s%.*s",
            STR_ARG(place), status, reason.len ? ": " : "", STR_ARG(reason));
    if (is_over_window(status, reason))
        (void)err_is(err, ERR_OVER_WINDOW);
    return hint_status(model, status, err);
}

bool chat_ask(Arena *arena, const ChatModel *model, HttpRequest *http, Json **answer, Err *err)
{
    HttpHeader headers[CHAT_HEADERS_MAX];
    HttpResponse response;
    Err bad = {0};
    if (!chat_headers(arena, model, false, headers, http, err))
        return false;
    http->time_ms = http->time_ms ? http->time_ms : TIME_MS;
    http->body_max = ANSWER_BYTES;
    http->retries = model->retries;
    if (!http_send(arena, http, &response, err))
        return false;
    if (response.status / 100 != 2)
        return chat_fail_status(model, response.status,
                                reason_find(arena, response.body, model->key), err);
    if (json_parse(arena, response.body, answer, &bad) && (*answer)->type == JSON_OBJECT)
        return true;
    err_set(err, ERR_FAILED, "%.*s: the answer is not valid JSON",
            STR_ARG(chat_model_place(model)));
    return err_hint(err, "does model.url lead to the API of a model server?");
}
