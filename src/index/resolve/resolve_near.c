/* The one of several symbols of a name that a place most likely means. */
#include "index/resolve/resolve_scope.h"

#include "index/resolve/resolve_include.h"

/* In C `typedef struct a b;` defines its name as much as one with members does, and
   `typedef struct a a;` speaks of one defined elsewhere. */
static bool is_declaration(Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolve_kind(resolver, symbol);
    if (resolve_has(resolver, symbol, TRAIT_BODY) || kind == SYMBOL_NAMESPACE ||
        resolve_is_macro(resolver, symbol))
        return false;
    if (kind != SYMBOL_TYPE ||
        !resolver->rules[resolve_file_of(resolver, symbol)]->linker_resolves_names)
        return true;
    const Entry *entry = resolve_entry(resolver, symbol);
    return !entry->type || entry->type == entry->name;
}

static bool is_defined(Resolver *resolver, uint32_t at, uint32_t symbol)
{
    (void)at;
    return !is_declaration(resolver, symbol);
}

static bool is_in_file(Resolver *resolver, uint32_t at, uint32_t symbol)
{
    return resolve_file_of(resolver, symbol) == resolve_file_of(resolver, at);
}

static bool is_included(Resolver *resolver, uint32_t at, uint32_t symbol)
{
    return resolve_includes(resolver, resolve_file_of(resolver, at),
                            resolve_file_of(resolver, symbol));
}

/* Other files that declare the symbol's name and that the place sees. */
static void find_headers(Resolver *resolver, uint32_t at, uint32_t symbol, Finds *headers)
{
    uint32_t from = resolve_file_of(resolver, at);
    IdSpan all = catalog_named(resolver->catalog, resolve_entry(resolver, symbol)->name);
    for (size_t i = 0; i < all.len && headers->len < FINDS_MAX; i++) {
        uint32_t header = resolve_file_of(resolver, all.ptr[i]);
        if (header != from && resolver->rules[header]->linker_resolves_names &&
            is_declaration(resolver, all.ptr[i]) && resolve_includes(resolver, from, header))
            headers->ids[headers->len++] = header;
    }
}

/* Keeps definitions that see a declaration which the place sees too: then they are linked with it.
   True when there are some. */
static bool narrow_by_header(Resolver *resolver, uint32_t at, Finds *finds)
{
    Finds headers = {0};
    uint32_t kept[FINDS_MAX], count = 0;
    find_headers(resolver, at, finds->ids[0], &headers);
    for (uint32_t i = 0; i < finds->len && headers.len; i++) {
        uint32_t file = resolve_file_of(resolver, finds->ids[i]);
        bool shared = false;
        for (uint32_t h = 0; h < headers.len && !shared; h++)
            shared = headers.ids[h] != file && resolve_includes(resolver, file, headers.ids[h]);
        if (shared)
            kept[count++] = finds->ids[i];
    }
    if (count)
        memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count ? count : finds->len;
    return count > 0;
}

static bool is_in_folder(Resolver *resolver, uint32_t at, uint32_t symbol)
{
    Str a = resolver->catalog->files.ptr[resolve_file_of(resolver, at)].path;
    Str b = resolver->catalog->files.ptr[resolve_file_of(resolver, symbol)].path;
    size_t end = str_find_last_byte(a, '/');
    return end == str_find_last_byte(b, '/') &&
           str_equal(str_slice(a, 0, MIN(end, a.len)), str_slice(b, 0, MIN(end, b.len)));
}

void find_narrow(Resolver *resolver, uint32_t at, Finds *finds, FindKeeps keeps)
{
    uint32_t kept[FINDS_MAX], count = 0;
    for (uint32_t i = 0; i < finds->len && finds->len > 1; i++)
        if (keeps(resolver, at, finds->ids[i]))
            kept[count++] = finds->ids[i];
    if (!count)
        return;
    memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count;
}

/* Components that the folders of both files begin with. */
static size_t shared_depth(Resolver *resolver, uint32_t at, uint32_t symbol)
{
    Str a = resolver->catalog->files.ptr[resolve_file_of(resolver, at)].path;
    Str b = resolver->catalog->files.ptr[resolve_file_of(resolver, symbol)].path;
    size_t depth = 0;
    for (size_t i = 0; i < a.len && i < b.len && a.ptr[i] == b.ptr[i]; i++)
        depth += a.ptr[i] == '/';
    return depth;
}

