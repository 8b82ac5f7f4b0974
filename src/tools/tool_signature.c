/* `signature`: adds, removes or reorders parameters with all callers, or refuses and says why. */
#include "refactor/call_form.h"
#include "refactor/rename_begin.h"
#include "refactor/rename_steps.h"
#include "tools/try_out.h"

static const ToolParam params[] = {
    PARAM_SUBJECT("SYMBOL"),
    {.name = "add",
     .type = TOOL_TEXT,
     .value = "PARAMETER",
     .help = "a parameter as it is declared, which comes last: 'x: int = 0'"},
    {.name = "value",
     .type = TOOL_TEXT,
     .value = "LITERAL",
     .help = "what callers pass for it; not needed if it has a default"},
    {.name = "remove", .type = TOOL_TEXT, .value = "NAME", .help = "a parameter that goes"},
    {.name = "order",
     .type = TOOL_TEXT,
     .value = "NAMES",
     .help = "the names of all parameters in their new order, separated by commas"},
    PARAM_CHECK,
    PARAM_DRY_RUN,
};

static const char *const examples[] = {"signature Cart.total --add 'tax: float = 0' --dry-run",
                                       "signature src/dict.c::dictAdd --remove flags",
                                       "signature resize --order height,width", NULL};

/* Shown as the new name: what is done. */
static Str describe(Arena *arena, const SignatureChange *change)
{
    return change->add.len      ? str_format(arena, "with %.*s", STR_ARG(change->add))
           : change->remove.len ? str_format(arena, "without %.*s", STR_ARG(change->remove))
                                : str_format(arena, "(%.*s)", STR_ARG(change->order));
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    Rename rename SCOPED(rename_close) = {.request = &call->request, .session = &session};
    RenameOutcome outcome = {.dry_run = tool_flag(call, "dry_run")};
    const SignatureChange change = {.add = str_trim(tool_text(call, "add")),
                                    .value = str_trim(tool_text(call, "value")),
                                    .remove = str_trim(tool_text(call, "remove")),
                                    .order = str_trim(tool_text(call, "order"))};
    const RenameChoice choice = {0};
    if ((change.add.len > 0) + (change.remove.len > 0) + (change.order.len > 0) != 1)
        return err_set(err, ERR_USAGE, "give one of --add, --remove and --order");
    if (!rename_begin(&rename, tool_text(call, "symbol"), err))
        return false;
    rename.new = str_join(call->arena, rename.old, STR("_changed"));
    if (!call_form_plan(&rename, &change, &outcome.set, err))
        return false;
    rename.new = describe(call->arena, &change);
    if (try_out_command(call).len && !rename_is_refused(&rename, &choice) &&
        !try_out(call, &rename, &outcome.set, err))
        return false;
    outcome.refused = rename_is_refused(&rename, &choice);
    call->exit_code = outcome.refused ? ERR_NOT_FOUND : ERR_NONE;
    Str what = str_format(call->arena, "signature of %.*s", STR_ARG(rename.old));
    if (!outcome.refused && !outcome.dry_run &&
        !rename_commit(&rename, &outcome.set, what, &outcome.commit, err))
        return false;
    outcome.what = "changed";
    return rename_put_answer(&rename, &outcome, err);
}

const Tool signature_tool = {
    .name = "signature",
    .summary = "Adds, removes or reorders parameters of a function with its callers",
    .about = "Overrides, interfaces and prototypes are changed together, and each call gets its "
             "arguments for the new parameters. What cannot be proved is refused: a use of the "
             "function as a value, spread arguments, an argument that computes something and "
             "would be passed earlier, later or not. For Python, JavaScript, TypeScript, Go, C "
             "and Java.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .edits = true,
    .uses_index = true,
    .tokens = {"", "2,500 a page"},
    .next = "analyze_diff, get_tests",
    .run = run,
};
