/* The background indexer: a process (`fovea index --background`) that updates an index while
   questions are answered from the stored one. */
#pragma once

#include "session/session.h"

/* Starts an indexer unless a process is already updating the index, and notifies the caller of that
   process. Returns false if the request may not start processes. The indexer ends together with the
   request's owner, or when the cache is deleted. */
bool indexer_start(SessionRequest *request, IndexSession *session) MUST_USE;
/* Starts an indexer for work that the answer does not need, without a notice. */
void indexer_start_quietly(SessionRequest *request, IndexSession *session);
/* Makes this process end with its owner or its cache, as above. `owner` 0: no owner. */
bool indexer_follow(SessionRequest *request, const IndexSession *session, uint64_t owner,
                    Err *err) MUST_USE;
/* Ends the process that is building the index of the repository that contains `path`. *said: a line
   that reports the result. */
bool indexer_stop(SessionRequest *request, Str path, Str *said, Err *err) MUST_USE;

/* Reports another process's progress to the caller. */
void indexer_tell(const SessionRequest *request, const StoreProgress *progress);
/* session_update for a caller whose only purpose it is: waits as long as another process is
   updating the index. */
bool indexer_update(SessionRequest *request, IndexSession *session, bool force, BuildReport *report,
                    Err *err) MUST_USE;
