/* What the commands that ask a model share: parameters, and how the events of an agent look on
   standard output: text with notices on standard error, or a line of JSON each. */
#pragma once

#include "agent/agent.h"
#include "app/output.h"

/* clang-format off */
#define AGENT_PARAMS \
    {.name = "model", \
     .type = TOOL_TEXT, \
     .value = "PROVIDER/NAME", \
     .help = "the model to ask; else that of the settings"}, \
    {.name = "budget", \
     .type = TOOL_NUMBER, \
     .tokens = true, \
     .fallback = "8000", \
     .min = 500, \
     .max = 1000000, \
     .value = "TOKENS", \
     .help = "how much to gather from the repository"}, \
    {.name = "mcp", \
     .type = TOOL_TEXT, \
     .value = "NAME", \
     .help = "start this MCP server of your mcp.json (several: with commas)"}, \
    {.name = "context_only", \
     .type = TOOL_FLAG, \
     .help = "print what the model would get, and ask nothing"}, \
    {.name = "redact", \
     .type = TOOL_FLAG, \
     .help = "print what would be replaced because it looks secret, and ask nothing"}, \
    {.name = "json", .type = TOOL_FLAG, .help = "events as lines of JSON"}
/* clang-format on */

typedef struct AgentOutput {
    SessionSink sink;
    bool json;
    bool quiet; /* only the answer and notices */
    bool open;  /* the last line of text has no end yet */
    bool holds; /* no person watches: an answer is written when it is complete */
    Buf held;   /* its text */
    Arena *arena;
} AgentOutput;

AgentOutput agent_output_open(const ToolCall *call);
AgentOptions agent_output_options(const ToolCall *call);
/* Asks on the terminal if the process has one. */
AgentSink agent_output_sink(AgentOutput *output);
/* Ends the last line, and reports a failure as an event. `ok` is the agent's result; false also if
   it was interrupted. */
bool agent_output_end(const ToolCall *call, AgentOutput *output, bool ok, Err *err) MUST_USE;

/* The text of a parameter without blanks around it; `-` is all of standard input. */
bool agent_output_task(ToolCall *call, const char *param, Str *task, Err *err) MUST_USE;

/* --context-only or --redact. */
bool agent_output_only_gathers(const ToolCall *call);
/* Gathers, and prints the context or the replacements made in it. */
bool agent_output_gather(ToolCall *call, AgentOutput *output, Agent *agent, Str task,
                         Err *err) MUST_USE;
