/* A watchdog that ends the server. After a signal, or when its client has gone, the server has
   MCP_GRACE_MS to end; then the kernel kills it, whatever it waits for. Its children die with it.
   */
#pragma once

#include "serve/server.h"

/* After end of input, requests under way may still end for this long. */
#define MCP_GRACE_MS 5000

/* Makes SIGINT and SIGTERM end the loop. `input`: a descriptor connected to the client; -1: none.
 */
void guard_open(Server *server, int input);
/* The loop has ended: starts the grace period. */
void guard_ending(void);
/* Call when the server has ended normally. */
void guard_close(Server *server);
