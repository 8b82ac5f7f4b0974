/* Homes in two passes: first what is declared in its scope, then what names its scope itself (C++
   `A::b`, Go's receivers, Rust's impl blocks), which needs the names of the first. */
#include "index/resolve_scope.h"

static bool is_function(const Entry *entry)
{
    return entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD ||
           entry->kind == SYMBOL_CONSTRUCTOR;
}

static bool is_scope(const Entry *entry)
{
    switch (entry->kind) {
    case SYMBOL_CLASS:
    case SYMBOL_STRUCT:
    case SYMBOL_UNION:
    case SYMBOL_INTERFACE:
    case SYMBOL_TRAIT:
    case SYMBOL_ENUM:
    case SYMBOL_TYPE:
    case SYMBOL_OBJECT:
    case SYMBOL_MODULE:
    case SYMBOL_NAMESPACE:
    case SYMBOL_PACKAGE: return true;
    default: return false;
    }
}

bool find_fits(const Entry *entry, FindKind kind)
{
    switch (kind) {
    case FIND_SCOPES: return is_scope(entry);
    case FIND_EXPANDED:
        return is_function(entry) || entry->kind == SYMBOL_MACRO ||
               entry->kind == SYMBOL_CONSTANT || is_scope(entry);
    case FIND_CALLABLES:
        return is_function(entry) || entry->kind == SYMBOL_MACRO || is_scope(entry);
    case FIND_METHODS: return is_function(entry);
    case FIND_FIELDS: return !is_function(entry) && find_fits(entry, FIND_VALUES);
    default:
        return entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD ||
               entry->kind == SYMBOL_FIELD || entry->kind == SYMBOL_PROPERTY ||
               entry->kind == SYMBOL_VARIABLE || entry->kind == SYMBOL_CONSTANT ||
               entry->kind == SYMBOL_ENUM_MEMBER || entry->kind == SYMBOL_OBJECT;
    }
}

/* ---- homes ---- */

static void add_member(Resolver *resolver, uint32_t symbol)
{
    const Entry *entry = resolve_entry(resolver, symbol);
    uint32_t home = resolver->homes[symbol];
    if (!entry->name || home == RESOLVE_GLOBAL || home == SYMBOL_NOWHERE)
        return;
    uint32_t before =
        id_map_put(&resolver->members, resolver->arena, id_pair(home, entry->name), symbol);
    resolver->next[symbol] = before == ID_MAP_NONE ? SYMBOL_NOWHERE : before;
}

/* Namespaces are one wherever they are opened; those without a name are their surroundings. */
static uint32_t space_of(Resolver *resolver, uint32_t symbol)
{
    const Entry *entry = resolve_entry(resolver, symbol);
    uint32_t home = resolver->homes[symbol];
    Str name = catalog_name(resolver->catalog, entry->name);
    if (entry->kind != SYMBOL_NAMESPACE)
        return symbol;
    if (!name.len || name.ptr[0] == '(')
        return home;
    uint32_t known = id_map_get(&resolver->spaces, id_pair(home, entry->name));
    if (known != ID_MAP_NONE)
        return known;
    id_map_put(&resolver->spaces, resolver->arena, id_pair(home, entry->name), symbol);
    return symbol;
}

/* Those in an impl block, and those that name an owner, wait for the second pass. */
static bool names_owner(const CatalogFile *file, const Entry *entry)
{
    return entry->owner || file->entries[entry->parent].kind == SYMBOL_IMPL;
}

static void place_lexically(Resolver *resolver, uint32_t id)
{
    const CatalogFile *file = &resolver->catalog->files.ptr[id];
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        uint32_t parent = file->first + entry->parent;
        resolver->homes[file->first + i] =
            entry->parent ? space_of(resolver, parent) : resolver->units[id];
        if (!names_owner(file, entry))
            add_member(resolver, file->first + i);
    }
}

/* JavaScript: `Foo.prototype.bar =`, `app.get =`: what is added to a function or a variable. */
static uint32_t find_object(Resolver *resolver, uint32_t id, uint32_t owner)
{
    static const FindKind kinds[] = {FIND_VALUES, FIND_CALLABLES};
    Finds finds = {0};
    if (!resolver->rules[id]->dynamic)
        return SYMBOL_NOWHERE;
    for (size_t i = 0; i < COUNT(kinds) && !finds.len; i++)
        find_members(resolver, resolver->units[id], owner, kinds[i], &finds);
    return finds.len ? finds.ids[0] : SYMBOL_NOWHERE;
}

