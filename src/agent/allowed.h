/* Commands that the user allows: by --check, agent.check, /allow and /test. Nothing of a
   repository, and no word of a model, adds one. */
#pragma once

#include "agent/agent.h"

typedef VEC(Str) CommandVec;

/* The commands, each once; the first one is what `check` runs. */
CommandVec allowed_commands(const Agent *agent, Arena *arena);
/* How a model may ask for a run of them; empty without commands. */
Str allowed_prompt(const Agent *agent, Arena *arena);
/* Whether a line asks for a run: `check`, or `run COMMAND`. */
bool allowed_is_run(Str line);
/* Whether a command may run: confined, or with the user's consent, which is asked for each time. */
bool allowed_may_run(Agent *agent, Str command);
/* Runs the allowed command that the line asks for, and adds its output to the window. *said: what
   the model reads about it, also if the command is not allowed. */
bool allowed_run(Agent *agent, Str line, Str *said, Err *err) MUST_USE;
