/* Evaluation of compiled paths and conditions. A path's first steps may climb (`^`, `<`). They use
   the walk's own stack of ancestors, as the tree finds a parent only in time proportional to the
   depth. */
#include "lang/walk/tree_rule.h"

#include "lang/walk/node.h"
#include "lang/walk/rule_table.h"

/* Descendant search visits at most this many nodes. */
#define DESCENDANTS_MAX 256
/* `{a|b}*` follows at most this many links: declarators nest no deeper in real code. */
#define LOOP_MAX 256
/* `^:kind` climbs at most this many levels. */
#define ANCESTORS_MAX 32

static const TSNode nowhere = {0};

typedef struct Follow {
    const RuleTable *table;
    const Place *place;
    size_t level; /* of the current node, as long as it is on the walk's stack; else SIZE_MAX */
} Follow;

/* Results of the first steps of an alternative, for the next one, which shares them. */
typedef struct Trail {
    TSNode nodes[STEPS_SHARED_MAX + 1]; /* by number of steps */
    size_t levels[STEPS_SHARED_MAX + 1];
} Trail;

static bool is_kind(const Follow *follow, const RuleStep *step, TSNode node)
{
    TSSymbol kind = node_kind(node);
    for (uint32_t i = 0; i < step->kind_count; i++)
        if (follow->table->kinds[step->kind_first + i] == kind)
            return true;
    return false;
}

static TSNode find_child(const Follow *follow, const RuleStep *step, TSNode node)
{
    NodeChildren children;
    TSNode child;
    node_children_open(&children, node);
    while (node_children_next(&children, &child))
        if (is_kind(follow, step, child))
            return child;
    return nowhere;
}

static TSNode find_descendant(const Follow *follow, const RuleStep *step, TSNode node)
{
    NodeChildren below;
    TSNode child;
    node_children_open(&below, node);
    for (int i = 0; i < DESCENDANTS_MAX && node_children_next(&below, &child); i++) {
        if (is_kind(follow, step, child))
            return child;
        node_children_descend(&below, child);
    }
    return nowhere;
}

static TSNode nth_child(TSNode node, int number)
{
    if (number >= 0)
        return node_named_child(node, (uint32_t)number);
    int64_t index = (int64_t)node_named_child_count(node) + number;
    return index >= 0 ? node_named_child(node, (uint32_t)index) : nowhere;
}

static TSNode step_plain(const Follow *follow, const RuleStep *step, TSNode node)
{
    switch (step->op) {
    case STEP_FIELD: return node_child_by_field(node, step->field);
    case STEP_CHILD: return find_child(follow, step, node);
    case STEP_NTH: return nth_child(node, step->number);
    case STEP_DESCENDANT: return find_descendant(follow, step, node);
    case STEP_NEXT: return ts_node_next_named_sibling(node);
    default: return nowhere;
    }
}

static TSNode find_ancestor(Follow *follow, const RuleStep *step)
{
    for (int i = 0; i < ANCESTORS_MAX && follow->level; i++) {
        TSNode node = follow->place->levels[--follow->level].node;
        if (is_kind(follow, step, node))
            return node;
    }
    return nowhere;
}

static TSNode step_climb(Follow *follow, const RuleStep *step)
{
    if (follow->level == SIZE_MAX)
        return nowhere;
    if (step->op == STEP_PREVIOUS) {
        TSNode previous = follow->place->levels[follow->level].previous;
        follow->level = SIZE_MAX;
        return previous;
    }
    if (step->op == STEP_ANCESTOR)
        return find_ancestor(follow, step);
    if (follow->level == 0)
        return nowhere;
    follow->level--;
    return follow->place->levels[follow->level].node;
}

/* A step other than a loop. */
static TSNode take_step(Follow *follow, const RuleStep *step, TSNode node)
{
    if (step->op == STEP_FILTER)
        return is_kind(follow, step, node) ? node : nowhere;
    if (step->op == STEP_PARENT || step->op == STEP_ANCESTOR || step->op == STEP_PREVIOUS)
        return step_climb(follow, step);
    follow->level = SIZE_MAX;
    return step_plain(follow, step, node);
}

/* One alternative without loops. */
static TSNode follow_steps(Follow *follow, const Alternative *path, TSNode node)
{
    const RuleStep *step = &follow->table->steps[path->first], *end = step + path->count;
    for (; step < end && !node_is_null(node); step++)
        node = take_step(follow, step, node);
    return node;
}

static TSNode follow_loop(Follow *follow, const RuleStep *step, TSNode node)
{
    for (int i = 0; i < LOOP_MAX; i++) {
        TSNode further = nowhere;
        size_t level = follow->level;
        for (uint32_t n = 0; n < step->inner.count && node_is_null(further); n++) {
            follow->level = level;
            const Alternative *path = &follow->table->alternatives[step->inner.first + n];
            further = follow_steps(follow, path, node);
        }
        if (node_is_null(further)) {
            follow->level = level;
            break;
        }
        node = further;
    }
    return node;
}

