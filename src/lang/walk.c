/* The walk keeps its own stack of ancestors (a Level each): the tree is asked for nothing that costs
   time proportional to its depth. Comments and attributes before a declaration are remembered at the
   parent's level until the declaration comes. Symbols stay open until their node is left, so that
   what is found below becomes their child. */
#include "lang/walk.h"

#include "lang/declare.h"
#include "lang/rule.h"

/* Modifiers stand near the name; a longer prefix is attributes. */
#define MODIFIER_BYTES_MAX 2048

typedef struct Open {
    uint32_t symbol; /* index */
    RuleIn in;       /* what it is for what is inside */
} Open;

typedef struct Walk {
    Arena *arena;
    Str text;
    const Language *language;
    const RuleTable *table;
    const OutlineOptions *options;
    Outline *outline;
    Level *levels;
    size_t level;
    Open open[SYMBOL_DEPTH_MAX]; /* symbols */
    size_t open_count;
    RuleIn scopes[TREE_DEPTH_MAX + 1]; /* scopes, named or not; the first is the file */
    size_t scope_count;
    uint32_t last_cut_line;
} Walk;

static Str node_text(const Walk *walk, TSNode node)
{
    return str_slice(walk->text, ts_node_start_byte(node), ts_node_end_byte(node));
}

static size_t count_newlines(Str text, uint32_t from, uint32_t to)
{
    size_t count = 0;
    for (uint32_t i = from; i < to && i < text.len; i++)
        count += text.ptr[i] == '\n';
    return count;
}

static RuleIn scope_of_kind(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR:
    case SYMBOL_MACRO:
        return IN_FUNCTION;
    case SYMBOL_CLASS:
    case SYMBOL_STRUCT:
    case SYMBOL_UNION:
    case SYMBOL_INTERFACE:
    case SYMBOL_TRAIT:
    case SYMBOL_IMPL:
    case SYMBOL_ENUM:
    case SYMBOL_TYPE:
        return IN_TYPE;
    case SYMBOL_FIELD:
    case SYMBOL_PROPERTY:
    case SYMBOL_VARIABLE:
    case SYMBOL_CONSTANT:
    case SYMBOL_ENUM_MEMBER:
        return IN_VALUE;
    default:
        return IN_MODULE;
    }
}

static RuleIn current_scope(const Walk *walk)
{
    return walk->scope_count ? walk->scopes[walk->scope_count - 1] : IN_MODULE;
}

static void push_scope(Walk *walk, RuleIn in)
{
    walk->scopes[walk->scope_count++] = in;
    walk->levels[walk->level].scopes++;
}

/* ---- symbols ---- */

typedef struct Extent {
    uint32_t start, end, lead;
    uint32_t start_line, end_line;
} Extent;

static Extent extent_of(const Walk *walk, TSNode node, size_t level)
{
    const Level *at = &walk->levels[level == SIZE_MAX ? walk->level : level];
    uint32_t node_start = ts_node_start_byte(node);
    Extent extent = {.start = node_start, .end = ts_node_end_byte(node), .lead = at->lead};
    extent.start_line = ts_node_start_point(node).row + 1;
    extent.end_line = ts_node_end_point(node).row + 1;
    if (at->attributes < extent.start) {
        extent.start_line -= (uint32_t)count_newlines(walk->text, at->attributes, extent.start);
        extent.start = at->attributes;
    }
    while (extent.end > node_start + 1 && extent.end <= walk->text.len &&
           byte_is_space(walk->text.ptr[extent.end - 1]))
        extent.end_line -= walk->text.ptr[--extent.end] == '\n';
    extent.lead = MIN(extent.lead, extent.start);
    return extent;
}

static Str symbol_doc(const Walk *walk, const RulePaths *paths, const Place *place,
                      const Extent *extent)
{
    TSNode node = place->levels[place->level].node;
    TSNode docstring = rule_follow(walk->table, paths->doc, place, node, NULL);
    if (!ts_node_is_null(docstring))
        return declare_doc(walk->arena, node_text(walk, docstring));
    return declare_doc(walk->arena, str_slice(walk->text, extent->lead, extent->start));
}

static Symbol *symbol_push(Walk *walk)
{
    if (walk->outline->symbols.len >= SYMBOLS_MAX) {
        walk->outline->degraded = true;
        walk->outline->note = STR("too many symbols: the rest is left out");
        return NULL;
    }
    Symbol *symbol = VEC_PUSH(walk->arena, &walk->outline->symbols);
    symbol->next = (uint32_t)walk->outline->symbols.len;
    symbol->depth = (uint32_t)walk->open_count;
    symbol->parent = walk->open_count ? walk->open[walk->open_count - 1].symbol + 1 : 0;
    return symbol;
}

