/* A receiver of a known type leads to a member of that type or nowhere; one of a foreign or unknown
   type leads nowhere in the repository. */
#include "index/resolve/reference.h"

#include "index/resolve/bases.h"
#include "index/resolve/bounds.h"
#include "index/resolve/by_name.h"
#include "index/resolve/constants.h"
#include "index/resolve/constructors.h"
#include "index/resolve/cpp.h"
#include "index/resolve/extensions.h"
#include "index/resolve/finds.h"
#include "index/resolve/fold_case.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/namespaces.h"
#include "index/resolve/operators.h"
#include "index/resolve/reopen.h"
#include "index/resolve/steps.h"
#include "index/resolve/targets.h"
#include "index/resolve/types.h"
#include "index/resolve/unit.h"
#include "index/resolve/variables.h"
#include "index/resolve/visible.h"
#include "lang/walk/operator.h"

/* Shorter names of types are type parameters, more often than not. */
#define LIBRARY_TYPE_BYTES 4

static void add_foreign(Scope *scope, const Reference *reference, uint32_t package)
{
    Targets targets = {0};
    bool worth = reference->kind == REFERENCE_CALL || reference->kind == REFERENCE_BASE;
    if (by_name_resolve_import(scope, reference, package) || !package || !worth)
        return;
    targets_external(scope, catalog_name(scope->catalog, package), reference, &targets);
    targets_add(scope, reference, &targets);
}

void reference_add_constructors(Scope *scope, const Reference *reference, const Targets *types)
{
    Resolver *resolver = scope->resolver;
    for (uint32_t i = 0; i < types->len; i++) {
        Finds all = {0}, finds = {0};
        uint32_t type = types->ids[i];
        const Rules *rules = resolver_rules(resolver, type);
        bool makes = reference->kind == REFERENCE_CALL || reference->flags & REFERENCE_NEW;
        if (!rules->constructors_have_users || !makes ||
            !finds_fits(resolver_kind(resolver, type), FIND_SCOPES))
            continue;
        uint32_t name = rules->constructor_name
                            ? names_find(&scope->catalog->names, str_from(rules->constructor_name))
                            : resolver_entry(resolver, type)->name;
        lookup_members(resolver, type, name, FIND_METHODS, &all);
        if (!all.len && rules->constructors_are_inherited)
            lookup_inherited(resolver, type, name, FIND_METHODS, &all);
        for (uint32_t k = 0; k < all.len; k++)
            if (resolver_kind(resolver, all.ids[k]) == SYMBOL_CONSTRUCTOR &&
                !resolver_has(resolver, all.ids[k], TRAIT_STATIC) &&
                targets_takes(resolver_entry(resolver, all.ids[k]), reference))
                finds_add(&finds, all.ids[k]);
        if (rules->choose_overload && finds.len > 1)
            rules->choose_overload(scope, reference, &finds);
        Targets made = {.len = MIN(finds.len, EDGE_CANDIDATES_MAX),
                        .confidence = finds.len > 1 ? EDGE_AMBIGUOUS : types->confidence};
        memcpy(made.ids, finds.ids, made.len * sizeof *made.ids);
        targets_add(scope, reference, &made);
    }
}

static void add_finds(Scope *scope, const Reference *reference, Finds *finds,
                      EdgeConfidence confidence)
{
    Targets targets;
    if (scope->rules->narrow) {
        EdgeConfidence most = scope->rules->narrow(scope, reference, finds);
        confidence = MIN(confidence, most);
    }
    targets_choose(scope, reference, finds, confidence, &targets);
    targets_add(scope, reference, &targets);
    reference_add_constructors(scope, reference, &targets);
    constructors_add(scope, reference, &targets);
}

/* ---- types and bases ---- */

static Str full_name(Scope *scope, const Reference *reference)
{
    if (!reference->receiver.len)
        return reference->name;
    const Str parts[] = {reference->receiver, STR("."), reference->name};
    return str_join_all(scope->arena, parts, COUNT(parts));
}

