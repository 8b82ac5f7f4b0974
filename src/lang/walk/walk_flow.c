/* Cognitive complexity and control flow (flow.h) in the walk. Each level has the nesting at its
   node; each open symbol has the nesting at which its function begins, from which its own counts.
   As `const f = (a) => …` declares a variable, that is the first function inside the symbol.

   A sequence of logical operators runs through the operands and parentheses of an expression in the
   order of the text. Its last operator is kept at the level of the expression's outermost node. */
#include "lang/walk/walk_state.h"

/* The operator is one of the children after the first; comments may come before it. */
#define OPERATOR_CHILDREN_MAX 6

static bool holds_code(const Walk *walk, size_t open)
{
    return flow_holds_code(walk->outline->symbols.ptr[walk->open[open]].kind);
}

static void add_cost(Walk *walk, bool deepens)
{
    uint32_t nesting = walk->levels[walk->level].flow.nesting;
    for (size_t i = walk->open_count; i-- > 0;) {
        FlowBase *base = &walk->bases[i];
        if (!holds_code(walk, i))
            continue;
        base->settled = true;
        uint32_t deeper = deepens && nesting > base->nesting ? nesting - base->nesting : 0;
        flow_add_cost(walk->arena, &walk->outline->symbols.ptr[walk->open[i]], 1 + deeper);
    }
}

/* The innermost symbol with metrics, or NULL. */
static Symbol *innermost(const Walk *walk)
{
    size_t i = walk->open_count;
    while (i > 0 && !holds_code(walk, i - 1))
        i--;
    return i ? &walk->outline->symbols.ptr[walk->open[i - 1]] : NULL;
}

static void add_counts(Walk *walk, const FlowWeight *weight)
{
    Symbol *symbol = innermost(walk);
    if (symbol)
        flow_add_counts(walk->arena, symbol, weight);
}

void walk_unguarded(Walk *walk)
{
    Symbol *symbol = innermost(walk);
    if (symbol)
        flow_add_swallowed(walk->arena, symbol, 1);
}

void walk_clause(Walk *walk)
{
    FlowBase *base = &walk->bases[walk->open_count - (walk->open_count > 0)];
    add_counts(walk, flow_weight(FLOW_CASE));
    for (size_t i = walk->open_count; i-- > 0 && !base->clauses;)
        if (holds_code(walk, i))
            flow_add_cost(walk->arena, &walk->outline->symbols.ptr[walk->open[i]], 1);
    base->clauses = true;
}

/* The visited node is the function of the last open symbol: its nesting counts from inside it. */
static void settle_base(Walk *walk)
{
    size_t last = walk->open_count - 1;
    if (!walk->open_count || !holds_code(walk, last) || walk->bases[last].settled)
        return;
    walk->bases[last].nesting = walk->levels[walk->level].flow.nesting + 1;
    walk->bases[last].settled = true;
}

static void join_sequence(Walk *walk)
{
    FlowLevel *flow = &walk->levels[walk->level].flow;
    uint32_t outer = walk->level ? walk->levels[walk->level - 1].flow.sequence : 0;
    flow->sequence = outer ? outer : (uint32_t)walk->level + 1;
}

static void find_operator(Walk *walk)
{
    Level *level = &walk->levels[walk->level];
    NodeChildren children;
    TSNode child;
    node_children_open(&children, level->node);
    for (int i = 0; i < OPERATOR_CHILDREN_MAX && !level->flow.operation; i++) {
        if (!node_children_next(&children, &child))
            break;
        Str text = walk_text(walk, child);
        bool word = text.len && byte_is_word(text.ptr[0]);
        if (i == 0 || (word && node_is_named(child)))
            continue;
        level->flow.operation = flow_operator(text);
        level->flow.operator_id = child.id;
    }
    if (level->flow.operation)
        join_sequence(walk);
}

static void count_operator(Walk *walk, FlowOperator operation, uint32_t sequence)
{
    FlowLevel *top = &walk->levels[sequence - 1].flow;
    if (top->last == operation)
        return;
    top->last = operation;
    add_cost(walk, false);
}

void walk_flow_enter(Walk *walk)
{
    if (!walk->level)
        return;
    Level *level = &walk->levels[walk->level];
    const FlowLevel *outer = &level[-1].flow;
    level->flow.nesting = outer->nesting + (outer->nests && level->node.id != outer->outside_id);
    if (outer->operation && level->node.id == outer->operator_id)
        count_operator(walk, outer->operation, outer->sequence);
}

void walk_flow(Walk *walk, const Rule *rule, const RulePaths *paths)
{
    Level *level = &walk->levels[walk->level];
    Level *parent = walk->level ? level - 1 : level;
    Place place = {walk->levels, walk->level, walk->text};
    const FlowWeight *weight = flow_weight(rule->flow);
    bool chained = rule->flow == FLOW_IF && parent->flow.after_else;
    if (weight->costs && !chained)
        add_cost(walk, weight->deepens);
    if (weight->branches || weight->loops || weight->exits)
        add_counts(walk, weight);
    if (rule->flow == FLOW_FUNCTION)
        settle_base(walk);
    level->flow.role = (uint8_t)rule->flow;
    level->flow.nests = weight->nests && !chained;
    level->flow.outside_id =
        tree_rule_follow(walk->table, paths->outside, &place, level->node, NULL).id;
    if (rule->flow == FLOW_ELSE)
        (node_child_count(level->node) ? level : parent)->flow.after_else = true;
    if (rule->flow == FLOW_LOGIC)
        find_operator(walk);
    if (rule->flow == FLOW_GROUP)
        join_sequence(walk);
}
