/* Requests that work in a process of their own. Towards the server it writes frames: messages for
   the client on the way, then the answer. From the server it reads the client's responses to what
   it asked. */
#pragma once

#include "serve/daemon_wire.h"

/* Processes at once: enough that slow calls hold up no other, few enough for a laptop. */
#define MCP_RUNNING_MAX 16

/* Starts the process, or leaves the exchange waiting while MCP_RUNNING_MAX are running. */
void job_start(Exchange *exchange);
/* The same without a daemon. */
void job_start_alone(Exchange *exchange);
/* The daemon's answer: exchange->process works on it. */
void job_take(Exchange *exchange, const DaemonNote *note);
/* Starts the one that waits longest, if any. */
void job_start_next(Server *server);
/* Kills the process, if there is one; returns the status of waitpid(2). */
int job_stop(Exchange *exchange);
void job_close(Server *server);
/* Passes a response on to the process that asked. */
void job_respond(Exchange *exchange, Str message);

/* ---- in the process ---- */

/* Answers a request, given as it came in, over the socket to the server; its memory is dropped. */
void job_serve(int fd, Exchange *exchange);
/* Asks the server to make the call again when there is what it waits for (SessionWait). */
void job_again(Exchange *exchange, unsigned wait);

/* Asks the client and waits; NULL when it refused. */
const Json *job_ask(Exchange *exchange, Str method, Json *params);
/* Progress, when the client wants it; `done` must have grown since the last time. */
void job_progress(Exchange *exchange, uint64_t done, uint64_t total, Str message);
/* Has the server tell every client that a list changed (notify.h). */
void job_changed(Exchange *exchange, int kind);
/* Serial number of the exchange that asked under this id; 0: none did. */
uint64_t job_serial(const Json *id);
