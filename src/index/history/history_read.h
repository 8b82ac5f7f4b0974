/* Walking the history of a repository: commits and trees alone, no file is read. */
#pragma once

#include "git/repo.h"
#include "index/history/history_log.h"

typedef struct HistoryWalk {
    const GitRepo *repo;
    uint64_t most;            /* commits that are looked at */
    const HistoryLog *before; /* what an earlier walk noted; or NULL */
    const volatile bool *cancel;
} HistoryWalk;

/* Notes the history up to HEAD, as a walk of all of it would, whatever was noted before. *absent is
   why there is none, if so: no repository, no commit, a shallow clone, one that libgit2 cannot
   read. `read` counts the commits whose trees were compared. False when it was cancelled. */
bool history_read(Arena *arena, const HistoryWalk *walk, HistoryLog *log, Str *absent,
                  uint32_t *read) MUST_USE;
