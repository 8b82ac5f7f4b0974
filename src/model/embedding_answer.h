/* What an embedding server answered, read as bytes of a stranger: as many vectors as there were
   texts, each of the wanted length, of finite numbers; anything else is an error. */
#pragma once

#include "base/err.h"
#include "model/vector.h"

typedef struct Embeddings {
    int8_t *numbers; /* count times dims */
    size_t count, dims;
    uint64_t tokens; /* that the server counted; 0: it does not say */
} Embeddings;

typedef struct EmbeddingsWanted {
    size_t count;
    size_t dims; /* 0: whatever the model has, all the same */
} EmbeddingsWanted;

/* Knows the form of OpenAI (`data`, in any order, numbers or base64) and of ollama (`embeddings`).
 */
bool embedding_answer_parse(Arena *arena, Str body, EmbeddingsWanted wanted, Embeddings *found,
                            Err *err) MUST_USE;
/* What an answer with an error's status says: one line, cut; empty when nothing. */
Str embedding_answer_reason(Arena *arena, Str body);
