/* One prompt as its client sees it: the agent's events become updates of the session, its questions
   become requests for permission. */
#pragma once

#include "acp/acp_link.h"
#include "agent/agent.h"
#include "session/progress.h"

/* A staged file, and the tool call that shows it. */
typedef struct AcpEdit {
    EditFile file;
    Str call;
} AcpEdit;

typedef struct AcpTurn {
    AcpLink *link;
    Arena *arena; /* as long as the prompt */
    Str root;     /* absolute */
    Agent *agent;
    bool is_silent;  /* nothing is sent */
    uint32_t number; /* of the prompt in the session */
    uint32_t calls;
    Str gathering, writing; /* open tool calls; or empty */
    VEC(AcpEdit) edits;
    Str gate;         /* last message of the gate */
    const Json *plan; /* the tasks of the plan; NULL: no plan */
    size_t step;      /* of the plan, from 1; 0: not begun */
    Str stop;         /* why the last answer ended (chat_stop_name) */
} AcpTurn;

/* Reports that context is being gathered. */
bool acp_turn_begin(AcpTurn *turn, Err *err) MUST_USE;
/* For AgentSink, with the turn as state. */
bool acp_turn_put(void *state, const AgentEvent *event, Err *err) MUST_USE;
AgentChoice acp_turn_ask(void *state, const AgentQuestion *question);
/* For ProgressSink. */
void acp_turn_progress(void *state, const ProgressStep *step);
/* Appends to the agent's message. */
bool acp_turn_say(AcpTurn *turn, Str text, Err *err) MUST_USE;
/* Ends the tool calls still open. */
bool acp_turn_end(AcpTurn *turn, Err *err) MUST_USE;
