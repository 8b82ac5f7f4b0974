/* Declarations that syntax errors hid: looked for by line patterns where the parser understood
   nothing, and put among those that it found. */
#pragma once

#include "lang/lang.h"

/* Where the tree holds tokens that it could not place; ascending. */
typedef struct LostSpan {
    uint32_t start, end;
} LostSpan;

typedef VEC(LostSpan) LostSpanVec;

/* Notes [start, end), which begins at or after the last one. Only so many are kept. */
void recover_note(Arena *arena, LostSpanVec *lost, uint32_t start, uint32_t end);
/* All that is outside of the outline's symbols is lost, too: the parser made nothing of the file as
 * a whole, and may have taken code for text. */
void recover_outside(Arena *arena, Str text, const Outline *outline, LostSpanVec *lost);
/* Adds to the outline what stands in those spans. Only words that the grammar knows as tokens
 * declare. */
void recover_lost(Arena *arena, Arena scratch, Str text, const OutlineOptions *options,
                  const LostSpanVec *lost, Outline *outline);
