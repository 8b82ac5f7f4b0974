/* Keepers: for each repository that a server serves, a process that keeps its catalog in memory and
   up to date (keep.c, index/live/live.h), and gives the server processes that answer calls from it.
   They are forks of the keeper but children of the server, so a call needs no loading, and the
   server can cancel, wait and clean up by itself. An idle one waits for the next call while the
   catalog stays as it is. Without a keeper (it cannot be had, or has died) calls are forked from
   the server and load what they need. */
#pragma once

#include "serve/keep.h"

/* Starts the keepers of directories that may be asked about, as far as the context's roots reach:
   the index is made before anybody asks. */
void keeper_prepare(Server *server, const ToolContext *context, const Str *directories,
                    size_t count);
typedef enum KeeperReply {
    KEEPER_NONE,  /* it should be started without one */
    KEEPER_ASKED, /* job_take is called when there is a process */
    KEEPER_BUSY,  /* too many words are awaited: to be asked again when one has come */
} KeeperReply;
/* Has a keeper see to the exchange, without waiting for it. `wait`: SessionWait, or 0. */
KeeperReply keeper_ask(Exchange *exchange, unsigned wait) MUST_USE;
/* One that has said nothing for too long is taken for dead. */
void keepers_look(Server *server);
/* The exchange does not need its process any more: kept for another call, or killed. */
void keeper_release(Exchange *exchange, bool sound);
void keepers_close(Server *server);
