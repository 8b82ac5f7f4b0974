/* Parser of embedding servers' answers, as untrusted input: as many vectors as there were texts, of
   the wanted length, of finite numbers. Anything else is an error. */
#pragma once

#include "base/err.h"
#include "model/vector.h"

typedef struct Embeddings {
    int8_t *numbers; /* count times dims */
    size_t count, dims;
    uint64_t tokens; /* as counted by the server; 0: it does not say */
} Embeddings;

typedef struct EmbeddingsWanted {
    size_t count;
    size_t dims; /* 0: any number, the same for all */
} EmbeddingsWanted;

/* Accepts OpenAI's form (`data`, in any order, numbers or base64) and ollama's (`embeddings`). */
bool embedding_answer_parse(Arena *arena, Str body, EmbeddingsWanted wanted, Embeddings *found,
                            Err *err) MUST_USE;
