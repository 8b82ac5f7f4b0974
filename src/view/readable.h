/* Parts of a file that is not shown as it is written (lang/reading.h). */
#pragma once

#include "lang/reading.h"

typedef struct ShownPick {
    uint64_t first, last; /* lines of the file; or, if `end`, ... */
    size_t start, end;    /* ... what lies in these bytes */
} ShownPick;

typedef struct ShownPlace {
    uint32_t at;   /* where the line begins in the text */
    uint32_t from; /* what it shows begins there in the file, ... */
    uint32_t line; /* ... in this line */
    ShownKind kind;
} ShownPlace;

typedef struct ShownText {
    Str text;
    VEC(ShownPlace) places; /* by line */
} ShownText;

/* The lines that the pick selects, each part below its head. */
void shown_pick(Arena *arena, const Shown *shown, const ShownPick *pick, ShownText *picked);
/* A shorter length than `bytes` that ends before a head; `bytes` if the first part alone is longer.
 */
size_t shown_cut(const ShownText *shown, size_t bytes);
/* The line of the file at an offset of the text. */
uint32_t shown_line(const ShownText *shown, size_t at);
/* The offset of the last head or source at or before that line and that byte of the file. */
size_t shown_at(const ShownText *shown, uint64_t line, size_t from);
/* The outline with its symbols and cuts where they are in the text, for lang/chunk. */
Outline shown_outline(Arena *arena, const Outline *outline, const ShownText *shown);
