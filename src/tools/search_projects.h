/* One question to several repositories that have an index on this machine. */
#pragma once

#include "tools/search_ask.h"

/* `projects`: "all", or names or roots, each on a line. Each repository is asked as it is asked
   alone; the best places of all are shown, with the repository that they are in. What may not be
   read (ToolContext.roots) and what fails is named. */
bool search_projects(ToolCall *call, const SearchAsk *ask, Str projects, Err *err) MUST_USE;
