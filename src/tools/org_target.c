#include "tools/org_target.h"

#include "base/fs.h"
#include "base/shell.h"
#include "config/config.h"

bool org_target(const ToolCall *call, Str text, Str *target, Err *err)
{
    Str given = str_trim(text);
    bool configured = !given.len || str_equal(given, STR(ORG_CONFIGURED)) ||
                      str_equal(given, STR("true")); /* as models write a flag */
    *target = str_trim(fs_environment("FOVEA_ORG"));
    if (!target->len)
        *target = call->context->config->org_database;
    if (call->context->reword && !configured && !str_equal(given, *target)) {
        err_set(err, ERR_USAGE, "org: an agent can ask the configured database alone");
        return err_hint(err,
                        "org: " ORG_CONFIGURED ", which the user sets by FOVEA_ORG or database "
                        "in [org] of ~/.config/fovea/config.toml");
    }
    if (!configured)
        *target = given;
    if (target->len)
        return true;
    err_set(err, ERR_USAGE, "no organisation's database is configured");
    return err_hint(err, "name one: postgresql://host/name, or set FOVEA_ORG, or database in [org] "
                         "of ~/.config/fovea/config.toml");
}

bool org_open_asked(const ToolCall *call, Org *org, Err *err)
{
    OrgOptions options = {.statement_ms = ORG_QUESTION_MS, .cancel = call->context->cancel};
    return org_target(call, tool_text(call, "org"), &options.target, err) &&
           org_open(call->arena, &options, org, err);
}

Str org_asked_again(const ToolCall *call)
{
    Arena *arena = call->arena;
    Str target = postgres_target_shown(arena, tool_text(call, "org"));
    Str branch = tool_text(call, "branch");
    Buf out = buf_open(arena, 0);
    buf_printf(&out, " --org %.*s", STR_ARG(shell_quote(arena, target)));
    if (branch.len)
        buf_printf(&out, " --branch %.*s", STR_ARG(shell_quote(arena, branch)));
    return buf_str(&out);
}
