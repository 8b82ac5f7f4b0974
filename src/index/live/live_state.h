/* The inside of a Live, for live*.c. */
#pragma once

#include "base/child.h"
#include "base/fs.h"
#include "index/live/freshness.h"
#include "index/live/live.h"
#include "index/update/worker.h"

typedef enum LiveWork {
    WORK_NONE,
    WORK_SETTLE,
    WORK_BUILD,
} LiveWork;

typedef VEC(Str) StrVec;

struct Live {
    Arena arena; /* what stays */
    Arena scratch;
    GitRepo repo;
    StoreOptions store;
    Str notice;
    WorkerPool *pool;
    uint64_t memory;    /* limit of all */
    uint64_t kept_back; /* … that is not a build's, for what this process has meanwhile */
    uint64_t needed;    /* for the catalog */
    bool absent;
    FsTree tree;
    Watch *watch;     /* NULL: not watched */
    uint64_t tracked; /* hash of the paths that git tracks */
    bool lost;

    Freshness *freshness; /* NULL: none yet */
    int64_t freshness_ms; /* when it was tried */
    uint64_t rules;       /* git_user_rules of what was walked; 0: of several times */
    bool single;          /* one repository on one file system of this machine */

    Arena catalog_arena;
    Catalog *catalog;
    size_t loaded_bytes; /* of the arena */
    uint64_t version;
    uint64_t birth;     /* of the store that it was loaded from, and what file that is */
    uint64_t file;      /* (store.h) */
    bool adrift;        /* another process saved: ours cannot be saved any more */
    bool store_changed; /* somebody wrote to it: another process, or our child */
    int64_t looked_ms;  /* at its generation */

    /* What events name; paths in events_arena. */
    Arena events_arena;
    StrVec files, directories;
    bool everything;
    int64_t first_event_ms, last_event_ms; /* 0: none */

    /* What was taken up but not settled. */
    Arena dirty_arena;
    DirtySet *dirty;
    VEC(uint32_t) noted; /* file ids */
    uint32_t ranking;    /* files that were resolved and not summed up */
    bool unsaved, failed;
    int64_t taken_ms;

    LiveWork work;
    Child child;
    bool listening;       /* it is in the middle of a result */
    bool overtaken;       /* the catalog changed since the child was started */
    bool force;           /* the next build takes nothing from the store */
    uint32_t child_names; /* that it and this process number alike */
    bool diverged;        /* it has numbered others behind them */
    BuildDrift behind;
    uint32_t built;
    uint64_t built_bytes;
    int64_t retry_ms;
    LiveChange change;
};

/* ---- live_take.c: from events to changes ---- */

/* Reads what the kernel has. */
void live_read_events(Live *live);
/* Walks the whole tree, watching it from now on, and takes up what differs. */
bool live_scan(Live *live, Err *err) MUST_USE;
void live_forget_events(Live *live);
/* Takes up what events named. */
bool live_take(Live *live, Err *err) MUST_USE;

/* ---- live_work.c: children ---- */

bool live_start_settle(Live *live, Err *err) MUST_USE;
bool live_start_build(Live *live, Err *err) MUST_USE;
/* What was taken up so far is worth nothing: everything is made anew. */
bool live_start_over(Live *live, Err *err) MUST_USE;
/* Takes what the child has to say. */
bool live_take_word(Live *live, Err *err) MUST_USE;
/* Whether another process has saved since. */
bool live_has_new_generation(const Live *live);
/* Whether the store was told of another choice of files than the catalog has (extent.h). */
bool live_has_other_extent(const Live *live);
/* From the store, anew; or the catalog is absent. */
bool live_load(Live *live, Err *err) MUST_USE;
