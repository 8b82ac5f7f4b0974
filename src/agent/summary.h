/* Earlier turns in few words: the smaller levels that tasks and answers get when their turn ends,
   so that a long conversation shrinks before anything of it is left out. The program writes them at
   once; those of answers that no longer fit are the model's, if one answers. */
#pragma once

#include "agent/agent_state.h"

/* Gives the conversation before a turn its smaller levels. Short texts have none. */
void summary_make(Agent *agent, uint32_t before);
/* Whether an answer's smaller level is the program's. */
bool summary_is_by_program(const WindowPart *part);
/* Replaces it by the model's words. */
void summary_set(Agent *agent, WindowPart *part, Str words);
/* Has the model summarise earlier answers, if some no longer fit. A failure becomes a notice; false
   if interrupted. */
bool summary_ask(Agent *agent, Err *err) MUST_USE;
/* Remembers a commit of the last turn, for its summary and for /rewind. */
void summary_add_written(Agent *agent, const EditCommit *done);
