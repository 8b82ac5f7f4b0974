/* Each column by itself: like numbers compress best side by side. One table of columns drives
   writing and reading. */
#include "index/catalog_rows.h"

typedef enum ColumnSort {
    COLUMN_PLAIN,
    COLUMN_NEAR_BEFORE, /* as the difference to the entry before */
    COLUMN_NEAR_START,  /* to the entry's own start line */
} ColumnSort;

typedef struct Column {
    uint8_t offset, size;
    uint8_t sort;
} Column;

#define ENTRY_COLUMN(field, sort) \
    { \
        offsetof(Entry, field), sizeof(((Entry *)0)->field), sort \
    }
static const Column entry_columns[] = {
    ENTRY_COLUMN(start_line, COLUMN_NEAR_BEFORE),
    ENTRY_COLUMN(end_line, COLUMN_NEAR_START),
    ENTRY_COLUMN(owner, COLUMN_PLAIN),
    ENTRY_COLUMN(type, COLUMN_PLAIN),
    ENTRY_COLUMN(parent, COLUMN_NEAR_BEFORE),
    ENTRY_COLUMN(modifiers, COLUMN_PLAIN),
    ENTRY_COLUMN(complexity, COLUMN_PLAIN),
    ENTRY_COLUMN(kind, COLUMN_PLAIN),
    ENTRY_COLUMN(arity, COLUMN_PLAIN),
};
/* By itself: what a search looks through. */
static const Column name_column = ENTRY_COLUMN(name, COLUMN_NEAR_BEFORE);
#define STANDING_COLUMN(field) \
    { \
        offsetof(Standing, field), sizeof(((Standing *)0)->field), COLUMN_PLAIN \
    }
static const Column standing_columns[] = {STANDING_COLUMN(fan_in), STANDING_COLUMN(rank),
                                          STANDING_COLUMN(risk), STANDING_COLUMN(effects)};

/* ---- columns ---- */

static uint32_t get_field(const char *row, Column column)
{
    if (column.size == 4)
        return *(const uint32_t *)(const void *)(row + column.offset);
    if (column.size == 2)
        return *(const uint16_t *)(const void *)(row + column.offset);
    return *(const uint8_t *)(row + column.offset);
}

static void set_field(char *row, Column column, uint64_t value)
{
    if (column.size == 4)
        *(uint32_t *)(void *)(row + column.offset) = (uint32_t)value;
    else if (column.size == 2)
        *(uint16_t *)(void *)(row + column.offset) = (uint16_t)value;
    else
        *(uint8_t *)(row + column.offset) = (uint8_t)value;
}

/* Rows of one file. Entry's start line stands at a known place for COLUMN_NEAR_START. */
typedef struct Rows {
    char *ptr;
    size_t size, count;
} Rows;

static uint32_t base_of(Column column, const char *row, uint32_t before)
{
    return column.sort == COLUMN_NEAR_BEFORE  ? before
           : column.sort == COLUMN_NEAR_START ? ((const Entry *)(const void *)row)->start_line
                                              : 0;
}

static void put_column(Buf *out, Rows rows, Column column)
{
    uint32_t before = 0;
    for (size_t i = 0; i < rows.count; i++) {
        const char *row = rows.ptr + i * rows.size;
        uint32_t value = get_field(row, column);
        if (column.sort == COLUMN_PLAIN)
            pack_put(out, value);
        else
            pack_put_near(out, value, base_of(column, row, before));
        before = value;
    }
}

static void take_column(Unpack *in, Rows rows, Column column)
{
    uint64_t before = 0;
    for (size_t i = 0; i < rows.count; i++) {
        char *row = rows.ptr + i * rows.size;
        before = column.sort == COLUMN_PLAIN
                     ? unpack_take(in)
                     : unpack_near(in, base_of(column, row, (uint32_t)before));
        set_field(row, column, before);
    }
}