static void resolve_type(Scope *scope, const Reference *reference)
{
    uint32_t own = scope_symbol(scope, reference), at = own;
    if (reference->kind == REFERENCE_BASE) // a class may extend the one that it is in
        at = scope->catalog->files.ptr[scope->file].first +
             resolver_entry(scope->resolver, at)->parent;
    bool base = reference->kind == REFERENCE_BASE && scope->rules->is_dynamic;
    if (base && constants_add_base(scope, at, reference)) // a variable that holds the class
        return;
    Value value = types_find(scope->resolver, at, full_name(scope, reference));
    Targets targets = {.ids = {value.symbol}, .len = 1, .confidence = EDGE_EXACT};
    if (value.kind == VALUE_TYPE && value.symbol != own)
        targets_add(scope, reference, &targets);
    else if (value.kind == VALUE_FOREIGN)
        add_foreign(scope, reference, value.package);
}

/* ---- calls and uses ---- */

static void keep_classes(Resolver *resolver, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_kind(resolver, finds->ids[i]) == SYMBOL_CLASS)
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}

/* Ruby: `super` in a method means the method of that name in the bases. */
static bool resolve_super(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    uint32_t i = reference->symbol,
             self = home_type_around(resolver, scope_symbol(scope, reference));
    while (i && !finds_fits((SymbolKind)file->entries[i].kind, FIND_METHODS))
        i = file->entries[i].parent;
    Finds bases = {0}, finds = {0};
    if (!scope_facts(scope)->classes_can_be_reopened || !str_equal(reference->name, STR("super")))
        return false;
    if (i && self != SYMBOL_NOWHERE)
        bases_find(resolver, self, &bases);
    for (uint32_t b = 0; b < bases.len && !finds.len; b++)
        lookup_inherited(resolver, bases.ids[b], file->entries[i].name, FIND_METHODS, &finds);
    scope->step = finds.len ? EDGE_STEP_SUPER : scope->step;
    if (finds.len)
        add_finds(scope, reference, &finds, EDGE_EXACT);
    return i && (finds.len || file->entries[i].kind != SYMBOL_CONSTRUCTOR);
}

/* `super(…)` or `this(…)` in a constructor. */
static bool resolve_constructor_call(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    bool own = str_equal(reference->name, STR("this"));
    const char *super = scope->rules->super_name;
    if (reference->receiver.len ||
        (!own && !str_equal(reference->name, super && *super ? str_from(super) : STR("super"))))
        return false;
    uint32_t self = home_type_around(resolver, scope_symbol(scope, reference));
    Finds finds = {.ids = {self}, .len = 1};
    if (self != SYMBOL_NOWHERE && !own) {
        finds.len = 0;
        bases_find(resolver, self, &finds);
        keep_classes(resolver, &finds);
    }
    scope->step = own ? EDGE_STEP_OWN : EDGE_STEP_SUPER;
    if (self != SYMBOL_NOWHERE && finds.len == 1)
        add_finds(scope, reference, &finds, EDGE_EXACT);
    return true;
}

/* Whether overloads may come from several types. */
static bool has_inherited_overloads(const Scope *scope, const Reference *reference)
{
    return scope->rules->find_overloads && reference->kind == REFERENCE_CALL &&
           !(reference->flags & REFERENCE_NEW);
}

/* Replaces the finds by all overloads that the class which has the name declares or inherits. */
static void merge_inherited(Scope *scope, const Reference *reference, uint32_t name, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    uint32_t home = home_of(resolver, finds->ids[0]);
    bool method = resolver_kind(resolver, finds->ids[0]) == SYMBOL_METHOD;
    bool typed = method && home < HOME_GLOBAL && symbol_is_type(resolver_kind(resolver, home));
    if (!has_inherited_overloads(scope, reference) || !typed)
        return;
    finds->len = 0;
    finds->too_many = false;
    scope->rules->find_overloads(scope, reference, home, name, finds);
}

