/* A table is stored by columns, because similar numbers next to each other compress best. One
   table of columns drives writing and reading. */
#include "index/catalog/catalog_rows.h"

#include "base/filter.h"
#include "index/catalog/catalog_segment.h"
#include "index/graph/levels.h"

typedef enum ColumnSort {
    COLUMN_PLAIN,
    COLUMN_NEAR_BEFORE, /* difference to the previous entry */
    COLUMN_NEAR_START,  /* difference to the entry's own start line */
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
/* A segment of its own, because searches read only this. Owners and parents are stored here again
   for them. */
static const Column name_columns[] = {
    ENTRY_COLUMN(name, COLUMN_NEAR_BEFORE),
    ENTRY_COLUMN(owner, COLUMN_PLAIN),
    ENTRY_COLUMN(parent, COLUMN_NEAR_BEFORE),
};
#define METRICS_COLUMN(field) \
    { \
        offsetof(SymbolMetrics, field), sizeof(((SymbolMetrics *)0)->field), COLUMN_PLAIN \
    }
static const Column metrics_columns[] = {METRICS_COLUMN(fan_in), METRICS_COLUMN(rank),
                                         METRICS_COLUMN(risk), METRICS_COLUMN(effects)};

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

/* The rows of one file, of either struct. */
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
            varint_put(out, value);
        else
            varint_put_near(out, value, base_of(column, row, before));
        before = value;
    }
}

static void take_column(VarintReader *in, Rows rows, Column column)
{
    uint64_t before = 0;
    for (size_t i = 0; i < rows.count; i++) {
        char *row = rows.ptr + i * rows.size;
        before = column.sort == COLUMN_PLAIN
                     ? varint_take(in)
                     : varint_near(in, base_of(column, row, (uint32_t)before));
        set_field(row, column, before);
    }
}

bool rows_are_of(CatalogPart part)
{
    return part == CATALOG_NAMED || part == CATALOG_SYMBOLS || part == CATALOG_METRICS;
}

static const Column *columns_of(CatalogPart part, size_t *count)
{
    *count = part == CATALOG_NAMED     ? COUNT(name_columns)
             : part == CATALOG_SYMBOLS ? COUNT(entry_columns)
                                       : COUNT(metrics_columns);
    return part == CATALOG_NAMED     ? name_columns
           : part == CATALOG_SYMBOLS ? entry_columns
                                     : metrics_columns;
}

static Rows rows_of(CatalogFile *file, CatalogPart part)
{
    static SymbolMetrics nothing; // of a file without entries
    if (part == CATALOG_METRICS && !file->metrics)
        return (Rows){(char *)&nothing, 0, file->count};
    if (part == CATALOG_METRICS)
        return (Rows){(char *)file->metrics, sizeof(SymbolMetrics), file->count};
    return (Rows){(char *)file->entries, sizeof(Entry), file->count};
}

void rows_put(Buf *out, FileSpan files, CatalogPart part, ZstdFrameCuts *cuts)
{
    size_t count;
    const Column *columns = columns_of(part, &count);
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        varint_put(out, file->count);
    for (size_t c = 0; c < count; c++) {
        cuts->at[cuts->count++] = out->len;
        for (CatalogFile *file = files.ptr; file < files.end; file++)
            put_column(out, rows_of(file, part), columns[c]);
    }
}

/* Each number takes at least one byte of the segment, so counts can be checked before allocating.
 */
static bool take_counts(VarintReader *in, FileSpan files)
{
    uint64_t total = 0;
    for (const CatalogFile *file = files.ptr; file < files.end; file++) {
        total += file->count;
        if (varint_u32(in) != file->count)
            return false;
    }
    return !in->failed && total <= (uint64_t)(in->end - in->ptr);
}

#define HIGH_BITS UINT64_C(0x8080808080808080)

/* The place after `count` varints, or the end if there are fewer. Counts the bytes without a
   continuation bit, eight at a time. */
