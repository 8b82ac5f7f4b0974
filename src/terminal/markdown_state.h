/* Shared by the files of the Markdown renderer. */
#pragma once

#include "terminal/markdown.h"

struct Markdown {
    size_t columns;
    bool styled;
    char *line; /* the incomplete line */
    size_t len;
    size_t passed; /* bytes of it already written */
    bool is_long;  /* a line without markup, written in pieces */
    bool in_fence;
    char fence;
    size_t fence_len, fence_indent;
    char *table; /* its lines so far, each with its line feed */
    size_t table_len, table_lines;
};

/* markdown_inline.c: appends text from an offset on, with its emphasis, code, links. */
void markdown_inline(Arena *arena, CellVec *cells, Str text, size_t from, Style base, bool styled);
/* markdown_table.c: the rows of a complete table. */
bool markdown_is_delimiter(Str line);
void markdown_table(const Markdown *markdown, Arena *arena, CellRows *rows);