static bool is_built_in(const Scope *scope, Str name)
{
    const char *words = scope->rules->built_in_functions;
    char lower[NAME_BYTES_MAX];
    if (!words || !fold_case_applies(scope->resolver, scope->file) || name.len > sizeof lower)
        return rules_list_has(words, name);
    for (size_t i = 0; i < name.len; i++)
        lower[i] = (char)(name.ptr[i] | (name.ptr[i] >= 'A' && name.ptr[i] <= 'Z' ? 0x20 : 0));
    return rules_list_has(words, (Str){lower, name.len});
}

static bool is_member(const Resolver *resolver, uint32_t symbol)
{
    uint32_t home = home_of(resolver, symbol);
    return home < HOME_GLOBAL && (symbol_is_type(resolver_kind(resolver, home)) ||
                                  resolver_kind(resolver, home) == SYMBOL_IMPL);
}

/* Whether a field or property of the class around hides a function outside of it. */
static bool is_field_first(Scope *scope, uint32_t at, uint32_t name, const Finds *finds)
{
    Meaning field;
    if (!scope->rules->bare_names_may_be_members || !finds->len ||
        is_member(scope->resolver, *finds->ids))
        return false;
    visible_find(scope->resolver, at, name, FIND_FIELDS, &field);
    return field.finds.len && is_member(scope->resolver, *field.finds.ids);
}

/* ---- values: fields, properties, constants ---- */

/* Whether the reference may read or write a value. */
static bool may_be_value(const Scope *scope, const Reference *reference)
{
    return reference->kind == REFERENCE_USE && scope->rules->values_have_users;
}

