/* Values of expressions that are not chains of names and calls, by the rules EITHER and LISTED:
       A() if x else B()   A()|B()                one of them
       [A(), A()]          A()~                   a list of such values
       [A(), B()]          tuple<A(),B()>{}       a list with different elements */
#include "lang/walk/rule_table.h"
#include "lang/walk/type.h"
#include "lang/walk/type_head.h"
#include "lang/walk/walk_state.h"

/* Further alternatives or elements are left out. */
#define PARTS_MAX 4
/* Conditions in conditions. */
#define VALUE_DEPTH_MAX 4
/* Longer texts are dropped. */
#define VALUE_BYTES_MAX 200

typedef struct Parts {
    const Walk *walk;
    int depth;
    Str list[PARTS_MAX];
    size_t len;
    bool open; /* a part has no known value */
} Parts;

static Str value_text(const Walk *walk, TSNode node, int depth, bool *value);

static const Rule *rule_of(const Walk *walk, TSNode node, const RulePaths **paths)
{
    Level level = {.node = node};
    Place place = {&level, 0, walk->text};
    Found last = {0};
    uint16_t index = rule_first(walk->table, node_kind(node));
    for (; index != RULE_NONE; index = rule_paths(walk->table, index)->next) {
        *paths = rule_paths(walk->table, index);
        const Rule *rule = &walk->language->rules[(*paths)->rule];
        bool fits = rule->action == RULE_EITHER || rule->action == RULE_LIST;
        if (fits && tree_rule_holds(walk->table, *paths, &place, &last))
            return rule;
    }
    return NULL;
}

/* `None`, `[]`: no member of such a value is in the repository. */
static bool is_empty(Str text)
{
    static const char *const words[] = {"None", "null", "nil", "undefined", "false", "False",
                                        "[]",   "{}",   "()",  "\"\"",      "''",    NULL};
    return lang_lists(words, str_trim(text));
}

static void add_part(void *context, TSNode node)
{
    Parts *parts = context;
    bool value = false;
    if (node_is_null(node) || parts->len == PARTS_MAX)
        return;
    Str text = value_text(parts->walk, node, parts->depth + 1, &value);
    if (text.len && !value)
        text = str_join(parts->walk->arena, text, STR("{}"));
    parts->open = parts->open || (!text.len && !is_empty(walk_text(parts->walk, node)));
    for (size_t i = 0; i < parts->len; i++)
        if (str_equal(parts->list[i], text))
            return;
    if (text.len)
        parts->list[parts->len++] = text;
}

static Str join(const Walk *walk, const Parts *parts, Str separator)
{
    Str all = parts->list[0];
    for (size_t i = 1; i < parts->len; i++) {
        const Str next[] = {all, separator, parts->list[i]};
        all = str_join_all(walk->arena, next, COUNT(next));
    }
    return all;
}

static Str list_text(const Walk *walk, const Parts *parts)
{
    if (parts->len == 1)
        return type_each(walk->arena, parts->list[0], STR("~"));
    const Str text[] = {STR("tuple<"), join(walk, parts, STR(",")), STR(">{}")};
    return str_join_all(walk->arena, text, COUNT(text));
}

static Str value_text(const Walk *walk, TSNode node, int depth, bool *value)
{
    const RulePaths *paths;
    const Rule *rule = depth < VALUE_DEPTH_MAX ? rule_of(walk, node, &paths) : NULL;
    if (!rule)
        return type_of_expression(walk->arena, walk->language, walk_text(walk, node), value);
    Level level = {.node = node};
    Place place = {&level, 0, walk->text};
    Parts parts = {.walk = walk, .depth = depth};
    *value = true;
    if (rule->each)
        tree_rule_each(walk->table, paths->each, &place, add_part, &parts);
    if (rule->name)
        add_part(&parts, tree_rule_follow(walk->table, paths->name, &place, node, NULL));
    if (rule->from)
        add_part(&parts, tree_rule_follow(walk->table, paths->from, &place, node, NULL));
    if (!parts.len || (rule->flat && parts.len > 1))
        return (Str){0};
    if (parts.open && rule->action == RULE_EITHER && parts.len < PARTS_MAX)
        parts.list[parts.len++] = STR("_");
    Str text = rule->action == RULE_LIST ? list_text(walk, &parts) : join(walk, &parts, STR("|"));
    return text.len > VALUE_BYTES_MAX ? (Str){0} : text;
}

Str walk_value(const Walk *walk, TSNode node, bool *value)
{
    return value_text(walk, node, 0, value);
}

typedef struct Counted {
    size_t left;
    TSNode found;
} Counted;

static void count_part(void *context, TSNode node)
{
    Counted *counted = context;
    if (node_is_null(counted->found) && !counted->left--)
        counted->found = node;
}

TSNode walk_value_part(const Walk *walk, TSNode node, size_t index)
{
    const RulePaths *paths;
    const Rule *rule = rule_of(walk, node, &paths);
    Level level = {.node = node};
    Place place = {&level, 0, walk->text};
    Counted counted = {.left = index};
    if (rule && rule->action == RULE_LIST && rule->each)
        tree_rule_each(walk->table, paths->each, &place, count_part, &counted);
    return counted.found;
}
