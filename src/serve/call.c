/* Runs a tool call. Arguments arrive as JSON values, are converted to the text that a user would
   type, and pass the same checks as on a command line (tool_set). The tool then runs with the
   client's roots and a sink that collects its answer. */
#include "serve/call.h"

#include "base/limits.h"
#include "base/path.h"
#include "serve/job.h"
#include "serve/profile.h"
#include "serve/tool_schema.h"
#include "text/base64.h"
#include "text/nearest.h"
#include "text/tokens.h"
#include "tools/alias.h"

/* ---- arguments ---- */

/* The arguments common to all tools, as a Tool record, so that they are parsed alike. */
static const Tool common_tool = {
    .name = "call",
    .params = schema_common,
    .param_count = COMMON_COUNT,
};

/* Joins the items of a list as tool_set expects it: by commas, or by line ends if items may contain
   commas. False if an item is not a text. */
static bool join_items(Arena *arena, const Json *list, Str between, Str *text)
{
    Buf out = buf_open(arena, 0);
    for (const Json *item = list->first; item; item = item->next) {
        if (item->type != JSON_STRING && item->type != JSON_NUMBER)
            return false;
        buf_put(&out, item == list->first ? (Str){0} : between);
        buf_put(&out, item->text);
    }
    *text = buf_str(&out);
    return true;
}

/* Converts an argument to the text that a user would type. False if its JSON type does not fit. */
static bool argument_text(Arena *arena, const ToolParam *param, const Json *value, Str *text)
{
    Str between = param->lines ? STR("\n") : STR(",");
    switch (value->type) {
    case JSON_TRUE: *text = STR("true"); return true;
    case JSON_FALSE: *text = STR("false"); return true;
    case JSON_STRING: *text = value->text; return true;
    case JSON_NUMBER: /* some clients write 5.0 */
        *text = str_ends(value->text, STR(".0")) ? str_slice(value->text, 0, value->text.len - 2)
                                                 : value->text;
        return true;
    case JSON_ARRAY: return join_items(arena, value, between, text);
    case JSON_NULL:
    case JSON_OBJECT: break;
    }
    return false;
}

/* Names of all arguments of a tool: `path, offset`. */
static Str argument_names(Arena *arena, const Tool *tool)
{
    Buf list = buf_open(arena, ERR_HINT_BYTES / 2);
    for (size_t i = 0; i < tool->param_count; i++)
        if (!tool->params[i].cli_only)
            buf_printf(&list, "%s%s", list.len ? ", " : "", tool->params[i].name);
    return buf_str(&list);
}

