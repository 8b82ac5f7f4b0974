/* From a syntax tree to symbols, imports and references: one iterative walk driven by the rules. */
#pragma once

#include "lang/recover.h"
#include "lang/registry.h"

typedef struct WalkSource {
    Str text;
    const OutlineOptions *options;
    TSTree *tree;
    bool trimmed; /* the tree was made with a plan (lang/walk/rule_trim.h) */
} WalkSource;

/* Fills the outline's vectors; `lost` is where the parser understood nothing, for recover_lost, and
   lives in `arena`. `scratch` is for the walk's own stack. */
void walk_tree(Arena *arena, Arena scratch, const WalkSource *source, Outline *outline,
               LostSpanVec *lost);
