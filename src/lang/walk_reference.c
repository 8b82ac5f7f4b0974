/* References: what a declaration, a call or a type names without declaring a symbol. */
#include "lang/declare.h"
#include "lang/expression.h"
#include "lang/type.h"
#include "lang/walk_state.h"

static ReferenceKind reference_kind(RuleAction action)
{
    switch (action) {
    case RULE_CALL: return REFERENCE_CALL;
    case RULE_TYPE: return REFERENCE_TYPE;
    case RULE_BASE: return REFERENCE_BASE;
    case RULE_BIND: return REFERENCE_BIND;
    default: return REFERENCE_USE;
    }
}

/* Arguments without the comments between them. */
static uint16_t count_arguments(const Naming *naming, TSNode node)
{
    const RuleTable *table = naming->walk->table;
    TSNode list = rule_follow(table, naming->paths->arguments, &naming->place, node, NULL);
    TSNode spread = rule_follow(table, naming->paths->spread, &naming->place, node, NULL);
    if (!ts_node_is_null(spread))
        return ARGUMENTS_UNKNOWN;
    uint32_t count = 0;
    if (ts_node_is_null(list))
        return 0;
    TSTreeCursor cursor = ts_tree_cursor_new(list);
    for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
         more = ts_tree_cursor_goto_next_sibling(&cursor))
        count += ts_node_is_named(ts_tree_cursor_current_node(&cursor)) &&
                 !ts_node_is_extra(ts_tree_cursor_current_node(&cursor));
    ts_tree_cursor_delete(&cursor);
    return (uint16_t)MIN(count, ARGUMENTS_UNKNOWN - 1u);
}

static Str receiver_text(const Naming *naming, TSNode node)
{
    Walk *walk = naming->walk;
    TSNode found = rule_follow(walk->table, naming->paths->receiver, &naming->place, node, NULL);
    if (ts_node_is_null(found))
        return (Str){0};
    Str text = expression_text(walk->arena, walk->language, walk_text(walk, found));
    return text.len ? text : STR("()");
}

Str walk_type(const Naming *naming, TSNode node, bool *value)
{
    Walk *walk = naming->walk;
    TSNode visited = naming->place.levels[naming->place.level].node;
    TSNode type = rule_follow(walk->table, naming->paths->type, &naming->place, visited, NULL);
    *value = false;
    if (!ts_node_is_null(type))
        return type_text(walk->arena, walk->language, walk_text(walk, type));
    TSNode from = rule_follow(walk->table, naming->paths->from, &naming->place, node, NULL);
    if (ts_node_is_null(from))
        return (Str){0};
    Str text = type_of_expression(walk->arena, walk->language, walk_text(walk, from), value);
    if (naming->rule->element)
        text = *value ? str_join(walk->arena, text, STR("[]")) : (Str){0};
    return text;
}

static void add_reference(Naming *naming, TSNode node)
{
    Walk *walk = naming->walk;
    const RulePaths *paths = naming->paths;
    if (walk->outline->references.len >= REFERENCES_MAX)
        return;
    TSNode name = naming->rule->name
                      ? rule_follow(walk->table, paths->name, &naming->place, node, NULL)
                      : node;
    if (ts_node_is_null(name))
        return;
    Reference *reference = VEC_PUSH(walk->arena, &walk->outline->references);
    bool value = false;
    reference->kind = reference_kind(naming->rule->action);
    reference->name = declare_name(walk->arena, walk_text(walk, name));
    if (naming->rule->label)
        reference->name = str_join(walk->arena, str_from(naming->rule->label), reference->name);
    reference->receiver = naming->rule->action == RULE_BIND ? walk_type(naming, node, &value)
                                                            : receiver_text(naming, node);
    reference->arguments = count_arguments(naming, node);
    reference->flags = naming->rule->flags | (value ? REFERENCE_VALUE : 0);
    reference->start = ts_node_start_byte(name);
    reference->line = ts_node_start_point(name).row + 1;
    reference->symbol = walk->open_count ? walk->open[walk->open_count - 1] + 1 : 0;
}

static void add_reference_child(void *context, TSNode child)
{
    add_reference(context, child);
}

void walk_reference(Naming *naming)
{
    if (naming->rule->each)
        rule_each(naming->walk->table, naming->paths->each, &naming->place, add_reference_child,
                  naming);
    else
        add_reference(naming, naming->place.levels[naming->place.level].node);
}
