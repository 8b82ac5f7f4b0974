/* Each column by itself: like numbers compress best side by side. One table of columns drives
   writing and reading. */
#include "index/catalog/catalog_rows.h"

#include "base/filter.h"
#include "index/catalog/catalog_segment.h"
#include "index/graph/levels.h"

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
/* By itself: what a search looks through. What symbols stand in is there once more. */
static const Column name_columns[] = {
    ENTRY_COLUMN(name, COLUMN_NEAR_BEFORE),
    ENTRY_COLUMN(owner, COLUMN_PLAIN),
    ENTRY_COLUMN(parent, COLUMN_NEAR_BEFORE),
};
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
    *count = part == CATALOG_NAMED     ? COUNT(name_columns)
             : part == CATALOG_SYMBOLS ? COUNT(entry_columns)
                                       : COUNT(standing_columns);
    return part == CATALOG_NAMED     ? name_columns
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

void rows_put(Buf *out, FileSpan files, CatalogPart part, ZipCuts *cuts)
{
    size_t count;
    const Column *columns = columns_of(part, &count);
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        pack_put(out, file->count);
    for (size_t c = 0; c < count; c++) {
        cuts->at[cuts->count++] = out->len;
        for (CatalogFile *file = files.ptr; file < files.end; file++)
            put_column(out, rows_of(file, part), columns[c]);
    }
}

/* Every number of a row is at least a byte of the segment. */
static bool take_counts(Unpack *in, FileSpan files)
{
    uint64_t total = 0;
    for (const CatalogFile *file = files.ptr; file < files.end; file++) {
        total += file->count;
        if (unpack_u32(in) != file->count)
            return false;
    }
    return !in->failed && total <= (uint64_t)(in->end - in->ptr);
}

#define HIGH_BITS UINT64_C(0x8080808080808080)

/* Behind so many numbers; the end where there are fewer. */
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

/* Behind what symbols stand in. */
static void skip_around(Unpack *in, FileSpan files)
{
    in->ptr = skip_numbers(in->ptr, in->end, count_symbols(files) * (COUNT(name_columns) - 1));
}

/* Empty rows for symbols as many as are known. */
static void make_rows(Catalog *catalog, FileSpan files)
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
    if (!take_counts(in, files))
        return false;
    if (part == CATALOG_NAMED)
        make_rows(catalog, files);
    for (size_t c = 0; c < (part == CATALOG_NAMED ? 1 : count); c++)
        for (CatalogFile *file = files.ptr; file < files.end; file++)
            take_column(in, rows_of(file, part), columns[c]);
    if (part == CATALOG_NAMED)
        skip_around(in, files);
    return unpack_is_done(in) && !in->failed;
}

/* ---- of one file ---- */

bool rows_find(Arena *arena, Str plain, FileSpan files, CatalogPart part, RowsPlaces *found)
{
    size_t count, at = 0;
    Unpack in = unpack_open(plain);
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
    return unpack_is_done(&in);
}

bool rows_take_file(const RowsPlaces *found, FileSpan files, CatalogFile *file, CatalogPart part)
{
    size_t count, number = (size_t)(file - files.ptr);
    const Column *columns = columns_of(part, &count);
    bool sound = true;
    for (size_t c = 0; c < count; c++) {
        Unpack in = unpack_open(found->plain);
        in.ptr += found->places[c * (size_t)(files.end - files.ptr) + number];
        take_column(&in, rows_of(file, part), columns[c]);
        sound = sound && !in.failed;
    }
    return sound;
}

bool rows_take_names(Catalog *catalog, Unpack *in, FileSpan files)
{
    uint32_t names = names_count(&catalog->names);
    if (!take_counts(in, files))
        return false;
    for (const CatalogFile *file = files.ptr; file < files.end; file++) {
        uint64_t name = 0;
        for (uint32_t i = 0; i < file->count; i++) {
            name = (uint32_t)unpack_near(in, name);
            if (name >= names)
                return false;
            catalog->symbol_names[file->first + i] = (uint32_t)name;
        }
    }
    skip_around(in, files);
    return unpack_is_done(in) && !in->failed;
}

/* Whether all are below. */
static bool take_numbers(Unpack *in, uint32_t *numbers, uint32_t count, bool near, uint32_t below)
{
    uint32_t before = 0, most = 0;
    for (uint32_t i = 0; i < count; i++) {
        numbers[i] = (uint32_t)(near ? unpack_near(in, before) : unpack_take(in));
        before = numbers[i];
        most = MAX(most, numbers[i]);
    }
    return !in->failed && (!count || most < below);
}

bool rows_take_around(const Catalog *catalog, Arena *arena, Str plain, FileSpan files,
                      RowsAround *around)
{
    uint32_t names = names_count(&catalog->names), first = files.ptr->first;
    Unpack in = unpack_open(plain);
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
    return sound && unpack_is_done(&in);
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

/* ---- signs ---- */

void segment_put_risks(Buf *out, FileSpan files)
{
    for (const CatalogFile *file = files.ptr; file < files.end; file++) {
        uint32_t counts[RISK_MAX + 1] = {0}, several = 0;
        levels_count(file, counts);
        for (unsigned score = 1; score <= RISK_MAX; score++)
            several += counts[score] != 0;
        pack_put(out, several);
        for (unsigned score = 1; score <= RISK_MAX; score++)
            if (counts[score]) {
                pack_put(out, score);
                pack_put(out, counts[score]);
            }
    }
}

/* Names that a segment was the first to have follow one another, but for those that it only
   mentions: the longest run of its names without a larger gap. */
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

/* Each name of its symbols once, ascending. */
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
    uint64_t *signs = NEW(&scratch, uint64_t, names.len);
    size_t count = 0;
    for (size_t i = 0; i < names.len; i++)
        if (names.ptr[i] < run.first || names.ptr[i] > run.last)
            signs[count++] = filter_hash(names.ptr[i]);
    pack_put(out, run.first);
    pack_put(out, run.last);
    filter_put(out, signs, count, FILTER_BITS);
}

bool segment_may_name(Str signs, uint32_t name)
{
    Unpack in = unpack_open(signs);
    uint64_t first = unpack_take(&in), last = unpack_take(&in);
    return in.failed || (name >= first && name <= last) ||
           filter_may_have((Str){in.ptr, (size_t)(in.end - in.ptr)}, filter_hash(name));
}
