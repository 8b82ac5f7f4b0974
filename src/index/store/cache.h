/* The directory that holds the indices of all repositories: what is in it, and keeping it below a
   size by dropping what was used longest ago. An index that another process has open may be
   dropped: it keeps working for that process and is made anew for the next. */
#pragma once

#include "base/err.h"
#include "base/vec.h"

/* All indices together, unless another size is asked for. */
#define CACHE_BYTES_MAX (5 * GB)
/* What the path of an index ends in for the answers that were given from it (answers.h). */
#define ANSWERS_ENDING "-search"
/* … for an index of another version, while this one is made. */
#define FORMER_ENDING "-former"
/* … for the lock of who has declarations embedded (vectors.h). */
#define EMBED_LOCK_ENDING "-embed"

/* Behind the path of an index: what callers were shown (tools/seen.h). */
#define SEEN_ENDING "-seen"

typedef struct CacheEntry {
    Str path;      /* of the database */
    uint64_t size; /* with its log */
    int64_t used;  /* seconds since 1970 */
} CacheEntry;
typedef VEC(CacheEntry) CacheEntryVec;

/* The roots of the work trees that an index is of, each with a NUL behind it; empty when it cannot
   be read. */
Str cache_trees(Arena *arena, Str path);
/* Latest used first; a directory that is not there is empty. */
void cache_list(Arena *arena, Str directory, CacheEntryVec *entries);
void cache_remove(Arena scratch, Str path);
/* Of these only the index itself: who has the lock keeps it. */
void cache_remove_database(Arena scratch, Str path);
/* Of these only a database of answers, by its own path. */
void cache_remove_answers(Arena scratch, Str path);
/* Drops the longest unused until at most `max` bytes are left; never `keep`. Returns the bytes
   freed. */
uint64_t cache_trim(Arena scratch, Str directory, uint64_t max, Str keep);
/* Gives a closed database another path, for what is still of use in it; cache_remove drops it. */
Str cache_set_aside(Arena *arena, Str path);
/* Notes that an index is in use. */
void cache_touch(Arena scratch, Str path);
/* The right to have declarations of an index embedded, so that nothing is paid for twice: one
   process at a time has it, until cache_unlock or its end. False when another one has it. */
bool cache_lock_embedding(Arena scratch, Str path, int *lock) MUST_USE;
void cache_unlock(int *lock); /* 0: nothing is locked */
