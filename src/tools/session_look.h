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
    bool ended, listed;
    BuildDrift drift; /* when it has ended and could be listed */
    Err err;
} SessionLook;

/* The session's tree and listings are the look's until it has ended. */
SessionLook *session_look_begin(ToolCall *call, IndexSession *session);
/* Waits for the list; no comparison. */
bool session_look_wait(SessionLook *look, Err *err) MUST_USE;
/* Waits, and compares with session->catalog. False, and call->outdated, when that is not up to
   date, or nobody knows. May be called again. */
bool session_look_end(SessionLook *look);
