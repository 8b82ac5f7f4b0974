/* Walking the history of a repository: reads commits and trees, never files. */
#pragma once

#include "git/repo.h"
#include "index/history/history_log.h"

typedef struct HistoryWalk {
    const GitRepo *repo;
    uint64_t most;            /* number of commits to read */
    const HistoryLog *before; /* log of an earlier walk, or NULL */
    const volatile bool *cancel;
} HistoryWalk;

/* Fills the log up to HEAD. The result equals a complete walk, whatever the earlier log has. If
   there is no history, *absent is the reason: no repository, no commit, a shallow clone, one that
   libgit2 cannot read, or it took too long. *read counts the commits whose trees were compared.
   False if cancelled. */
bool history_read(Arena *arena, const HistoryWalk *walk, HistoryLog *log, Str *absent,
                  uint32_t *read) MUST_USE;
