/* `fovea index --watch`. */
#pragma once

#include "tools/tool.h"

/* Keeps the index of the repository at `root` up to date until the call is cancelled, which is no
   failure; a line for each update. */
bool index_watch(ToolCall *call, Str root, Str database, Err *err) MUST_USE;
