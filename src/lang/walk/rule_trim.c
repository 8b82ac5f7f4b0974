/* Derivation of trimming plans from rules (deps/support.h explains plans). A node is wanted if a
   rule of its kind may hold. The nodes that a path leads through must keep their children. Which
   nodes these are is known by kind or by field from the step that leads to them; if it is not,
   trees of the language are not trimmed. */
#include "lang/walk/rule_trim.h"

#include "lang/walk/node.h"
#include "lang/walk/rule_grammar.h"
#include "lang/walk/rule_table.h"

/* Number of places that one path may lead to; beyond it trees are not trimmed. */
#define PLACES_MAX 32
#define LEVEL_SHIFT 4

typedef struct TrimRow { /* of a compiled rule */
    uint16_t wants;      /* FoveaTrimKind bits of a node for which the rule holds */
    bool asked;          /* the rule has conditions that can be tested within the node */
} TrimRow;

struct TrimTable {
    FoveaTrim plan;
    TrimRow *rows;
};

/* A set of nodes that a path may lead to, described by its last steps. The rule's own node and its
   ancestors need no description, as they exist in any case. */
typedef struct PathPlace {
    const RuleStep *step, *before; /* the last step and the one before; NULL: the rule's own node */
    const RuleStep *self, *above;  /* the step with its kinds, with its parent's kinds; NULL: any */
} PathPlace;

static const RuleStep own_kind; /* that of the rule's node */

typedef struct PathPlaces {
    PathPlace ptr[PLACES_MAX];
    uint32_t len;
} PathPlaces;

typedef struct Maker {
    const Language *language;
    const RuleTable *table;
    TrimRow *rows;
    /* The arrays of the plan (deps/support.h), but by kind instead of by symbol. */
    uint16_t *kinds, *function_name, *kind_sought;
    uint64_t *keeps_children_of, *kept_as, *field_parents, *field_bits;
    uint8_t *field_seeks, *field_sought;
    bool *field_keeps, *field_keeps_all;
    bool *field_in_any_parent; /* by field: children keep theirs whatever the parent is */
    bool *renamed;             /* by kind: it is an alias for nodes of other kinds */
    TSSymbol kind;             /* of the current rule */
    uint32_t kept_as_count, field_count, field_seeks_count;
    uint32_t first_items; /* children of a repetition that paths lead into by index */
    bool unclear;         /* some path cannot be followed: trees are not trimmed */
} Maker;

/* ---- paths ---- */

static void mark_kinds(const Maker *maker, const RuleStep *step, unsigned bits)
{
    for (uint32_t i = 0; i < step->kind_count; i++) {
        TSSymbol kind = maker->table->kinds[step->kind_first + i];
        if (kind < maker->table->kind_count)
            maker->kinds[kind] |= (uint16_t)bits;
    }
}

/* Whether the kind has a bit in kept_as; gives it one if there are any left. */
static bool has_bit(Maker *maker, TSSymbol kind)
{
    if (!maker->kept_as[kind] && maker->kept_as_count < 64)
        maker->kept_as[kind] = 1ull << maker->kept_as_count++;
    return maker->kept_as[kind];
}

typedef struct Parents {
    const TSSymbol *kinds;
    uint32_t count; /* 0: not known */
} Parents;

/* The kinds of the step `above`; empty if one of them is also an alias for nodes of other kinds. */
static Parents parents_of(const Maker *maker, const RuleStep *above)
{
    Parents parents = {0};
    if (above == &own_kind)
        parents = (Parents){&maker->kind, 1};
    else if (above)
        parents = (Parents){&maker->table->kinds[above->kind_first], above->kind_count};
    for (uint32_t i = 0; i < parents.count; i++)
        if (parents.kinds[i] >= maker->table->kind_count || maker->renamed[parents.kinds[i]])
            return (Parents){0};
    return parents;
}

/* Nodes of the step's kinds keep their children, if their parent is of a kind of `above`. */
static void mark_open(Maker *maker, const RuleStep *step, const RuleStep *above)
{
    Parents parents = parents_of(maker, above);
    for (uint32_t i = 0; i < step->kind_count; i++) {
        TSSymbol kind = maker->table->kinds[step->kind_first + i];
        if (kind >= maker->table->kind_count)
            continue;
        if (!parents.count || !has_bit(maker, kind))
            maker->kinds[kind] |= FOVEA_TRIM_KEEP_CHILDREN;
        for (uint32_t n = 0; n < parents.count; n++)
            maker->keeps_children_of[parents.kinds[n]] |= maker->kept_as[kind];
    }
}

