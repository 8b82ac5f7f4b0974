/* Sessions in a daemon (serve/daemon.h): the catalog is in memory and follows the tree, so nothing
   is listed or loaded. */
#pragma once

#include "index/live/live.h"
#include "session/require.h"

/* What a question waits for. */
typedef enum SessionWait {
    SESSION_WAIT_FILES = 1, /* the list of files */
    SESSION_WAIT_SYMBOLS,   /* anything to answer from */
    SESSION_WAIT_CALLS,     /* the calls in files that just changed */
    SESSION_WAIT_BUILT,     /* a change of many files */
} SessionWait;

/* Results that a process keeps while it answers calls from one catalog. */
typedef struct SessionMemo {
    Arena arena;
    Str place; /* the root and the allowed roots that led to the repository below */
    GitRepo repo;
    Str database;
    const struct Overview *overview;
    uint64_t overview_key; /* hash of the overview's parameters */
    bool spent;            /* a call changed the catalog: no other call may use it */
} SessionMemo;

struct SessionWarm {
    LiveView view;
    Store *store; /* read-only */
    SessionMemo *memo;
    /* Asks the server to make the call again when what it waits for is there, or after some time.
       Does not return, unless the call has waited for that before: then it is answered from what
       there is. NULL: calls never wait. */
    void (*later)(void *state, SessionWait wait);
    void *state;
};

/* Lets the session borrow the daemon's store and catalog. False if they are of another repository.
 */
bool session_warm_borrow(const SessionRequest *request, IndexSession *session);
/* session_require for a session that has borrowed them. */
bool session_warm_require(const SessionRequest *request, IndexSession *session, SessionNeeds needs,
                          Err *err) MUST_USE;
/* How far the daemon's catalog is behind the tree. */
Staleness session_warm_staleness(const LiveView *view);

/* Where results may be kept for the next call; NULL: nowhere. */
SessionMemo *session_warm_memo(const SessionRequest *request, const IndexSession *session);
/* Must be called before the catalog is changed: this process then answers no further call. */
void session_warm_spend(const SessionRequest *request, const IndexSession *session);
