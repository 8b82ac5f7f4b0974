#include "base/map.h"

#define MAP_FIRST_SLOTS 16

Map map_open(Arena *arena)
{
    return (Map){.arena = arena};
}

static size_t map_slot(const Map *map, Str key, uint64_t hash)
{
    size_t mask = map->slot_count - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        if (!map->slots[i])
            return i;
        const MapEntry *entry = &map->entries[map->slots[i] - 1];
        if (entry->hash == hash && str_equal(entry->key, key))
            return i;
    }
}

uint64_t *map_find(const Map *map, Str key)
{
    if (!map->slot_count)
        return NULL;
    uint32_t found = map->slots[map_slot(map, key, str_hash(key))];
    return found ? &map->entries[found - 1].value : NULL;
}

static void map_rehash(Map *map)
{
    map->slot_count = map->slot_count ? map->slot_count * 2 : MAP_FIRST_SLOTS;
    map->slots = NEW(map->arena, uint32_t, map->slot_count);
    size_t mask = map->slot_count - 1;
    for (size_t n = 0; n < map->len; n++) {
        size_t i = map->entries[n].hash & mask;
        while (map->slots[i])
            i = (i + 1) & mask;
        map->slots[i] = (uint32_t)n + 1;
    }
}

static void map_grow_entries(Map *map)
{
    size_t larger = map->cap ? map->cap * 2 : MAP_FIRST_SLOTS;
    map->entries = arena_grow(map->arena, map->entries, map->cap * sizeof(MapEntry),
                              larger * sizeof(MapEntry), _Alignof(MapEntry));
    map->cap = larger;
}

uint64_t *map_put(Map *map, Str key, bool *added)
{
    if ((map->len + 1) * 4 > map->slot_count * 3)
        map_rehash(map);
    uint64_t hash = str_hash(key);
    size_t slot = map_slot(map, key, hash);
    if (added)
        *added = !map->slots[slot];
    if (!map->slots[slot]) {
        if (map->len == map->cap)
            map_grow_entries(map);
        map->entries[map->len++] = (MapEntry){.key = key, .hash = hash};
        map->slots[slot] = (uint32_t)map->len;
    }
    return &map->entries[map->slots[slot] - 1].value;
}
