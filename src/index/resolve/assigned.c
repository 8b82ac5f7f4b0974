/* Members that no declaration names, such as `self.pool = Pool()` in a method. They are indexed by
   class and name from the shape of the class's file. The first assignment whose value is known
   counts. */
#include "index/resolve/assigned.h"

#include "base/limits.h"
#include "index/resolve/bases.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/types.h"
#include "lang/registry.h"
#include "lang/walk/type_head.h"

static Str member_of_self(Str name)
{
    size_t dot = str_find_byte(name, '.');
    Str first = str_slice(name, 0, dot == STR_NONE ? 0 : dot),
        rest = str_from_offset(name, first.len + 1);
    bool self = str_equal(first, STR("self")) || str_equal(first, STR("this")) ||
                str_equal(first, STR("cls")) || str_equal(first, STR("$this"));
    if (str_starts(name, STR("@"))) // Ruby
        return name;
    return self && str_find_byte(rest, '.') == STR_NONE ? rest : (Str){0};
}

/* For a binding outside any type: the object literal that contains it. */
static uint32_t literal_around(const Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolver_kind(resolver, symbol);
    bool literal = kind == SYMBOL_CONSTANT || kind == SYMBOL_VARIABLE || kind == SYMBOL_OBJECT;
    return literal ? symbol : SYMBOL_NOWHERE;
}

/* `return { x }` is bound as `return.x`: a member of the function around it. */
static bool is_returned(const Reference *reference)
{
    return reference->kind == REFERENCE_BIND && str_starts(reference->name, STR("return."));
}

/* `export { x as y }` is bound as `export.y`: a member of the file. */
static bool is_exported(const Reference *reference)
{
    return reference->kind == REFERENCE_BIND && str_starts(reference->name, STR("export."));
}

/* `Base = Engine` at the top of a file is bound as `alias.Base`. */
#define ALIAS_BIT (UINT64_C(1) << 63)

/* `__all__ = ["go"]` is bound as `all.go`; the name 0 says that the file has a list. */
#define LISTED_BIT (UINT64_C(1) << 62)

static void index_listed(Resolver *resolver, uint32_t id, const Reference *reference)
{
    FileShape *shape = file_shape_of(resolver, id);
    uint32_t first = catalog_row(resolver->catalog, id)->first;
    uint32_t name =
        names_put(&resolver->catalog->names, str_from_offset(reference->name, strlen("all.")));
    id_map_put(&shape->attributes, &resolver->shapes, id_pair(first, 0) | LISTED_BIT, 1);
    id_map_put(&shape->attributes, &resolver->shapes, id_pair(first, name) | LISTED_BIT, 1);
}

static void index_alias(Resolver *resolver, uint32_t id, const Reference *reference, uint32_t at)
{
    FileShape *shape = file_shape_of(resolver, id);
    uint32_t name =
        names_find(&resolver->catalog->names, str_from_offset(reference->name, strlen("alias.")));
    uint64_t key = id_pair(catalog_row(resolver->catalog, id)->first, name) | ALIAS_BIT;
    if (name)
        id_map_put(&shape->attributes, &resolver->shapes, key, at);
}

/* The type whose object the code at a place assigns members to. */
static uint32_t self_around(Resolver *resolver, uint32_t at)
{
    const Rules *rules = resolver_rules(resolver, at);
    if (!rules->self_value)
        return home_type_around(resolver, at);
    Value self = rules->self_value(resolver, at);
    return self.kind == VALUE_UNKNOWN ? SYMBOL_NOWHERE : self.symbol;
}

static void index_attributes(Resolver *resolver, uint32_t id)
{
    FileShape *shape = file_shape_of(resolver, id);
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    shape->attributes_are_ready = true;
    for (size_t i = 0; i < shape->outline.references.len; i++) {
        const Reference *reference = &shape->outline.references.ptr[i];
        if (reference->kind == REFERENCE_BIND && str_starts(reference->name, STR("alias.")))
            index_alias(resolver, id, reference, (uint32_t)i);
        if (reference->kind == REFERENCE_BIND && str_starts(reference->name, STR("all.")))
            index_listed(resolver, id, reference);
        bool returned = is_returned(reference), exported = is_exported(reference);
        Str member = reference->kind != REFERENCE_BIND ? (Str){0}
                     : returned ? str_from_offset(reference->name, strlen("return."))
                     : exported ? str_from_offset(reference->name, strlen("export."))
                                : member_of_self(reference->name);
        bool listed = str_starts(member, STR("@")) || str_ends(member, STR("()"));
        uint32_t name = !member.len          ? 0
                        : returned || listed ? names_put(&resolver->catalog->names, member)
                                             : names_find(&resolver->catalog->names, member);
        uint32_t around = file->first + reference->symbol;
        uint32_t self = exported   ? file->first
                        : returned ? around
                        : name     ? literal_around(resolver, around)
                                   : SYMBOL_NOWHERE;
        if (name && self == SYMBOL_NOWHERE)
            self = self_around(resolver, around);
        if (reference->kind == REFERENCE_BIND && str_equal(reference->name, STR(RETURNED_NAME)) &&
            id_map_get(&shape->results, around) == ID_MAP_NONE)
            id_map_put(&shape->results, &resolver->shapes, around, (uint32_t)i);
        if (returned)
            id_map_put(&shape->attributes, &resolver->shapes, id_pair(self, 0), (uint32_t)i);
        if (!name || self == SYMBOL_NOWHERE || !reference->receiver.len)
            continue;
        uint64_t key = id_pair(self, name);
        if (id_map_get(&shape->attributes, key) == ID_MAP_NONE)
            id_map_put(&shape->attributes, &resolver->shapes, key, (uint32_t)i);
    }
}

