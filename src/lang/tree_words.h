/* What only the syntax tree says of a file: words of code within strings, assignments that a module
   makes when it is loaded, and texts in which white space counts. */
#pragma once

#include "lang/lang.h"

typedef struct TSTree TSTree;

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
/* Appends strings, patterns and other tokens of a tree that hold white space, comments excluded, in
   order. */
void tree_words_spaced(Arena *arena, Str text, TSTree *tree, TreeSpanVec *texts);
/* Whether a node of this kind is a text as a whole, even where code is put in; a comment. */
bool tree_words_is_text(const char *kind);
bool tree_words_is_comment(const char *kind);
