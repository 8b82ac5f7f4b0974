/* How the events of an agent look on standard output: text with notices on standard error, or a
   line of JSON each. */
#pragma once

#include "agent/event.h"
#include "app/output.h"

typedef struct AgentOutput {
    ToolSink sink;
    bool json;
    bool quiet; /* only the answer */
    Arena *arena;
} AgentOutput;

AgentSink agent_output_sink(AgentOutput *output);
