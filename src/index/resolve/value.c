/* The values of symbols, members and names. */
#include "index/resolve/value.h"

#include "base/limits.h"
#include "index/resolve/assigned.h"
#include "index/resolve/bases.h"
#include "index/resolve/cpp.h"
#include "index/resolve/extensions.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/generics.h"
#include "index/resolve/held.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/made.h"
#include "index/resolve/module_exports.h"
#include "index/resolve/name_path.h"
#include "index/resolve/partial.h"
#include "index/resolve/types.h"
#include "index/resolve/unit.h"
#include "index/resolve/unwrap.h"
#include "index/resolve/variables.h"
#include "index/resolve/visible.h"
#include "lang/registry.h"

static const Value unknown = {.kind = VALUE_UNKNOWN};

/* ---- alternatives ---- */

uint32_t value_alternatives(const Resolver *resolver, const Value *value,
                            Value all[VALUE_ALTERNATIVES_MAX])
{
    uint32_t count = 0;
    for (uint32_t next = 0; count < VALUE_ALTERNATIVES_MAX; next = all[count - 1].others) {
        all[count] = count ? resolver->others.ptr[next - 1] : *value;
        if (count && value->kind == VALUE_INSTANCE)
            all[count] = value_instance(all[count]);
        if (!all[count++].others)
            break;
    }
    for (uint32_t i = 0; i < count; i++)
        all[i].others = 0;
    return count;
}

bool value_is_known(const Value *value)
{
    return value->kind != VALUE_UNKNOWN || value->suffix.len || value->argument;
}

static bool is_same(const Value *a, const Value *b)
{
    return a->kind == b->kind && a->symbol == b->symbol && a->package == b->package &&
           a->named == b->named && a->argument == b->argument && str_equal(a->suffix, b->suffix);
}

Value value_either(Resolver *resolver, const Value *values, uint32_t count)
{
    Value kept[VALUE_ALTERNATIVES_MAX] = {0}, parts[VALUE_ALTERNATIVES_MAX];
    uint32_t len = 0;
    bool open = false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t alternatives = value_alternatives(resolver, &values[i], parts);
        for (uint32_t p = 0; p < alternatives; p++) {
            bool had = !value_is_known(&parts[p]);
            open = open || had;
            for (uint32_t k = 0; k < len; k++)
                had = had || is_same(&kept[k], &parts[p]);
            if (!had && len < VALUE_ALTERNATIVES_MAX)
                kept[len++] = parts[p];
        }
    }
    for (uint32_t i = len; i > 1; i--) {
        *VEC_PUSH(&resolver->typed, &resolver->others) = kept[i - 1];
        kept[i - 2].others = (uint32_t)resolver->others.len;
    }
    resolver->is_doubtful = resolver->is_doubtful || (len && open) || len > 1;
    kept[0].is_doubtful = kept[0].is_doubtful || (len && open) || len > 1;
    return kept[0];
}

/* ---- a symbol as a value ---- */

static bool is_dynamic(const Resolver *resolver, uint32_t symbol)
{
    uint32_t file = resolver_file_of(resolver, symbol);
    return resolver->rules[file]->is_dynamic;
}

/* `let x; try { x = require("./a") } …`: the module that an import of the file binds to the
   variable. */
static Value value_of_required(Resolver *resolver, uint32_t symbol)
{
    uint32_t file = resolver_file_of(resolver, symbol);
    const FileScope *scope = file_scope_of(resolver, file);
    uint32_t at = id_map_get(&scope->visible, resolver_entry(resolver, symbol)->name);
    const ImportLink *link = at == ID_MAP_NONE ? NULL : &scope->links.ptr[at];
    if (!link || link->name)
        return unknown;
    bool outside = link->target == FILE_NOWHERE;
    return (Value){.kind = outside ? VALUE_FOREIGN : VALUE_MODULE,
                   .symbol = outside ? 0 : resolver->units[link->target],
                   .package = outside ? link->package : 0};
}

