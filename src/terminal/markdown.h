/* Markdown as it streams from a model, to rows for a terminal: headings, emphasis, code, lists,
   quotes, tables, links as `text (url)`. Lines are rendered when complete; an incomplete rest can
   be previewed. Rows of any text are clean (clean.h). Without styles, headings keep their marks and
   code its backquotes, so that nothing is lost. */
#pragma once

#include "terminal/cells.h"

/* A longer line is shown without its markup, in pieces. */
#define MARKDOWN_LINE_BYTES_MAX ((size_t)64 << 10)
/* A longer table is shown as source text. */
#define MARKDOWN_TABLE_BYTES_MAX ((size_t)64 << 10)

typedef struct Markdown Markdown;

/* `columns` 0: rows are not wrapped. */
Markdown *markdown_open(Arena *arena, size_t columns, bool styled);
void markdown_set_columns(Markdown *markdown, size_t columns);
/* Takes the next piece of the text; appends the rows that it completes, each with its line end. */
void markdown_put(Markdown *markdown, Str piece, Buf *out);
/* Ends the text: appends the rest, and prepares for another text. */
void markdown_end(Markdown *markdown, Buf *out);

typedef VEC(CellSpan) CellRows;

/* The rows of the incomplete rest, as far as known. */
void markdown_preview(const Markdown *markdown, Arena *arena, CellRows *rows);
/* Appends rows of an incomplete paragraph, so that at most `most` remain if possible. Only rows
   that later text cannot change are final: not those after a mark without its partner. */
void markdown_pass(Markdown *markdown, size_t most, Buf *out);
