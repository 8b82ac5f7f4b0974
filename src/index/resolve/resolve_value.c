/* Expressions from left to right: the first name by scope, each `.name` a member of what stands
   before it, `()` what that returns, `[]` and `?` take one layer off. Once something is unknown or
   foreign it stays so. */
#include "index/resolve/resolve_dynamic.h"

#include "base/limits.h"
#include "index/resolve/java_signature.h"
#include "index/resolve/resolve_value.h"
#include "lang/registry.h"

static const Value unknown = {.kind = VALUE_UNKNOWN};

static Value instance_of(Value value)
{
    if (value.kind == VALUE_TYPE)
        value.kind = VALUE_INSTANCE;
    return value;
}

/* What a foreign thing gives when it is called: one of its package, as far as that can be told;
   what that gives again may be anyone's. */
static Value foreign_of(const Value *value)
{
    return (Value){
        .kind = VALUE_FOREIGN, .package = value->result ? 0 : value->package, .result = true};
}

/* ---- a symbol as a value ---- */

static bool is_dynamic(const Resolver *resolver, uint32_t symbol)
{
    uint32_t file = resolve_file_of(resolver, symbol);
    return resolver->rules[file]->dynamic;
}

/* `let x; try { x = require("./a") } …`: what the file's imports call so. */
static Value value_of_loaded(Resolver *resolver, uint32_t symbol)
{
    uint32_t file = resolve_file_of(resolver, symbol);
    const FileScope *scope = resolve_file_scope(resolver, file);
    uint32_t at = id_map_get(&scope->visible, resolve_entry(resolver, symbol)->name);
    const ImportLink *link = at == ID_MAP_NONE ? NULL : &scope->links.ptr[at];
    if (!link || link->name)
        return unknown;
    bool outside = link->target == FILE_NOWHERE;
    return (Value){.kind = outside ? VALUE_FOREIGN : VALUE_MODULE,
                   .symbol = outside ? 0 : resolver->units[link->target],
                   .package = outside ? link->package : 0};
}

/* An object whose members are declared in it or added to it is known by its name. */
static Value value_of_variable(Resolver *resolver, uint32_t symbol)
{
    Value value = find_type_of(resolver, symbol);
    bool script = is_dynamic(resolver, symbol) && !resolve_entry(resolver, symbol)->type;
    if (value.kind == VALUE_UNKNOWN && script)
        value = value_of_loaded(resolver, symbol);
    if (value.kind == VALUE_UNKNOWN && is_dynamic(resolver, symbol))
        return (Value){.kind = VALUE_INSTANCE, .symbol = symbol};
    return value;
}

static Value value_of_symbol(Resolver *resolver, uint32_t symbol)
{
    const Entry *entry = resolve_entry(resolver, symbol);
    if (entry->modifiers & MODIFIER(GETTER))
        return find_type_of(resolver, symbol);
    switch (entry->kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR:
    case SYMBOL_MACRO: return (Value){.kind = VALUE_FUNCTION, .symbol = symbol};
    case SYMBOL_ENUM_MEMBER:
        return (Value){
            .kind = VALUE_INSTANCE, .symbol = resolve_home(resolver, symbol), .variant = symbol};
    case SYMBOL_FIELD:
    case SYMBOL_PROPERTY:
    case SYMBOL_VARIABLE:
    case SYMBOL_CONSTANT: return value_of_variable(resolver, symbol);
    case SYMBOL_OBJECT: return (Value){.kind = VALUE_INSTANCE, .symbol = symbol};
    default: return (Value){.kind = VALUE_TYPE, .symbol = join_lead(resolver, symbol)};
    }
}

static bool same_value(const Value *a, const Value *b)
{
    return a->kind == b->kind && a->symbol == b->symbol && a->named == b->named &&
           str_equal(a->suffix, b->suffix);
}

/* Of several symbols: what all of them are. Overloads are one function as long as they return the
   same. */
static Value value_of_finds(Resolver *resolver, const Finds *all)
{
    Finds left, *finds = &left;
    if (!all->len || all->more)
        return unknown;
    left = *all;
    if (left.len > 1)
        find_drop_void(resolver, &left);
    Value value = value_of_symbol(resolver, finds->ids[0]);
    Value result = value.kind == VALUE_FUNCTION ? find_type_of(resolver, value.symbol) : value;
    for (uint32_t i = 1; i < finds->len; i++) {
        Value other = value_of_symbol(resolver, finds->ids[i]);
        if (other.kind != value.kind)
            return unknown;
        if (other.kind == VALUE_FUNCTION)
            other = find_type_of(resolver, other.symbol);
        if (!same_value(&result, &other))
            return unknown;
    }
    return value;
}

