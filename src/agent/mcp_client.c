#include "agent/mcp_client.h"

#define MARK "mcp "
/* Of one answer; a model that needs more asks for a part. */
#define ANSWER_BYTES ((size_t)24 * KB)
#define SAID_CHARS 200

static Str root_of(Agent *agent)
{
    return stage_place(&agent->stage, agent->arena).root;
}

static McpLink *find_link(const Agent *agent, Str name)
{
    for (size_t i = 0; i < agent->servers.len; i++)
        if (str_equal(agent->servers.ptr[i].name, name))
            return &agent->servers.ptr[i];
    return NULL;
}

static bool is_running(const McpLink *link)
{
    return link && mcp_link_is_open(link);
}

/* ---- starting ---- */

static bool fail_unknown(Agent *agent, const McpSettingVec *settings, Str name, Err *err)
{
    Buf known = buf_open(agent->arena, 0);
    for (size_t i = 0; i < settings->len; i++)
        buf_printf(&known, "%s%.*s", i ? ", " : "", STR_ARG(settings->ptr[i].name));
    err_set(err, ERR_USAGE, "there is no MCP server '%.*s'", STR_ARG(name));
    return known.len ? err_hint(err, "mcp.json has %.*s", STR_ARG(buf_str(&known)))
                     : err_hint(err, "mcp.json, beside your config.toml, names servers");
}

/* The tools as a part of the window: what a server says of them is data. */
static void show_tools(Agent *agent, const McpLink *link)
{
    Buf out = buf_open(agent->arena, 0);
    buf_printf(&out, "Look-ups of the MCP server %.*s, with their arguments:\n",
               STR_ARG(link->name));
    for (size_t i = 0; i < link->tools.len; i++) {
        const McpTool *tool = &link->tools.ptr[i];
        buf_printf(&out, "%.*s.%.*s %.*s  %.*s%s\n", STR_ARG(link->name), STR_ARG(tool->name),
                   STR_ARG(tool->arguments), STR_ARG(tool->about),
                   tool->only_reads ? "" : " (the user is asked each time)");
    }
    WindowPart part = {.place = WINDOW_PREFIX,
                       .priority = WINDOW_CRITICAL,
                       .name = str_format(agent->arena, "tools of %.*s", STR_ARG(link->name)),
                       .why = STR("the user started this MCP server"),
                       .levels = {buf_str(&out)}};
    gather_add(agent, &part, (Str){0});
}

bool mcp_client_start(Agent *agent, Str name, Str *said, Err *err)
{
    McpSettingVec settings;
    const McpSetting *setting = NULL;
    McpLink *link = find_link(agent, name);
    if (!mcp_settings_read(agent->arena, root_of(agent), &settings, err))
        return false;
    for (size_t i = 0; i < settings.len; i++)
        if (str_equal(settings.ptr[i].name, name))
            setting = &settings.ptr[i];
    if (!setting)
        return fail_unknown(agent, &settings, name, err);
    if (!link)
        link = VEC_PUSH(agent->arena, &agent->servers);
    if (!is_running(link) &&
        !mcp_link_open(agent->arena, setting, agent->context->cancel, link, err))
        return false;
    show_tools(agent, link);
    *said = str_format(agent->arena, "%.*s: %zu tool%s\n", STR_ARG(name), link->tools.len,
                       link->tools.len == 1 ? "" : "s");
    return true;
}

bool mcp_client_start_named(Agent *agent, Err *err)
{
    Str rest = agent->options.mcp;
    while (rest.len) {
        size_t end = MIN(str_find_byte(rest, ','), rest.len);
        Str name = str_trim(str_slice(rest, 0, end)), said;
        rest = str_from_offset(rest, MIN(end + 1, rest.len));
        if (name.len && !is_running(find_link(agent, name)) &&
            !mcp_client_start(agent, name, &said, err))
            return false;
    }
    return true;
}

bool mcp_client_list(Agent *agent, Str *text, Err *err)
{
    McpSettingVec settings;
    Buf out = buf_open(agent->arena, 0);
    if (!mcp_settings_read(agent->arena, root_of(agent), &settings, err))
        return false;
    for (size_t i = 0; i < settings.len; i++) {
        const McpLink *link = find_link(agent, settings.ptr[i].name);
        buf_put_text(&out, settings.ptr[i].name);
        if (is_running(link))
            buf_printf(&out, "  runs, %zu tools", link->tools.len);
        buf_put_byte(&out, '\n');
    }
    buf_put(&out, settings.len ? STR("/mcp NAME starts one for this session\n")
                               : STR("mcp.json, beside your config.toml, names no server\n"));
    *text = buf_str(&out);
    return true;
}

