/* Bringing the facts of a history (history.h) up to HEAD, and the risk that they are a part of. */
#pragma once

#include "git/repo.h"
#include "index/history/history.h"

typedef struct HistoryUpdate {
    const GitRepo *repo;
    uint64_t most;   /* commits that are looked at; 0: nothing is kept */
    uint64_t memory; /* limit in bytes, as that of an update of the index (build.h) */
    int wait_ms;     /* for another process that writes */
    const volatile bool *cancel;
} HistoryUpdate;

typedef struct HistoryReport {
    bool changed;
    uint32_t read; /* commits whose trees were compared */
    int64_t ms;
} HistoryReport;

/* Whether HEAD is another commit than the one up to which facts were made, or the number of commits
   that are looked at is another. Reads two small files. */
bool history_is_behind(Store *store, Arena scratch, const GitRepo *repo, uint64_t most);
/* Git is read first; the right to update is taken when that is done, and for a moment. A failure is
   no error: what there was stays, and the next one may do better. */
void history_update(Arena *arena, Arena scratch, Store *store, const HistoryUpdate *update,
                    HistoryReport *report);
