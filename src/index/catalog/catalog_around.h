/* What symbols are called, and what they stand in: of all symbols in one pass, on several threads.
 */
#pragma once

#include "index/catalog/catalog_lazy.h"

#define CATALOG_THREADS_MAX 4

/* A segment of CATALOG_NAMED, for as long as it is looked at. */
typedef struct NamedSegment {
    unsigned thread; /* below CATALOG_THREADS_MAX */
    size_t number;
    FileSpan files;
    bool needed;
    Str plain;    /* where it is needed; empty when it cannot be read */
    Arena *arena; /* what is taken from it is forgotten with it */
} NamedSegment;

/* Called on several threads, but for `needs`, and for each segment once. Neither may fetch
 * anything. */
typedef struct NamedPass {
    bool (*needs)(void *context, size_t number);
    bool (*take)(void *context, const NamedSegment *segment); /* false: it is damaged */
    void *context;
} NamedPass;
void catalog_pass_named(const Catalog *catalog, const NamedPass *pass);

/* A number of each symbol of a file. */
typedef struct AroundColumn {
    const uint32_t *first;
    size_t step; /* in numbers */
} AroundColumn;

static inline uint32_t around_get(AroundColumn column, uint32_t index)
{
    return column.first[index * column.step];
}

/* As in Entry. */
typedef struct AroundColumns {
    AroundColumn names, owners, parents;
} AroundColumns;

AroundColumns around_of_entries(const Entry *entries);

/* `around` is NULL where nothing is known of the file's symbols, and holds during the call.
   `thread`: below CATALOG_THREADS_MAX. */
typedef void (*AroundVisit)(void *context, unsigned thread, uint32_t file,
                            const AroundColumns *around);
/* Of a lazy catalog, of which nothing is kept: what is visited must not fetch anything. Each file
   is visited once, those of a segment one after the other. */
void catalog_visit_around(const Catalog *catalog, AroundVisit visit, void *context);