/* Nodes in the field keep their children, if their parent is of a kind of `above`. */
static void mark_field(Maker *maker, TSFieldId field, const RuleStep *above)
{
    Parents parents = parents_of(maker, above);
    maker->field_keeps[field] = true;
    maker->field_in_any_parent[field] = maker->field_in_any_parent[field] || !parents.count;
    if (!maker->field_bits[field] && maker->field_count < 64)
        maker->field_bits[field] = 1ull << maker->field_count++;
    for (uint32_t i = 0; i < parents.count; i++)
        maker->field_parents[parents.kinds[i]] |= maker->field_bits[field];
}

static bool tells_kinds(const RuleStep *step)
{
    return step &&
           (step->op == STEP_CHILD || step->op == STEP_FILTER || step->op == STEP_DESCENDANT);
}

/* A path leads into the n-th child, by an STEP_NTH, else into the first. */
static void look_by_place(Maker *maker, const RuleStep *step)
{
    bool first = !step || step->op != STEP_NTH;
    uint32_t count = first ? 1 : step->number < 0 ? UINT32_MAX : (uint32_t)step->number + 1;
    maker->first_items = MAX(maker->first_items, count);
}

/* The field's bit in field_seeks, assigned on first use; further fields share the last bit. */
static uint8_t from_bit(Maker *maker, TSFieldId field)
{
    if (!maker->field_seeks[field]) {
        maker->field_seeks[field] = (uint8_t)(1u << maker->field_seeks_count);
        maker->field_seeks_count = MIN(maker->field_seeks_count + 1, 7);
    }
    return maker->field_seeks[field];
}

static void hold_kinds(Maker *maker, const RuleStep *step, uint8_t from)
{
    mark_kinds(maker, step, FOVEA_TRIM_SOUGHT);
    for (uint32_t i = 0; i < step->kind_count; i++) {
        TSSymbol kind = maker->table->kinds[step->kind_first + i];
        if (kind < maker->table->kind_count)
            maker->kind_sought[kind] |= from;
    }
}

/* A path leads from a node in a field to its children. As the field may belong to a whole
   repetition, the nodes are recorded by the field from which they are sought. */
static void look_from_field(Maker *maker, PathPlace place, const RuleStep *next)
{
    mark_field(maker, place.step->field, place.above);
    if (next->op != STEP_CHILD && next->op != STEP_FIELD)
        maker->field_keeps_all[place.step->field] = true;
    uint8_t from = from_bit(maker, place.step->field);
    if (tells_kinds(next))
        hold_kinds(maker, next, from);
    else if (next->op == STEP_FIELD)
        maker->field_sought[next->field] |= from;
    else
        look_by_place(maker, next);
}

/* The nodes of the place must keep their children, for the next step. */
static void look_into(Maker *maker, PathPlace place, const RuleStep *next)
{
    const RuleStep *step = place.step, *before = place.before;
    if (!step || step->op == STEP_PARENT)
        return;
    if (tells_kinds(step)) {
        mark_open(maker, step, place.above);
    } else if (step->op == STEP_FIELD) {
        look_from_field(maker, place, next);
    } else if (step->op == STEP_NTH && (!before || tells_kinds(before))) {
        look_by_place(maker, step);
        if (before)
            mark_kinds(maker, before, FOVEA_TRIM_KEEP_GRANDCHILDREN);
        else
            maker->kinds[maker->kind] |= FOVEA_TRIM_KEEP_GRANDCHILDREN;
    } else {
        maker->unclear = true;
    }
}

static void add_place(Maker *maker, PathPlaces *places, PathPlace place)
{
    for (uint32_t i = 0; i < places->len; i++)
        if (memcmp(&places->ptr[i], &place, sizeof place) == 0)
            return;
    if (places->len == PLACES_MAX)
        maker->unclear = true;
    else
        places->ptr[places->len++] = place;
}