static void symbol_open(Walk *walk, const Rule *rule, uint32_t index, SymbolKind kind)
{
    push_scope(walk, scope_of_kind(kind));
    if (rule->flat || walk->open_count == SYMBOL_DEPTH_MAX)
        return;
    walk->open[walk->open_count++] = (Open){.symbol = index};
    walk->levels[walk->level].closes++;
}

/* Extends the previous sibling when it is the same thing going on (clauses of one function). */
static bool symbol_merge(Walk *walk, SymbolKind kind, Str name, const Extent *extent)
{
    uint32_t parent = walk->open_count ? walk->open[walk->open_count - 1].symbol + 1 : 0;
    SymbolVec *symbols = &walk->outline->symbols;
    for (uint32_t i = (uint32_t)symbols->len; i > parent; i = symbols->ptr[i - 1].parent) {
        Symbol *last = &symbols->ptr[i - 1];
        if (last->parent != parent)
            continue;
        if (last->kind != kind || !str_equal(last->name, name))
            return false;
        last->end = extent->end;
        last->end_line = extent->end_line;
        return true;
    }
    return false;
}

static uint32_t body_offset(const Walk *walk, const RulePaths *paths, const Place *place,
                            TSNode node, const Extent *extent)
{
    TSNode body = rule_follow(walk->table, paths->body, place, node, NULL);
    uint32_t start = ts_node_is_null(body) ? 0 : ts_node_start_byte(body);
    return start > extent->start && start <= extent->end ? start : 0;
}

typedef struct Declaration {
    Walk *walk;
    const Rule *rule;
    const RulePaths *paths;
    Place place;
    size_t made;
} Declaration;

/* Makes the symbol that `node` names: the visited node itself, or one of its `each` children. */
static void declare(Declaration *declaration, TSNode node)
{
    Walk *walk = declaration->walk;
    const Rule *rule = declaration->rule;
    const RulePaths *paths = declaration->paths;
    const Place *place = &declaration->place;
    TSNode visited = place->levels[place->level].node;
    TSNode name = rule->name ? rule_follow(walk->table, paths->name, place, node, NULL) : node;
    if (ts_node_is_null(name) && !rule->label)
        return;
    size_t level = place->level;
    TSNode whole = rule_follow(walk->table, paths->range, place, visited, &level);
    Extent extent = ts_node_is_null(whole) ? extent_of(walk, visited, place->level)
                                           : extent_of(walk, whole, level);
    SymbolKind kind = rule->in_type && current_scope(walk) == IN_TYPE ? rule->in_type : rule->kind;
    bool named = !ts_node_is_null(name);
    Str text = named ? declare_name(walk->arena, node_text(walk, name)) : str_from(rule->label);
    if (!text.len || (rule->merge && symbol_merge(walk, kind, text, &extent)))
        return;
    Symbol *symbol = symbol_push(walk);
    if (!symbol)
        return;
    symbol->kind = kind;
    symbol->name = text;
    symbol->start = extent.start;
    symbol->end = extent.end;
    symbol->lead = extent.lead;
    symbol->start_line = extent.start_line;
    symbol->end_line = MAX(extent.end_line, extent.start_line);
    symbol->name_start = named ? ts_node_start_byte(name) : extent.start;
    symbol->name_end = named ? ts_node_end_byte(name) : extent.start;
    symbol->name_line = named ? ts_node_start_point(name).row + 1 : extent.start_line;
    symbol->body = body_offset(walk, paths, place, visited, &extent);
    symbol->is_value = rule->value && (!rule->body || symbol->body);
    TSNode owner = rule_follow(walk->table, paths->owner, place, node, NULL);
    if (!ts_node_is_null(owner))
        symbol->owner = declare_name(walk->arena, node_text(walk, owner));
    uint32_t before = MIN(symbol->name_start, symbol->start + MODIFIER_BYTES_MAX);
    symbol->modifiers =
        rule->modifiers | declare_modifiers(str_slice(walk->text, symbol->start, before));
    uint32_t signature_end = symbol->body ? symbol->body : symbol->end;
    symbol->signature = declare_signature(
        walk->arena, walk->language, str_slice(walk->text, symbol->start, signature_end));
    if (walk->options->want_docs)
        symbol->doc = symbol_doc(walk, paths, place, &extent);
    declaration->made++;
}

static void declare_child(void *context, TSNode child)
{
    declare(context, child);
}

static bool apply_symbol(Walk *walk, const Rule *rule, const RulePaths *paths)
{
    Declaration declaration = {.walk = walk, .rule = rule, .paths = paths,
                               .place = {walk->levels, walk->level, walk->text}};
    uint32_t first = (uint32_t)walk->outline->symbols.len;
    if (rule->each)
        rule_each(walk->table, paths->each, &declaration.place, declare_child, &declaration);
    else
        declare(&declaration, walk->levels[walk->level].node);
    if (declaration.made)
        symbol_open(walk, rule, (uint32_t)walk->outline->symbols.len - 1,
                    walk->outline->symbols.ptr[first].kind);
    return declaration.made > 0;
}

