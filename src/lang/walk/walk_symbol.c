/* Symbols: range, name, signature and documentation of declarations, and their nesting. */
#include "lang/walk/walk_state.h"

#include "lang/walk/declare.h"
#include "lang/walk/expression.h"
#include "lang/walk/type_head.h"

/* Characters that are shown of attributes so long that the declaration would have no room. */
#define ATTRIBUTE_CHARS_SHOWN 60

/* Bytes before the name that are searched for modifiers; a longer prefix consists of attributes. */
#define MODIFIER_BYTES_MAX 2048

size_t walk_newlines(Str text, uint32_t from, uint32_t to)
{
    size_t count = 0;
    for (uint32_t i = from; i < to && i < text.len; i++)
        count += text.ptr[i] == '\n';
    return count;
}

static RuleIn scope_of_kind(SymbolKind kind)
{
    if (symbol_is_type(kind))
        return IN_TYPE;
    switch (kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR:
    case SYMBOL_MACRO: return IN_FUNCTION;
    case SYMBOL_FIELD:
    case SYMBOL_PROPERTY:
    case SYMBOL_VARIABLE:
    case SYMBOL_CONSTANT:
    case SYMBOL_ENUM_MEMBER: return IN_VALUE;
    default: return IN_MODULE;
    }
}

RuleIn walk_scope(const Walk *walk)
{
    return walk->scope_count ? (RuleIn)walk->scopes[walk->scope_count - 1] : IN_MODULE;
}

void walk_scope_open(Walk *walk, RuleIn in)
{
    walk->scopes[walk->scope_count++] = (uint8_t)in;
    walk->levels[walk->level].scopes++;
}

typedef struct Extent {
    uint32_t start, end, lead;
    uint32_t start_line, end_line;
} Extent;

static Extent extent_of(const Walk *walk, TSNode node, size_t level)
{
    const Level *at = &walk->levels[level == SIZE_MAX ? walk->level : level];
    uint32_t first = node_start(node);
    Extent extent = {.start = first, .end = node_end(node), .lead = at->lead};
    extent.start_line = node_row(node) + 1;
    extent.end_line = node_end_row(node) + 1;
    if (at->attributes < extent.start) {
        extent.start_line -= (uint32_t)walk_newlines(walk->text, at->attributes, extent.start);
        extent.start = at->attributes;
    }
    while (extent.end > first + 1 && extent.end <= walk->text.len &&
           byte_is_space(walk->text.ptr[extent.end - 1]))
        extent.end_line -= walk->text.ptr[--extent.end] == '\n';
    extent.lead = MIN(extent.lead, extent.start);
    return extent;
}

static Str doc_of(const Walk *walk, const RulePaths *paths, const Place *place,
                  const Extent *extent)
{
    TSNode node = place->levels[place->level].node;
    TSNode docstring = tree_rule_follow(walk->table, paths->doc, place, node, NULL);
    Str doc;
    if (!node_is_null(docstring) &&
        declare_docstring(walk->arena, walk_text(walk, docstring), &doc))
        return doc;
    return declare_doc(walk->arena, str_slice(walk->text, extent->lead, extent->start));
}

bool walk_is_block(const Walk *walk, TSNode node)
{
    TSSymbol kind = node_kind(node);
    for (size_t i = 0; i < BLOCK_KINDS_MAX && walk->blocks[i]; i++)
        if (kind == walk->blocks[i])
            return true;
    return false;
}

static void note_block(Walk *walk)
{
    size_t level = walk->level;
    while (level && !walk_is_block(walk, walk->levels[level - 1].node))
        level--;
    TSNode block = walk->levels[level ? level - 1 : 0].node;
    *VEC_PUSH(walk->arena, &walk->spans) = (LocalBlock){node_start(block), node_end(block)};
}

static Symbol *symbol_push(Walk *walk)
{
    if (walk->outline->symbols.len >= SYMBOLS_MAX) {
        walk->outline->degraded = true;
        walk->outline->note = STR("too many symbols: the rest is left out");
        return NULL;
    }
    Symbol *symbol = VEC_PUSH(walk->arena, &walk->outline->symbols);
    if (walk->blocks[0])
        note_block(walk);
    symbol->next = (uint32_t)walk->outline->symbols.len;
    symbol->depth = (uint16_t)walk->open_count;
    symbol->parent = walk->open_count ? walk->open[walk->open_count - 1] + 1 : 0;
    return symbol;
}

