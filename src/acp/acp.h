/* `fovea acp`: the agent for editors, over the Agent Client Protocol, version 1
   (https://agentclientprotocol.com). Standard input and output carry JSON-RPC, one message a line.
   Each session is a process of its own, so prompts of several sessions run at the same time and a
   crash costs one session. */
#pragma once

#include "acp/acp_options.h"
#include "tools/tool.h"

/* Serves until end of input. Sessions start from `context`; each works in the directory named by
   its client, with that directory's settings. */
bool acp_serve(const ToolContext *context, const AcpOptions *options, Err *err) MUST_USE;
