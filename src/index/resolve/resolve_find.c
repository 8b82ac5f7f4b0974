/* What scopes have under a name. Members are chains of a hash by (home, name); what C links by name
   is in no chain but in the catalog's index of names, where the file's own come first. */
#include "index/resolve/resolve_scope.h"

#include "base/limits.h"
#include "index/resolve/resolve_include.h"

static void add(Finds *finds, uint32_t symbol)
{
    if (finds->len < FINDS_MAX)
        finds->ids[finds->len++] = symbol;
    else
        finds->too_many = true;
}

/* The part of the span that lies in the file. */
static IdSpan span_in_file(const Catalog *catalog, IdSpan span, uint32_t file)
{
    uint32_t first = catalog->files.ptr[file].first, end = first + catalog->files.ptr[file].count;
    size_t low = 0, high = span.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (span.ptr[middle] < first)
            low = middle + 1;
        else
            high = middle;
    }
    size_t last = low;
    while (last < span.len && span.ptr[last] < end)
        last++;
    return (IdSpan){span.ptr + low, last - low};
}

/* PHP: a parameter of the constructor that is a property of the class. */
static bool is_promoted(const Resolver *resolver, uint32_t symbol, uint32_t class)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    const Entry *entry = &file->entries[place.index], *around = &file->entries[entry->parent];
    return resolver->rules[place.file]->constructors_declare_properties &&
           entry->kind == SYMBOL_PROPERTY && around->kind == SYMBOL_CONSTRUCTOR &&
           around->parent == class;
}

/* What stands in the entry itself; where names are folded, or types are opened again, members have
   it. */
static void find_inside(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind,
                        Finds *finds)
{
    SymbolPlace place = catalog_place(resolver->catalog, home);
    if (!place.index || resolve_kind(resolver, home) == SYMBOL_NAMESPACE ||
        fold_is_file(resolver, place.file) ||
        (resolver->rules[place.file]->classes_can_be_reopened &&
         id_map_get(&resolver->stands, home) != ID_MAP_NONE))
        return;
    IdSpan span =
        span_in_file(resolver->catalog, catalog_named(resolver->catalog, name), place.file);
    for (size_t i = span.len; i-- > 0 && !finds->too_many;) {
        uint32_t symbol = span.ptr[i];
        if (find_fits(resolve_kind(resolver, symbol), kind) &&
            !resolve_has(resolver, symbol, TRAIT_OWNED) &&
            (resolve_entry(resolver, symbol)->parent == place.index ||
             is_promoted(resolver, symbol, place.index)))
            add(finds, symbol);
    }
}

static void find_in_part(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind,
                         Finds *finds)
{
    if (home < RESOLVE_GLOBAL)
        name = fold_name(resolver, resolve_file_of(resolver, home), name);
    uint32_t row = id_map_get(&resolver->members, id_pair(home, name)) + 1;
    while (row && !finds->too_many) {
        const Member *member = &resolver->member_rows.ptr[row - 1];
        if (find_fits(resolve_kind(resolver, member->symbol), kind))
            add(finds, member->symbol);
        row = member->next;
    }
    if (home < RESOLVE_GLOBAL)
        find_inside(resolver, home, name, kind, finds);
}

/* What stands in the part: in a namespace, wherever it is opened. */
static uint32_t home_of_part(const Resolver *resolver, uint32_t part)
{
    if (resolve_kind(resolver, part) != SYMBOL_NAMESPACE)
        return part;
    if (resolver->rules[resolve_file_of(resolver, part)]->namespaces_have_full_names)
        return space_of(resolver, part);
    uint32_t home = resolve_home(resolver, part);
    uint32_t space =
        id_map_get(&resolver->spaces, id_pair(home, resolve_entry(resolver, part)->name));
    return space == ID_MAP_NONE ? part : space;
}

