/* Turns a tool's record into the form that models see: a description and a JSON Schema. */
#pragma once

#include "tools/tool.h"

/* Returns an entry of tools/list. `brief`: leaves out parts that models can do without. */
Json *tool_schema_of(Arena *arena, const Tool *tool, bool brief);
/* The type of a parameter in JSON schema. */
const char *tool_schema_type(const ToolParam *param);

/* Arguments that every call may have in addition to its tool's. */
enum {
    COMMON_PAGE,
    COMMON_FORMAT,
    COMMON_ROOT,
    COMMON_SINCE,
    COMMON_STRUCTURED,
    COMMON_COUNT
};
extern const ToolParam schema_common[COMMON_COUNT];

/* Rewrites a text about the command line for tool calls: `fovea read_chunk` for `fovea chunk`,
   `limit` for `--limit`. */
Str tool_schema_reword(Arena *arena, Str text);
/* Removes the clauses of a hint (separated by `; `) that speak of other tools than these. The hint
   has not been rewritten yet. */
Str tool_schema_offered(Arena *arena, Str hint, const Tool *const *tools, size_t count);
