/* The history of entered lines, the newest last, and its file: one line an entry, `\n` and `\\` for
   line feeds and backslashes. The file is private (0600), in a directory that only this user can
   change. A text that looks like a secret is never written. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

/* Entries offered again; nobody remembers older ones. */
#define LINE_HISTORY_ENTRIES_MAX 1000
/* A longer text is not kept: it was pasted, and the session has it. */
#define LINE_HISTORY_ENTRY_BYTES_MAX ((size_t)64 << 10)

typedef struct LineHistory {
    Arena arena;
    VEC(Str) entries;
    Str path;
} LineHistory;

/* Reads the file; with an empty path, or if the file is not private, entries are only kept in
   memory. */
void line_history_open(LineHistory *history, Str path);
void line_history_close(LineHistory *history); /* works as SCOPED(line_history_close) */
/* Appends a text, unless it is blank or equal to the last. Entries that another process added to
   the file meanwhile are kept. */
void line_history_add(LineHistory *history, Str text);
/* The newest entry before index `below` that contains `text`; STR_NONE: none. */
size_t line_history_find(const LineHistory *history, size_t below, Str text);
