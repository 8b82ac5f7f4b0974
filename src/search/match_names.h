/* Finds the names of a repository that match a query. */
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
    bool nearly;   /* names with typing errors instead of all others */
    bool anywhere; /* for a single word: classes need not be distinguished where that is quicker */
    /* Counts the symbols of every match, but lists only names of the best classes, enough of them
       for `wanted` symbols. NULL: all matching names are listed and symbols are not counted. */
    const Catalog *symbols;
    size_t wanted;
    MatchClass least; /* names of this class and better are always listed */
} NamesQuery;

typedef struct NamesMatched {
    MatchedVec list;           /* by name id */
    size_t counts[MATCH_NONE]; /* symbols by class, if requested; classes worse than those listed
                                  may be mixed up */
} NamesMatched;

/* Shorter words occur somewhere in most names; they must begin a sub-word. */
#define MATCH_ANYWHERE_MIN 3
#define MATCH_WORDS_MAX 8

/* Words [from, to) of a list of lower-case words. */
typedef struct MatchWords {
    const Str *list;
    unsigned from, to;
} MatchWords;
/* `sets` is by name id: sets bit i for every name that contains word i of the list. */
void match_words(const Names *names, Arena scratch, const MatchWords *words, uint8_t *sets);

/* Finds the matching names. Loads blocks of names that may match, if names are lazy. */
void match_names(Names *names, const NamesQuery *query, Arena *arena, NamesMatched *matched);
