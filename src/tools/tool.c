/* Tool calls. Parameters are checked against the tool's record once, here, for the command line,
   the library and the server alike. An answer goes to the sink in pieces, or into a buffer capped
   at the budget. */
#include "tools/tool.h"

#include "config/config.h"
#include "session/answer.h"
#include "text/budget.h"
#include "tools/alias.h"

#define TOOL(name) extern const Tool name##_tool;
#include "tools/tools.def"
#undef TOOL

static const Tool *const tools[] = {
#define TOOL(name) &name##_tool,
#include "tools/tools.def"
#undef TOOL
};

size_t tool_count(void)
{
    return COUNT(tools);
}

size_t tool_command_count(void)
{
    size_t count = COUNT(tools);
    while (count && tools[count - 1]->agents_only)
        count--;
    return count;
}

const Tool *tool_at(size_t index)
{
    return tools[index];
}

const Tool *tool_find(Str name)
{
    for (size_t i = 0; i < COUNT(tools) && name.len; i++) {
        const Str names[] = {str_from(tools[i]->name), str_from(tools[i]->mcp_name)};
        for (size_t j = 0; j < COUNT(names); j++)
            if (str_equal(name, names[j]))
                return tools[i];
    }
    return NULL;
}

static bool name_equal(Str given, const char *name)
{
    size_t i = 0;
    for (; i < given.len && name[i]; i++)
        if (given.ptr[i] != name[i] && !(given.ptr[i] == '-' && name[i] == '_'))
            return false;
    return i == given.len && !name[i];
}

const ToolParam *tool_param(const Tool *tool, Str name)
{
    for (size_t i = 0; i < tool->param_count; i++)
        if (name_equal(name, tool->params[i].name))
            return &tool->params[i];
    return NULL;
}

/* ---- values ---- */

/* Writes the bounds of a parameter: `1 to 100`, `512 or more`. */
static void put_bounds(char *into, size_t size, const ToolParam *param)
{
    if (param->max)
        snprintf(into, size, "%llu to %llu", (unsigned long long)param->min,
                 (unsigned long long)param->max);
    else
        snprintf(into, size, "%llu or more", (unsigned long long)param->min);
}

/* Sets the error `offset: '-1' is not a whole number of 0 or more`; returns false. */
static bool bad_number(const ToolParam *param, Str text, const char *what, Err *err)
{
    char bounds[64];
    put_bounds(bounds, sizeof bounds, param);
    return err_set(err, ERR_USAGE, "%s: '%.*s' is not %s of %s", param->name, STR_ARG(text), what,
                   bounds);
}

static bool in_bounds(const ToolParam *param, uint64_t number)
{
    return number >= param->min && (!param->max || number <= param->max);
}

static void lower(ToolCall *call, const ToolParam *param, ToolValue *value)
{
    call->lowered = str_format(call->arena, "%.*s%s%s lowered to %llu, the most there is",
                               STR_ARG(call->lowered), call->lowered.len ? "; " : "", param->name,
                               (unsigned long long)param->max);
    value->number = param->max;
}

static bool set_number(ToolCall *call, const ToolParam *param, ToolValue *value, Err *err)
{
    bool number = str_parse_u64(value->text, &value->number);
    if (number && in_bounds(param, value->number))
        return true;
    if (!number || !param->capped || value->number < param->min)
        return bad_number(param, value->text, "a whole number", err);
    lower(call, param, value);
    return true;
}

static bool set_size(ToolValue *value, const ToolParam *param, Err *err)
{
    if (budget_parse(value->text, &value->number) &&
        (value->number == BUDGET_NONE || in_bounds(param, value->number)))
        return true;
    bad_number(param, value->text, "a size", err);
    return err_hint(err, "write bytes, KB or MB (20KB), or none");
}

static bool set_flag(ToolValue *value, const ToolParam *param, Err *err)
{
    static const char *const yes[] = {"true", "yes", "on", "1"}, *const no[] = {"false", "no",
                                                                                "off", "0"};
    bool is_no = false;
    value->number = 0;
    for (size_t i = 0; i < COUNT(yes); i++) {
        value->number |= str_equal_nocase(value->text, str_from(yes[i]));
        is_no |= str_equal_nocase(value->text, str_from(no[i]));
    }
    return value->number || is_no ||
           err_set(err, ERR_USAGE, "%s: '%.*s' is not true or false", param->name,
                   STR_ARG(value->text));
}

