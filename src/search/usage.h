/* How much a symbol is used, counted as every tool shows it: who calls, uses or extends it, who
   only mentions it as a type, who uses what belongs to it. */
#pragma once

#include "search/exclude.h"

typedef struct Usage {
    uint32_t callers;   /* symbols that surely or likely call it, use it, or are derived from it */
    uint32_t ambiguous; /* further ones, that may as well mean another of the name */
    uint32_t mentions;  /* further ones, that only name it as a type; of both confidences */
    uint32_t sites;     /* places in the code of callers and ambiguous ones, itself included */
    uint32_t tests;     /* callers, surely or likely, that are tests */
    uint32_t members;   /* symbols elsewhere that use what belongs to it */
    uint32_t excluded;  /* callers, ambiguous ones and mentions in files that are left out */
} Usage;

/* Needs the catalog's symbols and links. A pass over the edges into it; with `members`, into all
   that belongs to it. `exclude` may be NULL. */
Usage usage_of(const Catalog *catalog, Arena scratch, uint32_t symbol, bool members,
               const Exclusion *exclude);
/* Of the entries of the file that others may mention without using them, by their places in it; of
   the rest callers alone. */
Usage *usage_of_file(const Catalog *catalog, Arena *arena, uint32_t id);
/* Whether others may mention it without using it. */
bool usage_has_mentions(SymbolKind kind);
