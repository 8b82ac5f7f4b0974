/* One thread makes the window for each request in turn; only sending and waiting run in parallel.
   So a request has the same bytes, no matter which others are sent. */
#include "agent/along.h"

#include "agent/turn.h"
#include "agent/viewed.h"

bool along_prepare(Agent *agent, Str system, const WindowPartVec *mark, Along *along, Err *err)
{
    Window *window = &agent->window;
    arena_open(&along->arena, ARENA_RESERVE);
    bool ok = turn_request(agent, &along->arena, system, &along->request, err);
    if (ok)
        (void)!turn_fit(agent, true, &along->tokens);
    for (size_t i = 0; i < window->parts.len; i++) {
        const WindowPart *part = &window->parts.ptr[i];
        bool is_of_step = part->used == window->turn &&
                          (part->place == WINDOW_CONTEXT || part->place == WINDOW_TASK);
        if (is_of_step)
            *VEC_PUSH(&along->arena, &along->parts) = *part;
    }
    along->staged = stage_copy(&agent->stage, &along->arena);
    window_restore(window, mark);
    return ok;
}

static bool go_on(void *state, Str text)
{
    const AlongSet *set = state;
    (void)text;
    return !set->stopped;
}

static void *run(void *state)
{
    Along *along = state;
    along->ok = chat_send(&along->arena, &along->request, &along->reply, &along->err) &&
                along->reply.stop == CHAT_ENDED;
    return NULL;
}

void along_start(AlongSet *set)
{
    for (size_t i = 0; set && i < set->count; i++) {
        Along *along = set->items[i];
        along->request.take = go_on;
        along->request.state = set;
        along->sent = pthread_create(&along->thread, NULL, run, along) == 0;
    }
}

void along_finish(AlongSet *set, bool stop)
{
    if (!set)
        return;
    set->stopped = stop;
    for (size_t i = 0; i < set->count; i++)
        if (set->items[i]->sent)
            pthread_join(set->items[i]->thread, NULL);
}

Str along_shown(const Along *along)
{
    return along->request.messages[along->request.count - 1].text;
}

void along_install(Agent *agent, const Along *along)
{
    for (size_t i = 0; i < along->parts.len; i++) {
        window_add(&agent->window, &along->parts.ptr[i]);
        viewed_add(agent, &along->parts.ptr[i]);
    }
}

void along_close(Along *along)
{
    arena_close(&along->arena);
}
