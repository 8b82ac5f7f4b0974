/* What the history of the repository says of a file (index/history/history.h), as answers show it.
 */
#pragma once

#include "index/history/history.h"
#include "view/format.h"

/* Of a file, or of the file of a function:
   `history: churn 5.2 (9 of 34 commits in 180 days), 7 authors, since 2019-03-02, last 2026-08-01`;
   nothing of other symbols, and where nothing is known. */
void history_put_symbol(Buf *out, const Catalog *catalog, uint32_t symbol);
/* As an object; or NULL. */
Json *history_symbol_value(Arena *arena, const Catalog *catalog, uint32_t symbol);
/* `changes together with: src/a.c (12 of 15 commits), src/b.h (8, no edge)`: files of the index
   that most of its commits changed, too, and whether an import or a use joins the two. Looks at
   links. */
void history_put_together(Buf *out, Arena scratch, const Catalog *catalog, uint32_t file);
Json *history_together_value(Arena *arena, const Catalog *catalog, uint32_t file);
/* `usually changed with these, not in the diff: src/b.h (12 of 15 commits of src/a.c), …`: files of
   the index that most commits of one of those that are changed, too, did change. */
void history_put_missing(Buf *out, const Catalog *catalog, const IdVec *changed);
Json *history_missing_value(Arena *arena, const Catalog *catalog, const IdVec *changed);
/* `most changed: src/a.c (churn 12.3), …`: files with the most churn. */
void history_put_most_changed(Buf *out, const Catalog *catalog);
Json *history_most_changed_value(Arena *arena, const Catalog *catalog);
/* How far history goes, or why there is none; empty where it was never read. */
Str history_state(Arena *arena, Store *store);
