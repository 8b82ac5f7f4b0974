/* A tool's record as models see it: description and JSON Schema. */
#pragma once

#include "tools/tool.h"

/* An entry of tools/list. `brief`: without what models can do without. */
Json *schema_of_tool(Arena *arena, const Tool *tool, bool brief);

/* Arguments that every call may have, beside the record's. */
enum {
    COMMON_PAGE,
    COMMON_FORMAT,
    COMMON_ROOT,
    COMMON_SINCE,
    COMMON_STRUCTURED,
    COMMON_COUNT
};
extern const ToolParam schema_common[COMMON_COUNT];

/* Text of ours that speaks of the command line, in the words of a tool call: `fovea read_chunk` for
   `fovea chunk`, `limit` for `--limit`. */
Str schema_reword(Arena *arena, Str text);
/* A hint, still of the command line, without its clauses (between `; `) about tools that are not
   among these. */
Str schema_offered(Arena *arena, Str hint, const Tool *const *tools, size_t count);
