/* Trimming plans: which parts of a syntax tree the rules can reach when no references are wanted.
   With a plan the parser drops the rest while it builds the tree (deps/support.h, deps/trim.h),
   which saves memory. */
#pragma once

#include "lang/walk/tree_rule.h"

#include <fovea_grammars.h>

typedef struct TrimTable TrimTable;

/* Derives the plan of a language from its rules, in the arena. NULL if the nodes that a path
   reaches cannot be determined; trees of the language are then not trimmed. */
TrimTable *trim_table(Arena *arena, const Language *language, const RuleTable *table);

/* The plan for one parse. It points to this struct and to the text; both must outlive the parse. */
typedef struct Trimming {
    FoveaTrim plan;
    const TrimTable *table;
    const RuleTable *rules;
    Str text;
    TSTree *tree;
    Level *level;
} Trimming;

/* Prepares a plan for parsing the text. False if trees of the language are not trimmed. Must not be
   moved afterwards. */
bool trimming_open(Trimming *trimming, Arena *arena, const Language *language, Str text);
