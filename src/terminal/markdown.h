/* Markdown as it streams from a model, to rows for a terminal: headings, emphasis, code, lists,
   quotes, tables, links as `text (url)`. Lines are rendered when they are complete; what is
   incomplete can be previewed. Whatever the text is, rows are clean (clean.h). Without styles,
   headings keep their marks and code its backquotes, so that nothing is lost. */
#pragma once

#include "terminal/cells.h"

/* A longer line is shown without its markup, in pieces. */
#define MARKDOWN_LINE_BYTES_MAX ((size_t)64 << 10)
/* A longer table is shown as it is written. */
#define MARKDOWN_TABLE_BYTES_MAX ((size_t)64 << 10)

typedef struct Markdown Markdown;

/* `columns` 0: rows are not wrapped. */
Markdown *markdown_open(Arena *arena, size_t columns, bool styled);
void markdown_set_columns(Markdown *markdown, size_t columns);
/* Takes the next piece of the text; appends the rows that it completes, each with its line end. */
void markdown_put(Markdown *markdown, Str piece, Buf *out);
/* Ends the text: appends the rest, and makes ready for another text. */
void markdown_end(Markdown *markdown, Buf *out);

typedef VEC(CellSpan) CellRows;

/* The rows of what is incomplete, as far as it goes. */
void markdown_preview(const Markdown *markdown, Arena *arena, CellRows *rows);
/* Appends rows of an incomplete paragraph, so that at most `most` are left if that is possible.
   Only rows that nothing can change any more are final: not those after a mark without its partner.
 */
void markdown_pass(Markdown *markdown, size_t most, Buf *out);