/* Whether the declaration writes out the fields of its type: `struct { int a; } name`. */
static bool has_fields(const Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t next = place.index + 1;
    return next < file->count && file->entries[next].parent == place.index &&
           file->entries[next].kind == SYMBOL_FIELD;
}

/* The value of a variable. An object of unknown type is an instance of its own symbol, which has
   the members that are declared in it or added to it. */
static Value value_of_variable(Resolver *resolver, uint32_t symbol)
{
    Value value = types_of_symbol(resolver, symbol);
    bool script = is_dynamic(resolver, symbol) && !resolver_entry(resolver, symbol)->type;
    if (value.kind == VALUE_UNKNOWN && !value.named && has_fields(resolver, symbol))
        return (Value){.kind = VALUE_INSTANCE, .symbol = symbol, .suffix = value.suffix};
    if (value.kind == VALUE_UNKNOWN && script)
        value = value_of_required(resolver, symbol);
    if (value.kind == VALUE_UNKNOWN && !value.argument && script)
        value = held_named(resolver, symbol, resolver_entry(resolver, symbol)->name);
    if (value.kind == VALUE_UNKNOWN && !value.argument && is_dynamic(resolver, symbol))
        return (Value){.kind = VALUE_INSTANCE, .symbol = symbol};
    return value;
}

bool value_extends(const Resolver *resolver, uint32_t type, const char *bases)
{
    uint32_t row = id_map_get(&resolver->bases, type);
    for (uint32_t next = row + 1; next; next = resolver->base_rows.ptr[next - 1].next)
        if (rules_list_has(bases, name_path_last(resolver->base_rows.ptr[next - 1].name)))
            return true;
    return false;
}

static Value value_of_symbol(Resolver *resolver, uint32_t symbol)
{
    const Entry *entry = resolver_entry(resolver, symbol);
    if (entry->modifiers & MODIFIER(GETTER))
        return assigned_returned(resolver, symbol);
    switch (entry->kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR:
    case SYMBOL_MACRO: return (Value){.kind = VALUE_FUNCTION, .symbol = symbol};
    case SYMBOL_ENUM_MEMBER:
        return (Value){
            .kind = VALUE_INSTANCE, .symbol = home_of(resolver, symbol), .variant = symbol};
    case SYMBOL_FIELD:
        if (resolver_rules(resolver, symbol)->enum_bases &&
            value_extends(resolver, home_of(resolver, symbol),
                          resolver_rules(resolver, symbol)->enum_bases))
            return (Value){.kind = VALUE_INSTANCE, .symbol = home_of(resolver, symbol)};
        return value_of_variable(resolver, symbol);
    case SYMBOL_PROPERTY:
    case SYMBOL_VARIABLE:
    case SYMBOL_CONSTANT: return value_of_variable(resolver, symbol);
    case SYMBOL_OBJECT: return (Value){.kind = VALUE_INSTANCE, .symbol = symbol};
    case SYMBOL_NAMESPACE:
        if (resolver_rules(resolver, symbol)->aliases_can_be_called)
            return types_of_scope(resolver, symbol);
        return (Value){.kind = VALUE_TYPE, .symbol = partial_lead(resolver, symbol)};
    default:
        return (Value){
            .kind = VALUE_TYPE, .symbol = partial_lead(resolver, symbol), .is_exact = true};
    }
}

static bool same_value(const Value *a, const Value *b)
{
    return a->kind == b->kind && a->symbol == b->symbol && a->named == b->named &&
           str_equal(a->suffix, b->suffix);
}

/* CommonJS: whether the symbol is the left side of `exports.f = f`, which is the f of the file. */
static bool exports_namesake(Resolver *resolver, uint32_t symbol)
{
    const Entry *entry = resolver_entry(resolver, symbol);
    uint32_t file = resolver_file_of(resolver, symbol), name = entry->name;
    return entry->kind == SYMBOL_VARIABLE && entry->modifiers & MODIFIER(EXPORTED) &&
           resolver->rules[file]->is_dynamic &&
           str_equal(assigned_alias(resolver, file, name), catalog_name(resolver->catalog, name));
}

