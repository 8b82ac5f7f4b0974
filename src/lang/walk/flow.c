/* Table of how roles in control flow count, and the saturating counters. */
#include "lang/walk/flow.h"

static const FlowWeight weights[FLOW_ROLE_COUNT] = {
    [FLOW_IF] = {.costs = true, .deepens = true, .nests = true, .branches = true},
    [FLOW_BRANCH] = {.costs = true, .deepens = true, .nests = true, .branches = true},
    [FLOW_SWITCH] = {.costs = true, .deepens = true, .nests = true},
    [FLOW_CASE] = {.branches = true},
    [FLOW_LOOP] = {.costs = true, .deepens = true, .nests = true, .loops = true},
    [FLOW_ELSE] = {.costs = true},
    [FLOW_ELSE_IF] = {.costs = true, .branches = true},
    [FLOW_ELSE_BESIDE] = {.costs = true, .nests = true},
    [FLOW_ELSE_IF_BESIDE] = {.costs = true, .nests = true, .branches = true},
    [FLOW_JUMP] = {.costs = true},
    [FLOW_EXIT] = {.exits = true},
    [FLOW_FUNCTION] = {.nests = true},
};

const FlowWeight *flow_weight(FlowRole role)
{
    return &weights[role];
}

FlowOperator flow_operator(Str text)
{
    if (str_equal(text, STR("&&")) || str_equal_nocase(text, STR("and")) ||
        str_equal_nocase(text, STR("-and")))
        return FLOW_AND;
    bool either = str_equal(text, STR("||")) || str_equal_nocase(text, STR("or")) ||
                  str_equal_nocase(text, STR("-or"));
    return either ? FLOW_OR : FLOW_NO_OPERATOR;
}

bool flow_holds_code(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR:
    case SYMBOL_MACRO:
    case SYMBOL_FIELD:
    case SYMBOL_PROPERTY:
    case SYMBOL_VARIABLE:
    case SYMBOL_CONSTANT:
    case SYMBOL_EXPORT: return true;
    default: return false;
    }
}

static uint16_t add_capped(uint16_t value, uint32_t more)
{
    return (uint16_t)MIN(value + (uint64_t)more, UINT16_MAX);
}

void flow_add_cost(Arena *arena, Symbol *symbol, uint32_t cost)
{
    SymbolCode *code = symbol_code_open(arena, symbol);
    code->complexity = add_capped(code->complexity, cost);
}

void flow_add_counts(Arena *arena, Symbol *symbol, const FlowWeight *weight)
{
    SymbolCode *code = symbol_code_open(arena, symbol);
    code->branches = add_capped(code->branches, weight->branches);
    code->loops = add_capped(code->loops, weight->loops);
    code->exits = add_capped(code->exits, weight->exits);
}

void flow_add_swallowed(Arena *arena, Symbol *symbol, uint32_t count)
{
    SymbolCode *code = symbol_code_open(arena, symbol);
    code->unguarded = add_capped(code->unguarded, count);
}
