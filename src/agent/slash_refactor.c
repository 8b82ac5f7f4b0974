#include "agent/slash_refactor.h"

#include "agent/agent_call.h"
#include "agent/agent_state.h"

/* One command: the tool, its first arguments, and what is said when they lack. */
typedef struct SlashTool {
    const char *tool;
    const char *words[2]; /* the parameters that come first; the second may be NULL */
    const char *lacking, *usage;
} SlashTool;

/* The next word; quotes hold words together. */
static Str next_word(Str *text)
{
    *text = str_trim(*text);
    bool quoted = text->len && byte_in(text->ptr[0], "'\"");
    Str rest = str_from_offset(*text, quoted);
    size_t end = str_find_byte(rest, quoted ? text->ptr[0] : ' ');
    Str word = str_slice(rest, 0, MIN(end, rest.len));
    *text = str_trim(str_from_offset(rest, word.len + (quoted && end != STR_NONE)));
    return word;
}

/* The parameter that an option names; NULL: no such option. */
static const ToolParam *option_of(Arena *arena, const Tool *tool, Str word)
{
    if (!tool || !str_starts(word, STR("--")))
        return NULL;
    Buf name = buf_open(arena, 0);
    for (size_t i = 2; i < word.len; i++)
        buf_put_byte(&name, word.ptr[i] == '-' ? '_' : word.ptr[i]);
    const ToolParam *param = tool_param(tool, buf_str(&name));
    return param && !param->positional ? param : NULL;
}

static bool run_tool(Agent *agent, const SlashTool *row, Str argument, SlashAnswer *answer,
                     Err *err)
{
    AgentCall call = {.tool = row->tool};
    const Tool *tool = tool_find(str_from(row->tool));
    size_t count = 0;
    for (size_t i = 0; i < COUNT(row->words) && row->words[i]; i++)
        call.arguments[count++] = (AgentArgument){row->words[i], next_word(&argument)};
    size_t first = count;
    while (argument.len && count < COUNT(call.arguments)) {
        Str word = next_word(&argument), value = STR("true");
        const ToolParam *param = option_of(agent->arena, tool, word);
        if (!param) {
            err_set(err, ERR_USAGE, "/%s: '%.*s' is no option", row->tool, STR_ARG(word));
            return err_hint(err, "%s, and options of fovea %s, such as --dry-run", row->usage,
                            row->tool);
        }
        if (param->type != TOOL_FLAG)
            value = next_word(&argument);
        call.arguments[count++] = (AgentArgument){param->name, value};
    }
    if (argument.len)
        return err_set(err, ERR_USAGE, "/%s: too many options", row->tool);
    if (!call.arguments[first - 1].value.len) {
        err_set(err, ERR_USAGE, "/%s: %s", row->tool, row->lacking);
        return err_hint(err, "%s", row->usage);
    }
    return agent_call_text(agent->arena, agent->context, &call, &answer->text, err);
}

bool slash_rename(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    static const SlashTool row = {
        "rename", {"symbol", "new"}, "a name and its new one are needed", "/rename OLD NEW"};
    return run_tool(agent, &row, argument, answer, err);
}

bool slash_move(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    static const SlashTool row = {
        "move", {"symbol", "file"}, "a name and a file are needed", "/move SYMBOL FILE"};
    return run_tool(agent, &row, argument, answer, err);
}

bool slash_signature(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    static const SlashTool row = {
        "signature", {"symbol", NULL}, "a name is needed", "/signature SYMBOL --add 'x: int = 0'"};
    return run_tool(agent, &row, argument, answer, err);
}
