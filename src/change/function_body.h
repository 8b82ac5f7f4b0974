/* The tokens of a function's body, without comments. */
#pragma once

#include "change/side.h"

typedef struct FunctionBody {
    Arena *arena;
    const ChangeSide *side;
    TokenVec tokens;
} FunctionBody;

/* `side` has tokens. */
FunctionBody function_body_read(Arena *arena, const ChangeSide *side, uint32_t symbol);
/* The text of a token; empty after the last one. */
Str function_body_text(const FunctionBody *body, size_t i);
/* The byte of a mark; '\0': it is another token. */
char function_body_mark(const FunctionBody *body, size_t i);
/* Whether a line break is between a token and the one before, or there is no token. */
bool function_body_breaks(const FunctionBody *body, size_t i);
/* Index of the bracket that closes the one at `open`; `end`: none does before it. */
size_t function_body_close(const FunctionBody *body, size_t open, size_t end);