static bool set_choice(ToolValue *value, const ToolParam *param, Err *err)
{
    char list[ERR_HINT_BYTES / 2] = "";
    size_t len = 0;
    for (uint64_t i = 0; param->choices[i]; i++) {
        value->number = i;
        if (str_equal(value->text, str_from(param->choices[i])))
            return true;
        int more =
            snprintf(list + len, sizeof list - len, "%s%s", i ? ", " : "", param->choices[i]);
        len = MIN(len + (size_t)MAX(more, 0), sizeof list - 1);
    }
    return err_set(err, ERR_USAGE, "%s: '%.*s' is not one of %s", param->name, STR_ARG(value->text),
                   list);
}

bool tool_set(ToolCall *call, const ToolParam *param, Str text, Err *err)
{
    ToolValue *value = &call->values[param - call->tool->params];
    text = alias_value(param, text);
    if (param->never_empty && !str_trim(text).len) {
        err_set(err, ERR_USAGE, "%s: it is empty", param->name);
        return err_hint(err, "is a variable not set? Without %s, %s asks about its default",
                        param->name, call->tool->name);
    }
    if (param->many && value->given)
        text = str_format(call->arena, "%.*s\n%.*s", STR_ARG(value->text), STR_ARG(text));
    *value = (ToolValue){.given = true, .text = text};
    switch (param->type) {
    case TOOL_NUMBER: return set_number(call, param, value, err);
    case TOOL_SIZE: return set_size(value, param, err);
    case TOOL_FLAG: return set_flag(value, param, err);
    case TOOL_CHOICE: return set_choice(value, param, err);
    case TOOL_TEXT:
    case TOOL_TARGET: break;
    }
    return true;
}

static bool set_fallback(ToolCall *call, const ToolParam *param, Err *err)
{
    ToolValue *value = &call->values[param - call->tool->params];
    if (value->given)
        return true;
    if (param->required && !(param->unless && tool_value(call, param->unless)->given)) {
        err_set(err, ERR_USAGE, "%s: no %s given", call->tool->name, param->value);
        return err_hint(err, "fovea %s --help", call->tool->name);
    }
    if (!param->fallback)
        return true;
    if (!tool_set(call, param, str_from(param->fallback), err))
        return false;
    value->given = false;
    return true;
}

SessionRequest tool_context_request(const ToolContext *context, Arena *arena, Arena *scratch)
{
    const Config *config = context->config;
    return (SessionRequest){
        .arena = arena,
        .scratch = scratch,
        .policy = {.root = context->root,
                   .roots = context->roots,
                   .root_count = context->root_count,
                   .excluded = config->excluded.names,
                   .excluded_count = config->excluded.count},
        .no_ignore = context->no_ignore,
        .has_options = !context->reword,
        .settings = {.memory = config->index_memory,
                     .history_commits = config->history_commits,
                     .risk_medium = (uint8_t)config->risk_medium,
                     .risk_high = (uint8_t)config->risk_high},
        .config = config,
        .cancel = context->cancel,
        .indexer = context->indexer,
        .owner = context->owner,
        .notice = context->notice,
        .progress = context->progress,
        .warm = context->warm,
        .maps = context->cache,
        .answer_bytes = context->answer_bytes,
        .warms_cache = context->warms_cache,
        .reword = context->reword,
    };
}

SessionRequest tool_request(const ToolCall *call)
{
    const Tool *tool = call->tool;
    SessionRequest request = tool_context_request(call->context, call->arena, call->scratch);
    request.names_place = tool->names_place;
    request.command = tool->name;
    request.program = tool->link_name;
    request.format = call->format;
    request.sink = call->sink;
    request.note = call->lowered;
    if (!request.policy.root_count && tool->roots_always) {
        Str *root = NEW(call->arena, Str, 1);
        *root = request.policy.root.len ? request.policy.root : fs_working_directory(call->arena);
        request.policy.roots = root;
        request.policy.root_count = 1;
    }
    return request;
}

static bool answer(void *state, Err *err)
{
    ToolCall *call = state;
    return call->tool->run(call, err);
}

bool tool_run(ToolCall *call, Err *err)
{
    assert(call->tool->param_count <= TOOL_PARAMS_MAX);
    for (size_t i = 0; i < call->tool->param_count; i++)
        if (!set_fallback(call, &call->tool->params[i], err))
            return false;
    call->request = tool_request(call);
    return call->tool->uses_index ? session_answer(&call->request, answer, call, err)
                                  : answer(call, err);
}

const ToolValue *tool_value(const ToolCall *call, const char *name)
{
    const ToolParam *param = tool_param(call->tool, str_from(name));
    assert(param && "the tool has no parameter of that name");
    return &call->values[param - call->tool->params];
}
