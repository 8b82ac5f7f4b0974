/* An LRU cache of outlines, for processes that answer many calls. The key contains resolved path,
   size, modification time and content hash, so a changed file is never answered from it. The cache
   is safe for threads: outlines are copied into the caller's arena. Both the number of entries and
   their bytes are capped. */
#pragma once

#include "base/hash.h"
#include "lang/lang.h"

/* Outlines that a server keeps. One entry takes at most a quarter; an average file's outline is
   10 KB. */
#define MAP_CACHE_BYTES (64 * MB)
#define MAP_CACHE_ENTRIES_MAX 2048

typedef struct MapCache MapCache;

typedef struct MapCacheKey {
    Str path; /* resolved */
    uint64_t size;
    uint64_t stamp;
    char content[HASH_CONTENT_BYTES]; /* hash_content of the bytes */
    bool docs;
    uint32_t size_wanted;
} MapCacheKey;

/* max_bytes 0: MAP_CACHE_BYTES. */
MapCache *map_cache_open(size_t max_bytes);
void map_cache_close(MapCache *cache);

bool map_cache_find(MapCache *cache, Arena *arena, const MapCacheKey *key, Outline *outline);
void map_cache_keep(MapCache *cache, const MapCacheKey *key, const Outline *outline);
/* For tests and statistics. */
size_t map_cache_bytes(MapCache *cache);
