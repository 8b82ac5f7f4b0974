/* Suggests a call to make instead of a tool that the server does not offer. */
#pragma once

#include "tools/tool.h"

/* Returns ` (in --profile full; here: callers direction=out)` or ` (did you mean search_symbols?)`;
   empty when nothing is near. `tools`: those that are offered. */
Str missing_tool(Arena *arena, const Tool *const *tools, size_t count, Str name);
