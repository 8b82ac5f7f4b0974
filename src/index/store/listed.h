/* What the directories of the work tree held (git/listing.h), kept with its index. */
#pragma once

#include "git/listing.h"
#include "index/store/store.h"

/* For listings_open; empty when nothing is kept. */
Str listed_load(Store *store, Arena *arena);
/* Keeps them when they are outdated, unless another process is writing. A failure costs only
   time. */
void listed_save(Store *store, Arena scratch, const Listings *listings);
