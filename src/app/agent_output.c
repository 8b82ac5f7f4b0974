#include "app/agent_output.h"

#include <unistd.h>

static bool put_json(const AgentOutput *output, const AgentEvent *event, Err *err)
{
    Arena scratch = *output->arena;
    Buf line = buf_open(&scratch, 0);
    Arena inner SCOPED(arena_close) = {0};
    arena_open(&inner, ARENA_RESERVE);
    event_write_json(&line, inner, event);
    return output->sink.put(output->sink.state, buf_str(&line), err);
}

static void put_aside(const AgentOutput *output, const AgentEvent *event)
{
    Arena scratch = *output->arena;
    Buf line = buf_open(&scratch, 0);
    Str name = event_name(event->kind);
    if (output->quiet || !event->text.len)
        return;
    buf_printf(&line, "[%.*s: ", STR_ARG(name));
    buf_put_text(&line, str_trim(event->text));
    buf_put(&line, STR("]\n"));
    (void)!write(STDERR_FILENO, buf_str(&line).ptr, line.len);
}

static bool put(void *state, const AgentEvent *event, Err *err)
{
    const AgentOutput *output = state;
    if (output->json)
        return put_json(output, event, err);
    if (event->kind == AGENT_TEXT)
        return output->sink.put(output->sink.state, event->text, err);
    put_aside(output, event);
    return true;
}

AgentSink agent_output_sink(AgentOutput *output)
{
    return (AgentSink){.put = put, .state = output};
}
