/* Ruby: a method is looked up along the ancestors of the receiver's class, on the side of the class
   itself (`Store.load`) or of its instances: prepended modules, the class, included modules from
   the last to the first, the superclass. A class itself has what it extends. */
#include "languages_calls.h"

#include "base/limits.h"
#include "index/resolve/alternatives.h"
#include "index/resolve/bases.h"
#include "index/resolve/constructors.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/name_path.h"
#include "index/resolve/partial.h"
#include "index/resolve/reference.h"
#include "index/resolve/reopen.h"
#include "index/resolve/steps.h"
#include "index/resolve/targets.h"
#include "index/resolve/test_code.h"
#include "index/resolve/type_mentions.h"
#include "index/resolve/types.h"
#include "index/resolve/variables.h"
#include "index/resolve/visible.h"

/* ---- the object at a place ---- */

/* The innermost class or module around a place, or SYMBOL_NOWHERE. */
static uint32_t type_around(const Resolver *resolver, uint32_t at)
{
    SymbolPlace place = catalog_place(resolver->catalog, at);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    for (uint32_t i = place.index; i; i = file->entries[i].parent)
        if (file->entries[i].kind == SYMBOL_CLASS || file->entries[i].kind == SYMBOL_MODULE)
            return file->first + i;
    return SYMBOL_NOWHERE;
}

/* The method around a place, or 0. */
static uint32_t method_around(const Resolver *resolver, uint32_t at)
{
    SymbolPlace place = catalog_place(resolver->catalog, at);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t i = place.index;
    for (; i && !symbol_is_type((SymbolKind)file->entries[i].kind) &&
           file->entries[i].kind != SYMBOL_MODULE;
         i = file->entries[i].parent)
        if (file->entries[i].kind == SYMBOL_METHOD || file->entries[i].kind == SYMBOL_CONSTRUCTOR)
            return file->first + i;
    return 0;
}

Value ruby_self_value(Resolver *resolver, uint32_t at)
{
    uint32_t type = type_around(resolver, at), method = method_around(resolver, at);
    bool own = !method || resolver_has(resolver, method, TRAIT_STATIC);
    if (type == SYMBOL_NOWHERE)
        return (Value){0};
    return (Value){.kind = own ? VALUE_TYPE : VALUE_INSTANCE, .symbol = type};
}

/* ---- ancestors ---- */

/* Longer lists are cut: deeper classes are hardly written. */
#define ANCESTORS_MAX 64
/* Superclasses and modules within modules. */
#define ANCESTOR_DEPTH_MAX 16

typedef struct Ancestor {
    uint32_t type;
    bool own; /* the methods of the type itself: `def self.f` */
} Ancestor;

typedef struct Ancestors {
    Ancestor list[ANCESTORS_MAX];
    uint32_t len;
    int depth;
} Ancestors;

static void add_side(Resolver *resolver, uint32_t type, bool own, Ancestors *all);

static void push(Ancestors *all, uint32_t type, bool own)
{
    for (uint32_t i = 0; i < all->len; i++)
        if (all->list[i].type == type && all->list[i].own == own)
            return;
    if (all->len < ANCESTORS_MAX)
        all->list[all->len++] = (Ancestor){type, own};
}

/* The modules that the type has by `include` (no flags), `extend` or `prepend`, in the order of the
   file; the superclass is among those without flags. */
static void find_rows(Resolver *resolver, uint32_t type, uint8_t flags, Finds *finds)
{
    uint32_t part = partial_lead(resolver, type);
    for (int step = 0; part != SYMBOL_NOWHERE && step < RESOLVE_PARTS_MAX; step++) {
        uint32_t row = id_map_get(&resolver->bases, part);
        for (uint32_t next = row + 1; next; next = resolver->base_rows.ptr[next - 1].next) {
            uint8_t own =
                resolver->base_rows.ptr[next - 1].flags & (REFERENCE_EXTENDS | REFERENCE_PREPENDS);
            Value value = own == flags ? bases_value(resolver, &resolver->base_rows.ptr[next - 1])
                                       : (Value){0};
            if (value.kind == VALUE_TYPE && value.symbol != type)
                finds_add_once(finds, value.symbol);
        }
        part = partial_next(resolver, part);
    }
}

