/* Which calls run a constructor. Where their edges lead to the type alone, the number of arguments
   chooses among its constructors. */
#include "index/resolve/constructors.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/place_uses.h"
#include "index/resolve/targets.h"

/* Types whose constructions are looked at. */
#define HEIRS_MAX 200

typedef struct Making {
    Resolver *resolver;
    Arena *arena;
    uint32_t constructor, type;
    bool has_primary; /* the type has a constructor that is no symbol */
    IdVec types;      /* the type, and those that inherit its constructors */
    IdVec all;        /* the constructors of the type */
    ConstructionVec *found;
} Making;

static void list_constructors(Making *making)
{
    const Catalog *catalog = making->resolver->catalog;
    SymbolPlace place = catalog_place(catalog, making->constructor);
    const CatalogFile *file = catalog_row(catalog, place.file);
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].kind == SYMBOL_CONSTRUCTOR &&
            home_of(making->resolver, file->first + i) == making->type &&
            !targets_is_of_own_name(making->resolver, file->first + i, making->type))
            *VEC_PUSH(making->arena, &making->all) = file->first + i;
}

/* How many of the constructors take the arguments, and whether the one that is asked for does. */
static uint32_t count_fitting(const Making *making, const Reference *reference, bool *own)
{
    uint32_t count = 0;
    *own = false;
    for (size_t i = 0; i < making->all.len; i++) {
        bool takes = targets_takes(resolver_entry(making->resolver, making->all.ptr[i]), reference);
        count += takes;
        *own = *own || (takes && making->all.ptr[i] == making->constructor);
    }
    return count;
}

static bool is_made(const Making *making, uint32_t type)
{
    for (size_t i = 0; i < making->types.len; i++)
        if (making->types.ptr[i] == type)
            return true;
    return false;
}

static bool has_constructor(const Making *making, uint32_t type)
{
    const Catalog *catalog = making->resolver->catalog;
    SymbolPlace place = catalog_place(catalog, type);
    const CatalogFile *file = catalog_row(catalog, place.file);
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].kind == SYMBOL_CONSTRUCTOR &&
            home_of(making->resolver, file->first + i) == type)
            return true;
    return false;
}

static void mark(uint64_t *set, uint32_t symbol)
{
    set[symbol / 64] |= (uint64_t)1 << symbol % 64;
}

/* Adds the types below that declare no constructor: making them runs that of their base. */
static void add_heirs(Making *making)
{
    Catalog *catalog = making->resolver->catalog;
    for (size_t i = 0; i < making->types.len && making->types.len < HEIRS_MAX; i++) {
        EdgeVec edges = {0};
        uint64_t *set = NEW(making->arena, uint64_t, catalog->symbol_count / 64 + 1);
        mark(set, making->types.ptr[i]);
        catalog_edges_into(catalog, making->arena, set, &edges);
        for (size_t k = 0; k < edges.len; k++)
            if (edges.ptr[k].kind == REFERENCE_BASE && !is_made(making, edges.ptr[k].caller) &&
                !has_constructor(making, edges.ptr[k].caller))
                *VEC_PUSH(making->arena, &making->types) = edges.ptr[k].caller;
    }
}

/* Whether resolution chose among the constructors. *edge: to the one that is asked for, or NULL. */
static bool is_chosen(const Making *making, const EdgeVec *edges, const Edge **edge)
{
    bool chosen = false;
    *edge = NULL;
    for (size_t i = 0; i < edges->len; i++)
        for (size_t k = 0; k < making->all.len; k++) {
            bool to = edges->ptr[i].callee == making->all.ptr[k];
            chosen = chosen || to;
            if (to && making->all.ptr[k] == making->constructor)
                *edge = &edges->ptr[i];
        }
    return chosen;
}

static bool visit(void *context, const Reference *reference, const EdgeVec *edges)
{
    Making *making = context;
    const Edge *chosen;
    if (is_chosen(making, edges, &chosen)) {
        if (chosen && chosen->caller != making->constructor)
            *VEC_PUSH(making->arena, making->found) =
                (Construction){chosen->caller, reference->line, (EdgeConfidence)chosen->confidence};
        return true;
    }
    for (size_t i = 0; i < edges->len; i++) {
        const Edge *edge = &edges->ptr[i];
        bool own, makes = is_made(making, edge->callee) && edge->kind == REFERENCE_CALL;
        bool primary = making->has_primary && edge->callee == making->type; // that one was chosen
        if (!makes || primary || edge->caller == making->constructor)
            continue;
        uint32_t fitting = count_fitting(making, reference, &own);
        if (own || !fitting)
            *VEC_PUSH(making->arena, making->found) =
                (Construction){edge->caller, reference->line,
                               fitting == 1 ? (EdgeConfidence)edge->confidence : EDGE_AMBIGUOUS};
    }
    return true;
}

/* Reads the calls of each file that constructs an object of the type. */
static bool find_calls(Making *making, Err *err)
{
    Catalog *catalog = making->resolver->catalog;
    uint64_t *set = NEW(making->arena, uint64_t, catalog->symbol_count / 64 + 1);
    EdgeVec edges = {0};
    uint32_t last = FILE_NOWHERE;
    for (size_t i = 0; i < making->types.len; i++)
        mark(set, making->types.ptr[i]);
    catalog_edges_into(catalog, making->arena, set, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        uint32_t file = catalog_place(catalog, edges.ptr[i].caller).file;
        Outline outline;
        if (file == last || edges.ptr[i].kind != REFERENCE_CALL)
            continue;
        last = file;
        if (!catalog_whole_outline(catalog, making->arena, file, &outline, err))
            return false;
        resolve_constructors(making->resolver, making->arena, file, &outline, visit, making);
    }
    return true;
}

bool resolve_is_made(const Resolver *resolver, uint32_t constructor)
{
    uint32_t type = home_of(resolver, constructor);
    return type < HOME_GLOBAL && symbol_is_type(resolver_kind(resolver, type)) &&
           !targets_is_of_own_name(resolver, constructor, type);
}

bool resolve_constructions(Resolver *resolver, Arena *arena, uint32_t constructor,
                           ConstructionVec *found, Err *err)
{
    Making making = {.resolver = resolver,
                     .arena = arena,
                     .constructor = constructor,
                     .type = home_of(resolver, constructor),
                     .found = found};
    if (!resolve_is_made(resolver, constructor))
        return true;
    making.has_primary = constructors_has_primary(resolver, making.type);
    *VEC_PUSH(arena, &making.types) = making.type;
    list_constructors(&making);
    add_heirs(&making);
    return find_calls(&making, err);
}
