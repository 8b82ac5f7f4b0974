/* The interactive loop: a conversation on a terminal. */
#pragma once

#include "agent/agent.h"

/* Runs until the user ends it. Without a model, commands that need no model still work. */
bool loop_run(Arena *arena, const ToolContext *context, const AgentOptions *options,
              Err *err) MUST_USE;