static const char *skip_numbers(const char *at, const char *end, uint64_t count)
{
    uint64_t word;
    for (; count > sizeof word && (size_t)(end - at) >= sizeof word; at += sizeof word) {
        memcpy(&word, at, sizeof word);
        count -= (uint64_t)__builtin_popcountll(~word & HIGH_BITS);
    }
    while (count && at < end)
        count -= (unsigned char)*at++ < 0x80;
    return at;
}

static uint64_t count_symbols(FileSpan files)
{
    uint64_t total = 0;
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        total += file->count;
    return total;
}

/* Skips the columns of owners and parents. */
static void skip_around(VarintReader *in, FileSpan files)
{
    in->ptr = skip_numbers(in->ptr, in->end, count_symbols(files) * (COUNT(name_columns) - 1));
}

/* Allocates zeroed rows for the known number of symbols. */
static void make_rows(Catalog *catalog, FileSpan files)
{
    for (CatalogFile *file = files.ptr; file < files.end; file++) {
        file->entries = NEW(catalog->arena, Entry, file->count);
        file->metrics = NEW(catalog->arena, SymbolMetrics, file->count);
    }
}

bool rows_take(Catalog *catalog, VarintReader *in, FileSpan files, CatalogPart part)
{
    size_t count;
    const Column *columns = columns_of(part, &count);
    if (!take_counts(in, files))
        return false;
    if (part == CATALOG_NAMED)
        make_rows(catalog, files);
    for (size_t c = 0; c < (part == CATALOG_NAMED ? 1 : count); c++)
        for (CatalogFile *file = files.ptr; file < files.end; file++)
            take_column(in, rows_of(file, part), columns[c]);
    if (part == CATALOG_NAMED)
        skip_around(in, files);
    return varint_is_done(in) && !in->failed;
}

/* ---- of one file ---- */

bool rows_find(Arena *arena, Str plain, FileSpan files, CatalogPart part, RowsPlaces *found)
{
    size_t count, at = 0;
    VarintReader in = varint_open(plain);
    columns_of(part, &count);
    if (!take_counts(&in, files) || plain.len > UINT32_MAX)
        return false;
    found->plain = plain;
    found->places = NEW(arena, uint32_t, count * (size_t)(files.end - files.ptr));
    for (size_t c = 0; c < count; c++)
        for (const CatalogFile *file = files.ptr; file < files.end; file++) {
            found->places[at++] = (uint32_t)(in.ptr - plain.ptr);
            in.ptr = skip_numbers(in.ptr, in.end, file->count);
        }
    return varint_is_done(&in);
}

bool rows_take_file(const RowsPlaces *found, FileSpan files, CatalogFile *file, CatalogPart part)
{
    size_t count, number = (size_t)(file - files.ptr);
    const Column *columns = columns_of(part, &count);
    bool sound = true;
    for (size_t c = 0; c < count; c++) {
        VarintReader in = varint_open(found->plain);
        in.ptr += found->places[c * (size_t)(files.end - files.ptr) + number];
        take_column(&in, rows_of(file, part), columns[c]);
        sound = sound && !in.failed;
    }
    return sound;
}

bool rows_take_names(Catalog *catalog, VarintReader *in, FileSpan files)
{
    uint32_t names = names_count(&catalog->names);
    if (!take_counts(in, files))
        return false;
    for (const CatalogFile *file = files.ptr; file < files.end; file++) {
        uint64_t name = 0;
        for (uint32_t i = 0; i < file->count; i++) {
            name = (uint32_t)varint_near(in, name);
            if (name >= names)
                return false;
            catalog->symbol_names[file->first + i] = (uint32_t)name;
        }
    }
    skip_around(in, files);
    return varint_is_done(in) && !in->failed;
}

/* Reads numbers; false if one of them is not below `below`. */
static bool take_numbers(VarintReader *in, uint32_t *numbers, uint32_t count, bool near,
                         uint32_t below)
{
    uint32_t before = 0, most = 0;
    for (uint32_t i = 0; i < count; i++) {
        numbers[i] = (uint32_t)(near ? varint_near(in, before) : varint_take(in));
        before = numbers[i];
        most = MAX(most, numbers[i]);
    }
    return !in->failed && (!count || most < below);
}

