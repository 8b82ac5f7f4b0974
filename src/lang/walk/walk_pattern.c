/* Patterns: `let (a, Some(b)) = x`, `const { a: [b] } = x`. What a name in a pattern is follows
   from the nodes around it, from the inside out. A PARTS row says what part of the value a node of
   the pattern takes, and at the outermost node what the whole value is: name              the child
   that is a pattern; no path: all children suffix            the part: `?`, `[]`, or `.#` for the
   child's place between commas receiver          the name of the member that the child is, from the
   child or from the node from, type        the value, or its type: the search ends here */
#include "lang/walk/rule_table.h"
#include "lang/walk/type.h"
#include "lang/walk/walk_state.h"

/* Patterns in patterns. */
#define NESTINGS_MAX 8
/* Parts beyond these have no known value. */
#define PLACES_MAX 10

/* A node of the pattern, and its child on the way to the name. */
typedef struct Nesting {
    const Naming *naming;
    Place place;
    TSNode node, child, source;
    const Rule *rule;
    const RulePaths *paths;
} Nesting;

/* Whether the row holds at the node and has the child as a pattern. */
static bool fits(const Nesting *nesting, const RulePaths *paths, const Rule *rule, Found *last)
{
    const RuleTable *table = nesting->naming->walk->table;
    if (rule->action != RULE_PATTERN || !tree_rule_holds(table, paths, &nesting->place, last))
        return false;
    TSNode named = tree_rule_follow(table, paths->name, &nesting->place, nesting->node, NULL);
    return !rule->name || (!node_is_null(named) && named.id == nesting->child.id);
}

static bool find_rule(Nesting *nesting)
{
    const Walk *walk = nesting->naming->walk;
    Found last = {0};
    uint16_t index = rule_first(walk->table, node_kind(nesting->node));
    for (; index != RULE_NONE; index = rule_paths(walk->table, index)->next) {
        nesting->paths = rule_paths(walk->table, index);
        nesting->rule = &walk->language->rules[nesting->paths->rule];
        if (fits(nesting, nesting->paths, nesting->rule, &last))
            return true;
    }
    return false;
}

/* The child's place between the commas; PLACES_MAX when `..` before it hides the place. */
static size_t place_of(const Nesting *nesting)
{
    size_t place = 0;
    NodeChildren children;
    TSNode child;
    node_children_open(&children, nesting->node);
    while (node_children_next(&children, &child) &&
           node_start(child) < node_start(nesting->child)) {
        Str text = walk_text(nesting->naming->walk, child);
        if (str_starts(text, STR("..")))
            return PLACES_MAX;
        place += str_equal(text, STR(","));
    }
    return place;
}

/* The part of the node's value that the child is: `.name`, `.0`, `?`. False if it is unknown. */
static bool part_of(const Nesting *nesting, Str *part)
{
    const Walk *walk = nesting->naming->walk;
    const RulePaths *paths = nesting->paths;
    *part = str_from(nesting->rule->suffix ? nesting->rule->suffix : "");
    if (str_ends(*part, STR("#"))) {
        size_t place = place_of(nesting);
        *part = str_format(walk->arena, ".%zu", place);
        return place < PLACES_MAX;
    }
    if (!nesting->rule->receiver)
        return true;
    TSNode member =
        tree_rule_follow(walk->table, paths->receiver, &nesting->place, nesting->child, NULL);
    if (node_is_null(member))
        member =
            tree_rule_follow(walk->table, paths->receiver, &nesting->place, nesting->node, NULL);
    if (!node_is_null(member))
        *part = str_join(walk->arena, STR("."), walk_text(walk, member));
    return true;
}

/* `let (a, b) = (x, y)`: takes the parts that the value writes out off the front of *parts. */
static TSNode written_part(const Walk *walk, TSNode from, Str *parts)
{
    while (!node_is_null(from) && parts->len > 1 && parts->ptr[0] == '.' &&
           byte_is_digit(parts->ptr[1])) {
        TSNode part = walk_value_part(walk, from, (size_t)(parts->ptr[1] - '0'));
        if (node_is_null(part))
            break;
        from = part;
        *parts = str_from_offset(*parts, 2);
    }
    return from;
}

/* The value of the whole pattern, as the row at its outermost node says; false if it says nothing.
 *text is empty when that is unknown. */
static bool whole_value(Nesting *nesting, Str *parts, Str *text, bool *value)
{
    const Walk *walk = nesting->naming->walk;
    TSNode type =
        tree_rule_follow(walk->table, nesting->paths->type, &nesting->place, nesting->node, NULL);
    TSNode from =
        tree_rule_follow(walk->table, nesting->paths->from, &nesting->place, nesting->node, NULL);
    *text = (Str){0};
    *value = false;
    if (!node_is_null(type))
        *text = type_text(walk->arena, walk->language, walk_text(walk, type));
    else if (!node_is_null(from))
        *text = walk_value(walk, written_part(walk, from, parts), value);
    nesting->source = from;
    return nesting->rule->type || nesting->rule->from;
}

static Str with_parts(const Walk *walk, Str whole, Str parts, bool *value)
{
    if (whole.len && !*value && parts.len) { // a type
        whole = type_each(walk->arena, whole, STR("{}"));
        *value = true;
    }
    return whole.len && parts.len ? type_each(walk->arena, whole, parts) : whole;
}

Str walk_pattern(Naming *naming, TSNode node, bool *value)
{
    Nesting nesting = {.naming = naming, .place = naming->place, .child = node};
    Str parts = {0};
    for (int depth = 0; depth < NESTINGS_MAX; depth++, nesting.place.level--) {
        Str part, whole;
        nesting.node = naming->place.levels[nesting.place.level].node;
        if (nesting.node.id == nesting.child.id) // the name is the visited node itself
            continue;
        if (!find_rule(&nesting) || !part_of(&nesting, &part))
            break;
        parts = str_join(naming->walk->arena, part, parts);
        if (whole_value(&nesting, &parts, &whole, value)) {
            naming->source = nesting.source;
            return with_parts(naming->walk, whole, parts, value);
        }
        nesting.child = nesting.node;
        if (!nesting.place.level)
            break;
    }
    return (Str){0};
}
