/* Homes are set in two passes. The first places symbols that are declared within their scope. The
   second places those that name their scope (C++ `A::b`, Go's receivers, Rust's impl blocks), which
   needs the names of the first. */
#include "index/resolve/home.h"

#include "index/catalog/catalog_lean.h"
#include "index/catalog/file_filter.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/fold_case.h"
#include "index/resolve/lookup.h"
#include "index/resolve/namespaces.h"
#include "index/resolve/partial.h"
#include "index/resolve/reopen.h"
#include "index/resolve/stubs.h"
#include "index/resolve/types.h"

#define NO_HOME (SYMBOL_NOWHERE - 1) /* SYMBOL_NOWHERE as a value of Resolver.owned */

/* ---- homes ---- */

/* Whether the home has a namespace of this name already: a namespace is one member, however many
   files open it. */
static bool is_known_namespace(const Resolver *resolver, uint32_t home, uint32_t name,
                               uint32_t symbol)
{
    if (resolver_kind(resolver, symbol) != SYMBOL_NAMESPACE)
        return false;
    uint32_t row = id_map_get(&resolver->members, id_pair(home, name)) + 1;
    while (row &&
           resolver_kind(resolver, resolver->member_rows.ptr[row - 1].symbol) != SYMBOL_NAMESPACE)
        row = resolver->member_rows.ptr[row - 1].next;
    return row > 0;
}

static void add_member(Resolver *resolver, uint32_t home, uint32_t name, uint32_t symbol)
{
    name = fold_case_name(resolver, resolver_file_of(resolver, symbol), name);
    if (!name || home == HOME_GLOBAL || home == SYMBOL_NOWHERE ||
        is_known_namespace(resolver, home, name, symbol))
        return;
    *VEC_PUSH(resolver->arena, &resolver->member_rows) = (Member){.symbol = symbol};
    uint32_t row = (uint32_t)resolver->member_rows.len;
    Member *member = &resolver->member_rows.ptr[row - 1];
    uint32_t before = id_map_put(&resolver->members, resolver->arena, id_pair(home, name), row - 1);
    member->next = before == ID_MAP_NONE ? 0 : before + 1;
    const Rules *rules = resolver->rules[resolver_file_of(resolver, symbol)];
    if (member->next && (rules->same_named_types_are_one || rules->types_may_be_partial))
        partial_join(resolver, member);
}

/* The home of symbols that are declared in the entry. */
static uint32_t home_within(const Resolver *resolver, uint32_t id, uint32_t entry)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    uint32_t symbol = file->first + entry;
    if (file->entries[entry].kind != SYMBOL_NAMESPACE &&
        !resolver_facts(resolver, id)->classes_can_be_reopened)
        return symbol;
    uint32_t lead = id_map_get(&resolver->space_leads, symbol);
    return lead == ID_MAP_NONE ? symbol : lead;
}

/* The entry that an entry is declared in; 0: the file. Sections and elements of a page and cells of
   a notebook are not scopes: all code in them sees the same names. */
static uint32_t scope_around(const CatalogFile *file, const Entry *entry)
{
    uint32_t at = entry->parent;
    while (at && (file->entries[at].kind == SYMBOL_SECTION ||
                  file->entries[at].kind == SYMBOL_CODE_BLOCK ||
                  (file->entries[at].kind == SYMBOL_ELEMENT && entry->kind != SYMBOL_ELEMENT)))
        at = file->entries[at].parent;
    return at;
}

static uint32_t lexical_home(const Resolver *resolver, uint32_t id, uint32_t entry)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    uint32_t parent = scope_around(file, &file->entries[entry]);
    return parent ? home_within(resolver, id, parent) : resolver->units[id];
}

uint32_t home_of(const Resolver *resolver, uint32_t symbol)
{
    if (resolver_has(resolver, symbol, TRAIT_GLOBAL))
        return HOME_GLOBAL;
    uint32_t owned = resolver_has(resolver, symbol, TRAIT_OWNED)
                         ? id_map_get(&resolver->owned, symbol)
                         : ID_MAP_NONE;
    if (owned != ID_MAP_NONE)
        return owned == NO_HOME ? SYMBOL_NOWHERE : owned;
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    return place.index ? lexical_home(resolver, place.file, place.index) : SYMBOL_NOWHERE;
}

/* Chooses the symbol that represents a namespace: the first block of that name. A namespace without
   a name, or one that is `inline` within another, is part of the scope around it. Called for blocks
   that contain something, outer ones first. */