/* What a name may be as a value, `called` when a bracket follows. */
static FindKind kind_of_value(const Resolver *resolver, uint32_t symbol, bool called)
{
    uint32_t file = resolve_file_of(resolver, symbol);
    bool apart = resolver->rules[file]->apart;
    return !apart ? FIND_VALUES : called ? FIND_METHODS : FIND_FIELDS;
}

static void find_any(Resolver *resolver, const Value *value, uint32_t name, bool called,
                     Finds *finds)
{
    FindKind kinds[] = {kind_of_value(resolver, value->symbol, called), FIND_SCOPES};
    for (size_t i = 0; i < COUNT(kinds) && !finds->len; i++)
        if (value->kind == VALUE_MODULE)
            find_members(resolver, value->symbol, name, kinds[i], finds);
        else
            find_inherited(resolver, value->symbol, name, kinds[i], finds);
    find_keep_called(resolver, called, finds);
}

static Value value_in_module(Resolver *resolver, uint32_t module, uint32_t name)
{
    static const FindKind kinds[] = {FIND_VALUES, FIND_SCOPES};
    uint32_t file = resolve_file_of(resolver, module);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        Meaning meaning = {0};
        if (resolver->rules[file]->dynamic)
            find_in_module(resolver, file, name, kinds[i], &meaning);
        else
            find_in_unit(resolver, file, name, kinds[i], &meaning);
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
    bool dollar = !called && value->kind == VALUE_INSTANCE && !str_starts(name, STR("$")) &&
                  resolver->rules[resolve_file_of(resolver, value->symbol)]->everywhere;
    uint32_t id = dollar ? names_find(names, str_join(resolver->arena, STR("$"), name)) : 0;
    return id ? id : names_find(names, name);
}

/* What a name after `.` or `::` is of. */
static Value value_member(Resolver *resolver, const Value *value, Str name, bool called)
{
    bool inside =
        value->kind == VALUE_INSTANCE || value->kind == VALUE_TYPE || value->kind == VALUE_MODULE;
    bool function = value->kind == VALUE_FUNCTION || value->kind == VALUE_TYPE;
    if (function && str_equal(name, STR("prototype")) && is_dynamic(resolver, value->symbol))
        return (Value){.kind = VALUE_INSTANCE, .symbol = value->symbol};
    if (str_ends(value->suffix, STR("[]")) && str_equal(name, STR("length")))
        return (Value){.named = names_put(&resolver->catalog->names, STR("int"))};
    if (!inside)
        return (Value){.kind = value->kind,
                       .symbol = value->symbol,
                       .package = value->result ? 0 : value->package,
                       .result = value->result};
    if (value->suffix.len)
        return (Value){.kind = VALUE_FOREIGN};
    if (str_equal(name, STR("0")) && value->kind != VALUE_MODULE)
        return value_filled(resolver,
                            find_type_of(resolver, value->variant ? value->variant : value->symbol),
                            value);
    if (value->kind == VALUE_TYPE && str_equal(name, STR("this"))) // Java's `Outer.this`
        return (Value){.kind = VALUE_INSTANCE, .symbol = value->symbol};
    Finds finds = {0};
    uint32_t id = field_name(resolver, value, name, called);
    bool dynamic = is_dynamic(resolver, value->symbol);
    bool passes = dynamic || resolver->rules[resolve_file_of(resolver, value->symbol)]->paths;
    if (passes && value->kind == VALUE_MODULE &&
        !catalog_place(resolver->catalog, value->symbol).index)
        return value_in_module(resolver, value->symbol, id);
    find_any(resolver, value, id, called, &finds);
    Value held = finds.len ? (Value){0} : value_held(resolver, value);
    bool through = held.kind == VALUE_INSTANCE && !held.suffix.len;
    if (through)
        find_any(resolver, &held, id, called, &finds);
    Value member =
        value_filled(resolver, value_of_finds(resolver, &finds), through ? &held : value);
    if (dynamic && id && member.kind == VALUE_UNKNOWN && value->kind != VALUE_MODULE)
        member = find_attribute(resolver, value->symbol, id);
    return member;
}

/* ---- names ---- */

static uint32_t local_id(const Scope *scope, Str name)
{
    const uint64_t *id = name.len ? map_find(&scope->local_names, name) : NULL;
    return id ? (uint32_t)*id : 0;
}

const Value *value_local(const Scope *scope, uint32_t at, Str name)
{
    uint32_t id = local_id(scope, name);
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    if (at < file->first || at >= file->first + file->count)
        return NULL;
    for (uint32_t i = at - file->first;; i = file->entries[i].parent) {
        uint32_t known = id ? id_map_get(&scope->locals, id_pair(i, id)) : ID_MAP_NONE;
        if (known != ID_MAP_NONE)
            return &scope->values.ptr[known];
        if (!i || !id)
            return NULL;
    }
}

