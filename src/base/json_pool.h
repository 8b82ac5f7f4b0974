/* Pool of zeroed JSON nodes, allocated in pieces of doubling size: many cost little, and few waste
   little. All zero is an empty pool. */
#pragma once

#include "base/json.h"

/* Nodes of the largest piece: enough to hide the cost of an allocation. */
#define JSON_POOL_PIECE 64

typedef struct JsonPool {
    Json *free;
    size_t count;
    size_t piece;
} JsonPool;

static inline Json *json_pool_take(JsonPool *pool, Arena *arena)
{
    if (!pool->count) {
        pool->piece = MIN(pool->piece * 2 + 1, JSON_POOL_PIECE);
        pool->free = NEW(arena, Json, pool->piece);
        pool->count = pool->piece;
    }
    pool->count--;
    return pool->free++;
}
