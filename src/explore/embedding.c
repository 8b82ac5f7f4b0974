/* Configuration and check of the embedding model. Besides its name, a model is identified by the
   vector of a fixed probe text, since a server may change the model under a name. */
#include "explore/embedding.h"

#include "text/secrets.h"

/* Probe text whose vector identifies a model. Must never change. */
#define PROBE \
    "fovea: a reader that finds the declaration which opens a file, checks its path and returns " \
    "an error"
#define RETRIES 4

bool embedding_is_configured(const Config *config)
{
    return config->embedder_provider.len > 0;
}

static bool is_variable(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!byte_is_alpha(name.ptr[i]) && !byte_is_digit(name.ptr[i]) && name.ptr[i] != '_')
            return false;
    return true;
}

/* Reads the key, which is only in the environment. */
static bool find_key(SessionRequest *request, Embedder *embedder, Err *err)
{
    const Config *config = request->config;
    bool named = config->embedder_key_variable.len > 0;
    Str name =
        named ? config->embedder_key_variable : embedder_default_key_variable(embedder->provider);
    if (!is_variable(name)) {
        err_set(err, ERR_USAGE,
                "embedder.key_variable: not a valid name of an environment variable");
        return err_hint(err, "name the variable that holds the key, never the key itself");
    }
    embedder->key = name.len ? fs_environment(str_terminate(request->arena, name)) : (Str){0};
    if (embedder->key.len || !name.len)
        return true;
    if (!named && config->embedder_url.len) /* a server with OpenAI's protocol */
        return true;
    err_set(err, ERR_USAGE, "the environment variable %.*s with the key is not set", STR_ARG(name));
    return err_hint(err, "set it, or name another one as embedder.key_variable");
}

bool embedding_open(SessionRequest *request, Embedding *embedding, Err *err)
{
    const Config *config = request->config;
    Embedder *embedder = &embedding->embedder;
    *embedding = (Embedding){0};
    if (!embedding_is_configured(config) || !config->embedder_model.len) {
        err_set(err, ERR_USAGE, "no embedding model is configured");
        return err_hint(err, "set provider and model in [embedder] of "
                             "~/.config/fovea/config.toml (docs/configuration.md)");
    }
    *embedder = (Embedder){.provider = embedder_provider_find(config->embedder_provider),
                           .url = config->embedder_url,
                           .model = config->embedder_model,
                           .dims = config->embedder_dims,
                           .retries = RETRIES,
                           .cancel = request->cancel};
    if (!embedder->url.len)
        embedder->url = embedder_default_url(embedder->provider);
    if (!find_key(request, embedder, err) || !embedder_check(embedder, err))
        return false;
    embedding->identity =
        str_format(request->arena, "%.*s %.*s %.*s %zu", STR_ARG(config->embedder_provider),
                   STR_ARG(embedder_place(embedder)), STR_ARG(embedder->model), embedder->dims);
    return true;
}

static bool fail_other(const char *how, Err *err)
{
    err_set(err, ERR_STALE, "the stored vectors are of another model: %s", how);
    return err_hint(err, "fovea embed --apply --replace drops them and embeds all by this one; or "
                         "configure the other one again");
}

Str embedding_model_name(Str identity)
{
    for (int i = 0; i < 2; i++) { /* provider and host */
        size_t space = str_find_byte(identity, ' ');
        identity = str_from_offset(identity, space == STR_NONE ? identity.len : space + 1);
    }
    size_t end = str_find_last_byte(identity, ' ');
    return str_slice(identity, 0, end == STR_NONE ? identity.len : end);
}

bool embedding_check_name(const Embedding *embedding, const VectorModel *stored, Err *err)
{
    char how[600];
    if (!stored->identity.len || str_equal(stored->identity, embedding->identity))
        return true;
    snprintf(how, sizeof how, "%.*s", STR_ARG(stored->identity));
    return fail_other(how, err);
}

bool embedding_probe(SessionRequest *request, const Embedding *embedding, const VectorModel *stored,
                     Str text, Probed *probed, Err *err)
{
    const Str texts[] = {STR(PROBE), text};
    Embeddings found;
    const char *secret = secret_find(text);
    if (secret) {
        err_set(err, ERR_USAGE, "the question seems to contain a secret (%s): it is not sent",
                secret);
        return err_hint(err, "ask without it, or with --mode lexical");
    }
    if (!embedding_check_name(embedding, stored, err) ||
        !embedder_embed(&embedding->embedder, request->arena, texts, text.len ? 2 : 1, &found, err))
        return false;
    if (stored->identity.len &&
        (stored->dims != found.dims ||
         vector_cosine(stored->probe, found.numbers, found.dims) < VECTOR_PROBE_COSINE))
        return fail_other("the model of this name now gives other vectors", err);
    probed->model =
        (VectorModel){.identity = embedding->identity, .probe = found.numbers, .dims = found.dims};
    probed->vector = text.len ? found.numbers + found.dims : NULL;
    return true;
}
