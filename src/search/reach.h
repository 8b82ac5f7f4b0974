/* Transitive effects of a symbol: the effects (index/graph/effects.h) of its callees up to three
   calls away. Only exact and likely calls are followed, at most REACH_SYMBOLS_MAX symbols, nearest
   first. The absence of an effect proves nothing. */
#pragma once

#include "index/catalog/catalog.h"
#include "index/graph/effects.h"

/* How far effects are followed. Farther away nearly every function has some effect. */
#define REACH_DEPTH_MAX 3
#define REACH_SYMBOLS_MAX 400

typedef struct Reach {
    /* By effect: the callee on the shortest path to it. SYMBOL_NOWHERE: not reached, or the
       symbol's own. */
    uint32_t via[EFFECT_COUNT];
} Reach;

/* Needs symbols, metrics and links. */
Reach reach_effects(const Catalog *catalog, Arena scratch, uint32_t symbol);
