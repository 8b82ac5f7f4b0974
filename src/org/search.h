/* Candidates of an organisation's repositories for a question in plain words. They become a catalog
   of whole files with their words, which the code that answers locally ranks (search/rank.h). How
   rare a word is, is a matter of all that the asking role may search. */
#pragma once

#include "org/vectors.h"
#include "search/question.h"

/* Files that are ranked by all evidence. */
#define ORG_SEARCHED_MAX 300

typedef struct OrgSearchQuery {
    const Question *question; /* widened, if words of similar meaning count */
    Str path;                 /* text the path must contain, or empty */
    const Language *language; /* or NULL */
    Str exclude;              /* patterns of paths (search/exclude.h); only for what is near */
    bool no_tests;
    bool no_words; /* only what is near */
    OrgNear *near; /* whose files are added, and in whose parts `file` becomes their id; or NULL */
} OrgSearchQuery;

typedef struct OrgSearched {
    Catalog *catalog;
    OrgPlaceVec files; /* by file id */
    bool more;         /* words that very many files have were left aside */
} OrgSearched;

bool org_search(Org *org, Arena *arena, const OrgAsked *asked, const OrgSearchQuery *query,
                OrgSearched *found, Err *err) MUST_USE;
