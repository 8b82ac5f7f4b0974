/* Which of a repository's names match a query. */
#pragma once

#include "index/catalog/catalog.h"
#include "search/match.h"

typedef struct MatchedName {
    uint32_t name;
    uint8_t class; /* MatchClass */
} MatchedName;
typedef VEC(MatchedName) MatchedVec;

typedef struct NamesQuery {
    const Matcher *matcher;
    bool nearly;   /* those with typing errors instead of all others */
    bool anywhere; /* of one word: classes are not told apart where that is quicker */
    /* With the symbols: all are counted, but of the names only those of the best classes are
       listed, in which there are `wanted`. NULL: all are listed. */
    const Catalog *symbols;
    size_t wanted;
    MatchClass least; /* names of the classes up to this one are listed in any case */
} NamesQuery;

typedef struct NamesMatched {
    MatchedVec list;           /* in order of their ids */
    size_t counts[MATCH_NONE]; /* with symbols; classes behind the listed ones under any of them */
} NamesMatched;

/* Shorter words stand in most names somewhere: there they must begin a sub-word. */
#define MATCH_ANYWHERE_MIN 3
#define MATCH_WORDS_MAX 8

/* Some of a list of lower-case words. */
typedef struct MatchWords {
    const Str *list;
    unsigned from, to;
} MatchWords;
/* Sets the bit of each word's place in the list in the sets, by id, of those names in which it
   stands. */
void match_words(const Names *names, Arena scratch, const MatchWords *words, uint8_t *sets);

void match_names(Names *names, const NamesQuery *query, Arena *arena, NamesMatched *matched);
