/* Text as cells: one for each shown character, with its columns, style and offset in the source.
   Only clean text becomes cells (clean.h), and only cells become bytes for the terminal. */
#pragma once

#include "base/vec.h"
#include "terminal/clean.h"
#include "terminal/style.h"

typedef struct Cell {
    const char *ptr; /* in the arena of the cells */
    uint8_t len, columns;
    Style style;
    uint32_t source : 31; /* offset of its character in the source text */
    uint32_t firm : 1;    /* of Markdown: the text before it can no longer change its look */
} Cell;

typedef VEC(Cell) CellVec;

/* Part of such a vector: a row on the screen. */
typedef struct CellSpan {
    const Cell *ptr;
    size_t len;
} CellSpan;

/* Appends text without line feeds; a tab becomes spaces up to the next multiple of 8 columns,
   counted from the first cell. `source` is the offset of the text in its source. */
void cells_put(Arena *arena, CellVec *cells, Str text, size_t source, Style style,
               CleanFor purpose);
/* The same for the program's own text. */
void cells_put_plain(Arena *arena, CellVec *cells, Str text, Style style);
size_t cells_columns(CellSpan cells);
/* Appends other cells. */
void cells_append(Arena *arena, CellVec *cells, CellSpan more);

static inline CellSpan cells_span(const CellVec *cells)
{
    return (CellSpan){cells->ptr, cells->len};
}
static inline CellSpan cells_from(CellSpan cells, size_t from)
{
    return (CellSpan){cells.ptr + from, cells.len - from};
}

/* Takes the next row of at most `columns` columns off the front; false at the end. With `words` it
   breaks after a space or next to a wide character if possible, and drops the spaces there. A row
   has at least one cell. */
bool cells_take_row(CellSpan *rest, size_t columns, bool words, CellSpan *row);
/* The cells that fit; the last is an ellipsis if some are cut. */
CellSpan cells_cut(Arena *arena, CellSpan cells, size_t columns);

/* Writes a row, with styles if `styled`; begins and ends unstyled. */
void cells_write(Buf *out, CellSpan cells, bool styled);
bool cell_equal(const Cell *a, const Cell *b);
