/* The index of one repository on disk: facts by content hash, which all its work trees share, and
   for each work tree the segments of its catalog (catalog_store.h). One writer, any number of
   readers; a reader sees the last whole update. The index is a cache: a damaged or older one is
   thrown away and made anew, and when nothing can be written it is copied into memory, or made
   there, for this process. */
#pragma once

#include "base/limits.h"
#include "index/store/db.h"
#include "index/store/facts.h"

/* Changes whenever the tables or what they mean change. */
#define STORE_VERSION 18
/* Raised whenever the same facts give other edges, modules or metrics than before. */
#define RESOLVE_VERSION 74

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
    FILE_CLASS_COUNT
} FileClass;

typedef enum FileState {
    FILE_LISTED,    /* known by name only */
    FILE_LEXICAL,   /* tier 1: likely definitions */
    FILE_SYNTACTIC, /* tier 2: exact */
    FILE_FAILED,    /* not tried again until its bytes change; see reason */
} FileState;

typedef struct Store Store;

typedef struct StoreOptions {
    Str path;       /* of the database; its directory is made when missing */
    Str tree;       /* the work tree's root: which segments are meant */
    bool read_only; /* never writes; fails when there is no index */
    bool memory;    /* private and temporary */
    int wait_ms;    /* for another writer */
} StoreOptions;

/* `notice` gets one line when something unusual was done (an index of another version or a damaged
   one was replaced, memory used because nothing can be written); empty otherwise. */
bool store_open(Arena *arena, const StoreOptions *options, Store **store, Str *notice,
                Err *err) MUST_USE;
/* Which file is at the database's path now, to be compared; 0: none. A file that was removed and
   made again is another one. */
uint64_t store_file(Arena scratch, Str path);
/* A number that was drawn when the database was made: generations of another one mean nothing. */
bool store_birth(Store *store, uint64_t *birth, Err *err) MUST_USE;
/* After a failure to write because the disk is full: goes on in memory, with what is stored if that
   can be read. False when that was not the reason. */
bool store_retreat(Store *store, Err *err) MUST_USE;
#define STORE_FULL "the disk is full: what changed is kept in memory for this run"
#define STORE_DAMAGED "the index was damaged and is made anew"
/* Whether what was read proved to be damaged: it is removed when it is closed, and who opens it
   next makes it anew. */
bool store_is_broken(const Store *store);
void store_close(Store **store); /* works as SCOPED(store_close) */
/* Whether it is in memory: nobody else sees it. */
bool store_is_private(const Store *store);
/* For modules that keep tables of their own in it. */
Db *store_db(Store *store);
uint64_t store_tree(const Store *store); /* the work tree's number in them */
/* Means another work tree of the repository from now on; for those who look at all of them. */
void store_use_tree(Store *store, uint64_t tree);

/* The right to bring the tree's catalog up to date: one process at a time has it, until the store
   is closed. False when another one has it for longer than the wait. */
bool store_lock(Store *store, int wait_ms) MUST_USE;
/* How far an update is. */
typedef struct StoreProgress {
    uint32_t done, total;        /* files */
    uint32_t first_pass;         /* 1: of the first pass */
    uint64_t bytes, bytes_total; /* 0 while they are not counted */
    uint64_t process;            /* whose it is; store_tell fills it in */
} StoreProgress;
/* Who has that right tells it to the others; nothing is kept. */
void store_tell(const Store *store, StoreProgress progress);
/* What was told last; false when no process has the right at the moment. */
bool store_hear(const Store *store, StoreProgress *progress);

/* One update: everything between begin and commit is seen at once. */
bool store_begin(Store *store, Err *err) MUST_USE;
/* The same, but fails when another process is writing. */
bool store_begin_at_once(Store *store, Err *err) MUST_USE;
bool store_commit(Store *store, Err *err) MUST_USE;
/* The same, but the latest facts may still wait for others to be packed with; no catalog that names
   them may be in the transaction. */
bool store_commit_some(Store *store, Err *err) MUST_USE;
void store_rollback(Store *store);

/* Facts of a content, known by its hash, and its terms; in the database at the next commit. Empty
   ones come back when there are none, or damaged ones. */
bool store_facts_put(Store *store, Str hash, const Facts *facts, Err *err) MUST_USE;
bool store_facts_get(Store *store, Arena *arena, Str hash, bool references, Facts *facts,
                     Err *err) MUST_USE;
/* Memory is scarce from now on (packs.h). */
void store_be_thrifty(Store *store);
/* Nothing waits any more. */
bool store_facts_flush(Store *store, Err *err) MUST_USE;
/* After rows of the table of facts were deleted: what they took goes (packs.h). */
bool store_facts_tidy(Store *store, Err *err) MUST_USE;

/* ---- segments of the work tree: catalog_store.h alone uses them ---- */

/* Counts the saves of the tree's catalog, from 1; 0: never saved. */
bool store_generation(Store *store, uint64_t *generation, Err *err) MUST_USE;
bool store_generation_next(Store *store, uint64_t *generation, Err *err) MUST_USE;
/* Seconds since the latest save; 0: never saved. */
bool store_age(Store *store, uint64_t *seconds, Err *err) MUST_USE;
/* Between the two, all reading sees one state. */
bool store_snapshot_begin(Store *store, uint64_t *generation, Err *err) MUST_USE;
void store_snapshot_end(Store *store);

/* Pieces here and there are read faster from memory that the file is mapped to; when all of it is
   read, that would stay. No transaction may be open. */
void store_map(Store *store, bool mapped);

bool store_segment_put(Store *store, unsigned part, size_t number, Str data, Err *err) MUST_USE;
bool store_segment_count(Store *store, unsigned part, uint64_t *count, Err *err) MUST_USE;
/* The sizes of their data together. */
bool store_segment_bytes(Store *store, unsigned part, uint64_t *bytes, Err *err) MUST_USE;
/* What their data come to without compression, as far as it says so. */
uint64_t store_segment_plain_bytes(Store *store, unsigned part);
bool store_segments_clear(Store *store, Err *err) MUST_USE;
bool store_segments_clear_part(Store *store, unsigned part, Err *err) MUST_USE;
/* Rows of (number, data) in order of the numbers. */
Statement *store_segments(Store *store, unsigned part);
/* The data of one. */
Statement *store_segment(Store *store, unsigned part, size_t number);