/* ---- imports and references ---- */

typedef struct Naming {
    Walk *walk;
    const Rule *rule;
    const RulePaths *paths;
    Place place;
} Naming;

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
    TSNode detail = rule_follow(walk->table, naming->paths->detail, &naming->place, node, NULL);
    Import *import = VEC_PUSH(walk->arena, &walk->outline->imports);
    import->name = declare_name(walk->arena, node_text(walk, name));
    import->start = ts_node_start_byte(whole);
    import->end = ts_node_end_byte(whole);
    import->line = ts_node_start_point(whole).row + 1;
    if (!ts_node_is_null(detail))
        import->detail = declare_signature(walk->arena, walk->language, node_text(walk, detail));
}

static ReferenceKind reference_kind(RuleAction action)
{
    switch (action) {
    case RULE_CALL:
        return REFERENCE_CALL;
    case RULE_TYPE:
        return REFERENCE_TYPE;
    case RULE_BASE:
        return REFERENCE_BASE;
    default:
        return REFERENCE_USE;
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
    reference->name = declare_name(walk->arena, node_text(walk, name));
    if (!ts_node_is_null(receiver))
        reference->receiver = declare_name(walk->arena, node_text(walk, receiver));
    if (!ts_node_is_null(arguments))
        reference->arguments = (uint16_t)MIN(ts_node_named_child_count(arguments), UINT16_MAX);
    reference->start = ts_node_start_byte(name);
    reference->line = ts_node_start_point(name).row + 1;
    reference->symbol = walk->open_count ? walk->open[walk->open_count - 1].symbol + 1 : 0;
}

static void add_import_child(void *context, TSNode child)
{
    add_import(context, child);
}

static void add_reference_child(void *context, TSNode child)
{
    add_reference(context, child);
}

static void apply_naming(Walk *walk, const Rule *rule, const RulePaths *paths)
{
    Naming naming = {.walk = walk, .rule = rule, .paths = paths,
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

static void apply_package(Walk *walk, const Rule *rule, const RulePaths *paths)
{
    Place place = {walk->levels, walk->level, walk->text};
    TSNode node = walk->levels[walk->level].node;
    TSNode name = rule->name ? rule_follow(walk->table, paths->name, &place, node, NULL) : node;
    if (!ts_node_is_null(name) && !walk->outline->package.len)
        walk->outline->package = declare_name(walk->arena, node_text(walk, name));
}

/* ---- the walk ---- */

/* Applies the rules of the visited node; returns whether to descend. */
static bool apply_rules(Walk *walk, uint16_t index)
{
    Place place = {walk->levels, walk->level, walk->text};
    bool whole = walk->options->want_references || walk->options->want_cuts;
    bool descend = true, declared = false, scoped = false;
    unsigned done = 0; /* actions taken: the first rule that holds wins for each */
    RuleIn in = current_scope(walk);
    for (; index != RULE_NONE; index = rule_paths(walk->table, index)->next) {
        const RulePaths *paths = rule_paths(walk->table, index);
        const Rule *rule = &walk->language->rules[paths->rule];
        if (done & 1u << rule->action || (rule->in && !(rule->in & in)) ||
            !rule_holds(walk->table, paths, &place))
            continue;
        switch (rule->action) {
        case RULE_SYMBOL:
            declared = apply_symbol(walk, rule, paths);
            if (!declared)
                continue;
            descend = descend && (!rule->prune || whole);
            break;
        case RULE_SCOPE:
            scoped = true;
            break;
        case RULE_SKIP:
            descend = descend && whole && !rule->prune;
            break;
        case RULE_PACKAGE:
            apply_package(walk, rule, paths);
            break;
        case RULE_ATTRIBUTE:
            break;
        default:
            apply_naming(walk, rule, paths);
        }
        done |= 1u << rule->action;
    }
    if (scoped && !declared)
        push_scope(walk, IN_FUNCTION);
    return descend;
}

static bool is_attribute(const Walk *walk, uint16_t index)
{
    for (; index != RULE_NONE; index = rule_paths(walk->table, index)->next)
        if (walk->language->rules[rule_paths(walk->table, index)->rule].action == RULE_ATTRIBUTE)
            return true;
    return false;
}

/* Comments with no blank line between them, and none to what follows, belong together. */
static bool run_reaches(const Walk *walk, const Level *parent, uint32_t offset)
{
    uint32_t from = parent->run_end;
    while (from > parent->run && byte_is_space(walk->text.ptr[from - 1]))
        from--;
    return parent->run_end > parent->run && count_newlines(walk->text, from, offset) <= 1;
}

static void visit_comment(const Walk *walk, Level *parent, TSNode node)
{
    uint32_t start = ts_node_start_byte(node);
    bool trailing = parent->last_end && parent->last_end <= start &&
                    !count_newlines(walk->text, parent->last_end, start);
    if (trailing)
        return;
    if (!run_reaches(walk, parent, start))
        parent->run = start;
    parent->run_end = ts_node_end_byte(node);
}

/* Where comments and attributes before the node begin; updates what is pending at the parent. */
static void take_pending(Walk *walk, Level *level, Level *parent, bool attribute)
{
    uint32_t start = ts_node_start_byte(level->node);
    if (run_reaches(walk, parent, start))
        level->lead = parent->run;
    if (attribute) {
        if (!parent->run_attributes)
            parent->run_attributes = start + 1;
        if (level->lead == start)
            parent->run = start;
        parent->run_end = ts_node_end_byte(level->node);
        return;
    }
    if (parent->run_attributes)
        level->attributes = parent->run_attributes - 1;
    level->lead = MIN(level->lead, level->attributes);
    parent->run = parent->run_end = 0;
    parent->run_attributes = 0;
    parent->last_named = level->node;
}

static void add_cut(Walk *walk, const Level *level)
{
    TSPoint point = ts_node_start_point(level->node);
    uint32_t start = ts_node_start_byte(level->node);
    if (point.row + 1 <= walk->last_cut_line || start > walk->text.len)
        return;
    uint32_t line_start = start - MIN(point.column, start);
    for (uint32_t i = line_start; i < start; i++)
        if (!byte_is_space(walk->text.ptr[i]))
            return;
    walk->last_cut_line = point.row + 1;
    if (level->lead < line_start)
        return;
    CutPoint *cut = VEC_PUSH(walk->arena, &walk->outline->cuts);
    *cut = (CutPoint){.offset = line_start, .depth = (uint32_t)walk->level};
}

/* Sets up the level for a node just reached, applies its rules; returns whether to descend. */
static bool enter(Walk *walk, TSNode node)
{
    Level *level = &walk->levels[walk->level];
    uint32_t start = ts_node_start_byte(node);
    TSSymbol kind = ts_node_symbol(node);
    *level = (Level){.node = node, .lead = start, .attributes = start};
    Level *parent = walk->level ? level - 1 : NULL;
    if (parent && rule_is_comment(walk->table, kind)) {
        visit_comment(walk, parent, node);
        if (walk->options->want_cuts)
            add_cut(walk, level);
        return false;
    }
    uint16_t first = rule_first(walk->table, kind);
    bool named = ts_node_is_named(node);
    if (parent && named) {
        level->previous = parent->last_named;
        take_pending(walk, level, parent, first != RULE_NONE && is_attribute(walk, first));
    }
    if (walk->options->want_cuts && named)
        add_cut(walk, level);
    bool descend = first == RULE_NONE || apply_rules(walk, first);
    if (parent)
        parent->last_end = ts_node_end_byte(node);
    return descend;
}

static void leave(Walk *walk)
{
    const Level *level = &walk->levels[walk->level];
    walk->scope_count -= level->scopes;
    for (uint32_t i = 0; i < level->closes; i++) {
        uint32_t symbol = walk->open[--walk->open_count].symbol;
        walk->outline->symbols.ptr[symbol].next = (uint32_t)walk->outline->symbols.len;
    }
}

static bool descend_to_child(Walk *walk, TSTreeCursor *cursor)
{
    if (walk->level + 1 >= TREE_DEPTH_MAX) {
        walk->outline->degraded = true;
        return false;
    }
    if (!ts_tree_cursor_goto_first_child(cursor))
        return false;
    walk->level++;
    return true;
}

void walk_tree(Arena *arena, Arena scratch, Str text, const OutlineOptions *options, TSTree *tree,
               Outline *outline)
{
    Walk *walk = NEW(&scratch, Walk, 1);
    walk->arena = arena;
    walk->text = text;
    walk->language = outline->language;
    walk->table = rule_table(outline->language);
    walk->options = options;
    walk->outline = outline;
    walk->levels = arena_grow(&scratch, NULL, 0, (TREE_DEPTH_MAX + 1) * sizeof(Level),
                              _Alignof(Level));
    TSNode root = ts_tree_root_node(tree);
    outline->degraded = ts_node_has_error(root);
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    bool descend = enter(walk, root);
    while (true) {
        if (!descend || !descend_to_child(walk, &cursor)) {
            leave(walk);
            while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
                if (!walk->level || !ts_tree_cursor_goto_parent(&cursor))
                    return;
                walk->level--;
                leave(walk);
            }
        }
        descend = enter(walk, ts_tree_cursor_current_node(&cursor));
    }
}