static PathPlace place_after(const RuleStep *step, PathPlace place)
{
    bool there = !place.step || place.step->op == STEP_PARENT;
    switch (step->op) {
    case STEP_FILTER:
        if (!there)
            return (PathPlace){step, NULL, step, place.above};
        place.self = step;
        return place;
    case STEP_NTH:
        return (PathPlace){step, there && place.step ? place.self : place.step, NULL, place.self};
    case STEP_CHILD: return (PathPlace){step, NULL, step, place.self};
    case STEP_DESCENDANT: return (PathPlace){step, NULL, step, NULL};
    case STEP_FIELD: return (PathPlace){step, NULL, NULL, place.self};
    case STEP_PARENT: return (PathPlace){step, NULL, place.above, NULL};
    default: return (PathPlace){step, NULL, NULL, place.above};
    }
}

static void follow_places(Maker *maker, const Alternative *path, PathPlaces *places);

static void follow_loop(Maker *maker, const RuleStep *step, PathPlaces *places)
{
    uint32_t before;
    do {
        before = places->len;
        PathPlaces from = *places;
        for (uint32_t i = 0; i < step->inner.count; i++) {
            PathPlaces further = from;
            follow_places(maker, &maker->table->alternatives[step->inner.first + i], &further);
            for (uint32_t n = 0; n < further.len; n++)
                add_place(maker, places, further.ptr[n]);
        }
    } while (places->len > before);
}

static void follow_places(Maker *maker, const Alternative *path, PathPlaces *places)
{
    const RuleStep *step = &maker->table->steps[path->first], *end = step + path->count;
    for (; step < end; step++) {
        if (step->op == STEP_LOOP) {
            follow_loop(maker, step, places);
            continue;
        }
        bool down = step->op == STEP_FIELD || step->op == STEP_CHILD || step->op == STEP_NTH ||
                    step->op == STEP_DESCENDANT;
        PathPlaces next = {.len = 0};
        for (uint32_t i = 0; i < places->len; i++) {
            if (down)
                look_into(maker, places->ptr[i], step);
            add_place(maker, &next, place_after(step, places->ptr[i]));
        }
        if (step->op == STEP_DESCENDANT)
            mark_kinds(maker, step, FOVEA_TRIM_WANT);
        *places = next;
    }
}

static PathPlaces follow(Maker *maker, PathSlice path, const PathPlaces *from)
{
    PathPlaces all = {.len = 0};
    for (uint32_t i = 0; i < path.count; i++) {
        PathPlaces places = *from;
        follow_places(maker, &maker->table->alternatives[path.first + i], &places);
        for (uint32_t n = 0; n < places.len; n++)
            add_place(maker, &all, places.ptr[n]);
    }
    return all;
}

/* ---- rules ---- */

static bool declares_functions(const Rule *rule)
{
    return symbol_is_callable(rule->kind) && (!rule->in_type || symbol_is_callable(rule->in_type));
}

/* The number of levels of a condition like ^/^/@program, whose kinds are marked; 0 for others. */
static uint32_t levels_of(const Maker *maker, const Term *term)
{
    const Alternative *path = &maker->table->alternatives[term->path.first];
    const RuleStep *steps = &maker->table->steps[path->first];
    if (term->negated || term->op != TERM_EXISTS || term->path.count != 1 || path->count < 2 ||
        steps[path->count - 1].op != STEP_FILTER ||
        path->count - 1 > FOVEA_TRIM_TOP_LEVELS >> LEVEL_SHIFT)
        return 0;
    for (uint32_t i = 0; i + 1 < path->count; i++)
        if (steps[i].op != STEP_PARENT)
            return 0;
    mark_kinds(maker, &steps[path->count - 1], FOVEA_TRIM_IS_TOP);
    return path->count - 1;
}

static bool declares(const Rule *rule)
{
    return rule->action == RULE_SYMBOL || rule->action == RULE_IMPORT ||
           rule->action == RULE_PACKAGE || rule->action == RULE_EMBED;
}

