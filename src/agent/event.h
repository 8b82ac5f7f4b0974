/* Events: what a running task reports, in order. The terminal, JSON lines and the Agent Client
   Protocol are encoders of one stream. */
#pragma once

#include "base/json.h"
#include "edit/edit.h"

typedef enum AgentEventKind {
    AGENT_CONTEXT, /* context was gathered */
    AGENT_TEXT,    /* a piece of the answer, checked: lines, or words of a line that goes on */
    AGENT_THOUGHT, /* lines that the model thought; not a part of the answer */
    AGENT_RETRACT, /* the text reported so far is not part of the answer */
    AGENT_NEED,    /* the model asked for more, and got it */
    AGENT_PLAN,
    AGENT_STEP, /* a step of the plan begins */
    AGENT_EDIT, /* an edit of one file was staged */
    AGENT_CHECK,
    AGENT_GATE,
    AGENT_COMMIT,
    AGENT_USAGE,
    AGENT_NOTICE,
    AGENT_ERROR,
    AGENT_EVENT_COUNT
} AgentEventKind;

typedef struct AgentEvent {
    AgentEventKind kind;
    Str text;             /* for people */
    const Json *data;     /* the same as members; NULL: only the text */
    const EditFile *file; /* AGENT_EDIT: the staged file; else NULL */
} AgentEvent;

typedef enum AgentChoice {
    AGENT_NO,
    AGENT_YES,
    AGENT_SOME,  /* of edits: ask for each hunk */
    AGENT_CHANGE /* of one hunk: to edit it (AgentSink.edit) */
} AgentChoice;

typedef struct AgentQuestion {
    AgentEventKind about; /* AGENT_PLAN; AGENT_GATE: all edits; AGENT_EDIT: one hunk */
    Str text;
    const Json *data;
    bool can_change; /* AGENT_EDIT: the user may edit it */
} AgentQuestion;

typedef struct AgentSink {
    bool (*put)(void *state, const AgentEvent *event, Err *err);
    /* Asks the user. NULL: nobody can be asked, which means no. */
    AgentChoice (*ask)(void *state, const AgentQuestion *question);
    /* Lets the user edit a text. NULL: hunks are taken or left as they are. */
    bool (*edit)(void *state, Arena *arena, Str text, Str *edited, Err *err);
    void *state;
} AgentSink;

/* context, text, … */
Str event_name(AgentEventKind kind);
/* The event as one line of JSON: `{"event":"text","text":"…"}` with the members of its data. */
void event_write_json(Buf *out, Arena scratch, const AgentEvent *event);
