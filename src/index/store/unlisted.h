/* What the last update's walk did not list (git/gaps.h), counted. Stored with the work tree's
   index, for questions that do not list the tree. */
#pragma once

#include "git/gaps.h"
#include "index/store/store.h"

typedef struct Unlisted {
    uint64_t noted; /* gaps_hash of what the walk noted, before it was counted; 0: not stored */
    WalkGaps gaps;
} Unlisted;

/* Empty if there is none, or it cannot be read. */
void unlisted_load(Store *store, Arena *arena, Unlisted *unlisted);
/* Within the open transaction. */
bool unlisted_save(Store *store, Arena scratch, const Unlisted *unlisted, Err *err) MUST_USE;
