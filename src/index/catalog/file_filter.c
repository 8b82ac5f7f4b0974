#include "index/catalog/file_filter.h"

#include "base/hash.h"
#include "index/catalog/catalog_shape.h"

/* Number of symbols per 64 bits of the filter. */
#define SYMBOLS_A_WORD 8

Str file_filter_next_word(Str *rest)
{
    size_t start = 0, end;
    while (start < rest->len && !byte_is_word(rest->ptr[start]))
        start++;
    for (end = start; end < rest->len && byte_is_word(rest->ptr[end]);)
        end++;
    Str word = str_slice(*rest, start, end);
    *rest = str_from_offset(*rest, end);
    return word;
}

uint64_t file_filter_hash(Str word)
{
    return hash_fast(word);
}

bool entry_is_type(const Entry *entry)
{
    static const bool types[SYMBOL_KIND_COUNT] = {
        [SYMBOL_CLASS] = true,     [SYMBOL_STRUCT] = true, [SYMBOL_UNION] = true,
        [SYMBOL_INTERFACE] = true, [SYMBOL_TRAIT] = true,  [SYMBOL_ENUM] = true,
        [SYMBOL_TYPE] = true,      [SYMBOL_OBJECT] = true, [SYMBOL_MODULE] = true,
        [SYMBOL_NAMESPACE] = true, [SYMBOL_IMPL] = true,   [SYMBOL_PACKAGE] = true};
    return types[entry->kind];
}

static void put_hash(FileFilter *filter, Str text)
{
    uint64_t at = file_filter_hash(text) & (filter->bits - 1);
    filter->filter[at / 64] |= UINT64_C(1) << at % 64;
}

/* Adds the whole name, and each word of it. */
static void put_text(FileFilter *filter, const Catalog *catalog, uint32_t name)
{
    Str text = catalog_name(catalog, name), word;
    if (!name)
        return;
    put_hash(filter, text);
    while ((word = file_filter_next_word(&text)).len)
        put_hash(filter, word);
}

static void put_entry(FileFilter *filter, const Catalog *catalog, const Entry *entry)
{
    put_text(filter, catalog, entry->type);
    put_text(filter, catalog, entry->owner);
    if (entry_is_type(entry))
        put_text(filter, catalog, entry->name);
    filter->plain = filter->plain && !entry->owner && entry->kind != SYMBOL_NAMESPACE &&
                    entry->kind != SYMBOL_IMPL;
}

static void put_shape(FileFilter *filter, const Catalog *catalog, Str shape)
{
    ShapeReader reader = catalog_shape_rows(catalog, shape);
    ShapeRow row;
    while (catalog_shape_next(&reader, &row)) {
        put_text(filter, catalog, row.name);
        put_text(filter, catalog, row.receiver);
        filter->based = filter->based || row.kind == REFERENCE_BASE || row.kind == REFERENCE_USE ||
                        row.flags & REFERENCE_OPENS;
    }
}

const FileFilter *file_filter_make(const Catalog *catalog, Arena *arena, uint32_t id)
{
    const CatalogFile *file = catalog_row(catalog, id);
    size_t words = 1;
    while (words * SYMBOLS_A_WORD < file->count)
        words *= 2;
    FileFilter *filter =
        arena_alloc(arena, 1, sizeof *filter + words * sizeof(uint64_t), _Alignof(FileFilter));
    *filter = (FileFilter){.plain = true, .bits = (uint32_t)words * 64};
    for (uint32_t i = 1; i < file->count; i++)
        put_entry(filter, catalog, &file->entries[i]);
    if (file->shape.len)
        put_shape(filter, catalog, file->shape);
    return filter;
}
