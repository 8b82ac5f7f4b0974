/* Cache of maps with LRU eviction. The table is searched linearly: with at most
   MAP_CACHE_ENTRIES_MAX path hashes to compare, that costs about a microsecond, less than opening
   the file. Each entry is one block of memory of the exact size. */
#include "query/map_cache.h"

#include "base/hash.h"

#include <pthread.h>

/* The memory of a block is a multiple of this. */
#define PAGE_BYTES 4096

typedef struct Entry {
    Arena memory; /* closed (begin is NULL): a free slot */
    uint64_t path_hash;
    MapCacheKey key;
    Outline outline;
    uint64_t used; /* clock of the last use */
} Entry;

struct MapCache {
    pthread_mutex_t lock;
    size_t max_bytes;
    size_t bytes;
    uint64_t clock;
    Entry entries[MAP_CACHE_ENTRIES_MAX];
};

static void fatal_if(bool failed)
{
    if (failed)
        arena_fatal("out of memory: no room for the map cache");
}

MapCache *map_cache_open(size_t max_bytes)
{
    MapCache *cache = calloc(1, sizeof *cache);
    fatal_if(!cache);
    fatal_if(pthread_mutex_init(&cache->lock, NULL) != 0);
    cache->max_bytes = max_bytes ? max_bytes : MAP_CACHE_BYTES;
    return cache;
}

static size_t entry_bytes(const Entry *entry)
{
    return (size_t)(entry->memory.end - entry->memory.begin);
}

static void entry_drop(MapCache *cache, Entry *entry)
{
    cache->bytes -= entry_bytes(entry);
    arena_close(&entry->memory);
    *entry = (Entry){0};
}

void map_cache_close(MapCache *cache)
{
    if (!cache)
        return;
    for (size_t i = 0; i < MAP_CACHE_ENTRIES_MAX; i++)
        if (cache->entries[i].memory.begin)
            entry_drop(cache, &cache->entries[i]);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

/* The entry of the path, of any version, or NULL. */
static Entry *find_path(MapCache *cache, const MapCacheKey *key, uint64_t path_hash)
{
    for (size_t i = 0; i < MAP_CACHE_ENTRIES_MAX; i++) {
        Entry *entry = &cache->entries[i];
        if (entry->path_hash == path_hash && entry->memory.begin && entry->key.docs == key->docs &&
            entry->key.size_wanted == key->size_wanted && str_equal(entry->key.path, key->path))
            return entry;
    }
    return NULL;
}

static bool same_version(const MapCacheKey *a, const MapCacheKey *b)
{
    return a->size == b->size && a->stamp == b->stamp &&
           memcmp(a->content, b->content, sizeof a->content) == 0;
}

bool map_cache_find(MapCache *cache, Arena *arena, const MapCacheKey *key, Outline *outline)
{
    pthread_mutex_lock(&cache->lock);
    Entry *entry = find_path(cache, key, hash_fast(key->path));
    bool found = entry && same_version(&entry->key, key);
    if (found) {
        entry->used = ++cache->clock;
        *outline = outline_copy(arena, &entry->outline);
    }
    pthread_mutex_unlock(&cache->lock);
    return found;
}

/* The least recently used entry. A free slot counts as the oldest, unless `only_kept`. */
static Entry *find_oldest(MapCache *cache, bool only_kept)
{
    Entry *oldest = NULL;
    for (size_t i = 0; i < MAP_CACHE_ENTRIES_MAX; i++) {
        Entry *entry = &cache->entries[i];
        bool counts = !only_kept || entry->memory.begin;
        if (counts && (!oldest || entry->used < oldest->used))
            oldest = entry;
    }
    return oldest;
}

/* Frees entries until `bytes` more fit. Returns a free slot. */
static Entry *make_room(MapCache *cache, size_t bytes)
{
    while (cache->bytes && cache->bytes + bytes > cache->max_bytes)
        entry_drop(cache, find_oldest(cache, true));
    Entry *slot = find_oldest(cache, false);
    if (slot->memory.begin)
        entry_drop(cache, slot);
    return slot;
}

void map_cache_keep(MapCache *cache, const MapCacheKey *key, const Outline *outline)
{
    size_t bytes =
        (outline_bytes(outline) + key->path.len + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    if (bytes > cache->max_bytes / 4)
        return;
    uint64_t path_hash = hash_fast(key->path);
    pthread_mutex_lock(&cache->lock);
    Entry *old = find_path(cache, key, path_hash);
    if (old)
        entry_drop(cache, old);
    Entry *entry = make_room(cache, bytes);
    arena_open(&entry->memory, bytes);
    entry->outline = outline_copy(&entry->memory, outline);
    entry->key = *key;
    entry->key.path = str_copy(&entry->memory, key->path);
    entry->path_hash = path_hash;
    entry->used = ++cache->clock;
    cache->bytes += entry_bytes(entry);
    pthread_mutex_unlock(&cache->lock);
}

size_t map_cache_bytes(MapCache *cache)
{
    pthread_mutex_lock(&cache->lock);
    size_t bytes = cache->bytes;
    pthread_mutex_unlock(&cache->lock);
    return bytes;
}
