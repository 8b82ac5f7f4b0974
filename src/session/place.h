/* Location: finds the repository that contains a directory, and where its index is stored. */
#pragma once

#include "session/session.h"

/* Sets session->repo and session->database for the repository that contains `path`, or the root if
   that is empty. If only a part of the repository may be read, that part counts as the repository.
   A daemon caches the result. */
bool session_place_find(SessionRequest *request, Str path, IndexSession *session,
                        Err *err) MUST_USE;
/* Returns the path of that index, whether it exists or not; empty with *err if no directory can be
   used. */
Str session_place_database(SessionRequest *request, Str path, Err *err);
/* The same for a directory and the roots that a policy allows. */
bool session_place_of(Arena *arena, const FsPolicy *policy, Str directory, GitRepo *repo,
                      Str *database, Err *err) MUST_USE;
