#include "index/graph/modules.h"
#include "query/query.h"
#include "query/unseen.h"
#include "session/require.h"
#include "tools/tool.h"

#include <stdlib.h>

static const char *const examples[] = {"modules", "modules --format toon", NULL};

static const ToolParam params[] = {
    {.name = "limit",
     .type = TOOL_NUMBER,
     .fallback = "100",
     .min = 1,
     .max = 2000,
     .capped = true,
     .value = "N",
     .help = "how many, the largest first"},
};

static int larger_first(const void *a, const void *b)
{
    const Module *x = *(const Module *const *)a, *y = *(const Module *const *)b;
    if (x->lines != y->lines)
        return x->lines < y->lines ? 1 : -1;
    return str_compare(x->name, y->name);
}

static Json *module_row(Arena *arena, const Module *module)
{
    Json *row = json_object(arena);
    json_set(row, STR("module"), json_str(arena, module->name));
    json_set(row, STR("files"), json_u64(arena, module->files));
    json_set(row, STR("lines"), json_u64(arena, module->lines));
    json_set(row, STR("symbols"), json_u64(arena, module->symbols));
    json_set(row, STR("high_risk"), json_u64(arena, module->high));
    return row;
}

/* Estimated tokens of a row, from which the number of rows is computed. */
#define ROW_TOKENS 7

typedef struct Answer {
    ToolCall *call;
    const IndexSession *session;
    const Module **list; /* largest first */
    size_t count;
} Answer;

static void put_text(Buf *out, const Answer *answer, size_t shown)
{
    buf_put(out, STR("module  files lines symbols high-risk\n"));
    for (size_t i = 0; i < shown; i++) {
        const Module *module = answer->list[i];
        view_put_line_text(out, module->name);
        buf_printf(out, "  %u %llu %u %u\n", module->files, (unsigned long long)module->lines,
                   module->symbols, module->high);
    }
    if (shown == answer->count)
        return;
    buf_put_byte(out, '[');
    buf_put_thousands(out, answer->count - shown);
    buf_put(out, tool_hint(answer->call, STR(" more: --limit N; fovea overview rolls them up]\n")));
}

static void put_answer(Buf *out, void *state, size_t shown)
{
    const Answer *answer = state;
    Arena *arena = answer->call->arena;
    if (answer->call->format == VIEW_TEXT) {
        put_text(out, answer, shown);
        return;
    }
    Json *value = query_frame(arena, answer->session, STR("modules")), *rows = json_array(arena);
    for (size_t i = 0; i < shown; i++)
        json_add(rows, module_row(arena, answer->list[i]));
    json_set(value, STR("total"), json_u64(arena, answer->count));
    json_set(value, STR("modules"), rows);
    view_put_value(out, *answer->call->scratch, answer->call->format, value);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    if (!session_begin(&call->request, &session, (SessionNeeds){.parts = QUERY_PARTS}, err))
        return false;
    Modules modules = modules_of(call->arena, session.catalog);
    size_t count = modules.list.len;
    const Module **list = NEW(call->arena, const Module *, count + 1);
    for (size_t i = 0; i < count; i++)
        list[i] = &modules.list.ptr[i];
    if (count)
        qsort(list, count, sizeof *list, larger_first);
    unseen_note_tree(&call->request, &session, UNSEEN_LISTED);
    Buf out = buf_open(call->arena, 0);
    Answer answer = {call, &session, list, count};
    query_put_list(&out, &(QueryList){.count = MIN(count, tool_number(call, "limit")),
                                      .row_tokens = ROW_TOKENS,
                                      .state = &answer,
                                      .put = put_answer});
    return call->format == VIEW_TEXT ? query_put_text(&call->request, &session, &out, err)
                                     : tool_put_buf(call, &out, err);
}

const Tool modules_tool = {
    .name = "modules",
    .mcp_name = "list_modules",
    .summary = "Lists the modules of the repository: files, lines, symbols, risk",
    .about = "A module is a directory, dotted, without conventional roots such as "
             "src. At most 7 tokens a requested module: with long names fewer are "
             "shown.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"650", "7 a module"},
    .next = "get_module",
    .run = run,
};
