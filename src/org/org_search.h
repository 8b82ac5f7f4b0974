/* Candidates of an organisation's repositories for a question in plain words. They become a catalog
   of whole files with their words, which the local code ranks (search/rank.h). The rarity of a word
   is measured over all that the asking role may search. */
#pragma once

#include "org/org_near.h"
#include "search/question.h"

/* Files ranked by all evidence. */
#define ORG_SEARCHED_MAX 300

typedef struct OrgSearchQuery {
    const Question *question; /* widened if words of similar meaning count */
    Str path;                 /* text the path must contain, or empty */
    const Language *language; /* or NULL */
    Str exclude;              /* patterns of paths (search/exclude.h); only for near files */
    bool no_tests;
    bool no_words; /* only near files */
    OrgNear *near; /* its files are added, and `file` of its parts becomes their id; or NULL */
} OrgSearchQuery;

typedef struct OrgSearched {
    Catalog *catalog;
    OrgPlaceVec files; /* by file id */
    bool more;         /* very common words were ignored */
} OrgSearched;

bool org_search(Org *org, Arena *arena, const OrgAsked *asked, const OrgSearchQuery *query,
                OrgSearched *found, Err *err) MUST_USE;
