/* Live index: the catalog of a work tree, kept in memory and up to date, for servers and `fovea
   index --watch`.

   One process owns a Live and calls live_step whenever one of its descriptors is readable or
   live_wait_ms has passed. Everything slow runs in child processes, so a step is short.

   A small change is taken up in two stages. First its files are parsed and their symbols replaced
   (LIVE_SETTLING). From then on names, places and contents are right; calls between symbols that
   still exist are the old ones, and new symbols have no calls. The second stage begins after a
   moment of quiet, or when an answer waits for calls. A child process resolves the files that the
   change touches and returns the calls (LIVE_RANKING: ranks and risk are still from before). It
   then computes the metrics, saves everything and returns the rest (LIVE_CURRENT).

   A large change (first index, branch switch) is left to a child that runs a build (build.h). Until
   it is done, the catalog stays as it is and `behind` says how far it lags (LIVE_BUILDING).

   A catalog that would exceed the memory limit, alone or together with the build of a large change,
   is not kept: it is `absent`. Callers then load the needed parts from the store and handle changes
   themselves. Loading is tried again when a process has saved.

   Several processes may do this for one tree. Each takes up changes itself; the first to finish
   saves, and the rest reload that when idle. */
#pragma once

#include "base/watch.h"
#include "index/update/build.h"

typedef enum LiveStage {
    LIVE_CURRENT,
    LIVE_RANKING,
    LIVE_SETTLING,
    LIVE_BUILDING,
} LiveStage;

typedef struct Live Live;

typedef struct LiveOptions {
    Str root;     /* of the repository, or of the directory within it that is indexed alone */
    Str database; /* path of its index */
    /* Limit in bytes for this process and its children (memory.h), or MEMORY_NONE. */
    uint64_t memory;
} LiveOptions;

/* The state of a Live at one moment. */
typedef struct LiveView {
    LiveStage stage;
    const GitRepo *repo;
    Catalog *catalog; /* whole; changes only in live_step, and then `version` does too */
    uint64_t version;
    /* Generation plus birth of the store when it holds exactly this catalog; 0: it may differ. */
    uint64_t generation;
    Staleness behind; /* with LIVE_BUILDING: files of the tree, and how many differ */
    uint32_t built;   /* of these, files the build has taken in so far */
    uint64_t built_bytes;
    uint32_t unsettled; /* with LIVE_SETTLING and LIVE_RANKING: files that changed */
    bool watched;    /* false: watching is not possible, so each step that hurries lists the tree */
    bool lost;       /* the root or its repository is gone: close the Live */
    bool absent;     /* the catalog is empty, as memory is too small for it */
    bool failing;    /* with LIVE_BUILDING: the build failed and will be retried */
    uint64_t needed; /* estimate in bytes for an absent catalog while nothing is being built */
    Str notice;      /* a notice if the store is unusual */
} LiveView;

/* Loads the stored catalog and takes up the differences from the tree. On failure *live must still
   be closed. */
bool live_open(const LiveOptions *options, Live **live, Err *err) MUST_USE;
void live_close(Live **closed); /* works as SCOPED(live_close); kills its children */

#define LIVE_FDS 3
/* The descriptors to wait for: file events, a child, and clients of the freshness socket. Fills in
   `fds` (-1: none) and returns the longest wait; -1: no limit. */
int live_wait_ms(const Live *live, int fds[LIVE_FDS]);
/* What a waiting answer needs. */
enum {
    LIVE_HURRY_SYMBOLS = 1, /* take up small changes at once */
    LIVE_HURRY_CALLS = 2,   /* resolve without waiting for quiet */
};
/* Does whatever is due. `hurry`: LIVE_HURRY_ bits. */
bool live_step(Live *live, unsigned hurry, Err *err) MUST_USE;
LiveView live_view(const Live *live);
/* The latest change, for reporting to a person. */
typedef struct LiveChange {
    uint32_t changed, added, removed, failed;
    int64_t ms; /* from the first event until symbols were right */
    Str path;   /* path of one changed file */
} LiveChange;
/* Returns the changes since the last call and resets them. */
LiveChange live_take_change(Live *live);
