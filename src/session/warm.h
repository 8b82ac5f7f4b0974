/* Sessions in a daemon's worker (serve/daemon_wire.h): the catalog is in memory and follows the
   tree, so nothing is listed or loaded. */
#pragma once

#include "index/live/live.h"
#include "session/require.h"

/* What a question may wait for. */
typedef enum SessionWait {
    SESSION_WAIT_FILES = 1, /* the list of files */
    SESSION_WAIT_SYMBOLS,   /* any symbols */
    SESSION_WAIT_CALLS,     /* the calls of files that just changed */
    SESSION_WAIT_BUILT,     /* the end of an update of many files */
} SessionWait;

/* Results that a worker keeps between the calls that it answers from one catalog. */
typedef struct SessionMemo {
    Arena arena;
    Str place; /* the root and the allowed roots that led to the repository below */
    GitRepo repo;
    Str database;
    const struct Overview *overview;
    uint64_t overview_key; /* hash of the overview's parameters */
    bool spent;            /* a call changed the catalog: it must not be used by other calls */
} SessionMemo;

struct SessionWarm {
    LiveView view;
    Store *store; /* read-only */
    SessionMemo *memo;
    /* Asks the server to repeat the call when the awaited state is reached, or after some time. It
       does not return, unless the call has waited for the same state before: then it is answered
       from the available data. NULL: calls never wait. */
    void (*later)(void *state, SessionWait wait);
    void *state;
};

/* Sets the session's store and catalog to the daemon's, which keeps them. False if they are of
   another repository. */
bool session_warm_borrow(const SessionRequest *request, IndexSession *session);
/* session_require for a session that has borrowed them. */
bool session_warm_require(const SessionRequest *request, IndexSession *session, SessionNeeds needs,
                          Err *err) MUST_USE;
/* How far the daemon's catalog lags behind the tree. */
Staleness session_warm_staleness(const LiveView *view);

/* The memo for results of the session, if its catalog is current; else NULL. */
SessionMemo *session_warm_memo(const SessionRequest *request, const IndexSession *session);
/* Must be called before the catalog is changed: the process then answers no further call. */
void session_warm_spend(const SessionRequest *request, const IndexSession *session);
