/* Servers that turn texts into vectors of what they mean: any with OpenAI's /v1/embeddings, ollama
   with its own API, llama.cpp's server. */
#pragma once

#include "model/embedding_answer.h"

typedef enum EmbedderProvider {
    EMBEDDER_NONE,
    EMBEDDER_OPENAI, /* or whoever speaks the same */
    EMBEDDER_OLLAMA,
    EMBEDDER_LLAMA,
    EMBEDDER_PROVIDER_COUNT
} EmbedderProvider;

/* As it is written in a configuration; empty for none. */
Str embedder_provider_name(EmbedderProvider provider);
/* EMBEDDER_NONE when there is none of that name. */
EmbedderProvider embedder_provider_find(Str name);
/* Where its server is unless said otherwise, and the variable with its key; empty: it needs none.
 */
Str embedder_default_url(EmbedderProvider provider);
Str embedder_default_key_variable(EmbedderProvider provider);

typedef struct Embedder {
    EmbedderProvider provider;
    Str url; /* with or without the path of the API */
    Str model;
    Str key;     /* sent to that host alone; empty: none */
    size_t dims; /* 0: as many as the model has */
    unsigned retries;
    bool hurried; /* somebody waits: gives up after some seconds */
    const volatile bool *cancel;
} Embedder;

/* Whether it can be used at all: its address, and that no key goes over an open network. */
bool embedder_check(const Embedder *embedder, Err *err) MUST_USE;
/* Host and port of its address. */
Str embedder_place(const Embedder *embedder);
/* Errors of the server name its status; ERR_USAGE: it refuses this very request (400, 413, 422), so
   that another one, or a shorter text, may do. */
bool embedder_embed(const Embedder *embedder, Arena *arena, const Str *texts, size_t count,
                    Embeddings *found, Err *err) MUST_USE;
