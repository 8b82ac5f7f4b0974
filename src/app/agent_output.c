#include "app/agent_output.h"

#include "agent/agent_call.h"
#include "query/source.h"
#include "terminal/clean.h"

#include <termios.h>
#include <unistd.h>

/* Wrong answers to a question, after which it counts as refused. */
#define ANSWERS_MAX 10
/* Largest task from standard input: more than a million tokens, the largest windows today. */
#define INPUT_BYTES_MAX (8 * MB)

static bool put_json(const AgentOutput *output, const AgentEvent *event, Err *err)
{
    Arena scratch = *output->arena;
    Buf line = buf_open(&scratch, 0);
    Arena inner SCOPED(arena_close) = {0};
    arena_open(&inner, ARENA_RESERVE);
    event_write_json(&line, inner, event);
    return output->sink.put(output->sink.state, buf_str(&line), err);
}

/* Standard error may be a terminal, and texts hold words of models, files and servers. */
static void say(Arena scratch, Str text)
{
    Buf out = buf_open(&scratch, 0);
    clean_put(&out, text, CLEAN_CODE);
    (void)!write(STDERR_FILENO, buf_str(&out).ptr, out.len);
}

static void put_aside(const AgentOutput *output, const AgentEvent *event)
{
    Arena scratch = *output->arena;
    Str name = event_name(event->kind), text = str_trim(event->text);
    if ((output->quiet && event->kind != AGENT_NOTICE) || !event->text.len)
        return;
    say(scratch, str_format(&scratch, "[%.*s: %.*s]\n", STR_ARG(name), STR_ARG(text)));
}

static bool put_text(AgentOutput *output, Str text, Err *err)
{
    output->open = text.len && !str_ends(text, STR("\n"));
    return output->sink.put(output->sink.state, text, err);
}

/* Writes the buffered part of an answer. */
static bool flush_held(AgentOutput *output, Err *err)
{
    Str text = buf_str(&output->held);
    output->held.len = 0;
    return !text.len || put_text(output, text, err);
}

static bool put(void *state, const AgentEvent *event, Err *err)
{
    AgentOutput *output = state;
    if (output->json)
        return put_json(output, event, err);
    if (event->kind == AGENT_THOUGHT)
        return true;
    if (output->holds && event->kind == AGENT_TEXT) {
        buf_put(&output->held, event->text);
        return true;
    }
    if (output->holds && event->kind == AGENT_RETRACT) {
        output->held.len = 0;
        return true;
    }
    if (!flush_held(output, err))
        return false;
    Str diff = event->kind == AGENT_EDIT ? json_text(event->data, STR("diff")) : (Str){0};
    if (event->kind != AGENT_TEXT)
        put_aside(output, event);
    if (diff.len)
        return output->sink.put(output->sink.state, diff, err);
    return event->kind != AGENT_TEXT || put_text(output, event->text, err);
}

/* Reads one line to its end, so that no part of it answers the next question. *key is its byte if
   it has exactly one, else 0. False at the end of the input. */
static bool read_answer(char *key)
{
    size_t len = 0;
    char c;
    ssize_t got = read(STDIN_FILENO, &c, 1);
    *key = 0;
    for (; got == 1 && c != '\n'; got = read(STDIN_FILENO, &c, 1))
        if (c != '\r')
            *key = ++len == 1 ? c : 0;
    return got == 1;
}

/* Only an offered key alone on its line is an answer; after other input the question is asked
   again. Input typed before the question was shown is dropped. */
