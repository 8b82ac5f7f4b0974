/* The index of one repository on disk, an SQLite database. It holds facts by content hash, shared
   by all work trees of the repository, and for each work tree the segments of its catalog
   (catalog_store.h). It has one writer and any number of readers; a reader sees the last complete
   update.

   The index is a cache. A damaged or outdated one is deleted and rebuilt. If nothing can be
   written, it is copied into memory, or made there, for this process. */
#pragma once

#include "base/limits.h"
#include "index/store/db.h"
#include "index/store/facts.h"

/* Must change whenever the tables or their meaning change. */
#define STORE_VERSION 22
/* Must change whenever the same facts yield other edges, modules or metrics. */
#define RESOLVE_VERSION 96

typedef enum FileClass {
    FILE_SOURCE,
    FILE_TEST,
    FILE_DOC,
    FILE_DATA,
    FILE_GENERATED,
    FILE_VENDORED,
    FILE_MINIFIED,
    FILE_LARGE,
    FILE_BINARY,
    FILE_POINTER, /* of git LFS: its text is elsewhere */
    FILE_CLASS_COUNT
} FileClass;

typedef enum FileState {
    FILE_LISTED,    /* known by path only */
    FILE_LEXICAL,   /* likely definitions, from the lexical first pass */
    FILE_SYNTACTIC, /* exact definitions, from a parse */
    FILE_FAILED,    /* not tried again until its content changes; see CatalogFile.reason */
} FileState;

typedef struct Store Store;

typedef struct StoreOptions {
    Str path;       /* of the database; its directory is created if missing */
    Str tree;       /* root of the work tree to read and write */
    bool read_only; /* never write; fail without an index */
    bool memory;    /* private and temporary, in memory */
    int wait_ms;    /* how long to wait for another writer */
} StoreOptions;

/* Opens the index, or makes one. *notice gets one line if something unusual was done, for example
   a damaged index replaced or memory used instead of the disk; else it is empty. */
bool store_open(Arena *arena, const StoreOptions *options, Store **store, Str *notice,
                Err *err) MUST_USE;
/* Identifies the file at the database's path, for comparison; 0 if the file is missing. A file that
   was removed and created again has another identity. */
uint64_t store_file(Arena scratch, Str path);
/* A random number drawn when the database was created. Generations can be compared only if it is
   equal. */
bool store_birth(Store *store, uint64_t *birth, Err *err) MUST_USE;
/* To be called after a failed write. If the disk is full, or writing fails otherwise, continues in
   memory, with a copy of the stored index if it can be read, and sets *notice. False after another
   failure, or if that failed. */
bool store_retreat(Store *store, Str *notice, Err *err) MUST_USE;
#define STORE_FULL "the disk is full: what changed is kept in memory for this run"
#define STORE_NO_WRITE "the index cannot be written: what changed is kept in memory for this run"
#define STORE_DAMAGED "the index was damaged and is rebuilt"
/* Whether reading found damage. The file is then removed by store_close, and the next process
   makes a new one. */
bool store_is_broken(const Store *store);
void store_close(Store **store); /* works as SCOPED(store_close) */
/* Whether the store is in memory, so no other process sees it. */
bool store_is_private(const Store *store);
/* For modules with tables of their own. */
Db *store_db(Store *store);
uint64_t store_tree(const Store *store); /* id of the work tree in those tables */
/* Switches to another work tree of the repository, for loops over all of them. */
void store_use_tree(Store *store, uint64_t tree);

/* Makes a tree that is not a work tree, within the open transaction, for a catalog that still has
   to be checked or belongs to no tree. Pruning drops it once its process has ended (prune_trees).
   */
bool store_tree_add(Store *store, uint64_t *tree, Err *err) MUST_USE;
/* Gives all segments of such a tree to the store's own, whose segments are deleted, and advances
   its generation; within the open transaction. */
bool store_tree_take(Store *store, uint64_t from, Err *err) MUST_USE;

/* Takes the exclusive right to update the catalog, held until the store is closed. False if
   another process holds it for longer than `wait_ms`. Succeeds without a lock for a store in
   memory, or if the lock file cannot be opened. */
