/* A process of its own that brings an index up to date while answers come from what there is. */
#pragma once

#include "tools/session.h"

/* Unless one is at it already. False when the call may start none. It ends with the server whose
   call this is, and when its cache is deleted. */
bool indexer_start(ToolCall *call, IndexSession *session) MUST_USE;
/* The same for what the answer does not need; nobody is told. */
void indexer_start_quietly(ToolCall *call, IndexSession *session);
/* Makes this process one that was started so. */
bool indexer_follow(ToolCall *call, const IndexSession *session, uint64_t owner, Err *err) MUST_USE;
/* Ends the process that is making the index of the repository around `path`, and tells of it. */
bool indexer_stop(ToolCall *call, Str path, Err *err) MUST_USE;
/* Tells the caller how far another process is. */
void indexer_tell(const ToolCall *call, const StoreProgress *progress);
/* session_update for who wants just that: while another process is at it, it waits. */
bool indexer_update(ToolCall *call, IndexSession *session, bool force, BuildReport *report,
                    Err *err) MUST_USE;