static void narrow_by_depth(Resolver *resolver, uint32_t at, Finds *finds)
{
    size_t deepest = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        deepest = MAX(deepest, shared_depth(resolver, at, finds->ids[i]));
    for (uint32_t i = 0; i < finds->len && finds->len > 1; i++)
        if (shared_depth(resolver, at, finds->ids[i]) == deepest)
            finds->ids[count++] = finds->ids[i];
    finds->len = count ? count : finds->len;
}

/* Kotlin: of one class, one without a body (`external`, `abstract`) is an overload of the others.
   In Swift it is what a protocol wants, the other what an extension of it gives. */
static bool are_overloads(const Resolver *resolver, const Rules *rules, const Finds *finds)
{
    for (uint32_t i = 1; i < finds->len; i++)
        if (resolve_home(resolver, finds->ids[i]) != resolve_home(resolver, finds->ids[0]) ||
            resolve_kind(resolver, finds->ids[i]) != SYMBOL_METHOD)
            return false;
    return rules->bodiless_methods_are_overloads;
}

/* C: what one file includes cannot define a function or macro twice, so each is of another build.
 */
static bool are_builds(Resolver *resolver, uint32_t at, const Finds *finds)
{
    uint32_t file = resolve_file_of(resolver, at);
    const Rules *rules = resolver->rules[file];
    for (uint32_t i = 0; i < finds->len; i++) {
        uint32_t other = resolve_file_of(resolver, finds->ids[i]);
        bool defines = find_fits(resolve_kind(resolver, finds->ids[i]), FIND_EXPANDED) &&
                       !is_declaration(resolver, finds->ids[i]);
        if (!defines || other == file || !resolve_includes(resolver, file, other))
            return false;
    }
    return finds->len > 1 && rules->resolve == resolve_c_reference;
}

bool find_nearest(Resolver *resolver, uint32_t at, Finds *finds)
{
    const Rules *rules = resolver->rules[resolve_file_of(resolver, at)];
    bool linked = rules->linker_resolves_names;
    if (!are_overloads(resolver, rules, finds))
        find_narrow(resolver, at, finds, is_defined);
    find_narrow(resolver, at, finds, is_in_file);
    if (rules->loading_decides_among_functions && finds->len &&
        resolve_kind(resolver, *finds->ids) == SYMBOL_FUNCTION)
        return false;
    if (linked)
        find_narrow(resolver, at, finds, is_included);
    if (linked && are_builds(resolver, at, finds))
        return true;
    if (linked && finds->len > 1 && narrow_by_header(resolver, at, finds) && finds->len > 1)
        return true;
    find_narrow(resolver, at, finds, is_in_folder);
    narrow_by_depth(resolver, at, finds);
    return false;
}

static bool is_one_space(const Resolver *resolver, const Finds *finds)
{
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolve_kind(resolver, finds->ids[i]) != SYMBOL_NAMESPACE)
            return false;
    return true;
}

uint32_t find_twin(const Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    if (!resolver->rules[place.file]->objects_and_types_share_names || !place.index)
        return SYMBOL_NOWHERE;
    IdSpan named = catalog_named(resolver->catalog, entry->name);
    for (size_t i = 0; i < MIN(named.len, FINDS_MAX); i++) {
        SymbolPlace other = catalog_place(resolver->catalog, named.ptr[i]);
        const Entry *object = &file->entries[other.index];
        if (other.file == place.file && other.index != place.index &&
            object->kind == SYMBOL_OBJECT && object->parent == entry->parent)
            return named.ptr[i];
    }
    return SYMBOL_NOWHERE;
}

/* Of a type and the object beside it the type is left. */
static void drop_twins(const Resolver *resolver, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++) {
        bool twin = false;
        for (uint32_t k = 0; k < finds->len && finds->len > 1; k++)
            twin = twin || (k != i && find_twin(resolver, finds->ids[k]) == finds->ids[i]);
        if (!twin)
            finds->ids[count++] = finds->ids[i];
    }
    finds->len = count ? count : finds->len;
}

uint32_t find_only_scope(Resolver *resolver, uint32_t at, const Finds *finds)
{
    Finds left = *finds;
    if (finds->too_many || !finds->len)
        return SYMBOL_NOWHERE;
    drop_twins(resolver, &left);
    find_nearest(resolver, at, &left);
    join_finds(resolver, &left);
    bool only = left.len == 1 || is_one_space(resolver, &left);
    return only ? left.ids[0] : SYMBOL_NOWHERE;
}
