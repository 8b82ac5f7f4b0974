/* Groups of related parts of a change, and the order in which to read them: types, then functions
   that are called, then their callers, then tests. */
#pragma once

#include "change/change.h"
#include "index/catalog/catalog.h"

typedef struct ReportedSymbol {
    uint32_t file, reported; /* the symbol set->files.ptr[file].symbols.ptr[reported] */
    uint32_t group;          /* from 0, the largest first */
    bool test;
} ReportedSymbol;

typedef struct ChangeGroups {
    ReportedSymbol *order; /* all reported symbols, group by group, each in reading order */
    size_t count;
    uint32_t groups;
    uint32_t loose; /* files with changes but no reported symbol */
} ChangeGroups;

/* Two symbols are in one group when one contains the other, was extracted from it, or a sure or
   likely edge leads between them: connected components. `catalog` is as of the new state, with
   symbols and links. */
void groups_find(Arena *arena, Arena scratch, const ChangeSet *set, Catalog *catalog,
                 ChangeGroups *groups);
