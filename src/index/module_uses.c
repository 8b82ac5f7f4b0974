#include "index/module_uses.h"

static bool is_type(SymbolKind kind)
{
    return kind == SYMBOL_CLASS || kind == SYMBOL_STRUCT || kind == SYMBOL_INTERFACE ||
           kind == SYMBOL_TRAIT || kind == SYMBOL_ENUM || kind == SYMBOL_TYPE ||
           kind == SYMBOL_UNION;
}

static bool is_function(SymbolKind kind)
{
    return kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD || kind == SYMBOL_MACRO;
}

/* Keeps the HOT_MAX most used, in order. */
static void consider(Arena *arena, HotSymbolVec *hot, HotSymbol candidate)
{
    size_t at = hot->len;
    while (at && hot->ptr[at - 1].uses < candidate.uses)
        at--;
    if (at >= HOT_MAX)
        return;
    if (hot->len < HOT_MAX)
        VEC_PUSH(arena, hot);
    for (size_t i = hot->len - 1; i > at; i--)
        hot->ptr[i] = hot->ptr[i - 1];
    hot->ptr[at] = candidate;
}

static void find_hot(Arena *arena, const Catalog *catalog, const uint32_t *uses, ModuleUses *found)
{
    for (size_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        for (uint32_t i = 1; i < file->count && file->class == FILE_SOURCE; i++) {
            HotSymbol candidate = {file->first + i, uses[file->first + i]};
            if (!candidate.uses)
                continue;
            SymbolKind kind = (SymbolKind)file->entries[i].kind;
            if (is_type(kind))
                consider(arena, &found->types, candidate);
            else if (is_function(kind))
                consider(arena, &found->functions, candidate);
        }
    }
}

const ModuleUses *module_uses(Arena *arena, const Catalog *catalog, const Modules *modules)
{
    Arena scratch SCOPED(arena_close) = {0};
    if (modules->uses)
        return modules->uses;
    arena_open(&scratch, 0);
    ModuleUses *found = NEW(arena, ModuleUses, 1);
    uint32_t *uses = NEW(&scratch, uint32_t, catalog->symbol_count + 1);
    found->edges = modules_edges(arena, catalog, modules, false, uses);
    find_hot(arena, catalog, uses, found);
    return found;
}

void module_uses_warm(Arena *arena, Catalog *catalog)
{
    Modules *modules = NEW(arena, Modules, 1);
    *modules = *catalog->modules;
    modules->uses = module_uses(arena, catalog, modules);
    catalog->modules = modules;
}