bool rows_are_of(CatalogPart part)
{
    return part == CATALOG_NAMED || part == CATALOG_SYMBOLS || part == CATALOG_STANDINGS;
}

static const Column *columns_of(CatalogPart part, size_t *count)
{
    *count = part == CATALOG_NAMED     ? 1
             : part == CATALOG_SYMBOLS ? COUNT(entry_columns)
                                       : COUNT(standing_columns);
    return part == CATALOG_NAMED     ? &name_column
           : part == CATALOG_SYMBOLS ? entry_columns
                                     : standing_columns;
}

static Rows rows_of(CatalogFile *file, CatalogPart part)
{
    static Standing nothing; // of a file that has none yet
    if (part == CATALOG_STANDINGS && !file->standings)
        return (Rows){(char *)&nothing, 0, file->count};
    if (part == CATALOG_STANDINGS)
        return (Rows){(char *)file->standings, sizeof(Standing), file->count};
    return (Rows){(char *)file->entries, sizeof(Entry), file->count};
}

void rows_put(Buf *out, FileSpan files, CatalogPart part)
{
    size_t count;
    const Column *columns = columns_of(part, &count);
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        pack_put(out, file->count);
    for (size_t c = 0; c < count; c++)
        for (CatalogFile *file = files.ptr; file < files.end; file++)
            put_column(out, rows_of(file, part), columns[c]);
}

/* Every number of a row is at least a byte of the segment; only a language has symbols. */
static bool take_counts(Unpack *in, FileSpan files, CatalogPart part)
{
    uint64_t total = 0;
    for (CatalogFile *file = files.ptr; file < files.end; file++) {
        uint32_t count = unpack_u32(in);
        total += count;
        if (in->failed || total > (uint64_t)(in->end - in->ptr) ||
            (part != CATALOG_NAMED && count != file->count) || (count > 1 && !file->language))
            return false;
        file->count = count;
    }
    return true;
}

void rows_make(Catalog *catalog, FileSpan files)
{
    for (CatalogFile *file = files.ptr; file < files.end; file++) {
        file->entries = NEW(catalog->arena, Entry, file->count);
        file->standings = NEW(catalog->arena, Standing, file->count);
    }
}

bool rows_take(Catalog *catalog, Unpack *in, FileSpan files, CatalogPart part)
{
    size_t count;
    const Column *columns = columns_of(part, &count);
    if (!take_counts(in, files, part))
        return false;
    if (part == CATALOG_NAMED)
        rows_make(catalog, files);
    for (size_t c = 0; c < count; c++)
        for (CatalogFile *file = files.ptr; file < files.end; file++)
            take_column(in, rows_of(file, part), columns[c]);
    return unpack_is_done(in) && !in->failed;
}

/* The names alone, into one list: nothing else is allocated meanwhile, so it grows in place. */
bool rows_take_names(Catalog *catalog, Unpack *in, FileSpan files)
{
    uint32_t names = names_count(&catalog->names);
    if (!take_counts(in, files, CATALOG_NAMED))
        return false;
    for (const CatalogFile *file = files.ptr; file < files.end; file++) {
        uint64_t name = 0;
        for (uint32_t i = 0; i < file->count; i++) {
            name = (uint32_t)unpack_near(in, name);
            if (name >= names)
                return false;
            *VEC_PUSH(catalog->arena, &catalog->symbol_names) = (uint32_t)name;
        }
    }
    return unpack_is_done(in) && !in->failed;
}

/* What a damaged segment might still claim: ids outside. */
bool rows_are_sound(const Catalog *catalog, FileSpan files)
{
    uint32_t names = names_count(&catalog->names);
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        for (uint32_t i = 0; i < file->count; i++) {
            const Entry *entry = &file->entries[i];
            if (entry->name >= names || entry->owner >= names || entry->type >= names ||
                entry->kind >= SYMBOL_KIND_COUNT || (i && entry->parent >= i))
                return false;
        }
    return true;
}
