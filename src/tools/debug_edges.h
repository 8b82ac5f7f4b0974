/* `fovea debug edges`: the edges of a repository as lines of JSON. */
#pragma once

#include "session/session.h"
#include "tools/tool.h"

/* Opens a session on the call's `path` with a catalog of all, of a tree that is not being indexed
   any more: waits for another process that is at it when what it has saved is not whole. */
bool debug_open_whole(ToolCall *call, IndexSession *session, Err *err) MUST_USE;
bool debug_put_edges(ToolCall *call, Err *err) MUST_USE;
