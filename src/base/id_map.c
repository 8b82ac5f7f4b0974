#include "base/id_map.h"

#include "base/hash.h"

#define FIRST_SLOTS 16

static size_t find_slot(const IdMap *map, uint64_t key)
{
    size_t mask = map->count - 1;
    uint64_t mixed = key * HASH_SPREAD;
    size_t i = (size_t)(mixed >> 32) & mask;
    while (map->slots[i].value && map->slots[i].key != key)
        i = (i + 1) & mask;
    return i;
}

static void grow(IdMap *map, Arena *arena)
{
    IdMap old = *map;
    map->count = old.count ? old.count * 2 : FIRST_SLOTS;
    map->slots = NEW(arena, IdMapSlot, map->count);
    for (size_t i = 0; i < old.count; i++)
        if (old.slots[i].value)
            map->slots[find_slot(map, old.slots[i].key)] = old.slots[i];
}

uint32_t id_map_get(const IdMap *map, uint64_t key)
{
    return map->count ? map->slots[find_slot(map, key)].value - 1 : ID_MAP_NONE;
}

uint32_t id_map_put(IdMap *map, Arena *arena, uint64_t key, uint32_t value)
{
    if ((map->len + 1) * 4 > map->count * 3)
        grow(map, arena);
    IdMapSlot *slot = &map->slots[find_slot(map, key)];
    uint32_t before = slot->value - 1;
    map->len += !slot->value;
    *slot = (IdMapSlot){key, value + 1};
    return before;
}

void id_map_clear(IdMap *map)
{
    if (map->len)
        memset(map->slots, 0, map->count * sizeof *map->slots);
    map->len = 0;
}