/* `self.x = x`: a value of the parameter's type, when the constructor declares it. */
static Value value_of_parameter(Resolver *resolver, uint32_t id, const Reference *bind)
{
    const FileShape *shape = file_shape_of(resolver, id);
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    for (size_t i = 0; i < shape->outline.references.len; i++) {
        const Reference *reference = &shape->outline.references.ptr[i];
        if (reference->symbol != bind->symbol || reference->kind != REFERENCE_BIND ||
            !str_equal(reference->name, bind->receiver) || reference->flags & REFERENCE_VALUE)
            continue;
        Value value = types_find(resolver, file->first + bind->symbol, reference->receiver);
        value.kind = value.kind == VALUE_TYPE ? VALUE_INSTANCE : value.kind;
        return value;
    }
    return (Value){0};
}

static Value value_of_bind(Resolver *resolver, uint32_t id, const Reference *bind)
{
    uint32_t at = resolver->catalog->files.ptr[id].first + bind->symbol;
    if (bind->flags & REFERENCE_VALUE) {
        Value value = value_of_parameter(resolver, id, bind);
        return value.kind != VALUE_UNKNOWN ? value
                                           : infer_expression(resolver, NULL, at, bind->receiver);
    }
    Value value = types_find(resolver, at, bind->receiver);
    value.kind = value.kind == VALUE_TYPE ? VALUE_INSTANCE : value.kind;
    return value;
}

static Value own_attribute(Resolver *resolver, uint32_t type, uint32_t name)
{
    uint32_t id = resolver_file_of(resolver, type);
    const FileShape *shape = file_shape_of(resolver, id);
    if (!shape->attributes_are_ready)
        index_attributes(resolver, id);
    uint32_t at = id_map_get(&shape->attributes, id_pair(type, name));
    if (at == ID_MAP_NONE || resolver->depth >= RESOLVE_DEPTH_MAX)
        return (Value){0};
    resolver->depth++;
    Value value = value_of_bind(resolver, id, &shape->outline.references.ptr[at]);
    resolver->depth--;
    return value;
}

Value assigned_find(Resolver *resolver, uint32_t type, uint32_t name)
{
    Finds types = {.ids = {type}, .len = 1};
    Value value = {0};
    for (uint32_t i = 0; i < types.len && value.kind == VALUE_UNKNOWN; i++) {
        value = own_attribute(resolver, types.ids[i], name);
        Finds bases = {0};
        bases_find(resolver, types.ids[i], &bases);
        for (uint32_t b = 0; b < bases.len && types.len < FINDS_MAX / 2; b++)
            types.ids[types.len++] = bases.ids[b];
    }
    return value;
}

Value assigned_any(Resolver *resolver, uint32_t object)
{
    uint32_t id = resolver_file_of(resolver, object), count = 0;
    uint32_t own = object - catalog_row(resolver->catalog, id)->first;
    Value all[VALUE_ALTERNATIVES_MAX];
    if (literal_around(resolver, object) == SYMBOL_NOWHERE || resolver->depth >= RESOLVE_DEPTH_MAX)
        return (Value){0};
    resolver->depth++;
    const FileShape *shape = file_shape_of(resolver, id);
    for (size_t i = 0; i < shape->outline.references.len && count < VALUE_ALTERNATIVES_MAX; i++) {
        const Reference *bind = &shape->outline.references.ptr[i];
        if (bind->kind == REFERENCE_BIND && bind->symbol == own &&
            str_starts(bind->name, STR("this.")) && bind->receiver.len)
            all[count++] = value_of_bind(resolver, id, bind);
        shape = file_shape_of(resolver, id);
    }
    resolver->depth--;
    return count ? value_either(resolver, all, count) : (Value){0};
}

