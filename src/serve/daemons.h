/* The pool of warm daemons, one for each repository that a server serves. A daemon keeps the
   catalog in memory and up to date (daemon.c, index/live/live.h), and forks the processes that
   answer calls from it. These are children of the server, which can cancel them and wait for them;
   since they share the daemon's memory, a call loads nothing. An idle process answers the next call
   if the catalog has not changed. Without a daemon, calls are forked from the server and load the
   needed parts. */
#pragma once

#include "serve/daemon_wire.h"

/* Starts the daemons of directories within the context's roots, so the index is made before the
   first call. */
void daemons_prepare(Server *server, const ToolContext *context, const Str *directories,
                     size_t count);
typedef enum DaemonsReply {
    DAEMON_NONE,  /* no daemon: start the job without it */
    DAEMON_ASKED, /* job_take is called when there is a process */
    DAEMON_BUSY,  /* too many replies are awaited: ask again when one has come */
} DaemonsReply;
/* Asks a daemon for a process that answers the exchange, without waiting. `wait`: SessionWait, or
 * 0.
 */
DaemonsReply daemons_ask(Exchange *exchange, unsigned wait) MUST_USE;
/* Ends daemons that have not replied for too long. */
void daemons_look(Server *server);
/* Takes back the exchange's process. sound: it may answer another call; else it is killed. */
void daemons_release(Exchange *exchange, bool sound);
void daemons_close(Server *server);
