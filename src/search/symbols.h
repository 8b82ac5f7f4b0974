/* Symbol search over the whole index.

   Matches by exact name, prefix, sub-words, substring, then with typing errors, then cross-field by
   name, containers and path. Ties are broken by the file's class, kind, rank and path. Every name
   is considered, so the result is the best matches and not the first ones found. `*` in the query
   is a wildcard. */
#pragma once

#include "index/graph/modules.h"
#include "search/match.h"

/* Longer text is not a name: it was pasted by mistake. */
#define SEARCH_QUERY_BYTES_MAX 1000

typedef struct SymbolHit {
    uint32_t symbol; /* dense id */
    MatchClass match;
} SymbolHit;
typedef VEC(SymbolHit) SymbolHitVec;

typedef struct SymbolHits {
    SymbolHitVec list; /* best first, at most the limit */
    size_t total;      /* number of matches */
    bool partly;       /* no symbol has all words of the query: these have two or more */
} SymbolHits;

typedef struct SymbolQuery {
    Str text;
    Str kind;               /* name of a kind, or empty */
    Str path;               /* text the path must contain, or empty */
    Str risk;               /* name of a level (risk.h), or empty */
    const Modules *modules; /* with `module`: only symbols of that module; or NULL */
    size_t module;
    size_t limit;
    /* Called when no name is similar, before the most expensive passes; false: stop with no result.
       NULL: always continue. */
    bool (*go_on)(void *context);
    void *context;
} SymbolQuery;

/* The number of a kind by its name, SYMBOL_KIND_COUNT for an empty text; fails on an unknown one.
 */
bool symbols_read_kind(Str text, unsigned *kind, Err *err) MUST_USE;

/* Fails on a query that is too long or an unknown kind. Needs the catalog's symbols, and metrics
   for the order of ties. */
bool symbols_search(Catalog *catalog, Arena *arena, const SymbolQuery *query, SymbolHits *hits,
                    Err *err) MUST_USE;