/* Adds what the instances of these modules have, from the last to the first. */
static void add_modules(Resolver *resolver, const Finds *modules, Ancestors *all)
{
    for (uint32_t i = modules->len; i-- > 0;)
        if (resolver_kind(resolver, modules->ids[i]) != SYMBOL_CLASS)
            add_side(resolver, modules->ids[i], false, all);
}

/* Adds what an included module gives to the class itself: its module ClassMethods, by convention,
   and what its hook `included` extends. */
static void add_passed(Resolver *resolver, const Finds *modules, Ancestors *all)
{
    uint32_t name = names_find(&resolver->catalog->names, STR("ClassMethods"));
    for (uint32_t i = modules->len; i-- > 0;) {
        Finds passed = {0};
        if (resolver_kind(resolver, modules->ids[i]) == SYMBOL_CLASS)
            continue;
        lookup_members(resolver, modules->ids[i], name, FIND_SCOPES, &passed);
        find_rows(resolver, modules->ids[i], REFERENCE_EXTENDS | REFERENCE_PREPENDS, &passed);
        add_modules(resolver, &passed, all);
    }
}

static void add_superclass(Resolver *resolver, const Finds *bases, bool own, Ancestors *all)
{
    for (uint32_t i = 0; i < bases->len; i++)
        if (resolver_kind(resolver, bases->ids[i]) == SYMBOL_CLASS) {
            add_side(resolver, bases->ids[i], own, all);
            return;
        }
}

static void add_side(Resolver *resolver, uint32_t type, bool own, Ancestors *all)
{
    Finds first = {0}, bases = {0};
    if (all->depth >= ANCESTOR_DEPTH_MAX)
        return;
    all->depth++;
    find_rows(resolver, type, own ? REFERENCE_EXTENDS : REFERENCE_PREPENDS, &first);
    find_rows(resolver, type, 0, &bases);
    if (!own)
        add_modules(resolver, &first, all);
    push(all, partial_lead(resolver, type), own);
    add_modules(resolver, own ? &first : &bases, all);
    if (own)
        add_passed(resolver, &bases, all);
    add_superclass(resolver, &bases, own, all);
    all->depth--;
}

static void keep_side(const Resolver *resolver, bool own, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++) {
        SymbolKind kind = resolver_kind(resolver, finds->ids[i]);
        bool sided = symbol_is_function(kind) || kind == SYMBOL_PROPERTY;
        if (!sided || resolver_has(resolver, finds->ids[i], TRAIT_STATIC) == own)
            finds->ids[count++] = finds->ids[i];
    }
    finds->len = count;
}

/* Searches the ancestors from a place in their list. */
static void find_from(Resolver *resolver, const Ancestors *all, uint32_t from, uint32_t name,
                      FindKind kind, Finds *finds)
{
    for (uint32_t i = from; i < all->len && !finds->len && !finds->too_many; i++) {
        lookup_members(resolver, all->list[i].type, name, kind, finds);
        keep_side(resolver, all->list[i].own, finds);
    }
}

bool ruby_find_member(Resolver *resolver, const Value *value, uint32_t name, FindKind kind,
                      Finds *finds)
{
    bool typed = value->kind == VALUE_INSTANCE || value->kind == VALUE_TYPE;
    bool own = value->kind == VALUE_TYPE;
    Ancestors all;
    if (!typed || !name || kind == FIND_SCOPES || value->suffix.len)
        return false;
    all.len = 0;
    all.depth = 0;
    add_side(resolver, value->symbol, own, &all);
    find_from(resolver, &all, 0, name, kind, finds);
    if (finds->len || !own || resolver_kind(resolver, value->symbol) != SYMBOL_MODULE)
        return finds->len > 0;
    lookup_members(resolver, value->symbol, name, kind, finds); // `extend self`, `module_function`
    return finds->len > 0;
}

/* `instance` of a class that includes Singleton. */
bool ruby_is_derived(Resolver *resolver, const Value *type, Str name)
{
    uint32_t row = str_equal(name, STR("instance"))
                       ? id_map_get(&resolver->bases, partial_lead(resolver, type->symbol))
                       : ID_MAP_NONE;
    for (uint32_t next = row + 1; next; next = resolver->base_rows.ptr[next - 1].next)
        if (str_equal(resolver->base_rows.ptr[next - 1].name, STR("Singleton")))
            return true;
    return false;
}

