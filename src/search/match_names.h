/* Which of a repository's names match a query. */
#pragma once

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
    /* How many have a name: those of id are from starts[id] on, to starts[id + 1]. Then all are
       counted, but of the names only those of the best classes are listed, in which there are
       `wanted`. NULL: all are listed. */
    const uint32_t *starts;
    size_t wanted;
    MatchClass least; /* names of the classes up to this one are listed in any case */
} NamesQuery;

typedef struct NamesMatched {
    MatchedVec list;           /* in order of their ids */
    size_t counts[MATCH_NONE]; /* with starts; classes behind the listed ones under any of them */
} NamesMatched;

void match_names(Names *names, const NamesQuery *query, Arena *arena, NamesMatched *matched);
