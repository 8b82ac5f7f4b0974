/* The tree walk: turns a syntax tree into symbols, imports and references, driven by the rules. It
   is iterative, so that the depth of a tree cannot overflow the stack. */
#pragma once

#include "lang/recover.h"
#include "lang/registry.h"

typedef struct WalkSource {
    Str text;
    const OutlineOptions *options;
    TSTree *tree;
    bool trimmed; /* the tree was made with a plan (lang/walk/rule_trim.h) */
} WalkSource;

/* Fills the outline. *lost gets the ranges that the parser did not understand, for recover_lost.
   Both are in `arena`; `scratch` is for the walk's stack. If a limit is reached, the outline is
   marked as degraded. */
void tree_walk(Arena *arena, Arena scratch, const WalkSource *source, Outline *outline,
               LostSpanVec *lost);
