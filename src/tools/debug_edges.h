/* `fovea debug edges`: the edges of a repository as lines of JSON. */
#pragma once

#include "tools/tool.h"

bool debug_put_edges(ToolCall *call, Err *err) MUST_USE;
