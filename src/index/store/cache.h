/* The cache directory with the indices of all repositories: listing it, and keeping it below a
   size limit by removing the least recently used. An index may be removed while another process
   has it open: that process keeps using its file, and the next one makes a new index. */
#pragma once

#include "base/err.h"
#include "base/vec.h"

/* Default limit of all indices together. */
#define CACHE_BYTES_MAX (5 * GB)
/* Endings appended to an index's path for the files next to it. This one: stored answers
   (answers.h). */
#define ANSWERS_ENDING "-search"
/* The previous database, of another version, while a new one is made. */
#define FORMER_ENDING "-former"
/* The lock held while declarations are embedded (vectors.h). */
#define EMBED_LOCK_ENDING "-embed"

/* The directory in which packs of a pull wait (share/pull.h). */
#define PULL_ENDING "-pull"
/* What callers were already shown (explore/seen.h). */
#define SEEN_ENDING "-seen"

typedef struct CacheEntry {
    Str path;      /* of the database */
    uint64_t size; /* with the files next to it */
    int64_t used;  /* seconds since 1970 */
} CacheEntry;
typedef VEC(CacheEntry) CacheEntryVec;

/* Root directories of the work trees in an index, each followed by a NUL. Empty if the index
   cannot be read. */
Str cache_trees(Arena *arena, Str path);
/* Lists the indices, most recently used first. A missing directory is empty. */
void cache_list(Arena *arena, Str directory, CacheEntryVec *entries);
/* Removes an index and all files next to it. */
void cache_remove(Arena scratch, Str path);
/* Removes only the database with its log, not the lock, which another process may hold. */
void cache_remove_database(Arena scratch, Str path);
/* Removes a database of answers, given by its own path. */
void cache_remove_answers(Arena scratch, Str path);
/* Removes the least recently used indices until at most `max` bytes are left; `keep` is never
   removed. Returns the number of bytes freed. */
uint64_t cache_trim(Arena scratch, Str directory, uint64_t max, Str keep);
/* Renames a closed database, so that parts of it can still be used; cache_remove removes it.
   Returns the new path. */
Str cache_set_aside(Arena *arena, Str path);
/* Marks the index as used now. */
void cache_touch(Arena scratch, Str path);
/* Takes the lock for embedding declarations of an index, so that nothing is paid for twice. One
   process at a time holds it, until cache_unlock or its end. False if another process holds it.
   Succeeds without a lock if no lock file can be made. */
bool cache_lock_embedding(Arena scratch, Str path, int *lock) MUST_USE;
void cache_unlock(int *lock); /* 0: nothing is locked */
/* The same with a lock file next to a database, whose name is the database's with an ending. */
bool cache_lock(Arena scratch, Str path, const char *ending, int *lock) MUST_USE;
