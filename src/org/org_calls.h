/* Callers and callees over an organisation's repositories: the edges around a symbol are fetched
   step by step and become the links of a small catalog, which the local code searches
   (search/neighbours.h). Edges also cross repositories, by packages that one publishes and the
   other imports (across.h). */
#pragma once

#include "org/org_find.h"
#include "search/neighbours.h"

/* Edges fetched for one step. Answers have at most some thousand symbols; an excess is announced,
   not counted. */
#define ORG_EDGES_MAX 20000

/* Symbols that a handle (search/handle.h) may mean. A path within one repository may stand for the
   path with its repository: then *text is changed. */
bool org_calls_candidates(Org *org, Arena *arena, const OrgAsked *asked, Str *text, OrgTree *tree,
                          Err *err) MUST_USE;
/* The symbol of a whole or half hash; SYMBOL_NOWHERE if the text is not a hash, or several symbols
   have it. */
uint32_t org_calls_by_hash(const OrgTree *tree, Arena *arena, Str text);

/* Callers of a requested symbol, in a summary. */
typedef struct OrgCallers {
    uint32_t symbol; /* SYMBOL_NOWHERE: it is no longer in the database */
    uint64_t count;  /* in its own repository, without itself */
    bool cut;        /* repositories that were not searched may have more */
} OrgCallers;

typedef struct OrgCalls {
    OrgTree tree;    /* with links */
    uint32_t symbol; /* the first requested one; SYMBOL_NOWHERE: it is gone */
    bool more;       /* not all edges were fetched */
    VEC(OrgCallers) callers;
    Map labels; /* pairs of symbols in different repositories -> index in `packages` */
    VEC(Str) packages;
} OrgCalls;

typedef struct OrgCallsQuestion {
    const OrgAsked *asked;
    const OrgPlace *focus; /* the requested symbols */
    size_t focus_count;
    const NeighbourOptions *options;
    /* More than 0: a summary, without mentions of types, with at most this many callers of a symbol
       from its own repository. */
    uint32_t each;
    const OrgPlaceVec *also; /* or NULL: further symbols for the tree */
} OrgCallsQuestion;
/* Takes a fixed number of statements a step, however many symbols it has. */
bool org_calls_fetch(Org *org, Arena *arena, const OrgCallsQuestion *question, OrgCalls *calls,
                     Err *err) MUST_USE;
/* A summary's data on a symbol's callers; NULL: not requested. */
const OrgCallers *org_calls_callers(const OrgCalls *calls, uint32_t symbol);
/* The package by which an edge crosses repositories; empty: it stays within one. */
Str org_calls_package(const OrgCalls *calls, uint32_t caller, uint32_t callee);
