/* The first part of a path is looked up by scope, the others as members of the part before. If that
   fails, the path may begin with a package. Answers are cached by place and text, since a file
   names few types many times. */
#include "index/resolve/types.h"

#include "base/hash.h"
#include "base/limits.h"
#include "index/resolve/closest.h"
#include "index/resolve/dynamic.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/module_exports.h"
#include "index/resolve/namespaces.h"
#include "index/resolve/reopen.h"
#include "index/resolve/specialisations.h"
#include "index/resolve/unit.h"
#include "index/resolve/visible.h"
#include "lang/walk/type_head.h"

/* ---- paths ---- */

bool types_find_path(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    const Rules *rules = resolver_rules(resolver, at);
    return rules->find_path && rules->find_path(resolver, at, rest, value);
}

bool types_find_module(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    const Rules *rules = resolver_rules(resolver, at);
    return rules->find_module && rules->find_module(resolver, at, rest, value);
}

/* C++: what `namespace a = b::c;` names. */
static Value value_of_space_alias(Resolver *resolver, uint32_t symbol, const Entry *entry)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    uint32_t at = resolver->catalog->files.ptr[place.file].first + entry->parent;
    Value target = types_find(resolver, at, catalog_name(resolver->catalog, entry->type));
    return target.symbol == symbol ? (Value){0} : target;
}

Value types_of_scope(Resolver *resolver, uint32_t symbol)
{
    const Entry *entry = resolver_entry(resolver, symbol);
    if (entry->kind == SYMBOL_NAMESPACE && entry->type)
        return value_of_space_alias(resolver, symbol, entry);
    bool declared = entry->kind == SYMBOL_MODULE && !(entry->modifiers & ENTRY_HAS_BODY);
    if (!declared && entry->kind != SYMBOL_NAMESPACE)
        return (Value){.kind = VALUE_TYPE, .symbol = symbol};
    const Rules *rules = resolver_rules(resolver, symbol);
    if (declared)
        return rules->module_value ? rules->module_value(resolver, symbol)
                                   : (Value){.kind = VALUE_TYPE, .symbol = symbol};
    if (rules->namespaces_have_full_names)
        return (Value){.kind = VALUE_MODULE, .symbol = namespaces_of(resolver, symbol)};
    uint32_t space = id_map_get(&resolver->space_leads, symbol);
    if (space == ID_MAP_NONE)
        space = id_map_get(&resolver->spaces, id_pair(home_of(resolver, symbol), entry->name));
    return (Value){.kind = VALUE_MODULE, .symbol = space == ID_MAP_NONE ? symbol : space};
}

static bool is_dynamic(const Resolver *resolver, uint32_t symbol)
{
    uint32_t file = resolver_file_of(resolver, symbol);
    return resolver->rules[file]->is_dynamic;
}

/* Whether a symbol is a module that re-exports. */
static bool passes_on(const Resolver *resolver, uint32_t symbol)
{
    uint32_t file = resolver_file_of(resolver, symbol);
    bool unit = !catalog_place(resolver->catalog, symbol).index;
    return unit && (resolver->rules[file]->is_dynamic || resolver->rules[file]->paths_name_modules);
}

/* Ruby: `A = B::C`: a constant that is another name of a class. */
static Value value_of_constants(Resolver *resolver, const Finds *finds)
{
    Value value = finds->len == 1 && resolver_kind(resolver, finds->ids[0]) == SYMBOL_CONSTANT
                      ? types_of_symbol(resolver, finds->ids[0])
                      : (Value){0};
    return value.kind == VALUE_TYPE ? value : (Value){0};
}

static bool has_renamed_classes(const Resolver *resolver, uint32_t at)
{
    return resolver_rules(resolver, at)->self_value != NULL;
}

