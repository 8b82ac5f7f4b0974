/* What a symbol does to the world through others: the effects (index/graph/effects.h) of what it
   calls, of what that calls, up to three calls away. Only calls that are exact or likely are
   followed, and at most REACH_SYMBOLS_MAX symbols are looked at, the nearest first: what is not
   found may still happen. */
#pragma once

#include "index/catalog/catalog.h"
#include "index/graph/effects.h"

#define REACH_DEPTH_MAX 3
#define REACH_SYMBOLS_MAX 400

typedef struct Reach {
    /* Its own callee on the nearest way to each effect; SYMBOL_NOWHERE: not reached, or its own. */
    uint32_t via[EFFECT_COUNT];
} Reach;

/* Needs symbols, metrics and links. */
Reach reach_effects(const Catalog *catalog, Arena scratch, uint32_t symbol);