const Value *value_of_anonymous(const Scope *scope, uint32_t at)
{
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    if (!scope->rules->merges || at < file->first || at >= file->first + file->count)
        return NULL;
    uint32_t id = local_id(scope, STR("this"));
    for (uint32_t i = at - file->first; i; i = file->entries[i].parent) {
        uint32_t known = id ? id_map_get(&scope->locals, id_pair(i, id)) : ID_MAP_NONE;
        if (known != ID_MAP_NONE)
            return &scope->values.ptr[known];
        if (symbol_is_type((SymbolKind)file->entries[i].kind))
            break;
    }
    return NULL;
}

static Value first_base(Resolver *resolver, uint32_t type)
{
    Finds bases = {0};
    if (type == SYMBOL_NOWHERE)
        return unknown;
    bool foreign = find_bases(resolver, type, &bases);
    uint32_t file = resolve_file_of(resolver, type), first = 0;
    bool classes = resolver->rules[file]->merges || resolver->rules[file]->classes;
    while (classes && first < bases.len &&
           resolve_kind(resolver, bases.ids[first]) == SYMBOL_INTERFACE)
        first++;
    if (first == bases.len)
        return (Value){.kind = foreign ? VALUE_FOREIGN : VALUE_UNKNOWN};
    return (Value){.kind = VALUE_INSTANCE, .symbol = bases.ids[first]};
}

/* Scala: `self` is the object unless a member is called so. */
static bool is_self_name(Resolver *resolver, uint32_t at, Str name)
{
    static const FindKind kinds[] = {FIND_VALUES, FIND_CALLABLES};
    if (str_equal(name, STR("this")) || str_equal(name, STR("$this")))
        return true;
    if (!str_equal(name, STR("self")))
        return false;
    uint32_t id = names_find(&resolver->catalog->names, name);
    for (size_t i = 0; i < COUNT(kinds) && resolver->rules[resolve_file_of(resolver, at)]->alias;
         i++) {
        Meaning meaning;
        find_visible(resolver, at, id, kinds[i], &meaning);
        if (meaning.finds.len)
            return false;
    }
    return true;
}

static Value value_of_name(Resolver *resolver, const Scope *scope, uint32_t at, Str name,
                           bool called)
{
    FindKind kind = kind_of_value(resolver, at, called);
    bool is_self = is_self_name(resolver, at, name);
    bool php = resolver->rules[resolve_file_of(resolver, at)]->everywhere;
    bool plain = is_dynamic(resolver, at) || !str_equal(name, STR("this")); // `this: Foo`
    const Value *local =
        scope && kind != FIND_METHODS && plain ? value_local(scope, at, name) : NULL;
    if (!local && scope && (is_self || str_equal(name, STR("super"))))
        local = value_of_anonymous(scope, at);
    if (local)
        return *local;
    uint32_t self = find_self(resolver, at);
    if (is_self || str_equal(name, STR("Self")) || (php && str_equal(name, STR("static"))))
        return (Value){.kind = self == SYMBOL_NOWHERE ? VALUE_UNKNOWN
                               : is_self              ? VALUE_INSTANCE
                                                      : VALUE_TYPE,
                       .symbol = self};
    if (str_equal(name, STR("super")) || str_equal(name, STR("base")) ||
        (php && str_equal(name, STR("parent"))))
        return first_base(resolver, self);
    Meaning meaning;
    uint32_t id = names_find(&resolver->catalog->names, name);
    find_visible(resolver, at, id, kind, &meaning);
    if (!meaning.finds.len && meaning.value.kind == VALUE_UNKNOWN)
        find_visible(resolver, at, id, FIND_SCOPES, &meaning);
    if (!meaning.finds.len)
        return meaning.value;
    if (find_fits(resolve_kind(resolver, meaning.finds.ids[0]), FIND_SCOPES))
        return find_type(resolver, at, name);
    return value_of_finds(resolver, &meaning.finds);
}

/* ---- the parts of an expression ---- */

static Value called(Resolver *resolver, const Value *value)
{
    switch (value->kind) {
    case VALUE_FUNCTION:
        return value_filled(resolver, find_returned(resolver, value->symbol), value);
    case VALUE_TYPE: return instance_of(*value);
    case VALUE_FOREIGN: return foreign_of(value);
    case VALUE_INSTANCE: return value->variant ? *value : unknown;
    default: return unknown;
    }
}