/* Kotlin: what the companion object has is the class's. */
static void find_in_companion(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind,
                              Finds *finds)
{
    SymbolPlace place = catalog_place(resolver->catalog, home);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    if (!resolver->rules[place.file]->classes_have_companion_members ||
        !symbol_is_type(resolve_kind(resolver, home)))
        return;
    for (uint32_t i = place.index + 1; i < file->count && !finds->len; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->parent < place.index)
            break;
        if (entry->parent == place.index && entry->kind == SYMBOL_OBJECT &&
            entry->modifiers & MODIFIER(STATIC))
            find_in_part(resolver, file->first + i, name, kind, finds);
    }
}

void find_members(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind, Finds *finds)
{
    if (!name || home == SYMBOL_NOWHERE)
        return;
    if (home >= RESOLVE_GLOBAL || resolve_kind(resolver, home) == SYMBOL_NAMESPACE) {
        find_in_part(resolver, home, name, kind, finds);
        return;
    }
    uint32_t part = join_lead(resolver, home);
    find_in_part(resolver, part, name, kind, finds);
    bool hides = resolver->rules[resolve_file_of(resolver, part)]
                     ->classes_can_be_reopened; // a test's part the code's
    for (int step = 0; step < RESOLVE_PARTS_MAX && !finds->too_many; step++) {
        part = join_next(resolver, part);
        if (part == SYMBOL_NOWHERE || (hides && finds->len))
            break;
        find_in_part(resolver, home_of_part(resolver, part), name, kind, finds);
    }
    if (!finds->len)
        find_in_companion(resolver, home, name, kind, finds);
}

/* ---- choosing ---- */

void find_keep_called(const Resolver *resolver, bool called, Finds *finds)
{
    uint32_t kept[FINDS_MAX], count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (find_fits(resolve_kind(resolver, finds->ids[i]), FIND_METHODS) == called)
            kept[count++] = finds->ids[i];
    if (!count || count == finds->len)
        return;
    memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count;
}

void find_drop_void(Resolver *resolver, Finds *finds)
{
    uint32_t count = 0, nothing = names_find(&resolver->catalog->names, STR("void"));
    for (uint32_t i = 0; nothing && i < finds->len; i++) {
        const Entry *entry = resolve_entry(resolver, finds->ids[i]);
        if (entry->type != nothing || entry->modifiers & ENTRY_INDIRECT)
            finds->ids[count++] = finds->ids[i];
    }
    finds->len = count ? count : finds->len;
}

/* ---- linked by name ---- */

static bool is_known(const Finds *finds, uint32_t symbol)
{
    for (uint32_t i = 0; i < finds->len; i++)
        if (finds->ids[i] == symbol)
            return true;
    return false;
}

/* A namespace that hundreds of files open is one. */
static void add_linked(Resolver *resolver, uint32_t symbol, uint32_t name, Finds *finds)
{
    uint32_t stand = resolve_kind(resolver, symbol) == SYMBOL_NAMESPACE
                         ? id_map_get(&resolver->spaces, id_pair(RESOLVE_GLOBAL, name))
                         : ID_MAP_NONE;
    if (stand == ID_MAP_NONE)
        add(finds, symbol);
    else if (!is_known(finds, stand))
        add(finds, stand);
}

static void take_linked(Resolver *resolver, IdSpan span, uint32_t name, FindKind kind, Finds *finds)
{
    for (size_t i = 0; i < span.len && !finds->too_many; i++)
        if (resolve_has(resolver, span.ptr[i], TRAIT_GLOBAL) &&
            find_fits(resolve_kind(resolver, span.ptr[i]), kind))
            add_linked(resolver, span.ptr[i], name, finds);
}

/* Whether one is more than a declaration. */
static bool is_settled(const Resolver *resolver, const Finds *finds)
{
    bool settled = false;
    for (uint32_t i = 0; i < finds->len; i++)
        settled = settled || resolve_is_macro(resolver, finds->ids[i]) ||
                  resolve_has(resolver, finds->ids[i], TRAIT_BODY);
    return settled;
}

