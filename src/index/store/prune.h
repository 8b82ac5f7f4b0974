/* Pruning: facts of contents that are in no work tree any more, for example after edits or a
   change of branch. They only take space, and speed up a return to such a content. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct PruneReport {
    /* counted before pruning: all, and those used by some work tree's catalog */
    uint64_t facts, used;
    uint64_t dropped;
    uint64_t trees; /* work trees that were forgotten because their directory is gone */
} PruneReport;

/* Deletes unused facts, oldest first, until they are at most `keep_percent` of the used ones.
   Requires the lock (store_lock). Deletes nothing if some catalog cannot be read. */
bool prune_facts(Store *store, Arena scratch, unsigned keep_percent, PruneReport *report,
                 Err *err) MUST_USE;
/* Deletes everything stored for work trees whose directory is gone. Requires the lock. */
bool prune_trees(Store *store, Arena scratch, PruneReport *report, Err *err) MUST_USE;
/* Deletes everything stored for one work tree, within the open transaction. */
bool prune_tree(Store *store, uint64_t tree, Err *err) MUST_USE;
/* Whether enough facts are unused for pruning to pay; asked after an update. The number left by
   the last pruning is remembered, so that work trees with very different content do not cause one
   after every update. */
bool prune_is_due(Store *store, const Catalog *catalog, bool *due, Err *err) MUST_USE;
