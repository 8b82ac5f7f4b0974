/* Symbol search over the index: by exact name, prefix, sub-words, substring, then with typing
   errors, then by words of the path; ties by kind and path. Every name of the index takes part: the
   best answers, not the first found. `*` in the query is a wildcard. */
#pragma once

#include "index/store.h"

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
    uint32_t id;
    Str name, path;
    SymbolKind kind;
    uint32_t start_line, end_line;
    uint32_t file_hash;
    uint64_t symbol_hash;
    MatchClass match;
    FileClass class;
} SymbolHit;
typedef VEC(SymbolHit) SymbolHitVec;

typedef struct SymbolHits {
    SymbolHitVec list; /* best first, at most the limit */
    size_t total;      /* how many matched */
} SymbolHits;

typedef struct SymbolQuery {
    Str text;
    Str kind; /* name of a kind, or empty */
    Str path; /* what the path must contain, or empty */
    size_t limit;
} SymbolQuery;

bool symbols_search(Store *store, Arena *arena, Arena scratch, const SymbolQuery *query,
                    SymbolHits *hits, Err *err) MUST_USE;

/* How a name matches a query; MATCH_NONE when it does not. */
MatchClass symbols_match(Arena scratch, Str query, Str name);
