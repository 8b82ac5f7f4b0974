/* `fovea index --watch`: keeps the index of a repository up to date. */
#pragma once

#include "session/session.h"

/* Takes a line of output at a time, with its line end. */
typedef struct IndexWatchLines {
    bool (*put)(void *state, Str line, Err *err);
    void *state;
} IndexWatchLines;

/* Writes a line for each update. Returns true when the request is cancelled. `place` needs a
   repository, a database and a limit of memory, and no store. */
bool index_watch(SessionRequest *request, const IndexSession *place, const IndexWatchLines *lines,
                 Err *err) MUST_USE;
