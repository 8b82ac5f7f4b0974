/* Ranks by the embedder's vectors; finds nothing if no embedder is configured. */
#pragma once

#include "explore/search_places.h"
#include "search/vector_search.h"

/* Maximum number of nearest declarations. */
#define SEARCH_NEAR_PARTS 300

/* What another program than the index has found by vectors. */
typedef struct SearchNear {
    const VectorHitVec *parts; /* nearest first */
    uint32_t files, embedded;  /* files that should be embedded, and that are */
    Str note;                  /* why there are no parts */
} SearchNear;

/* Fills in how many files are embedded. In hybrid mode an embedder that does not answer, or has
   embedded nothing yet, is no error: found->note says so, and there are no parts. */
bool search_vectors(SessionRequest *request, const IndexSession *session,
                    const SearchWanted *wanted, VectorHitVec *parts, SearchFound *found,
                    Err *err) MUST_USE;
