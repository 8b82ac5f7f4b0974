/* What the last update's walk did not list (git/gaps.h), counted. Stored with the work tree's
   index, for questions that do not list the tree. */
#pragma once

#include "git/gaps.h"
#include "index/store/store.h"

typedef struct Unlisted {
    uint64_t noted; /* gaps_hash of the walk's notes, before they were counted; 0: not stored */
    WalkGaps gaps;
} Unlisted;

/* Empty if it is not stored or cannot be read. */
void unlisted_load(Store *store, Arena *arena, Unlisted *unlisted);
/* Counts the files in the gaps that the walk noted. */
Unlisted unlisted_count(Arena *arena, Arena scratch, Str root, const WalkGaps *noted,
                        bool (*is_source)(Str path));
/* Counts the gaps and stores the result in a separate transaction, if the notes differ from the
   stored ones. If that fails, only the result is lost. */
void unlisted_refresh(Store *store, Arena scratch, Str root, const WalkGaps *noted,
                      bool (*is_source)(Str path));
/* Within the open transaction. */
bool unlisted_save(Store *store, Arena scratch, const Unlisted *unlisted, Err *err) MUST_USE;
