/* Earlier turns in few words: the smaller levels that tasks and answers get when their turn ends,
   so that a long conversation shrinks before anything of it is left out. No model is asked. */
#pragma once

#include "agent/agent_state.h"

/* Gives the conversation before a turn its smaller levels. Short texts have none. */
void summary_make(Agent *agent, uint32_t before);
/* Remembers a commit of the last turn, for its summary and for /rewind. */
void summary_add_written(Agent *agent, const EditCommit *done);