/* Opens a symbol. If it was the last one open at this depth, this is a further clause of it. */
static void open_push(Walk *walk, uint32_t index)
{
    FlowBase *base = &walk->bases[walk->open_count];
    bool again = walk->open[walk->open_count] == index;
    *base = (FlowBase){.nesting = walk->levels[walk->level].flow.nesting,
                       .clauses = again && base->clauses};
    walk->open[walk->open_count++] = index;
}

static void symbol_open(Walk *walk, const Rule *rule, const RulePaths *paths, uint32_t index)
{
    walk_scope_open(walk, scope_of_kind(walk->outline->symbols.ptr[index].kind));
    if ((rule->section || rule->tail) && walk->level && walk->open_count < SYMBOL_DEPTH_MAX) {
        walk->levels[walk->level].scopes--;
        walk->levels[walk->level - 1].scopes++;
        walk->levels[walk->level - 1].section = index + 1;
        walk->levels[walk->level - 1].section_tail = paths->tail;
        open_push(walk, index);
        return;
    }
    if (rule->flat || walk->open_count == SYMBOL_DEPTH_MAX)
        return;
    open_push(walk, index);
    walk->levels[walk->level].closes++;
}

/* Number of arguments in the head of a clause, `def f(a, [b, c])`: 2. */
static uint32_t count_in_head(Str head, Str name)
{
    size_t at = str_find(head, name), open = at == STR_NONE ? at : at + name.len;
    uint32_t depth = 0, count = 0;
    if (open >= head.len || head.ptr[open] != '(')
        return 0;
    size_t close = expression_close(head, open);
    for (size_t i = open + 1; i < MIN(close, head.len); i++) {
        char c = head.ptr[i];
        depth += byte_in(c, "([{");
        depth -= depth && byte_in(c, ")]}");
        count = count || byte_is_space(c) ? count : 1;
        count += c == ',' && !depth;
    }
    return count;
}

/* Whether a clause has another number of arguments than the symbol before it. */
static bool has_other_arity(const Walk *walk, const Symbol *last, const Extent *extent)
{
    Str before = str_slice(walk->text, last->start, last->end);
    Str head = str_slice(walk->text, extent->start, extent->end);
    return count_in_head(before, last->name) != count_in_head(head, last->name);
}

/* Extends the previous sibling if it has the same kind and name (clauses of one function). Returns
   its index + 1, or 0. */
static uint32_t symbol_merge(Walk *walk, const Rule *rule, SymbolKind kind, Str name,
                             const Extent *extent)
{
    uint32_t parent = walk->open_count ? walk->open[walk->open_count - 1] + 1 : 0;
    SymbolVec *symbols = &walk->outline->symbols;
    for (uint32_t i = (uint32_t)symbols->len; i > parent; i = symbols->ptr[i - 1].parent) {
        Symbol *last = &symbols->ptr[i - 1];
        if (last->parent != parent)
            continue;
        if (last->kind != kind || !str_equal(last->name, name) ||
            (rule->arities && has_other_arity(walk, last, extent)))
            return 0;
        last->end = extent->end;
        last->end_line = extent->end_line;
        return i;
    }
    return 0;
}

static uint32_t body_offset(const Walk *walk, const RulePaths *paths, const Place *place,
                            TSNode node, const Extent *extent)
{
    TSNode body = tree_rule_follow(walk->table, paths->body, place, node, NULL);
    uint32_t start = node_is_null(body) ? 0 : node_start(body);
    return start > extent->start && start <= extent->end ? start : 0;
}

/* `:name` is a symbol literal in languages that declare by calls (Ruby); the colon is dropped. */
static Str symbol_name(const Walk *walk, TSNode node)
{
    Str text = walk_text(walk, node);
    bool colon = text.len > 1 && text.ptr[0] == ':' && byte_is_word(text.ptr[1]);
    return declare_name(walk->arena, str_from_offset(text, colon));
}

typedef struct Declaration {
    Walk *walk;
    const Rule *rule;
    const RulePaths *paths;
    Place place;
    size_t made;
    uint32_t first;     /* start of the first of several declarators, once known */
    uint32_t continued; /* index + 1 of the symbol that a merge extended */
    bool clause;        /* that symbol has a body already, and a further one here */
} Declaration;

