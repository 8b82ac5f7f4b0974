/* `fovea index --watch`. */
#pragma once

#include "tools/session.h"

/* Keeps the index of a repository up to date until the call is cancelled, which is no failure; a
   line for each update. Of `place`, what says where it is and the limit of memory are needed. */
bool index_watch(ToolCall *call, const IndexSession *place, Err *err) MUST_USE;
