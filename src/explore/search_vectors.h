/* Ranks by the embedder's vectors; finds nothing if no embedder is configured. */
#pragma once

#include "explore/search_places.h"
#include "search/vector_search.h"

/* Maximum number of nearest declarations. */
#define SEARCH_NEAR_PARTS 300

/* Hits by vectors from another source than the index. */
typedef struct SearchNear {
    const VectorHitVec *parts; /* nearest first */
    uint32_t files, embedded;  /* files that should be embedded, and files that are */
    Str note;                  /* why there are no parts */
} SearchNear;

/* Sets the number of embedded files. In hybrid mode an embedder that does not answer, or has no
   vectors yet, is no error: found->note says so, and the result has no parts. */
bool search_vectors(SessionRequest *request, const IndexSession *session,
                    const SearchWanted *wanted, VectorHitVec *parts, SearchFound *found,
                    Err *err) MUST_USE;
