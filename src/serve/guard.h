/* Ends the server in any case: after a signal, or when its client has gone, it has MCP_GRACE_MS to
   end by itself, then the kernel ends it whatever it waits for. Its children die with it. */
#pragma once

#include "serve/server.h"

/* After end of input, requests under way may still end for this long. */
#define MCP_GRACE_MS 5000

/* SIGINT and SIGTERM end the loop from now on. `input`: a descriptor whose other side is the
   client; -1: none. */
void guard_open(Server *server, int input);
/* The loop has ended: what follows is to be done within the grace. */
void guard_ending(void);
/* Everything has ended by itself. */
void guard_close(Server *server);
