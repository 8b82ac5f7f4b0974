/* `fovea debug memory`: what a process that keeps a repository's catalog holds, by structure. */
#pragma once

#include "tools/tool.h"

bool debug_put_memory(ToolCall *call, Err *err) MUST_USE;
