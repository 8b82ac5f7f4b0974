/* Stored directory listings of the work tree (git/directory_cache.h), kept with its index. */
#pragma once

#include "git/directory_cache.h"
#include "index/store/store.h"

/* The stored listings, for listings_open; empty before the first are stored. */
Str listed_load(Store *store, Arena *arena);
/* Stores the listings if they have changed. Does nothing if another process is writing. Failure
   only costs time. */
void listed_save(Store *store, Arena scratch, const Listings *listings);
