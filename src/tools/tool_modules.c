#include "index/graph/modules.h"
#include "query/query.h"
#include "query/response.h"
#include "query/unseen.h"
#include "session/require.h"
#include "tools/params.h"

#include <stdlib.h>

static const char *const examples[] = {"modules", "modules --format toon", NULL};

static const ToolParam params[] = {
    PARAM_LIMIT("100", 2000, "how many, the largest first"),
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

static const char wording[] =
    "module  files lines symbols high-risk\n"
    "{*modules}{module}  {files} {lines} {symbols} {high_risk}\n{/}"
    "{?left}[{left:thousands}{! more: --limit N; fovea overview rolls them up}]\n{/}";

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
    Response response = response_open(&call->request, &session, STR("modules"), wording);
    Json *rows = json_array(call->arena);
    for (size_t i = 0; i < MIN(count, tool_number(call, "limit")); i++)
        json_add(rows, module_row(call->arena, list[i]));
    json_set(response.value, STR("total"), json_u64(call->arena, count));
    json_set(response.value, STR("modules"), rows);
    return response_send_list(
        &response, &(ResponseList){.rows = rows, .total = count, .row_tokens = ROW_TOKENS}, err);
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
