/* Things of both sides that have a key in common, found by sorting: that is what it costs, not the
   product of the two. */
#pragma once

#include "base/arena.h"
#include "base/vec.h"

typedef struct KeyedItem {
    uint64_t key;
    uint32_t item;
} KeyedItem;
typedef VEC(KeyedItem) KeyedVec;

/* By key, then by item. */
void merge_join_sort(KeyedVec *list);

/* All of one key, of each side. */
typedef struct JoinRun {
    const KeyedItem *old, *new;
    size_t old_count, new_count;
} JoinRun;
typedef struct MergeJoin {
    const KeyedVec *old, *new; /* sorted */
    size_t old_at, new_at;     /* 0 at first */
} MergeJoin;
/* The next key that both have; false when there is none. */
bool merge_join_next(MergeJoin *meeting, JoinRun *run);
