/* Patterns: `let (a, Some(b)) = x`, `const { a: [b] } = x`. What a name in a pattern is follows
   from the nodes around it, from the inside out. A PARTS row says what part of the value a node of
   the pattern takes, and at the outermost node what the whole value is:
     name         the child that is a pattern; no path: all children
     suffix       the part: `?`, `[]`, `.#` for the child's place between commas, or `(#)` for what
                  `.name(label: child)` takes
     receiver     the name of the member that the child is, from the child or from the node
     from, type   the value, or its type: the search ends here
     words        the token that the value follows */
#include "lang/walk/rule_table.h"
#include "lang/walk/type.h"
#include "lang/walk/walk_state.h"

/* Patterns in patterns. */
#define NESTINGS_MAX 8
/* Nodes between a value and the one that decides its type. */
#define CONTEXTS_MAX 24
/* Parts beyond these have no known value. */
#define PLACES_MAX 10

/* A node of the pattern, and its child on the way to the name. */
typedef struct Nesting {
    const Naming *naming;
    RuleAction action;
    Place place;
    TSNode node, child, source;
    const Rule *rule;
    const RulePaths *paths;
} Nesting;

/* Whether the row holds at the node and has the child as a pattern. */
static bool fits(const Nesting *nesting, const RulePaths *paths, const Rule *rule, Found *last)
{
    const RuleTable *table = nesting->naming->walk->table;
    if (rule->action != nesting->action || !tree_rule_holds(table, paths, &nesting->place, last))
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

/* What `case .name(label: child)` takes, whose parts may be siblings of the rest of a condition:
   `.name.label`, or `.name.0` without a label. Empty outside of brackets. */
static Str constructed_part(const Nesting *nesting)
{
    const Walk *walk = nesting->naming->walk;
    Str name = {0}, label = {0}, last = {0};
    size_t place = 0;
    bool inside = false;
    NodeChildren children;
    TSNode child;
    node_children_open(&children, nesting->node);
    while (node_children_next(&children, &child) &&
           node_start(child) < node_start(nesting->child)) {
        Str text = walk_text(walk, child);
        bool opens = str_equal(text, STR("(")), comma = str_equal(text, STR(","));
        bool ends = str_equal(text, STR(")")) || str_equal(text, STR("="));
        inside = (inside || opens) && !ends;
        name = opens ? last : name;
        place = opens ? 0 : place + comma;
        label = opens || comma ? (Str){0} : str_equal(text, STR(":")) ? last : label;
        last = node_is_named(child) ? text : opens || comma || ends ? (Str){0} : last;
    }
    if (!inside || place >= PLACES_MAX)
        return (Str){0};
    const Str parts[] = {name.len ? STR(".") : (Str){0}, name, STR("."),
                         label.len ? label : str_format(walk->arena, "%zu", place)};
    return str_join_all(walk->arena, parts, COUNT(parts));
}

/* The part of the node's value that the child is: `.name`, `.0`, `?`. False if it is unknown. */
static bool part_of(const Nesting *nesting, Str *part)
{
    const Walk *walk = nesting->naming->walk;
    const RulePaths *paths = nesting->paths;
    *part = str_from(nesting->rule->suffix ? nesting->rule->suffix : "");
    if (str_equal(*part, STR("(#)"))) {
        *part = constructed_part(nesting);
        return true;
    }
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

/* The sibling after the next such token, `let a = x, let b = y`; the child itself in `let a`. */
static TSNode value_after(const Nesting *nesting, Str token)
{
    NodeChildren children;
    TSNode child;
    bool found = false, inside = constructed_part(nesting).len > 0, whole = !inside;
    node_children_open(&children, nesting->node);
    while (node_children_next(&children, &child)) {
        Str text = walk_text(nesting->naming->walk, child);
        if (node_start(child) <= node_start(nesting->child))
            continue;
        if (found && node_is_named(child) && !node_is_extra(child))
            return child;
        found = found || str_equal(text, token);
        if (!found && !inside && (str_equal(text, STR(",")) || str_equal(text, STR("{"))))
            break;
        inside = inside && !str_equal(text, STR(")"));
    }
    return whole ? nesting->child : (TSNode){0};
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
    if (nesting->rule->words && *nesting->rule->words == '(') { // C#: `f(out var a)`
        *text = walk_argument(nesting->naming, nesting->place.level);
        return *value = true;
    }
    if (nesting->rule->words)
        from = value_after(nesting, str_from(nesting->rule->words));
    if (!node_is_null(type))
        *text = type_text(walk->arena, walk->language, walk_text(walk, type));
    else if (!node_is_null(from))
        *text = walk_value(walk, written_part(walk, from, parts), value);
    nesting->source = from;
    return nesting->rule->type || nesting->rule->from || nesting->rule->words;
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
    Nesting nesting = {
        .naming = naming, .action = RULE_PATTERN, .place = naming->place, .child = node};
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

/* The sibling before the child. */
static TSNode sibling_before(const Nesting *nesting)
{
    NodeChildren children;
    TSNode child, before = {0};
    node_children_open(&children, nesting->node);
    while (node_children_next(&children, &child) && node_start(child) < node_start(nesting->child))
        before = node_is_named(child) && !node_is_extra(child) ? child : before;
    return before;
}

/* What an EXPECTED row says; false if it says nothing of the type. */
static bool expected_whole(Nesting *nesting, Str *text)
{
    const Walk *walk = nesting->naming->walk;
    const char *words = nesting->rule->words;
    bool value = false;
    Str parts = {0};
    if (words && *words == '(') {
        *text = walk_argument(nesting->naming, nesting->place.level);
        return true;
    }
    if (words && *words == '<') {
        TSNode before = sibling_before(nesting);
        TSNode type = node_is_null(before)
                          ? before
                          : tree_rule_follow(walk->table, nesting->paths->type, NULL, before, NULL);
        *text = node_is_null(type) ? (Str){0}
                                   : type_text(walk->arena, walk->language, walk_text(walk, type));
    } else if (!whole_value(nesting, &parts, text, &value)) {
        return false;
    }
    if (text->len && !value)
        *text = type_each(walk->arena, *text, STR("{}"));
    return true;
}

Str walk_expected(const Naming *naming, TSNode node)
{
    Nesting nesting = {
        .naming = naming, .action = RULE_EXPECT, .place = naming->place, .child = node};
    Str parts = {0}, part, whole;
    for (int depth = 0; depth < CONTEXTS_MAX; depth++, nesting.place.level--) {
        nesting.node = naming->place.levels[nesting.place.level].node;
        if (nesting.node.id != nesting.child.id) {
            if (!find_rule(&nesting) || !part_of(&nesting, &part))
                break;
            parts = str_join(naming->walk->arena, part, parts);
            if (expected_whole(&nesting, &whole))
                return whole.len ? type_each(naming->walk->arena, whole, parts) : whole;
            nesting.child = nesting.node;
        }
        if (!nesting.place.level)
            break;
    }
    return (Str){0};
}
