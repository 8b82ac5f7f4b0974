/* Internal layout of RuleTable, for the files of this folder that compile, follow and trim by
   rules, and for the walk, which looks up rules at every node. */
#pragma once

#include "lang/walk/tree_rule.h"

typedef enum StepOp {
    STEP_FIELD,
    STEP_CHILD,
    STEP_FILTER,
    STEP_NTH,
    STEP_DESCENDANT,
    STEP_PARENT,
    STEP_ANCESTOR,
    STEP_PREVIOUS,
    STEP_NEXT,
    STEP_LOOP,
} StepOp;

typedef struct RuleStep {
    StepOp op;
    TSFieldId field;
    int number;
    uint32_t kind_first, kind_count;
    PathSlice inner; /* of a loop */
} RuleStep;

/* Maximal number of first steps that an alternative shares with the one before it. */
#define STEPS_SHARED_MAX 4

typedef struct Alternative {
    uint32_t first, count; /* steps */
    uint32_t shared, kept; /* first steps shared with the previous alternative, with the next */
} Alternative;

typedef enum TermOp {
    TERM_EXISTS,
    TERM_EQUALS,
    TERM_STARTS
} TermOp;

typedef struct Term {
    TermOp op;
    bool negated;
    bool outside; /* the path leads out of the node */
    PathSlice path;
    uint32_t text_first, text_count;
    uint64_t beginnings; /* byte_bit of the first byte of each text */
} Term;

/* The byte's bit in a filter of 64 bits; several bytes share a bit. */
static inline uint64_t byte_bit(char byte)
{
    return (uint64_t)1 << ((unsigned char)byte & 63);
}

struct RuleTable {
    TSSymbol *kinds;
    RuleStep *steps;
    Alternative *alternatives;
    Term *terms;
    Str *texts;
    RulePaths *rules;
    uint16_t *first; /* by node kind: its first rule, or RULE_NONE */
    bool *comment;   /* by node kind */
    uint32_t kind_count, step_count;
    struct TrimTable *trim; /* NULL: trees are not trimmed */
};

/* Index of the first compiled rule for a node kind; RULE_NONE if the kind has no rule. */
static inline uint16_t rule_first(const RuleTable *table, TSSymbol kind)
{
    return kind < table->kind_count ? table->first[kind] : RULE_NONE;
}

static inline const RulePaths *rule_paths(const RuleTable *table, uint16_t index)
{
    return &table->rules[index];
}

static inline bool rule_is_comment(const RuleTable *table, TSSymbol kind)
{
    return kind < table->kind_count && table->comment[kind];
}
