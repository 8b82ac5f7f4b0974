/* A thread makes the overview while the question is explored: both open the index and wait for the
   listing of the tree, which takes most of their time in a large repository. */
#include "agent/agent_state.h"

#include <pthread.h>

/* Modules of the overview: it is the prefix of every request, so it is kept small. */
#define OVERVIEW_MODULES "12"

typedef struct OverviewTask {
    ToolContext tools;
    Arena arena;
    Str text;
    Err err;
    bool ok, started;
    volatile bool cancel; /* the user's Ctrl-C is not meant for earlier work */
    pthread_t thread;
} OverviewTask;

static void *run(void *state)
{
    OverviewTask *task = state;
    AgentCall call = {"overview",
                      {{"include_git", STR("false")}, {"max_modules", STR(OVERVIEW_MODULES)}}};
    task->ok = agent_call_text(&task->arena, &task->tools, &call, &task->text, &task->err);
    return NULL;
}

void gather_overview_start(Agent *agent)
{
    if (agent->has_overview || agent->overview)
        return;
    OverviewTask *task = NEW(agent->arena, OverviewTask, 1);
    task->tools = *agent->context;
    /* The other call reports the notices that both would report. */
    task->tools.notice = NULL;
    task->tools.progress = (ProgressSink){0};
    task->tools.cancel = &task->cancel;
    arena_open(&task->arena, ARENA_RESERVE);
    task->started = pthread_create(&task->thread, NULL, run, task) == 0;
    agent->overview = task;
}

void gather_overview_stop(Agent *agent)
{
    OverviewTask *task = agent->overview;
    if (!task)
        return;
    task->cancel = true;
    if (task->started)
        pthread_join(task->thread, NULL);
    arena_close(&task->arena);
    agent->overview = NULL;
}

bool gather_overview_finish(Agent *agent, bool again, Err *err)
{
    OverviewTask *task = agent->overview;
    if (!task)
        return true;
    agent->overview = NULL;
    if (task->started)
        pthread_join(task->thread, NULL);
    if (!task->started || !task->ok || again) {
        arena_reset(&task->arena);
        task->tools.cancel = agent->context->cancel;
        run(task);
    }
    if (task->ok) {
        WindowPart part = {
            .place = WINDOW_PREFIX,
            .priority = WINDOW_CRITICAL,
            .name = STR("overview"),
            .why = STR("once a session"),
            .levels = {str_format(agent->arena, "# Repository\n\n%.*s", STR_ARG(task->text))}};
        gather_add(agent, &part, (Str){0});
        agent->has_overview = true;
    } else {
        *err = task->err;
    }
    arena_close(&task->arena);
    return task->ok;
}

bool gather_overview(Agent *agent, Err *err)
{
    gather_overview_start(agent);
    return gather_overview_finish(agent, false, err);
}