/* `Color.red`: a member of a type. */
static bool names_constant(Str text)
{
    bool path = text.len && text.ptr[0] >= 'A' && text.ptr[0] <= 'Z' &&
                str_find_byte(text, '.') != STR_NONE;
    for (size_t i = 0; i < text.len && path; i++)
        path = byte_is_word(text.ptr[i]) || text.ptr[i] == '.';
    return path;
}

/* The declared type, or the initialiser's type. An initialiser that only names another value is
   dropped, except for an export; where constants name classes, it is kept after `=`. */
static Str symbol_type(const Declaration *declaration, const Symbol *symbol, TSNode node)
{
    Walk *walk = declaration->walk;
    Naming naming = {.walk = walk,
                     .rule = declaration->rule,
                     .paths = declaration->paths,
                     .place = declaration->place};
    bool value = false;
    bool extension = symbol->kind == SYMBOL_IMPL && declaration->rule->type;
    bool type_of = symbol_is_type(symbol->kind) && symbol->kind != SYMBOL_TYPE && !extension;
    if (symbol->kind == SYMBOL_MODULE && walk->language->module_path)
        return walk->language->module_path(
            walk->arena, str_slice(walk->text, symbol->start, symbol->name_start));
    if (walk->language->types_keep_arguments && !walk->language->types_have_no_heads &&
        (type_of || symbol->kind == SYMBOL_OBJECT))
        return type_head(walk->arena, walk->language, symbol->signature, symbol->name);
    Str type = walk_type(&naming, node, &value);
    if (value && symbol_is_function(symbol->kind) && str_equal(type, STR("this")))
        return STR("Self");
    bool object = symbol->kind == SYMBOL_CONSTANT || symbol->kind == SYMBOL_VARIABLE;
    if (value && object && str_starts(type, STR(TYPE_TUPLE "<"))) // its members are bound
        return (Str){0};
    if (str_equal(type, STR("this"))) // TypeScript: `f(): this`
        return STR("Self");
    if (value && object && type.len && walk->language->variables_hold_functions &&
        byte_is_word(type.ptr[type.len - 1]))
        return str_join(walk->arena, STR("="), type);
    bool whole = !value || declaration->rule->kind == SYMBOL_EXPORT;
    bool made = type.len && byte_in(type.ptr[type.len - 1], ")?~}");
    bool constant = walk->language->constants_are_values ||
                    (walk->language->operators_have_types && names_constant(type));
    if (value && type.len && !made && constant)
        return str_join(walk->arena, STR("="), type);
    return whole || made ? type : (Str){0};
}

/* The type of the last symbol: the declared one, else that in the comment before it, else its
   value's. */
static void set_type(const Declaration *declaration, TSNode node, Str comment)
{
    Walk *walk = declaration->walk;
    uint32_t index = (uint32_t)walk->outline->symbols.len;
    Symbol *symbol = &walk->outline->symbols.ptr[index - 1];
    Str type = symbol_type(declaration, symbol, node);
    bool value = !symbol_is_type(symbol->kind) && !symbol_is_function(symbol->kind);
    Str written = value ? walk_doc_value(walk, comment, symbol->name) : (Str){0};
    bool headless = walk->language->types_have_no_heads && walk->language->comments_declare_types;
    if (headless && symbol_is_type(symbol->kind) && symbol->kind != SYMBOL_ENUM)
        written = walk_doc_head(walk, comment);
    if (headless && symbol_is_type(symbol->kind))
        walk_doc_members(walk, comment, index);
    symbol_set_type(walk->arena, symbol, written.len ? written : type);
    if (symbol_is_function(symbol->kind))
        walk_doc_function(walk, comment, index);
    else if (symbol->kind == SYMBOL_VARIABLE)
        walk_doc_class(walk, comment, symbol->name);
}

/* Continues a merged symbol: one without a body gets it here. */
static void continue_symbol(Declaration *declaration, TSNode node, const Extent *extent)
{
    Walk *walk = declaration->walk;
    Symbol *symbol = &walk->outline->symbols.ptr[declaration->continued - 1];
    uint32_t body = body_offset(walk, declaration->paths, &declaration->place, node, extent);
    declaration->clause = symbol->body && body;
    symbol->body = symbol->body ? symbol->body : body;
}

/* The signature. In `int a = 1, b = 2` the value of `a` ends the signature before `b`; b's is made
   from the shared part and its own declarator: `int b`. */