/* `last`: no other part follows. */
static Value first_scope(Resolver *resolver, uint32_t at, Str name, bool last)
{
    Meaning meaning;
    bool late = str_equal(name, STR("static")) &&
                resolver->rules[resolver_file_of(resolver, at)]->static_and_parent_are_types;
    if (str_equal(name, STR("Self")) || str_equal(name, STR("self")) || late) {
        uint32_t self = home_type_around(resolver, at);
        return (Value){.kind = self == SYMBOL_NOWHERE ? VALUE_UNKNOWN : VALUE_TYPE, .symbol = self};
    }
    uint32_t id = names_find(&resolver->catalog->names, name);
    visible_find(resolver, at, id, FIND_SCOPES, &meaning);
    bool open = meaning.value.kind == VALUE_UNKNOWN || (meaning.value.kind == VALUE_MODULE && last);
    if (!meaning.finds.len && open && is_dynamic(resolver, at))
        return dynamic_assigned_type(resolver, at, id);
    if (!meaning.finds.len && has_renamed_classes(resolver, at)) {
        visible_find(resolver, at, id, FIND_FIELDS, &meaning);
        return value_of_constants(resolver, &meaning.finds);
    }
    if (!meaning.finds.len)
        return meaning.value;
    if (meaning.has_alternatives && meaning.finds.len > 1)
        return (Value){0};
    uint32_t only = closest_scope(resolver, at, &meaning.finds);
    return only == SYMBOL_NOWHERE ? (Value){0} : types_of_scope(resolver, only);
}

static Value scope_in_module(Resolver *resolver, uint32_t at, uint32_t module, uint32_t name)
{
    Meaning meaning = {0};
    if (is_dynamic(resolver, module))
        module_exports_find(resolver, resolver_file_of(resolver, module), name, FIND_SCOPES,
                            &meaning);
    else
        unit_find(resolver, resolver_file_of(resolver, module), name, FIND_SCOPES, &meaning);
    if (!meaning.finds.len)
        return meaning.value;
    uint32_t only = closest_scope(resolver, at, &meaning.finds);
    return only == SYMBOL_NOWHERE ? (Value){0} : types_of_scope(resolver, only);
}

static Value next_scope(Resolver *resolver, uint32_t at, const Value *value, Str name)
{
    Finds finds = {0};
    uint32_t id = names_find(&resolver->catalog->names, name);
    if (value->kind == VALUE_FOREIGN)
        return *value;
    if (value->kind == VALUE_TYPE)
        lookup_inherited(resolver, value->symbol, id, FIND_SCOPES, &finds);
    else if (value->kind == VALUE_MODULE && passes_on(resolver, value->symbol))
        return scope_in_module(resolver, at, value->symbol, id);
    else if (value->kind == VALUE_MODULE)
        lookup_members(resolver, value->symbol, id, FIND_SCOPES, &finds);
    if (finds.len && value->kind == VALUE_TYPE && specialisations_exist(resolver, value->symbol))
        resolver->is_doubtful = true;
    if (!finds.len && value->kind == VALUE_TYPE && has_renamed_classes(resolver, at)) {
        lookup_inherited(resolver, value->symbol, id, FIND_FIELDS, &finds);
        return value_of_constants(resolver, &finds);
    }
    uint32_t twin = value->kind == VALUE_TYPE && !finds.len
                        ? lookup_companion(resolver, value->symbol)
                        : SYMBOL_NOWHERE;
    if (twin != SYMBOL_NOWHERE) // Scala: `Value.Arr`, in the object of the trait Value
        lookup_inherited(resolver, twin, id, FIND_SCOPES, &finds);
    uint32_t only = closest_scope(resolver, at, &finds);
    return only == SYMBOL_NOWHERE ? (Value){0} : types_of_scope(resolver, only);
}

/* Takes the next part of a path, up to `.`, `::` or `\`. */
static bool take_part(Str *rest, Str *part)
{
    size_t start = 0, end;
    while (start < rest->len && strchr(".:\\", rest->ptr[start]))
        start++;
    for (end = start; end < rest->len && !strchr(".:\\", rest->ptr[end]);)
        end++;
    *part = str_slice(*rest, start, end);
    *rest = str_from_offset(*rest, end);
    return part->len > 0;
}

/* Looks up the rest of a path in a type. */
static Value path_in_type(Resolver *resolver, uint32_t at, Value value, Str rest)
{
    for (Str part; value.kind == VALUE_TYPE && take_part(&rest, &part);)
        value = next_scope(resolver, at, &value, part);
    return value;
}

