/* Updating a history (history.h) to HEAD, and the risk scores that depend on it. */
#pragma once

#include "git/repo.h"
#include "index/history/history.h"

typedef struct HistoryUpdate {
    const GitRepo *repo;
    uint64_t most;   /* number of commits to read; 0: keep no history */
    uint64_t memory; /* limit in bytes, as in BuildOptions (update/build.h) */
    int wait_ms;     /* how long to wait for another writer */
    const volatile bool *cancel;
} HistoryUpdate;

typedef struct HistoryReport {
    bool changed;
    uint32_t read; /* number of commits whose trees were compared */
    int64_t ms;
} HistoryReport;

/* Whether the stored history ends at another commit than HEAD, or another number of commits is
   configured. Reads only two small files of the repository. */
bool history_is_behind(Store *store, Arena scratch, const GitRepo *repo, uint64_t most);
/* Updates the history if it is out of date. Git is read first; the lock is taken only to store the
   result. Failure is not an error: the stored history stays, and the next update tries again. */
void history_update(Arena *arena, Arena scratch, Store *store, const HistoryUpdate *update,
                    HistoryReport *report);
