/* What a symbol's code costs to follow: its cognitive complexity (G. A. Campbell, "Cognitive
   Complexity", SonarSource) and how often it branches, loops and exits.

   Complexity: 1 for each break in the linear flow, and for those marked with a star 1 more for each
   level of nesting around them:
       if*, ternary*, switch*, loop*, catch*   raise the nesting of what they hold, conditions aside
       else, else if                           (an `if` directly behind `else` costs nothing more)
       goto, break and continue to a label
       a function in several clauses, which choose by their arguments: once
       each sequence of the same logical operators: a && b && c is one, a && b || c two
   Functions and lambdas inside others cost nothing themselves and raise the nesting. Not counted:
   recursion, the shorthand ?. and ??, and preprocessor conditions.

   It is known of functions, and of variables and properties that are given code. A function inside
   another has its own, as if it stood alone, and what it costs at its place counts for all around
   it too. Classes and modules have none.

   branches (if, else if, ternary, each case but the default, each clause but the first, catch),
   loops and exits (return, throw) count for the innermost symbol only. So do unguarded error paths:
   places where an error that may happen is dropped, or assumed away, by what the text itself shows
   (docs/risk.md lists them by language). */
#pragma once

#include "lang/outline.h"

typedef enum FlowRole {
    FLOW_NONE,
    FLOW_IF, /* behind an ELSE, a mere branch */
    FLOW_BRANCH,
    FLOW_SWITCH,
    FLOW_CASE,
    FLOW_LOOP,
    FLOW_ELSE, /* its children are behind it; without any, what follows */
    FLOW_ELSE_IF,
    FLOW_ELSE_BESIDE,    /* the same two where what is behind them is in them, and they */
    FLOW_ELSE_IF_BESIDE, /* stand beside their `if` */
    FLOW_JUMP,
    FLOW_EXIT,
    FLOW_FUNCTION,
    FLOW_LOGIC, /* a binary expression, whatever its operator */
    FLOW_GROUP, /* parentheses: the sequence of logical operators goes on inside */
    FLOW_ROLE_COUNT
} FlowRole;

typedef enum FlowOperator {
    FLOW_NO_OPERATOR,
    FLOW_AND,
    FLOW_OR
} FlowOperator;

typedef struct FlowWeight {
    bool costs;    /* 1 */
    bool deepens;  /* and 1 for each level of nesting */
    bool nests;    /* what is inside is one level deeper */
    bool branches; /* counts as such */
    bool loops;
    bool exits;
} FlowWeight;

const FlowWeight *flow_weight(FlowRole role);
/* `&&`, `and`, …: what kind of operator a text is. */
FlowOperator flow_operator(Str text);
/* Whether symbols of this kind have figures. */
bool flow_holds_code(SymbolKind kind);
/* Adds to the symbol's complexity, and to its counts; all end at UINT16_MAX. */
void flow_add_cost(Arena *arena, Symbol *symbol, uint32_t cost);
void flow_add_counts(Arena *arena, Symbol *symbol, const FlowWeight *weight);
void flow_add_swallowed(Arena *arena, Symbol *symbol, uint32_t count);
