/* Inside view: code of both sides as HTML, beside each other, with what differs marked. */
#pragma once

#include "base/buf.h"
#include "change/change.h"
#include "view/diff_words.h"

/* One side of a file as it is shown. Lines count from 1. */
typedef struct CodeSide {
    const ChangeSide *side;
    TokenVec tokens;
    uint32_t *starts; /* of lines 1 to count; then the end of the text */
    uint32_t count;
    uint32_t *blocks; /* by line: the block that shows it; 0: none */
    bool *secret;     /* by line: it is not to be shown; NULL: all are */
} CodeSide;

CodeSide code_side(Arena *arena, const ChangeSide *side);

/* A line of each side, 0: none there. Of rows that differ, both are there where the one was changed
   into the other. */
typedef struct CodeRow {
    uint32_t old, new;
    bool differs;
} CodeRow;
typedef VEC(CodeRow) CodeRowVec;

/* Lines of a side; none where `last` is less than `first`. */
typedef struct CodeRange {
    const CodeSide *code;
    uint32_t first, last;
} CodeRange;

/* All lines of both ranges in rows. `hunks` count lines from the ranges' beginnings. */
void code_rows(Arena *arena, Arena scratch, const CodeRange *old, const CodeRange *new,
               const LineHunkVec *hunks, CodeRowVec *rows);

/* What is shown at one place: a symbol with what is in it, by its indexes in the outlines of both
   sides, first <= symbol < next. */
typedef struct CodeBlock {
    uint32_t old_first, old_next;
    uint32_t new_first, new_next;
} CodeBlock;

typedef struct CodeView {
    const CodeSide *old, *new; /* NULL: not there */
    const CodeBlock *blocks;   /* from 1 */
    uint32_t block;   /* rows of blocks within it only say where they are; 0: what is in no block */
    uint32_t context; /* lines around what differs */
    /* Links to the block. */
    void (*link)(Buf *out, void *state, uint32_t block);
    void *state;
} CodeView;

/* Rows as they are to be looked at; gives how many that differ were left out because there were too
   many. */
size_t code_put(Buf *out, Arena scratch, const CodeView *view, const CodeRowVec *rows);