static Str symbol_signature(const Declaration *declaration, const Symbol *symbol, TSNode node)
{
    Walk *walk = declaration->walk;
    uint32_t end = symbol->body ? symbol->body : symbol->end;
    Str text = str_slice(walk->text, symbol->start, end);
    if (declaration->rule->each && symbol->name_start >= end && declaration->first < end) {
        Str own = str_slice(walk->text, node_start(node), node_end(node)), declarator;
        str_take_until(&own, '=', &declarator);
        text = str_join(walk->arena, str_slice(walk->text, symbol->start, declaration->first),
                        declarator);
    }
    return declare_signature(walk->arena, walk->language, text);
}

/* If attributes fill the whole signature, they are cut to ATTRIBUTE_CHARS_SHOWN, and the line with
   the name is appended. */
static Str shorten_attributes(const Walk *walk, const Symbol *symbol, Str signature)
{
    Str before = str_slice(walk->text, symbol->start, symbol->name_end);
    size_t feed = str_find_last_byte(before, '\n');
    if (before.len <= SIGNATURE_CHARS_MAX || feed == STR_NONE ||
        str_find(signature, symbol->name) != STR_NONE)
        return signature;
    uint32_t end = symbol->body > symbol->name_start ? symbol->body : symbol->end;
    Str own = declare_signature(
        walk->arena, walk->language,
        str_slice(walk->text, symbol->start + (uint32_t)feed, MAX(end, symbol->name_end)));
    Str parts[] = {str_cut_chars(walk->arena, signature, ATTRIBUTE_CHARS_SHOWN), STR(" "), own};
    return str_cut_chars(walk->arena, str_join_all(walk->arena, parts, COUNT(parts)),
                         SIGNATURE_CHARS_MAX);
}

/* `namespace a.b { … }` is `namespace a { namespace b { … } }`: declares `a`, and returns the text
   of the rest of the name, which begins at *start. */
static Str declare_outer(const Declaration *declaration, const Extent *extent, SymbolKind kind,
                         Str text, uint32_t *start)
{
    Walk *walk = declaration->walk;
    for (size_t dot; (dot = str_find_byte(text, '.')) != STR_NONE;) {
        Str name = str_trim(str_slice(text, 0, dot));
        Symbol *symbol = symbol_push(walk);
        if (!symbol)
            break;
        symbol->kind = kind;
        symbol->name = name;
        symbol->start = extent->start;
        symbol->end = extent->end;
        symbol->lead = extent->lead;
        symbol->start_line = symbol->name_line = extent->start_line;
        symbol->end_line = extent->end_line;
        symbol->name_start = *start;
        symbol->name_end = *start + (uint32_t)name.len;
        symbol->body = symbol->name_end;
        Str before = str_slice(walk->text, symbol->start, symbol->name_end);
        symbol->modifiers = declare_modifiers(before);
        symbol->signature = declare_signature(walk->arena, walk->language, before);
        symbol_open(walk, declaration->rule, declaration->paths,
                    (uint32_t)walk->outline->symbols.len - 1);
        Str rest = str_trim(str_from_offset(text, dot + 1));
        *start += (uint32_t)(rest.ptr - text.ptr);
        text = rest;
    }
    return text;
}

/* What attributes before the declaration refer to belongs to it; they were read as its siblings. */
static void own_attributes(Walk *walk, const Symbol *symbol, const Level *level)
{
    ReferenceVec *references = &walk->outline->references;
    uint32_t start = node_start(level->node);
    bool any = level->attributes < start;
    for (size_t i = references->len;
         any && i-- > 0 && references->ptr[i].start >= level->attributes;)
        if (references->ptr[i].start < start && references->ptr[i].symbol == symbol->parent)
            references->ptr[i].symbol = (uint32_t)walk->outline->symbols.len;
}

