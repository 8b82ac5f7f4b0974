/* Things of both sides that have a key in common, found by sorting: that is what it costs, not the
   product of the two. */
#pragma once

#include "base/arena.h"
#include "base/vec.h"

typedef struct Keyed {
    uint64_t key;
    uint32_t item;
} Keyed;
typedef VEC(Keyed) KeyedVec;

/* By key, then by item. */
void keyed_sort(KeyedVec *list);

/* All of one key, of each side. */
typedef struct KeyedRun {
    const Keyed *old, *new;
    size_t old_count, new_count;
} KeyedRun;
typedef struct KeyedMeeting {
    const KeyedVec *old, *new; /* sorted */
    size_t old_at, new_at;     /* 0 at first */
} KeyedMeeting;
/* The next key that both have; false when there is none. */
bool keyed_meet(KeyedMeeting *meeting, KeyedRun *run);
