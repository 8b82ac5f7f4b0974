/* Symbol search over the index: by exact name, prefix, sub-words, substring, then with typing
   errors; ties by the file's class, kind, rank and path. Every name takes part: the best answers,
   not the first found. `*` in the query is a wildcard. */
#pragma once

#include "index/modules.h"

#define SEARCH_QUERY_BYTES_MAX 1000

typedef enum MatchClass {
    MATCH_EXACT,
    MATCH_EXACT_CASE, /* but for letter case */
    MATCH_PREFIX,
    MATCH_WORDS,
    MATCH_SUBSTRING,
    MATCH_FUZZY, /* one typing error for four letters */
    MATCH_NONE,
} MatchClass;

typedef struct SymbolHit {
    uint32_t symbol; /* dense id */
    MatchClass match;
} SymbolHit;
typedef VEC(SymbolHit) SymbolHitVec;

typedef struct SymbolHits {
    SymbolHitVec list; /* best first, at most the limit */
    size_t total;      /* how many matched */
} SymbolHits;

typedef struct SymbolQuery {
    Str text;
    Str kind;               /* name of a kind, or empty */
    Str path;               /* what the path must contain, or empty */
    Str risk;               /* a level's name (risk.h), or empty */
    const Modules *modules; /* with `module`: only symbols of that one; or NULL */
    size_t module;
    size_t limit;
} SymbolQuery;

/* Needs the catalog's symbols; standings too for the order among equals. */
bool symbols_search(Catalog *catalog, Arena *arena, Arena scratch, const SymbolQuery *query,
                    SymbolHits *hits, Err *err) MUST_USE;

/* How a name matches a query; MATCH_NONE when it does not. */
MatchClass symbols_match(Arena scratch, Str query, Str name);
