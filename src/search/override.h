/* Method overriding: through inheritance, and in Go by structural interfaces. A call of a base's or
   an interface's method may run any of its overrides, which call edges do not show. */
#pragma once

#include "index/catalog/catalog.h"

/* Methods of one answer; a common interface has thousands. */
#define OVERRIDES_MAX 200
/* Bases and interface methods that are called: kubernetes has 9,000. */
#define OVERRIDE_SETS_MAX 50000

/* Appends the methods of bases and interfaces that this one overrides, however far up, nearest
   first; at most OVERRIDES_MAX. Appends nothing for symbols that are not methods. Needs symbols and
   links. */
void override_bases(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found);
/* The same through bases that are exact; no interfaces that a type implements by its shape. */
void override_declared_bases(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found);
/* Appends the methods that override it, at most OVERRIDES_MAX. */
void override_derived(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found);

/* Appends the types that the method is declared in, with their other parts. */
void override_types(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found);

/* The same, with all types above them. */
void override_ancestors(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found);

/* A method that is called other than by its own overrides, and these overrides. */
typedef struct OverrideSet {
    uint32_t base;
    IdSpan derived;
} OverrideSet;
typedef VEC(OverrideSet) OverrideSetVec;

/* All sets of the repository, by base; at most OVERRIDE_SETS_MAX bases are examined. Needs all of
   the catalog's symbols and links. */
OverrideSetVec override_sets(Catalog *catalog, Arena *arena);
