/* Entries are packed column by column. Only the difference of each value from a prediction is
   written, most often to the previous entry's value; a column without differences is one byte.
   Unpacked entries are in an arena of their own, with a list of their files, so dropping them means
   emptying both. */
#include "index/catalog/catalog_lean.h"

#include "base/limits.h"
#include "base/varint.h"
#include "index/catalog/catalog_lazy.h"

/* Unpacked entries that a lean catalog keeps: about 230,000. */
#define CATALOG_UNPACKED_MAX (8 * MB)

typedef enum ColumnSort {
    COLUMN_ZERO,
    COLUMN_SPARSE,
    COLUMN_ALL,
} ColumnSort;

typedef struct Column {
    uint8_t offset, size;
    bool near;      /* encode the difference to the previous entry */
    uint8_t rotate; /* rotate left by this many bits, because the top bits are set more often */
} Column;

#define COLUMN(field, near, rotate) \
    { \
        offsetof(Entry, field), sizeof(((Entry *)0)->field), near, rotate \
    }
static const Column columns[] = {
    COLUMN(name, true, 0),       COLUMN(start_line, true, 0),  COLUMN(end_line, false, 0),
    COLUMN(owner, true, 0),      COLUMN(type, true, 0),        COLUMN(parent, true, 0),
    COLUMN(modifiers, false, 3), COLUMN(complexity, false, 0), COLUMN(kind, true, 0),
    COLUMN(arity, false, 0),
};

void catalog_lean_open(CatalogLean *lean)
{
    *lean = (CatalogLean){0};
    names_room_open(&lean->names);
    Arena *const all[] = {&lean->first_pass, &lean->by_name, &lean->links, &lean->entries};
    for (size_t i = 0; i < COUNT(all); i++)
        arena_open(all[i], 0);
    catalog_lean_hide(lean, true);
}

void catalog_lean_hide(CatalogLean *lean, bool hidden)
{
    Arena *const all[] = {&lean->first_pass, &lean->by_name, &lean->links, &lean->entries};
    names_room_hide(&lean->names, hidden);
    for (size_t i = 0; i < COUNT(all); i++)
        arena_hide(all[i], hidden);
}

void catalog_lean_close(CatalogLean *lean)
{
    names_room_close(&lean->names);
    arena_close(&lean->first_pass);
    arena_close(&lean->by_name);
    arena_close(&lean->links);
    arena_close(&lean->entries);
}

void catalog_make_lean(Catalog *catalog, CatalogLean *lean)
{
    catalog->lean = lean;
    names_use_room(&catalog->names, &lean->names);
    arena_reset(&lean->first_pass);
    arena_reset(&lean->links);
    arena_reset(&lean->entries);
    lean->files.ptr = NULL;
    lean->files.len = lean->files.cap = 0;
    catalog_forget_by_name(catalog);
}

void catalog_forget_first_pass(Catalog *catalog)
{
    arena_reset(&catalog->lean->first_pass);
}

void catalog_forget_by_name(Catalog *catalog)
{
    catalog->by_name = catalog->name_starts = NULL;
    catalog->by_name_room = catalog->name_starts_room = 0;
    catalog->by_name_ready = false;
    arena_reset(&catalog->lean->by_name);
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

static uint32_t rotate(uint32_t value, unsigned bits)
{
    return bits ? value << bits | value >> (32 - bits) : value;
}

/* What is written for an entry's field: 0 if it is as predicted. */
static uint64_t surprise(const Entry *entries, uint32_t i, Column column)
{
    uint32_t value = rotate(get_field(&entries[i], column), column.rotate);
    if (column.offset == offsetof(Entry, end_line))
        value -= entries[i].start_line;
    if (!column.near)
        return value;
    int64_t difference = (int64_t)value - (i ? get_field(&entries[i - 1], column) : 0);
    return (uint64_t)difference << 1 ^ (uint64_t)(difference >> 63);
}

/* A bitmap of the values that are not 0, then these values. Used if more than a quarter of the
 * values are 0. */
static void put_sparse(Buf *out, const uint64_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 8) {
        unsigned bits = 0;
        for (uint32_t k = i; k < MIN(i + 8, count); k++)
            bits |= (unsigned)(values[k] != 0) << (k - i);
        buf_put_byte(out, (char)bits);
    }
    for (uint32_t i = 0; i < count; i++)
        if (values[i])
            varint_put(out, values[i]);
}

