#include "query/foreign_base.h"

/* Types looked at; longer chains of bases are rare. */
#define TYPES_MAX 16

typedef struct Looking {
    const Catalog *catalog;
    Arena *arena;
    uint32_t types[TYPES_MAX]; /* dense ids, in the order of discovery */
    size_t count;
} Looking;

static void put_type(Looking *looking, uint32_t type)
{
    for (size_t i = 0; i < looking->count; i++)
        if (looking->types[i] == type)
            return;
    if (looking->count < TYPES_MAX)
        looking->types[looking->count++] = type;
}

/* Whether an edge of the type leads to a base of that name; also lists all bases that edges lead
   to. */
static bool is_known(Looking *looking, const EdgeVec *edges, uint32_t type, Str name)
{
    bool known = false;
    for (size_t i = 0; i < edges->len; i++) {
        const Edge *edge = &edges->ptr[i];
        if (edge->caller != type || edge->kind != REFERENCE_BASE || edge->callee == SYMBOL_NOWHERE)
            continue;
        put_type(looking, edge->callee);
        Str base =
            catalog_name(looking->catalog, catalog_entry(looking->catalog, edge->callee)->name);
        known |= str_equal(base, name);
    }
    return known;
}

static size_t count_bases(const EdgeVec *edges, uint32_t type)
{
    size_t count = 0;
    for (size_t i = 0; i < edges->len; i++)
        count += edges->ptr[i].caller == type && edges->ptr[i].kind == REFERENCE_BASE &&
                 edges->ptr[i].callee != SYMBOL_NOWHERE;
    return count;
}

/* A base of the type that no edge leads to; or empty. Bases by another name than their own are
   told by their number. */
static Str unknown_base(Looking *looking, uint32_t type)
{
    EdgeVec edges = {0};
    Outline outline = {0};
    Err ignored = {0};
    SymbolPlace place = catalog_place(looking->catalog, type);
    Str found = {0};
    size_t named = 0;
    catalog_edges((Catalog *)looking->catalog, looking->arena, place.file, &edges);
    if (!catalog_outline(looking->catalog, looking->arena, place.file, true, &outline, &ignored))
        return found;
    for (size_t i = 0; i < outline.references.len; i++) {
        const Reference *base = &outline.references.ptr[i];
        if (base->kind != REFERENCE_BASE || base->symbol != place.index)
            continue;
        named++;
        if (!is_known(looking, &edges, type, base->name))
            found = base->name;
    }
    return count_bases(&edges, type) < named ? found : (Str){0};
}

Str foreign_base_of(const Catalog *catalog, Arena *arena, uint32_t symbol)
{
    Looking looking = {.catalog = catalog, .arena = arena};
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    uint32_t at = place.index ? file->entries[place.index].parent : 0;
    while (at && !symbol_is_type((SymbolKind)file->entries[at].kind) &&
           file->entries[at].kind != SYMBOL_IMPL)
        at = file->entries[at].parent;
    if (!at)
        return (Str){0};
    put_type(&looking, file->first + at);
    for (size_t i = 0; i < looking.count; i++) {
        Str base = unknown_base(&looking, looking.types[i]);
        if (base.len)
            return base;
    }
    return (Str){0};
}
