/* A turn: context and task go to the model, its answer comes back, in at most NEED_ROUNDS further
   rounds with what it asked for. For the files of this module. */
#pragma once

#include "agent/agent_state.h"

/* Rounds in which the model may ask for more. */
#define NEED_ROUNDS 4

typedef struct Turn {
    Str system;
    bool edits;         /* edits and plans of the answer are taken, so they are not shown as text */
    struct Along *came; /* its first request was sent along, and this is the reply; or NULL */
    struct AlongSet *others; /* requests to be sent along with its first one; or NULL */
    Str answer;              /* the last reply, whole */
    ChatStop stop;
} Turn;

/* Adds the task of the current turn to the window: the user's. */
void turn_set_task(Agent *agent, Str task);
/* … what the program asks for next. */
void turn_set_follow_up(Agent *agent, Str task);
/* Whether the program made a task. */
bool turn_is_follow_up(const WindowPart *part);
/* Chooses the model of options and settings. ERR_NO_MODEL when none is named. */
bool turn_need_model(Agent *agent, Err *err) MUST_USE;
/* Tokens of the window that parts may take. */
uint64_t turn_window_limit(Agent *agent);
/* Chooses what of the window goes into a request: within the limit by the estimate, or by the
   provider's own counter. `counts`: the counter may be asked, if the estimate is above the limit.
   False when the critical parts alone are larger. *tokens are by the estimate. */
bool turn_fit(Agent *agent, bool counts, uint64_t *tokens) MUST_USE;
bool turn_run(Agent *agent, Turn *turn, Err *err) MUST_USE;
/* Ends a turn of the conversation: its task is no longer what must be there. */
void turn_end(Agent *agent);
/* The request for the window as it is. Fails if the critical parts do not fit. */
bool turn_request(Agent *agent, Arena *arena, Str system, ChatRequest *request, Err *err) MUST_USE;
