/* Sort-merge join of two lists by key: costs the sorting, not the product of their lengths. */
#pragma once

#include "base/arena.h"
#include "base/vec.h"

typedef struct KeyedItem {
    uint64_t key;
    uint32_t item;
} KeyedItem;
typedef VEC(KeyedItem) KeyedVec;

/* Sorts by key, then by item. */
void merge_join_sort(KeyedVec *list);

/* All items of one key, on each side. */
typedef struct JoinRun {
    const KeyedItem *old, *new;
    size_t old_count, new_count;
} JoinRun;
typedef struct MergeJoin {
    const KeyedVec *old, *new; /* sorted */
    size_t old_at, new_at;     /* 0 at first */
} MergeJoin;
/* The next key in both lists; false at the end. */
bool merge_join_next(MergeJoin *meeting, JoinRun *run);
