/* One request carries a batch of texts. A table holds the differences between providers: the path,
   the names of fields, and where the key goes. http_retry.c decides about retries. A server's error
   texts are truncated and never repeat the key. */
#include "model/embedder.h"

#include "base/json.h"
#include "model/key.h"
#include "model/reason.h"
#include "net/http.h"
#include "net/url.h"

/* Time limit for a batch of texts on a slow server, and for an interactive question. */
#define REQUEST_MS 120000
#define HURRIED_MS 10000

/* The path of an API. It is appended to an address without one, or completed if the last part is
   missing. */
static const struct {
    Str name, url, key_variable, path, last;
} providers[EMBEDDER_PROVIDER_COUNT] = {
    [EMBEDDER_OPENAI] = {STR_INIT("openai"), STR_INIT("https://api.openai.com"),
                         STR_INIT("OPENAI_API_KEY"), STR_INIT("/v1/embeddings"),
                         STR_INIT("/embeddings")},
    [EMBEDDER_OLLAMA] = {STR_INIT("ollama"), STR_INIT("http://localhost:11434"), STR_INIT(""),
                         STR_INIT("/api/embed"), STR_INIT("/embed")},
    [EMBEDDER_LLAMA] = {STR_INIT("llama.cpp"), STR_INIT("http://localhost:8080"), STR_INIT(""),
                        STR_INIT("/v1/embeddings"), STR_INIT("/embeddings")},
};

EmbedderProvider embedder_provider_find(Str name)
{
    EmbedderProvider provider = EMBEDDER_OPENAI;
    while (provider < EMBEDDER_PROVIDER_COUNT && !str_equal(providers[provider].name, name))
        provider++;
    return provider < EMBEDDER_PROVIDER_COUNT ? provider : EMBEDDER_NONE;
}

Str embedder_default_url(EmbedderProvider provider)
{
    return providers[provider].url;
}

Str embedder_default_key_variable(EmbedderProvider provider)
{
    return providers[provider].key_variable;
}

bool embedder_check(const Embedder *embedder, Err *err)
{
    Url url;
    return url_parse("embedder.url", embedder->url, &url, err) &&
           key_check(embedder->key, &url, "embedder.url", err);
}

Str embedder_place(const Embedder *embedder)
{
    Url url;
    Err ignored;
    return url_parse("embedder.url", embedder->url, &url, &ignored) ? url.place : (Str){0};
}

static Str address(Arena *arena, const Embedder *embedder)
{
    Str path = providers[embedder->provider].path, last = providers[embedder->provider].last;
    Str url = embedder->url;
    while (str_ends(url, STR("/")))
        url.len--;
    if (str_ends(url, last))
        return url;
    bool bare = str_find_byte(str_from_offset(url, str_find(url, STR("://")) + 3), '/') == STR_NONE;
    return str_join(arena, url, bare ? path : last);
}

static Str body_of(Arena *arena, const Embedder *embedder, const Str *texts, size_t count)
{
    Buf out = buf_open(arena, 0);
    Json *body = json_object(arena), *input = json_array(arena);
    for (size_t i = 0; i < count; i++)
        json_add(input, json_str(arena, texts[i]));
    json_set(body, STR("model"), json_str(arena, embedder->model));
    json_set(body, STR("input"), input);
    if (embedder->dims && embedder->provider != EMBEDDER_LLAMA)
        json_set(body, STR("dimensions"), json_u64(arena, embedder->dims));
    if (embedder->provider == EMBEDDER_OLLAMA)
        json_set(body, STR("truncate"), json_bool(arena, false));
    else
        json_set(body, STR("encoding_format"), json_str(arena, STR("float")));
    json_write(&out, body, 0);
    return buf_str(&out);
}

static const char *hint_of(unsigned status)
{
    switch (status) {
    case 401:
    case 403: return "is the key in the variable that embedder.key_variable names, and valid?";
    case 404: return "does the server have that model, and is embedder.url right?";
    case 429: return "wait; stored vectors are kept";
    default: return "stored vectors are kept: try again later";
    }
}

static bool fail_status(Arena *arena, const Embedder *embedder, const HttpResponse *response,
                        Err *err)
{
    Str place = embedder_place(embedder);
    Str reason = reason_find(arena, response->body, embedder->key);
    if (response->status / 100 == 3) {
        err_set(err, ERR_FAILED, "%.*s: it redirects elsewhere (status %u), which is not followed",
                STR_ARG(place), response->status);
        return err_hint(err, "set embedder.url to the final address");
    }
    bool refused = response->status == 400 || response->status == 413 || response->status == 422;
    err_set(err, refused ? ERR_USAGE : ERR_FAILED, "%.*s: status %u%s%.*s", STR_ARG(place),
            response->status, reason.len ? ": " : "", STR_ARG(reason));
    return err_hint(err, "%s", hint_of(response->status));
}

bool embedder_embed(const Embedder *embedder, Arena *arena, const Str *texts, size_t count,
                    Embeddings *found, Err *err)
{
    HttpHeader headers[] = {
        {STR("Content-Type"), STR("application/json")},
        {STR("Accept"), STR("application/json")},
        {STR("Authorization"), str_format(arena, "Bearer %.*s", STR_ARG(embedder->key))},
    };
    HttpRequest request = {.method = STR("POST"),
                           .url = address(arena, embedder),
                           .headers = headers,
                           .header_count = COUNT(headers) - !embedder->key.len,
                           .body = body_of(arena, embedder, texts, count),
                           .time_ms = embedder->hurried ? HURRIED_MS : REQUEST_MS,
                           .retries = embedder->retries,
                           .cancel = embedder->cancel};
    HttpResponse response;
    if (!embedder_check(embedder, err) || !http_send(arena, &request, &response, err))
        return false;
    if (response.status != 200)
        return fail_status(arena, embedder, &response, err);
    EmbeddingsWanted wanted = {count, embedder->dims};
    return embedding_answer_parse(arena, response.body, wanted, found, err);
}
