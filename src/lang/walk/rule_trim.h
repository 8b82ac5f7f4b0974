/* What of a tree a language's rules can reach when no references are wanted, for the parser to give
   up the rest while it makes the tree (deps/trim.h). */
#pragma once

#include "lang/walk/rule.h"

#include <fovea_grammars.h>

typedef struct TrimTable TrimTable;

/* In the arena; NULL when the rules do not say what they reach. */
TrimTable *trim_table(Arena *arena, const Language *language, const RuleTable *table);

/* One parse with it: the plan points into this, and to the text. */
typedef struct Trimming {
    FoveaTrim plan;
    const TrimTable *table;
    const RuleTable *rules;
    Str text;
    TSTree *tree;
    Level *level;
} Trimming;

/* False when trees of the language are to be whole. */
bool trimming_open(Trimming *trimming, Arena *arena, const Language *language, Str text);
