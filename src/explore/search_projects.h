/* Searches several repositories that have an index on this machine. */
#pragma once

#include "explore/search_ask.h"

/* `projects`: "all", or names or roots, one a line. Each repository is searched as if it were the
   only one. The best places of all are shown, with their repository. Repositories that fail or may
   not be read (SessionRequest.policy) are named. */
bool search_projects(SessionRequest *request, const SearchAsk *ask, Str projects,
                     Err *err) MUST_USE;
