/* The session of an agent in the store: begun with the first task, saved after each step, resumed.
   For the files of this module. */
#pragma once

#include "agent/agent_state.h"

/* Opens the store, and begins a session with this title unless there is one. */
bool agent_session_start(Agent *agent, Str title, Err *err) MUST_USE;
/* ERR_CAP if `requests` of about `tokens` together would exceed a cap of the settings. Reserves
   that much of the day's cap until the first reply is counted. */
bool agent_session_check_caps(Agent *agent, uint64_t tokens, uint32_t requests, Err *err) MUST_USE;
/* Counts the usage of a request. A failure to save becomes a notice. */
bool agent_session_count(Agent *agent, const ChatUsage *usage, Err *err) MUST_USE;
/* Saves the window, the plan and the staged edits, if a session exists. A failure to save becomes a
   notice. */
bool agent_session_save(Agent *agent, Err *err) MUST_USE;
/* Remembers a command named by the user, as the latest one. */
void agent_session_approve(Agent *agent, Str command);
/* The cost of the session as text, `$0.12`; empty: unknown, or no cost yet. */
Str agent_session_cost(Agent *agent);
