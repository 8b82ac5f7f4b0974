/* `fovea debug edges`: the edges of a repository, one JSON object a line. */
#pragma once

#include "session/session.h"
#include "tools/tool.h"

/* Opens a session on the call's `path` with a complete catalog. Waits for a process that is still
   indexing the tree. */
bool debug_open_whole(ToolCall *call, IndexSession *session, Err *err) MUST_USE;
bool debug_put_edges(ToolCall *call, Err *err) MUST_USE;
