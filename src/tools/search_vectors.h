/* What the embedder's vectors say to a question: nothing when none is configured. */
#pragma once

#include "search/vector_search.h"
#include "tools/search_places.h"

/* In hybrid mode an embedder that does not answer, or that has embedded nothing yet, is no error:
   found->note says so, and there are no parts. Fills in what share is embedded. */
bool search_vectors(ToolCall *call, const IndexSession *session, const SearchWanted *wanted,
                    VectorHitVec *parts, SearchFound *found, Err *err) MUST_USE;