bool store_lock(Store *store, int wait_ms) MUST_USE;
/* Progress of an update. */
typedef struct StoreProgress {
    uint32_t done, total;        /* files */
    uint32_t first_pass;         /* 1: the counts are from the first pass */
    uint64_t bytes, bytes_total; /* 0 if not counted yet */
    uint64_t process;            /* the updating process's id; set by store_tell */
} StoreProgress;
/* Publishes the progress to other processes, through the lock file. Only for the holder of the
   lock. */
void store_tell(const Store *store, StoreProgress progress);
/* The last progress published. False if no other process holds the lock. */
bool store_hear(const Store *store, StoreProgress *progress);

/* Begins an update: readers see everything up to the commit at once. Waits for another writer, for
   at most wait_ms. */
bool store_begin(Store *store, Err *err) MUST_USE;
/* The same, but fails at once if another process is writing. */
bool store_begin_at_once(Store *store, Err *err) MUST_USE;
/* Writes all waiting facts and commits. If the generation advanced, stored answers are dropped. */
bool store_commit(Store *store, Err *err) MUST_USE;
/* Commits, but the latest facts may wait to be packed with others. The transaction must not
   contain a catalog that names them. */
bool store_commit_some(Store *store, Err *err) MUST_USE;
void store_rollback(Store *store);

/* Facts and terms of a content, by its hash. New rows are in the database after the next commit.
   Facts are empty if they are missing or damaged. */
bool store_facts_put(Store *store, Str hash, const Facts *facts, Err *err) MUST_USE;
bool store_facts_get(Store *store, Arena *arena, Str hash, bool references, Facts *facts,
                     Err *err) MUST_USE;
/* Whether there are facts of a content, waiting ones included. */
bool store_facts_has(Store *store, Str hash, bool *has, Err *err) MUST_USE;
/* Takes over a pack of another store (packs_adopt), with the terms of each wanted content. */
bool store_facts_adopt(Store *store, Str pack, const Str *hashes, const Str *terms, size_t count,
                       Err *err) MUST_USE;
/* Deletes the facts of a content, within the open transaction; store_facts_tidy frees the space. */
bool store_facts_drop(Store *store, Str hash, Err *err) MUST_USE;
/* Uses less memory from now on (packs.h). */
void store_be_thrifty(Store *store);
/* Writes all waiting facts and terms. */
bool store_facts_flush(Store *store, Err *err) MUST_USE;
/* To be called after rows of facts were deleted, to free their space (packs.h). */
bool store_facts_tidy(Store *store, Err *err) MUST_USE;

/* ---- segments of the work tree's catalog ---- */

/* Number of times the tree's catalog was saved; 0 if never. */
bool store_generation(Store *store, uint64_t *generation, Err *err) MUST_USE;
/* Advances the generation, within a transaction. */
bool store_generation_next(Store *store, uint64_t *generation, Err *err) MUST_USE;
/* Seconds since the last save; 0 before the first. */
bool store_age(Store *store, uint64_t *seconds, Err *err) MUST_USE;
/* A read transaction: all reads between begin and end see one state. */
bool store_snapshot_begin(Store *store, uint64_t *generation, Err *err) MUST_USE;
void store_snapshot_end(Store *store);

/* Whether the database file is mapped into memory. Scattered reads are faster that way; reading
   everything would leave all of it mapped. No transaction may be open. */
void store_map(Store *store, bool mapped);

/* Segments are opaque bytes, identified by part and number within the work tree. Stores one,
   replacing any earlier one. */
bool store_segment_put(Store *store, unsigned part, size_t number, Str data, Err *err) MUST_USE;
bool store_segment_count(Store *store, unsigned part, uint64_t *count, Err *err) MUST_USE;
/* Total size of a part's segments. */
bool store_segment_bytes(Store *store, unsigned part, uint64_t *bytes, Err *err) MUST_USE;
/* Total decompressed size of a part's segments, read from their headers; 0 for those without. */
uint64_t store_segment_plain_bytes(Store *store, unsigned part);
/* Deletes all segments of the tree, or the segments of one part. */
bool store_segments_clear(Store *store, Err *err) MUST_USE;
bool store_segments_clear_part(Store *store, unsigned part, Err *err) MUST_USE;
/* A query for rows of (part, number, data) of the whole tree, in that order. */
Statement *store_segments_all(Store *store);
/* A query for rows of (number, data), by number. */
Statement *store_segments(Store *store, unsigned part);
/* A query for one segment's row of (data). */
Statement *store_segment(Store *store, unsigned part, size_t number);
