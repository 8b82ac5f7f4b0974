/* What changed since a catalog was stored, seen by a process that only looks at it
   (catalog_lazy.h): the files are read and parsed, and stand in it as they are now; the store keeps
   it as it was. Names, places and contents are right then. What the whole graph says of symbols is
   as it was, nothing for new ones; links must not be asked for. */
#pragma once

#include "git/walk.h"
#include "index/catalog/catalog.h"

/* Costs what reading and parsing them costs, and some milliseconds a segment that they are in. */
#define OVERLAY_FILES_MAX 16

typedef struct OverlayOptions {
    Str root;
    const WalkResult *tree; /* as it is now, without what is outside the catalog's extent */
    uint64_t memory;        /* as in BuildOptions */
} OverlayOptions;

/* *files: how many differed. False, and the catalog is worth nothing, when they are more than
   OVERLAY_FILES_MAX or cannot be read. */
bool overlay_take(Arena *arena, Catalog *catalog, const OverlayOptions *options, uint32_t *files,
                  Err *err) MUST_USE;
