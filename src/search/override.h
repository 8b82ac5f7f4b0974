/* Methods that stand in for one another: through inheritance, and in Go by having what an interface
   asks for. A call of a base's or an interface's method may run any of those that stand in for it,
   which no edge tells. */
#pragma once

#include "index/catalog/catalog.h"

#define OVERRIDES_MAX 200
/* Methods of interfaces and bases that are called: kubernetes has 9,000. */
#define OVERRIDE_SETS_MAX 50000

/* Appends the methods of bases and interfaces, however far up, that this one stands in for, the
   nearest first; at most OVERRIDES_MAX. None for what is no method. Needs symbols and links. */
void override_bases(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found);
/* Appends those that stand in for it. */
void override_derived(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found);

/* A method that is called by others than those that stand in for it, and these. */
typedef struct OverrideSet {
    uint32_t base;
    IdSpan derived;
} OverrideSet;
typedef VEC(OverrideSet) OverrideSetVec;

/* Those of the whole repository, by base; at most OVERRIDE_SETS_MAX bases are looked at. Needs all
   of the catalog's symbols and links. */
OverrideSetVec override_sets(Catalog *catalog, Arena *arena);
