/* Overlay: the changes since a catalog was stored, applied to a lazily loaded catalog in memory
   (catalog_lazy.h) by a process that only answers questions.

   Changed files are read and parsed; the store is not written. Names, places and contents are right
   afterwards. Metrics are the stored ones, and new symbols have none. Links must not be used. */
#pragma once

#include "git/git_walk.h"
#include "index/catalog/catalog.h"

/* The overlay costs the reading and parsing of these files, and some milliseconds for each catalog
   segment they are in. */
#define OVERLAY_FILES_MAX 16

typedef struct OverlayOptions {
    Str root;
    const WalkResult *tree; /* the tree as it is now, without files outside the catalog's extent */
    uint64_t memory;        /* as in BuildOptions */
} OverlayOptions;

/* *files: how many files differ. False if they are more than OVERLAY_FILES_MAX (ERR_STALE) or
   cannot be read; the catalog must then be dropped. */
bool overlay_take(Arena *arena, Catalog *catalog, const OverlayOptions *options, uint32_t *files,
                  Err *err) MUST_USE;
