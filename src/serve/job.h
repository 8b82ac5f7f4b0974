/* Jobs: requests that are answered in a separate process. It writes frames to the server: messages
   for the client, then the answer. It reads the client's responses to its questions from the
   server. */
#pragma once

#include "serve/daemon_wire.h"

/* Processes at once: enough that slow calls hold up no other, few enough for a laptop. */
#define MCP_RUNNING_MAX 16

/* Starts the process. The exchange waits as long as MCP_RUNNING_MAX processes are running. */
void job_start(Exchange *exchange);
/* The same without a daemon. */
void job_start_alone(Exchange *exchange);
/* The daemon's answer: exchange->process works on it. */
void job_take(Exchange *exchange, const DaemonNote *note);
/* Starts the exchange that has waited longest, if any. */
void job_start_next(Server *server);
/* Kills the process, if one runs; returns the status of waitpid(2). */
int job_stop(Exchange *exchange);
void job_close(Server *server);
/* Passes a response on to the process that asked. */
void job_respond(Exchange *exchange, Str message);

/* ---- in the process ---- */

/* Answers a request over the socket to the server, then drops its memory. */
void job_serve(int fd, Exchange *exchange);
/* Asks the server to repeat the call when the awaited state is reached (SessionWait). */
void job_again(Exchange *exchange, unsigned wait);

/* Asks the client and waits for its response; NULL when it refused. */
const Json *job_ask(Exchange *exchange, Str method, Json *params);
/* Reports progress if the client wants it. `done` must have grown since the last time. */
void job_progress(Exchange *exchange, uint64_t done, uint64_t total, Str message);
/* Makes the server tell every client that a list has changed (notify.h). */
void job_changed(Exchange *exchange, int kind);
/* Returns the serial number of the exchange that asked with this id; 0 if no exchange has it. */
uint64_t job_serial(const Json *id);
