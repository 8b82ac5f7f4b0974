/* The selection of a request's parts from the window. The estimate of tokens is 1.6 to 1.9 times
   the count of models. So where it exceeds the limit, the provider's own counter is asked whether
   more fits. A larger limit by the estimate is tried, and reduced until the count is within the
   window. The limit that passed is kept until the window changes. */
#include "agent/turn.h"

#include "base/hash.h"
#include "config/config.h"
#include "tools/model.h"

/* Counts of one window. The second one nearly always fits: it is scaled by the first. */
#define COUNTS_MAX 3
/* Texts above this many limits are not sent to be counted: no model counts so few tokens for
   them. */
#define ESTIMATE_LIMITS 2

/* The model's window. Only a server on this machine is asked, since its models may have small ones;
   asking others would delay the answer. */
static uint64_t window_of(Agent *agent)
{
    const Config *config = agent->context->config;
    if (!agent->model.provider)
        return config->model.window ? config->model.window : MODEL_WINDOW_DEFAULT;
    if (!agent->model_window)
        agent->model_window =
            model_window_at_once(agent->arena, config, &agent->model, agent->context->cancel);
    return agent->model_window;
}

static uint64_t answer_of(const Agent *agent, uint64_t window)
{
    return MIN(agent->context->config->model.max_tokens, window / 4);
}

uint64_t turn_window_limit(Agent *agent)
{
    uint64_t window = window_of(agent);
    uint64_t kept = answer_of(agent, window) + MIN((uint64_t)AGENT_SYSTEM, window / 4);
    return window - kept;
}

void turn_window_shrink(Agent *agent, uint64_t limit)
{
    uint64_t answer = MIN(agent->context->config->model.max_tokens, limit / 2);
    agent->model_window = limit + answer + MIN((uint64_t)AGENT_SYSTEM, limit / 2);
}

/* A hash that changes if another choice of parts may fit. */
static uint64_t state_of(const Agent *agent, uint64_t whole, uint64_t limit)
{
    uint64_t state = hash_mix(hash_mix(whole, limit), agent->window.turn);
    for (size_t i = 0; i < agent->window.parts.len; i++) {
        const WindowPart *part = &agent->window.parts.ptr[i];
        unsigned flags = part->priority << 2 | (unsigned)part->pinned << 1 | part->dropped;
        state = hash_mix(hash_mix(hash_mix(state, flags), part->used), hash_fast(part->name));
    }
    return state;
}

/* The largest tried limit (by the estimate) whose parts the provider counts as within `limit`; else
   `limit`. */
static uint64_t count_limit(Agent *agent, uint64_t whole, uint64_t limit)
{
    uint64_t tried = MIN(whole, ESTIMATE_LIMITS * limit);
    ChatModel once = agent->model;
    once.retries = 0;
    for (unsigned i = 0; i < COUNTS_MAX && tried > limit; i++) {
        Arena arena SCOPED(arena_close) = {0};
        ChatRequest request = {.model = &once, .cancel = agent->context->cancel};
        uint64_t tokens;
        bool counted;
        arena_open(&arena, ARENA_RESERVE);
        /* Critical parts may exceed the tried limit. */
        if (!window_fit(&agent->window, tried, &tokens))
            tried = tokens;
        window_write(&agent->window, &arena, (Str){0}, &request);
        uint64_t count = chat_count(&arena, &request, &counted);
        if (!counted) {
            agent->counter_fails = true;
            break;
        }
        if (count <= limit)
            return tried;
        tried = MIN(tried, tokens) * limit / count / 32 * 31;
    }
    return limit;
}

bool turn_fit(Agent *agent, bool counts, uint64_t *tokens)
{
    CountedWindow *last = &agent->counted;
    uint64_t limit = turn_window_limit(agent);
    const ChatProvider *provider = agent->model.provider;
    if (!window_fit(&agent->window, UINT64_MAX, tokens) || *tokens <= limit)
        return true;
    uint64_t state = state_of(agent, *tokens, limit);
    bool can_count = provider && provider->counts && !agent->counter_fails;
    if (can_count && counts && last->state != state)
        *last = (CountedWindow){.limit = count_limit(agent, *tokens, limit), .state = state};
    return window_fit(&agent->window, last->state == state ? last->limit : limit, tokens);
}

/* A task that is too large by itself is dropped, so that the next one is not refused for it. */
static bool refuse_size(Agent *agent, uint64_t tokens, Err *err)
{
    uint64_t limit = turn_window_limit(agent);
    WindowPart *largest = NULL;
    for (size_t i = 0; i < agent->window.parts.len; i++) {
        WindowPart *part = &agent->window.parts.ptr[i];
        bool is_task = part->place == WINDOW_TASK && part->turn == agent->window.turn;
        if (is_task && (!largest || part->levels[0].len > largest->levels[0].len))
            largest = part;
    }
    if (largest && window_tokens(largest->levels[0]) > limit / 2) {
        largest->dropped = true;
        err_set(err, ERR_FAILED,
                "the task takes most of %llu tokens; the window has room for %llu, and the task is "
                "not kept",
                (unsigned long long)tokens, (unsigned long long)limit);
        return err_hint(err, "give the part of it that matters, or name a file that has it with @; "
                             "raise `model.window` if the model has more");
    }
    err_set(err, ERR_FAILED,
            "the task and what is pinned take %llu tokens; the window has room for %llu",
            (unsigned long long)tokens, (unsigned long long)limit);
    return err_hint(err, "drop a pinned part, or raise `model.window` if the model has more");
}

bool turn_request(Agent *agent, Arena *arena, Str system, ChatRequest *request, Err *err)
{
    uint64_t tokens;
    if (!turn_fit(agent, true, &tokens))
        return refuse_size(agent, tokens, err);
    *request = (ChatRequest){.model = &agent->model,
                             .max_tokens = (uint32_t)answer_of(agent, window_of(agent)),
                             .cancel = agent->context->cancel};
    window_write(&agent->window, arena, system, request);
    return true;
}
