/* Error recovery: where the parser understood nothing, declarations are found by line patterns and
   merged into the outline that was made from the tree. */
#pragma once

#include "lang/lang.h"

/* A range of the text that the tree has only as an error. Lists are ascending. */
typedef struct LostSpan {
    uint32_t start, end;
} LostSpan;

typedef VEC(LostSpan) LostSpanVec;

/* Adds [start, end), which must not start before the last span; it is joined to that if they are
   close. Once the list is full, further spans are dropped. */
void recover_note(Arena *arena, LostSpanVec *lost, uint32_t start, uint32_t end);
/* Adds everything outside of the outline's symbols. For a file whose tree is an error as a whole:
   the parser may then have taken code for text. */
void recover_outside(Arena *arena, Str text, const Outline *outline, LostSpanVec *lost);
/* Adds the declarations in those spans to the outline. A word declares only if it is a token of the
   grammar. */
void recover_lost(Arena *arena, Arena scratch, Str text, const OutlineOptions *options,
                  const LostSpanVec *lost, Outline *outline);
