/* Which tools a server offers. */
#pragma once

#include "serve/serve.h"

/* `core` (or nothing), `full`, or `list:` and names with commas. The order is the records'. */
bool profile_select(Arena *arena, Str profile, const Tool ***tools, size_t *count,
                    Err *err) MUST_USE;
/* The name under which agents call it. */
Str profile_tool_name(const Tool *tool);
