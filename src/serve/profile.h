/* Profiles: which tools a server offers. */
#pragma once

#include "serve/serve.h"

/* `profile`: `core` or empty, `agent`, `full`, or `list:` and names with commas. Tools come in the
   order of tools.def. With `edits`, tools that change files are offered, too. */
bool profile_select(Arena *arena, Str profile, bool edits, const Tool ***tools, size_t *count,
                    Err *err) MUST_USE;
/* Whether the profile shows short schemas: core and agent do. */
bool profile_is_brief(Str profile);
/* Returns the name by which agents call the tool. */
Str profile_tool_name(const Tool *tool);
