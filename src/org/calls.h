/* Callers and callees over an organisation's repositories: the edges around a symbol, fetched step
   by step, as the links of a small catalog, on which the code that answers locally works
   (search/neighbours.h). Edges also lead from one repository into another by the packages that one
   publishes and the other imports (across.h). */
#pragma once

#include "org/find.h"
#include "search/neighbours.h"

/* Edges that are fetched for one step. Answers have at most some thousand symbols; what is beyond
   is announced, not counted. */
#define ORG_EDGES_MAX 20000

/* Symbols that a handle (search/handle.h) may mean. A path within one repository may stand for the
   whole one: *text is changed then. */
bool org_calls_candidates(Org *org, Arena *arena, const OrgAsked *asked, Str *text, OrgTree *tree,
                          Err *err) MUST_USE;
/* The symbol of a whole or half hash; SYMBOL_NOWHERE if the text is none, or several have it. */
uint32_t org_calls_by_hash(const OrgTree *tree, Arena *arena, Str text);

typedef struct OrgCalls {
    OrgTree tree;    /* with links */
    uint32_t symbol; /* the one that was asked about */
    bool more;       /* there are more edges than were fetched */
    Map labels;      /* pairs of symbols in different repositories -> index in `packages` */
    VEC(Str) packages;
} OrgCalls;

typedef struct OrgCallsQuestion {
    const OrgAsked *asked;
    const OrgPlace *focus; /* of the symbol */
    const NeighbourOptions *options;
} OrgCallsQuestion;
bool org_calls_fetch(Org *org, Arena *arena, const OrgCallsQuestion *question, OrgCalls *calls,
                     Err *err) MUST_USE;
/* The package by which an edge crosses repositories; empty: it does not. */
Str org_calls_package(const OrgCalls *calls, uint32_t caller, uint32_t callee);
