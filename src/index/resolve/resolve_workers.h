/* Resolver workers: the files of a catalog are resolved in several processes. Each worker is a copy
   of this process after resolve_open. It is sent files with their facts and returns new names,
   imports and edges. Results are applied in the order of the files, and names by their texts, so
   that the catalog is byte for byte the same as from one process. */
#pragma once

#include "index/resolve/resolve.h"

typedef struct ResolveWork {
    Catalog *catalog;
    Resolver *resolver;
    const bool *chosen; /* by file: whether to resolve it; NULL: all */
    unsigned workers;
    uint64_t memory; /* limit of all processes together; 0: none */
    const volatile bool *cancel;
    /* Called for each file in order, once its links are set or it was skipped. False ends the work
       with its error. */
    bool (*done)(void *context, uint32_t file, bool resolved, Err *err);
    void *context;
} ResolveWork;

/* Sets *next to the first file that is not done. That is before the end when a worker was lost,
   could not be started, or the memory exceeded its limit; the caller then resolves the rest itself.
   False on errors. */
bool resolve_in_workers(Arena scratch, const ResolveWork *work, uint32_t *next, Err *err) MUST_USE;
