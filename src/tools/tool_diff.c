/* What changed, told by symbol: the working tree, commits, or two directories. */
#include "base/hash.h"
#include "tools/cursor.h"
#include "tools/diff_sides.h"
#include "tools/query.h"
#include "view/diff.h"

static const ToolParam params[] = {
    {.name = "base",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "BASE",
     .help = "a revision, A..B, A...B, or the first of two directories or files; default HEAD"},
    {.name = "head",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "HEAD",
     .help = "a revision, or WORKING (the default): the files as they are"},
    {.name = "path",
     .type = TOOL_TEXT,
     .positional = true,
     .many = true,
     .value = "PATH",
     .help = "only these files and directories"},
    {.name = "staged", .type = TOOL_FLAG, .help = "what is staged, against HEAD or BASE"},
    {.name = "summary_only", .type = TOOL_FLAG, .help = "files and counts, no symbols"},
    {.name = "limit",
     .type = TOOL_NUMBER,
     .fallback = "20",
     .min = 1,
     .max = 100,
     .capped = true,
     .value = "N",
     .help = "files a page"},
    CURSOR_PARAM,
};

static const char *const examples[] = {"diff", "diff main", "diff HEAD~3..HEAD src/net",
                                       "diff --staged", "diff old/ new/ --format json", NULL};

static uint64_t state_of(const ChangeSet *set)
{
    uint64_t state = set->files.len;
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        const Str parts[] = {file->old.path, file->old.text, file->new.path, file->new.text};
        for (size_t k = 0; k < COUNT(parts); k++)
            state = (state ^ hash_fast(parts[k])) * HASH_SPREAD;
    }
    return state >> 1;
}

static bool choose_page(ToolCall *call, const DiffSides *sides, DiffView *view, Err *err)
{
    uint64_t offset, state = state_of(&sides->set);
    if (!cursor_read_at(state, STR("diff"), tool_text(call, "cursor"), &offset, err))
        return false;
    size_t count = sides->set.files.len;
    view->first = (size_t)MIN(offset, (uint64_t)count);
    view->shown = MIN((size_t)tool_number(call, "limit"), count - view->first);
    if (view->first + view->shown == count)
        return true;
    view->cursor = cursor_make_at(call->arena, state, STR("diff"), view->first + view->shown);
    view->next = tool_hint(call, str_format(call->arena, "--cursor %.*s", STR_ARG(view->cursor)));
    return true;
}

static bool run(ToolCall *call, Err *err)
{
    DiffSides sides = {0};
    DiffAsked asked = {.base = tool_text(call, "base"), .head = tool_text(call, "head")};
    if (!diff_sides_of_paths(call, &asked, &sides, err))
        return false;
    DiffView view = {.set = &sides.set,
                     .order = diff_order(call->arena, &sides.set),
                     .base = sides.base,
                     .head = sides.head,
                     .summary_only = tool_flag(call, "summary_only"),
                     .unseen = diff_unseen(call->arena, &sides.set),
                     .note = sides.note};
    if (!choose_page(call, &sides, &view, err))
        return false;
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT)
        diff_put_text(&out, *call->scratch, &view);
    else
        view_put_value(&out, *call->scratch, call->format, diff_value(call->arena, &view));
    return tool_put_buf(call, &out, err);
}

const Tool diff_tool = {
    .name = "diff",
    .mcp_name = "analyze_diff",
    .summary = "Says what changed by symbol: added, removed, renamed, moved, what breaks callers",
    .about = "A comparison of both sides' outlines and tokens, not of lines. Each changed line lies in "
             "a symbol that is told, or is counted; what was not compared is listed as unseen.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .run = run,
};
