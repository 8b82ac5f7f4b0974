/* A hash map from Str to a 64-bit value (an index or a pointer), open addressing, in an arena.
   Keys are not copied: they must live as long as the map. Iteration order is insertion order. */
#pragma once

#include "base/str.h"

typedef struct MapEntry {
    Str key;
    uint64_t hash;
    uint64_t value;
} MapEntry;

typedef struct Map {
    Arena *arena;
    MapEntry *entries; /* in insertion order */
    size_t len;
    size_t cap;
    uint32_t *slots; /* entry index + 1 */
    size_t slot_count;
} Map;

Map map_open(Arena *arena);
/* The entry's value, or NULL. Valid until the next put. */
uint64_t *map_find(const Map *map, Str key);
/* The entry for the key, created with value 0 if missing; then *added (may be NULL) is true. */
uint64_t *map_put(Map *map, Str key, bool *added);