/* The WANT bits of nodes for which the rule holds. */
static unsigned wants_of(const Maker *maker, const Rule *rule, const RulePaths *paths)
{
    if (!declares(rule))
        return 0;
    for (uint32_t i = 0; i < paths->when_count; i++) {
        uint32_t levels = levels_of(maker, &maker->table->terms[paths->when_first + i]);
        if (levels)
            return levels << LEVEL_SHIFT;
    }
    if (rule->in && !(rule->in & IN_FUNCTION))
        return FOVEA_TRIM_WANT_OUTSIDE;
    bool local = rule->action == RULE_IMPORT || rule->action == RULE_PACKAGE ||
                 (rule->action == RULE_SYMBOL && declares_functions(rule));
    return local ? FOVEA_TRIM_WANT_FUNCTION : FOVEA_TRIM_WANT;
}

static void add_paths(Maker *maker, const RulePaths *paths)
{
    PathPlaces own = {.ptr = {{.self = &own_kind}}, .len = 1};
    PathPlaces each = follow(maker, paths->each, &own);
    for (uint32_t i = 0; i < each.len; i++)
        if (each.ptr[i].step && each.ptr[i].step->op == STEP_NTH)
            maker->first_items = UINT32_MAX; /* `each` selects this child and all after it */
    const PathPlaces *named = paths->each.count ? &each : &own;
    follow(maker, paths->name, named);
    follow(maker, paths->owner, named);
    follow(maker, paths->detail, named);
    follow(maker, paths->body, &own);
    follow(maker, paths->range, &own);
    follow(maker, paths->doc, &own);
    follow(maker, paths->tail, &own);
    for (uint32_t i = 0; i < paths->when_count; i++)
        follow(maker, maker->table->terms[paths->when_first + i].path, &own);
}

static void add_rule(Maker *maker, uint16_t index)
{
    const RulePaths *paths = rule_paths(maker->table, index);
    const Rule *rule = &maker->language->rules[paths->rule];
    TrimRow *row = &maker->rows[index];
    if (!declares(rule) && rule->action != RULE_SCOPE && rule->action != RULE_SKIP)
        return;
    add_paths(maker, paths);
    row->wants = (uint16_t)wants_of(maker, rule, paths);
    for (uint32_t i = 0; i < paths->when_count; i++)
        if (!maker->table->terms[paths->when_first + i].outside)
            row->asked = row->wants != 0;
    if (row->asked)
        maker->kinds[maker->kind] |= FOVEA_TRIM_ASK;
    else
        maker->kinds[maker->kind] |= row->wants;
}

/* The field with the rule's name, if some alternative of the path is just a field; else 0. */
static TSFieldId name_field(const Maker *maker, const RulePaths *paths)
{
    for (uint32_t i = 0; i < paths->name.count; i++) {
        const Alternative *path = &maker->table->alternatives[paths->name.first + i];
        const RuleStep *step = &maker->table->steps[path->first];
        if (path->count == 1 && step->op == STEP_FIELD)
            return step->field;
    }
    return 0;
}

/* Decides whether everything below nodes of the kind is inside a function. */
static void find_scope(Maker *maker, uint16_t index)
{
    bool scope = false, named = false;
    TSFieldId field = 0;
    for (; index != RULE_NONE; index = rule_paths(maker->table, index)->next) {
        const RulePaths *paths = rule_paths(maker->table, index);
        const Rule *rule = &maker->language->rules[paths->rule];
        bool always = !paths->when_count && !rule->in;
        if (rule->action == RULE_SYMBOL && !declares_functions(rule))
            return;
        scope = scope || (always && rule->action == RULE_SCOPE);
        if (!always || rule->action != RULE_SYMBOL || rule->each)
            continue;
        named = named || rule->label;
        field = field ? field : name_field(maker, paths);
    }
    if (scope || named || field)
        maker->kinds[maker->kind] |= FOVEA_TRIM_IS_FUNCTION;
    if (!scope && !named)
        maker->function_name[maker->kind] = field;
}

/* ---- the table ---- */

