/* The messages between a server, a daemon (daemons.h) and the processes that answer calls. All of
   them are forks of one program, so structs are sent as they are. */
#pragma once

#include "serve/server.h"
#include "session/warm.h"
#include "tools/tool.h"

/* Server to daemon: an exchange needs a process with the current catalog. */
typedef struct DaemonAsk {
    uint64_t serial;  /* 0: for a future call */
    uint64_t version; /* of an idle process that the server has; 0: none */
    uint32_t wait;    /* SessionWait: what to wait for, up to a limit; 0: nothing */
} DaemonAsk;

/* The state of the catalog at the call: LiveView without the fields that a process has itself. */
typedef struct DaemonNote {
    LiveStage stage;
    Staleness behind;
    uint32_t built, unsettled;
    uint64_t built_bytes;
    bool watched;
} DaemonNote;

/* Daemon to server; the socket of a new process comes with it. */
typedef struct DaemonReply {
    uint64_t serial;  /* of the exchange to continue with; 0: the process is for a future call */
    uint64_t version; /* of the catalog now; processes of another version are useless */
    pid_t pid;        /* of the new process; 0: use the idle one */
    bool alone;       /* no catalog: a process of the server must load it */
    DaemonNote note;
} DaemonReply;

/* Server to process: one call. Its texts follow, in this order. */
typedef struct DaemonCall {
    uint64_t serial;
    DaemonNote note;
    LogLevel level;
    uint32_t waited; /* a bit for each SessionWait that it has waited for */
    bool client;     /* a legacy client, which the next three belong to */
    uint32_t version_len, capabilities_len, roots_len; /* each root ends with a NUL */
    uint32_t text_len;
} DaemonCall;

/* What the process of a daemon needs. */
typedef struct DaemonSetup {
    Server *server;
    Str root, database;
    Live *live;
    int fd; /* to the server */
} DaemonSetup;
/* Runs a daemon until the server ends. `state`: its DaemonSetup. */
void daemon_run(int fd, void *state);
/* Answers calls, one after the other, until the server closes the socket. */
void daemon_answer(int fd, void *state);