/* ---- edges ---- */

/* Another name of a method also leads to that method. */
static void add_named(Scope *scope, const Reference *reference, const Targets *targets)
{
    Resolver *resolver = scope->resolver;
    for (uint32_t i = 0; i < targets->len; i++) {
        const Entry *entry = resolver_entry(resolver, targets->ids[i]);
        Str text = entry->type ? catalog_name(scope->catalog, entry->type) : (Str){0};
        Value self = {.kind = resolver_has(resolver, targets->ids[i], TRAIT_STATIC)
                                  ? VALUE_TYPE
                                  : VALUE_INSTANCE,
                      .symbol = type_around(resolver, targets->ids[i])};
        Finds finds = {0};
        if (entry->kind != SYMBOL_METHOD || !str_starts(text, STR("=")) ||
            self.symbol == SYMBOL_NOWHERE)
            continue;
        uint32_t name = names_find(&scope->catalog->names, str_from_offset(text, 1));
        Targets named = {.len = 1, .confidence = targets->confidence};
        if (!ruby_find_member(resolver, &self, name, FIND_METHODS, &finds) || finds.len != 1)
            continue;
        named.ids[0] = finds.ids[0];
        scope->step = EDGE_STEP_ALIAS;
        targets_add(scope, reference, &named);
    }
}

/* Several methods of one name in one class are alternatives: a condition, or loading, decides. */
static void add_finds(Scope *scope, const Reference *reference, const Finds *finds,
                      EdgeConfidence confidence)
{
    Targets targets;
    bool same = finds->len > 1;
    for (uint32_t i = 1; i < finds->len; i++)
        same = same &&
               home_of(scope->resolver, finds->ids[i]) == home_of(scope->resolver, finds->ids[0]);
    if (same) {
        alternatives_add(scope, reference, finds);
        return;
    }
    targets_choose(scope, reference, finds, confidence, &targets);
    targets_add(scope, reference, &targets);
    constructors_add(scope, reference, &targets);
    add_named(scope, reference, &targets);
}

static void add_construction(Scope *scope, const Reference *reference, uint32_t type)
{
    Targets targets = {.ids = {type}, .len = 1, .confidence = EDGE_EXACT};
    scope->step = EDGE_STEP_CONSTRUCTION;
    targets_add(scope, reference, &targets);
    constructors_add(scope, reference, &targets);
}

/* ---- super ---- */

/* The types that have the module among their own bases. */
static void find_heirs(Resolver *resolver, uint32_t module, Finds *heirs)
{
    uint32_t name = resolver_entry(resolver, module)->name;
    Str word = catalog_name(resolver->catalog, name);
    for (size_t i = 0; i < resolver->base_rows.len && !heirs->too_many; i++) {
        BaseRow *row = &resolver->base_rows.ptr[i];
        if (!str_equal(row->name, word))
            continue;
        uint32_t heir = type_around(resolver, row->symbol);
        Value value = bases_value(resolver, row);
        if (value.kind == VALUE_TYPE && value.symbol == partial_lead(resolver, module) &&
            heir != SYMBOL_NOWHERE)
            finds_add_once(heirs, partial_lead(resolver, heir));
    }
}

/* Adds the methods that follow the type's own among the ancestors of an heir. */
static void find_above(Resolver *resolver, uint32_t heir, bool own, const Ancestor *from,
                       uint32_t name, Finds *finds)
{
    Ancestors all;
    Finds above = {0};
    all.len = 0;
    all.depth = 0;
    add_side(resolver, heir, own, &all);
    for (uint32_t i = 0; i < all.len; i++)
        if (all.list[i].type == from->type && all.list[i].own == from->own)
            find_from(resolver, &all, i + 1, name, FIND_METHODS, &above);
    for (uint32_t i = 0; i < above.len; i++)
        finds_add_once(finds, above.ids[i]);
}

