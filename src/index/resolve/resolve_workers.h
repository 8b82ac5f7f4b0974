/* Resolving many files in several processes. Each is a copy of this one after resolve_open; it gets
   files with their facts, and gives back names that are new, imports and edges. These are taken up
   in the order of the files, names by their texts, so what comes out is what one process makes, to
   the last byte, however the work was divided. */
#pragma once

#include "index/resolve/resolve.h"

typedef struct ResolveWork {
    Catalog *catalog;
    Resolver *resolver;
    const bool *chosen; /* by file; NULL: all */
    unsigned workers;
    uint64_t memory; /* limit of all processes together; 0: none */
    const volatile bool *cancel;
    /* Called for each file in order when its links are set, resolved or not; false ends it all with
       its error. */
    bool (*done)(void *context, uint32_t file, bool resolved, Err *err);
    void *context;
} ResolveWork;

/* *next: the files below it are done. That is not all of them when a process was lost or could not
   be started, or they came to take too much memory; then the caller goes on from there by itself.
   False on errors. */
bool resolve_in_workers(Arena scratch, const ResolveWork *work, uint32_t *next, Err *err) MUST_USE;
