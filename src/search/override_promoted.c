/* One method of the interface chooses the candidates: types that declare it, and types that embed
   those, breadth first, one pass over the edges into each level. */
#include "search/override_promoted.h"

#include "search/override_go.h"

/* Levels of embedding, of interfaces and structs. */
#define LEVELS_MAX 4
/* Candidates, which are compared method by method. `Close` has more in no repository seen. */
#define CANDIDATES_MAX 20000

typedef struct Search {
    Kin kin;
    IdMap seen;
    IdVec candidates;
} Search;

/* Some method of the interface, or of one that it embeds. */
static const Entry *first_method(Search *search, uint32_t interface)
{
    for (unsigned level = 0; level < LEVELS_MAX && interface != SYMBOL_NOWHERE; level++) {
        const CatalogFile *file = override_file(search->kin.catalog, interface);
        uint32_t own = interface - file->first;
        EdgeVec edges = {0};
        for (uint32_t i = own + 1; i < file->count && file->entries[i].parent >= own; i++)
            if (file->entries[i].parent == own && override_is_method(&file->entries[i]))
                return &file->entries[i];
        catalog_edges_of(search->kin.catalog, search->kin.arena, interface, &edges);
        interface = SYMBOL_NOWHERE;
        for (size_t i = 0; i < edges.len && interface == SYMBOL_NOWHERE; i++)
            if (override_is_base(&edges.ptr[i]))
                interface = edges.ptr[i].callee;
    }
    return NULL;
}

static void add(Search *search, uint32_t type)
{
    if (search->candidates.len < CANDIDATES_MAX &&
        id_map_put(&search->seen, search->kin.arena, type, 0) == ID_MAP_NONE)
        *VEC_PUSH(search->kin.arena, &search->candidates) = type;
}

static void add_declaring(Search *search, const Entry *method)
{
    IdSpan named = override_namesakes(&search->kin, method->name);
    for (size_t i = 0; i < named.len; i++) {
        Kin owner = search->kin;
        const CatalogFile *file = override_file(search->kin.catalog, named.ptr[i]);
        owner.types = (IdVec){0};
        if (!lang_facts(file->language)->interfaces_match_by_shape ||
            !override_is_method(catalog_entry(search->kin.catalog, named.ptr[i])))
            continue;
        override_add_owners(&owner, named.ptr[i]);
        for (size_t k = 0; k < owner.types.len; k++)
            add(search, owner.types.ptr[k]);
    }
}

static void add_embedding(Search *search, size_t from)
{
    const Catalog *catalog = search->kin.catalog;
    uint64_t *set = NEW(search->kin.arena, uint64_t, catalog->symbol_count / 64 + 1);
    EdgeVec edges = {0};
    for (size_t i = from; i < search->candidates.len; i++)
        set[search->candidates.ptr[i] / 64] |= UINT64_C(1) << search->candidates.ptr[i] % 64;
    catalog_edges_into(catalog, search->kin.arena, set, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (override_is_base(&edges.ptr[i]) || override_go_is_underlying(catalog, &edges.ptr[i]))
            add(search, edges.ptr[i].caller);
}

/* Aliases are skipped: the type that they name is a candidate itself. */
static bool is_type(const Entry *entry)
{
    return symbol_is_type((SymbolKind)entry->kind) &&
           (entry->kind != SYMBOL_TYPE || entry->modifiers & ENTRY_DISTINCT);
}

void override_promoted(Catalog *catalog, Arena *arena, uint32_t interface, IdVec *types)
{
    Arena work SCOPED(arena_close) = {0};
    Namesakes known = {0};
    Search search = {.kin = {.catalog = catalog, .arena = &work, .known = &known}};
    arena_open(&work, 0);
    const Entry *method = first_method(&search, interface);
    if (!method)
        return;
    add_declaring(&search, method);
    for (unsigned level = 0, from = 0; level < LEVELS_MAX && from < search.candidates.len;
         level++) {
        size_t end = search.candidates.len;
        add_embedding(&search, from);
        from = (unsigned)end;
    }
    for (size_t i = 0; i < search.candidates.len && types->len < OVERRIDES_MAX; i++) {
        uint32_t type = search.candidates.ptr[i];
        if (type != interface && is_type(catalog_entry(catalog, type)) &&
            override_go_satisfies(&search.kin, type, interface))
            *VEC_PUSH(arena, types) = type;
    }
}
