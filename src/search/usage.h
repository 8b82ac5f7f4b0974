/* Usage counts of a symbol, the same in every tool: callers, users and subtypes; mentions as a
   type; users of its members. */
#pragma once

#include "search/exclude.h"

typedef struct Usage {
    uint32_t callers;   /* symbols that surely or likely call it, use it or derive from it */
    uint32_t ambiguous; /* further symbols that may mean another symbol of its name */
    uint32_t mentions;  /* further symbols that only name it as a type; of both confidences */
    uint32_t sites;     /* places in callers and ambiguous callers, including itself */
    uint32_t tests;     /* sure or likely callers that are tests */
    uint32_t members;   /* symbols elsewhere that use its members */
    uint32_t excluded;  /* callers, ambiguous callers and mentions in excluded files */
} Usage;

/* One pass over the edges into the symbol and, with `members`, into its members. `exclude` may be
   NULL. Needs the catalog's symbols and links. */
Usage usage_of(const Catalog *catalog, Arena scratch, uint32_t symbol, bool members,
               const Exclusion *exclude);
/* The same for several declarations that are one to their users; `others` are one with the symbol.
 */
Usage usage_of_joined(const Catalog *catalog, Arena scratch, uint32_t symbol, const IdVec *others,
                      const Exclusion *exclude);
/* Usage of every entry of a file, by index. Complete for kinds that have mentions; only `callers`
   is set for the rest. */
Usage *usage_of_file(const Catalog *catalog, Arena *arena, uint32_t id);
/* Whether symbols of this kind can be mentioned without being used. */
bool usage_has_mentions(SymbolKind kind);
