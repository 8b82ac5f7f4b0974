#include "base/json_keys.h"

#include "base/hash.h"

/* Objects with more members than this look names up in a map. */
#define KEYS_SCANNED 32

static uint64_t key_bit(Str key)
{
    uint64_t mixed = key.len, head, tail;
    if (key.len >= sizeof head) {
        memcpy(&head, key.ptr, sizeof head);
        memcpy(&tail, key.ptr + key.len - sizeof tail, sizeof tail);
        mixed ^= head ^ (tail << 7 | tail >> 57);
    } else if (key.len) {
        const unsigned char *p = (const unsigned char *)key.ptr;
        mixed |= (uint64_t)p[0] << 8 | (uint64_t)p[key.len / 2] << 16;
        mixed |= (uint64_t)p[key.len - 1] << 24;
    }
    return (uint64_t)1 << (mixed * HASH_SPREAD >> 58);
}

static void keys_index(JsonKeys *keys, Arena *scratch, const Json *object)
{
    if (!scratch->begin)
        arena_open(scratch, 0);
    keys->names = NEW(scratch, Map, 1);
    *keys->names = map_open(scratch);
    for (Json *member = object->first; member; member = member->next)
        *map_put(keys->names, member->key, NULL) = (uint64_t)(uintptr_t)member;
}

Json *json_keys_find(JsonKeys *keys, Arena *scratch, const Json *object, Str key)
{
    uint64_t bit = key_bit(key);
    bool possible = keys->filter & bit;
    keys->filter |= bit;
    if (!possible)
        return NULL;
    if (!keys->names && object->count > KEYS_SCANNED)
        keys_index(keys, scratch, object);
    if (keys->names) {
        uint64_t *found = map_find(keys->names, key);
        return found ? (Json *)(uintptr_t)*found : NULL;
    }
    for (Json *member = object->first; member; member = member->next)
        if (str_equal(member->key, key))
            return member;
    return NULL;
}

void json_keys_add(JsonKeys *keys, Json *object, Str key, Json *member)
{
    json_set(object, key, member);
    if (keys->names)
        *map_put(keys->names, key, NULL) = (uint64_t)(uintptr_t)member;
}