static void open_namespace(Resolver *resolver, uint32_t id, uint32_t entry)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    uint32_t symbol = file->first + entry, home = lexical_home(resolver, id, entry);
    const Entry *space = &file->entries[entry];
    Str name = catalog_name(resolver->catalog, space->name);
    if (id_map_get(&resolver->space_leads, symbol) != ID_MAP_NONE)
        return;
    bool nameless = !name.len || name.ptr[0] == '(' ||
                    (home < HOME_GLOBAL && space->modifiers & MODIFIER(INLINE));
    uint64_t key = id_pair(home, space->name);
    uint32_t lead = nameless ? home : id_map_get(&resolver->spaces, key);
    if (lead == ID_MAP_NONE) {
        id_map_put(&resolver->spaces, resolver->arena, key, symbol);
        lead = symbol;
    }
    id_map_put(&resolver->space_leads, resolver->arena, symbol, lead);
}

/* Whether a symbol waits for the second pass: it is in an impl block or names its owner. */
static bool names_owner(const CatalogFile *file, const Entry *entry)
{
    return entry->owner || file->entries[entry->parent].kind == SYMBOL_IMPL;
}

static uint16_t traits_of(const CatalogFile *file, const Entry *entry)
{
    return (uint16_t)(TRAIT_KNOWN | entry->kind |
                      (entry->modifiers & ENTRY_HAS_BODY ? TRAIT_BODY : 0) |
                      (entry->modifiers & MODIFIER(STATIC) ? TRAIT_STATIC : 0) |
                      (names_owner(file, entry) ? TRAIT_OWNED : 0));
}

/* Whether all symbols of a file are global or members of its types and functions. Then no chain of
   members needs them, and their traits are set on first use. */
static bool needs_no_rows(const Resolver *resolver, uint32_t id)
{
    const CatalogFile *file = &resolver->catalog->files.ptr[id];
    const Rules *rules = resolver->rules[id];
    return file->filter && file->filter->plain && rules->linker_resolves_names &&
           !rules->namespaces_have_full_names && !fold_case_applies(resolver, id);
}

/* C: the tag of a structure that is declared in another one is visible outside of it. */
static bool is_tag_in_tag(const Resolver *resolver, uint32_t id, uint32_t entry)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    uint32_t at = entry;
    if (!resolver->rules[id]->types_have_no_bases)
        return false;
    while (at && symbol_is_type((SymbolKind)file->entries[at].kind))
        at = file->entries[at].parent;
    return !at && file->entries[entry].parent;
}

uint16_t home_find_traits(const Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint16_t *traits = resolver->traits + file->first;
    if (place.index >= file->count)
        return 0;
    for (uint32_t i = 0; i < file->count; i++)
        traits[i] =
            (uint16_t)(i ? traits_of(file, &file->entries[i]) |
                               (file->entries[i].parent && !is_tag_in_tag(resolver, place.file, i)
                                    ? 0
                                    : TRAIT_GLOBAL)
                         : TRAIT_KNOWN | file->entries[i].kind);
    return traits[place.index];
}

/* First pass. Members of types and functions need no row: they are found through the entries. True
   when a symbol names its owner. */
static bool place_by_scope(Resolver *resolver, uint32_t id)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    uint16_t *traits = resolver->traits + file->first;
    bool folds = fold_case_applies(resolver, id), owned = false;
    traits[0] = TRAIT_KNOWN | file->entries[0].kind;
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        bool in_namespace = entry->parent && file->entries[entry->parent].kind == SYMBOL_NAMESPACE;
        if (in_namespace && !resolver->rules[id]->namespaces_have_full_names)
            open_namespace(resolver, id, entry->parent);
        traits[i] = traits_of(file, entry);
        owned = owned || traits[i] & TRAIT_OWNED;
        if (folds)
            fold_case_add(resolver, entry->name);
        bool reopened =
            resolver_facts(resolver, id)->classes_can_be_reopened &&
            id_map_get(&resolver->space_leads, file->first + entry->parent) != ID_MAP_NONE;
        if (is_tag_in_tag(resolver, id, i))
            traits[i] |= TRAIT_GLOBAL;
        if (scope_around(file, entry) && !in_namespace && !folds && !reopened)
            continue;
        uint32_t home = lexical_home(resolver, id, i);
        traits[i] |= home == HOME_GLOBAL ? TRAIT_GLOBAL : 0;
        if (!names_owner(file, entry))
            add_member(resolver, home, entry->name, file->first + i);
    }
    return owned;
}

