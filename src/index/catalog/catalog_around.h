/* A parallel pass over the names, owners and parents of all symbols in a lazy catalog. The
   segments are unpacked, visited and dropped again on several threads. */
#pragma once

#include "index/catalog/catalog_lazy.h"

/* Threads of one pass; each decompresses segments into an arena of its own. */
#define CATALOG_THREADS_MAX 4

/* A segment of CATALOG_NAMED, valid during the callback. */
typedef struct NamedSegment {
    unsigned thread; /* below CATALOG_THREADS_MAX */
    size_t number;
    FileSpan files;
    /* What NamedPass.needs returned. */
    bool needed;
    Str plain;    /* the unpacked bytes, if needed; empty if they cannot be read */
    Arena *arena; /* dropped after the callback */
} NamedSegment;

/* Callbacks of a pass. `take` is called once for each segment, on several threads; `needs` is
   called by one thread at a time. Neither may fetch segments. */
typedef struct NamedPass {
    bool (*needs)(void *context, size_t number);
    bool (*take)(void *context, const NamedSegment *segment); /* false: the segment is damaged */
    void *context;
} NamedPass;
void catalog_pass_named(const Catalog *catalog, const NamedPass *pass);

/* One number for each symbol of a file. */
typedef struct AroundColumn {
    const uint32_t *first;
    size_t step; /* distance between two symbols, in numbers */
} AroundColumn;

static inline uint32_t around_get(AroundColumn column, uint32_t index)
{
    return column.first[index * column.step];
}

/* Names, owners and parents, with the meaning they have in Entry. */
typedef struct AroundColumns {
    AroundColumn names, owners, parents;
} AroundColumns;

/* The columns of entries in memory. */
AroundColumns around_of_entries(const Entry *entries);

/* `around` is valid during the call, and NULL if the file has no symbols or cannot be read.
   `thread` is below CATALOG_THREADS_MAX. */
typedef void (*AroundVisit)(void *context, unsigned thread, uint32_t file,
                            const AroundColumns *around);
/* Visits every file of a lazy catalog once; files of a segment one after another. Nothing is kept
   in memory, and the callback must not fetch anything. */
void catalog_visit_around(const Catalog *catalog, AroundVisit visit, void *context);
