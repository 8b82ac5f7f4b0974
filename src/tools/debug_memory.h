/* `fovea debug memory`: the memory of a catalog that is kept loaded, by data structure. */
#pragma once

#include "tools/tool.h"

bool debug_put_memory(ToolCall *call, Err *err) MUST_USE;
