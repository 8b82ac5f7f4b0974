/* Client of text embedding servers: any with OpenAI's /v1/embeddings, ollama with its own API,
   llama.cpp's server. */
#pragma once

#include "model/embedding_answer.h"

typedef enum EmbedderProvider {
    EMBEDDER_NONE,
    EMBEDDER_OPENAI, /* or a server with the same API */
    EMBEDDER_OLLAMA,
    EMBEDDER_LLAMA,
    EMBEDDER_PROVIDER_COUNT
} EmbedderProvider;

/* The provider of that name in the configuration, or EMBEDDER_NONE. */
EmbedderProvider embedder_provider_find(Str name);
/* The default address of its server, and the environment variable of its key (empty: no key
   needed). */
Str embedder_default_url(EmbedderProvider provider);
Str embedder_default_key_variable(EmbedderProvider provider);

typedef struct Embedder {
    EmbedderProvider provider;
    Str url; /* with or without the API's path */
    Str model;
    Str key;     /* sent only to that host; empty: none */
    size_t dims; /* 0: the model's number */
    unsigned retries;
    bool hurried; /* interactive: fails after some seconds */
    const volatile bool *cancel;
} Embedder;

/* Checks that it is usable: the address is valid, and no key goes unencrypted over a network. */
bool embedder_check(const Embedder *embedder, Err *err) MUST_USE;
/* Host and port of its address. */
Str embedder_place(const Embedder *embedder);
/* Embeds `count` texts with one request; *found is allocated in `arena`. Errors of the server name
   its status. ERR_USAGE: it rejects this request (400, 413, 422), so another one or a shorter text
   may succeed. */
bool embedder_embed(const Embedder *embedder, Arena *arena, const Str *texts, size_t count,
                    Embeddings *found, Err *err) MUST_USE;