static Value find_path(Resolver *resolver, uint32_t at, Str text)
{
    Str rest = text, part;
    Value value = {0};
    bool renames = resolver->rules[resolver_file_of(resolver, at)]->aliases_can_be_called;
    if (str_starts(text, STR("\\"))) { // PHP: a full name
        bool found = namespaces_take_path(resolver, at, &rest, &value);
        return found && !rest.len ? value : (Value){0};
    }
    bool placed = types_find_path(resolver, at, &rest, &value);
    for (bool first = !placed; take_part(&rest, &part);) {
        if (!first && renames)
            value = types_unalias(resolver, value);
        if (value.suffix.len)
            return (Value){0};
        Str from = {part.ptr, (size_t)(rest.ptr + rest.len - part.ptr)};
        value = first ? first_scope(resolver, at, part, !rest.len)
                      : next_scope(resolver, at, &value, part);
        if (first && value.kind == VALUE_UNKNOWN && rest.len &&
            types_find_module(resolver, at, &from, &value))
            rest = from;
        first = value.kind == VALUE_UNKNOWN && rest.len && types_is_macro_namespace(resolver, part);
        if (value.kind == VALUE_UNKNOWN && !first)
            break;
    }
    if (value.kind != VALUE_TYPE && reopen_find(resolver, at, text, &value))
        return value;
    bool open = value.kind != VALUE_TYPE && namespaces_take_path(resolver, at, &text, &value);
    if (open && text.len)
        value = path_in_type(resolver, at, value, text);
    return value;
}

bool types_is_macro_namespace(const Resolver *resolver, Str name)
{
    uint32_t id = resolver->hidden.len ? names_find(&resolver->catalog->names, name) : 0;
    return id && id_map_get(&resolver->hidden, id) != ID_MAP_NONE;
}

Str types_skip_macro_namespaces(Resolver *resolver, uint32_t at, Str path)
{
    for (Str rest = path, part; resolver->hidden.len && take_part(&rest, &part); path = rest) {
        bool space = str_starts(rest, STR("::")) || !rest.len;
        Value value = types_find(resolver, at, part);
        if (!space || value.kind != VALUE_UNKNOWN || !types_is_macro_namespace(resolver, part))
            break;
        rest = str_from_offset(rest, MIN(rest.len, 2));
    }
    return path;
}

/* ---- suffixes and arguments ---- */

Str types_suffix(Str text)
{
    size_t at = text.len;
    while (at && (text.ptr[at - 1] == '?' || text.ptr[at - 1] == ']')) {
        size_t open =
            text.ptr[at - 1] == '?' ? at - 1 : str_find_last_byte(str_slice(text, 0, at), '[');
        if (open == STR_NONE)
            break;
        at = open;
    }
    return str_from_offset(text, at);
}

/* The name id of the last word of a path. */
static uint32_t simple_name(Resolver *resolver, Str path)
{
    size_t at = path.len;
    while (at && byte_is_word(path.ptr[at - 1]))
        at--;
    return names_put(&resolver->catalog->names, str_from_offset(path, at));
}

/* The name id of a type that is not known. Rust: `R::Offset` of a type parameter stays whole, so
   that bounds.c can look up Offset in the bounds of R. */
static uint32_t name_of_open(Resolver *resolver, uint32_t at, Str path)
{
    bool upper = path.len && path.ptr[0] >= 'A' && path.ptr[0] <= 'Z';
    bool whole = upper && resolver->rules[resolver_file_of(resolver, at)]->paths_name_modules &&
                 str_find(path, STR("::")) != STR_NONE;
    return whole ? names_put(&resolver->catalog->names, path) : simple_name(resolver, path);
}

/* Whether the text is an expression, not a type: it has brackets outside of `<…>`. */
static bool is_expression(Str text)
{
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        depth += text.ptr[i] == '<';
        depth -= text.ptr[i] == '>' && depth;
        if (!depth && byte_in(text.ptr[i], "({~"))
            return true;
    }
    return false;
}

/* `A|B` */
static Value either_type(Resolver *resolver, uint32_t at, Str text)
{
    Value all[VALUE_ALTERNATIVES_MAX];
    uint32_t count = 0;
    for (Str part; count < VALUE_ALTERNATIVES_MAX && type_head_take(&text, '|', &part); count++) {
        all[count] = types_unalias(resolver, types_find(resolver, at, part));
        all[count].is_foreign_result = all[count].kind == VALUE_FOREIGN;
    }
    return value_either(resolver, all, count);
}

