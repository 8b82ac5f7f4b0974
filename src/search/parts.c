/* The parts of a type have only their name in common; for blocks, the index knows the type they add
   to. */
#include "search/parts.h"

#include "base/path.h"
#include "index/catalog/classify.h"
#include "index/resolve/resolve.h"
#include "lang/registry.h"

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
    return entry->modifiers & MODIFIER(PARTIAL) ||
           (opened && lang_facts(language)->classes_can_be_reopened);
}

static bool is_aside(const CatalogFile *file)
{
    return file->class == FILE_TEST || classify_is_aside(file->path);
}

/* Ruby: a class that tests, fixtures and examples reopen is one class only within its directory
   (reopen.c). */
static bool are_apart(const CatalogFile *a, const CatalogFile *b)
{
    bool aside = is_aside(a);
    return lang_facts(a->language)->classes_can_be_reopened &&
           (aside != is_aside(b) ||
            (aside && !str_equal(path_directory(a->path), path_directory(b->path))));
}

static bool are_parts(const Catalog *catalog, Arena scratch, uint32_t a, uint32_t b)
{
    const Entry *one = catalog_entry(catalog, a), *other = catalog_entry(catalog, b);
    const CatalogFile *first = file_of(catalog, a), *second = file_of(catalog, b);
    bool named = one->name == other->name || lang_facts(first->language)->classes_can_be_reopened;
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
        if (all.ptr[i] != symbol && are_parts(catalog, scratch, symbol, all.ptr[i]))
            *VEC_PUSH(arena, parts) = all.ptr[i];
}

/* Ruby: `class A::B` has that name, while within `module A` the name is only B. */
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

static void add_partial(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *parts)
{
    Arena scratch SCOPED(arena_close) = {0};
    Catalog *names = (Catalog *)catalog; // listed on first use
    arena_open(&scratch, 0);
    add_parts_named(names, arena, scratch, symbol, catalog_entry(catalog, symbol)->name, parts);
    const Language *language = file_of(catalog, symbol)->language;
    if (lang_facts(language)->classes_can_be_reopened)
        add_spelled(names, arena, scratch, symbol, parts);
}

/* ---- blocks ---- */

static bool has_blocks(const Catalog *catalog, uint32_t symbol)
{
    return !(catalog->absent & CATALOG_LINKS) && catalog_place(catalog, symbol).index &&
           resolve_has_blocks(file_of(catalog, symbol)->language);
}

static bool is_block(const Catalog *catalog, uint32_t symbol)
{
    return catalog_entry(catalog, symbol)->kind == SYMBOL_IMPL && has_blocks(catalog, symbol);
}

/* `T` is another type each time. */
static bool may_be_parameter(Str name)
{
    return name.len == 1 && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
}

/* Adds blocks with the same name whose type is outside the repository. */
static void add_foreign(const Catalog *catalog, Arena *arena, uint32_t block, IdVec *parts)
{
    uint32_t name = catalog_entry(catalog, block)->name;
    IdSpan all = catalog_named((Catalog *)catalog, name);
    if (may_be_parameter(catalog_name(catalog, name)))
        return;
    for (size_t i = 0; i < all.len && parts->len < PARTS_MAX; i++)
        if (all.ptr[i] != block && is_block(catalog, all.ptr[i]) &&
            file_of(catalog, all.ptr[i])->language == file_of(catalog, block)->language &&
            catalog_part_of(catalog, all.ptr[i]) == SYMBOL_NOWHERE)
            *VEC_PUSH(arena, parts) = all.ptr[i];
}

typedef struct Blocks {
    Arena *arena;
    IdVec *parts;
} Blocks;

static bool take_block(void *context, const Edge *edge)
{
    Blocks *blocks = context;
    *VEC_PUSH(blocks->arena, blocks->parts) = edge->caller;
    return blocks->parts->len < PARTS_MAX;
}

/* For a block, adds its type and that type's other blocks; for a type, its blocks. */
static void add_blocks(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *parts)
{
    IdVec all = {0};
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    bool block = is_block(catalog, symbol);
    uint32_t type = block ? catalog_part_of(catalog, symbol) : symbol;
    if (type == SYMBOL_NOWHERE) {
        add_foreign(catalog, arena, symbol, parts);
        return;
    }
    *VEC_PUSH(&work, &all) = type;
    catalog_parts_to(catalog, type, take_block, &(Blocks){&work, &all});
    for (size_t i = 0; i < all.len; i++)
        if (all.ptr[i] != symbol)
            *VEC_PUSH(arena, parts) = all.ptr[i];
}

/* ---- all parts ---- */

void parts_find(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *parts)
{
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
    bool type = symbol_is_type(kind) || kind == SYMBOL_ENUM || kind == SYMBOL_UNION;
    if (type && has_blocks(catalog, symbol))
        add_blocks(catalog, arena, symbol, parts);
    else if (is_partial(catalog, symbol))
        add_partial(catalog, arena, symbol, parts);
}

static uint32_t first_by_path(const Catalog *catalog, uint32_t symbol, const IdVec *parts)
{
    for (size_t i = 0; i < parts->len; i++) {
        uint32_t part = parts->ptr[i];
        int order = str_compare(file_of(catalog, part)->path, file_of(catalog, symbol)->path);
        if (order < 0 || (!order && part < symbol))
            symbol = part;
    }
    return symbol;
}

uint32_t parts_lead(const Catalog *catalog, uint32_t symbol)
{
    Arena work SCOPED(arena_close) = {0};
    IdVec parts = {0};
    bool block = is_block(catalog, symbol);
    uint32_t type = block ? catalog_part_of(catalog, symbol) : SYMBOL_NOWHERE;
    if (type != SYMBOL_NOWHERE || (!block && !is_partial(catalog, symbol)))
        return type != SYMBOL_NOWHERE ? type : symbol;
    arena_open(&work, 0);
    parts_find(catalog, &work, symbol, &parts);
    return first_by_path(catalog, symbol, &parts);
}

void parts_edges_of(const Catalog *catalog, Arena *arena, uint32_t symbol, EdgeVec *edges)
{
    Arena work SCOPED(arena_close) = {0};
    IdVec parts = {0};
    arena_open(&work, 0);
    catalog_edges_of(catalog, arena, symbol, edges);
    parts_find(catalog, &work, symbol, &parts);
    for (size_t i = 0; i < parts.len; i++)
        catalog_edges_of(catalog, arena, parts.ptr[i], edges);
}