/* What is looked up as a value is the export of a class. */
static bool are_exports(Resolver *resolver, const Finds *finds)
{
    return finds->len == 1 && exports_namesake(resolver, finds->ids[0]);
}

static void drop_exports(Resolver *resolver, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len && finds->len > 1; i++)
        if (!exports_namesake(resolver, finds->ids[i]))
            finds->ids[count++] = finds->ids[i];
    finds->len = count ? count : finds->len;
}

/* The value that all symbols agree on. Overloads are one function as long as they return the same.
 */
static Value value_of_finds(Resolver *resolver, const Finds *all)
{
    Finds left, *finds = &left;
    if (!all->len || all->too_many)
        return unknown;
    left = *all;
    drop_exports(resolver, &left);
    if (left.len > 1)
        finds_drop_void(resolver, &left);
    Value value = value_of_symbol(resolver, finds->ids[0]);
    Value result = value.kind == VALUE_FUNCTION ? types_of_symbol(resolver, value.symbol) : value;
    for (uint32_t i = 1; i < finds->len; i++) {
        Value other = value_of_symbol(resolver, finds->ids[i]);
        if (other.kind != value.kind)
            return unknown;
        if (other.kind == VALUE_FUNCTION)
            other = types_of_symbol(resolver, other.symbol);
        if (!same_value(&result, &other))
            return unknown;
    }
    return value;
}

/* What a name is looked up as. `called`: a call follows. */
static FindKind kind_of_value(const Resolver *resolver, uint32_t symbol, bool called)
{
    uint32_t file = resolver_file_of(resolver, symbol);
    bool apart = resolver->rules[file]->fields_and_methods_share_names;
    return !apart ? FIND_VALUES : called ? FIND_METHODS : FIND_FIELDS;
}

/* Looks up a member of any kind. */
static void find_any(Resolver *resolver, const Value *value, uint32_t name, bool called,
                     Finds *finds)
{
    FindKind kinds[] = {kind_of_value(resolver, value->symbol, called), FIND_SCOPES,
                        FIND_FIELDS}; // Java: the accessor of a record's part
    const Rules *rules = resolver_rules(resolver, value->symbol);
    for (size_t i = 0; i < COUNT(kinds) && !finds->len; i++)
        if (rules->find_member && rules->find_member(resolver, value, name, kinds[i], finds))
            break;
        else if (value->kind == VALUE_MODULE)
            lookup_members(resolver, value->symbol, name, kinds[i], finds);
        else
            lookup_inherited(resolver, value->symbol, name, kinds[i], finds);
    finds_keep_called(resolver, called, finds);
}

static Value value_in_module(Resolver *resolver, uint32_t module, uint32_t name)
{
    static const FindKind kinds[] = {FIND_VALUES, FIND_SCOPES};
    uint32_t file = resolver_file_of(resolver, module);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        Meaning meaning = {0};
        if (resolver->rules[file]->is_dynamic)
            module_exports_find(resolver, file, name, kinds[i], &meaning);
        else
            unit_find(resolver, file, name, kinds[i], &meaning);
        if (!i && are_exports(resolver, &meaning.finds))
            continue;
        if (meaning.finds.len)
            return value_of_finds(resolver, &meaning.finds);
        if (meaning.value.kind != VALUE_UNKNOWN)
            return meaning.value;
    }
    return unknown;
}

/* PHP: `$this->client` is declared as `$client`. */
static uint32_t field_name(Resolver *resolver, const Value *value, Str name, bool called)
{
    Names *names = &resolver->catalog->names;
    bool dollar =
        !called && value->kind == VALUE_INSTANCE && !str_starts(name, STR("$")) &&
        resolver->rules[resolver_file_of(resolver, value->symbol)]->properties_have_sigils;
    uint32_t id = dollar ? names_find(names, str_join(resolver->arena, STR("$"), name)) : 0;
    return id ? id : names_find(names, name);
}