void mcp_client_stop(Agent *agent)
{
    for (size_t i = 0; i < agent->servers.len; i++)
        mcp_link_close(&agent->servers.ptr[i]);
}

/* ---- calls ---- */

bool mcp_client_has(Str line)
{
    return str_starts(line, STR(MARK));
}

static const McpTool *find_tool(const McpLink *link, Str name)
{
    for (size_t i = 0; link && i < link->tools.len; i++)
        if (str_equal(link->tools.ptr[i].name, name))
            return &link->tools.ptr[i];
    return NULL;
}

/* A tool that may change something is called only with consent, whatever was agreed beforehand. */
static bool may_call(Agent *agent, const McpTool *tool, Str line)
{
    if (tool->only_reads)
        return true;
    if (!agent->sink.ask || agent->options.unattended || agent->options.yes)
        return false;
    AgentQuestion question = {.about = AGENT_NEED,
                              .text =
                                  str_format(agent->arena,
                                             "`%.*s` may change something: its server does not say "
                                             "that it only reads",
                                             STR_ARG(line))};
    return agent->sink.ask(agent->sink.state, &question) == AGENT_YES;
}

static Str cut_answer(Arena *arena, Str text)
{
    if (text.len <= ANSWER_BYTES)
        return text;
    return str_format(arena, "%.*s\n… %zu of %zu bytes are left out\n",
                      STR_ARG(str_slice(text, 0, str_char_floor(text, ANSWER_BYTES))),
                      text.len - ANSWER_BYTES, text.len);
}

/* A call of the model, as it was written. */
typedef struct McpCall {
    McpLink *link;
    const McpTool *tool;
    Json *arguments;
    Str line;
} McpCall;

static bool make_call(Agent *agent, const McpCall *call, Str *said, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, ARENA_RESERVE);
    Str line = call->line;
    McpAnswer answer;
    Err why = {0};
    if (!mcp_link_call(call->link, &scratch, call->tool->name, call->arguments, &answer, &why)) {
        mcp_link_close(call->link); /* a late answer would be taken for another one's */
        *said = str_format(agent->arena, "%.*s: %s", STR_ARG(line), why.message);
        if (why.code == ERR_INTERRUPTED)
            *err = why;
        return why.code != ERR_INTERRUPTED;
    }
    Str clean = agent_call_copy(agent->arena, cut_answer(agent->arena, answer.text));
    WindowPart part = {.place = WINDOW_CONTEXT,
                       .priority = WINDOW_HIGH,
                       .name = line,
                       .why = STR("asked for"),
                       .levels = {str_format(agent->arena, "%.*s%s:\n%.*s", STR_ARG(line),
                                             answer.failed ? " (failed)" : "", STR_ARG(clean))}};
    gather_add(agent, &part, (Str){0});
    *said = answer.failed ? str_format(agent->arena, "%.*s: failed", STR_ARG(line)) : line;
    return true;
}

bool mcp_client_take(Agent *agent, Str line, Str *said, Err *err)
{
    Str rest = str_trim(str_from_offset(line, strlen(MARK)));
    size_t end = MIN(str_find_byte(rest, ' '), rest.len);
    Str name = str_slice(rest, 0, end), text = str_trim(str_from_offset(rest, end));
    size_t dot = MIN(str_find_byte(name, '.'), name.len);
    McpLink *link = find_link(agent, str_slice(name, 0, dot));
    const McpTool *tool = find_tool(link, str_from_offset(name, MIN(dot + 1, name.len)));
    Json *arguments = json_object(agent->arena);
    Err bad = {0};
    line = str_cut_chars(agent->arena, line, SAID_CHARS);
    if (!tool || !is_running(link))
        *said = str_format(agent->arena, "%.*s: there is no such look-up", STR_ARG(line));
    else if (text.len &&
             (!json_parse(agent->arena, text, &arguments, &bad) || arguments->type != JSON_OBJECT))
        *said = str_format(agent->arena, "%.*s: the arguments are no JSON object", STR_ARG(line));
    else if (!may_call(agent, tool, line))
        *said = str_format(agent->arena, "%.*s: not called, since nobody agreed", STR_ARG(line));
    else
        return make_call(agent, &(McpCall){link, tool, arguments, line}, said, err);
    return true;
}