static bool resolve_super(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference), method = method_around(resolver, at);
    uint32_t type = type_around(resolver, at);
    if (reference->receiver.len || !str_equal(reference->name, STR("super")) || !method ||
        type == SYMBOL_NOWHERE)
        return false;
    const Ancestor from = {partial_lead(resolver, type),
                           resolver_has(resolver, method, TRAIT_STATIC)};
    uint32_t name = resolver_entry(resolver, method)->name;
    Finds heirs = {0}, finds = {0};
    find_above(resolver, type, from.own, &from, name, &finds);
    if (!finds.len && resolver_kind(resolver, type) != SYMBOL_CLASS)
        find_heirs(resolver, type, &heirs);
    for (uint32_t i = 0; i < heirs.len; i++) {
        find_above(resolver, heirs.ids[i], false, &from, name, &finds);
        find_above(resolver, heirs.ids[i], true, &from, name, &finds);
    }
    scope->step = EDGE_STEP_SUPER;
    if (heirs.len && finds.len)
        alternatives_add(scope, reference, &finds);
    else if (finds.len)
        add_finds(scope, reference, &finds, EDGE_EXACT);
    return finds.len || resolver_kind(resolver, method) != SYMBOL_CONSTRUCTOR;
}

/* ---- classes of the language ---- */

/* The class of a literal, or of a value of the language's own classes; empty for others. */
static Str core_class(const Scope *scope, Str receiver, const Value *value)
{
    static const char classes[] = "String Integer Float Symbol Array Hash";
    Str named = value->kind == VALUE_UNKNOWN && value->named
                    ? catalog_name(scope->catalog, value->named)
                    : (Str){0};
    if (str_equal(receiver, STR("\"\"")))
        return STR("String");
    if (receiver.len && byte_is_digit(receiver.ptr[0]))
        return str_find_byte(receiver, '.') == STR_NONE ? STR("Integer") : STR("Float");
    if (value->suffix.len && str_ends(value->suffix, STR("]")))
        return STR("Array");
    return rules_list_has(classes, named) ? named : (Str){0};
}

/* Calls a method that the repository adds to a class of the language. */
static void resolve_core(Scope *scope, const Reference *reference, Str class)
{
    Resolver *resolver = scope->resolver;
    IdSpan all = catalog_named(scope->catalog, names_find(&scope->catalog->names, class));
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    Finds finds = {0};
    for (size_t i = 0; i < all.len && i < RESOLVE_NAMESAKES_MAX; i++)
        if (resolver_kind(resolver, all.ptr[i]) == SYMBOL_CLASS)
            lookup_members(resolver, all.ptr[i], name, FIND_METHODS, &finds);
    scope->step = EDGE_STEP_EXTENSION;
    if (finds.len)
        add_finds(scope, reference, &finds, EDGE_LIKELY);
}

/* ---- references ---- */

static bool is_constant_name(Str name)
{
    return name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
}

/* `Foo::Bar` of a construction or a use. */
static Str path_of(Scope *scope, const Reference *reference)
{
    const Str parts[] = {reference->receiver, STR("::"), reference->name};
    Str tail = str_join(scope->arena, STR("::"), reference->name);
    bool whole = !reference->receiver.len || str_ends(reference->receiver, tail);
    return reference->receiver.len && whole ? reference->receiver
           : whole                          ? reference->name
                                            : str_join_all(scope->arena, parts, COUNT(parts));
}

/* `Foo.new`; also through a constant that is another name of the class. */
static bool resolve_construction(Scope *scope, const Reference *reference)
{
    if (!(reference->flags & REFERENCE_NEW) || reference->kind != REFERENCE_CALL)
        return false;
    Value value = infer_expression(scope->resolver, scope, scope_symbol(scope, reference),
                                   path_of(scope, reference));
    if (value.kind == VALUE_TYPE && !value.suffix.len)
        add_construction(scope, reference, value.symbol);
    return value.kind == VALUE_TYPE && !value.suffix.len;
}

