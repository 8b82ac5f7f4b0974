/* Writes what git's history says about a file (index/history/history.h). */
#pragma once

#include "index/history/history.h"
#include "view/format.h"

/* Writes, for a file or the file of a function:
   `history: churn 5.2 (9 of 34 commits in 180 days), 7 authors, since 2019-03-02, last 2026-08-01`.
   Writes nothing for other symbols, or if nothing is known. */
void history_put_symbol(Buf *out, const Catalog *catalog, uint32_t symbol);
/* The same as an object, or NULL. */
Json *history_symbol_value(Arena *arena, const Catalog *catalog, uint32_t symbol);
/* Files that most commits to this one changed as well, and whether an import or a use connects the
   two. Reads the catalog's links. */
Json *history_together_value(Arena *arena, const Catalog *catalog, uint32_t file);
/* Files that most commits to one of the changed files changed as well. */
Json *history_missing_value(Arena *arena, const Catalog *catalog, const IdVec *changed);
/* Writes `most changed: src/a.c (churn 12.3), …`: the files with the most churn. */
void history_put_most_changed(Buf *out, const Catalog *catalog);
Json *history_most_changed_value(Arena *arena, const Catalog *catalog);
/* Says how far history goes back, or why it is missing; empty if it was never read. */
Str history_state(Arena *arena, Store *store);
