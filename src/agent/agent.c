/* The façade: opening, reporting, and what callers may look at. The work is in gather.c and turn.c.
 */
#include "agent/agent_state.h"

bool agent_open(Arena *arena, const ToolContext *context, const AgentOptions *options,
                const AgentSink *sink, Agent **agent, Err *err)
{
    Agent *opened = NEW(arena, Agent, 1);
    (void)err;
    *opened = (Agent){.arena = arena,
                      .context = context,
                      .options = *options,
                      .sink = *sink,
                      .window = {.arena = arena}};
    if (!opened->options.budget)
        opened->options.budget = AGENT_BUDGET;
    *agent = opened;
    return true;
}

AgentSettings agent_settings(const Agent *agent)
{
    AgentSettings settings = {.window = AGENT_WINDOW, .answer = AGENT_ANSWER};
    if (agent->options.model.len)
        settings.model = agent->options.model;
    return settings;
}

bool agent_report(Agent *agent, AgentEventKind kind, Str text, const Json *data, Err *err)
{
    AgentEvent event = {kind, text, data};
    return agent->sink.put(agent->sink.state, &event, err);
}

bool agent_is_cancelled(const Agent *agent)
{
    return agent->context->cancel && *agent->context->cancel;
}

const RedactionVec *agent_redactions(const Agent *agent)
{
    return &agent->redactions;
}

Window *agent_window(Agent *agent)
{
    return &agent->window;
}

AgentTotals agent_totals(const Agent *agent)
{
    return agent->totals;
}
