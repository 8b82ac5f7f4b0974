/* Code metrics of a symbol: cognitive complexity (G. A. Campbell, "Cognitive Complexity",
   SonarSource), and numbers of branches, loops, exits and unguarded error paths.

   Complexity adds 1 for each break in the linear flow. Those marked with a star add 1 more for each
   level of nesting around them:
       if*, ternary*, switch*, loop*, catch*   each is a level of nesting, its condition excepted
       else, else if                           an `if` directly after `else` adds nothing more
       goto, break and continue to a label
       a function in several clauses, which are chosen by their arguments: once
       each sequence of the same logical operators: a && b && c is one, a && b || c is two
   A function or lambda inside another adds nothing, but is a level of nesting. Not counted are
   recursion, the shorthands ?. and ??, and preprocessor conditions.

   Functions have a complexity, and so do variables and properties whose value is code. A nested
   function has its own, as if it were at top level; its cost also counts for all functions around
   it, with their nesting. Classes and modules have none.

   The other numbers count for the innermost symbol only. Branches are if, else if, ternary, each
   case but the default, each clause but the first, and catch. Exits are return and throw. Unguarded
   error paths are places where the text shows that an error is ignored or assumed not to happen
   (docs/risk.md lists them by language). */
#pragma once

#include "lang/outline.h"

typedef enum FlowRole {
    FLOW_NONE,
    FLOW_IF, /* directly after an ELSE it counts as a branch only */
    FLOW_BRANCH,
    FLOW_SWITCH,
    FLOW_CASE,
    FLOW_LOOP,
    FLOW_ELSE, /* its children are the alternative; if it has none, the following siblings are */
    FLOW_ELSE_IF,
    FLOW_ELSE_BESIDE,    /* these two are siblings of their `if`, not its children, and contain */
    FLOW_ELSE_IF_BESIDE, /* the alternative */
    FLOW_JUMP,
    FLOW_EXIT,
    FLOW_FUNCTION,
    FLOW_LOGIC, /* a binary expression, whatever its operator */
    FLOW_GROUP, /* parentheses: a sequence of logical operators continues inside */
    FLOW_ROLE_COUNT
} FlowRole;

typedef enum FlowOperator {
    FLOW_NO_OPERATOR,
    FLOW_AND,
    FLOW_OR
} FlowOperator;

/* How a role counts. */
typedef struct FlowWeight {
    bool costs;    /* adds 1 to the complexity */
    bool deepens;  /* adds 1 more for each level of nesting */
    bool nests;    /* its children are one level deeper */
    bool branches; /* counts as a branch, loop or exit */
    bool loops;
    bool exits;
} FlowWeight;

const FlowWeight *flow_weight(FlowRole role);
/* The logical operator that a text is: `&&`, `and`, `||`, `or` and their relatives. */
FlowOperator flow_operator(Str text);
/* Whether symbols of this kind have metrics. */
bool flow_holds_code(SymbolKind kind);
/* Add to the symbol's complexity, counts and unguarded error paths. All saturate at UINT16_MAX. */
void flow_add_cost(Arena *arena, Symbol *symbol, uint32_t cost);
void flow_add_counts(Arena *arena, Symbol *symbol, const FlowWeight *weight);
void flow_add_swallowed(Arena *arena, Symbol *symbol, uint32_t count);
