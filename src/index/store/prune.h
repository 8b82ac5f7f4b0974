/* Facts of content that is in no work tree any more: contents before an edit, branches left behind.
   They cost only space, and coming back to them costs nothing while they are there. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct PruneReport {
    uint64_t facts, used; /* before: all, and those that some work tree's catalog names */
    uint64_t dropped;
    uint64_t trees; /* work trees whose directory is gone, with what was stored for them */
} PruneReport;

/* Drops unused facts, the oldest first, until they are at most `keep_percent` of the used ones.
   Needs the lock (store_lock). Nothing is dropped when a catalog cannot be read. */
bool prune_facts(Store *store, Arena scratch, unsigned keep_percent, PruneReport *report,
                 Err *err) MUST_USE;
/* Forgets work trees whose directory is gone. Needs the lock. */
bool prune_trees(Store *store, Arena scratch, PruneReport *report, Err *err) MUST_USE;
/* After an update: whether so many facts are unused that it is worth it. The answer is remembered,
   so that work trees of very different content are not compared each time. */
bool prune_is_due(Store *store, const Catalog *catalog, bool *due, Err *err) MUST_USE;
