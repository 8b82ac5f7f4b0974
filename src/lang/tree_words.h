/* What only the syntax tree says of a file: words of code within strings, assignments that a module
   makes when it is loaded, and texts in which white space counts. */
#pragma once

#include "lang/lang.h"

typedef struct TreeSpan {
    uint32_t start, end;
} TreeSpan;
typedef VEC(TreeSpan) TreeSpanVec;

/* Appends the words of code that strings put in, nested ones included: `f"{word:>{width}}"`. */
void lang_words_in_strings(Arena *arena, Arena scratch, const Language *language, Str text,
                           TreeSpanVec *words);
/* Appends variables that are assigned, counted up or deleted outside of all functions and types. */
void lang_loaded_assignments(Arena *arena, Arena scratch, const Language *language, Str text,
                             TreeSpanVec *targets);
/* Appends strings, patterns and other tokens that hold white space, comments excluded, in order; of
   a language without a grammar none. False: the parse reached a limit. */
bool lang_spaced_texts(Arena *arena, Arena scratch, const Language *language, Str text,
                       TreeSpanVec *texts);
