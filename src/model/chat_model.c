/* Providers of chat models; turns a setting `provider/id` into a model with address and key. */
#include "model/chat_state.h"

#include "base/fs.h"
#include "model/key.h"
#include "net/url.h"
#include "text/nearest.h"

/* As in the providers' own clients. */
#define RETRIES 2
/* A model without a graphics card may read a long prompt for minutes before its first byte. */
#define SILENCE_MS 600000

static const ChatProvider providers[] = {
#include "model/chat_providers.def"
};

size_t chat_provider_count(void)
{
    return COUNT(providers);
}

const ChatProvider *chat_provider_at(size_t index)
{
    return &providers[index];
}

const ChatProvider *chat_provider_find(Str name)
{
    for (size_t i = 0; i < COUNT(providers); i++)
        if (str_equal(name, str_from(providers[i].name)))
            return &providers[i];
    return NULL;
}

Str chat_stop_name(ChatStop stop)
{
    static const Str names[CHAT_STOP_COUNT] = {
        [CHAT_ENDED] = STR_INIT("ended"),     [CHAT_MAX_TOKENS] = STR_INIT("max_tokens"),
        [CHAT_REFUSED] = STR_INIT("refused"), [CHAT_WINDOW] = STR_INIT("window"),
        [CHAT_CUT] = STR_INIT("cut"),         [CHAT_CALLED] = STR_INIT("called"),
        [CHAT_OTHER] = STR_INIT("other"),
    };
    return names[stop];
}

static bool fail_model(Str model, const char *why, Err *err)
{
    Str names[COUNT(providers)];
    char list[ERR_MESSAGE_BYTES] = "";
    for (size_t i = 0, at = 0; i < COUNT(providers); i++) {
        names[i] = str_from(providers[i].name);
        int put = snprintf(list + at, sizeof list - at, "%s%s", i ? ", " : "", providers[i].name);
        at = MIN(at + (size_t)MAX(put, 0), sizeof list - 1);
    }
    size_t slash = str_find_byte(model, '/');
    Str near = nearest_find(str_slice(model, 0, slash), names, COUNT(names));
    err_set(err, ERR_USAGE, "model '%.*s': %s", STR_ARG(str_slice(model, 0, CHAT_NAME_BYTES_MAX)),
            why);
    if (near.len && slash != STR_NONE)
        return err_hint(err, "did you mean %.*s%.*s?", STR_ARG(near),
                        STR_ARG(str_slice(model, slash, slash + CHAT_NAME_BYTES_MAX)));
    return err_hint(err, "write provider/id, such as ollama/qwen3-coder; providers: %s", list);
}

static bool is_name(Str text)
{
    if (!text.len || text.len > CHAT_NAME_BYTES_MAX || !str_is_utf8(text))
        return false;
    for (size_t at = 0; at < text.len;)
        if (char_is_control(str_decode(text, &at)))
            return false;
    return true;
}

/* The address in a provider's variable. ollama's has no scheme, and sometimes no port. */
static Str from_variable(Arena *arena, const ChatProvider *provider, Str value)
{
    Url usual;
    Err ignored;
    if (!value.len || str_find(value, STR("://")) != STR_NONE ||
        !url_parse("url", str_from(provider->url), &usual, &ignored))
        return value;
    bool has_port = str_find_byte(value, ':') != STR_NONE;
    Str port = str_from_offset(usual.place, usual.host.len);
    return str_format(arena, "%.*s://%.*s%.*s", STR_ARG(usual.scheme), STR_ARG(value),
                      STR_ARG(has_port ? (Str){0} : port));
}

/* Removes the part that each request's path adds. A server's APIs are usually below a part of its
   own, such as /v1. */
static Str base_of(Arena *arena, const ChatProvider *provider, Str url)
{
    static const Str ends[] = {STR_INIT("/chat/completions"), STR_INIT("/responses"),
                               STR_INIT("/v1/messages"), STR_INIT("/v1")};
    static const size_t
        firsts[CHAT_API_COUNT] = {[CHAT_OPENAI] = 0, [CHAT_RESPONSES] = 1, [CHAT_ANTHROPIC] = 2},
        afters[CHAT_API_COUNT] = {
            [CHAT_OPENAI] = 1, [CHAT_RESPONSES] = 2, [CHAT_ANTHROPIC] = COUNT(ends)};
    Url parsed;
    Err ignored;
    while (str_ends(url, STR("/")))
        url.len--;
    for (size_t i = firsts[provider->api]; i < afters[provider->api]; i++)
        if (str_ends(url, ends[i]))
            url.len -= ends[i].len;
    bool is_bare = url_parse("url", url, &parsed, &ignored) && !parsed.path.len;
    return provider->below && is_bare ? str_join(arena, url, str_from(provider->below)) : url;
}

