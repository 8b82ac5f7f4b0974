#include "search/members.h"

#include "base/path.h"
#include "index/catalog/symbol.h"
#include "index/resolve/resolve.h"
#include "search/parts.h"

bool members_holds(const Catalog *catalog, uint32_t symbol)
{
    if (!catalog_place(catalog, symbol).index)
        return true;
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
    return symbol_is_type(kind) || kind == SYMBOL_NAMESPACE || kind == SYMBOL_MODULE ||
           kind == SYMBOL_OBJECT || kind == SYMBOL_UNION || kind == SYMBOL_ENUM ||
           kind == SYMBOL_IMPL;
}

static void put(Arena *arena, IdVec *found, uint32_t symbol)
{
    if (found->len < MEMBERS_MAX)
        *VEC_PUSH(arena, found) = symbol;
}

/* An entry's index is greater than its parent's. */
static bool is_within(const CatalogFile *file, uint32_t entry, uint32_t around)
{
    while (entry > around)
        entry = file->entries[entry].parent;
    return entry == around;
}

static bool is_owned(const CatalogFile *file, uint32_t entry, uint32_t owner)
{
    for (; entry; entry = file->entries[entry].parent) {
        const Entry *at = &file->entries[entry];
        if (at->owner == owner || (at->kind == SYMBOL_IMPL && at->name == owner))
            return true;
    }
    return false;
}

static void add_owned(const Catalog *catalog, Arena *arena, uint32_t id, uint32_t owner,
                      IdVec *found)
{
    const CatalogFile *file = catalog_row(catalog, id);
    for (uint32_t i = 1; i < file->count; i++)
        if (is_owned(file, i, owner))
            put(arena, found, file->first + i);
}

/* Adds the other parts of the type, and their members. */
static void add_parts(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *found)
{
    IdVec parts = {0};
    parts_find(catalog, arena, symbol, &parts);
    for (size_t p = 0; p < parts.len; p++) {
        SymbolPlace place = catalog_place(catalog, parts.ptr[p]);
        const CatalogFile *file = catalog_row(catalog, place.file);
        for (uint32_t i = place.index; i < file->count; i++)
            if (is_within(file, i, place.index))
                put(arena, found, file->first + i);
    }
}

void members_of(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *found)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    if (!members_holds(catalog, symbol))
        return;
    const CatalogFile *file = catalog_row(catalog, place.file);
    for (uint32_t i = place.index + 1; i < file->count; i++)
        if (is_within(file, i, place.index))
            put(arena, found, file->first + i);
    add_parts(catalog, arena, symbol, found);
    const Entry *entry = &file->entries[place.index];
    uint32_t owner = entry->kind == SYMBOL_NAMESPACE ? 0 : entry->name;
    if (!place.index || !owner || resolve_has_blocks(file->language))
        return;
    Str folder = path_directory(file->path);
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *other = &catalog->files.ptr[id];
        if (other->count && other->language == file->language &&
            str_equal(path_directory(other->path), folder))
            add_owned(catalog, arena, id, owner, found);
    }
}