TrimTable *trim_table(Arena *arena, const Language *language, const RuleTable *table)
{
    const TSLanguage *grammar = language->grammar();
    size_t rules = 0;
    for (uint32_t i = 0; i < table->kind_count; i++)
        for (uint16_t index = table->first[i]; index != RULE_NONE; index = table->rules[index].next)
            rules = MAX(rules, index + 1u);
    Maker maker = {.language = language, .table = table};
    maker.rows = NEW(arena, TrimRow, rules);
    maker.kinds = NEW(arena, uint16_t, table->kind_count);
    maker.function_name = NEW(arena, uint16_t, table->kind_count);
    maker.keeps_children_of = NEW(arena, uint64_t, table->kind_count);
    maker.kept_as = NEW(arena, uint64_t, table->kind_count);
    maker.renamed = grammar_renamed(arena, grammar, table->kind_count);
    uint32_t fields = ts_language_field_count(grammar) + 1;
    maker.field_keeps = NEW(arena, bool, fields);
    maker.field_in_any_parent = NEW(arena, bool, fields);
    maker.field_keeps_all = NEW(arena, bool, fields);
    maker.field_bits = NEW(arena, uint64_t, fields);
    maker.field_parents = NEW(arena, uint64_t, table->kind_count);
    maker.field_seeks = NEW(arena, uint8_t, fields);
    maker.field_sought = NEW(arena, uint8_t, fields);
    maker.kind_sought = NEW(arena, uint16_t, table->kind_count);
    for (uint32_t i = 0; i < table->kind_count; i++) {
        maker.kind = (TSSymbol)i;
        for (uint16_t index = table->first[i]; index != RULE_NONE; index = table->rules[index].next)
            add_rule(&maker, index);
        find_scope(&maker, table->first[i]);
        if (table->comment[i])
            maker.kinds[i] |= FOVEA_TRIM_IS_COMMENT;
    }
    if (maker.unclear)
        return NULL;
    for (uint32_t i = 0; i < fields; i++)
        if (maker.field_in_any_parent[i])
            maker.field_bits[i] = 0;
    TrimTable *trim = NEW(arena, TrimTable, 1);
    trim->rows = maker.rows;
    trim->plan = (FoveaTrim){
        .kinds = grammar_kinds(arena, grammar, maker.kinds, table->kind_count),
        .function_name = grammar_kinds(arena, grammar, maker.function_name, table->kind_count),
        .field_keeps = maker.field_keeps,
        .field_bits = maker.field_bits,
        .field_parents = grammar_bits(arena, grammar, maker.field_parents, table->kind_count),
        .field_keeps_all = maker.field_keeps_all,
        .field_seeks = maker.field_seeks,
        .field_sought = maker.field_sought,
        .kind_sought = grammar_kinds(arena, grammar, maker.kind_sought, table->kind_count),
        .kind_is_named = grammar_asked_for(arena, grammar, table),
        .never_top =
            grammar_below(arena, grammar, maker.kinds, FOVEA_TRIM_IS_TOP, table->kind_count),
        .production_is_plain = grammar_plain(arena, grammar, table),
        .keeps_children_of =
            grammar_bits(arena, grammar, maker.keeps_children_of, table->kind_count),
        .kept_as = grammar_bits(arena, grammar, maker.kept_as, table->kind_count),
        .kind_count = table->kind_count,
        .token_count = grammar->token_count,
        .first_items = maker.first_items};
    return trim;
}

/* ---- a parse ---- */

/* FoveaTrim.ask: the children needed by the rules of the node's kind whose conditions hold within
   it. */
static uint32_t ask(void *context, const void *subtree, uint32_t start)
{
    const Trimming *trimming = context;
    Place place = {trimming->level, 0, trimming->text};
    TSNode node = node_make((Length){.bytes = start}, 0, subtree, trimming->tree);
    uint32_t wants = 0;
    Found last = {0};
    trimming->level->node = node;
    uint16_t index = rule_first(trimming->rules, node_kind(node));
    for (; index != RULE_NONE; index = rule_paths(trimming->rules, index)->next) {
        const TrimRow *row = &trimming->table->rows[index];
        if (row->asked && row->wants & ~wants &&
            tree_rule_may_hold(trimming->rules, rule_paths(trimming->rules, index), &place, &last))
            wants |= row->wants;
    }
    return wants;
}

bool trimming_open(Trimming *trimming, Arena *arena, const Language *language, Str text)
{
    const RuleTable *rules = tree_rule_table(language);
    if (!rules || !rules->trim)
        return false;
    trimming->plan = rules->trim->plan;
    trimming->plan.ask = ask;
    trimming->plan.context = trimming;
    trimming->table = rules->trim;
    trimming->rules = rules;
    trimming->text = text;
    trimming->tree = NEW(arena, TSTree, 1);
    trimming->tree->language = language->grammar();
    trimming->level = NEW(arena, Level, 1);
    return true;
}
