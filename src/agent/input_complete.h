/* Completion of slash commands, and of paths and symbols after an `@` or a command. */
#pragma once

#include "agent/agent.h"
#include "terminal/line_editor.h"

/* For TerminalPrompt.complete; the state is an Agent. */
void input_complete(void *state, Arena *arena, Str before, LineCompletion *completion);
