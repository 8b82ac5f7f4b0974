/* Ranks by the embedder's vectors; finds nothing if no embedder is configured. */
#pragma once

#include "search/vector_search.h"
#include "tools/search_places.h"

/* Fills in how many files are embedded. In hybrid mode an embedder that does not answer, or has
   embedded nothing yet, is no error: found->note says so, and there are no parts. */
bool search_vectors(ToolCall *call, const IndexSession *session, const SearchWanted *wanted,
                    VectorHitVec *parts, SearchFound *found, Err *err) MUST_USE;