static bool is_header(Str path)
{
    static const Str endings[] = {STR_INIT(".h"), STR_INIT(".hpp"), STR_INIT(".hh"),
                                  STR_INIT(".inc"), STR_INIT(".hxx")};
    for (size_t i = 0; i < COUNT(endings); i++)
        if (str_ends(path, endings[i]))
            return true;
    return false;
}

/* What a file may call that has no declaration there: headers are at times included by a name that
   only the build knows. */
static bool is_beside(Str path, Str own)
{
    size_t end = str_find_last_byte(own, '/') + 1;
    return end == str_find_last_byte(path, '/') + 1 && memcmp(own.ptr, path.ptr, end) == 0 &&
           is_header(path);
}

/* A name must be declared where it is used. A declaration elsewhere means nothing, nor does what is
   static or a macro there; a definition may be anywhere. */
static void take_declared(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind,
                          Finds *finds)
{
    IdSpan all = catalog_named(resolver->catalog, name);
    const Catalog *catalog = resolver->catalog;
    Finds beside = {0};
    bool declared = false;
    for (size_t i = 0; i < all.len && !finds->too_many; i++) {
        uint32_t symbol = all.ptr[i];
        if (!resolve_has(resolver, symbol, TRAIT_GLOBAL) ||
            !find_fits(resolve_kind(resolver, symbol), kind))
            continue;
        uint32_t place = resolve_file_of(resolver, symbol);
        if (find_is_double(resolver, file, symbol))
            continue;
        bool seen = place == file || resolve_includes(resolver, file, place);
        bool local =
            resolve_is_macro(resolver, symbol) || resolve_has(resolver, symbol, TRAIT_STATIC);
        declared = declared || seen;
        if (seen || kind == FIND_SCOPES || (!local && resolve_has(resolver, symbol, TRAIT_BODY)))
            add_linked(resolver, symbol, name, finds);
        if (!declared && is_beside(catalog->files.ptr[place].path, catalog->files.ptr[file].path))
            add(&beside, symbol);
    }
    if (!declared && kind != FIND_SCOPES)
        *finds = beside;
}

/* By path, and in their order in a file. */
static void sort_finds(Resolver *resolver, Finds *finds)
{
    uint32_t places[FINDS_MAX];
    for (uint32_t i = 0; i < finds->len; i++) {
        uint32_t symbol = finds->ids[i];
        uint32_t place = imports_place(resolver->imports, resolve_file_of(resolver, symbol)),
                 at = i;
        for (; at && places[at - 1] > place; at--) {
            places[at] = places[at - 1];
            finds->ids[at] = finds->ids[at - 1];
        }
        places[at] = place;
        finds->ids[at] = symbol;
    }
}

static void look_for_linked(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind,
                            Finds *finds)
{
    IdSpan all = catalog_named(resolver->catalog, name);
    take_linked(resolver, span_in_file(resolver->catalog, all, file), name, kind, finds);
    if (finds->too_many || is_settled(resolver, finds))
        return;
    finds->len = 0;
    if (all.len > RESOLVE_NAMESAKES_MAX)
        finds->too_many = true;
    else
        take_declared(resolver, file, name, kind, finds);
    sort_finds(resolver, finds);
}

static bool has_nested(const Resolver *resolver, uint32_t id)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    bool found = false;
    for (uint32_t i = 1; resolver->rules[id]->linker_resolves_names && i < file->count && !found;
         i++) {
        const Entry *entry = &file->entries[i];
        found = entry->parent && find_fits((SymbolKind)entry->kind, FIND_METHODS) &&
                find_fits((SymbolKind)file->entries[entry->parent].kind, FIND_METHODS);
    }
    return found;
}

void find_linked_in(Resolver *resolver, uint32_t file)
{
    Linked *linked = &resolver->linked;
    Arena arena = linked->arena;
    if (arena.begin)
        arena_reset(&arena);
    else
        arena_open(&arena, 0);
    *linked = (Linked){.arena = arena,
                       .is_open = true,
                       .has_nested_functions = has_nested(resolver, file),
                       .file = file};
}

