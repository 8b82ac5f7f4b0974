/* What most questions need of a whole catalog, made when there is time for it: who calls what,
   the modules with what they use, and the index of words. Of a large one a child makes it, so that
   nobody waits meanwhile: in memory that both have, which the catalog points into then. */
#pragma once

#include "base/child.h"
#include "index/live/live.h"

typedef enum WarmPart {
    WARM_CALLERS,
    WARM_MODULES, /* and their uses; after the callers */
    WARM_TERMS,
    WARM_PARTS,
} WarmPart;

typedef struct Warming {
    Str database;           /* of the index */
    Arena made[WARM_PARTS]; /* what the catalog points into */
    Arena coming;           /* of the child */
    Child child;            /* pid 0: none */
    WarmPart part;
    uint64_t version; /* that the child works on */
} Warming;

bool warm_has(const Catalog *catalog, WarmPart part);
/* Makes it, or has a child begin to; when none is at work. */
void warm_start(Warming *warming, const LiveView *view, WarmPart part);
/* Takes what the child has made, when it has, or ends it when the catalog has changed. */
void warm_take(Warming *warming, const LiveView *view);
/* What was made of a catalog that is not kept any more. */
void warm_forget(Warming *warming);