/* JavaScript: the function or variable that `Foo.prototype.bar =` or `app.get =` adds to. */
static uint32_t find_object(Resolver *resolver, uint32_t id, uint32_t owner)
{
    static const FindKind kinds[] = {FIND_VALUES, FIND_CALLABLES};
    Finds finds = {0};
    if (!resolver->rules[id]->is_dynamic)
        return SYMBOL_NOWHERE;
    for (size_t i = 0; i < COUNT(kinds) && !finds.len; i++)
        lookup_members(resolver, resolver->units[id], owner, kinds[i], &finds);
    return finds.len ? finds.ids[0] : SYMBOL_NOWHERE;
}

static void set_owned(Resolver *resolver, uint32_t symbol, uint32_t home)
{
    uint16_t *traits = &resolver->traits[symbol];
    *traits &= (uint16_t)~TRAIT_GLOBAL;
    if (home == HOME_GLOBAL)
        *traits |= TRAIT_GLOBAL;
    else
        id_map_put(&resolver->owned, resolver->arena, symbol,
                   home == SYMBOL_NOWHERE ? NO_HOME : home);
}

/* The owner that was resolved last: entries of one owner often follow each other. */
typedef struct Owner {
    uint32_t at, name, home;
} Owner;

static uint32_t home_of_owner(Resolver *resolver, uint32_t id, const Entry *entry, Owner *before)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    uint32_t at = file->first + entry->parent;
    const Entry *around = &file->entries[entry->parent];
    bool named = resolver->rules[id]->extensions_have_own_names && around->type;
    uint32_t owner = entry->owner ? entry->owner : named ? around->type : around->name;
    if (!entry->owner)
        at = file->first + file->entries[entry->parent].parent;
    if (before->name == owner && before->at == at)
        return before->home;
    Value value =
        types_unalias(resolver, types_find(resolver, at, catalog_name(resolver->catalog, owner)));
    bool list = str_ends(value.suffix, STR("]")); // Dart: `extension on List<Foo>`
    if ((value.kind == VALUE_TYPE && !list) || value.kind == VALUE_MODULE) {
        *before = (Owner){at, owner, value.symbol};
        return value.symbol;
    }
    return entry->owner ? find_object(resolver, id, entry->owner) : SYMBOL_NOWHERE;
}

static void place_by_owner(Resolver *resolver, uint32_t id)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    Owner before = {0};
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (!names_owner(file, entry))
            continue;
        uint32_t home = home_of_owner(resolver, id, entry, &before);
        set_owned(resolver, file->first + i, home);
        add_member(resolver, home, entry->name, file->first + i);
    }
}

/* ---- bases ---- */

/* The type that inherits a base written at a symbol. For an impl block that is its type, or the
   block itself if the type is a type parameter or not of the repository. */
static uint32_t heir_of(Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t i = place.index;
    while (i && !finds_fits((SymbolKind)file->entries[i].kind, FIND_SCOPES) &&
           file->entries[i].kind != SYMBOL_IMPL)
        i = file->entries[i].parent;
    if (!i || file->entries[i].kind != SYMBOL_IMPL)
        return i ? file->first + i : SYMBOL_NOWHERE;
    Value value = types_find(resolver, file->first + file->entries[i].parent,
                             catalog_name(resolver->catalog, file->entries[i].name));
    return value.kind == VALUE_TYPE ? value.symbol : file->first + i;
}

static void add_row(Resolver *resolver, IdMap *map, uint32_t key, BaseRow row)
{
    *VEC_PUSH(resolver->arena, &resolver->base_rows) = row;
    uint32_t at = (uint32_t)resolver->base_rows.len - 1;
    uint32_t before = id_map_put(map, resolver->arena, key, at);
    resolver->base_rows.ptr[at].next = before + 1;
}

/* C++: records a `using`, or a namespace that a macro's body opens; false for other references. */
static bool collect_opened(Resolver *resolver, uint32_t id, const Reference *reference)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    uint32_t at = file->first + reference->symbol;
    bool opens = reference->kind == REFERENCE_BASE && reference->flags & REFERENCE_OPENS;
    bool hides =
        reference->kind == REFERENCE_USE && str_equal(reference->receiver, STR("namespace"));
    const BaseRow row = {.symbol = at, .name = reference->name, .receiver = reference->receiver};
    if (opens && file->entries[reference->symbol].kind == SYMBOL_NAMESPACE)
        open_namespace(resolver, id, reference->symbol); // of a block that has nothing else
    uint32_t lead = opens ? id_map_get(&resolver->space_leads, at) : ID_MAP_NONE;
    if (opens)
        add_row(resolver, &resolver->opens, at, row);
    if (lead != ID_MAP_NONE && lead != at) // another block of the namespace represents it
        add_row(resolver, &resolver->opens, lead, row);
    else if (hides)
        id_map_put(&resolver->hidden, resolver->arena,
                   names_find(&resolver->catalog->names, reference->name), 1);
    return opens || hides;
}

