/* What a server and a daemon (daemon.h) say to each other, and to the processes that answer calls.
   All of them are forks of one program, so structs go over the sockets as they are. */
#pragma once

#include "serve/server.h"
#include "session/warm.h"
#include "tools/tool.h"

/* Server to daemon: this exchange wants to be answered from what is so now. */
typedef struct DaemonAsk {
    uint64_t serial;  /* 0: for a call that may come */
    uint64_t version; /* of the process that the server has for it; 0: none */
    uint32_t wait;    /* SessionWait: for what, within bounds; 0: for nothing */
} DaemonAsk;

/* How the catalog stands at the call (LiveView without what a process has itself). */
typedef struct DaemonNote {
    LiveStage stage;
    Staleness behind;
    uint32_t built, unsettled;
    uint64_t built_bytes;
    bool watched;
} DaemonNote;

/* Keeper to server. With a process comes its socket. */
typedef struct DaemonReply {
    uint64_t serial;  /* go on with this exchange; 0: a process for a call that may come */
    uint64_t version; /* of the catalog now; processes of others are of no use */
    pid_t pid;        /* 0: the process that the server has will do */
    bool alone;       /* there is no catalog to answer from: a process of the server must load it */
    DaemonNote note;
} DaemonReply;

/* Server to a process: one call. The texts follow in this order. */
typedef struct DaemonCall {
    uint64_t serial;
    DaemonNote note;
    LogLevel level;
    uint32_t waited; /* a bit for each SessionWait that it may not ask for again */
    bool client;     /* one who shook hands: the next three are its */
    uint32_t version_len, capabilities_len, roots_len; /* roots: each with a NUL behind it */
    uint32_t text_len;
} DaemonCall;

/* The daemon's process; ends with the server. `state`: its Keeping. */
typedef struct DaemonSetup {
    Server *server;
    Str root, database;
    Live *live;
    int fd; /* to the server */
} DaemonSetup;
void daemon_run(int fd, void *state);
/* A process that answers calls, one after another, until the server closes its socket. */
void daemon_answer(int fd, void *state);