static void keep_linked(Linked *linked, uint64_t key, const Finds *finds)
{
    id_map_put(&linked->known, &linked->arena, key, (uint32_t)linked->finds.len);
    *VEC_PUSH(&linked->arena, &linked->finds) =
        (LinkedFinds){(uint32_t)linked->ids.len, finds->len, finds->too_many};
    for (uint32_t i = 0; i < finds->len; i++)
        *VEC_PUSH(&linked->arena, &linked->ids) = finds->ids[i];
}

void find_linked(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind, Finds *finds)
{
    Linked *linked = &resolver->linked;
    uint64_t key = id_pair(kind, name);
    bool kept = linked->is_open && linked->file == file;
    uint32_t at = kept ? id_map_get(&linked->known, key) : ID_MAP_NONE;
    finds->len = 0;
    if (at == ID_MAP_NONE) {
        look_for_linked(resolver, file, name, kind, finds);
        if (kept)
            keep_linked(linked, key, finds);
        return;
    }
    const LinkedFinds *known = &linked->finds.ptr[at];
    finds->too_many = known->too_many;
    finds->len = known->len;
    for (uint32_t i = 0; i < known->len; i++)
        finds->ids[i] = linked->ids.ptr[known->first + i];
}

/* ---- inheritance ---- */

static Str join_scope(Resolver *resolver, Str receiver, Str name)
{
    const Str parts[] = {receiver, STR("."), name};
    return receiver.len ? str_join_all(resolver->arena, parts, COUNT(parts)) : name;
}

Value find_base(Resolver *resolver, BaseRow *base)
{
    SymbolPlace place = catalog_place(resolver->catalog, base->symbol);
    uint32_t parent = resolve_entry(resolver, base->symbol)->parent;
    base->name = join_scope(resolver, base->receiver, base->name);
    base->receiver = (Str){0};
    return find_type(resolver, resolver->catalog->files.ptr[place.file].first + parent, base->name);
}

/* What another name of a type is of, or, in Rust, an associated type's bound; true when that is not
   of the repository. */
static bool find_aliased(Resolver *resolver, uint32_t type, Finds *finds)
{
    bool alias = resolve_kind(resolver, type) == SYMBOL_TYPE &&
                 !resolver->rules[resolve_file_of(resolver, type)]->is_dynamic;
    Value value = alias ? find_type_of(resolver, type) : (Value){0};
    if (value.kind == VALUE_INSTANCE && !value.suffix.len && value.symbol != type)
        add(finds, value.symbol);
    return value.kind == VALUE_FOREIGN;
}

static bool find_bases_of_part(Resolver *resolver, uint32_t type, Finds *finds)
{
    uint32_t row = id_map_get(&resolver->bases, type);
    bool foreign = find_aliased(resolver, type, finds);
    for (uint32_t next = row + 1; next; next = resolver->base_rows.ptr[next - 1].next) {
        Value value = find_base(resolver, &resolver->base_rows.ptr[next - 1]);
        if (value.kind == VALUE_TYPE && value.symbol != type)
            add(finds, value.symbol);
        else
            foreign = true;
    }
    return foreign;
}

static bool look_for_bases(Resolver *resolver, uint32_t type, Finds *finds)
{
    uint32_t part = join_lead(resolver, type);
    bool foreign = find_bases_of_part(resolver, part, finds);
    for (int step = 0; step < RESOLVE_PARTS_MAX; step++) {
        part = join_next(resolver, part);
        if (part == SYMBOL_NOWHERE)
            break;
        foreign = find_bases_of_part(resolver, part, finds) || foreign;
    }
    return foreign;
}

