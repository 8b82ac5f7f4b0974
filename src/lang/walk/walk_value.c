/* Values of expressions that are not chains of names and calls, by the rules EITHER and LISTED:
       A() if x else B()   A()|B()                one of them
       [A(), A()]          A()~                   a list of such values
       [A(), B()]          tuple<A(),B()>{}       a list with different elements
       {a: A(), b: B()}    __tuple<a:=A()>{}      an object, by a rule RECORDED
       [1, A()]            tuple<_,A()>{}
       {"a": A()}          dict<_,A()>{}          a map, named by the label of the rule
       [A()].pop().f       A()~.pop().f           a chain that begins with one of these */
#include "base/buf.h"
#include "lang/walk/rule_table.h"
#include "lang/walk/type.h"
#include "lang/walk/type_head.h"
#include "lang/walk/walk_state.h"

/* Further alternatives or elements are left out. */
#define PARTS_MAX 4
/* Conditions in conditions, and parts of chains. */
#define VALUE_DEPTH_MAX 6
/* Longer texts are dropped. */
#define VALUE_BYTES_MAX 200

typedef struct Parts {
    const Walk *walk;
    int depth;
    Str list[PARTS_MAX];
    size_t len;
    Str places[PARTS_MAX]; /* each part at its place, also one that is there already */
    size_t count;          /* of all parts */
    bool open;             /* a part has no known value */
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
        bool fits =
            rule->action == RULE_EITHER || rule->action == RULE_LIST || rule->action == RULE_RECORD;
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
    static const char *const ends[] = {"return", "throw", "break", "continue", NULL}; // no value
    size_t len = 0;
    text = str_trim(text);
    while (len < text.len && byte_is_word(text.ptr[len]))
        len++;
    return lang_lists(words, text) || lang_lists(ends, str_slice(text, 0, len));
}

