/* Parser of embedding servers' answers, which are untrusted input: one vector for each text, of the
   expected length, of finite numbers. Any other answer is an error. */
#pragma once

#include "base/err.h"
#include "model/vector.h"

typedef struct Embeddings {
    int8_t *numbers; /* count times dims */
    size_t count, dims;
    uint64_t tokens; /* as counted by the server; 0: not stated */
} Embeddings;

typedef struct EmbeddingsWanted {
    size_t count;
    size_t dims; /* 0: any number, the same for all vectors */
} EmbeddingsWanted;

/* Accepts OpenAI's form (`data`, in any order, numbers or base64) and ollama's (`embeddings`). */
bool embedding_answer_parse(Arena *arena, Str body, EmbeddingsWanted wanted, Embeddings *found,
                            Err *err) MUST_USE;
