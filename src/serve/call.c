#include "serve/call.h"

#include "base/limits.h"
#include "base/path.h"
#include "serve/job.h"
#include "serve/profile.h"
#include "serve/schema.h"
#include "text/nearest.h"

/* ---- arguments ---- */

/* The common arguments in the shape of a tool, so that they are read alike. */
static const Tool common_tool = {
    .name = "call",
    .params = schema_common,
    .param_count = COMMON_COUNT,
};

/* Lists come as the records know them: with commas. */
static bool join_items(Arena *arena, const Json *list, Str *text)
{
    Buf out = buf_open(arena, 0);
    for (const Json *item = list->first; item; item = item->next) {
        if (item->type != JSON_STRING && item->type != JSON_NUMBER)
            return false;
        buf_put(&out, item == list->first ? (Str){0} : STR(","));
        buf_put(&out, item->text);
    }
    *text = buf_str(&out);
    return true;
}

/* What a user would have typed. */
static bool argument_text(Arena *arena, const Json *value, Str *text)
{
    switch (value->type) {
    case JSON_TRUE: *text = STR("true"); return true;
    case JSON_FALSE: *text = STR("false"); return true;
    case JSON_STRING: *text = value->text; return true;
    case JSON_NUMBER: /* some clients write 5.0 */
        *text = str_ends(value->text, STR(".0")) ? str_slice(value->text, 0, value->text.len - 2)
                                                 : value->text;
        return true;
    case JSON_ARRAY: return join_items(arena, value, text);
    case JSON_NULL:
    case JSON_OBJECT: break;
    }
    return false;
}

/* Every argument of a tool, as in `path, offset`. */
static Str argument_names(Arena *arena, const Tool *tool)
{
    Buf list = buf_open(arena, ERR_HINT_BYTES / 2);
    for (size_t i = 0; i < tool->param_count; i++)
        if (!tool->params[i].cli_only)
            buf_printf(&list, "%s%s", list.len ? ", " : "", tool->params[i].name);
    return buf_str(&list);
}

static bool fail_unknown(Arena *arena, const Tool *tool, Str name, Err *err)
{
    Str names[TOOL_PARAMS_MAX], all = argument_names(arena, tool);
    size_t count = 0;
    for (size_t i = 0; i < tool->param_count; i++)
        if (!tool->params[i].cli_only)
            names[count++] = str_from(tool->params[i].name);
    Str near = nearest_find(name, names, count);
    err_set(err, ERR_USAGE, "%.*s: unknown argument '%.*s'", STR_ARG(profile_tool_name(tool)),
            STR_ARG(name));
    if (near.len)
        return err_hint(err, "did you mean '%.*s'? It takes: %.*s", STR_ARG(near), STR_ARG(all));
    return err_hint(err, "it takes: %.*s", STR_ARG(all));
}

static bool check_required(const ToolCall *call, Err *err)
{
    const Tool *tool = call->tool;
    for (size_t i = 0; i < tool->param_count; i++) {
        if (!tool->params[i].required || call->values[i].given)
            continue;
        err_set(err, ERR_USAGE, "%.*s: no %s given", STR_ARG(profile_tool_name(tool)),
                tool->params[i].name);
        return err_hint(err, "it takes: %.*s", STR_ARG(argument_names(call->arena, tool)));
    }
    return true;
}

/* Several values may come as a list. */
static bool set_text(ToolCall *call, const ToolParam *param, const Json *value, Err *err)
{
    Str text;
    if (!argument_text(call->arena, value, &text))
        return err_set(err, ERR_USAGE, "%s: give a plain value", param->name);
    return tool_set(call, param, text, err);
}

static bool set_argument(ToolCall *call, ToolCall *common, const Json *value, Err *err)
{
    const ToolParam *param = tool_param(call->tool, value->key);
    ToolCall *to = param ? call : common;
    if (!param)
        param = tool_param(&common_tool, value->key);
    if (value->type == JSON_NULL)
        return true;
    if (!param || (param->cli_only && to == call))
        return fail_unknown(call->arena, call->tool, value->key, err);
    if (!param->many || value->type != JSON_ARRAY)
        return set_text(to, param, value, err);
    for (const Json *item = value->first; item; item = item->next)
        if (!set_text(to, param, item, err))
            return false;
    return true;
}

static bool set_agent_values(ToolCall *call, Err *err)
{
    for (size_t i = 0; i < call->tool->param_count; i++) {
        const ToolParam *param = &call->tool->params[i];
        if (param->agent_value && !call->values[i].given &&
            !tool_set(call, param, str_from(param->agent_value), err))
            return false;
    }
    return true;
}

/* ---- running ---- */

static void on_progress(void *state, uint32_t done, uint32_t total, uint64_t bytes)
{
    (void)bytes;
    job_progress(state, done, total, (Str){0});
}

ToolContext call_context(Exchange *exchange)
{
    const Server *server = exchange->server;
    ToolContext context = server->context;
    const Client *client = exchange->client;
    if (!server->roots_given && client && client->root_count) {
        context.roots = client->roots;
        context.root_count = client->root_count;
        context.root = client->roots[0];
    }
    context.progress = (ToolProgress){on_progress, exchange};
    return context;
}

