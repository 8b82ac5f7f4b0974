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
    Str answer;              /* the text of the last reply */
    ChatStop stop;           /* why that ended: only after CHAT_ENDED is it whole */
    bool thought, called;    /* besides its text, the model thought, or called a tool */
    Str why;                 /* as ChatReply.why */
} Turn;

/* Adds the task of the current turn to the window: the user's. */
void turn_set_task(Agent *agent, Str task);
/* … what the program asks for next. */
void turn_set_follow_up(Agent *agent, Str task);
/* Adds what the model must know with the next task: that of the program. */
void turn_tell(Agent *agent, Str text);
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
/* Fails if the model answers nothing. An answer that is not whole is a success; turn->stop tells.
 */
bool turn_run(Agent *agent, Turn *turn, Err *err) MUST_USE;
/* Why an answer is not whole, as a part of a sentence; empty: it is. */
Str turn_cut_reason(const Agent *agent, ChatStop stop);
/* Ends a turn of the conversation: its task is no longer what must be there. */
void turn_end(Agent *agent);
/* The request for the window as it is. Fails if the critical parts do not fit. */
bool turn_request(Agent *agent, Arena *arena, Str system, ChatRequest *request, Err *err) MUST_USE;
