/* A thread that unpacks links, mentions and shapes while the main thread loads the other parts.
   These parts consist of packed bytes for each file, so they need no other part of the catalog. */
#pragma once

#include "base/parallel.h"
#include "index/catalog/catalog_segment.h"

typedef struct PrefetchFrame {
    CatalogPart part;
    uint64_t number;
    Str bytes;
} PrefetchFrame;

/* A running prefetch; it must stay in place until prefetch_end. */
typedef struct Prefetch {
    Catalog *catalog;
    Arena frames; /* frames as stored */
    Arena room;   /* a piece of the catalog's arena for the unpacked bytes */
    VEC(PrefetchFrame) list;
    ParallelTask task;
    bool begun, damaged;
} Prefetch;

/* Appends one of these parts of some files to a segment, for saving. */
void prefetch_put(Buf *out, FileSpan files, CatalogPart part, ZstdFrameCuts *cuts);

/* Reads the wanted ones of these parts from the catalog's store and starts to unpack them. The
   catalog's files must be loaded; none may be added before prefetch_end, and until then these
   parts belong to the thread. prefetch_end must be called even if this fails. */
bool prefetch_begin(Prefetch *prefetch, Catalog *catalog, unsigned parts, Err *err) MUST_USE;
/* Waits for the thread. Sets catalog->damaged if a segment was. */
void prefetch_end(Prefetch *prefetch);
