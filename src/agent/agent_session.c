#include "agent/agent_session.h"

#include "agent/mcp_client.h"
#include "agent/turn.h"
#include "agent/viewed.h"
#include "config/config.h"
#include "tools/model.h"

/* Commands that a session remembers: a build, some tests, a linter. */
#define APPROVED_MAX 16

static Str root_of(Agent *agent)
{
    return stage_place(&agent->stage, agent->arena).root;
}

static Str model_name(Agent *agent)
{
    if (!agent->model.provider)
        return (Str){0};
    return str_format(agent->arena, "%s/%.*s", agent->model.provider->name,
                      STR_ARG(agent->model.name));
}

static bool report_notice(Agent *agent, Err *err)
{
    Str notice = agent_store_notice(agent->store);
    return !notice.len || agent_report(agent, AGENT_NOTICE, notice, NULL, err);
}

static bool open_store(Agent *agent, Err *err)
{
    if (agent->store)
        return true;
    return agent_store_open(agent->arena, &(AgentStoreOptions){0}, &agent->store, err) &&
           report_notice(agent, err);
}

bool agent_session_start(Agent *agent, Str title, Err *err)
{
    if (!open_store(agent, err))
        return false;
    agent_store_hide(agent->store, agent->model.key);
    if (agent->session)
        return true;
    if (!agent->reserved)
        return agent_store_create(agent->store, root_of(agent), title, &agent->session, err);
    agent->session = agent->reserved;
    return agent_store_create_reserved(agent->store, root_of(agent), title, agent->session, err);
}

/* ---- use ---- */

bool agent_session_check_caps(Agent *agent, uint64_t tokens, uint32_t requests, Err *err)
{
    const ModelConfig *own = &agent->context->config->model;
    ChatUsage guess = {.input = tokens, .output = requests * own->max_tokens};
    UsageCaps caps = {.tokens = own->max_tokens_per_day, .cost = own->max_cost};
    uint64_t cost;
    if (!model_cost(agent->context->config, &agent->model, &guess, &cost))
        cost = COST_UNKNOWN;
    return agent_usage_reserve(agent->store, agent->session, &caps, guess.input + guess.output,
                               cost, err);
}

void agent_session_approve(Agent *agent, Str command)
{
    Str copy = str_copy(agent->arena, command);
    size_t kept = 0;
    for (size_t i = agent->approved.len == APPROVED_MAX; i < agent->approved.len; i++)
        if (!str_equal(agent->approved.ptr[i], command))
            agent->approved.ptr[kept++] = agent->approved.ptr[i];
    agent->approved.len = kept;
    *VEC_PUSH(agent->arena, &agent->approved) = copy;
}

bool agent_session_save(Agent *agent, Err *err)
{
    Buf plan = buf_open(agent->arena, 0);
    if (agent->plan.tasks.len)
        json_write(&plan, plan_value(agent->arena, &agent->plan), 0);
    uint64_t former = agent->session;
    if (!agent->store || !former)
        return true;
    SessionState state = {.window = &agent->window,
                          .staged = stage_pack(proposal_kept(agent), agent->arena),
                          .model = model_name(agent),
                          .plan = buf_str(&plan),
                          .approved = agent->approved.ptr,
                          .approved_count = agent->approved.len};
    Err why = {0};
    if (!agent_store_save(agent->store, &agent->session, &state, &why) ||
        !viewed_save(agent, agent->session != former, &why))
        return agent_report(agent, AGENT_NOTICE, str_copy(agent->arena, str_from(why.message)),
                            NULL, err);
    bool is_new = state.unkept && !agent->staged_is_unkept;
    agent->staged_is_unkept = state.unkept;
    if (is_new && !agent_report(agent, AGENT_NOTICE,
                                STR("what is staged is not kept in the session: it is too large, "
                                    "or has what looks like a secret"),
                                NULL, err))
        return false;
    return report_notice(agent, err);
}

bool agent_session_count(Agent *agent, const ChatUsage *usage, Err *err)
{
    uint64_t cost;
    Err why = {0};
    if (!model_cost(agent->context->config, &agent->model, usage, &cost))
        cost = COST_UNKNOWN;
    return agent_usage_add(agent->store, agent->session, usage, cost, &why) ||
           agent_report(agent, AGENT_NOTICE, str_copy(agent->arena, str_from(why.message)), NULL,
                        err);
}

Str agent_session_cost(Agent *agent)
{
    const AgentSession *session = agent->store ? agent_session(agent->store, agent->session) : NULL;
    if (!session || session->cost_unknown || !session->requests)
        return (Str){0};
    return str_format(agent->arena, "$%llu.%02llu",
                      (unsigned long long)(session->cost / PRICE_UNIT),
                      (unsigned long long)(session->cost % PRICE_UNIT / (PRICE_UNIT / 100)));
}

/* ---- resuming ---- */

/* Gathers again the session's context from files that have changed. */
static bool refresh(Agent *agent, const SessionStaleVec *stale, Err *err)
{
    for (size_t i = 0; i < stale->len; i++) {
        const SessionStale *part = &stale->ptr[i];
        Str said;
        if (part->pinned && !gather_named(agent, part->name, true, &said, err))
            return false;
    }
    if (!stale->len)
        return true;
    Str text = str_format(agent->arena,
                          "%zu parts of the session are left out, since their files have changed "
                          "or they show several; pinned parts are read again",
                          stale->len);
    return agent_report(agent, AGENT_NOTICE, text, NULL, err);
}

/* Whether the model has answered in the current turn, so that it has ended. */
static bool has_reply(const Window *window)
{
    for (size_t i = 0; i < window->parts.len; i++)
        if (window->parts.ptr[i].place == WINDOW_REPLY && window->parts.ptr[i].turn == window->turn)
            return true;
    return false;
}

static bool report_staged(Agent *agent, Err *err)
{
    size_t count = agent->stage.files.len;
    if (!count)
        return true;
    Str text = str_format(agent->arena, "%zu file%s staged and not written yet", count,
                          count == 1 ? " is" : "s are");
    return agent_report(agent, AGENT_NOTICE, text, NULL, err);
}

bool agent_resume(Agent *agent, uint64_t id, Err *err)
{
    SessionState state = {.window = &agent->window};
    if (!open_store(agent, err))
        return false;
    agent->window.parts.len = 0;
    agent->window.turn = 0;
    if (!agent_store_load(agent->store, agent->arena, root_of(agent), &id, &state, err))
        return false;
    agent->session = id;
    if (has_reply(&agent->window))
        turn_end(agent);
    agent->plan = plan_restore(agent->arena, state.plan);
    stage_unpack(&agent->stage, state.staged);
    agent->approved.len = 0;
    for (size_t i = 0; i < state.approved_count; i++)
        agent_session_approve(agent, state.approved[i]);
    if (!viewed_load(agent, err))
        return false;
    agent->has_overview = window_find(&agent->window, STR("overview")) != NULL;
    const AgentSession *session = agent_session(agent->store, id);
    if (session)
        agent->totals = (AgentTotals){session->requests, session->usage};
    return refresh(agent, &state.stale, err) && report_staged(agent, err);
}

bool agent_sessions(Agent *agent, AgentSessionVec *sessions, Err *err)
{
    return open_store(agent, err) &&
           agent_store_list(agent->store, agent->arena, root_of(agent), sessions, err);
}

void agent_close(Agent *agent)
{
    gather_overview_stop(agent);
    mcp_client_stop(agent);
    if (agent->store)
        agent_store_close(&agent->store);
}