/* Methods and constants at the top of a file are those of every object once the file is loaded. */
static void find_top(Scope *scope, uint32_t name, FindKind kind, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    IdSpan all = name ? catalog_named(scope->catalog, name) : (IdSpan){0};
    Finds others = {0};
    for (size_t i = 0; i < all.len && all.len <= RESOLVE_NAMESAKES_MAX; i++) {
        uint32_t file = resolver_file_of(resolver, all.ptr[i]);
        if (!finds_fits(resolver_kind(resolver, all.ptr[i]), kind) ||
            resolver_entry(resolver, all.ptr[i])->parent ||
            test_code_is_hidden(resolver, scope->file, all.ptr[i]) ||
            scope->catalog->files.ptr[file].language !=
                scope->catalog->files.ptr[scope->file].language)
            continue;
        finds_add(file == scope->file ? finds : &others, all.ptr[i]);
    }
    if (!finds->len)
        *finds = others;
}

/* Adds the constant that is no class or module. */
static void find_constant(Scope *scope, const Reference *reference, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    Meaning meaning = {0};
    Value owner =
        reference->receiver.len ? types_find(resolver, at, reference->receiver) : (Value){0};
    if (owner.kind == VALUE_TYPE)
        lookup_inherited(resolver, owner.symbol, name, FIND_FIELDS, finds);
    else if (!reference->receiver.len && name)
        visible_find(resolver, at, name, FIND_FIELDS, &meaning);
    if (!reference->receiver.len)
        *finds = meaning.finds;
    if (!finds->len && !reference->receiver.len)
        find_top(scope, name, FIND_FIELDS, finds);
}

/* A constant that is named: of a class or module around, of their ancestors, or of the file. */
static bool resolve_constant(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    Finds finds = {0};
    if (reference->kind != REFERENCE_USE || !is_constant_name(reference->name))
        return false;
    find_constant(scope, reference, &finds);
    Value type = finds.len ? (Value){0} : types_find(resolver, at, path_of(scope, reference));
    if (type.kind == VALUE_TYPE)
        finds = (Finds){.ids = {type.symbol}, .len = 1};
    Targets targets;
    targets_choose(scope, reference, &finds, EDGE_EXACT, &targets);
    targets_add(scope, reference, &targets);
    return finds.len > 0;
}

/* `$log`: one variable for all files. */
static bool resolve_global(Scope *scope, const Reference *reference)
{
    if (!str_starts(reference->name, STR("$")) || reference->receiver.len)
        return false;
    IdSpan all = catalog_named(scope->catalog, names_find(&scope->catalog->names, reference->name));
    Targets targets = {.confidence = all.len > 1 ? EDGE_LIKELY : EDGE_EXACT};
    for (size_t i = 0; i < all.len && targets.len < EDGE_CANDIDATES_MAX; i++)
        if (resolver_kind(scope->resolver, all.ptr[i]) == SYMBOL_VARIABLE)
            targets.ids[targets.len++] = all.ptr[i];
    targets_add(scope, reference, &targets);
    return true;
}

/* Whether the name is a function that a variable of the method around holds. */
static bool is_local_function(const Scope *scope, uint32_t at, uint32_t name)
{
    SymbolPlace place = catalog_place(scope->catalog, at);
    const CatalogFile *file = catalog_row(scope->catalog, place.file);
    for (uint32_t i = place.index + 1; i < file->count; i++)
        if (file->entries[i].name == name && file->entries[i].kind == SYMBOL_FUNCTION &&
            file->entries[i].parent == place.index)
            return true;
    return false;
}

/* A name alone: a member of the object, or a method at the top of a file. */
static bool resolve_bare(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    bool local = reference->kind == REFERENCE_USE && variables_find(scope, at, reference->name);
    if (reference->receiver.len || local || is_constant_name(reference->name))
        return local;
    Finds finds = {0};
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    Value self = ruby_self_value(resolver, at);
    if (reference->kind == REFERENCE_USE && is_local_function(scope, at, name))
        return false;
    bool found = ruby_find_member(resolver, &self, name, FIND_CALLABLES, &finds) ||
                 ruby_find_member(resolver, &self, name, FIND_FIELDS, &finds);
    if (found) {
        scope->step = EDGE_STEP_OWN;
        add_finds(scope, reference, &finds, EDGE_EXACT);
        return true;
    }
    if (self.kind == VALUE_TYPE && str_equal(reference->name, STR("new"))) {
        Reference made = *reference;
        made.kind = REFERENCE_CALL;
        made.flags = REFERENCE_NEW;
        add_construction(scope, &made, self.symbol);
        return true;
    }
    find_top(scope, name, FIND_METHODS, &finds);
    bool own = finds.len && resolver_file_of(resolver, finds.ids[0]) == scope->file;
    if (finds.len != 1 || rules_list_has(scope->rules->library_names, reference->name))
        return false;
    scope->step = own ? EDGE_STEP_SCOPE : EDGE_STEP_BY_NAME;
    add_finds(scope, reference, &finds, own ? EDGE_EXACT : EDGE_LIKELY);
    return true;
}

