/* One pass counts the uses of every symbol; then the most used types and functions are selected.
   The result is stored (derived.h), because the pass reads the links of all files. */
#include "index/graph/module_uses.h"

#include "index/catalog/classify.h"
#include "index/store/derived.h"

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

/* One-line macros are casts, compiler hints or aliases: used everywhere, but not worth reading. */
static bool is_shorthand(const Entry *entry)
{
    return entry->kind == SYMBOL_MACRO && entry->start_line == entry->end_line;
}

/* Whether two symbols are the same thing, declared again under its name. Examples are `#if`
   branches, a macro and a function, and files that open the same namespace. */
static bool is_same(const Catalog *catalog, uint32_t a, uint32_t b)
{
    SymbolPlace x = catalog_place(catalog, a), y = catalog_place(catalog, b);
    const Entry *left = catalog_entry(catalog, a), *right = catalog_entry(catalog, b);
    if (left->name != right->name || x.file == y.file)
        return left->name == right->name;
    const Entry *above = &catalog_row(catalog, x.file)->entries[left->parent];
    const Entry *other = &catalog_row(catalog, y.file)->entries[right->parent];
    return left->parent && right->parent && above->kind == SYMBOL_NAMESPACE &&
           above->name == other->name;
}

/* Keeps the HOT_MAX most used symbols in order, each name once. */
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

/* The number of uses that a candidate must exceed. */
static uint32_t least_uses(const ModuleUses *found)
{
    const HotSymbolVec *types = &found->types, *functions = &found->functions;
    if (types->len < HOT_MAX || functions->len < HOT_MAX)
        return 0;
    return MIN(types->ptr[HOT_MAX - 1].uses, functions->ptr[HOT_MAX - 1].uses);
}

static bool may_be_hot(const CatalogFile *file, const uint32_t *uses, uint32_t least)
{
    for (uint32_t i = 1; i < file->count; i++)
        if (uses[file->first + i] > least)
            return true;
    return false;
}

static void find_hot(Arena *arena, const Catalog *catalog, const uint32_t *uses, bool foreign,
                     ModuleUses *found)
{
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        if (file->class != FILE_SOURCE || classify_is_foreign(file->path) != foreign)
            continue;
        if (!may_be_hot(file, uses, least_uses(found)))
            continue; /* avoids fetching its entries */
        file = catalog_row(catalog, f);
        for (uint32_t i = 1; i < file->count; i++) {
            HotSymbol candidate = {.symbol = file->first + i, .uses = uses[file->first + i]};
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

static void describe(Arena *arena, const Catalog *catalog, const HotSymbolVec *hot)
{
    for (size_t i = 0; i < hot->len; i++) {
        HotSymbol *symbol = &hot->ptr[i];
        const Entry *entry = catalog_entry(catalog, symbol->symbol);
        symbol->start_line = entry->start_line;
        symbol->end_line = entry->end_line;
        symbol->kind = (SymbolKind)entry->kind;
        symbol->name = catalog_qualified_name(catalog, arena, symbol->symbol);
    }
}

static ModuleUses work_out(Arena *arena, const Catalog *catalog, const Modules *modules)
{
    Arena scratch SCOPED(arena_close) = {0};
    ModuleUses found = {0};
    arena_open(&scratch, 0);
    uint32_t *uses = NEW(&scratch, uint32_t, catalog->symbol_count + 1);
    found.edges = modules_edges(arena, catalog, modules, false, uses);
    find_hot(arena, catalog, uses, false, &found);
    if (!found.functions.len && !found.types.len)
        find_hot(arena, catalog, uses, true, &found);
    describe(arena, catalog, &found.types);
    describe(arena, catalog, &found.functions);
    return found;
}

/* ---- stored results ---- */

static void pack_hot(Buf *out, const HotSymbolVec *hot)
{
    varint_put(out, hot->len);
    for (size_t i = 0; i < hot->len; i++) {
        const HotSymbol *symbol = &hot->ptr[i];
        varint_put(out, symbol->symbol);
        varint_put(out, symbol->uses);
        varint_put(out, symbol->start_line);
        varint_put(out, symbol->end_line);
        varint_put(out, (uint64_t)symbol->kind);
        varint_put_str(out, symbol->name);
    }
}

static void take_hot(Arena *arena, VarintReader *in, uint32_t symbols, HotSymbolVec *hot)
{
    uint64_t count = varint_take(in);
    for (uint64_t i = 0; i < count && !in->failed; i++) {
        HotSymbol *symbol = VEC_PUSH(arena, hot);
        symbol->symbol = varint_u32(in);
        symbol->uses = varint_u32(in);
        symbol->start_line = varint_u32(in);
        symbol->end_line = varint_u32(in);
        symbol->kind = (SymbolKind)varint_u32(in);
        symbol->name = varint_str(in);
        in->failed = in->failed || symbol->symbol >= symbols || count > HOT_MAX ||
                     symbol->kind >= SYMBOL_KIND_COUNT;
    }
}

static bool take_kept(Arena *arena, const Catalog *catalog, const Modules *modules,
                      ModuleUses *found)
{
    Str kept = derived_get(catalog, DERIVED_USES);
    VarintReader in = varint_open(kept);
    *found = (ModuleUses){0};
    if (!kept.len || !modules_unpack_edges(arena, &in, modules->list.len, &found->edges))
        return false;
    take_hot(arena, &in, catalog->symbol_count, &found->types);
    take_hot(arena, &in, catalog->symbol_count, &found->functions);
    return varint_is_done(&in) && !in.failed;
}

static void keep(Arena *arena, const Catalog *catalog, const ModuleUses *found)
{
    Buf bytes = buf_open(arena, 0);
    modules_pack_edges(&bytes, &found->edges);
    pack_hot(&bytes, &found->types);
    pack_hot(&bytes, &found->functions);
    derived_put(catalog, DERIVED_USES, buf_str(&bytes));
}

const ModuleUses *module_uses(Arena *arena, const Catalog *catalog, const Modules *modules)
{
    if (modules->uses)
        return modules->uses;
    ModuleUses *found = NEW(arena, ModuleUses, 1);
    if (take_kept(arena, catalog, modules, found))
        return found;
    *found = work_out(arena, catalog, modules);
    keep(arena, catalog, found);
    return found;
}

void module_uses_warm(Arena *arena, Catalog *catalog)
{
    Modules *modules = NEW(arena, Modules, 1);
    *modules = *catalog->modules;
    modules->uses = module_uses(arena, catalog, modules);
    catalog->modules = modules;
}