static void add_part(void *context, TSNode node)
{
    Parts *parts = context;
    bool value = false;
    bool counts = !node_is_null(node) && node_is_named(node) && !node_is_extra(node);
    parts->count += counts;
    if (!counts || parts->len == PARTS_MAX || is_empty(walk_text(parts->walk, node)))
        return;
    Str text = value_text(parts->walk, node, parts->depth + 1, &value);
    if (text.len && !value)
        text = str_join(parts->walk->arena, text, STR("{}"));
    if (parts->count <= PARTS_MAX)
        parts->places[parts->count - 1] = text;
    parts->open = parts->open || !text.len;
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

/* As an argument of a type: a name is the value of that name, not an instance of that type. */
static Str argument_text(const Walk *walk, Str part)
{
    bool name =
        part.len && byte_is_word(part.ptr[part.len - 1]) && str_find_byte(part, '|') == STR_NONE;
    return !part.len ? STR("_") : name ? str_join(walk->arena, STR("="), part) : part;
}

/* The parts in order, `_` for one that is not known. */
static Str tuple_text(const Walk *walk, const Parts *parts)
{
    Str all = {0};
    for (size_t i = 0; i < parts->count; i++) {
        const Str next[] = {all, i ? STR(",") : (Str){0}, argument_text(walk, parts->places[i])};
        all = str_join_all(walk->arena, next, COUNT(next));
    }
    const Str text[] = {STR("tuple<"), all, STR(">{}")};
    return str_join_all(walk->arena, text, COUNT(text));
}

static Str list_text(const Walk *walk, const Parts *parts)
{
    bool same = parts->len == 1 && !parts->open;
    if (!same && parts->count <= PARTS_MAX && parts->count > 1)
        return tuple_text(walk, parts);
    if (parts->len == 1)
        return type_each(walk->arena, parts->list[0], STR("~"));
    Parts list = *parts;
    for (size_t i = 0; i < list.len; i++)
        list.list[i] = argument_text(walk, list.list[i]);
    const Str text[] = {STR("tuple<"), join(walk, &list, STR(",")), STR(">{}")};
    return str_join_all(walk->arena, text, COUNT(text));
}

/* The members of an object, so far. */
typedef struct Record {
    const Walk *walk;
    const RulePaths *paths;
    const Place *place;
    int depth;
    Str text;
} Record;

static void add_member(void *context, TSNode node)
{
    Record *record = context;
    const Walk *walk = record->walk;
    TSNode name = tree_rule_follow(walk->table, record->paths->name, record->place, node, NULL);
    TSNode from = tree_rule_follow(walk->table, record->paths->from, record->place, node, NULL);
    bool value = false;
    if (node_is_null(name) || node_is_null(from))
        return;
    Str text = value_text(walk, from, record->depth + 1, &value);
    if (!text.len)
        return;
    const Str parts[] = {record->text, record->text.len ? STR(",") : (Str){0},
                         walk_text(walk, name), STR(":="),
                         value ? text : type_each(walk->arena, text, STR("{}"))};
    record->text = str_join_all(walk->arena, parts, COUNT(parts));
}

static Str record_text(const Walk *walk, TSNode node, const RulePaths *paths, int depth)
{
    Level level = {.node = node};
    Place place = {&level, 0, walk->text};
    Record record = {.walk = walk, .paths = paths, .place = &place, .depth = depth};
    tree_rule_each(walk->table, paths->each, &place, add_member, &record);
    const Str parts[] = {STR(TYPE_TUPLE "<"), record.text, STR(">{}")};
    return record.text.len ? str_join_all(walk->arena, parts, COUNT(parts)) : (Str){0};
}

typedef struct Pairs {
    const RulePaths *paths; /* NULL: keys and values alternate */
    size_t count;
    Parts keys, values;
    Buf named; /* `,key:value` of each pair with a literal key */
    TSNode last;
} Pairs;

/* The word of a literal key: `one`, `:one`, "one", 'one'. */
static Str literal_key(Str text)
{
    size_t start = text.len && byte_in(text.ptr[0], ":\"'"), end = start;
    while (end < text.len && byte_is_word(text.ptr[end]))
        end++;
    bool whole = end == text.len || (end + 1 == text.len && text.ptr[end] == text.ptr[0]);
    return whole ? str_slice(text, start, end) : (Str){0};
}

static void add_value(Pairs *pairs, TSNode key, TSNode node)
{
    const Walk *walk = pairs->values.walk;
    bool value = false;
    Str word = node_is_null(key) ? (Str){0} : literal_key(walk_text(walk, key));
    add_part(&pairs->values, node);
    Str text = word.len && !node_is_null(node)
                   ? value_text(walk, node, pairs->values.depth + 1, &value)
                   : (Str){0};
    if (text.len && str_find_byte(text, '|') == STR_NONE)
        buf_printf(
            &pairs->named, ",%.*s:%.*s", STR_ARG(word),
            STR_ARG(argument_text(walk, value ? text : str_join(walk->arena, text, STR("{}")))));
}

static void add_pair(void *context, TSNode node)
{
    Pairs *pairs = context;
    const Walk *walk = pairs->values.walk;
    if (!pairs->paths) {
        bool counts = node_is_named(node) && !node_is_extra(node);
        if (counts && pairs->count++ % 2)
            add_value(pairs, pairs->last, node);
        else if (counts)
            pairs->last = node;
        return;
    }
    Level level = {.node = node};
    Place place = {&level, 0, walk->text};
    TSNode key = tree_rule_follow(walk->table, pairs->paths->detail, &place, node, NULL);
    add_part(&pairs->keys, key);
    add_value(pairs, key, tree_rule_follow(walk->table, pairs->paths->from, &place, node, NULL));
}

/* What each key, or each value, may be. */
static Str any_of(const Walk *walk, Parts *parts)
{
    if (!parts->len)
        return STR("_");
    for (size_t i = 0; i < parts->len; i++)
        if (str_find_byte(parts->list[i], '|') == STR_NONE)
            parts->list[i] = str_join(walk->arena, STR("="), parts->list[i]);
    if (parts->open && parts->len < PARTS_MAX)
        parts->list[parts->len++] = STR("_");
    return join(walk, parts, STR("|"));
}

/* `LABEL<K,V>{}` */
static Str pairs_text(const Walk *walk, Str label, Pairs *pairs)
{
    bool several = pairs->values.len > 1;
    Str named =
        several && pairs->named.len <= VALUE_BYTES_MAX / 2 ? buf_str(&pairs->named) : (Str){0};
    const Str text[] = {
        label, STR("<"),  any_of(walk, &pairs->keys), STR(","), any_of(walk, &pairs->values),
        named, STR(">{}")};
    Str all = str_join_all(walk->arena, text, COUNT(text));
    return all.len > VALUE_BYTES_MAX ? (Str){0} : all;
}

Str walk_pairs(const Walk *walk, TSNode node, Str label)
{
    const Parts none = {.walk = walk, .depth = 0};
    Pairs pairs = {.keys = none, .values = none, .named = buf_open(walk->arena, 0)};
    NodeChildren children;
    TSNode child;
    node_children_open(&children, node);
    while (node_children_next(&children, &child))
        add_pair(&pairs, child);
    pairs.keys.len = 0;
    return pairs.values.len ? pairs_text(walk, label, &pairs) : (Str){0};
}

static Str map_text(const Walk *walk, TSNode node, const Rule *rule, const RulePaths *paths,
                    int depth)
{
    Level level = {.node = node};
    Place place = {&level, 0, walk->text};
    const Parts none = {.walk = walk, .depth = depth};
    Pairs pairs = {.paths = rule->from ? paths : NULL,
                   .keys = none,
                   .values = none,
                   .named = buf_open(walk->arena, 0)};
    tree_rule_each(walk->table, paths->each, &place, add_pair, &pairs);
    if (!rule->from)
        pairs.keys.len = 0;
    if (!pairs.keys.len && !pairs.values.len)
        return rule->suffix ? str_join(walk->arena, str_from(rule->label), str_from(rule->suffix))
                            : (Str){0};
    return pairs_text(walk, str_from(rule->label), &pairs);
}

/* A chain whose first part is one of the expressions above. */
static Str chain_text(const Walk *walk, TSNode node, const Rule *rule, const RulePaths *paths,
                      int depth)
{
    Level level = {.node = node};
    Place place = {&level, 0, walk->text};
    bool value = false;
    TSNode before = tree_rule_follow(walk->table, paths->receiver, &place, node, NULL);
    TSNode name = tree_rule_follow(walk->table, paths->name, &place, node, NULL);
    Str text = node_is_null(before) ? (Str){0} : value_text(walk, before, depth + 1, &value);
    if (!text.len || (rule->name && node_is_null(name)))
        return (Str){0};
    if (!value)
        text = str_join(walk->arena, text, STR("{}"));
    const Str rest[] = {rule->name ? STR(".") : (Str){0},
                        rule->name ? walk_text(walk, name) : (Str){0}, str_from(rule->suffix)};
    text = type_each(walk->arena, text, str_join_all(walk->arena, rest, COUNT(rest)));
    return text.len > VALUE_BYTES_MAX ? (Str){0} : text;
}

static Str value_text(const Walk *walk, TSNode node, int depth, bool *value)
{
    const RulePaths *paths = NULL;
    const Rule *rule = depth < VALUE_DEPTH_MAX ? rule_of(walk, node, &paths) : NULL;
    bool chain = rule && rule->receiver;
    Str plain = !rule || chain
                    ? type_of_expression(walk->arena, walk->language, walk_text(walk, node), value)
                    : (Str){0};
    if (!rule || plain.len)
        return plain;
    *value = true;
    if (chain)
        return chain_text(walk, node, rule, paths, depth);
    if (rule->label && rule->each)
        return map_text(walk, node, rule, paths, depth);
    if (rule->label && !rule->name)
        return str_from(rule->label);
    Level level = {.node = node};
    Place place = {&level, 0, walk->text};
    Parts parts = {.walk = walk, .depth = depth};
    if (rule->action == RULE_RECORD) {
        Str record = record_text(walk, node, paths, depth);
        return record.len > VALUE_BYTES_MAX ? (Str){0} : record;
    }
    if (rule->each)
        tree_rule_each(walk->table, paths->each, &place, add_part, &parts);
    if (rule->name)
        add_part(&parts, tree_rule_follow(walk->table, paths->name, &place, node, NULL));
    if (rule->from)
        add_part(&parts, tree_rule_follow(walk->table, paths->from, &place, node, NULL));
    if (!parts.len && rule->action == RULE_LIST && rule->suffix)
        return str_from(rule->suffix);
    if (!parts.len || (rule->flat && parts.len > 1))
        return (Str){0};
    if (parts.open && rule->action == RULE_EITHER && parts.len < PARTS_MAX)
        parts.list[parts.len++] = STR("_");
    Str text = rule->action == RULE_LIST ? list_text(walk, &parts) : join(walk, &parts, STR("|"));
    if (rule->label)
        text = str_join(walk->arena, str_from(rule->label), text);
    if (rule->action == RULE_EITHER && rule->suffix)
        text = type_each(walk->arena, text, str_from(rule->suffix));
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