/* Results of one function that are looked at. */
#define RESULTS_MAX 4

/* What the `return` statements of the function give. */
static Value value_of_results(Resolver *resolver, uint32_t id, uint32_t function)
{
    FileShape *shape = file_shape_of(resolver, id);
    if (!shape->attributes_are_ready)
        index_attributes(resolver, id);
    Value all[RESULTS_MAX];
    uint32_t own = function - catalog_row(resolver->catalog, id)->first, count = 0;
    uint32_t first = id_map_get(&shape->results, function);
    for (size_t i = first; i < shape->outline.references.len && count < RESULTS_MAX; i++) {
        const Reference *bind = &shape->outline.references.ptr[i];
        if (bind->symbol == own && bind->kind == REFERENCE_BIND && bind->receiver.len &&
            str_equal(bind->name, STR(RETURNED_NAME)))
            all[count++] = infer_expression(resolver, NULL, function, bind->receiver);
        shape = file_shape_of(resolver, id);
    }
    return count ? value_either(resolver, all, count) : (Value){0};
}

/* The same, found once. A function that returns what it returns itself has no known result. */
static Value value_returned(Resolver *resolver, uint32_t id, uint32_t function)
{
    uint32_t known = id_map_get(&resolver->returned, function);
    if (known != ID_MAP_NONE || resolver->depth >= RESOLVE_DEPTH_MAX) {
        bool found = known != ID_MAP_NONE && known;
        Value value = found ? resolver->type_values.ptr[known - 1] : (Value){0};
        resolver->is_doubtful = resolver->is_doubtful || value.is_doubtful;
        return value;
    }
    bool doubtful = resolver->is_doubtful;
    id_map_put(&resolver->returned, &resolver->typed, function, 0);
    resolver->is_doubtful = false;
    resolver->depth++;
    Value value = value_of_results(resolver, id, function);
    resolver->depth--;
    value.is_doubtful = resolver->is_doubtful;
    value.suffix = value.suffix.len ? str_copy(&resolver->typed, value.suffix) : (Str){0};
    resolver->is_doubtful = doubtful || value.is_doubtful;
    *VEC_PUSH(&resolver->typed, &resolver->type_values) = value;
    id_map_put(&resolver->returned, &resolver->typed, function,
               (uint32_t)resolver->type_values.len);
    return value;
}

Value assigned_returned(Resolver *resolver, uint32_t function)
{
    Value value = types_of_symbol(resolver, function);
    uint32_t id = resolver_file_of(resolver, function);
    bool known = value.kind != VALUE_UNKNOWN || value.named;
    if (known || !resolver->rules[id]->values_are_followed)
        return value;
    Value result = value_returned(resolver, id, function);
    bool record = result.kind == VALUE_UNKNOWN && result.named &&
                  str_equal(catalog_name(resolver->catalog, result.named), STR(TYPE_TUPLE));
    if (result.kind != VALUE_UNKNOWN || (result.argument && !record) ||
        !resolver->rules[id]->is_dynamic)
        return result;
    const FileShape *shape = file_shape_of(resolver, id);
    if (!shape->attributes_are_ready)
        index_attributes(resolver, id);
    bool object = id_map_get(&shape->attributes, id_pair(function, 0)) != ID_MAP_NONE;
    return object ? (Value){.kind = VALUE_INSTANCE, .symbol = function} : record ? result : value;
}

static bool is_own_object(Str text)
{
    static const char *const words[] = {
        "self",  "$this", "this", "cls()", "new static()", "self.class.new", "self.class.new()",
        "$self", NULL};
    return lang_lists(words, text);
}

bool assigned_returns_self(Resolver *resolver, uint32_t function)
{
    const Entry *entry = resolver_entry(resolver, function);
    Str type = entry->type ? catalog_name(resolver->catalog, entry->type) : (Str){0};
    uint32_t id = resolver_file_of(resolver, function);
    if (type.len || !resolver->rules[id]->values_are_followed)
        return str_equal(type, STR("Self")) || str_equal(type, STR("static"));
    FileShape *shape = file_shape_of(resolver, id);
    if (!shape->attributes_are_ready)
        index_attributes(resolver, id);
    uint32_t own = function - catalog_row(resolver->catalog, id)->first;
    uint32_t first = id_map_get(&shape->results, function);
    bool any = false;
    for (size_t i = first; i < shape->outline.references.len; i++) {
        const Reference *bind = &shape->outline.references.ptr[i];
        if (bind->symbol != own)
            break;
        if (bind->kind != REFERENCE_BIND || !str_equal(bind->name, STR(RETURNED_NAME)))
            continue;
        if (!is_own_object(bind->receiver))
            return false;
        any = true;
    }
    return any;
}

