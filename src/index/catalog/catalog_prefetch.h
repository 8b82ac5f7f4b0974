/* The parts of a catalog that hold nothing but packed bytes of each file (links, mentions, shapes):
   unpacked by a thread of their own while others are loaded. */
#pragma once

#include "base/parallel.h"
#include "index/catalog/catalog_segment.h"

typedef struct BesideFrame {
    CatalogPart part;
    uint64_t number;
    Str bytes;
} BesideFrame;

typedef struct Prefetch {
    Catalog *catalog;
    Arena frames; /* as they are stored */
    Arena room;   /* a piece of the catalog's arena, for what they become */
    VEC(BesideFrame) list;
    ParallelTask task;
    bool begun, damaged;
} Prefetch;

void prefetch_put(Buf *out, FileSpan files, CatalogPart part, ZstdFrameCuts *cuts);

/* Reads those of `parts` from the catalog's store, and begins to unpack them. The catalog's files
   must be known and may not come to be more before the end; they belong to that thread as far as
   these parts are concerned. Must be ended, whatever it returns. */
bool prefetch_begin(Prefetch *beside, Catalog *catalog, unsigned parts, Err *err) MUST_USE;
/* Waits. The catalog is damaged if they were. */
void prefetch_end(Prefetch *beside);