/* `Color.RED`, `Foo::class`: a type that is named as a value is mentioned. */
static void mention_type(Scope *scope, const Reference *reference)
{
    Str name = reference->name;
    Reference type = *reference;
    type.kind = REFERENCE_TYPE;
    type.receiver = (Str){0};
    type.flags = 0;
    if (name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z')
        resolve_type(scope, &type);
}

/* A field, property or constant that the name alone means; false if it means none. */
static bool resolve_bare_value(Scope *scope, const Reference *reference, uint32_t at)
{
    Meaning meaning;
    if (variables_find(scope, at, reference->name))
        return false;
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    visible_find(scope->resolver, at, name, FIND_FIELDS, &meaning);
    if (meaning.finds.len)
        add_finds(scope, reference, &meaning.finds, EDGE_EXACT);
    else
        mention_type(scope, reference);
    return meaning.finds.len > 0;
}

/* `items.add(x)` reads items, unless that is a local variable or a type. */
static void add_receiver_use(Scope *scope, const Reference *reference)
{
    Str word = reference->receiver;
    size_t len = 0;
    while (len < word.len && (byte_is_word(word.ptr[len]) || word.ptr[len] == '$'))
        len++;
    if (!scope->rules->values_have_users || !len || len != word.len)
        return;
    Reference use = *reference;
    use.kind = REFERENCE_USE;
    use.name = word;
    use.receiver = (Str){0};
    use.flags = 0;
    resolve_bare_value(scope, &use, scope_symbol(scope, reference));
}

/* `a(x)` of a value `a` whose type declares that calls of it mean a member. */
static bool resolve_called_value(Scope *scope, const Reference *reference, uint32_t at)
{
    Resolver *resolver = scope->resolver;
    const char *member = scope->rules->call_member;
    uint32_t name = member ? names_find(&scope->catalog->names, str_from(member)) : 0;
    if (!name || reference->kind != REFERENCE_CALL || reference->flags & REFERENCE_NEW)
        return false;
    Value value = value_of_name(resolver, scope, at, reference->name, false);
    Finds finds = {0};
    if (value.kind != VALUE_INSTANCE || value.suffix.len)
        return false;
    lookup_inherited(resolver, value.symbol, name, FIND_METHODS, &finds);
    if (finds.len)
        add_finds(scope, reference, &finds, EDGE_EXACT);
    return finds.len > 0;
}

/* Kotlin: members that do not take the arguments give way to those of the companion that do. */
static void prefer_companion(Scope *scope, const Reference *reference, uint32_t name, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    uint32_t self = home_type_around(resolver, scope_symbol(scope, reference));
    Finds others = {0};
    for (uint32_t i = 0; i < finds->len; i++)
        if (!is_member(resolver, finds->ids[i]) ||
            targets_takes(resolver_entry(resolver, finds->ids[i]), reference))
            return;
    if (finds->len && self != SYMBOL_NOWHERE)
        lookup_in_companion(resolver, self, name, FIND_METHODS, &others);
    for (uint32_t i = 0; i < others.len; i++)
        if (targets_takes(resolver_entry(resolver, others.ids[i]), reference)) {
            *finds = others;
            return;
        }
}

/* Scala: `Model(1)` calls the `apply` that the object Model declares. */
static void resolve_applied_object(Scope *scope, const Reference *reference, const Finds *types)
{
    const char *member = scope->rules->call_member;
    uint32_t name = member ? names_find(&scope->catalog->names, str_from(member)) : 0;
    Finds finds = {0};
    for (uint32_t i = 0; name && i < types->len && !finds.len; i++) {
        uint32_t object = resolver_kind(scope->resolver, types->ids[i]) == SYMBOL_OBJECT
                              ? types->ids[i]
                              : lookup_companion(scope->resolver, types->ids[i]);
        lookup_members(scope->resolver, object, name, FIND_METHODS, &finds);
    }
    if (finds.len)
        add_finds(scope, reference, &finds, EDGE_EXACT);
}

/* PHP: `new static`, `new self`, `new parent`. */
static bool resolve_own_type(Scope *scope, const Reference *reference)
{
    uint32_t at = scope_symbol(scope, reference);
    if (!rules_list_has("static self parent", reference->name))
        return false;
    Value value = value_of_name(scope->resolver, NULL, at, reference->name, false);
    Finds finds = {.ids = {value.symbol}, .len = 1};
    if (str_equal(reference->name, STR("self")))
        finds.ids[0] = home_type_around(scope->resolver, at);
    if ((value.kind == VALUE_TYPE || value.kind == VALUE_INSTANCE) &&
        finds.ids[0] != SYMBOL_NOWHERE)
        add_finds(scope, reference, &finds, EDGE_EXACT);
    return true;
}

static void resolve_bare(Scope *scope, const Reference *reference)
{
    uint32_t at = scope_symbol(scope, reference);
    Meaning meaning;
    Finds inherited = {0};
    if (is_built_in(scope, reference->name))
        return;
    const Rules *rules = scope->rules;
    bool value = may_be_value(scope, reference);
    if (value && reference->flags & REFERENCE_TYPED && resolve_bare_value(scope, reference, at))
        return;
    bool calls = reference->kind == REFERENCE_CALL && !(reference->flags & REFERENCE_NEW);
    if (calls && rules->find_in_anonymous &&
        rules->find_in_anonymous(scope, reference, &inherited)) {
        add_finds(scope, reference, &inherited, EDGE_EXACT);
        return;
    }
    if (!(reference->flags & REFERENCE_NEW) && !rules->fields_and_methods_share_names &&
        variables_find(scope, at, reference->name)) {
        resolve_called_value(scope, reference, at);
        return;
    }
    if (reference->flags & REFERENCE_NEW && rules->static_and_parent_are_types &&
        resolve_own_type(scope, reference))
        return;
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    FindKind kind = reference->flags & REFERENCE_NEW ? FIND_SCOPES : FIND_CALLABLES;
    visible_find(scope->resolver, at, name, kind, &meaning);
    if (rules->attribute_ending && kind == FIND_SCOPES && !meaning.finds.len)
        visible_find(
            scope->resolver, at,
            names_find(&scope->catalog->names,
                       str_join(scope->arena, reference->name, str_from(rules->attribute_ending))),
            kind, &meaning);
    scope->step = meaning.is_imported ? EDGE_STEP_IMPORT : EDGE_STEP_UNKNOWN;
    if (calls && rules->classes_have_companion_members)
        prefer_companion(scope, reference, name, &meaning.finds);
    if (calls && rules->may_inherit && rules->may_inherit(scope, reference, &meaning.finds))
        return;
    bool field =
        reference->kind == REFERENCE_USE && is_field_first(scope, at, name, &meaning.finds);
    bool open = !meaning.finds.len && meaning.value.kind == VALUE_UNKNOWN;
    if ((value && (field || open) && resolve_bare_value(scope, reference, at)) || field ||
        (open && resolve_called_value(scope, reference, at)))
        return;
    if (value && !(reference->flags & REFERENCE_NEW) && meaning.finds.len &&
        symbol_is_type(resolver_kind(scope->resolver, *meaning.finds.ids))) {
        mention_type(scope, reference);
        return;
    }
    if (calls && meaning.finds.len && rules->objects_and_types_share_names)
        resolve_applied_object(scope, reference, &meaning.finds);
    if (cpp_is_construction(scope, reference, &meaning.finds))
        cpp_add_construction(scope, reference);
    else if (meaning.finds.len) {
        merge_inherited(scope, reference, name, &meaning.finds);
        add_finds(scope, reference, &meaning.finds, EDGE_EXACT);
    } else if (meaning.value.kind == VALUE_FOREIGN) {
        add_foreign(scope, reference, meaning.value.package);
    } else if (meaning.value.kind == VALUE_UNKNOWN && !(reference->flags & REFERENCE_TYPED)) {
        by_name_resolve(scope, reference);
    }
}

/* Adds the members of a module or namespace; a file of Rust also has its re-exports. */
static void find_in_space(Resolver *resolver, uint32_t space, uint32_t name, Finds *finds)
{
    SymbolPlace place = catalog_place(resolver->catalog, space);
    Meaning meaning = {0};
    if (place.index || !resolver->rules[place.file]->paths_name_modules) {
        lookup_members(resolver, space, name, FIND_CALLABLES, finds);
        return;
    }
    unit_find(resolver, place.file, name, FIND_CALLABLES, &meaning);
    *finds = meaning.finds;
}

/* One of the files that a module is in different builds. */
static bool resolve_variants(Scope *scope, const Reference *reference, uint32_t space,
                             uint32_t name)
{
    SymbolPlace place = catalog_place(scope->catalog, space);
    const Rules *rules = scope->resolver->rules[place.file];
    return !place.index && rules->resolve_variants &&
           rules->resolve_variants(scope, reference, place.file, name);
}

/* Ruby: `::Foo.new`, whose receiver is the whole path. */
static bool resolve_top(Scope *scope, const Reference *reference)
{
    Value value;
    bool top = scope_facts(scope)->classes_can_be_reopened && reference->flags & REFERENCE_NEW &&
               str_starts(reference->receiver, STR("::"));
    if (!top)
        return false;
    Str name = str_from_offset(reference->receiver, 2);
    if (str_equal(name, reference->name) &&
        reopen_find(scope->resolver, scope_symbol(scope, reference), reference->receiver, &value)) {
        Finds finds = {.ids = {value.symbol}, .len = 1};
        add_finds(scope, reference, &finds, EDGE_EXACT);
    }
    return str_equal(name, reference->name);
}

/* What a value has under the name: fields and properties, then methods. */
static void find_value(Resolver *resolver, const Value *value, uint32_t name, Finds *finds)
{
    static const FindKind kinds[] = {FIND_FIELDS, FIND_METHODS};
    uint32_t twin =
        value->kind == VALUE_TYPE ? lookup_companion(resolver, value->symbol) : SYMBOL_NOWHERE;
    for (size_t i = 0; i < COUNT(kinds) && !finds->len; i++) {
        if (value->kind == VALUE_MODULE)
            lookup_members(resolver, value->symbol, name, kinds[i], finds);
        else if (twin != SYMBOL_NOWHERE)
            lookup_inherited(resolver, twin, name, kinds[i], finds);
        if (!finds->len && value->kind != VALUE_MODULE)
            lookup_inherited(resolver, value->symbol, name, kinds[i], finds);
    }
}

/* A member that only the receiver's type decides: a value that is read, an operator. */
static void resolve_typed(Scope *scope, const Reference *reference, Value value)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    if (!name)
        return;
    Finds finds = {0};
    bool known =
        value.kind == VALUE_INSTANCE || value.kind == VALUE_TYPE || value.kind == VALUE_MODULE;
    if (!known || value.suffix.len)
        extensions_find_foreign(resolver, at, name, &value, &finds);
    else if (reference->kind == REFERENCE_USE)
        find_value(resolver, &value, name, &finds);
    else if (value.kind != VALUE_MODULE)
        lookup_inherited(resolver, value.symbol, name, FIND_METHODS, &finds);
    if (known && !value.suffix.len && !finds.len && reference->kind == REFERENCE_CALL)
        lookup_inherited(resolver, value.symbol, name, FIND_FIELDS, &finds); // an indexer of C#
    if (known && !finds.len && value.kind == VALUE_INSTANCE)
        extensions_find(resolver, at, name, &value, &finds);
    if (finds.len)
        add_finds(scope, reference, &finds, known ? EDGE_EXACT : EDGE_LIKELY);
    else if (reference->kind == REFERENCE_USE && value.kind == VALUE_UNKNOWN && !value.suffix.len)
        by_name_resolve(scope, reference);
}

