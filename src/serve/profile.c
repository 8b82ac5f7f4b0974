#include "serve/profile.h"

#include "text/nearest.h"

Str profile_tool_name(const Tool *tool)
{
    return str_from(tool->mcp_name ? tool->mcp_name : tool->name);
}

static bool is_listed(const Tool *tool, Str list)
{
    Str name;
    while (str_take_until(&list, ',', &name))
        if (tool_find(str_trim(name)) == tool)
            return true;
    return false;
}

static bool check_names(Arena *arena, Str list, bool edits, Err *err)
{
    Str name, *names = NEW(arena, Str, tool_count());
    for (size_t i = 0; i < tool_count(); i++)
        names[i] = profile_tool_name(tool_at(i));
    while (str_take_until(&list, ',', &name)) {
        name = str_trim(name);
        const Tool *tool = tool_find(name);
        if (tool && !tool->cli_only && (edits || !tool->edits))
            continue;
        if (tool && tool->edits) {
            err_set(err, ERR_USAGE, "profile: '%.*s' changes files", STR_ARG(name));
            return err_hint(err, "fovea mcp --allow-edits offers it");
        }
        err_set(err, ERR_USAGE, "profile: there is no tool '%.*s' for agents", STR_ARG(name));
        Str near = nearest_find(name, names, tool_count());
        return err_hint(err, "%s%.*s%sfovea mcp --profile full has all",
                        near.len ? "did you mean '" : "", STR_ARG(near), near.len ? "'? " : "");
    }
    return true;
}

/* The named profile; false when `name` is not one of them. */
static bool find_profile(Str name, ToolProfile *profile)
{
    static const struct {
        const char *name;
        ToolProfile profile;
    } named[] = {{"", TOOL_IN_CORE},
                 {"core", TOOL_IN_CORE},
                 {"agent", TOOL_IN_AGENT},
                 {"full", TOOL_IN_FULL}};
    for (size_t i = 0; i < COUNT(named); i++) {
        *profile = named[i].profile;
        if (str_equal(name, str_from(named[i].name)))
            return true;
    }
    return false;
}

bool profile_is_brief(Str profile)
{
    ToolProfile named;
    return find_profile(profile, &named) && named != TOOL_IN_FULL;
}

bool profile_select(Arena *arena, Str profile, bool edits, const Tool ***tools, size_t *count,
                    Err *err)
{
    Str list = str_starts(profile, STR("list:")) ? str_from_offset(profile, 5) : (Str){0};
    ToolProfile named = TOOL_IN_FULL;
    if (!list.len && !find_profile(profile, &named)) {
        err_set(err, ERR_USAGE, "profile: '%.*s' is not one of core, agent, full, list:NAMES",
                STR_ARG(profile));
        return err_hint(err, "list:map,read offers these two");
    }
    *tools = NEW(arena, const Tool *, tool_count());
    *count = 0;
    for (size_t i = 0; i < tool_count(); i++) {
        const Tool *tool = tool_at(i);
        bool allowed = !tool->cli_only && (edits || !tool->edits);
        bool chosen = list.len ? is_listed(tool, list) : tool->edits || tool->profile >= named;
        if (allowed && chosen)
            (*tools)[(*count)++] = tool;
    }
    return check_names(arena, list, edits, err);
}
