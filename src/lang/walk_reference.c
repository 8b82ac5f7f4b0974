/* Imports, references and the package: rules that name something without declaring it. */
#include "lang/declare.h"
#include "lang/walk_state.h"

typedef struct Naming {
    Walk *walk;
    const Rule *rule;
    const RulePaths *paths;
    Place place;
} Naming;

typedef struct Span {
    uint32_t start, end;
} Span;

static void extend_span(void *context, TSNode child)
{
    Span *span = context;
    if (ts_node_start_byte(child) >= span->start)
        span->end = MAX(span->end, ts_node_end_byte(child));
}

static Str import_detail(const Naming *naming, TSNode node)
{
    const Walk *walk = naming->walk;
    PathSlice path = naming->paths->detail;
    TSNode first = rule_follow(walk->table, path, &naming->place, node, NULL);
    if (ts_node_is_null(first))
        return (Str){0};
    Span span = {ts_node_start_byte(first), ts_node_end_byte(first)};
    if (!naming->rule->each)
        rule_each(walk->table, path, &naming->place, extend_span, &span);
    return declare_signature(walk->arena, walk->language,
                             str_slice(walk->text, span.start, span.end));
}

static void add_import(Naming *naming, TSNode node)
{
    Walk *walk = naming->walk;
    if (walk->outline->imports.len >= IMPORTS_MAX)
        return;
    TSNode name = naming->rule->name
                      ? rule_follow(walk->table, naming->paths->name, &naming->place, node, NULL)
                      : node;
    if (ts_node_is_null(name))
        return;
    TSNode whole = naming->place.levels[naming->place.level].node;
    Import *import = VEC_PUSH(walk->arena, &walk->outline->imports);
    Str text = walk_text(walk, name);
    if (str_starts(text, STR("import ")))
        text = str_from_offset(text, strlen("import "));
    import->name = declare_name(walk->arena, text);
    import->start = ts_node_start_byte(whole);
    import->end = ts_node_end_byte(whole);
    import->line = ts_node_start_point(whole).row + 1;
    import->detail = import_detail(naming, node);
}

static ReferenceKind reference_kind(RuleAction action)
{
    switch (action) {
    case RULE_CALL: return REFERENCE_CALL;
    case RULE_TYPE: return REFERENCE_TYPE;
    case RULE_BASE: return REFERENCE_BASE;
    default: return REFERENCE_USE;
    }
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
    TSNode receiver = rule_follow(walk->table, paths->receiver, &naming->place, node, NULL);
    TSNode arguments = rule_follow(walk->table, paths->arguments, &naming->place, node, NULL);
    Reference *reference = VEC_PUSH(walk->arena, &walk->outline->references);
    reference->kind = reference_kind(naming->rule->action);
    reference->name = declare_name(walk->arena, walk_text(walk, name));
    if (!ts_node_is_null(receiver))
        reference->receiver = declare_name(walk->arena, walk_text(walk, receiver));
    if (!ts_node_is_null(arguments))
        reference->arguments = (uint16_t)MIN(ts_node_named_child_count(arguments), UINT16_MAX);
    reference->start = ts_node_start_byte(name);
    reference->line = ts_node_start_point(name).row + 1;
    reference->symbol = walk->open_count ? walk->open[walk->open_count - 1] + 1 : 0;
}

static void add_import_child(void *context, TSNode child)
{
    add_import(context, child);
}

static void add_reference_child(void *context, TSNode child)
{
    add_reference(context, child);
}

static void add_named(Walk *walk, const Rule *rule, const RulePaths *paths)
{
    Naming naming = {.walk = walk,
                     .rule = rule,
                     .paths = paths,
                     .place = {walk->levels, walk->level, walk->text}};
    TSNode node = walk->levels[walk->level].node;
    bool import = rule->action == RULE_IMPORT;
    if (!import && !walk->options->want_references)
        return;
    if (rule->each)
        rule_each(walk->table, paths->each, &naming.place,
                  import ? add_import_child : add_reference_child, &naming);
    else if (import)
        add_import(&naming, node);
    else
        add_reference(&naming, node);
}

static void set_package(Walk *walk, const Rule *rule, const RulePaths *paths)
{
    Place place = {walk->levels, walk->level, walk->text};
    TSNode node = walk->levels[walk->level].node;
    TSNode name = rule->name ? rule_follow(walk->table, paths->name, &place, node, NULL) : node;
    if (!ts_node_is_null(name) && !walk->outline->package.len)
        walk->outline->package = declare_name(walk->arena, walk_text(walk, name));
}

void walk_name(Walk *walk, const Rule *rule, const RulePaths *paths)
{
    if (rule->action == RULE_PACKAGE)
        set_package(walk, rule, paths);
    else
        add_named(walk, rule, paths);
}
