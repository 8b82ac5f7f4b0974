/* From a syntax tree to symbols, imports and references: one iterative walk driven by the rules. */
#pragma once

#include "lang/registry.h"

/* Fills the outline's vectors. `scratch` is for the walk's own stack. */
void walk_tree(Arena *arena, Arena scratch, Str text, const OutlineOptions *options, TSTree *tree,
               Outline *outline);
