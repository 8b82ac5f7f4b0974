#include "index/modules.h"
#include "index/risk.h"
#include "tools/query.h"

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

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    if (!session_open(call, (Str){0}, &session, err) ||
        !session_require(call, &session, QUERY_PARTS, err))
        return false;
    Modules modules = modules_of(call->arena, session.catalog);
    size_t count = modules.list.len, shown = MIN(count, tool_number(call, "limit"));
    const Module **list = NEW(call->arena, const Module *, count + 1);
    for (size_t i = 0; i < count; i++)
        list[i] = &modules.list.ptr[i];
    if (count)
        qsort(list, count, sizeof *list, larger_first);
    Buf out = buf_open(call->arena, 0);
    Json *value = query_frame(call->arena, &session, STR("modules")),
         *rows = json_array(call->arena);
    for (size_t i = 0; i < shown; i++) {
        json_add(rows, module_row(call->arena, list[i]));
        view_put_line_text(&out, list[i]->name);
        buf_printf(&out, "  %u files, %llu lines, %u symbols", list[i]->files,
                   (unsigned long long)list[i]->lines, list[i]->symbols);
        if (list[i]->high)
            buf_printf(&out, ", %u of high risk", list[i]->high);
        buf_put_byte(&out, '\n');
    }
    if (shown < count)
        buf_printf(&out, "[%zu more; %.*s]\n", count - shown,
                   STR_ARG(tool_hint(call, STR("--limit N"))));
    if (call->format != VIEW_TEXT) {
        json_set(value, STR("total"), json_u64(call->arena, count));
        json_set(value, STR("modules"), rows);
        out = buf_open(call->arena, 0);
        view_put_value(&out, *call->scratch, call->format, value);
        return tool_put_buf(call, &out, err);
    }
    return query_put_text(call, &session, &out, err);
}

const Tool modules_tool = {
    .name = "modules",
    .mcp_name = "list_modules",
    .summary = "Lists the modules of the repository: files, lines, symbols, risk",
    .about = "A module is a directory, dotted, without conventional roots such as src. About 7 "
             "tokens each.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .run = run,
};