/* The value with layers around each of its alternatives. */
static Value with_layers(Resolver *resolver, const Value *value, Str suffix)
{
    Value all[VALUE_ALTERNATIVES_MAX];
    uint32_t count = value_alternatives(resolver, value, all);
    for (uint32_t i = 0; i < count && suffix.len; i++)
        all[i].suffix = str_join(&resolver->typed, all[i].suffix, suffix);
    return count > 1 ? value_either(resolver, all, count) : all[0];
}

/* `@12`: a value that was inferred, as a type argument (signatures.c). */
static bool take_mark(Resolver *resolver, Str path, Str suffix, Value *value)
{
    uint64_t index;
    if (!str_starts(path, STR("@")) || !str_parse_u64(str_from_offset(path, 1), &index) ||
        index >= resolver->others.len)
        return false;
    *value = with_layers(resolver, &resolver->others.ptr[index], suffix);
    return true;
}

static Value value_of_expression(Resolver *resolver, uint32_t at, Str text, Str suffix)
{
    Value value = infer_expression(resolver, NULL, at, text);
    if (suffix.len)
        value.suffix = str_copy(&resolver->typed, str_join(resolver->arena, value.suffix, suffix));
    return value;
}

static Value make_type(Resolver *resolver, uint32_t at, Str text)
{
    if (is_expression(text) && !str_starts(text, STR("=")))
        return infer_expression(resolver, NULL, at, text);
    Str first, after = text;
    bool either = str_find_byte(text, '|') != STR_NONE && type_head_take(&after, '|', &first);
    if (either && first.len < text.len)
        return either_type(resolver, at, text);
    Str suffix = types_suffix(text);
    if (str_starts(text, STR("="))) // the value of an expression: a class, not an instance of it
        return value_of_expression(resolver, at, str_slice(text, 1, text.len - suffix.len), suffix);
    Str path = str_slice(text, 0, text.len - suffix.len), argument = {0};
    size_t angle = str_ends(path, STR(">")) ? str_find_byte(path, '<') : STR_NONE;
    if (angle != STR_NONE) {
        argument = str_slice(path, angle + 1, path.len - 1);
        path = str_slice(path, 0, angle);
    }
    Value value;
    if (take_mark(resolver, path, suffix, &value))
        return value;
    value = find_path(resolver, at, path);
    value.argument = argument.len ? names_put(&resolver->catalog->names, argument) : 0;
    value.place = at;
    if (value.kind == VALUE_UNKNOWN)
        value.named = name_of_open(resolver, at, path);
    if (value.kind == VALUE_FOREIGN)
        value.named = simple_name(resolver, path);
    if (value.others) /* the alias of a union */
        return with_layers(resolver, &value, suffix);
    value.suffix = suffix.len ? str_copy(&resolver->typed, suffix) : (Str){0};
    return value;
}

Value types_find(Resolver *resolver, uint32_t at, Str text)
{
    resolver->depth_was_exceeded =
        resolver->depth_was_exceeded || resolver->depth >= RESOLVE_DEPTH_MAX;
    if (!text.len || resolver->depth >= RESOLVE_DEPTH_MAX)
        return (Value){0};
    uint64_t key = hash_fast(text) ^ (uint64_t)(at + 1) * UINT64_C(0x9E3779B97F4A7C15);
    key ^= resolver->ignores_doubt ? UINT64_C(0xD6E8FEB86659FD93) : 0;
    uint32_t known = id_map_get(&resolver->types, key);
    if (known != ID_MAP_NONE) {
        resolver->is_doubtful =
            resolver->is_doubtful || resolver->type_values.ptr[known].is_doubtful;
        return resolver->type_values.ptr[known];
    }
    bool doubtful = resolver->is_doubtful;
    resolver->is_doubtful = false;
    resolver->depth++;
    Value value = make_type(resolver, at, text);
    resolver->depth--;
    value.is_exact = false;
    value.is_doubtful = resolver->is_doubtful;
    resolver->is_doubtful = doubtful || value.is_doubtful;
    if (resolver->resolving_using) // not cached: other `using` were ignored
        return value;
    *VEC_PUSH(&resolver->typed, &resolver->type_values) = value;
    id_map_put(&resolver->types, &resolver->typed, key, (uint32_t)resolver->type_values.len - 1);
    return value;
}

