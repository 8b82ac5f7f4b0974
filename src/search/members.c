#include "search/members.h"

#include "base/path.h"
#include "index/catalog/classify.h"
#include "index/catalog/symbol.h"
#include "lang/registry.h"

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

static const CatalogFile *file_of(const Catalog *catalog, uint32_t symbol)
{
    return &catalog->files.ptr[catalog_place(catalog, symbol).file];
}

static bool is_partial(const Catalog *catalog, uint32_t symbol)
{
    const Entry *entry = catalog_entry(catalog, symbol);
    const Language *language = file_of(catalog, symbol)->language;
    bool opened = entry->kind == SYMBOL_CLASS || entry->kind == SYMBOL_MODULE ||
                  (entry->kind == SYMBOL_PACKAGE &&
                   !str_equal(catalog_name(catalog, entry->name), STR("main")));
    return entry->modifiers & MODIFIER(PARTIAL) || (opened && language && language->reopens);
}

static bool is_aside(const CatalogFile *file)
{
    return file->class == FILE_TEST || classify_is_aside(file->path);
}

/* Ruby: what tests, fixtures or examples have is one in its directory only (resolve_reopen.c). */
static bool are_apart(const CatalogFile *a, const CatalogFile *b)
{
    bool aside = is_aside(a);
    return a->language->reopens &&
           (aside != is_aside(b) ||
            (aside && !str_equal(path_directory(a->path), path_directory(b->path))));
}

bool members_are_parts(const Catalog *catalog, Arena scratch, uint32_t a, uint32_t b)
{
    const Entry *one = catalog_entry(catalog, a), *other = catalog_entry(catalog, b);
    const CatalogFile *first = file_of(catalog, a), *second = file_of(catalog, b);
    bool named = one->name == other->name || (first->language && first->language->reopens);
    return named && one->kind == other->kind && is_partial(catalog, a) && is_partial(catalog, b) &&
           first->language == second->language && !are_apart(first, second) &&
           str_equal(catalog_qualified_name(catalog, &scratch, a),
                     catalog_qualified_name(catalog, &scratch, b));
}

static void add_parts_named(Catalog *catalog, Arena *arena, Arena scratch, uint32_t symbol,
                            uint32_t name, IdVec *parts)
{
    IdSpan all = name ? catalog_named(catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < MIN(all.len, (size_t)PARTS_MAX); i++)
        if (all.ptr[i] != symbol && members_are_parts(catalog, scratch, symbol, all.ptr[i]))
            *VEC_PUSH(arena, parts) = all.ptr[i];
}

/* Ruby: `class A::B` is declared by that name, in `module A` by B alone. */
static void add_spelled(Catalog *catalog, Arena *arena, Arena scratch, uint32_t symbol,
                        IdVec *parts)
{
    uint32_t own = catalog_entry(catalog, symbol)->name;
    for (Str rest = catalog_qualified_name(catalog, &scratch, symbol); rest.len;) {
        uint32_t name = names_find(&catalog->names, rest);
        size_t joint = str_find(rest, STR("::"));
        if (name != own)
            add_parts_named(catalog, arena, scratch, symbol, name, parts);
        rest = joint == STR_NONE ? (Str){0} : str_from_offset(rest, joint + 2);
    }
}

void members_parts(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *parts)
{
    Arena scratch SCOPED(arena_close) = {0};
    Catalog *names = (Catalog *)catalog; // which are put in order when first asked for
    if (!is_partial(catalog, symbol))
        return;
    arena_open(&scratch, 0);
    add_parts_named(names, arena, scratch, symbol, catalog_entry(catalog, symbol)->name, parts);
    const Language *language = file_of(catalog, symbol)->language;
    if (language && language->reopens)
        add_spelled(names, arena, scratch, symbol, parts);
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
