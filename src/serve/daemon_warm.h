/* Computes in idle time the tables that most questions derive from the whole catalog: callers,
   modules with their uses, and the index of words. For a large catalog a child does so in shared
   memory, which the catalog then points into, so no call waits. */
#pragma once

#include "base/child.h"
#include "index/live/live.h"

typedef enum WarmPart {
    WARM_CALLERS,
    WARM_MODULES, /* and their uses; needs the callers */
    WARM_TERMS,
    WARM_PARTS,
} WarmPart;

typedef struct Warming {
    Str database;           /* path of the index */
    Arena made[WARM_PARTS]; /* finished parts, which the catalog points into */
    Arena coming;           /* the part that the child works on */
    Child child;            /* pid 0: none */
    WarmPart part;
    uint64_t version; /* of the catalog that the child has */
} Warming;

bool daemon_warm_has(const Catalog *catalog, WarmPart part);
/* Computes a part, or starts a child that does, unless one is running. */
void daemon_warm_start(Warming *warming, const LiveView *view, WarmPart part);
/* Takes the finished part of the child, or ends the child if the catalog has changed. */
void daemon_warm_take(Warming *warming, const LiveView *view);
/* Frees everything computed from a catalog that is gone. */
void daemon_warm_forget(Warming *warming);