static void collect_bases(Resolver *resolver, Arena scratch, uint32_t id)
{
    Outline shape;
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    if (!file->shape.len || (file->filter && !file->filter->based))
        return;
    catalog_shape(resolver->catalog, &scratch, id, &shape);
    bool reopens = resolver_facts(resolver, id)->classes_can_be_reopened;
    for (size_t i = shape.references.len;
         i-- > 0;) { // backwards, so that chains are in the order of the file
        const Reference *reference = &shape.references.ptr[i];
        if (collect_opened(resolver, id, reference))
            continue;
        uint32_t symbol = file->first + reference->symbol;
        uint32_t heir =
            reference->kind == REFERENCE_BASE ? heir_of(resolver, symbol) : SYMBOL_NOWHERE;
        if (heir != SYMBOL_NOWHERE)
            add_row(resolver, &resolver->bases, reopens ? partial_lead(resolver, heir) : heir,
                    (BaseRow){.symbol = symbol,
                              .name = reference->name,
                              .receiver = reference->receiver,
                              .flags = (uint8_t)reference->flags});
    }
}

/* ---- the index ---- */

static uint32_t unit_of(Resolver *resolver, uint32_t id)
{
    if (resolver->rules[id]->linker_resolves_names)
        return HOME_GLOBAL;
    IdSpan package = imports_package_files(resolver->imports, id);
    uint32_t first = package.len ? package.ptr[0] : id;
    return resolver->catalog->files.ptr[first].first;
}

/* Files are visited by path, so that results do not depend on the order in which they were indexed.
 */
void home_index(Resolver *resolver, Arena scratch)
{
    Catalog *catalog = resolver->catalog;
    size_t files = catalog->files.len;
    (void)names_put(&catalog->names, STR("default")); // module_exports_find_default needs the name
    catalog_named(catalog, 0); // before entries are held, since it may move them
    resolver->files = NEW(resolver->arena, FileScope, files + 1);
    resolver->units = NEW(resolver->arena, uint32_t, files + 1);
    resolver->traits = NEW(resolver->arena, uint16_t, catalog->symbol_count + 1);
    resolver->stamps = NEW(resolver->arena, uint32_t, files + 1);
    resolver->queue = NEW(resolver->arena, uint32_t, files + 1);
    IdSpan order = imports_files(resolver->imports);
    bool *owned = NEW(&scratch, bool, files + 1);
    reopen_index(resolver, order);
    for (size_t i = 0; i < order.len; i++) {
        uint32_t id = order.ptr[i];
        if (!catalog->files.ptr[id].count)
            continue;
        if (resolver->rules[id]->namespaces_have_full_names)
            namespaces_open_file(resolver, id);
        else
            resolver->units[id] = unit_of(resolver, id);
        owned[id] = !needs_no_rows(resolver, id) && place_by_scope(resolver, id);
        catalog_trim(catalog);
    }
    IdMap heads = {0};
    for (size_t i = 0; i < order.len; i++) {
        partial_join_nested(resolver, &heads, &scratch, order.ptr[i]);
        if (owned[order.ptr[i]])
            place_by_owner(resolver, order.ptr[i]);
        catalog_trim(catalog);
    }
    for (size_t i = 0; i < order.len; i++) {
        collect_bases(resolver, scratch, order.ptr[i]);
        catalog_trim(catalog);
    }
    resolver->bases_are_complete = true;
    id_map_clear(&resolver->types);
    resolver->type_values.len = 0;
    stubs_index(resolver, scratch);
}

uint32_t home_type_around(const Resolver *resolver, uint32_t at)
{
    const Catalog *catalog = resolver->catalog;
    SymbolPlace place = catalog_place(catalog, at);
    const CatalogFile *file = catalog_row(catalog, place.file);
    for (uint32_t i = place.index; i; i = file->entries[i].parent) {
        const Entry *entry = &file->entries[i];
        uint32_t home = home_of(resolver, file->first + i);
        bool owned = entry->owner || file->entries[entry->parent].kind == SYMBOL_IMPL;
        if (owned && home < HOME_GLOBAL && catalog_place(catalog, home).index)
            return home;
        if (entry->kind == SYMBOL_IMPL)
            return file->first + i;
        if (finds_fits((SymbolKind)entry->kind, FIND_SCOPES) && entry->kind != SYMBOL_NAMESPACE &&
            entry->kind != SYMBOL_MODULE)
            return file->first + i;
    }
    return SYMBOL_NOWHERE;
}
