/* A call runs in its own pair of arenas, like a call of the library, so a long session does not
   grow by the needs of its questions. Only the answer is kept. */
#include "agent/agent_call.h"

static bool keep(void *state, Str bytes, Err *err)
{
    Buf *text = state;
    buf_put(text, bytes);
    return !text->overflow || err_set(err, ERR_FAILED, "the answer is too large");
}

static bool set_arguments(ToolCall *call, const AgentCall *asked, Err *err)
{
    for (size_t i = 0; i < COUNT(asked->arguments) && asked->arguments[i].name; i++) {
        const AgentArgument *argument = &asked->arguments[i];
        const ToolParam *param = tool_param(call->tool, str_from(argument->name));
        assert(param && "the tool has no parameter of that name");
        if (!tool_set(call, param, argument->value, err))
            return false;
    }
    return true;
}

static bool run(Arena *arena, const ToolContext *context, const AgentCall *asked, ViewFormat format,
                Str *answer, Err *err)
{
    Arena results SCOPED(arena_close) = {0};
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&results, ARENA_RESERVE);
    arena_open(&scratch, ARENA_RESERVE);
    Buf text = buf_open(&results, ANSWER_BYTES_MAX);
    ToolCall call = {.tool = tool_find(str_from(asked->tool)),
                     .context = context,
                     .arena = &results,
                     .scratch = &scratch,
                     .format = format,
                     .sink = {.put = keep, .state = &text}};
    if (!set_arguments(&call, asked, err) || !tool_run(&call, err))
        return false;
    *answer = str_copy(arena, buf_str(&text));
    return true;
}

bool agent_call_text(Arena *arena, const ToolContext *context, const AgentCall *call, Str *answer,
                     Err *err)
{
    return run(arena, context, call, VIEW_TEXT, answer, err);
}

bool agent_call(Arena *arena, const ToolContext *context, const AgentCall *call, Json **answer,
                Err *err)
{
    Str text;
    return run(arena, context, call, VIEW_JSON, &text, err) && json_parse(arena, text, answer, err);
}

uint64_t agent_number(const Json *object, const char *member)
{
    const Json *value = json_get(object, str_from(member));
    uint64_t number = 0;
    return value && value->type == JSON_NUMBER && str_parse_u64(value->text, &number) ? number : 0;
}
