#include "index/module_uses.h"

#include "index/classify.h"

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

/* A macro of one line is a cast, a hint to the compiler, another name: used everywhere, and nothing
   that one would go and read. */
static bool is_shorthand(const Entry *entry)
{
    return entry->kind == SYMBOL_MACRO && entry->start_line == entry->end_line;
}

/* What is declared again and again under one name: behind another `#if`, as macro and function, by
   the files that open a namespace. */
static bool is_same(const Catalog *catalog, uint32_t a, uint32_t b)
{
    SymbolPlace x = catalog_place(catalog, a), y = catalog_place(catalog, b);
    const Entry *left = &catalog->files.ptr[x.file].entries[x.index];
    const Entry *right = &catalog->files.ptr[y.file].entries[y.index];
    if (left->name != right->name || x.file == y.file)
        return left->name == right->name;
    const Entry *above = &catalog->files.ptr[x.file].entries[left->parent];
    const Entry *other = &catalog->files.ptr[y.file].entries[right->parent];
    return left->parent && right->parent && above->kind == SYMBOL_NAMESPACE &&
           above->name == other->name;
}

/* Keeps the HOT_MAX most used, in order, each name once. */
static void consider(Arena *arena, const Catalog *catalog, HotSymbolVec *hot, HotSymbol candidate)
{
    size_t at = hot->len;
    while (at && hot->ptr[at - 1].uses < candidate.uses)
        at--;
    if (at >= HOT_MAX)
        return;
    for (size_t i = 0; i < at; i++)
        if (is_same(catalog, hot->ptr[i].symbol, candidate.symbol))
            return;
    size_t end = at;
    while (end < hot->len && !is_same(catalog, hot->ptr[end].symbol, candidate.symbol))
        end++;
    if (end == hot->len && hot->len < HOT_MAX)
        VEC_PUSH(arena, hot);
    for (size_t i = MIN(end, hot->len - 1); i > at; i--)
        hot->ptr[i] = hot->ptr[i - 1];
    hot->ptr[at] = candidate;
}

static void find_hot(Arena *arena, const Catalog *catalog, const uint32_t *uses, bool foreign,
                     ModuleUses *found)
{
    for (size_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        if (file->class != FILE_SOURCE || classify_is_foreign(file->path) != foreign)
            continue;
        for (uint32_t i = 1; i < file->count; i++) {
            HotSymbol candidate = {file->first + i, uses[file->first + i]};
            const Entry *entry = &file->entries[i];
            if (!candidate.uses || is_shorthand(entry))
                continue;
            if (is_type((SymbolKind)entry->kind))
                consider(arena, catalog, &found->types, candidate);
            else if (is_function((SymbolKind)entry->kind))
                consider(arena, catalog, &found->functions, candidate);
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
    find_hot(arena, catalog, uses, false, found);
    if (!found->functions.len && !found->types.len)
        find_hot(arena, catalog, uses, true, found);
    return found;
}

void module_uses_warm(Arena *arena, Catalog *catalog)
{
    Modules *modules = NEW(arena, Modules, 1);
    *modules = *catalog->modules;
    modules->uses = module_uses(arena, catalog, modules);
    catalog->modules = modules;
}
