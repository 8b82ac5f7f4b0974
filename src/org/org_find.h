/* Symbols of an organisation by name. The database returns candidates, which become a small catalog
   (tree.h). The same code as for local answers (search/symbols.h) chooses and orders them. */
#pragma once

#include "org/tree.h"
#include "search/symbols.h"

/* Places examined. Answers have at most 100 rows a page; an excess is announced, not counted. */
#define ORG_PLACES_MAX 3000

typedef struct OrgFound {
    OrgTree tree; /* of the candidates */
    SymbolHits hits;
    bool more;  /* not all candidates of the database were examined */
    bool brief; /* the query's words are too short to search for names that contain them */
} OrgFound;

/* The scope of a question. */
typedef struct OrgAsked {
    Str branch;            /* branches to answer from; empty: each repository's default */
    uint64_t repositories; /* that have this branch and that the asking role may read */
    uint64_t state;        /* changes when any of these branches is published */
    bool no_trigrams;      /* parts of names are searched without an index */
} OrgAsked;

/* Begins a question: all later queries on this connection see one state of the database. */
bool org_ask(Org *org, Arena *arena, Str branch, OrgAsked *asked, Err *err) MUST_USE;
/* Finds the symbols. Fails like symbols_search. The query must not contain a module or a risk,
   which the database does not have. */
bool org_find(Org *org, Arena *arena, const SymbolQuery *query, const OrgAsked *asked,
              OrgFound *found, Err *err) MUST_USE;
/* Places of symbols that a handle may mean by its name, best first. */
bool org_find_named(Org *org, Arena *arena, const OrgAsked *asked, Str text, OrgPlaceVec *places,
                    Err *err) MUST_USE;
