/* Imports and the package; also the dispatch of rules that declare no symbol. */
#include "lang/import/import.h"
#include "lang/walk/declare.h"
#include "lang/walk/walk_state.h"

/* Longer text before a package's name is not a word, but attributes. */
#define PACKAGE_WORD_BYTES_MAX 16

typedef struct Span {
    uint32_t start, end;
} Span;

static void extend_span(void *context, TSNode child)
{
    Span *span = context;
    if (node_start(child) >= span->start)
        span->end = MAX(span->end, node_end(child));
}

static Str import_detail(const Naming *naming, TSNode node)
{
    const Walk *walk = naming->walk;
    PathSlice path = naming->paths->detail;
    TSNode first = tree_rule_follow(walk->table, path, &naming->place, node, NULL);
    if (node_is_null(first))
        return (Str){0};
    Span span = {node_start(first), node_end(first)};
    if (!naming->rule->each)
        tree_rule_each(walk->table, path, &naming->place, extend_span, &span);
    return declare_signature(walk->arena, walk->language,
                             str_slice(walk->text, span.start, span.end));
}

/* Whether the visited node is directly in a function. */
static bool is_inner(const Walk *walk)
{
    if (!walk->open_count)
        return false;
    SymbolKind kind = walk->outline->symbols.ptr[walk->open[walk->open_count - 1]].kind;
    return symbol_is_function(kind);
}

static bool is_conditional(const Walk *walk)
{
    for (size_t i = walk->level; i-- > 0;) {
        Str kind = str_from(ts_node_type(walk->levels[i].node));
        if (str_equal(kind, STR("function_definition")))
            return false;
        if (str_equal(kind, STR("if_statement")) || str_equal(kind, STR("try_statement")))
            return true;
    }
    return false;
}

/* Python and Scala: flags for the scope of an import and for whether it happens at all. */
static uint32_t circumstances(const Walk *walk)
{
    const Language *language = walk->language;
    bool inner = language->imports_are_local && is_inner(walk);
    bool maybe = language->imports_are_conditional && is_conditional(walk);
    return (inner ? BINDING_INNER : 0) | (maybe ? BINDING_MAYBE : 0);
}

/* Reads the bindings from the text of the rule's `range`, or of the node itself. */
static void read_bindings(const Naming *naming, TSNode node, Import *import)
{
    Walk *walk = naming->walk;
    if (!walk->options->want_references || !walk->language->bindings)
        return;
    TSNode range = tree_rule_follow(walk->table, naming->paths->range, &naming->place, node, NULL);
    walk->language->bindings(walk->arena, walk_text(walk, node_is_null(range) ? node : range),
                             &import->bindings);
    uint32_t flags = circumstances(walk);
    for (size_t i = 0; i < import->bindings.len; i++)
        import->bindings.ptr[i].flags |= flags;
}

static void add_import(Naming *naming, TSNode node)
{
    Walk *walk = naming->walk;
    if (walk->outline->imports.len >= IMPORTS_MAX)
        return;
    TSNode name = naming->rule->name ? tree_rule_follow(walk->table, naming->paths->name,
                                                        &naming->place, node, NULL)
                                     : node;
    if (node_is_null(name))
        return;
    TSNode whole = naming->place.levels[naming->place.level].node;
    Import *import = VEC_PUSH(walk->arena, &walk->outline->imports);
    Str text = walk_text(walk, name);
    if (str_starts(text, STR("import ")))
        text = str_from_offset(text, strlen("import "));
    import->name = declare_name(walk->arena, text);
    import->start = node_start(whole);
    import->end = node_end(whole);
    import->line = node_row(whole) + 1;
    import->detail = import_detail(naming, node);
    read_bindings(naming, node, import);
}

static void add_import_child(void *context, TSNode child)
{
    add_import(context, child);
}

static void walk_import(Naming *naming)
{
    if (naming->rule->each)
        tree_rule_each(naming->walk->table, naming->paths->each, &naming->place, add_import_child,
                       naming);
    else
        add_import(naming, naming->place.levels[naming->place.level].node);
}

/* Scala: whether a package clause is nested in the previous one. It is, if it is inside that clause
   or follows it and that has no body. Otherwise it is a second package of the file. */
static bool is_inner_package(const Walk *walk, TSNode node)
{
    for (size_t i = walk->level; i-- > 0;)
        if (ts_node_symbol(walk->levels[i].node) == ts_node_symbol(node))
            return true;
    return walk->package_open;
}

/* The members of the outer package are visible, so it is recorded as an import of all its names. */
static void see_outer(Walk *walk, TSNode node)
{
    Outline *outline = walk->outline;
    if (outline->imports.len >= IMPORTS_MAX || !walk->options->want_references)
        return;
    Import *import = VEC_PUSH(walk->arena, &outline->imports);
    *import =
        (Import){.start = node_start(node), .end = node_start(node), .line = node_row(node) + 1};
    import_add(walk->arena, &import->bindings, str_join(walk->arena, outline->package, STR(".*")),
               (Str){0}, BINDING_OUTER);
}

/* Notes the line of the clause, and the words before its name. */
static void note_clause(const Walk *walk, TSNode node, TSNode name)
{
    Outline *outline = walk->outline;
    Str words =
        str_trim(str_slice(walk->text, node_start(node), MAX(node_start(name), node_start(node))));
    bool plain = words.len <= PACKAGE_WORD_BYTES_MAX;
    for (size_t i = 0; plain && i < words.len; i++)
        plain = byte_is_word(words.ptr[i]) || words.ptr[i] == ' ';
    outline->package_line = node_row(node) + 1;
    outline->package_word = plain ? words : (Str){0};
}

static void set_package(const Naming *naming)
{
    Walk *walk = naming->walk;
    Str *package = &walk->outline->package;
    TSNode node = naming->place.levels[naming->place.level].node;
    TSNode name = naming->rule->name ? tree_rule_follow(walk->table, naming->paths->name,
                                                        &naming->place, node, NULL)
                                     : node;
    if (node_is_null(name))
        return;
    Str text = declare_name(walk->arena, walk_text(walk, name));
    if (!package->len) {
        *package = text;
        note_clause(walk, node, name);
    } else if (walk->language->packages_nest && package->len < PACKAGE_BYTES_MAX &&
               is_inner_package(walk, node)) {
        const Str parts[] = {*package, STR("."), text};
        see_outer(walk, node);
        *package = str_join_all(walk->arena, parts, COUNT(parts));
    }
    walk->package_open = node_is_null(ts_node_child_by_field_name(node, "body", 4));
}

void walk_name(Walk *walk, const Rule *rule, const RulePaths *paths)
{
    Naming naming = {.walk = walk,
                     .rule = rule,
                     .paths = paths,
                     .place = {walk->levels, walk->level, walk->text}};
    if (rule->action == RULE_PACKAGE)
        set_package(&naming);
    else if (rule->action == RULE_IMPORT)
        walk_import(&naming);
    else if (walk->options->want_references && rule->action == RULE_NARROW)
        walk_narrow(&naming);
    else if (walk->options->want_references)
        walk_reference(&naming);
}