static bool choose_root(ToolContext *context, const ToolValue *wanted, Err *err)
{
    for (size_t i = 0; wanted->given && i < context->root_count; i++)
        if (str_equal(wanted->text, context->roots[i]) ||
            str_equal(wanted->text, path_base(context->roots[i]))) {
            context->root = context->roots[i];
            return true;
        }
    return !wanted->given || err_set(err, ERR_NOT_FOUND, "root: '%.*s' is not one of the roots",
                                     STR_ARG(wanted->text));
}

static bool put_text(void *state, Str bytes, Err *err)
{
    Buf *text = state;
    buf_put(text, bytes);
    if (!text->overflow)
        return true;
    err_set(err, ERR_FAILED, "the answer is larger than %zu MB", ANSWER_BYTES_MAX / MB);
    return err_hint(err, "ask for a part: a range of lines, a symbol, or a page");
}

bool call_run(Exchange *exchange, const Tool *tool, const Json *arguments, Str *text,
              uint64_t *page, Err *err)
{
    Arena scratch;
    ToolContext context = call_context(exchange);
    arena_open(&scratch, 0);
    Buf out = buf_open(&exchange->arena, ANSWER_BYTES_MAX);
    ToolCall call = {.tool = tool,
                     .context = &context,
                     .arena = &exchange->arena,
                     .scratch = &scratch,
                     .sink = {put_text, &out}};
    ToolCall common = {.tool = &common_tool, .arena = call.arena, .scratch = call.scratch};
    for (const Json *value = arguments ? arguments->first : NULL; value; value = value->next)
        if (!set_argument(&call, &common, value, err))
            return false;
    call.format = (ViewFormat)common.values[COMMON_FORMAT].number;
    *page = common.values[COMMON_PAGE].number;
    if (!set_agent_values(&call, err) || !check_required(&call, err) ||
        !choose_root(&context, &common.values[COMMON_ROOT], err) || !tool_run(&call, err))
        return false;
    *text = buf_str(&out);
    return true;
}

/* ---- answers ---- */

static void put_content(Exchange *exchange, Json *result, Str text)
{
    Arena *arena = &exchange->arena;
    Json *content = json_array(arena), *block = json_object(arena);
    json_set(block, STR("type"), json_str(arena, STR("text")));
    json_set(block, STR("text"), json_str(arena, text));
    json_add(content, block);
    json_set(result, STR("content"), content);
}

static void put_error(Exchange *exchange, Json *result, const Err *err)
{
    Arena *arena = &exchange->arena;
    Str message = schema_reword(arena, str_from(err->message));
    Str hint = schema_reword(arena, str_from(err->hint));
    put_content(exchange, result,
                str_format(arena, "%s%.*s%s%.*s", err_prefix(err), STR_ARG(message),
                           hint.len ? "\nHint: " : "", STR_ARG(hint)));
    json_set(result, STR("isError"), json_bool(arena, true));
}

/* Where the page that begins at `from` ends: after a line, when one ends in its second half. */
static size_t page_end(Str text, size_t from)
{
    size_t end = from + MCP_ANSWER_BYTES;
    if (end >= text.len)
        return text.len;
    for (size_t i = end; i > from + MCP_ANSWER_BYTES / 2; i--)
        if (text.ptr[i - 1] == '\n')
            return i;
    return str_char_floor(text, end);
}

/* One page of a long answer, with a line that says how to get the next. */
static bool cut_page(Arena *arena, Str *text, uint64_t wanted, Err *err)
{
    size_t from = 0, until = page_end(*text, 0), pages = 0;
    Str page = {0};
    for (size_t at = 0; at < text->len || !pages; at = page_end(*text, at)) {
        pages++;
        if (pages == MAX(wanted, 1)) {
            from = at;
            until = page_end(*text, at);
            page = str_slice(*text, from, until);
        }
    }
    if (wanted > pages)
        return err_set(err, ERR_FAILED, "page %llu: the answer has %zu", (unsigned long long)wanted,
                       pages);
    if (pages > 1 && until < text->len)
        *text = str_format(
            arena, "%.*s%s[page %llu of %zu; the same call with page=%llu goes on]\n",
            STR_ARG(page), str_ends(page, STR("\n")) ? "" : "\n",
            (unsigned long long)MAX(wanted, 1), pages, (unsigned long long)MAX(wanted, 1) + 1);
    else
        *text = page;
    return true;
}

/* By its MCP name among those that are offered; NULL when there is none. */
static const Tool *find_offered(const Server *server, Str name)
{
    for (size_t i = 0; i < server->tool_count; i++)
        if (str_equal(name, profile_tool_name(server->tools[i])))
            return server->tools[i];
    return NULL;
}

bool call_tool(Exchange *exchange, Json *result, RpcFault *fault)
{
    Err err = {0};
    Str text = {0};
    uint64_t page = 0;
    const Json *params = exchange->message.params;
    Str name = rpc_text(params, STR("name"));
    const Tool *tool = find_offered(exchange->server, name);
    if (!tool)
        return rpc_fail(&exchange->arena, fault, RPC_INVALID_PARAMS, "unknown tool '%.*s'",
                        STR_ARG(name));
    const Json *arguments = json_get(params, STR("arguments"));
    if (arguments && arguments->type != JSON_OBJECT)
        return rpc_fail(&exchange->arena, fault, RPC_INVALID_PARAMS, "arguments: not an object");
    if (call_run(exchange, tool, arguments, &text, &page, &err) &&
        cut_page(&exchange->arena, &text, page, &err))
        put_content(exchange, result, text);
    else
        put_error(exchange, result, &err);
    return true;
}
