/* A hash map from 64-bit keys to 32-bit values, open addressing, in an arena. Most keys are two ids
   side by side. */
#pragma once

#include "base/arena.h"

typedef struct IdMapSlot {
    uint64_t key;
    uint32_t value; /* + 1; 0: free */
} IdMapSlot;

typedef struct IdMap {
    IdMapSlot *slots;
    size_t count; /* of slots, a power of two or 0 */
    size_t len;
} IdMap;

#define ID_MAP_NONE UINT32_MAX

static inline uint64_t id_pair(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

/* The value, or ID_MAP_NONE. */
uint32_t id_map_get(const IdMap *map, uint64_t key);
/* Values are below ID_MAP_NONE. Returns the former value, or ID_MAP_NONE. */
uint32_t id_map_put(IdMap *map, Arena *arena, uint64_t key, uint32_t value);
/* Removes all entries but keeps the capacity. */
void id_map_clear(IdMap *map);
