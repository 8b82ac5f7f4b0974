/* Look-ups of a list: threads make the tool calls, some ahead of the line being added. Only the
   caller's thread adds to the window, in the order of the lines, so the result is the same as for
   sequential calls. */
#include "agent/agent_state.h"

#include <pthread.h>

/* Calls ahead: each has the index open, which takes memory in a large repository. */
#define AHEAD_MAX 4

typedef struct Ahead {
    ToolContext tools;
    AgentCall call;
    Arena arena;
    AgentCallAnswer answer;
    pthread_t thread;
    bool running;
} Ahead;

static void *run(void *state)
{
    Ahead *ahead = state;
    AgentCallAnswer *answer = &ahead->answer;
    answer->ok =
        agent_call_text(&ahead->arena, &ahead->tools, &ahead->call, &answer->text, &answer->err);
    return NULL;
}

/* Starts the call of a line, if it is a call. */
static void start(Agent *agent, Str line, Ahead *ahead)
{
    *ahead = (Ahead){.tools = *agent->context};
    /* Only the call on the caller's thread reports notices. */
    ahead->tools.notice = NULL;
    ahead->tools.progress = (ProgressSink){0};
    if (!gather_call(agent, str_trim(line), &ahead->call))
        return;
    arena_open(&ahead->arena, ARENA_RESERVE);
    ahead->running = pthread_create(&ahead->thread, NULL, run, ahead) == 0;
}

static void finish(Ahead *ahead)
{
    if (ahead->running)
        pthread_join(ahead->thread, NULL);
    ahead->running = false;
}

/* Whether the call made ahead is still the right one: a line before it may have shown another
   symbol of the same name. */
static bool is_same(const AgentCall *a, const AgentCall *b)
{
    return a->tool == b->tool && str_equal(a->arguments[0].value, b->arguments[0].value);
}

static bool add(Agent *agent, Str line, Ahead *ahead, Str *said, Err *err)
{
    AgentCall call;
    bool ran = ahead->running;
    finish(ahead);
    line = str_trim(line);
    if (!ran || !gather_call(agent, line, &call) || !is_same(&call, &ahead->call))
        return gather_named(agent, line, false, said, err);
    return gather_answer(agent, line, &ahead->answer, said, err);
}

bool gather_all(Agent *agent, const Str *lines, size_t count, Str *said, Err *err)
{
    Ahead *all = NEW(agent->arena, Ahead, count + 1);
    size_t started = 0;
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        /* The line itself is called ahead only if others are, too. */
        for (; count > 1 && started < MIN(i + AHEAD_MAX, count); started++)
            start(agent, lines[started], &all[started]);
        ok = add(agent, lines[i], &all[i], &said[i], err);
    }
    for (size_t i = 0; i < started; i++) {
        finish(&all[i]);
        arena_close(&all[i].arena);
    }
    return ok;
}
