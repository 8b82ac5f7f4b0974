#include "query/org_target.h"

#include "base/fs.h"
#include "base/shell.h"
#include "config/config.h"

bool org_target(const SessionRequest *request, Str text, Str *target, Err *err)
{
    Str given = str_trim(text);
    bool configured = !given.len || str_equal(given, STR(ORG_CONFIGURED)) ||
                      str_equal(given, STR("true")); /* as models write a flag */
    *target = str_trim(fs_environment("FOVEA_ORG"));
    if (!target->len)
        *target = request->config->org_database;
    if (request->reword && !configured && !str_equal(given, *target)) {
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

bool org_open_asked(const SessionRequest *request, OrgWanted wanted, Org *org, Err *err)
{
    OrgOptions options = {.statement_ms = ORG_QUESTION_MS, .cancel = request->cancel};
    return org_target(request, wanted.target, &options.target, err) &&
           org_open(request->arena, &options, org, err);
}

Str org_asked_again(Arena *arena, OrgWanted wanted)
{
    Str target = postgres_target_shown(arena, wanted.target);
    Buf out = buf_open(arena, 0);
    buf_printf(&out, " --org %.*s", STR_ARG(shell_quote(arena, target)));
    if (wanted.branch.len)
        buf_printf(&out, " --branch %.*s", STR_ARG(shell_quote(arena, wanted.branch)));
    return buf_str(&out);
}
