/* The façade: opening, reporting, and accessors. The work is in gather.c and turn.c. */
#include "agent/agent_state.h"
#include "agent/turn.h"

#include "git/repo.h"

/* Paths in answers are relative to the repository's root, so everything works from there. Outside a
   repository the working directory counts but is not set as root, so that a wide one is still
   refused (session/root_guard.h). */
static void set_root(Agent *agent)
{
    GitRepo repo = {0};
    Err ignored;
    ToolContext *tools = &agent->tools;
    Str directory = fs_working_directory(agent->arena);
    if (tools->root.len || !git_repo_find(agent->arena, directory, &repo, &ignored) ||
        !repo.directory.len)
        return;
    tools->root = repo.root;
    if (!tools->root_count) {
        tools->roots = &tools->root;
        tools->root_count = 1;
    }
}

bool agent_open(Arena *arena, const ToolContext *context, const AgentOptions *options,
                const AgentSink *sink, Agent **agent, Err *err)
{
    Agent *opened = NEW(arena, Agent, 1);
    (void)err;
    *opened = (Agent){.arena = arena,
                      .tools = *context,
                      .options = *options,
                      .sink = *sink,
                      .window = {.arena = arena}};
    opened->context = &opened->tools;
    set_root(opened);
    opened->stage = (Stage){.arena = arena,
                            .context = opened->context,
                            .editor = opened->options.editor,
                            .window = &opened->window};
    if (!opened->options.budget)
        opened->options.budget = AGENT_BUDGET;
    *agent = opened;
    return true;
}

bool agent_report(Agent *agent, AgentEventKind kind, Str text, const Json *data, Err *err)
{
    AgentEvent event = {.kind = kind, .text = text, .data = data};
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

Str agent_cut_reason(const Agent *agent)
{
    return turn_cut_reason(agent, agent->stop);
}