bool assigned_offers(Resolver *resolver, uint32_t file, uint32_t name)
{
    const FileShape *shape = file_shape_of(resolver, file);
    if (!shape->attributes_are_ready)
        index_attributes(resolver, file);
    uint32_t first = resolver->catalog->files.ptr[file].first;
    if (id_map_get(&shape->attributes, id_pair(first, 0) | LISTED_BIT) == ID_MAP_NONE)
        return !str_starts(catalog_name(resolver->catalog, name), STR("_"));
    return id_map_get(&shape->attributes, id_pair(first, name) | LISTED_BIT) != ID_MAP_NONE;
}

/* The name of the parameter that holds the function's block, or empty. */
static Str block_parameter(Resolver *resolver, uint32_t function)
{
    static const char mark[] = "return.&&";
    uint32_t id = resolver_file_of(resolver, function);
    const FileShape *shape = file_shape_of(resolver, id);
    uint32_t own = function - catalog_row(resolver->catalog, id)->first;
    for (size_t i = 0; i < shape->outline.references.len; i++) {
        const Reference *reference = &shape->outline.references.ptr[i];
        if (reference->symbol == own && reference->kind == REFERENCE_BIND &&
            str_starts(reference->name, str_from(mark)))
            return str_from_offset(reference->name, strlen(mark));
    }
    return (Str){0};
}

Value assigned_yielded(Resolver *resolver, uint32_t function, Str place)
{
    Names *names = &resolver->catalog->names;
    uint32_t direct = names_find(names, str_join(resolver->arena, STR("&"), place));
    Value value = direct ? own_attribute(resolver, function, direct) : (Value){0};
    bool first = str_equal(place, STR("0"));
    Str block =
        value.kind == VALUE_UNKNOWN && first ? block_parameter(resolver, function) : (Str){0};
    uint32_t called = block.len ? names_find(names, str_join(resolver->arena, STR("&"), block)) : 0;
    return called ? own_attribute(resolver, function, called) : value;
}

void assigned_find_listed(Resolver *resolver, uint32_t object, uint32_t name, FindKind kind,
                          Finds *finds)
{
    SymbolKind own = resolver_kind(resolver, object);
    bool literal = own == SYMBOL_OBJECT || own == SYMBOL_CONSTANT || own == SYMBOL_VARIABLE ||
                   own == SYMBOL_FUNCTION || own == SYMBOL_METHOD;
    if (finds->len || finds->too_many || !literal || !name)
        return;
    Value value = own_attribute(resolver, object, name);
    bool found = value.kind == VALUE_FUNCTION || value.kind == VALUE_TYPE;
    if (found && finds_fits(resolver_kind(resolver, value.symbol), kind))
        finds->ids[finds->len++] = value.symbol;
}

Str assigned_exported_as(Resolver *resolver, uint32_t file, uint32_t name)
{
    const FileShape *shape = file_shape_of(resolver, file);
    if (!shape->attributes_are_ready)
        index_attributes(resolver, file);
    uint32_t first = resolver->catalog->files.ptr[file].first;
    uint32_t at = name ? id_map_get(&shape->attributes, id_pair(first, name)) : ID_MAP_NONE;
    return at == ID_MAP_NONE ? (Str){0} : shape->outline.references.ptr[at].receiver;
}

Str assigned_literal(Resolver *resolver, uint32_t type, uint32_t name)
{
    uint32_t id = resolver_file_of(resolver, type);
    const FileShape *shape = file_shape_of(resolver, id);
    if (!shape->attributes_are_ready)
        index_attributes(resolver, id);
    uint32_t at = name ? id_map_get(&shape->attributes, id_pair(type, name)) : ID_MAP_NONE;
    const Reference *bind = at == ID_MAP_NONE ? NULL : &shape->outline.references.ptr[at];
    return bind && !(bind->flags & REFERENCE_VALUE) ? bind->receiver : (Str){0};
}

Str assigned_alias(Resolver *resolver, uint32_t file, uint32_t name)
{
    const FileShape *shape = file_shape_of(resolver, file);
    if (!shape->attributes_are_ready)
        index_attributes(resolver, file);
    uint32_t first = resolver->catalog->files.ptr[file].first;
    uint32_t at =
        name ? id_map_get(&shape->attributes, id_pair(first, name) | ALIAS_BIT) : ID_MAP_NONE;
    return at == ID_MAP_NONE ? (Str){0} : shape->outline.references.ptr[at].receiver;
}
