/* The indexer: a process (`fovea index --background`) that updates an index while questions are
   answered from what there is. */
#pragma once

#include "session/session.h"

/* Starts one, unless a process is updating the index already, and tells the caller of it. Returns
   false if the request may start none. The indexer ends together with the request's owner, or when
   the cache is deleted. */
bool indexer_start(SessionRequest *request, IndexSession *session) MUST_USE;
/* Starts one for work that the answer does not need; tells nobody. */
void indexer_start_quietly(SessionRequest *request, IndexSession *session);
/* Turns this process into one that ends as above. owner 0: it has no owner. */
bool indexer_follow(SessionRequest *request, const IndexSession *session, uint64_t owner,
                    Err *err) MUST_USE;
/* Ends the process that is making the index of the repository around `path`. *said: what was done,
   a line. */
bool indexer_stop(SessionRequest *request, Str path, Str *said, Err *err) MUST_USE;

/* Passes another process's progress on to the caller. */
void indexer_tell(const SessionRequest *request, const StoreProgress *progress);
/* session_update for a caller that wants nothing else: waits as long as another process is
   updating the index. */
bool indexer_update(SessionRequest *request, IndexSession *session, bool force, BuildReport *report,
                    Err *err) MUST_USE;
