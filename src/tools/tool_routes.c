/* `routes`: the routes that a tree offers over HTTP, their handlers and the requests that reach
   them. */
#include "base/shell.h"
#include "query/cursor.h"
#include "relations/routes_answer.h"
#include "session/require.h"
#include "tools/params.h"

static const ToolParam params[] = {
    {.name = "pattern",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "PATTERN",
     .help = "a part of the path, the handler's name or the file"},
    PARAM_LIMIT("50", 500, "how many to show"),
    PARAM_CURSOR,
};

static const char *const examples[] = {"routes", "routes /users", "routes login --format json",
                                       NULL};

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    const SessionNeeds needs = {.parts = QUERY_PARTS | CATALOG_LINKS, .calls = true};
    Str pattern = tool_text(call, "pattern");
    RoutesQuestion question = {.pattern = pattern,
                               .limit = tool_number(call, "limit"),
                               .question = str_join(call->arena, STR("routes "), pattern)};
    question.call =
        str_join(call->arena, STR("fovea routes"),
                 pattern.len ? str_join(call->arena, STR(" "), shell_quote(call->arena, pattern))
                             : (Str){0});
    return session_begin(&call->request, &session, needs, err) &&
           cursor_read(&session, question.question, tool_text(call, "cursor"), &question.from,
                       err) &&
           routes_answer(&call->request, &session, &question, err);
}

const Tool routes_tool = {
    .name = "routes",
    .mcp_name = "list_routes",
    .summary = "Lists HTTP routes, their handlers and the requests that reach them",
    .about = "Routes of web frameworks and requests of clients, in all languages of the tree, with "
             "prefixes joined. A request reaches a route if method and path agree: likely, or "
             "ambiguous if several routes fit or a prefix is not known. Computed paths are not "
             "followed; the answer counts them.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"100", "3,000 a page"},
    .next = "get_callers, get_impact",
    .run = run,
};
