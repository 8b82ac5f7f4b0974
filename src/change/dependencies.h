/* Differences between the dependencies of two states of a manifest. */
#pragma once

#include "manifest/manifest.h"

typedef struct DependencyChange {
    Str name;
    const Dependency *old, *new; /* NULL: not required */
} DependencyChange;
typedef VEC(DependencyChange) DependencyChangeVec;

/* Appends the differences: new packages and versions first, then removed packages. Appends nothing
   if the path is no manifest. */
void dependencies_compare(Arena *arena, Str path, Str old, Str new, DependencyChangeVec *changes);
