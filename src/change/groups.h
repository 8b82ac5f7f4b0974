/* Which parts of a change have to do with each other, and in which order a reader understands them:
   types, then the functions that others call, then their callers, then tests. */
#pragma once

#include "change/change.h"
#include "index/catalog/catalog.h"

typedef struct ToldSymbol {
    uint32_t file, told; /* set->files.ptr[file].symbols.ptr[told] */
    uint32_t group;      /* from 0: the largest */
    bool test;
} ToldSymbol;

typedef struct ChangeGroups {
    ToldSymbol *order; /* all of the set's, group by group, each in the order to read it */
    size_t count;
    uint32_t groups;
    uint32_t loose; /* files with changes in which no symbol is told */
} ChangeGroups;

/* `catalog` as of the new state, with symbols and links. Two symbols are of one group when one is
   in the other, was taken out of it, or an edge that is sure or likely leads from one to the other.
 */
void groups_find(Arena *arena, Arena scratch, const ChangeSet *set, Catalog *catalog,
                 ChangeGroups *groups);
