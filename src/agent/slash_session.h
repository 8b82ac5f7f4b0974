/* Slash commands about the whole session: fork, export, rewind. For slash.c. */
#pragma once

#include "agent/slash.h"

/* Goes on under a new number; the session stays as it is. */
bool slash_fork(Agent *agent, Str argument, SlashAnswer *answer, Err *err) MUST_USE;
/* The conversation as Markdown; `json`: as JSON. */
bool slash_export(Agent *agent, Str argument, SlashAnswer *answer, Err *err) MUST_USE;
/* Lists the tasks; with a number: takes the conversation and the written edits back to before that
   task. */
bool slash_rewind(Agent *agent, Str argument, SlashAnswer *answer, Err *err) MUST_USE;
