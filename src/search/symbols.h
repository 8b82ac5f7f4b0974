/* Symbol search over the index: by exact name, prefix, sub-words, substring, then with typing
   errors, then by the words of name, containers and path together; ties by the file's class, kind,
   rank and path. Every name takes part: the best answers, not the first found. `*` in the query is
   a wildcard. */
#pragma once

#include "index/graph/modules.h"
#include "search/match.h"

#define SEARCH_QUERY_BYTES_MAX 1000

typedef struct SymbolHit {
    uint32_t symbol; /* dense id */
    MatchClass match;
} SymbolHit;
typedef VEC(SymbolHit) SymbolHitVec;

typedef struct SymbolHits {
    SymbolHitVec list; /* best first, at most the limit */
    size_t total;      /* how many matched */
    bool partly;       /* no symbol has all words of the query: these have two or more */
} SymbolHits;

typedef struct SymbolQuery {
    Str text;
    Str kind;               /* name of a kind, or empty */
    Str path;               /* what the path must contain, or empty */
    Str risk;               /* a level's name (risk.h), or empty */
    const Modules *modules; /* with `module`: only symbols of that one; or NULL */
    size_t module;
    size_t limit;
    /* Asked when no name is like the query, before what costs most is tried; false: nothing is
       found. NULL: always. */
    bool (*go_on)(void *context);
    void *context;
} SymbolQuery;

/* Needs the catalog's symbols, and metrics for the order among equals. */
bool symbols_search(Catalog *catalog, Arena *arena, const SymbolQuery *query, SymbolHits *hits,
                    Err *err) MUST_USE;