static AgentChoice ask(void *state, const AgentQuestion *question)
{
    const AgentOutput *output = state;
    Arena scratch = *output->arena;
    bool writes = question->about == AGENT_GATE;
    const char *what = question->about == AGENT_PLAN   ? "Go on with this plan? [y/n] "
                       : question->about == AGENT_EDIT ? "Take this one? [y/n] "
                       : !writes                       ? "Run it all the same? [y/n] "
                                                       : "Write these edits? (h: choose hunks) "
                                                         "[y/n/h] ";
    char key = 0;
    say(scratch, str_format(&scratch, "%.*s\n", STR_ARG(str_trim_end(question->text))));
    tcflush(STDIN_FILENO, TCIFLUSH);
    for (int i = 0; i < ANSWERS_MAX; i++) {
        say(scratch, str_from(what));
        if (!read_answer(&key))
            return AGENT_NO;
        if (key == 'h' && writes)
            return AGENT_SOME;
        if (byte_in(key, "yn"))
            return key == 'y' ? AGENT_YES : AGENT_NO;
        say(scratch, writes ? STR("y, n or h is taken, alone and in lower case\n")
                            : STR("y or n is taken, alone and in lower case\n"));
    }
    return AGENT_NO;
}

AgentOutput agent_output_open(const ToolCall *call)
{
    return (AgentOutput){.sink = call->sink,
                         .json = tool_flag(call, "json"),
                         .holds = !isatty(STDOUT_FILENO),
                         .held = buf_open(call->arena, 0),
                         .arena = call->scratch};
}

AgentOptions agent_output_options(const ToolCall *call)
{
    return (AgentOptions){.model = tool_text(call, "model"),
                          .budget = tool_number(call, "budget"),
                          .mcp = tool_text(call, "mcp")};
}

AgentSink agent_output_sink(AgentOutput *output)
{
    bool person = !output->json && isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
    return (AgentSink){.put = put, .ask = person ? ask : NULL, .state = output};
}

bool agent_output_end(const ToolCall *call, AgentOutput *output, bool ok, Err *err)
{
    Err ignored;
    if (ok && tool_is_cancelled(call))
        ok = err_set(err, ERR_INTERRUPTED, "interrupted; what came is above");
    if (!flush_held(output, ok ? err : &ignored))
        return false;
    if (output->open && !output->sink.put(output->sink.state, STR("\n"), ok ? err : &ignored))
        return false;
    output->open = false;
    if (ok || !output->json)
        return ok;
    Json *data = json_object(call->arena);
    json_set(data, STR("code"), json_u64(call->arena, err->code));
    json_set_text(call->arena, data, STR("hint"), str_from(err->hint));
    AgentEvent event = {.kind = AGENT_ERROR, .text = str_from(err->message), .data = data};
    (void)!put_json(output, &event, &ignored);
    return false;
}

bool agent_output_task(ToolCall *call, const char *param, Str *task, Err *err)
{
    *task = str_trim(tool_text(call, param));
    if (!str_equal(*task, STR("-")))
        return true;
    if (!source_input(&call->request, task, err))
        return false;
    *task = str_trim(*task);
    if (!task->len)
        return err_set(err, ERR_USAGE, "standard input has no text");
    if (task->len > INPUT_BYTES_MAX)
        return err_set(err, ERR_USAGE, "standard input is larger than any model's window");
    return str_is_utf8(*task) && str_find_byte(*task, '\0') == STR_NONE
               ? true
               : err_set(err, ERR_USAGE, "standard input is not text in UTF-8");
}

bool agent_output_only_gathers(const ToolCall *call)
{
    return tool_flag(call, "context_only") || tool_flag(call, "redact");
}

static bool put_redactions(ToolCall *call, const RedactionVec *redactions, Err *err)
{
    Buf out = buf_open(call->arena, 0);
    for (size_t i = 0; i < redactions->len; i++) {
        const Redaction *one = &redactions->ptr[i];
        buf_put_text(&out, one->name);
        if (one->line)
            buf_printf(&out, ", line %u", one->line);
        buf_printf(&out, ": %.*s\n", STR_ARG(one->what));
    }
    if (!redactions->len)
        buf_put(&out, STR("nothing was replaced\n"));
    return tool_put_buf(call, &out, err);
}

bool agent_output_gather(ToolCall *call, AgentOutput *output, Agent *agent, Str task, Err *err)
{
    output->quiet = !output->json;
    if (!agent_gather(agent, task, err))
        return false;
    if (tool_flag(call, "redact"))
        return put_redactions(call, agent_redactions(agent), err);
    return output->json || tool_put(call, agent_context(agent, call->arena), err);
}
