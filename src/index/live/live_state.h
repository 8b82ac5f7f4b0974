/* Internals of a Live, shared by live*.c. */
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

/* Events name paths (`files`, `directories`, `everything`) until live_take turns them into changes
   of the catalog. Changes are noted in `dirty` until a child has resolved them. At most one child
   runs (`work`). The catalog may go on changing meanwhile (`overtaken`). The child's result is then
   not applied; its saved state is recorded, so that the next child can build on it. */
struct Live {
    Arena arena; /* for the lifetime of the Live */
    Arena scratch;
    GitRepo repo;
    StoreOptions store;
    Str notice;
    WorkerPool *pool;
    uint64_t memory;    /* limit for this process and its children */
    uint64_t kept_back; /* … of that, the share that a build leaves to this process */
    uint64_t needed;    /* bytes the catalog needs */
    bool absent;
    FsTree tree;
    Watch *watch;     /* NULL: not watched */
    uint64_t tracked; /* hash of the paths git tracks; 0: unknown */
    bool lost;

    Freshness *freshness; /* NULL: not open */
    int64_t freshness_ms; /* when opening was last tried */
    uint64_t rules;       /* git_user_rules of all listings; 0: they differ */
    bool single;          /* one repository, on one local file system */

    Arena catalog_arena;
    Catalog *catalog;
    size_t loaded_bytes; /* of catalog_arena after loading */
    uint64_t version;
    uint64_t birth;      /* birth and file identity of the store it was */
    uint64_t file;       /* loaded from (store.h) */
    bool store_moved_on; /* another process saved: this catalog can no longer be saved */
    bool store_changed;  /* another process or our child wrote to the store */
    int64_t looked_ms;   /* when the store's generation was last checked */

    /* Paths that events named; they are in events_arena. */
    Arena events_arena;
    StrVec files, directories;
    bool everything;
    int64_t first_event_ms, last_event_ms; /* 0: no events */

    /* Changes taken up but not settled. */
    Arena dirty_arena;
    DirtySet *dirty;
    VEC(uint32_t) noted; /* file ids */
    uint32_t ranking;    /* files that were resolved but whose metrics are not computed */
    bool unsaved, failed;
    int64_t taken_ms;

    LiveWork work;
    Child child;
    bool listening;       /* a result is partly read */
    bool overtaken;       /* the catalog changed since the child was started */
    bool force;           /* the next build uses nothing from the store */
    uint32_t child_names; /* names to which the child and this process gave the same ids */
    bool diverged;        /* the child gave further ids to other names */
    Staleness behind;
    uint32_t built;
    uint64_t built_bytes;
    int64_t retry_ms;
    LiveChange change;
};

/* ---- live_take.c: from events to changes ---- */

/* Reads all pending file events. */
void live_read_events(Live *live);
/* Walks the whole tree, sets watches, and takes up the differences. */
bool live_scan(Live *live, Err *err) MUST_USE;
/* Drops all events that were read. */
void live_forget_events(Live *live);
/* Takes up the paths that events named: applies a small change, starts a build for a large one. */
bool live_take(Live *live, Err *err) MUST_USE;

/* ---- live_work.c: child processes ---- */

/* Starts a child that resolves the noted changes, saves the catalog and returns the results. */
bool live_start_settle(Live *live, Err *err) MUST_USE;
/* Starts a child that runs a build, in place of a running child; may drop the catalog for it. */
bool live_start_build(Live *live, Err *err) MUST_USE;
/* Reloads everything after the store was replaced or removed; drops the work of a running child. */
bool live_start_over(Live *live, Err *err) MUST_USE;
/* Reads one message of the child and applies it. */
bool live_take_message(Live *live, Err *err) MUST_USE;
/* Whether another process has saved since the catalog was loaded or saved. */
bool live_has_new_generation(const Live *live);
/* Whether the store was set to another extent than the catalog has (extent.h). */
bool live_has_other_extent(const Live *live);
/* Loads the catalog from the store; if memory is too small, it becomes absent. */
bool live_load(Live *live, Err *err) MUST_USE;
