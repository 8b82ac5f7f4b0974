#include "serve/missing.h"

#include "serve/profile.h"
#include "serve/tool_schema.h"
#include "text/nearest.h"
#include "tools/alias.h"

/* A tool outside a profile, and the call of one inside that serves the same purpose. */
typedef struct Instead {
    const char *tool, *by, *call;
} Instead;

static const Instead instead[] = {
    {"callees", "callers", "fovea callers with direction=callees"},
    {"source", "symbol", "fovea symbol with include_source"},
    {"get_symbols", "symbol", "fovea symbol with a list of symbols"},
    {"symbols", "find", "fovea find with kind and path"},
    {"graph", "callers", "fovea callers with depth"},
    {"path", "callers", "fovea callers with depth"},
    {"tests", "impact", "fovea impact"},
    {"module", "overview", "fovea overview with path"},
    {"modules", "overview", "fovea overview"},
    {"analyze", "map", "fovea map"},
    {"page", "read", "fovea read"},
    {"chunk", "read", "fovea read with offset and limit"},
    {"implementations", "symbol", "fovea symbol"},
};

static bool is_offered(const Tool *const *tools, size_t count, const Tool *tool)
{
    for (size_t i = 0; i < count && tool; i++)
        if (tools[i] == tool)
            return true;
    return false;
}

static Str instead_of(Arena *arena, const Tool *const *tools, size_t count, const Tool *tool)
{
    for (size_t i = 0; i < COUNT(instead); i++)
        if (str_equal(str_from(instead[i].tool), str_from(tool->name)) &&
            is_offered(tools, count, tool_find(str_from(instead[i].by))))
            return tool_schema_reword(arena, str_from(instead[i].call));
    return (Str){0};
}

static Str nearest_tool(Arena *arena, const Tool *const *tools, size_t count, Str name)
{
    Str *names = NEW(arena, Str, count + 1);
    for (size_t i = 0; i < count; i++)
        names[i] = profile_tool_name(tools[i]);
    return nearest_find(name, names, count);
}

Str missing_tool(Arena *arena, const Tool *const *tools, size_t count, Str name)
{
    const Tool *tool = tool_find(name), *other = tool ? tool : alias_tool(name);
    if (other && other->cli_only)
        return (Str){0};
    if (!other) {
        Str near = nearest_tool(arena, tools, count, name);
        return near.len ? str_format(arena, " (did you mean %.*s?)", STR_ARG(near)) : (Str){0};
    }
    if (other->edits && !is_offered(tools, count, other))
        return STR(" (only a server started with --allow-edits has it)");
    Str own = profile_tool_name(other), here = instead_of(arena, tools, count, other);
    if (is_offered(tools, count, other))
        return str_format(arena, " (did you mean %.*s?)", STR_ARG(own));
    return str_format(arena, " (%s%.*s%sin --profile %s%s%.*s)", tool ? "" : "as ",
                      STR_ARG(tool ? (Str){0} : own), tool ? "" : " ",
                      other->profile == TOOL_IN_AGENT ? "agent" : "full",
                      here.len ? "; here: " : "", STR_ARG(here));
}
