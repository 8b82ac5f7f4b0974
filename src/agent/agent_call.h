/* Tool calls that the agent makes itself. */
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
/* Runs a tool and returns its answer as a value. */
bool agent_call(Arena *arena, const ToolContext *context, const AgentCall *call, Json **answer,
                Err *err) MUST_USE;
/* The whole number of a member; 0 if missing. */
uint64_t agent_number(const Json *object, const char *member);
