/* Incremental update of the index: brings the stored index up to date with the work tree.

   Only files that changed are read, and only contents never seen before are parsed. An updated
   index equals one built from nothing. */
#pragma once

#include "git/git_walk.h"
#include "index/catalog/catalog.h"
#include "index/update/dirty.h"

typedef struct BuildReport {
    /* The work tree's catalog, whole and in memory; lives in the arena. NULL when nothing changed,
       or when most of the index was rebuilt: load it from the store then. */
    Catalog *catalog;
    uint32_t files;   /* in the tree */
    uint32_t changed; /* read in this update */
    uint32_t parsed;  /* changed files a worker parsed; facts of the rest were known */
    uint32_t removed;
    uint32_t failed;
    uint32_t left_out;     /* in total, for lack of memory (memory.h) */
    uint32_t resolved;     /* files whose references were resolved */
    uint32_t resolvers;    /* processes that resolved them; 1: this process alone */
    uint32_t unreadable;   /* directories */
    uint64_t bytes;        /* read */
    uint64_t symbols;      /* of the files taken in */
    bool damaged;          /* the stored index could not be read and was rebuilt */
    int64_t first_pass_ms; /* part of intake_ms */
    int64_t walk_ms, intake_ms, resolve_ms, save_ms, total_ms;
} BuildReport;

/* Progress over the changed files, reported about once a second: files and bytes done, and totals.
   Files that are not read (binaries, very large files) never count as bytes done. */
typedef struct BuildStep {
    uint32_t done, total;
    uint64_t bytes, bytes_total;
    bool first_pass; /* counts of the first pass; the exact pass starts again from 0 */
} BuildStep;
typedef void (*BuildProgress)(void *context, const BuildStep *step);

typedef struct BuildOptions {
    const GitRepo *repo;
    const WalkResult *tree; /* result of a git_walk just made; NULL: build_update walks */
    bool force;             /* rebuild as if nothing were known */
    bool unseen;     /* no question reads the index before it is complete: no first pass, no saves
                        between */
    int workers;     /* 0: one per core */
    uint64_t memory; /* limit in bytes for this process and its workers; 0: none */
    /* Called within the update's transaction, before references are resolved; all of them are,
       then, whatever changed. May be called again when another process was faster. NULL: nothing.
     */
    bool (*prepare)(void *context, Store *store, Err *err);
    void *prepare_context;
    int wait_ms; /* how long to wait for another process that is updating */
    const volatile bool *cancel;
    BuildProgress progress;
    void *context;
} BuildOptions;

/* Updates the index and saves it. ERR_STALE when another process is still updating after `wait_ms`;
   ERR_INTERRUPTED when cancelled, with the facts made so far kept. */
bool build_update(Arena *arena, Arena scratch, Store *store, const BuildOptions *options,
                  BuildReport *report, Err *err) MUST_USE;

/* Whether the limit has room for the whole catalog and a change to it. Without it, an update
   rebuilds the catalog file by file, which takes as long as resolving everything. */
bool build_has_room(Store *store, uint64_t memory);

/* How far a catalog lags behind its tree, in files. */
typedef struct Staleness {
    uint32_t files; /* in the tree */
    uint32_t changed, added, removed;
    uint64_t bytes, bytes_behind; /* of all files; of the changed and added ones */
    uint64_t symbols;             /* of the catalog, if it was loaded with them */
} Staleness;
/* How many files differ. */
static inline uint32_t staleness_files(const Staleness *stale)
{
    return stale->added + stale->changed + stale->removed;
}
/* Compares a catalog with its tree; reads no file. Files outside of the catalog's extent are taken
   out of the tree. `memory`: the limit of an update (BuildOptions): a file that failed under a
   lower one counts as changed. */
void build_check(Arena scratch, const Catalog *catalog, WalkResult *tree, uint64_t memory,
                 Staleness *stale);

/* ---- the steps of an update, for processes that keep a catalog in memory (live.h) ---- */

/* Whether size, time and inode equal the row's. */
bool build_is_version(const CatalogFile *known, const WalkFile *file);
/* Whether the file is unchanged since it was taken in and need not be retried with more memory. */
bool build_is_same(const Catalog *catalog, uint32_t id, const WalkFile *file, uint64_t memory);

typedef struct BuildComparison {
    /* `id` is FILE_NOWHERE for a new file; `file` is NULL for a removed one. */
    void (*visit)(void *context, uint32_t id, const WalkFile *file);
    void *context;
    Str under; /* visit only this file, or the files below this directory; empty: all */
} BuildComparison;
/* Merge join of the walk's files and the catalog's, both in path order. Visits every file of
   either. */
void build_compare(Arena *arena, const Catalog *catalog, const WalkFileVec *files,
                   const BuildComparison *comparison);

typedef struct BuildResolving {
    Catalog *catalog;
    const GitRepo *repo;
    DirtySet *dirty;
    bool all;            /* resolve every file, whatever changed */
    int workers;         /* 0: one per core */
    uint64_t memory;     /* limit in bytes; 0: none */
    uint32_t *resolvers; /* out: number of processes that resolved; may be NULL */
    const volatile bool *cancel;
    Store *store; /* store of a lean catalog already written: takes links and metrics at once; or
                     NULL */
    void (*linked)(void *context); /* called when links are right, before metrics; or NULL */
    void *context;
} BuildResolving;
/* Resolves the links of files the changes touch, then computes every symbol's metrics. *resolved:
   number of files that were resolved. */
bool build_resolve(Arena scratch, const BuildResolving *wanted, uint32_t *resolved,
                   Err *err) MUST_USE;
