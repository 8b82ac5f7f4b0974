/* What the agent asks the repository: typed questions to rooms, whose answers are values, and calls
   of tools, whose answers are texts for the model or the user. */
#pragma once

#include "base/json.h"
#include "tools/tool.h"

/* More than any tool that the agent calls: rename has nine. */
#define AGENT_ARGUMENTS_MAX 10

typedef struct AgentArgument {
    const char *name;
    Str value;
} AgentArgument;

typedef struct AgentCall {
    const char *tool;
    AgentArgument arguments[AGENT_ARGUMENTS_MAX]; /* those without a name are unused */
} AgentCall;

/* Runs a tool and returns its answer as text. */
bool agent_call_text(Arena *arena, const ToolContext *context, const AgentCall *call, Str *answer,
                     Err *err) MUST_USE;

/* Asks a room, and copies what it needs of the answer. May run several times (session/answer.h). */
typedef bool (*AgentCallQuestion)(SessionRequest *request, void *state, Err *err);
/* Runs the question with a request that is dropped afterwards. */
bool agent_call_ask(const ToolContext *context, AgentCallQuestion question, void *state,
                    Err *err) MUST_USE;

/* Copies a text of the repository, in which invalid UTF-8 becomes U+FFFD. */
Str agent_call_copy(Arena *arena, Str text);
/* The whole number of a member; 0 if missing. */
uint64_t agent_number(const Json *object, const char *member);