/* PHP: `\f()` is the function outside of all namespaces. */
static bool resolve_global(Scope *scope, const Reference *reference)
{
    Finds finds = {0};
    if (!str_equal(reference->receiver, STR("\\")))
        return false;
    namespaces_find_global(scope->resolver, scope_symbol(scope, reference),
                           names_find(&scope->catalog->names, reference->name), FIND_CALLABLES,
                           &finds);
    add_finds(scope, reference, &finds, EDGE_EXACT);
    return true;
}

static void find_in_type(Resolver *resolver, const Value *value, uint32_t name, Finds *finds)
{
    uint32_t twin =
        value->kind == VALUE_TYPE ? lookup_companion(resolver, value->symbol) : SYMBOL_NOWHERE;
    if (twin != SYMBOL_NOWHERE)
        lookup_inherited(resolver, twin, name, FIND_CALLABLES, finds);
    if (!finds->len)
        lookup_inherited(resolver, value->symbol, name, FIND_CALLABLES, finds);
}

/* Whether the value has a type that no file here declares, such as String: no method here is
   meant. A short name may be a type parameter. */
static bool is_of_library(const Scope *scope, const Value *value)
{
    IdSpan all = value->named ? catalog_named(scope->catalog, value->named) : (IdSpan){0};
    Str name = value->named ? catalog_name(scope->catalog, value->named) : (Str){0};
    if (name.len < LIBRARY_TYPE_BYTES || !(name.ptr[0] >= 'A' && name.ptr[0] <= 'Z') ||
        all.len > RESOLVE_NAMESAKES_MAX || value->kind != VALUE_UNKNOWN ||
        !scope->rules->values_have_users)
        return false;
    for (size_t i = 0; i < all.len; i++)
        if (finds_fits(resolver_kind(scope->resolver, all.ptr[i]), FIND_SCOPES))
            return false;
    return true;
}