static void place_by_owner(Resolver *resolver, uint32_t id)
{
    const CatalogFile *file = &resolver->catalog->files.ptr[id];
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (!names_owner(file, entry))
            continue;
        uint32_t at = file->first + entry->parent;
        uint32_t owner = entry->owner ? entry->owner : file->entries[entry->parent].name;
        if (!entry->owner)
            at = file->first + file->entries[entry->parent].parent;
        Value value = find_type(resolver, at, catalog_name(resolver->catalog, owner));
        bool known = value.kind == VALUE_TYPE || value.kind == VALUE_MODULE;
        resolver->homes[file->first + i] = known          ? value.symbol
                                           : entry->owner ? find_object(resolver, id, entry->owner)
                                                          : SYMBOL_NOWHERE;
        add_member(resolver, file->first + i);
    }
}

/* ---- bases ---- */

/* The type whose base is written at a symbol: the block of an impl stands for its type. */
static uint32_t heir_of(Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = &resolver->catalog->files.ptr[place.file];
    uint32_t i = place.index;
    while (i && !is_scope(&file->entries[i]) && file->entries[i].kind != SYMBOL_IMPL)
        i = file->entries[i].parent;
    if (!i || file->entries[i].kind != SYMBOL_IMPL)
        return i ? file->first + i : SYMBOL_NOWHERE;
    Value value = find_type(resolver, file->first + file->entries[i].parent,
                            catalog_name(resolver->catalog, file->entries[i].name));
    return value.kind == VALUE_TYPE ? value.symbol : SYMBOL_NOWHERE;
}

static void add_row(Resolver *resolver, IdMap *map, uint32_t key, BaseRow row)
{
    *VEC_PUSH(resolver->arena, &resolver->base_rows) = row;
    uint32_t at = (uint32_t)resolver->base_rows.len - 1;
    uint32_t before = id_map_put(map, resolver->arena, key, at);
    resolver->base_rows.ptr[at].next = before + 1;
}

/* C++: `using`, and the namespaces that a macro's body opens. */
static bool collect_opened(Resolver *resolver, uint32_t first, const Reference *reference)
{
    uint32_t at = first + reference->symbol;
    bool opens = reference->flags & REFERENCE_OPENS;
    bool hides =
        reference->kind == REFERENCE_USE && str_equal(reference->receiver, STR("namespace"));
    if (opens)
        add_row(resolver, &resolver->opens, at,
                (BaseRow){.symbol = at, .name = reference->name, .receiver = reference->receiver});
    else if (hides)
        id_map_put(&resolver->hidden, resolver->arena,
                   names_find(&resolver->catalog->names, reference->name), 1);
    return opens || hides;
}

static void collect_bases(Resolver *resolver, Arena scratch, uint32_t id)
{
    Outline shape;
    const CatalogFile *file = &resolver->catalog->files.ptr[id];
    if (!file->shape.len)
        return;
    catalog_shape(resolver->catalog, &scratch, id, &shape);
    for (size_t i = shape.references.len; i-- > 0;) { // the first ends up first in its chain
        const Reference *reference = &shape.references.ptr[i];
        if (collect_opened(resolver, file->first, reference))
            continue;
        uint32_t symbol = file->first + reference->symbol;
        uint32_t heir =
            reference->kind == REFERENCE_BASE ? heir_of(resolver, symbol) : SYMBOL_NOWHERE;
        if (heir != SYMBOL_NOWHERE)
            add_row(resolver, &resolver->bases, heir,
                    (BaseRow){.symbol = symbol,
                              .name = reference->name,
                              .receiver = reference->receiver});
    }
}

/* ---- the whole ---- */

static uint32_t unit_of(Resolver *resolver, uint32_t id)
{
    if (resolver->rules[id]->linked)
        return RESOLVE_GLOBAL;
    IdSpan package = imports_package_files(resolver->imports, id);
    uint32_t first = package.len ? package.ptr[0] : id;
    return resolver->catalog->files.ptr[first].first;
}

void resolve_index(Resolver *resolver, Arena scratch)
{
    const Catalog *catalog = resolver->catalog;
    size_t files = catalog->files.len;
    resolver->files = NEW(resolver->arena, FileScope, files + 1);
    resolver->units = NEW(resolver->arena, uint32_t, files + 1);
    resolver->homes = NEW(resolver->arena, uint32_t, catalog->symbol_count + 1);
    resolver->next = NEW(resolver->arena, uint32_t, catalog->symbol_count + 1);
    resolver->stamps = NEW(resolver->arena, uint32_t, files + 1);
    resolver->queue = NEW(resolver->arena, uint32_t, files + 1);
    for (uint32_t id = 0; id < files; id++) {
        if (!catalog->files.ptr[id].count)
            continue;
        resolver->units[id] = unit_of(resolver, id);
        resolver->homes[catalog->files.ptr[id].first] = SYMBOL_NOWHERE;
        place_lexically(resolver, id);
    }
    for (uint32_t id = 0; id < files; id++)
        place_by_owner(resolver, id);
    for (uint32_t id = 0; id < files; id++)
        collect_bases(resolver, scratch, id);
    resolver->types = (IdMap){0};
}
