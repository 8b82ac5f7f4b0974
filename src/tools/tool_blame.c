/* `blame`: who wrote which part of a symbol or file, and when. */
#include "differ/symbol_history.h"
#include "git/blame.h"
#include "query/response.h"
#include "relations/graph_answer.h"
#include "session/require.h"
#include "tools/params.h"
#include "view/blame_view.h"

static const ToolParam params[] = {
    PARAM_SYMBOL(QUERY_SYMBOL_HELP "; or a file"),
    PARAM_FILE,
    {.name = "ignore_space", .type = TOOL_FLAG, .help = "ignore changes of white space"},
    PARAM_LIMIT("20", 200, "how many commits to list"),
};

static const char *const examples[] = {"blame dictAdd", "blame src/dict.c::dictAdd --ignore-space",
                                       "blame src/dict.c", NULL};

static bool find(ToolCall *call, const IndexSession *session, const HistorySubject *subject,
                 GitBlame *blame, Err *err)
{
    GitObjects *objects SCOPED(git_objects_close) = NULL;
    GitBlameOptions options = {.path = subject->path,
                               .first = subject->first,
                               .last = subject->last,
                               .ignore_space = tool_flag(call, "ignore_space"),
                               .cancel = call->context->cancel};
    return git_objects_open(call->arena, &session->repo, &objects, err) &&
           git_blame(objects, call->arena, &options, blame, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    HistorySubject subject;
    Str text;
    GitBlame blame;
    if (!session_begin(&call->request, &session, (SessionNeeds){.parts = QUERY_PARTS}, err) ||
        !params_symbol(call, &text, err) ||
        !symbol_history_choose(&call->request, &session, text, &subject, err) ||
        !find(call, &session, &subject, &blame, err))
        return false;
    BlameView view = {.path = subject.path,
                      .qualified = subject.qualified,
                      .first = subject.first,
                      .last = MIN(subject.last ? subject.last : blame.lines, blame.lines),
                      .blame = &blame,
                      .limit = tool_number(call, "limit"),
                      .more = tool_hint(call, STR("--limit lists more"))};
    Response response = response_open(&call->request, &session, STR("blame"), blame_view_wording);
    blame_view_set(call->arena, &view, response.value, response.words);
    return response_send(&response, err);
}

const Tool blame_tool = {
    .name = "blame",
    .mcp_name = "symbol_blame",
    .summary = "Shows who wrote which lines of a symbol or a file, and when",
    .about = "Attributes each line in the work tree to the commit that wrote it, "
             "through renames of the file as git blame does. Authors are listed with "
             "their share of the lines, commits newest first with their line ranges. "
             "Uncommitted lines are listed separately. At the end of a shallow clone, "
             "lines may be older than shown, and the answer says so.",
    .agents = "To learn whom to ask, or which commit explains a line.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"85", "2,500 a page"},
    .next = "symbol_history",
    .run = run,
};
