/* Inside of RuleTable; only rule.c and rule_table.c look in here, and walk.c asks for rules at
   every node. */
#pragma once

#include "lang/walk/rule.h"

typedef enum StepOp {
    STEP_FIELD,
    STEP_CHILD,
    STEP_FILTER,
    STEP_NTH,
    STEP_DESCENDANT,
    STEP_PARENT,
    STEP_PREVIOUS,
    STEP_NEXT,
    STEP_LOOP,
} StepOp;

typedef struct Step {
    StepOp op;
    TSFieldId field;
    int number;
    uint32_t kind_first, kind_count;
    PathSlice inner; /* of a loop */
} Step;

/* Steps at its start that an alternative can have in common with the one before it. */
#define STEPS_SHARED_MAX 4

typedef struct Alternative {
    uint32_t first, count; /* steps */
    uint32_t shared, kept; /* those in common with the alternative before, and with the next one */
} Alternative;

typedef enum TermOp {
    TERM_EXISTS,
    TERM_EQUALS,
    TERM_STARTS
} TermOp;

typedef struct Term {
    TermOp op;
    bool negated;
    bool outside; /* leads out of the node */
    PathSlice path;
    uint32_t text_first, text_count;
    uint64_t beginnings; /* a bit for the first byte of each text */
} Term;

static inline uint64_t byte_bit(char byte)
{
    return (uint64_t)1 << ((unsigned char)byte & 63);
}

struct RuleTable {
    TSSymbol *kinds;
    Step *steps;
    Alternative *alternatives;
    Term *terms;
    Str *texts;
    RulePaths *rules;
    uint16_t *first; /* by node kind */
    bool *comment;   /* by node kind */
    uint32_t kind_count, step_count;
    struct TrimTable *trim; /* NULL: trees stay whole */
};

/* First compiled rule for a node kind; RULE_NONE when there is none. */
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
