/* Which of a repository's names match a query. */
#pragma once

#include "search/match.h"

typedef struct Matched {
    uint32_t name;
    uint8_t class; /* MatchClass */
} Matched;
typedef VEC(Matched) MatchedVec;

/* In order of their ids. `nearly`: those with typing errors instead of all others. */
void match_names(const Names *names, const Matcher *matcher, bool nearly, Arena *arena,
                 MatchedVec *matched);
