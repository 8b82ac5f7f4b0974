/* Finds the files of an edit that git runs or reads by its configuration, its hooks, or a link:
   their names alone do not show it. */
#pragma once

#include "base/vec.h"
#include "edit/edit.h"

typedef struct GateNamed {
    Str path;
    Str why; /* a clause */
} GateNamed;
typedef VEC(GateNamed) GateNamedVec;

/* `root`: the real path of the directory that the edits' paths are relative to. */
GateNamedVec gate_named(Arena *arena, Str root, const EditSet *set);
