/* Counts what a change may reach. */
#pragma once

#include "index/graph/modules.h"
#include "query/mentions.h"
#include "relations/impact_diff.h"
#include "search/neighbours.h"

typedef struct ModuleCount {
    uint32_t module, symbols, tests;
} ModuleCount;

typedef struct Impact {
    ModuleCount *modules; /* those with most symbols first */
    size_t module_count;
    uint32_t depth;                           /* steps that were asked for */
    uint32_t steps[NEIGHBOURS_DEPTH_MAX + 1]; /* symbols by distance */
    size_t focus;                             /* number of nodes that change: the first ones */
    size_t first;                             /* first node that depends on them */
    size_t end;                               /* one after the last node within `depth` */
    uint32_t files, tests;                    /* within `depth` */
    uint32_t tests_all;                       /* at any distance */
    MentionsIn named;                         /* in tests, if no test is within `depth` */
    bool looked;                              /* `named` was looked for */
    bool tests_unknown; /* what they look like, or what is in a part of the tree */
    Json *mentions;     /* if nothing depends on it: what text names it */
    size_t offset;      /* nodes that earlier pages have shown */
    size_t symbols_shown, modules_shown;
    const ImpactDiff *diff; /* NULL: the question named a symbol or a module */
    Str module;             /* name of that module */
    size_t module_files;
    Str importers;      /* of a file or module: who imports it, or empty */
    Json *importers_of; /* the same as a value; NULL: it was not asked */
    bool without_tests; /* --no-tests was given */
    Str question;
} Impact;

/* Counts what is within `depth` steps, by module, file and test. */
Impact impact_count(Arena *arena, const Catalog *catalog, const Modules *modules,
                    const Neighbourhood *found, uint32_t depth);