Value types_of_part(Resolver *resolver, uint32_t at, Str part)
{
    Value value = types_find(resolver, at, part);
    return str_starts(part, STR("=")) ? value : value_instance(value);
}

/* Rust: `type Index<Ix> = Ix` is an alias of its argument. */
static bool is_argument(Resolver *resolver, const Value *alias, const Value *found, Value *value)
{
    bool parameter = found->kind == VALUE_UNKNOWN && found->named && !found->suffix.len &&
                     catalog_name(resolver->catalog, found->named).len <= 2;
    if (!alias->argument || !parameter)
        return false;
    *value = types_find(resolver, alias->place, catalog_name(resolver->catalog, alias->argument));
    return true;
}

/* C++: a value of that declaration. */
static Value pointed_by(Value value, const Entry *entry)
{
    if (entry->modifiers & ENTRY_INDIRECT && !value.pointers)
        value.pointers = 1;
    return value;
}

Value types_unalias(Resolver *resolver, Value value)
{
    for (int step = 0; step < RESOLVE_DEPTH_MAX && value.kind == VALUE_TYPE && !value.suffix.len;
         step++) {
        const Entry *entry = resolver_entry(resolver, value.symbol);
        if (entry->kind != SYMBOL_TYPE || !entry->type || entry->modifiers & ENTRY_DISTINCT)
            break;
        SymbolPlace place = catalog_place(resolver->catalog, value.symbol);
        uint32_t at = resolver->catalog->files.ptr[place.file].first + entry->parent;
        Value next = types_find(resolver, at, catalog_name(resolver->catalog, entry->type));
        if (next.kind == VALUE_UNKNOWN && next.named && next.argument && !value.argument &&
            resolver_rules(resolver, value.symbol)->aliases_can_be_called)
            return next; // C++: `using Index = std::map<int, Foo>`
        if (is_argument(resolver, &value, &next, &value) || next.kind == VALUE_UNKNOWN ||
            next.symbol == value.symbol)
            break;
        next.pointers = MAX(next.pointers, value.pointers);
        value = pointed_by(next, entry);
    }
    return value;
}

Value types_of_symbol(Resolver *resolver, uint32_t symbol)
{
    const Entry *entry = resolver_entry(resolver, symbol);
    if (!entry->type)
        return (Value){0};
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    uint32_t at = resolver->catalog->files.ptr[place.file].first + entry->parent;
    Str text = catalog_name(resolver->catalog, entry->type);
    bool own = str_starts(text, STR("Self")) && types_suffix(text).len + 4 == text.len;
    if (own || str_equal(text, STR("this.type"))) { // Scala
        uint32_t self = home_type_around(resolver, symbol);
        Value value = {.kind = self == SYMBOL_NOWHERE ? VALUE_UNKNOWN : VALUE_INSTANCE,
                       .symbol = self,
                       .suffix = types_suffix(text)};
        return value;
    }
    Value value = types_unalias(resolver, types_find(resolver, at, text));
    if (value.kind == VALUE_TYPE && !str_starts(text, STR("=")))
        value.kind = VALUE_INSTANCE;
    value.is_foreign_result = value.is_foreign_result || value.kind == VALUE_FOREIGN;
    return pointed_by(value, entry);
}

Value types_of_argument(Resolver *resolver, const Value *owner)
{
    return value_instance(
        types_find(resolver, owner->place, catalog_name(resolver->catalog, owner->argument)));
}

Value types_of_alias_in(Resolver *resolver, uint32_t type, Str name)
{
    Finds finds = {0};
    lookup_members(resolver, type, names_find(&resolver->catalog->names, name), FIND_SCOPES,
                   &finds);
    bool alias = finds.len == 1 && resolver_kind(resolver, finds.ids[0]) == SYMBOL_TYPE;
    return alias ? types_of_symbol(resolver, finds.ids[0]) : (Value){0};
}