/* Makes the symbol that `node` names: the visited node itself, or one of its `each` children. */
static void declare(Declaration *declaration, TSNode node)
{
    Walk *walk = declaration->walk;
    const Rule *rule = declaration->rule;
    const RulePaths *paths = declaration->paths;
    const Place *place = &declaration->place;
    TSNode visited = place->levels[place->level].node;
    bool itself = !rule->name && !rule->label;
    TSNode name = itself ? node : tree_rule_follow(walk->table, paths->name, place, node, NULL);
    if (node_is_null(name) && !rule->label)
        return;
    size_t level = place->level;
    TSNode whole = tree_rule_follow(walk->table, paths->range, place, visited, &level);
    Extent extent = node_is_null(whole) ? extent_of(walk, visited, place->level)
                                        : extent_of(walk, whole, level);
    SymbolKind kind = rule->in_type && walk_scope(walk) == IN_TYPE ? rule->in_type : rule->kind;
    bool named = !node_is_null(name);
    Str text = named ? symbol_name(walk, name) : str_from(rule->label);
    if (rule->merge && text.len)
        declaration->continued = symbol_merge(walk, rule, kind, text, &extent);
    if (declaration->continued)
        continue_symbol(declaration, visited, &extent);
    if (!text.len || declaration->continued)
        return;
    uint32_t name_start = named ? node_start(name) : extent.start;
    if (rule->parts)
        text = declare_outer(declaration, &extent, kind, text, &name_start);
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
    symbol->name_start = name_start;
    symbol->name_end = named ? node_end(name) : extent.start;
    symbol->name_line = named ? node_row(name) + 1 : extent.start_line;
    symbol->body = body_offset(walk, paths, place, visited, &extent);
    symbol->is_value = rule->value && (!rule->body || symbol->body);
    TSNode owner = tree_rule_follow(walk->table, paths->owner, place, node, NULL);
    if (!node_is_null(owner))
        symbol_set_owner(walk->arena, symbol, declare_name(walk->arena, walk_text(walk, owner)));
    uint32_t before = MIN(symbol->name_start, symbol->start + MODIFIER_BYTES_MAX);
    symbol->modifiers =
        rule->modifiers | declare_modifiers(str_slice(walk->text, symbol->start, before));
    if (symbol_is_function(symbol->kind) && symbol->body > symbol->name_end)
        symbol->modifiers |=
            declare_value_modifiers(str_slice(walk->text, symbol->name_end, symbol->body));
    own_attributes(walk, symbol, &place->levels[place->level]);
    declaration->first = declaration->made ? declaration->first : node_start(node);
    symbol->signature =
        shorten_attributes(walk, symbol, symbol_signature(declaration, symbol, node));
    if (walk->options->want_docs)
        symbol_set_doc(walk->arena, symbol, doc_of(walk, paths, place, &extent));
    if (walk->options->want_references)
        set_type(declaration, node, str_slice(walk->text, extent.lead, extent.start));
    declaration->made++;
}

static void declare_child(void *context, TSNode child)
{
    declare(context, child);
}

void walk_section_extend(Walk *walk, const Level *parent, uint32_t end)
{
    Symbol *symbol = &walk->outline->symbols.ptr[parent->section - 1];
    end = MIN(end, (uint32_t)walk->text.len);
    while (end > symbol->end && byte_is_space(walk->text.ptr[end - 1]))
        end--;
    if (end <= symbol->end)
        return;
    if (parent->section_tail.count && !symbol->body)
        symbol->body = symbol->end;
    symbol->end_line += (uint32_t)walk_newlines(walk->text, symbol->end, end);
    symbol->end = end;
}

void walk_section_close(Walk *walk, Level *parent, uint32_t end)
{
    if (!parent->section)
        return;
    walk_section_extend(walk, parent, end);
    walk->outline->symbols.ptr[parent->section - 1].next = (uint32_t)walk->outline->symbols.len;
    parent->section = 0;
    parent->scopes--;
    walk->scope_count--;
    walk->open_count--;
}

bool walk_symbol(Walk *walk, const Rule *rule, const RulePaths *paths)
{
    Declaration declaration = {.walk = walk,
                               .rule = rule,
                               .paths = paths,
                               .place = {walk->levels, walk->level, walk->text}};
    if (rule->section && walk->level)
        walk_section_close(walk, &walk->levels[walk->level - 1], walk->levels[walk->level].lead);
    if (rule->each)
        tree_rule_each(walk->table, paths->each, &declaration.place, declare_child, &declaration);
    else
        declare(&declaration, walk->levels[walk->level].node);
    if (declaration.made)
        symbol_open(walk, rule, paths, (uint32_t)walk->outline->symbols.len - 1);
    else if (declaration.continued)
        symbol_open(walk, rule, paths, declaration.continued - 1);
    if (declaration.clause && walk->options->want_references)
        walk_clause(walk);
    return declaration.made || declaration.continued;
}
