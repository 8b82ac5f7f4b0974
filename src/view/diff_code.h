/* Side-by-side diff of code as HTML, with the words that differ marked. Internal to view. */
#pragma once

#include "base/buf.h"
#include "change/change.h"
#include "view/diff_words.h"

/* One side of a file, prepared for display. Lines count from 1. */
typedef struct CodeSide {
    const ChangeSide *side;
    TokenVec tokens;
    uint32_t *starts; /* offsets of lines 1 to count, then the end of the text */
    uint32_t count;
    uint32_t *blocks; /* by line: the block that shows it; 0: none */
    bool *secret;     /* by line: must not be shown; NULL: all may be */
} CodeSide;

CodeSide code_side(Arena *arena, const ChangeSide *side);

/* A row: one line of each side, 0 for none. A row that differs has both lines if one was changed
   into the other. */
typedef struct CodeRow {
    uint32_t old, new;
    bool differs;
} CodeRow;
typedef VEC(CodeRow) CodeRowVec;

/* A range of lines of one side; empty if `last` is less than `first`. */
typedef struct CodeRange {
    const CodeSide *code;
    uint32_t first, last;
} CodeRange;

/* Appends all lines of both ranges to `rows`. The hunks count lines from the beginnings of the
   ranges. */
void code_rows(Arena *arena, Arena scratch, const CodeRange *old, const CodeRange *new,
               const LineHunkVec *hunks, CodeRowVec *rows);

/* A block: the code shown at one place of the page, a symbol with its members. It is given by its
   range of indices in the outlines of both sides, first <= symbol < next. */
typedef struct CodeBlock {
    uint32_t old_first, old_next;
    uint32_t new_first, new_next;
} CodeBlock;

typedef struct CodeView {
    const CodeSide *old, *new; /* NULL: no such side */
    const CodeBlock *blocks;   /* numbered from 1 */
    uint32_t block; /* the block to show; rows of nested blocks are replaced by links. 0: code in no
                       block */
    uint32_t context; /* lines of context around differences */
    /* Writes a link to the block. */
    void (*link)(Buf *out, void *state, uint32_t block);
    void *state;
} CodeView;

/* Writes the rows: differences with context, the rest folded. Returns how many differing rows were
   left out because the block has too many. */
size_t code_put(Buf *out, Arena scratch, const CodeView *view, const CodeRowVec *rows);
