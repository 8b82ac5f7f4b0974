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

/* Callers of a symbol that was asked about, in a summary. */
typedef struct OrgCallers {
    uint32_t symbol; /* SYMBOL_NOWHERE: it is no longer in the database */
    uint64_t count;  /* in its own repository, without itself */
    bool cut;        /* there may be more in other repositories than were looked at */
} OrgCallers;

typedef struct OrgCalls {
    OrgTree tree;    /* with links */
    uint32_t symbol; /* the first that was asked about; SYMBOL_NOWHERE: it is gone */
    bool more;       /* there are more edges than were fetched */
    VEC(OrgCallers) callers;
    Map labels; /* pairs of symbols in different repositories -> index in `packages` */
    VEC(Str) packages;
} OrgCalls;

typedef struct OrgCallsQuestion {
    const OrgAsked *asked;
    const OrgPlace *focus; /* of the symbols */
    size_t focus_count;
    const NeighbourOptions *options;
    /* More than 0: a summary, without mentions of types, with at most so many callers of a symbol
       from its own repository. */
    uint32_t each;
    const OrgPlaceVec *also; /* or NULL: symbols that the tree has, too */
} OrgCallsQuestion;
/* A fixed number of statements a step, however many symbols it has. */
bool org_calls_fetch(Org *org, Arena *arena, const OrgCallsQuestion *question, OrgCalls *calls,
                     Err *err) MUST_USE;
/* What a summary knows of a symbol's callers; NULL: it was not asked about. */
const OrgCallers *org_calls_callers(const OrgCalls *calls, uint32_t symbol);
/* The package by which an edge crosses repositories; empty: it does not. */
Str org_calls_package(const OrgCalls *calls, uint32_t caller, uint32_t callee);