static bool fail_address(const ChatProvider *provider, Err *err)
{
    const char *variable = provider->url_variable;
    err_set(err, ERR_USAGE, "model.url is not set, which the provider '%s' needs", provider->name);
    return err_hint(err, "set it to the server's address, such as %s%s%s",
                    provider->key_form == CHAT_KEY_API_KEY ? "https://NAME.openai.azure.com"
                                                           : "http://localhost:8000/v1",
                    variable ? "; or set " : "", variable ? variable : "");
}

static bool set_url(Arena *arena, Str url, ChatModel *chat, bool *is_usual, Err *err)
{
    const ChatProvider *provider = chat->provider;
    const char *name = "model.url", *variable = provider->url_variable;
    Url parsed;
    if (!url.len && variable) {
        url = from_variable(arena, provider, str_trim(fs_environment(variable)));
        name = url.len ? variable : name;
    }
    *is_usual = !url.len;
    if (!url.len && !chat_place(arena, chat, &url, err))
        return false;
    if (!url.len)
        return fail_address(provider, err);
    if (!url_parse(name, url, &parsed, err))
        return false;
    if (str_find_byte(parsed.path, '?') != STR_NONE) {
        err_set(err, ERR_USAGE, "%s: an address with a query (?…) is not supported", name);
        return err_hint(err, "give the base address of the API, such as https://host/v1");
    }
    chat->url = base_of(arena, provider, url);
    return key_check(chat->key, &parsed, name, err);
}

static bool fail_key(const ChatProvider *provider, Err *err)
{
    if (provider->key_form == CHAT_KEY_AWS) {
        err_set(err, ERR_USAGE, "neither %s nor access keys of AWS are set",
                provider->key_variable);
        return err_hint(err, "set it, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; keys in "
                             "~/.aws/credentials count, too");
    }
    err_set(err, ERR_USAGE, "the environment variable %s with the key is not set",
            provider->key_variable);
    return err_hint(err, "set it, or name a file of mode 0600 with the key as model.key_file; "
                         "models on this machine need none (provider ollama)");
}

/* Reads the key, or the access keys that sign requests. A session token goes to the server, too, so
   it is the key of a signed request. */
static bool read_keys(Arena *arena, Str key_file, ChatModel *chat, Err *err)
{
    const ChatProvider *provider = chat->provider;
    if (!key_read(arena, provider->key_variable, key_file, &chat->key, err))
        return false;
    if (provider->key_form != CHAT_KEY_AWS)
        return true;
    if (!aws_read(arena, &chat->aws, err))
        return false;
    if (chat->key.len || !chat->aws.id.len || !chat->aws.secret.len)
        chat->aws.id = (Str){0};
    else
        chat->key = chat->aws.token;
    return chat->key.len || chat->aws.id.len || fail_key(provider, err);
}

bool chat_model_set(Arena *arena, Str model, Str url, Str key_file, ChatModel *chat, Err *err)
{
    size_t slash = str_find_byte(model, '/');
    bool is_usual = false;
    Url place;
    *chat = (ChatModel){.retries = RETRIES, .silence_ms = SILENCE_MS};
    chat->provider = chat_provider_find(str_slice(model, 0, slash == STR_NONE ? 0 : slash));
    chat->name = str_from_offset(model, slash == STR_NONE ? model.len : slash + 1);
    if (slash == STR_NONE)
        return fail_model(model, "it names no provider", err);
    if (!chat->provider)
        return fail_model(model, "unknown provider", err);
    if (!is_name(chat->name))
        return fail_model(model, "it names no model", err);
    if (!read_keys(arena, key_file, chat, err) || !set_url(arena, url, chat, &is_usual, err) ||
        !url_parse("model.url", chat->url, &place, err))
        return false;
    bool is_open = chat->key.len || chat->aws.id.len || !chat->provider->key_variable;
    if (!is_open && is_usual && !url_is_local(&place))
        return fail_key(chat->provider, err);
    return true;
}

Str chat_model_place(const ChatModel *model)
{
    Url url;
    Err ignored;
    return url_parse("model.url", model->url, &url, &ignored) ? url.place : (Str){0};
}

bool chat_model_is_local(const ChatModel *model)
{
    Url url;
    Err ignored;
    bool of_machine = str_starts(str_from(model->provider->url), STR("http://localhost"));
    bool may_be = of_machine || !model->provider->url[0];
    return may_be && url_parse("model.url", model->url, &url, &ignored) &&
           (of_machine || url_is_local(&url));
}