static bool take_span(Resolver *resolver, uint32_t at, Finds *finds)
{
    const BaseSpan *span = &resolver->base_spans.ptr[at];
    for (uint32_t i = 0; i < span->len; i++)
        add(finds, resolver->base_ids.ptr[span->first + i]);
    resolver->is_doubtful = resolver->is_doubtful || span->is_doubtful;
    return span->has_foreign;
}

bool find_bases(Resolver *resolver, uint32_t type, Finds *finds)
{
    uint64_t key = id_pair(resolver->ignores_doubt, type);
    uint32_t known =
        resolver->bases_are_complete ? id_map_get(&resolver->found_bases, key) : ID_MAP_NONE;
    if (known != ID_MAP_NONE)
        return take_span(resolver, known, finds);
    Finds bases = {0};
    bool doubtful = resolver->is_doubtful, cut = resolver->depth_was_exceeded;
    resolver->is_doubtful = resolver->depth_was_exceeded = false;
    bool foreign = look_for_bases(resolver, type, &bases);
    BaseSpan span = {(uint32_t)resolver->base_ids.len, bases.len, foreign, resolver->is_doubtful};
    bool whole = resolver->bases_are_complete && !resolver->resolving_using &&
                 !resolver->depth_was_exceeded && !bases.too_many;
    for (uint32_t i = 0; i < bases.len; i++) {
        add(finds, bases.ids[i]);
        if (whole)
            *VEC_PUSH(resolver->arena, &resolver->base_ids) = bases.ids[i];
    }
    if (whole) {
        *VEC_PUSH(resolver->arena, &resolver->base_spans) = span;
        id_map_put(&resolver->found_bases, resolver->arena, key,
                   (uint32_t)resolver->base_spans.len - 1);
    }
    finds->too_many = finds->too_many || bases.too_many;
    resolver->is_doubtful = resolver->is_doubtful || doubtful;
    resolver->depth_was_exceeded = resolver->depth_was_exceeded || cut;
    return foreign;
}

bool find_inherited(Resolver *resolver, uint32_t type, uint32_t name, FindKind kind, Finds *finds)
{
    find_members(resolver, type, name, kind, finds);
    bool none = !resolver->bases.len && resolve_kind(resolver, type) != SYMBOL_TYPE;
    if (finds->len || finds->too_many || none)
        return false;
    Finds types = {.ids = {type}, .len = 1};
    bool foreign = false, before = resolver->is_doubtful, doubts[FINDS_MAX] = {false}; // by type
    for (uint32_t i = 0; i < types.len && !finds->len; i++) {
        Finds bases = {0};
        find_members(resolver, types.ids[i], name, kind, finds);
        resolver->is_doubtful = doubts[i];
        foreign = find_bases(resolver, types.ids[i], &bases) || foreign;
        for (uint32_t b = 0; b < bases.len; b++)
            if (!is_known(&types, bases.ids[b])) {
                doubts[MIN(types.len, FINDS_MAX - 1)] = resolver->is_doubtful;
                add(&types, bases.ids[b]);
            }
        resolver->is_doubtful = before || (finds->len && doubts[i]);
    }
    return foreign;
}

uint32_t find_self(const Resolver *resolver, uint32_t at)
{
    const Catalog *catalog = resolver->catalog;
    SymbolPlace place = catalog_place(catalog, at);
    const CatalogFile *file = catalog_row(catalog, place.file);
    for (uint32_t i = place.index; i; i = file->entries[i].parent) {
        const Entry *entry = &file->entries[i];
        uint32_t home = resolve_home(resolver, file->first + i);
        bool owned = entry->owner || file->entries[entry->parent].kind == SYMBOL_IMPL;
        if (owned && home < RESOLVE_GLOBAL && catalog_place(catalog, home).index)
            return home;
        if (entry->kind == SYMBOL_IMPL)
            return file->first + i;
        if (find_fits((SymbolKind)entry->kind, FIND_SCOPES) && entry->kind != SYMBOL_NAMESPACE &&
            entry->kind != SYMBOL_MODULE)
            return file->first + i;
    }
    return SYMBOL_NOWHERE;
}
