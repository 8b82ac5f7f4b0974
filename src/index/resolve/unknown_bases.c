/* A type is open when one of its bases, direct or not, is neither in the repository nor known to be
   harmless. */
#include "index/resolve/unknown_bases.h"

#include "index/resolve/bases.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/name_path.h"
#include "index/resolve/partial.h"
#include "index/resolve/visible.h"

/* Bases outside the repository that have neither types nor functions that are called by bare names.
 */
static const char harmless_bases[] =
    "Any AnyRef AnyVal App AutoCloseable Cloneable Closeable Codable Comparable Comparator "
    "CustomStringConvertible Decodable Encodable Enum Equatable Error EventArgs Exception "
    "Function0 Function1 Function2 Hashable IAsyncDisposable ICloneable IComparable IDisposable "
    "IEquatable IOException Identifiable IllegalArgumentException IllegalStateException Int "
    "Iterable NSObject Object Ordered Ordering PartialFunction Product Runnable "
    "RuntimeException Sendable Serializable StandardError StandardException String StringEnum "
    "Struct Test TestCase TestWithParam Throwable Tuple UnsupportedOperationException "
    "XCTestCase int object";

static bool is_harmless(const BaseRow *base)
{
    return rules_list_has(harmless_bases, name_path_last(base->name));
}

static bool has_open_base(Resolver *resolver, uint32_t type, Finds *types)
{
    uint32_t row = id_map_get(&resolver->bases, type);
    for (uint32_t next = row + 1; next; next = resolver->base_rows.ptr[next - 1].next) {
        BaseRow *base = &resolver->base_rows.ptr[next - 1];
        Value value = bases_value(resolver, base);
        bool known = value.kind == VALUE_TYPE && value.symbol != type;
        if (!known && !is_harmless(base))
            return true;
        for (uint32_t i = 0; known && i < types->len; i++)
            known = types->ids[i] != value.symbol;
        if (known && types->len < FINDS_MAX)
            types->ids[types->len++] = value.symbol;
    }
    return false;
}

/* The same for any part of the type. */
static bool is_open_part(Resolver *resolver, uint32_t type, Finds *types)
{
    uint32_t part = partial_lead(resolver, type);
    for (int step = 0; step < RESOLVE_PARTS_MAX && part != SYMBOL_NOWHERE; step++) {
        if (has_open_base(resolver, part, types))
            return true;
        part = partial_next(resolver, part);
    }
    return false;
}

static bool is_open(Resolver *resolver, uint32_t type)
{
    uint32_t known = id_map_get(&resolver->open_types, type);
    if (known != ID_MAP_NONE)
        return known;
    Finds types = {.ids = {type}, .len = 1};
    bool before = resolver->is_doubtful, open = false;
    uint32_t depth = resolver->depth;
    resolver->ignores_doubt = true; // the answer must not depend on the order of questions
    resolver->depth = 0;
    for (uint32_t i = 0; i < types.len && !open; i++)
        open = is_open_part(resolver, types.ids[i], &types);
    resolver->ignores_doubt = false;
    resolver->depth = depth;
    resolver->is_doubtful = before;
    id_map_put(&resolver->open_types, resolver->arena, type, open);
    return open;
}

/* Whether hiding matters for the symbols found. Only Scala programs commonly inherit types. A name
   declared in the same file is trusted. */
static bool is_concerned(const Resolver *resolver, uint32_t file, uint32_t found)
{
    if (resolver_file_of(resolver, found) == file)
        return false;
    const Rules *rules = resolver->rules[file];
    return rules->objects_and_types_share_names ||
           (rules->bare_names_may_be_members && !rules->classes_inherit_overloads &&
            finds_fits(resolver_kind(resolver, found), FIND_METHODS));
}

bool unknown_bases_may_hide(Resolver *resolver, SymbolPlace at, uint32_t end,
                            const Meaning *meaning)
{
    const CatalogFile *file = catalog_row(resolver->catalog, at.file);
    if (resolver->ignores_doubt || resolver->resolving_using || !meaning->finds.len ||
        meaning->is_imported || !is_concerned(resolver, at.file, meaning->finds.ids[0]))
        return false;
    for (uint32_t i = at.index; i != end; i = file->entries[i].parent) {
        const Entry *entry = &file->entries[i];
        uint32_t home = entry->owner ? home_of(resolver, file->first + i) : SYMBOL_NOWHERE;
        uint32_t type = symbol_is_type((SymbolKind)entry->kind) ? file->first + i : home;
        if (type < HOME_GLOBAL && symbol_is_type(resolver_kind(resolver, type)) &&
            is_open(resolver, type))
            return true;
    }
    return false;
}
