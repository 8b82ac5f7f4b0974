/* Packed entries are columns, as on disk: most columns of a file are one value over and over, which
   takes two bytes. Unpacked entries stand in an arena of their own with a list of their files;
   dropping them is emptying both. */
#include "index/catalog_lean.h"

#include "base/limits.h"
#include "base/pack.h"

typedef enum ColumnSort {
    COLUMN_SAME, /* one value for all */
    COLUMN_PLAIN,
    COLUMN_NEAR, /* as the difference to the entry before */
} ColumnSort;

typedef struct Column {
    uint8_t offset, size;
    bool near;
} Column;

#define COLUMN(field, near) \
    { \
        offsetof(Entry, field), sizeof(((Entry *)0)->field), near \
    }
static const Column columns[] = {
    COLUMN(name, true),       COLUMN(start_line, true),  COLUMN(end_line, true),
    COLUMN(owner, false),     COLUMN(type, false),       COLUMN(parent, true),
    COLUMN(modifiers, false), COLUMN(complexity, false), COLUMN(kind, false),
    COLUMN(arity, false),
};

void catalog_lean_open(CatalogLean *lean)
{
    *lean = (CatalogLean){0};
    names_room_open(&lean->names);
    arena_open(&lean->links, 0);
    arena_open(&lean->entries, 0);
}

void catalog_lean_close(CatalogLean *lean)
{
    names_room_close(&lean->names);
    arena_close(&lean->links);
    arena_close(&lean->entries);
}

void catalog_make_lean(Catalog *catalog, CatalogLean *lean)
{
    catalog->lean = lean;
    names_use_room(&catalog->names, &lean->names);
    arena_reset(&lean->links);
    arena_reset(&lean->entries);
    lean->files.ptr = NULL;
    lean->files.len = lean->files.cap = 0;
}

/* ---- packing ---- */

static uint32_t get_field(const Entry *entry, Column column)
{
    const char *at = (const char *)entry + column.offset;
    return column.size == 4   ? *(const uint32_t *)(const void *)at
           : column.size == 2 ? *(const uint16_t *)(const void *)at
                              : *(const uint8_t *)at;
}

static void set_field(Entry *entry, Column column, uint32_t value)
{
    char *at = (char *)entry + column.offset;
    if (column.size == 4)
        *(uint32_t *)(void *)at = value;
    else if (column.size == 2)
        *(uint16_t *)(void *)at = (uint16_t)value;
    else
        *(uint8_t *)at = (uint8_t)value;
}

static void put_column(Buf *out, const Entry *entries, uint32_t count, Column column)
{
    uint32_t first = get_field(entries, column), before = 0;
    bool same = true;
    for (uint32_t i = 1; i < count && same; i++)
        same = get_field(&entries[i], column) == first;
    pack_put(out, same ? COLUMN_SAME : column.near ? COLUMN_NEAR : COLUMN_PLAIN);
    for (uint32_t i = 0; i < (same ? 1 : count); i++) {
        uint32_t value = get_field(&entries[i], column);
        if (column.near && !same)
            pack_put_near(out, value, before);
        else
            pack_put(out, value);
        before = value;
    }
}

static void take_column(Unpack *in, Entry *entries, uint32_t count, Column column)
{
    uint64_t sort = unpack_take(in);
    uint64_t value = sort == COLUMN_SAME ? unpack_take(in) : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (sort == COLUMN_NEAR)
            value = unpack_near(in, value);
        else if (sort == COLUMN_PLAIN)
            value = unpack_take(in);
        set_field(&entries[i], column, (uint32_t)value);
    }
}

/* Behind the unpacked ones for a moment. */
static void pack(Catalog *catalog, CatalogFile *file)
{
    Arena work = catalog->lean->entries;
    Buf out = buf_open(&work, 0);
    for (size_t i = 0; i < COUNT(columns); i++)
        put_column(&out, file->entries, file->count, columns[i]);
    file->packed = str_copy(catalog->arena, buf_str(&out));
}

static Entry *add_unpacked(const Catalog *catalog, uint32_t id)
{
    CatalogLean *lean = catalog->lean;
    CatalogFile *file = &catalog->files.ptr[id];
    file->entries = NEW(&lean->entries, Entry, file->count);
    *VEC_PUSH(&lean->entries, &lean->files) = id;
    return file->entries;
}

const CatalogFile *catalog_unpack(const Catalog *catalog, uint32_t id)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    Entry *entries = add_unpacked(catalog, id);
    Unpack in = unpack_open(file->packed);
    for (size_t i = 0; i < COUNT(columns); i++)
        take_column(&in, entries, file->count, columns[i]);
    assert(unpack_is_done(&in) && !in.failed);
    return file;
}

/* ---- rows ---- */

Entry *catalog_make_entries(Catalog *catalog, uint32_t id, uint32_t count)
{
    CatalogFile *file = &catalog->files.ptr[id];
    file->count = count;
    file->packed = (Str){0};
    if (catalog->lean) {
        file->standings = NULL;
        return add_unpacked(catalog, id);
    }
    file->standings = NEW(catalog->arena, Standing, count);
    return file->entries = NEW(catalog->arena, Entry, count);
}

static void forget_unpacked(Catalog *catalog)
{
    CatalogLean *lean = catalog->lean;
    for (size_t i = 0; i < lean->files.len; i++) {
        CatalogFile *file = &catalog->files.ptr[lean->files.ptr[i]];
        if (file->entries && !file->packed.len)
            pack(catalog, file);
        file->entries = NULL;
    }
    arena_reset(&lean->entries);
    lean->files.ptr = NULL;
    lean->files.len = lean->files.cap = 0;
}

void catalog_trim(Catalog *catalog)
{
    if (catalog->lean && arena_used(&catalog->lean->entries) > CATALOG_UNPACKED_MAX)
        forget_unpacked(catalog);
}
