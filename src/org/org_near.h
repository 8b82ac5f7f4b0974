/* Declarations of an organisation's repositories whose vectors are near to a question's. The
   database chooses candidates by sign bits; the code for local answers compares and merges them
   here (search/vector_search.h). */
#pragma once

#include "index/store/vectors.h"
#include "org/org_find.h"
#include "search/vector_search.h"

/* The vectors that the asking role can search. */
typedef struct OrgVectorState {
    VectorModel model;        /* its identity is the name alone; empty: no vectors */
    uint32_t files, embedded; /* files that should be embedded, and files that are */
} OrgVectorState;

typedef struct OrgNearQuery {
    const int8_t *vector; /* of the question, from the state's model */
    size_t dims;
    Str path;                 /* text the path must contain, or empty */
    Str exclude;              /* patterns of paths (search/exclude.h) */
    const Language *language; /* or NULL */
    bool no_tests;
    bool docs;    /* only files of prose */
    size_t limit; /* number of parts */
    size_t shown; /* nearest files that may be shown; of the others only ranks count */
} OrgNearQuery;

typedef struct OrgNearFile {
    OrgPlace place;
    Str hash, facts, words; /* empty unless fetched */
    bool shown;
} OrgNearFile;
typedef VEC(OrgNearFile) OrgNearFileVec;

typedef struct OrgNear {
    OrgNearFileVec files; /* by repository and path */
    VectorHitVec parts;   /* nearest first; `file` is an index in `files` */
} OrgNear;

bool org_vectors_state(Org *org, Arena *arena, const OrgAsked *asked, OrgVectorState *state,
                       Err *err) MUST_USE;
bool org_vectors_find(Org *org, Arena *arena, const OrgAsked *asked, const OrgNearQuery *query,
                      OrgNear *near, Err *err) MUST_USE;
/* Fetches facts and words of the files that may be shown, except contents in `known` (ids as
   texts). */
bool org_vectors_fetch(Org *org, Arena *arena, const OrgAsked *asked, const Map *known,
                       OrgNear *near, Err *err) MUST_USE;