static Str leading_word(Str text)
{
    size_t len = 0;
    while (len < text.len && (byte_is_word(text.ptr[len]) || strchr("$@#", text.ptr[len])))
        len++;
    return str_slice(text, 0, len);
}

/* `Foo{}` and what follows a name; takes it off the front of *rest. */
static Value take_mark(Resolver *resolver, const Value *value, Str *rest)
{
    Value next = unknown;
    size_t len = 2;
    if (str_starts(*rest, STR("()")))
        next = called(resolver, value);
    else if (str_starts(*rest, STR("{}")))
        next = instance_of(*value);
    else if (str_starts(*rest, STR("[]")))
        next = value_peeled(resolver, *value, ']');
    else if (str_starts(*rest, STR("?")))
        next = value_peeled(resolver, *value, '?'), len = 1;
    else
        len = rest->len;
    *rest = str_from_offset(*rest, len);
    return next;
}

static Value take_first(Resolver *resolver, const Scope *scope, uint32_t at, Str *rest)
{
    Value special;
    Str whole = *rest;
    if (str_starts(*rest, STR("\"\"")))
        return (Value){.kind = VALUE_FOREIGN};
    if (is_dynamic(resolver, at) && value_of_special(resolver, at, rest, &special))
        return special;
    if (find_module_path(resolver, at, rest, &special))
        return special;
    bool made = str_starts(*rest, STR("new "));
    if (made)
        *rest = str_from_offset(*rest, 4);
    Str word = leading_word(*rest);
    *rest = str_from_offset(*rest, word.len);
    if (made && str_starts(*rest, STR("()"))) {
        *rest = str_from_offset(*rest, 2);
        Value type = find_type(resolver, at, word);
        type.result = type.kind == VALUE_FOREIGN;
        return instance_of(type);
    }
    if (made)
        return find_type(resolver, at, word);
    bool called = str_starts(*rest, STR("()"));
    Value value = word.len ? value_of_name(resolver, scope, at, word, called) : unknown;
    bool paths = resolver->rules[resolve_file_of(resolver, at)]->paths;
    if (paths && value.kind == VALUE_UNKNOWN && !value.named && str_starts(*rest, STR("::")))
        value.named = names_put(&resolver->catalog->names, word); // maybe a type parameter
    bool open = value.kind == VALUE_UNKNOWN || value.kind == VALUE_MODULE;
    if (open && space_path(resolver, at, &whole, &special)) {
        *rest = whole;
        return special;
    }
    return value;
}

/* The name behind a joint, and the call of what holds elements. */
static Value take_joined(Resolver *resolver, const Language *language, const Value *value,
                         Str *rest)
{
    Str word = leading_word(*rest);
    *rest = str_from_offset(*rest, word.len);
    bool called = str_starts(*rest, STR("()"));
    Value layer = called ? value_guarded(resolver, value, word) : unknown;
    if (layer.kind != VALUE_UNKNOWN) {
        *rest = str_from_offset(*rest, str_starts(*rest, STR("()?")) ? 3 : 2);
        return layer;
    }
    layer = *value;
    if (called && value_take_layer(resolver, language, word, &layer)) {
        *rest = str_from_offset(*rest, 2);
        return layer;
    }
    Value next = word.len ? value_member(resolver, value, word, called) : unknown;
    if (called && next.kind == VALUE_UNKNOWN && rust_is_derived(resolver, value, word))
        next = *value;
    bool same = called && language->picked && next.kind == VALUE_UNKNOWN &&
                value->kind == VALUE_INSTANCE && lang_lists(language->adaptors, word);
    if (!same)
        return next;
    *rest = str_from_offset(*rest, 2); // an iterator's or a copy's
    return *value;
}

/* Types with `::` or `.` between: the longest front that is one path of types. */
Value value_of(Resolver *resolver, const Scope *scope, uint32_t at, Str expression)
{
    Str rest = find_without_hidden(resolver, at, expression);
    const Language *language = resolver->catalog->files.ptr[resolve_file_of(resolver, at)].language;
    Value value = take_first(resolver, scope, at, &rest);
    bool paths = resolver->rules[resolve_file_of(resolver, at)]->paths;
    while (rest.len &&
           (value.kind != VALUE_UNKNOWN || value.suffix.len || (paths && value.named))) {
        size_t joint = 0;
        while (joint < rest.len && strchr(".:\\", rest.ptr[joint]))
            joint++;
        rest = str_from_offset(rest, joint);
        if (joint && value.named)
            value = value_bound_by(scope, at, value, leading_word(rest));
        value = joint ? take_joined(resolver, language, &value, &rest)
                      : take_mark(resolver, &value, &rest);
    }
    return rest.len ? unknown : value;
}