/* One of the values that the receiver may be. True when it decides. */
static bool resolve_value(Scope *scope, const Reference *reference, const Value *value)
{
    Resolver *resolver = scope->resolver;
    Finds finds = {0};
    Str class = core_class(scope, reference->receiver, value);
    if (class.len) {
        resolve_core(scope, reference, class);
        return true;
    }
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    bool typed = value->kind == VALUE_INSTANCE || value->kind == VALUE_TYPE;
    if (!typed || value->suffix.len)
        return false;
    Str plain = str_ends(reference->name, STR("="))
                    ? str_slice(reference->name, 0, reference->name.len - 1)
                    : reference->name;
    if (ruby_find_member(resolver, value, name, FIND_CALLABLES, &finds) ||
        ruby_find_member(resolver, value, names_find(&scope->catalog->names, plain), FIND_FIELDS,
                         &finds)) {
        scope->step = steps_of_member(scope, reference, value, &finds);
        add_finds(scope, reference, &finds, EDGE_EXACT);
        return true;
    }
    if (value->kind == VALUE_TYPE && str_equal(reference->name, STR("new"))) {
        add_construction(scope, reference, value->symbol);
        return true;
    }
    return false;
}

/* `WORK.call`: the constant that holds the receiver. */
static void add_receiver_constant(Scope *scope, const Reference *reference)
{
    Str receiver = reference->receiver, last = name_path_last(receiver);
    for (size_t i = 0; i < receiver.len; i++)
        if (!byte_is_word(receiver.ptr[i]) && receiver.ptr[i] != ':')
            return;
    if (!is_constant_name(last) || reference->kind != REFERENCE_CALL)
        return;
    Reference use = *reference;
    use.kind = REFERENCE_USE;
    use.name = last;
    use.receiver = str_slice(receiver, 0, receiver.len - MIN(receiver.len, last.len + 2));
    use.flags = 0;
    Finds finds = {0};
    find_constant(scope, &use, &finds);
    Targets targets;
    if (finds.len)
        targets_choose(scope, &use, &finds, EDGE_EXACT, &targets);
    if (finds.len)
        targets_add(scope, &use, &targets);
}

static bool resolve_member(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    Value all[VALUE_ALTERNATIVES_MAX];
    Str receiver = reference->receiver;
    if (!receiver.len)
        return false;
    add_receiver_constant(scope, reference);
    bool each = reference->kind == REFERENCE_CALL && reference->flags & REFERENCE_MACRO;
    if (each)
        receiver = str_join(scope->arena, receiver, STR("[*]"));
    Value value = infer_expression(resolver, scope, at, receiver);
    uint32_t count = value_alternatives(resolver, &value, all), known = 0;
    for (uint32_t i = 0; i < count; i++) {
        resolver->is_doubtful = resolver->is_doubtful || count > 1;
        known += resolve_value(scope, reference, &all[i]);
    }
    if (known)
        type_mentions_add_receiver(scope, reference, &value);
    return known > 0;
}

void ruby_resolve(Scope *scope, const Reference *reference)
{
    bool value = reference->kind == REFERENCE_CALL || reference->kind == REFERENCE_USE;
    bool passed = reference->kind == REFERENCE_BASE && reference->flags & REFERENCE_EXTENDS &&
                  reference->flags & REFERENCE_PREPENDS;
    if (passed)
        return;
    if (value && (resolve_super(scope, reference) || resolve_construction(scope, reference) ||
                  resolve_global(scope, reference) || resolve_constant(scope, reference) ||
                  resolve_member(scope, reference) || resolve_bare(scope, reference)))
        return;
    reference_resolve(scope, reference);
}