static TSNode follow_step(Follow *follow, const RuleStep *step, TSNode node)
{
    return step->op == STEP_LOOP ? follow_loop(follow, step, node) : take_step(follow, step, node);
}

static TSNode follow_alternative(Follow *follow, const Alternative *path, TSNode node)
{
    const RuleStep *step = &follow->table->steps[path->first], *end = step + path->count;
    for (; step < end && !node_is_null(node); step++)
        node = follow_step(follow, step, node);
    return node;
}

/* One of several alternatives: starts from the steps shared with the previous one, and records
   those shared with the next. */
static TSNode follow_branch(Follow *follow, const Alternative *path, Trail *trail)
{
    const RuleStep *steps = &follow->table->steps[path->first];
    TSNode node = trail->nodes[path->shared];
    follow->level = trail->levels[path->shared];
    for (uint32_t i = path->shared; i < path->count; i++) {
        if (!node_is_null(node))
            node = follow_step(follow, &steps[i], node);
        else if (i >= path->kept)
            break;
        if (i < path->kept) {
            trail->nodes[i + 1] = node;
            trail->levels[i + 1] = follow->level;
        }
    }
    return node;
}

TSNode tree_rule_follow_path(const RuleTable *table, PathSlice path, const Place *place,
                             TSNode from, size_t *level)
{
    TSNode result = nowhere;
    Follow follow = {.table = table, .place = place, .level = SIZE_MAX};
    if (place && from.id == place->levels[place->level].node.id)
        follow.level = place->level;
    const Alternative *alternative = &table->alternatives[path.first];
    if (path.count == 1) {
        result = follow_alternative(&follow, alternative, from);
    } else {
        Trail trail;
        trail.nodes[0] = from;
        trail.levels[0] = follow.level;
        for (uint32_t i = 0; i < path.count && node_is_null(result); i++)
            result = follow_branch(&follow, alternative + i, &trail);
    }
    if (level)
        *level = node_is_null(result) ? SIZE_MAX : follow.level;
    return result;
}

static Str node_text(Str text, TSNode node)
{
    return str_slice(text, node_start(node), node_end(node));
}

static bool text_matches(const RuleTable *table, const Term *term, Str text)
{
    if (text.len && !(term->beginnings & byte_bit(text.ptr[0])))
        return false;
    for (uint32_t i = 0; i < term->text_count; i++) {
        Str wanted = table->texts[term->text_first + i];
        if (term->op == TERM_STARTS ? str_starts(text, wanted) : str_equal(text, wanted))
            return true;
    }
    return false;
}

/* Rules in a row often share the path of a term, so its result is kept in *last. */
static bool term_holds(const RuleTable *table, const Term *term, const Place *place, Found *last)
{
    TSNode node = place->levels[place->level].node;
    if (!last->path || last->path != term->path.first + 1)
        *last =
            (Found){term->path.first + 1, tree_rule_follow(table, term->path, place, node, NULL)};
    TSNode found = last->node;
    bool holds = !node_is_null(found);
    if (holds && term->op != TERM_EXISTS)
        holds = text_matches(table, term, node_text(place->text, found));
    return holds != term->negated;
}

bool tree_rule_holds(const RuleTable *table, const RulePaths *rule, const Place *place, Found *last)
{
    for (uint32_t i = 0; i < rule->when_count; i++)
        if (!term_holds(table, &table->terms[rule->when_first + i], place, last))
            return false;
    return true;
}

bool tree_rule_may_hold(const RuleTable *table, const RulePaths *rule, const Place *place,
                        Found *last)
{
    for (uint32_t i = 0; i < rule->when_count; i++) {
        const Term *term = &table->terms[rule->when_first + i];
        if (!term->outside && !term_holds(table, term, place, last))
            return false;
    }
    return true;
}

static bool is_selected(const Follow *follow, const RuleStep *step, const NodeChildren *children,
                        TSNode child, int index)
{
    switch (step->op) {
    case STEP_FIELD: return node_children_field(children) == step->field;
    case STEP_CHILD: return is_kind(follow, step, child);
    case STEP_NTH: return index >= step->number && node_is_named(child);
    default: return false;
    }
}

static void visit_children(const Follow *follow, const RuleStep *step, TSNode node, RuleVisit visit,
                           void *context)
{
    NodeChildren children;
    TSNode child;
    int index = 0;
    node_children_open(&children, node);
    while (node_children_next(&children, &child)) {
        if (is_selected(follow, step, &children, child, index))
            visit(context, child);
        index += node_is_named(child);
    }
}

void tree_rule_each(const RuleTable *table, PathSlice path, const Place *place, RuleVisit visit,
                    void *context)
{
    Follow follow = {.table = table, .place = place};
    for (uint32_t i = 0; i < path.count; i++) {
        Alternative all = table->alternatives[path.first + i];
        Alternative prefix = {.first = all.first, .count = all.count - 1};
        follow.level = place->level;
        TSNode holder = follow_alternative(&follow, &prefix, place->levels[place->level].node);
        if (!node_is_null(holder))
            visit_children(&follow, &table->steps[all.first + all.count - 1], holder, visit,
                           context);
    }
}
