/* MCP servers in a session: the user starts one by its name, and the model may then ask for its
   tools as it asks for code. A tool that does not say that it only reads needs a person's consent
   for each call. */
#pragma once

#include "agent/agent_state.h"

/* Starts a server of the user's settings; its tools come into the window. *said: how many. */
bool mcp_client_start(Agent *agent, Str name, Str *said, Err *err) MUST_USE;
/* Starts those that the options name, separated by commas. */
bool mcp_client_start_named(Agent *agent, Err *err) MUST_USE;
/* The servers of the settings, and which run. */
bool mcp_client_list(Agent *agent, Str *text, Err *err) MUST_USE;
/* Whether a line asks for a tool: `mcp SERVER.TOOL {…}`. */
bool mcp_client_has(Str line);
bool mcp_client_take(Agent *agent, Str line, Str *said, Err *err) MUST_USE;
void mcp_client_stop(Agent *agent);
