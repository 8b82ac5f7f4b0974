/* Syntax errors of a text: where the parser of its language's grammar skipped something, or had to
   assume something that is not there. */
#pragma once

#include "lang/lang.h"

/* A text with more errors than that is not in the language; the rest are dropped. */
#define SYNTAX_ERRORS_MAX 1000

typedef struct SyntaxError {
    uint32_t start, end;           /* bytes of the text that were not understood */
    uint32_t start_line, end_line; /* from 1 */
    Str missing; /* the token assumed at `start`: `)`, `;`, `identifier`; empty: a skipped text */
} SyntaxError;
typedef VEC(SyntaxError) SyntaxErrorVec;

/* Parses the text as a whole and lists its errors in the order of their places. False if they
   cannot be known: the language has no grammar, or the parse reached a limit. Memory and time are
   bounded as in lang_outline. */
bool lang_syntax_errors(Arena *arena, const Language *language, Str text,
                        const OutlineOptions *options, SyntaxErrorVec *errors);
