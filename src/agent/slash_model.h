/* Slash commands about the model and what it gets: budget, model, effort, thoughts. For slash.c. */
#pragma once

#include "agent/slash.h"

bool slash_budget(Agent *agent, Str argument, SlashAnswer *answer, Err *err) MUST_USE;
bool slash_model(Agent *agent, Str argument, SlashAnswer *answer, Err *err) MUST_USE;
bool slash_image(Agent *agent, Str argument, SlashAnswer *answer, Err *err);
bool slash_cost(Agent *agent, Str argument, SlashAnswer *answer, Err *err);
bool slash_effort(Agent *agent, Str argument, SlashAnswer *answer, Err *err) MUST_USE;
bool slash_thoughts(Agent *agent, Str argument, SlashAnswer *answer, Err *err) MUST_USE;
