/* A process of its own that brings an index up to date while answers come from what there is. */
#pragma once

#include "tools/session.h"

/* Unless one is at it already. False when the call may start none. */
bool indexer_start(ToolCall *call, const IndexSession *session) MUST_USE;
/* Tells the caller how far another process is. */
void indexer_tell(const ToolCall *call, const StoreProgress *progress);
/* session_update for who wants just that: while another process is at it, it waits. */
bool indexer_update(ToolCall *call, IndexSession *session, bool force, BuildReport *report,
                    Err *err) MUST_USE;
