/* Listing the tree and comparing it with the catalog, on a thread of its own: a question can be
   worked on meanwhile (ToolCall.look). */
#pragma once

#include "base/parallel.h"
#include "tools/session.h"

typedef struct SessionLook {
    ToolCall *call;
    IndexSession *session;
    size_t listed_bytes; /* what is known of directories: a measure of the tree */
    ParallelTask task;
    ParallelShare share; /* of the task: who waits for it helps */
    bool ended, listed;
    BuildDrift drift; /* when it has ended and could be listed */
    Err err;
    /* What was the session's, while nobody has it. */
    Arena walked;
    Listings *listings;
    WalkResult *tree;
    Str root;
} SessionLook;

/* The session's tree and listings are the look's until it has ended. */
SessionLook *session_look_begin(ToolCall *call, IndexSession *session);
/* Waits for the list; no comparison. */
bool session_look_wait(SessionLook *look, Err *err) MUST_USE;
/* Of a session that ends because its index is out of date: its list goes to the run of the tool
   that follows. */
void session_look_keep(SessionLook *look);
/* Takes such a list of the session's tree, if there is one, and what differs. */
bool session_look_take(ToolCall *call, IndexSession *session, BuildDrift *drift);
/* If nobody has taken it. */
void session_look_drop(ToolCall *call);
/* Waits, and compares with session->catalog. False, and call->outdated, when that is not up to
   date, or nobody knows. May be called again. */
bool session_look_end(SessionLook *look);
/* The same of the call's look, if there is one. */
bool session_look_is_current(const ToolCall *call);
