/* Guard against indexing a directory by accident, such as a home directory or /. Such a place is
   listed only if a path names it, or if it has an index already. */
#pragma once

#include "session/session.h"

/* Maximum number of files listed in a directory without a repository that no path named. */
#define ROOT_GUARD_FILES_MAX 100000

/* Whether a directory is too wide to be indexed unasked: it has no repository, and is a home
   directory, holds home directories, or belongs to the system. */
bool root_guard_is_wide(Arena scratch, const GitRepo *repo);
/* Sets the error for such a directory; returns false. */
bool root_guard_refuse(Arena *arena, const GitRepo *repo, Err *err);
/* Fails for a bare repository, which has no files to read. `path`: as given. */
bool root_guard_check_bare(Arena *arena, Str path, const GitRepo *repo, Err *err) MUST_USE;

/* Checks whether the session may open its store; sets session->unasked. */
bool root_guard_admit(const SessionRequest *request, Str path, IndexSession *session,
                      Err *err) MUST_USE;
/* Checks whether the session may continue, now that the store shows whether an index exists or is
   being made. */
bool root_guard_admit_opened(const SessionRequest *request, IndexSession *session,
                             Err *err) MUST_USE;
