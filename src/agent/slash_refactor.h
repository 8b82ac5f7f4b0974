/* Commands of a conversation that change code without a model: the words are those of the program's
   own commands. */
#pragma once

#include "agent/slash.h"

/* `OLD NEW [OPTIONS]` */
bool slash_rename(Agent *agent, Str argument, SlashAnswer *answer, Err *err) MUST_USE;
/* `SYMBOL FILE [OPTIONS]` */
bool slash_move(Agent *agent, Str argument, SlashAnswer *answer, Err *err) MUST_USE;
/* `SYMBOL OPTIONS` */
bool slash_signature(Agent *agent, Str argument, SlashAnswer *answer, Err *err) MUST_USE;
