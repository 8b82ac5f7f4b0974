/* Requests that work in a process of their own. Towards the server it writes frames: messages for
   the client on the way, then the answer. From the server it reads the client's responses to what
   it asked. */
#pragma once

#include "serve/server.h"

/* Starts the process, or leaves the exchange waiting while MCP_RUNNING_MAX are running. */
void job_start(Exchange *exchange);
/* Starts the one that waits longest, if any. */
void job_start_next(Server *server);
/* Kills the process, if there is one; returns the status of waitpid(2). */
int job_stop(Exchange *exchange);
/* Passes a response on to the process that asked. */
void job_respond(Exchange *exchange, Str message);

/* ---- in the process ---- */

void job_send(Exchange *exchange, Str message);
/* Asks the client and waits; NULL when it refused. */
const Json *job_ask(Exchange *exchange, Str method, Json *params);
/* Progress, when the client wants it; `done` must have grown since the last time. */
void job_progress(Exchange *exchange, uint64_t done, uint64_t total, Str message);
/* Has the server tell every client that a list changed (notify.h). */
void job_changed(Exchange *exchange, int kind);
/* Serial number of the exchange that asked under this id; 0: none did. */
uint64_t job_serial(const Json *id);