static void put_column(Buf *out, uint64_t *values, const Entry *entries, uint32_t count,
                       Column column)
{
    uint32_t zeros = 0;
    for (uint32_t i = 0; i < count; i++) {
        values[i] = surprise(entries, i, column);
        zeros += !values[i];
    }
    ColumnSort sort = zeros == count ? COLUMN_ZERO : zeros > count / 4 ? COLUMN_SPARSE : COLUMN_ALL;
    buf_put_byte(out, (char)sort);
    if (sort == COLUMN_SPARSE)
        put_sparse(out, values, count);
    for (uint32_t i = 0; i < count && sort == COLUMN_ALL; i++)
        varint_put(out, values[i]);
}

static void take_column(VarintReader *in, Entry *entries, uint32_t count, Column column)
{
    ColumnSort sort = in->ptr < in->end ? (ColumnSort)*in->ptr++ : COLUMN_ZERO;
    const char *bits = in->ptr;
    uint32_t before = 0;
    if (sort == COLUMN_SPARSE)
        in->ptr += (count + 7) / 8;
    for (uint32_t i = 0; i < count; i++) {
        bool told = sort == COLUMN_ALL ||
                    (sort == COLUMN_SPARSE && (unsigned char)bits[i / 8] >> i % 8 & 1);
        uint64_t value = told ? varint_take(in) : 0;
        if (column.near)
            value = before + ((value >> 1) ^ (0 - (value & 1)));
        else if (column.offset == offsetof(Entry, end_line))
            value += entries[i].start_line;
        before = (uint32_t)value;
        set_field(&entries[i], column,
                  rotate((uint32_t)value, column.rotate ? 32u - column.rotate : 0));
    }
}

/* Working memory is taken after the unpacked entries and given back on return. */
static void pack(Catalog *catalog, CatalogFile *file)
{
    Arena work = catalog->lean->entries;
    uint64_t *values = NEW(&work, uint64_t, file->count);
    Buf out = buf_open(&work, 0);
    for (size_t i = 0; i < COUNT(columns); i++)
        put_column(&out, values, file->entries, file->count, columns[i]);
    bool first_pass = file->state == FILE_LEXICAL;
    file->packed =
        str_copy(first_pass ? &catalog->lean->first_pass : catalog->arena, buf_str(&out));
}

static Entry *add_unpacked(const Catalog *catalog, uint32_t id)
{
    CatalogLean *lean = catalog->lean;
    CatalogFile *file = &catalog->files.ptr[id];
    file->entries = NEW(&lean->entries, Entry, file->count);
    *VEC_PUSH(&lean->entries, &lean->files) = id;
    return file->entries;
}

/* Zeroed entries for a catalog without symbols; the read is recorded in *catalog->lacks. */
static const CatalogFile *lack_entries(const Catalog *catalog, uint32_t id)
{
    CatalogFile *file = &catalog->files.ptr[id];
    catalog_need(catalog, CATALOG_SYMBOLS);
    file->entries = NEW(catalog->arena, Entry, (size_t)file->count + 1);
    return file;
}

const CatalogFile *catalog_unpack(const Catalog *catalog, uint32_t id)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    if (catalog->lazy)
        catalog_fetch_row(catalog, id);
    if (catalog->absent & CATALOG_SYMBOLS)
        return lack_entries(catalog, id);
    if (!file->packed.len)
        return file;
    Entry *entries = add_unpacked(catalog, id);
    VarintReader in = varint_open(file->packed);
    for (size_t i = 0; i < COUNT(columns); i++)
        take_column(&in, entries, file->count, columns[i]);
    assert(varint_is_done(&in) && !in.failed);
    return file;
}

/* ---- rows ---- */

Entry *catalog_make_entries(Catalog *catalog, uint32_t id, uint32_t count)
{
    CatalogFile *file = &catalog->files.ptr[id];
    catalog->renumber = true;
    file->count = count;
    file->packed = (Str){0};
    file->hash_prefixes = NULL;
    file->filter = NULL;
    if (catalog->lean) {
        file->metrics = NULL;
        return add_unpacked(catalog, id);
    }
    file->metrics = NEW(catalog->arena, SymbolMetrics, count);
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

bool catalog_drop_first_pass(Catalog *catalog)
{
    if (!catalog->lean || !arena_used(&catalog->lean->first_pass))
        return false;
    forget_unpacked(catalog);
    for (size_t i = 0; i < catalog->files.len; i++) {
        CatalogFile *file = &catalog->files.ptr[i];
        if (file->state != FILE_LEXICAL)
            continue;
        file->state = FILE_LISTED;
        file->packed = (Str){0};
        file->count = 0;
    }
    catalog_forget_first_pass(catalog);
    return true;
}

void catalog_trim(Catalog *catalog)
{
    size_t most = CATALOG_UNPACKED_MAX / (catalog->thrifty ? THRIFT : 1);
    if (catalog->lean && arena_used(&catalog->lean->entries) > most)
        forget_unpacked(catalog);
}
