/* The structural map of one file: its declarations with line ranges, in as few bytes as possible. A
   map never exceeds its budget, measured in bytes. To fit, parts are left out in steps (levels),
   and the map says so. The same outline and options give the same bytes. */
#pragma once

#include "lang/lang.h"
#include "view/format.h"

#define MAP_LEVELS(X) \
    X(AUTO, "auto") \
    X(FULL, "full")       /* signatures, ranges, nesting, imports */ \
    X(COMPACT, "compact") /* names instead of signatures */ \
    X(MINIMAL, "minimal") /* names and ranges in one flat list */ \
    X(OUTLINE, \
      "outline") /* top level only; a single symbol that holds most of the file is opened */ \
    X(TRUNCATED, "truncated") /* the outline's first and last entries */

/* The last line of a map, for readers that have this call. */
#define MAP_ADVICE "Use read(path, offset=LINE, limit=N) for targeted reads."

typedef enum MapLevel {
#define X(name, text) MAP_##name,
    MAP_LEVELS(X)
#undef X
    MAP_LEVEL_COUNT
} MapLevel;

/* Maximum sizes, in bytes, of maps at these levels when the budget is MAP_BUDGET_BYTES. A smaller
   budget caps them; a larger one raises them in proportion. */
typedef struct MapLimits {
    uint64_t full, compact, minimal;
} MapLimits;

typedef struct MapOptions {
    ViewFormat format;
    MapLevel detail;  /* the first level to try; AUTO lets the limits decide */
    uint64_t budget;  /* bytes, BUDGET_NONE, or 0 for MAP_BUDGET_BYTES; at least MAP_BUDGET_MIN */
    MapLimits limits; /* 0: the default */
    bool docs;        /* first sentences of comments, at level full */
    uint32_t first, last; /* only symbols that touch these lines; 0: all */
} MapOptions;

typedef struct MapFile {
    Str path; /* as shown */
    uint64_t bytes;
    const Outline *outline;
} MapFile;

/* Appends the map and returns its level. */
MapLevel file_map_write(Buf *out, Arena scratch, const MapFile *file, const MapOptions *options);

/* Estimate of how many bytes of entries fit a map at level full, for OutlineOptions; 0: no
   limit. */
uint32_t file_map_size_wanted(const MapOptions *options);

Str file_map_level_name(MapLevel level);
