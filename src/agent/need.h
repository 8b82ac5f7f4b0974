/* Requests of a model for more context: lines `need: HANDLE` in its answer. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

/* At most this many lines of one reply count. */
#define NEEDS_MAX 12

typedef struct Needs {
    VEC(Str) lines; /* after `need:`, without duplicates; they point into the reply */
} Needs;

/* Whether a line of a reply is a request, or the fence around requests. */
bool need_is_line(Str line);
Needs need_read(Arena *arena, Str reply);
/* An answer of a tool for a model, which has no tools: what it says about calls and options is left
   out, or said as a request. */
Str need_words(Arena *arena, Str answer);
