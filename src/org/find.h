/* Symbols of an organisation by name. The database gives candidates, which become a small catalog
   (tree.h), and the very code that answers locally (search/symbols.h) chooses and orders them. */
#pragma once

#include "org/tree.h"
#include "search/symbols.h"

/* Places that are looked at. Answers have at most 100 rows a page; what is beyond is announced, not
   counted. */
#define ORG_PLACES_MAX 3000

typedef struct OrgFound {
    OrgTree tree; /* of the candidates */
    SymbolHits hits;
    bool more;  /* the database has more candidates than were looked at */
    bool brief; /* the query's words are so short that names with them inside were not looked for */
} OrgFound;

/* What a question is asked of. */
typedef struct OrgAsked {
    Str branch; /* answers come from branches of that name; empty: each repository's default one */
    uint64_t repositories; /* that have such a branch and that the asking role may read */
    uint64_t state;        /* changes when any of these branches is published */
    bool no_trigrams;      /* parts of names are searched without an index */
} OrgAsked;

/* Begins a question: all that follows on this connection sees one state of the database. */
bool org_ask(Org *org, Arena *arena, Str branch, OrgAsked *asked, Err *err) MUST_USE;
/* Finds the symbols. Fails as symbols_search does. The query must not ask for a module or a risk,
   which the database does not have. */
bool org_find(Org *org, Arena *arena, const SymbolQuery *query, const OrgAsked *asked,
              OrgFound *found, Err *err) MUST_USE;
/* Places of symbols that a handle may mean by its name, best first. */
bool org_find_named(Org *org, Arena *arena, const OrgAsked *asked, Str text, OrgPlaceVec *places,
                    Err *err) MUST_USE;
