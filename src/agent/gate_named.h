/* Which files of an edit git runs or reads by its configuration, its hooks, or a link: what their
   names alone do not say. */
#pragma once

#include "base/vec.h"
#include "edit/edit.h"

typedef struct GateNamed {
    Str path;
    Str why; /* a clause */
} GateNamed;
typedef VEC(GateNamed) GateNamedVec;

/* `root`: the real path of the directory to which the paths of the edits belong. */
GateNamedVec gate_named(Arena *arena, Str root, const EditSet *set);
