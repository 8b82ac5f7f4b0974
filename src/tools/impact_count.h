/* What a change may reach, counted. */
#pragma once

#include "index/graph/modules.h"
#include "search/neighbours.h"
#include "tools/impact_diff.h"
#include "tools/text_mentions.h"

typedef struct ModuleCount {
    uint32_t module, symbols, tests;
} ModuleCount;

typedef struct Impact {
    ModuleCount *modules; /* most first */
    size_t module_count;
    uint32_t depth;                           /* the steps that were asked for */
    uint32_t steps[NEIGHBOURS_DEPTH_MAX + 1]; /* symbols by distance */
    size_t focus;                             /* how many nodes are what changes */
    size_t first;                             /* node that depends on these */
    size_t end;                               /* behind the last node within the steps asked for */
    uint32_t files, tests;                    /* within these */
    uint32_t tests_all;                       /* at any distance */
    TextMentions named;                       /* in tests, where none is within these steps */
    size_t offset;                            /* of what is shown of these */
    size_t symbols_shown, modules_shown;
    const ImpactDiff *diff; /* NULL: one symbol, or a module, was asked for */
    Str module;             /* the latter's name */
    size_t module_files;
    bool without_tests; /* as asked */
    Str question;
} Impact;

/* Of what was found at any distance, the part within `depth` steps by module, file and test. */
Impact impact_count(Arena *arena, const Catalog *catalog, const Modules *modules,
                    const Neighbourhood *found, uint32_t depth);
