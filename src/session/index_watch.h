/* `fovea index --watch`: follows file events and keeps the stored index up to date. */
#pragma once

#include "session/session.h"

/* Sink of output lines, each with its line end. */
typedef struct IndexWatchLines {
    bool (*put)(void *state, Str line, Err *err);
    void *state;
} IndexWatchLines;

/* Runs until the request is cancelled, then returns true; writes a line for each update. `place`
   needs a repository, a database and a memory limit, and no store. */
bool index_watch(SessionRequest *request, const IndexSession *place, const IndexWatchLines *lines,
                 Err *err) MUST_USE;
