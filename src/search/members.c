#include "search/members.h"

#include "base/path.h"
#include "index/catalog/symbol.h"

bool members_holds(const Catalog *catalog, uint32_t symbol)
{
    if (!catalog_place(catalog, symbol).index)
        return true;
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
    return symbol_is_type(kind) || kind == SYMBOL_NAMESPACE || kind == SYMBOL_MODULE ||
           kind == SYMBOL_OBJECT || kind == SYMBOL_UNION || kind == SYMBOL_ENUM ||
           kind == SYMBOL_IMPL;
}

/* Parts of one type that are looked at. */
#define PARTS_MAX 256

static void put(Arena *arena, IdVec *found, uint32_t symbol)
{
    if (found->len < MEMBERS_MAX)
        *VEC_PUSH(arena, found) = symbol;
}

/* Entries stand behind the one that they are in. */
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

static bool is_partial(const Entry *entry)
{
    return entry->modifiers & MODIFIER(PARTIAL);
}

bool members_are_parts(const Catalog *catalog, Arena scratch, uint32_t a, uint32_t b)
{
    const Entry *one = catalog_entry(catalog, a), *other = catalog_entry(catalog, b);
    const CatalogFile *files = catalog->files.ptr;
    return one->name == other->name && one->kind == other->kind && is_partial(one) &&
           is_partial(other) &&
           files[catalog_place(catalog, a).file].language ==
               files[catalog_place(catalog, b).file].language &&
           str_equal(catalog_qualified_name(catalog, &scratch, a),
                     catalog_qualified_name(catalog, &scratch, b));
}

void members_parts(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *parts)
{
    Arena scratch SCOPED(arena_close) = {0};
    Catalog *names = (Catalog *)catalog; // which are put in order when first asked for
    const Entry *entry = catalog_entry(catalog, symbol);
    IdSpan all = is_partial(entry) ? catalog_named(names, entry->name) : (IdSpan){0};
    if (all.len)
        arena_open(&scratch, 0);
    for (size_t i = 0; i < MIN(all.len, (size_t)PARTS_MAX); i++)
        if (all.ptr[i] != symbol && members_are_parts(catalog, scratch, symbol, all.ptr[i]))
            *VEC_PUSH(arena, parts) = all.ptr[i];
}

/* The other parts of the type, and what these have. */
static void add_parts(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *found)
{
    IdVec parts = {0};
    members_parts(catalog, arena, symbol, &parts);
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
    if (!place.index || !owner)
        return;
    Str folder = path_directory(file->path);
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *other = &catalog->files.ptr[id];
        if (other->count && other->language == file->language &&
            str_equal(path_directory(other->path), folder))
            add_owned(catalog, arena, id, owner, found);
    }
}
