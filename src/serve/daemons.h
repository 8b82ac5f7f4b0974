/* Daemons: for each repository that a server serves, a process that keeps its catalog in memory and
   up to date (daemon.c, index/live/live.h), and gives the server processes that answer calls from
   it. They are forks of the daemon but children of the server, so a call needs no loading, and the
   server can cancel, wait and clean up by itself. An idle one waits for the next call while the
   catalog stays as it is. Without a daemon (it cannot be had, or has died) calls are forked from
   the server and load what they need. */
#pragma once

#include "serve/daemon_wire.h"

/* Starts the daemons of directories that may be asked about, as far as the context's roots reach:
   the index is made before anybody asks. */
void daemons_prepare(Server *server, const ToolContext *context, const Str *directories,
                     size_t count);
typedef enum DaemonsReply {
    DAEMON_NONE,  /* it should be started without one */
    DAEMON_ASKED, /* job_take is called when there is a process */
    DAEMON_BUSY,  /* too many words are awaited: to be asked again when one has come */
} DaemonsReply;
/* Has a daemon see to the exchange, without waiting for it. `wait`: SessionWait, or 0. */
DaemonsReply daemons_ask(Exchange *exchange, unsigned wait) MUST_USE;
/* One that has said nothing for too long is taken for dead. */
void daemons_look(Server *server);
/* The exchange does not need its process any more: kept for another call, or killed. */
void daemons_release(Exchange *exchange, bool sound);
void daemons_close(Server *server);
