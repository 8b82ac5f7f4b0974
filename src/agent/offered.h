/* What a model may ask for besides the repository's code: commands that the user allows, skills of
   the user, and look-ups of MCP servers that the user has started. */
#pragma once

#include "agent/agent_state.h"

/* Their part of the system text; empty without any. */
Str offered_prompt(Agent *agent, Arena *arena);
/* Whether a line asks for one of them. */
bool offered_has(Str line);
/* Does what the line asks for, and adds the answer to the window. *said: what the model reads about
   it, also if it gets nothing. */
bool offered_take(Agent *agent, Str line, Str *said, Err *err) MUST_USE;
