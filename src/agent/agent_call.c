/* A call runs in its own pair of arenas, like a call of the library, so a long session does not
   grow by the needs of its questions. Only the answer is kept. */
#include "agent/agent_call.h"

#include "session/answer.h"

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

bool agent_call_text(Arena *arena, const ToolContext *context, const AgentCall *asked, Str *answer,
                     Err *err)
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
                     .sink = {.put = keep, .state = &text}};
    if (!set_arguments(&call, asked, err) || !tool_run(&call, err))
        return false;
    *answer = str_copy(arena, buf_str(&text));
    return true;
}

typedef struct Asking {
    SessionRequest request;
    AgentCallQuestion question;
    void *state;
} Asking;

static bool ask_once(void *state, Err *err)
{
    Asking *asking = state;
    return asking->question(&asking->request, asking->state, err) &&
           session_may_send(&asking->request, err);
}

bool agent_call_ask(const ToolContext *context, AgentCallQuestion question, void *state, Err *err)
{
    Arena results SCOPED(arena_close) = {0};
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&results, ARENA_RESERVE);
    arena_open(&scratch, ARENA_RESERVE);
    Asking asking = {.request = tool_context_request(context, &results, &scratch),
                     .question = question,
                     .state = state};
    return session_answer(&asking.request, ask_once, &asking, err);
}

Str agent_call_copy(Arena *arena, Str text)
{
    if (str_is_utf8(text))
        return str_copy(arena, text);
    Buf out = buf_open(arena, 0);
    buf_put_text(&out, text);
    return buf_str(&out);
}

uint64_t agent_number(const Json *object, const char *member)
{
    const Json *value = json_get(object, str_from(member));
    uint64_t number = 0;
    return value && value->type == JSON_NUMBER && str_parse_u64(value->text, &number) ? number : 0;
}
