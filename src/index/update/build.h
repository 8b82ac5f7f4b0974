/* Bringing the index up to date with the tree: only what changed is read, only what was never seen
   is parsed. An updated index equals a rebuilt one. */
#pragma once

#include "git/walk.h"
#include "index/catalog/catalog.h"
#include "index/update/dirty.h"

typedef struct BuildReport {
    /* The work tree's, whole and in memory; lives in the arena. NULL when nothing changed, or much
       was made anew: who needs it loads it. */
    Catalog *catalog;
    uint32_t files;   /* in the tree */
    uint32_t changed; /* read in this update */
    uint32_t parsed;  /* of these, by a worker; the others' facts were known */
    uint32_t removed;
    uint32_t failed;
    uint32_t left_out;     /* in all, for want of memory (memory.h) */
    uint32_t resolved;     /* files whose references were resolved */
    uint32_t resolvers;    /* processes that did it together; 1: this one alone */
    uint32_t unreadable;   /* directories */
    uint64_t bytes;        /* read */
    uint64_t symbols;      /* written */
    bool damaged;          /* what was stored could not be read and was made anew */
    int64_t first_pass_ms; /* within intake_ms */
    int64_t walk_ms, intake_ms, resolve_ms, save_ms, total_ms;
} BuildReport;

/* Called about once a second with how far the changed files are: files and bytes done and in all.
   What is not read (binaries, very large files) never counts as bytes done. */
typedef struct BuildStep {
    uint32_t done, total;
    uint64_t bytes, bytes_total;
    bool first_pass; /* of the first pass, after which all begins anew */
} BuildStep;
typedef void (*BuildProgress)(void *context, const BuildStep *step);

typedef struct BuildOptions {
    const GitRepo *repo;
    const WalkResult *tree; /* what git_walk has just found; NULL: it is asked */
    bool force;             /* as if nothing were known */
    int workers;            /* 0: one a core */
    uint64_t memory;        /* limit in bytes of this process and its workers; 0: none */
    int wait_ms;            /* for another process that is at it */
    const volatile bool *cancel;
    BuildProgress progress;
    void *context;
} BuildOptions;

/* ERR_STALE when another
   process is at it for longer than the wait. */
bool build_update(Arena *arena, Arena scratch, Store *store, const BuildOptions *options,
                  BuildReport *report, Err *err) MUST_USE;

/* Whether the limit lets the whole catalog be loaded, and a change be taken up with it; an update
   makes it anew otherwise, file by file, which takes as long as resolving everything. */
bool build_has_room(Store *store, uint64_t memory);

/* How many files of the tree the catalog does not know as they are: changed, new, gone. Reads no
 * file. What is outside the catalog's extent is taken out of the tree. */
typedef struct BuildDrift {
    uint32_t files, changed, added, removed;
    uint64_t bytes, bytes_behind; /* of all files; of the changed and added ones */
    uint64_t symbols;             /* of the catalog, if it was loaded with them */
} BuildDrift;
/* `memory`: what an update would be allowed, as in BuildOptions: what failed for less counts. */
void build_check(Arena scratch, const Catalog *catalog, WalkResult *tree, uint64_t memory,
                 BuildDrift *drift);

/* ---- the steps of an update, for who keeps a catalog in memory (live.h) ---- */

/* Whether size, time and inode are those of the row. */
bool build_is_version(const CatalogFile *known, const WalkFile *file);
/* Whether the file still is what was taken up, and need not be tried again with more memory. */
bool build_is_same(const Catalog *catalog, uint32_t id, const WalkFile *file, uint64_t memory);

typedef struct BuildComparison {
    /* `id` is FILE_NOWHERE for a new file; `file` is NULL for one that is gone. */
    void (*visit)(void *context, uint32_t id, const WalkFile *file);
    void *context;
    Str under; /* of the catalog only this file, or those below this directory; empty: all */
} BuildComparison;
/* Visits the files of a walk and of the catalog in path order. */
void build_compare(Arena *arena, const Catalog *catalog, const WalkFileVec *files,
                   const BuildComparison *comparison);

typedef struct BuildResolving {
    Catalog *catalog;
    const GitRepo *repo;
    DirtySet *dirty;
    bool all;            /* whatever changed */
    int workers;         /* 0: one a core */
    uint64_t memory;     /* limit in bytes; 0: none */
    uint32_t *resolvers; /* where to put how many processes it was; NULL: nobody asks */
    const volatile bool *cancel;
    Store *store; /* of a lean catalog that was written: takes links and metrics at once */
    void (*linked)(void *context); /* when links are right and the rest is to come; may be NULL */
    void *context;
} BuildResolving;
/* Links of what the changes touch, then what the whole graph says of every symbol. */
bool build_resolve(Arena scratch, const BuildResolving *wanted, uint32_t *resolved,
                   Err *err) MUST_USE;