/* Whether an unknown argument counts lines, for the page tool, which counts characters. */
static bool takes_lines(const Tool *tool, Str name)
{
    static const char *const words[] = {"line", "limit", "start", "end", "count"};
    bool lines = false;
    for (size_t i = 0; i < COUNT(words); i++)
        lines |= str_find(name, str_from(words[i])) != STR_NONE;
    return lines && str_equal(str_from(tool->name), STR("page"));
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
    if (takes_lines(tool, name))
        return err_hint(err, "%.*s counts characters; read takes lines: path, offset, limit",
                        STR_ARG(profile_tool_name(tool)));
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

typedef struct Argument {
    const ToolParam *param;
    Str name; /* as written by the client */
} Argument;

static bool set_text(ToolCall *call, Argument argument, const Json *value, Err *err)
{
    Str text;
    if (!argument_text(call->arena, argument.param, value, &text))
        return err_set(err, ERR_USAGE, "%s: give a plain value", argument.param->name);
    return alias_set(call, argument.param, argument.name, text, err);
}

static bool set_argument(ToolCall *call, ToolCall *common, const Json *value, Err *err)
{
    bool idle, idle_here;
    const ToolParam *param = alias_param(call->tool, value->key, &idle_here);
    const ToolParam *other = alias_param(&common_tool, value->key, &idle);
    bool own = param && !(param->cli_only && other);
    ToolCall *to = own ? call : common;
    param = own ? param : other;
    if (value->type == JSON_NULL || idle_here)
        return true;
    if (!param || (param->cli_only && own))
        return fail_unknown(call->arena, call->tool, value->key, err);
    Argument argument = {param, value->key};
    if (!param->many || value->type != JSON_ARRAY)
        return set_text(to, argument, value, err);
    for (const Json *item = value->first; item; item = item->next)
        if (!set_text(to, argument, item, err))
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

static void on_progress(void *state, const ProgressStep *step)
{
    if (!step->first_pass) /* reported progress must not decrease */
        job_progress(state, step->done, step->total, (Str){0});
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
    context.progress = (ProgressSink){on_progress, exchange};
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

typedef struct Sink {
    Arena *arena;
    Buf text;
    Json *images; /* content blocks, or NULL */
} Sink;

static bool put_text(void *state, Str bytes, Err *err)
{
    Buf *text = &((Sink *)state)->text;
    buf_put(text, bytes);
    if (!text->overflow)
        return true;
    err_set(err, ERR_FAILED, "the answer is larger than %zu MB", ANSWER_BYTES_MAX / MB);
    return err_hint(err, "ask for a part: a range of lines, a symbol, or a page");
}

static void put_image(void *state, Str mime, Str bytes)
{
    Sink *sink = state;
    Arena *arena = sink->arena;
    Json *block = json_object(arena);
    json_set(block, STR("type"), json_str(arena, STR("image")));
    json_set(block, STR("data"), json_str(arena, base64_encode(arena, bytes)));
    json_set(block, STR("mimeType"), json_str(arena, mime));
    if (!sink->images)
        sink->images = json_array(arena);
    json_add(sink->images, block);
}

/* The largest output size that the arguments request, in bytes, capped at ANSWER_BYTES_MAX. */
static size_t asked_bytes(const ToolCall *call)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < call->tool->param_count; i++) {
        const ToolParam *param = &call->tool->params[i];
        const ToolValue *value = &call->values[i];
        if (param->type == TOOL_SIZE && value->given)
            bytes = MAX(bytes, value->number);
        if (param->tokens)
            bytes = MAX(bytes, MIN(value->number, ANSWER_BYTES_MAX / TOKEN_BYTES) * TOKEN_BYTES);
    }
    return (size_t)MIN(bytes, ANSWER_BYTES_MAX);
}

bool call_run(Exchange *exchange, const Tool *tool, const Json *arguments, size_t most,
              CallAnswer *answer, Err *err)
{
    Arena *arena = &exchange->arena;
    Arena scratch SCOPED(arena_close) = {0};
    ToolContext context = call_context(exchange);
    Sink sink = {.arena = arena, .text = buf_open(arena, ANSWER_BYTES_MAX)};
    arena_open(&scratch, ARENA_RESERVE);
    context.answer_bytes = most;
    ToolCall call = {.tool = tool,
                     .context = &context,
                     .arena = arena,
                     .scratch = &scratch,
                     .sink = {.put = put_text, .image = put_image, .state = &sink}};
    ToolCall common = {.tool = &common_tool, .arena = arena, .scratch = &scratch};
    for (const Json *value = arguments ? arguments->first : NULL; value; value = value->next)
        if (!set_argument(&call, &common, value, err))
            return false;
    call.format = (ViewFormat)common.values[COMMON_FORMAT].number;
    if (!set_agent_values(&call, err) || !check_required(&call, err) ||
        !choose_root(&context, &common.values[COMMON_ROOT], err) || !tool_run(&call, err))
        return false;
    *answer = (CallAnswer){.text = buf_str(&sink.text),
                           .images = sink.images,
                           .since = common.values[COMMON_SINCE].text,
                           .structured = common.values[COMMON_STRUCTURED].number != 0 ||
                                         exchange->server->options.structured,
                           .page = common.values[COMMON_PAGE].number,
                           .page_bytes = most ? MAX(most, asked_bytes(&call)) : 0};
    return true;
}
