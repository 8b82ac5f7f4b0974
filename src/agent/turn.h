/* A turn: context and task go to the model and its answer comes back, with at most NEED_ROUNDS
   further rounds for context that it requests. For the files of this module. */
#pragma once

#include "agent/agent_state.h"

/* Rounds in which the model may ask for more. */
#define NEED_ROUNDS 4

typedef struct Turn {
    Str system;
    bool edits;         /* edits and plans of the answer are taken, so not shown as text */
    struct Along *came; /* the reply to its first request, if that was sent in parallel; or NULL */
    struct AlongSet *others; /* requests to send in parallel with its first one; or NULL */
    Str answer;              /* the text of the last reply */
    ChatStop stop;           /* why it ended: only CHAT_ENDED means complete */
    bool shortened;          /* it was sent again with less context */
    bool thought, called;    /* apart from its text, the model thought, or called a tool */
    Str why;                 /* as ChatReply.why */
} Turn;

/* Adds the task of the current turn to the window: the user's task. */
void turn_set_task(Agent *agent, Str task);
/* … the program's follow-up. */
void turn_set_follow_up(Agent *agent, Str task);
/* Adds a remark that the model must read with the next task: the program's. */
void turn_tell(Agent *agent, Str text);
/* Whether the program made a task. */
bool turn_is_follow_up(const WindowPart *part);
/* Chooses the model from options and settings. ERR_NO_MODEL if they name no model. */
bool turn_need_model(Agent *agent, Err *err) MUST_USE;
/* Tokens of the window available to parts. */
uint64_t turn_window_limit(Agent *agent);
/* From now on the window is as small as this limit needs. */
void turn_window_shrink(Agent *agent, uint64_t limit);
/* Chooses the parts of the window for a request: within the limit by the estimate, or by the
   provider's own counter. `counts`: the counter may be called if the estimate exceeds the limit.
   False if the critical parts alone are larger. *tokens are by the estimate. */
bool turn_fit(Agent *agent, bool counts, uint64_t *tokens) MUST_USE;
/* Fails if the model answers nothing. An incomplete answer is a success; see turn->stop. */
bool turn_run(Agent *agent, Turn *turn, Err *err) MUST_USE;
/* Why an answer is incomplete, as a part of a sentence; empty if it is complete. */
Str turn_cut_reason(const Agent *agent, ChatStop stop);
/* Counts and reports what a request used that is no part of the conversation. */
bool turn_count(Agent *agent, Arena *arena, const ChatReply *reply, Err *err) MUST_USE;
/* Ends a turn of the conversation. */
void turn_end(Agent *agent);
/* The request for the current window. Fails if the critical parts do not fit. */
bool turn_request(Agent *agent, Arena *arena, Str system, ChatRequest *request, Err *err) MUST_USE;