Value value_numbered(Resolver *resolver, const Value *value, Str name)
{
    SymbolPlace place = catalog_place(resolver->catalog, value->symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t left = (uint32_t)(name.ptr[0] - '0');
    for (uint32_t i = place.index + 1; i < file->count && file->entries[i].parent >= place.index;
         i++) {
        const Entry *entry = &file->entries[i];
        if (entry->parent == place.index && entry->kind == SYMBOL_FIELD &&
            !(entry->modifiers & MODIFIER(STATIC)) && !left--)
            return types_of_symbol(resolver, file->first + i);
    }
    return unknown;
}

/* A member that an assignment gives. Ruby's `attr_reader :x` reads `@x`. */
static Value assigned_member(Resolver *resolver, const Value *value, Str name, bool called)
{
    Names *names = &resolver->catalog->names;
    uint32_t file = resolver_file_of(resolver, value->symbol);
    uint32_t id = names_find(names, name);
    bool found = id && (!called || resolver->rules[file]->is_dynamic);
    Value member = found ? assigned_find(resolver, value->symbol, id) : unknown;
    if (member.kind == VALUE_UNKNOWN && called &&
        resolver_facts(resolver, file)->comments_list_members) {
        id = names_put(names, str_join(resolver->arena, name, STR("()")));
        member = id ? assigned_find(resolver, value->symbol, id) : unknown;
    }
    if (member.kind == VALUE_UNKNOWN && resolver_facts(resolver, file)->classes_can_be_reopened) {
        id = names_find(names, str_join(resolver->arena, STR("@"), name));
        member = id ? assigned_find(resolver, value->symbol, id) : unknown;
    }
    return member;
}

static Value first_base(Resolver *resolver, uint32_t type)
{
    Finds bases = {0};
    if (type == SYMBOL_NOWHERE)
        return unknown;
    bool foreign = bases_find(resolver, type, &bases);
    uint32_t file = resolver_file_of(resolver, type), first = 0;
    bool classes = resolver->rules[file]->super_is_a_class;
    while (classes && first < bases.len &&
           resolver_kind(resolver, bases.ids[first]) == SYMBOL_INTERFACE)
        first++;
    if (first == bases.len)
        return (Value){.kind = foreign ? VALUE_FOREIGN : VALUE_UNKNOWN};
    return (Value){.kind = VALUE_INSTANCE, .symbol = bases.ids[first]};
}

/* Kotlin: `component2` of a data class is the second property of its head; in patterns of Scala,
   too. */
static void find_component(Resolver *resolver, const Value *value, Str name, Finds *finds)
{
    static const char start[] = "component";
    SymbolPlace place = catalog_place(resolver->catalog, value->symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    bool numbered = str_starts(name, str_from(start)) && name.len == strlen(start) + 1;
    int left = numbered ? name.ptr[name.len - 1] - '0' : 0;
    if (!resolver->rules[place.file]->components_are_properties || left <= 0)
        return;
    for (uint32_t i = place.index + 1; i < file->count && left; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->parent < place.index)
            return;
        bool property = entry->parent == place.index &&
                        (entry->kind == SYMBOL_PROPERTY || entry->kind == SYMBOL_FIELD);
        left -= property;
        if (property && !left)
            finds_add(finds, file->first + i);
    }
}

/* Scala: what `unapply` of an object gives, as the parts of a pattern. */
static Value extracted(Resolver *resolver, const Value *value, Str name)
{
    uint32_t object = lookup_companion(resolver, value->symbol);
    Finds finds = {0};
    lookup_members(resolver, object == SYMBOL_NOWHERE ? value->symbol : object,
                   names_find(&resolver->catalog->names, STR("unapply")), FIND_METHODS, &finds);
    Value part, held = finds.len == 1 ? types_of_symbol(resolver, finds.ids[0]) : unknown;
    held = str_ends(held.suffix, STR("]")) ? unwrap_layer(resolver, held, ']') : held;
    if (generics_library(resolver, &held, name, &part))
        return part;
    return str_equal(name, STR("0")) ? held : unknown;
}

/* A part of an instance of a case class, by its number; `unapply` comes first. */
static Value component_at(Resolver *resolver, const Value *value, Str name)
{
    Finds finds = {0};
    Value own = {.kind = VALUE_INSTANCE, .symbol = value->symbol};
    if (name.len != 1 || !byte_is_digit(name.ptr[0]))
        return unknown;
    Value part = extracted(resolver, value, name);
    if (value_is_known(&part))
        return part;
    find_component(resolver, &own,
                   str_format(resolver->arena, "component%d", name.ptr[0] - '0' + 1), &finds);
    return generics_member(resolver, value, &finds, value_of_finds(resolver, &finds));
}

/* A field of a tuple struct of Rust, or of a variant, by its number or its label. */
static Value field_at(Resolver *resolver, const Value *value, Str name)
{
    if (resolver_rules(resolver, value->symbol)->components_are_properties)
        return component_at(resolver, value, name);
    Value part, fields = types_of_symbol(resolver, value->variant ? value->variant : value->symbol);
    const Finds variant = {.ids = {value->variant}, .len = value->variant != 0};
    fields = generics_member(resolver, value, &variant, fields);
    if (generics_library(resolver, &fields, name, &part))
        fields = part;
    else if (!str_equal(name, STR("0")))
        return unknown;
    return generics_filled(resolver, fields, value);
}

/* A part of a tuple struct or of a variant. False for other members. */
static bool take_field(Resolver *resolver, const Value *value, Str name, Value *field)
{
    bool numbered = name.len == 1 && byte_is_digit(name.ptr[0]) && value->kind != VALUE_MODULE;
    if (!numbered && !(value->kind == VALUE_INSTANCE && value->variant))
        return false;
    *field = field_at(resolver, value, name);
    return numbered || field->kind != VALUE_UNKNOWN || field->argument;
}

/* `x.__class__`, Ruby's `x.class`, PHP's `$x::class` and `Foo::class`: the class. */
static bool means_class(const Resolver *resolver, const Value *value, Str name)
{
    const Rules *rules = resolver_rules(resolver, value->symbol);
    bool word = str_equal(name, STR("class")), php = rules->static_and_parent_are_types;
    bool object = value->kind == VALUE_INSTANCE;
    return (object && (str_equal(name, STR("__class__")) || (word && rules->self_value))) ||
           ((object || value->kind == VALUE_TYPE) && word && php);
}

/* JavaScript: `F.prototype` of a function or class, or of a module that is one. False for other
   values. */
static bool value_prototype(Resolver *resolver, const Value *value, Value *prototype)
{
    Meaning meaning = {.finds = {.ids = {value->symbol}, .len = 1}};
    uint32_t file = resolver_file_of(resolver, value->symbol);
    bool module =
        value->kind == VALUE_MODULE && !catalog_place(resolver->catalog, value->symbol).index;
    if (!resolver->rules[file]->is_dynamic || value->suffix.len ||
        !(module || value->kind == VALUE_FUNCTION || value->kind == VALUE_TYPE))
        return false;
    meaning.finds.len = !module;
    if (module && module_exports_is_module(resolver, file))
        module_exports_find_default(resolver, file, FIND_CALLABLES, &meaning);
    *prototype = (Value){.kind = VALUE_INSTANCE, .symbol = meaning.finds.ids[0]};
    return meaning.finds.len == 1;
}

Value value_member(Resolver *resolver, const Value *value, Str name, bool called)
{
    Value given = {0};
    bool inside =
        value->kind == VALUE_INSTANCE || value->kind == VALUE_TYPE || value->kind == VALUE_MODULE;
    if (str_equal(name, STR("prototype")) && value_prototype(resolver, value, &given))
        return given;
    if (inside && !value->suffix.len && means_class(resolver, value, name))
        return (Value){.kind = VALUE_TYPE, .symbol = value->symbol};
    if (str_ends(value->suffix, STR("[]")) && str_equal(name, STR("length")))
        return (Value){.named = names_put(&resolver->catalog->names, STR("int"))};
    if (generics_library(resolver, value, name, &given))
        return given;
    if (!inside)
        return (Value){.kind = value->kind,
                       .symbol = value->symbol,
                       .package = value->is_foreign_result ? 0 : value->package,
                       .is_foreign_result = value->is_foreign_result};
    if (value->suffix.len)
        return (Value){.kind = VALUE_FOREIGN};
    if (value->kind == VALUE_INSTANCE && name.len == 1 && byte_is_digit(name.ptr[0]) &&
        resolver_rules(resolver, value->symbol)->aliases_can_be_called)
        return value_numbered(resolver, value, name);
    if (take_field(resolver, value, name, &given))
        return given;
    bool object = str_equal(name, STR("INSTANCE")) && value->kind == VALUE_TYPE &&
                  resolver_kind(resolver, value->symbol) == SYMBOL_OBJECT;
    if (object || (value->kind == VALUE_TYPE && str_equal(name, STR("this"))))
        return (Value){.kind = VALUE_INSTANCE, .symbol = value->symbol}; // Java
    if (value->kind == VALUE_TYPE && str_equal(name, STR("super")))      // Java's `Outer.super`
        return resolver_kind(resolver, value->symbol) == SYMBOL_INTERFACE
                   ? value_instance(*value)
                   : first_base(resolver, value->symbol);
    Finds finds = {0};
    uint32_t id = field_name(resolver, value, name, called);
    bool passes = is_dynamic(resolver, value->symbol) ||
                  resolver->rules[resolver_file_of(resolver, value->symbol)]->paths_name_modules;
    if (passes && value->kind == VALUE_MODULE &&
        !catalog_place(resolver->catalog, value->symbol).index)
        return value_in_module(resolver, value->symbol, id);
    Value companion = *value;
    companion.symbol =
        value->kind == VALUE_TYPE ? lookup_companion(resolver, value->symbol) : SYMBOL_NOWHERE;
    if (companion.symbol != SYMBOL_NOWHERE)
        find_any(resolver, &companion, id, called, &finds);
    if (!finds.len)
        find_any(resolver, value, id, called, &finds);
    bool component = called && !finds.len && value->kind != VALUE_MODULE;
    if (component)
        find_component(resolver, value, name, &finds);
    if (component && finds.len)
        return generics_filled(resolver, value_of_finds(resolver, &finds), value);
    Value held = finds.len ? (Value){0} : value_dereferenced(resolver, value);
    bool through = held.kind == VALUE_INSTANCE && !held.suffix.len;
    if (through)
        find_any(resolver, &held, id, called, &finds);
    Value member =
        generics_filled(resolver, value_of_finds(resolver, &finds), through ? &held : value);
    if (member.variant)
        member.argument = value->argument, member.place = value->place;
    else
        member = generics_member(resolver, through ? &held : value, &finds, member);
    bool open = member.kind == VALUE_UNKNOWN && !member.argument;
    const Rules *rules = resolver->rules[resolver_file_of(resolver, value->symbol)];
    if (rules->values_are_followed && !rules->linker_resolves_names && open &&
        value->kind != VALUE_MODULE)
        member = assigned_member(resolver, value, name, called);
    return member;
}

/* ---- names ---- */

/* Whether the name is the object. Scala: `self` is, unless a member has that name. */
static bool is_self_name(Resolver *resolver, uint32_t at, Str name)
{
    static const FindKind kinds[] = {FIND_VALUES, FIND_CALLABLES};
    if (str_equal(name, STR("this")))
        return !resolver->rules[resolver_file_of(resolver, at)]->this_may_be_a_name;
    if (str_equal(name, STR("$this")) ||
        rules_list_has(resolver->rules[resolver_file_of(resolver, at)]->self_names, name))
        return true;
    if (!str_equal(name, STR("self")))
        return false;
    uint32_t id = names_find(&resolver->catalog->names, name);
    for (size_t i = 0;
         i < COUNT(kinds) && resolver->rules[resolver_file_of(resolver, at)]->self_may_be_a_name;
         i++) {
        Meaning meaning;
        visible_find(resolver, at, id, kinds[i], &meaning);
        if (meaning.finds.len)
            return false;
    }
    return true;
}

/* Whether the name is the keyword for the object as an instance of its first base. */
static bool is_super_name(const Rules *rules, Str name)
{
    return str_equal(name, rules->super_name ? str_from(rules->super_name) : STR("super"));
}

/* Perl: the conventional names for the object or class that a method is called on. */
static bool value_of_invocant(Resolver *resolver, uint32_t at, Str name, Value *value)
{
    static const char objects[] = "$self $this shift", classes[] = "$class __PACKAGE__ __CLASS__";
    bool object = rules_list_has(objects, name);
    uint32_t self = home_type_around(resolver, at);
    if (!resolver_facts(resolver, resolver_file_of(resolver, at))->package_names_are_absolute ||
        self == SYMBOL_NOWHERE || (!object && !rules_list_has(classes, name)))
        return false;
    *value = (Value){.kind = object ? VALUE_INSTANCE : VALUE_TYPE, .symbol = self};
    return true;
}

/* Kotlin: `this@Outer`, `super@Outer`. */
static bool value_of_labelled(Resolver *resolver, uint32_t at, Str name, Value *value)
{
    bool super = str_starts(name, STR("super@"));
    if (!super && !str_starts(name, STR("this@")))
        return false;
    Value type = types_find(resolver, at, str_from_offset(name, str_find_byte(name, '@') + 1));
    *value = type.kind != VALUE_TYPE ? unknown
             : super                 ? first_base(resolver, type.symbol)
                                     : value_instance(type);
    return true;
}

/* Ruby: `$log`, or a constant at the top of a file: what any file assigns to it. */
static Value value_of_global(Resolver *resolver, uint32_t name)
{
    IdSpan all = name ? catalog_named(resolver->catalog, name) : (IdSpan){0};
    Value values[VALUE_ALTERNATIVES_MAX];
    uint32_t count = 0;
    for (size_t i = 0; i < all.len && count < VALUE_ALTERNATIVES_MAX; i++)
        if (finds_fits(resolver_kind(resolver, all.ptr[i]), FIND_FIELDS) &&
            !resolver_entry(resolver, all.ptr[i])->parent)
            values[count++] = types_of_symbol(resolver, all.ptr[i]);
    return count ? value_either(resolver, values, count) : unknown;
}

/* Ruby: a member of the object at the place, by its name alone; `new` in the code of the type. */
static bool value_of_own(Resolver *resolver, uint32_t at, Str name, bool called, Value *value)
{
    const Rules *rules = resolver_rules(resolver, at);
    Finds finds = {0};
    uint32_t id = names_find(&resolver->catalog->names, name);
    Value self = rules->self_value(resolver, at);
    if (self.kind == VALUE_UNKNOWN)
        return false;
    bool found = id && rules->find_member(resolver, &self, id, FIND_VALUES, &finds);
    bool makes = !found && self.kind == VALUE_TYPE && str_equal(name, STR("new"));
    if (makes) {
        *value = called ? self : value_instance(self);
        return true;
    }
    *value = found ? value_of_finds(resolver, &finds) : unknown;
    if (found && value->kind == VALUE_UNKNOWN && !value->argument)
        *value = assigned_member(resolver, &self, name, called);
    return found;
}

/* The object in an extension of a type outside the repository. */
static bool value_of_extended(Resolver *resolver, uint32_t at, uint32_t self, Value *value)
{
    bool outside = self == SYMBOL_NOWHERE || resolver_kind(resolver, self) == SYMBOL_IMPL;
    *value = outside ? extensions_self(resolver, at) : unknown;
    return value_is_known(value);
}

Value value_of_name(Resolver *resolver, const Scope *scope, uint32_t at, Str name, bool called)
{
    FindKind kind = kind_of_value(resolver, at, called);
    bool is_self = is_self_name(resolver, at, name);
    const Rules *rules = resolver->rules[resolver_file_of(resolver, at)];
    bool plain = is_dynamic(resolver, at) || !is_self || !str_equal(name, STR("this"));
    const Value *local =
        scope && kind != FIND_METHODS && plain ? variables_find(scope, at, name) : NULL;
    if (!local && scope && (is_self || str_equal(name, STR("super"))))
        local = variables_anonymous_this(scope, at);
    if (!local && scope && is_self && rules->lambdas_have_receivers)
        local = variables_find(scope, at, name);
    if (local && is_self && local->kind == VALUE_UNKNOWN && rules->lambdas_have_receivers)
        local = NULL;
    if (local) {
        resolver->is_doubtful = resolver->is_doubtful || local->is_doubtful;
        return *local;
    }
    Value invocant;
    if (value_of_labelled(resolver, at, name, &invocant) ||
        value_of_invocant(resolver, at, name, &invocant))
        return invocant;
    if (is_self && rules->self_value)
        return rules->self_value(resolver, at);
    uint32_t self = home_type_around(resolver, at);
    if (is_self && value_of_extended(resolver, at, self, &invocant))
        return invocant;
    if (is_self || str_equal(name, STR("Self")) ||
        (rules->static_and_parent_are_types && str_equal(name, STR("static"))))
        return (Value){.kind = self == SYMBOL_NOWHERE ? VALUE_UNKNOWN
                               : is_self              ? VALUE_INSTANCE
                                                      : VALUE_TYPE,
                       .symbol = self,
                       .pointers = is_self && rules->linker_resolves_names};
    if (is_super_name(rules, name))
        return generics_super(resolver, self, first_base(resolver, self));
    Meaning meaning;
    uint32_t id = names_find(&resolver->catalog->names, name);
    if (rules->self_value)
        self = rules->self_value(resolver, at).kind == VALUE_UNKNOWN
                   ? SYMBOL_NOWHERE
                   : rules->self_value(resolver, at).symbol;
    if (str_starts(name, STR("@")))
        return self == SYMBOL_NOWHERE || !id ? unknown : assigned_find(resolver, self, id);
    if (rules->self_value && str_starts(name, STR("$")))
        return value_of_global(resolver, id);
    if (rules->self_value && value_of_own(resolver, at, name, called, &invocant))
        return invocant;
    visible_find(resolver, at, id, kind, &meaning);
    if ((!meaning.finds.len && meaning.value.kind == VALUE_UNKNOWN) ||
        are_exports(resolver, &meaning.finds))
        visible_find(resolver, at, id, FIND_SCOPES, &meaning);
    bool scalar =
        str_starts(name, STR("$")) &&
        resolver_facts(resolver, resolver_file_of(resolver, at))->package_names_are_absolute;
    if (!meaning.finds.len && scalar) { // Perl: `$h{a}` is an element of %h
        id = names_find(&resolver->catalog->names,
                        str_join(resolver->arena, STR("%"), str_from_offset(name, 1)));
        visible_find(resolver, at, id, kind, &meaning);
    }
    bool constant = rules->self_value && name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
    if (!meaning.finds.len && constant)
        return value_of_global(resolver, id);
    if (!meaning.finds.len)
        return meaning.value.kind == VALUE_UNKNOWN ? held_named(resolver, at, id) : meaning.value;
    if (finds_fits(resolver_kind(resolver, meaning.finds.ids[0]), FIND_SCOPES))
        return made_named(types_find(resolver, at, name));
    Value own = {.kind = VALUE_INSTANCE, .symbol = self};
    finds_keep_called(resolver, called, &meaning.finds);
    Value value = value_of_finds(resolver, &meaning.finds);
    return self == SYMBOL_NOWHERE ? value : generics_member(resolver, &own, &meaning.finds, value);
}

Value value_dereferenced(Resolver *resolver, const Value *value)
{
    if (value->kind != VALUE_INSTANCE || value->suffix.len)
        return (Value){0};
    bool paths = resolver->rules[resolver_file_of(resolver, value->symbol)]->paths_name_modules;
    return paths ? generics_filled(resolver,
                                   types_of_alias_in(resolver, value->symbol, STR("Target")), value)
                 : cpp_operator_result(resolver, value, STR("operator->"));
}