bool rows_take_around(const Catalog *catalog, Arena *arena, Str plain, FileSpan files,
                      RowsAround *around)
{
    uint32_t names = names_count(&catalog->names), first = files.ptr->first;
    VarintReader in = varint_open(plain);
    bool sound = take_counts(&in, files);
    size_t bytes = sound ? (size_t)count_symbols(files) * sizeof(uint32_t) : 0;
    uint32_t **const columns[] = {&around->names, &around->owners, &around->parents};
    for (size_t c = 0; c < COUNT(columns) && sound; c++) {
        *columns[c] = arena_grow(arena, NULL, 0, bytes + 1, _Alignof(uint32_t));
        bool near = name_columns[c].sort == COLUMN_NEAR_BEFORE;
        for (const CatalogFile *file = files.ptr; file < files.end && sound; file++)
            sound = take_numbers(&in, *columns[c] + (file->first - first), file->count, near,
                                 c < 2 ? names : file->count);
    }
    for (const CatalogFile *file = files.ptr; file < files.end && sound; file++)
        for (uint32_t i = 1; i < file->count; i++)
            sound = sound && around->parents[file->first - first + i] < i;
    return sound && varint_is_done(&in);
}

/* Ids out of range are all that a damaged segment could still claim. */
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

/* ---- filters ---- */

void segment_put_risks(Buf *out, FileSpan files)
{
    for (const CatalogFile *file = files.ptr; file < files.end; file++) {
        uint32_t counts[RISK_MAX + 1] = {0}, several = 0;
        levels_count(file, counts);
        for (unsigned score = 1; score <= RISK_MAX; score++)
            several += counts[score] != 0;
        varint_put(out, several);
        for (unsigned score = 1; score <= RISK_MAX; score++)
            if (counts[score]) {
                varint_put(out, score);
                varint_put(out, counts[score]);
            }
    }
}

/* Names first seen in a segment have consecutive ids. So the longest run of ids, with gaps of at
   most RUN_GAP, is stored as a range, and only the other names go into the filter. */
#define RUN_GAP 64

typedef struct NameRun {
    uint32_t first, last;
} NameRun;

static NameRun longest_run(const uint32_t *names, size_t count)
{
    NameRun best = {1, 0};
    for (size_t i = 0, from = 0; i < count; i++) {
        from = i && names[i] - names[i - 1] > RUN_GAP ? i : from;
        if (names[i] - names[from] >= best.last + 1 - best.first)
            best = (NameRun){names[from], names[i]};
    }
    return best;
}

/* The name ids of the files' symbols, ascending and without duplicates. */
static void list_names(const Catalog *catalog, Arena *arena, FileSpan files, IdVec *names)
{
    size_t words = names_count(&catalog->names) / 64 + 1;
    uint64_t *seen = NEW(arena, uint64_t, words);
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        for (uint32_t i = 0; i < file->count; i++)
            seen[file->entries[i].name / 64] |= UINT64_C(1) << file->entries[i].name % 64;
    for (size_t word = 0; word < words; word++)
        for (uint64_t bits = seen[word]; bits; bits &= bits - 1)
            *VEC_PUSH(arena, names) = (uint32_t)(word * 64 + (size_t)__builtin_ctzll(bits));
}

void segment_put_names(Buf *out, Arena scratch, const Catalog *catalog, FileSpan files)
{
    IdVec names = {0};
    list_names(catalog, &scratch, files, &names);
    NameRun run = longest_run(names.ptr, names.len);
    uint64_t *filters = NEW(&scratch, uint64_t, names.len);
    size_t count = 0;
    for (size_t i = 0; i < names.len; i++)
        if (names.ptr[i] < run.first || names.ptr[i] > run.last)
            filters[count++] = filter_hash(names.ptr[i]);
    varint_put(out, run.first);
    varint_put(out, run.last);
    filter_put(out, filters, count, FILTER_BITS);
}

bool segment_may_name(Str filters, uint32_t name)
{
    VarintReader in = varint_open(filters);
    uint64_t first = varint_take(&in), last = varint_take(&in);
    return in.failed || (name >= first && name <= last) ||
           filter_may_have((Str){in.ptr, (size_t)(in.end - in.ptr)}, filter_hash(name));
}
