/* A work tree's catalog kept in memory and up to date: for servers and `fovea index --watch`. One
   process owns a Live and calls live_step whenever one of its descriptors is readable or its time
   has come; everything that takes long happens in child processes, so that a step is short.

   A small change is taken up in two stages. First its files are parsed and their symbols replaced
   (LIVE_SETTLING): names, places and contents are right from then on; calls between symbols are
   those from before for what still exists, and nothing is said of what is new. Then, after a moment
   without changes or when an answer waits for them, a child resolves what the change touches and
   hands the calls back (LIVE_RANKING: ranks and risk are from before), then sums up the graph,
   saves all of it and hands back the rest (LIVE_CURRENT). A large change (first index, branch
   switch) is taken up by a child alone (build.h); until it is done the catalog stays as it is, and
   `behind` says by how much (LIVE_BUILDING).

   A catalog that would pass the limit of memory, by itself or beside the build of a large change,
   is not kept: `absent`. Who asks loads what it needs from the store then, and sees to changes
   itself; it is tried again when somebody has saved.

   Several processes may do this for one tree: each takes changes up by itself, whoever comes first
   saves, and the others read that in when there is time. */
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
    Str root;     /* of the repository, or the directory in it that is meant alone */
    Str database; /* of its index */
    /* What this process and those that it starts may take together (memory.h), or MEMORY_NONE. */
    uint64_t memory;
} LiveOptions;

/* What there is to know about it now. */
typedef struct LiveView {
    LiveStage stage;
    const GitRepo *repo;
    Catalog *catalog; /* whole; changes only in live_step, and then `version` does */
    uint64_t version;
    /* Of the store, with its birth added, when that has this very catalog; 0: it may have another.
     */
    uint64_t generation;
    BuildDrift behind; /* of LIVE_BUILDING: files of the tree, and how many differ */
    uint32_t built;    /* of these taken up already by the child */
    uint64_t built_bytes;
    uint32_t unsettled; /* of LIVE_SETTLING and LIVE_RANKING: files that changed */
    bool watched;       /* false: the system refuses; each step that hurries lists the tree */
    bool lost;          /* the root or its repository went: close it */
    bool absent;        /* the catalog is empty, for want of memory */
    bool failing;       /* of LIVE_BUILDING: it failed, and will be tried again */
    uint64_t needed;    /* bytes, about, when it is absent and nothing is being built */
    Str notice;         /* what is unusual about the store */
} LiveView;

/* Loads what is stored and compares it with the tree. */
bool live_open(const LiveOptions *options, Live **live, Err *err) MUST_USE;
void live_close(Live **closed); /* works as SCOPED(live_close); ends its children */

#define LIVE_FDS 3
/* What to wait for: events, a child, and processes that ask (freshness socket.h). Fills in fds (-1:
 * nothing), returns how long at most; -1: for ever. */
int live_wait_ms(const Live *live, int fds[LIVE_FDS]);
/* What answers wait for. */
enum {
    LIVE_HURRY_SYMBOLS = 1, /* what can be taken up in a moment is */
    LIVE_HURRY_CALLS = 2,   /* resolving does not wait for quiet */
};
/* Does what is due. `hurry`: LIVE_HURRY_… bits. */
bool live_step(Live *live, unsigned hurry, Err *err) MUST_USE;
LiveView live_view(const Live *live);
/* What the latest change was: for who tells a person about it. */
typedef struct LiveChange {
    uint32_t changed, added, removed, failed;
    int64_t ms; /* from the first event to symbols that are right */
    Str path;   /* of one of them */
} LiveChange;
/* Since the last call. */
LiveChange live_take_change(Live *live);