/* Ruby: the name of the field that `x.f` reads and `x.f = 1` writes. */
static uint32_t field_called(const Scope *scope, const Reference *reference)
{
    Str name = reference->name;
    name.len -= str_ends(name, STR("="));
    return names_find(&scope->catalog->names, name);
}

/* Adds the edges to the member of a receiver of that value. */
static void add_member(Scope *scope, const Reference *reference, Value value)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    Finds finds = {0};
    bool bound = value.kind == VALUE_INSTANCE && value.named;
    if (value.kind != VALUE_INSTANCE || value.suffix.len)
        extensions_find(resolver, at, name, &value, &finds);
    scope->step = EDGE_STEP_EXTENSION;
    if (finds.len) {
        add_finds(scope, reference, &finds, EDGE_EXACT);
        return;
    }
    Value written = value;
    if ((value.kind == VALUE_UNKNOWN || bound) && !value.suffix.len)
        value = bounds_value(scope, reference,
                             value.named ? catalog_name(scope->catalog, value.named)
                                         : reference->receiver);
    bool open = value.suffix.len || value.kind == VALUE_FOREIGN || value.kind == VALUE_UNKNOWN;
    const Rules *rules = scope->rules;
    if (open && ((rules->find_extension && rules->find_extension(scope, reference, &finds)) ||
                 extensions_find_foreign(resolver, at, name, &written, &finds))) {
        add_finds(scope, reference, &finds, EDGE_LIKELY);
        return;
    }
    scope->step = EDGE_STEP_UNKNOWN;
    if (value.kind == VALUE_FOREIGN)
        add_foreign(scope, reference, value.package);
    if (value.suffix.len && scope->rules->list_methods_go_by_name)
        by_name_resolve(scope, reference);
    if (value.suffix.len || (rules->is_built_in && rules->is_built_in(scope, reference, &value)))
        return;
    if (value.kind == VALUE_MODULE && resolve_variants(scope, reference, value.symbol, name))
        return;
    bool typed = value.kind == VALUE_INSTANCE || value.kind == VALUE_TYPE;
    if (value.kind == VALUE_MODULE)
        find_in_space(resolver, value.symbol, name, &finds);
    else if (typed && has_inherited_overloads(scope, reference))
        rules->find_overloads(scope, reference, value.symbol, name, &finds);
    else if (typed)
        find_in_type(resolver, &value, name, &finds);
    bool bounded = written.kind == VALUE_UNKNOWN || bound;
    scope->step = bounded ? EDGE_STEP_BOUND : steps_of_member(resolver, &value, &finds);
    Value held = finds.len ? (Value){0} : value_dereferenced(resolver, &value);
    if (held.kind == VALUE_INSTANCE && !held.suffix.len) {
        scope->step = EDGE_STEP_TARGET;
        lookup_inherited(resolver, held.symbol, name, FIND_CALLABLES, &finds);
    }
    if (!finds.len && value.kind == VALUE_INSTANCE) {
        scope->step = EDGE_STEP_EXTENSION;
        extensions_find(resolver, at, name, &value, &finds);
    }
    if (!finds.len && typed && rules->fields_and_methods_share_names && rules->values_have_users)
        lookup_inherited(resolver, value.symbol, name, FIND_FIELDS, &finds); // of a record
    if (!finds.len && typed && rules->fields_are_called)
        lookup_inherited(resolver, value.symbol, field_called(scope, reference), FIND_FIELDS,
                         &finds);
    bool elsewhere = (scope_facts(scope)->classes_can_be_reopened &&
                      (value.kind == VALUE_MODULE || value.kind == VALUE_TYPE)) ||
                     (scope->rules->objects_and_types_share_names &&
                      typed); // a member of an extension or an implicit class
    if (cpp_is_construction(scope, reference, &finds))
        cpp_add_construction(scope, reference);
    else if (finds.len || (value.kind != VALUE_UNKNOWN && !elsewhere) ||
             is_of_library(scope, &value))
        add_finds(scope, reference, &finds, EDGE_EXACT);
    else
        by_name_resolve(scope, reference);
}

static void resolve_member(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    Value all[VALUE_ALTERNATIVES_MAX];
    if (resolve_top(scope, reference) || resolve_global(scope, reference))
        return;
    add_receiver_use(scope, reference);
    Value value =
        infer_expression(resolver, scope, scope_symbol(scope, reference), reference->receiver);
    uint32_t count = value_alternatives(resolver, &value, all);
    for (uint32_t i = 0; i < count; i++) {
        resolver->is_doubtful = resolver->is_doubtful || count > 1;
        if (reference->flags & REFERENCE_TYPED)
            resolve_typed(scope, reference, all[i]);
        else
            add_member(scope, reference, all[i]);
    }
}

void reference_resolve(Scope *scope, const Reference *reference)
{
    if (reference->kind == REFERENCE_TYPE || reference->kind == REFERENCE_BASE)
        resolve_type(scope, reference);
    else if (reference->kind == REFERENCE_CALL && reference->flags & REFERENCE_OPERATOR)
        operators_resolve(scope, reference);
    else if (reference->receiver.len)
        resolve_member(scope, reference);
    else if (!resolve_super(scope, reference) && !resolve_constructor_call(scope, reference))
        resolve_bare(scope, reference);
}
