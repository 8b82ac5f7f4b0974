/* A segment is a table of columns over the entries of CATALOG_SEGMENT_FILES files, each column by
   itself (like numbers compress best side by side), then zstd. One table of columns drives writing
   and reading. */
#include "index/catalog_store.h"

#include "base/pack.h"
#include "base/zip.h"

#define CATALOG_SEGMENT_FILES 128
#define NAMES_PART 0
#define COMPRESSION 3

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
    ENTRY_COLUMN(name, COLUMN_NEAR_BEFORE),
    ENTRY_COLUMN(owner, COLUMN_PLAIN),
    ENTRY_COLUMN(type, COLUMN_PLAIN),
    ENTRY_COLUMN(parent, COLUMN_NEAR_BEFORE),
    ENTRY_COLUMN(modifiers, COLUMN_PLAIN),
    ENTRY_COLUMN(complexity, COLUMN_PLAIN),
    ENTRY_COLUMN(kind, COLUMN_PLAIN),
    ENTRY_COLUMN(arity, COLUMN_PLAIN),
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

/* ---- the parts of a segment ---- */

typedef struct Span {
    CatalogFile *ptr, *end;
} Span;

static Span segment_files(const Catalog *catalog, size_t number)
{
    size_t from = number * CATALOG_SEGMENT_FILES;
    return (Span){catalog->files.ptr + from,
                  catalog->files.ptr + MIN(from + CATALOG_SEGMENT_FILES, catalog->files.len)};
}

static void put_files(Buf *out, Span files)
{
    pack_put(out, (uint64_t)(files.end - files.ptr));
    int64_t mtime = 0;
    uint64_t inode = 0;
    for (const CatalogFile *file = files.ptr; file < files.end; file++) {
        pack_put_str(out, file->path);
        pack_put_str(out, file->language ? lang_id(file->language) : (Str){0});
        pack_put(out, (uint64_t)file->class << 3 | (uint64_t)file->state << 1 | file->degraded);
        pack_put_str(out, file->reason);
        pack_put(out, file->size);
        pack_put_near(out, (uint64_t)file->mtime_ns, (uint64_t)mtime);
        pack_put_near(out, file->inode, inode);
        pack_put_str(out, file->hash);
        pack_put(out, file->lines);
        pack_put(out, file->package);
        mtime = file->mtime_ns;
        inode = file->inode;
    }
}

static bool take_files(Catalog *catalog, Unpack *in)
{
    uint64_t count = unpack_take(in);
    uint64_t mtime = 0, inode = 0;
    Str known = {0}; /* the language of the file before: most often the same */
    const Language *language = NULL;
    for (uint64_t i = 0; i < count && !in->failed; i++) {
        CatalogFile *file = VEC_PUSH(catalog->arena, &catalog->files);
        file->path = str_copy(catalog->arena, unpack_str(in));
        Str id = unpack_str(in);
        if (!str_equal(id, known))
            language = lang_find(id);
        known = id;
        file->language = language;
        uint64_t sort = unpack_take(in);
        file->class = (FileClass)MIN(sort >> 3, (uint64_t)FILE_BINARY);
        file->state = (FileState)(sort >> 1 & 3);
        file->degraded = sort & 1;
        file->reason = str_copy(catalog->arena, unpack_str(in));
        file->size = unpack_take(in);
        mtime = unpack_near(in, mtime);
        inode = unpack_near(in, inode);
        file->mtime_ns = (int64_t)mtime;
        file->inode = inode;
        file->hash = str_copy(catalog->arena, unpack_str(in));
        file->lines = unpack_u32(in);
        file->package = unpack_u32(in);
    }
    return unpack_is_done(in) && !in->failed;
}

static void put_rows(Buf *out, Span files, CatalogPart part)
{
    bool symbols = part == CATALOG_SYMBOLS;
    const Column *columns = symbols ? entry_columns : standing_columns;
    size_t count = symbols ? COUNT(entry_columns) : COUNT(standing_columns);
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        pack_put(out, file->count);
    for (size_t c = 0; c < count; c++)
        for (const CatalogFile *file = files.ptr; file < files.end; file++) {
            Rows rows = {symbols ? (char *)file->entries : (char *)file->standings,
                         symbols ? sizeof(Entry) : sizeof(Standing), file->count};
            put_column(out, rows, columns[c]);
        }
}

/* Every number of a row is at least a byte of the segment. */
static bool take_counts(Catalog *catalog, Unpack *in, Span files, CatalogPart part)
{
    uint64_t total = 0;
    for (CatalogFile *file = files.ptr; file < files.end; file++) {
        uint32_t count = unpack_u32(in);
        total += count;
        if (in->failed || total > (uint64_t)(in->end - in->ptr) ||
            (part == CATALOG_STANDINGS && count != file->count))
            return false;
        file->count = count;
        if (part == CATALOG_SYMBOLS)
            file->entries = NEW(catalog->arena, Entry, count);
        if (!file->standings)
            file->standings = NEW(catalog->arena, Standing, count);
    }
    return true;
}

static bool take_rows(Catalog *catalog, Unpack *in, Span files, CatalogPart part)
{
    bool symbols = part == CATALOG_SYMBOLS;
    const Column *columns = symbols ? entry_columns : standing_columns;
    size_t count = symbols ? COUNT(entry_columns) : COUNT(standing_columns);
    if (!take_counts(catalog, in, files, part))
        return false;
    for (size_t c = 0; c < count; c++)
        for (CatalogFile *file = files.ptr; file < files.end; file++) {
            Rows rows = {symbols ? (char *)file->entries : (char *)file->standings,
                         symbols ? sizeof(Entry) : sizeof(Standing), file->count};
            take_column(in, rows, columns[c]);
        }
    return unpack_is_done(in) && !in->failed;
}

static Str *packed_of(CatalogFile *file, CatalogPart part)
{
    return part == CATALOG_LINKS    ? &file->links
           : part == CATALOG_SHAPES ? &file->shape
                                    : &file->mentions;
}

static void put_packed(Buf *out, Span files, CatalogPart part)
{
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        pack_put_str(out, *packed_of(file, part));
}

static bool take_packed(Catalog *catalog, Unpack *in, Span files, CatalogPart part)
{
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        *packed_of(file, part) = str_copy(catalog->arena, unpack_str(in));
    return unpack_is_done(in) && !in->failed;
}

static void put_part(Buf *out, Span files, CatalogPart part)
{
    if (part == CATALOG_FILES)
        put_files(out, files);
    else if (part == CATALOG_SYMBOLS || part == CATALOG_STANDINGS)
        put_rows(out, files, part);
    else
        put_packed(out, files, part);
}

static bool take_part(Catalog *catalog, Unpack *in, size_t number, CatalogPart part)
{
    if (part == CATALOG_FILES)
        return take_files(catalog, in);
    Span files = segment_files(catalog, number);
    if (part == CATALOG_SYMBOLS || part == CATALOG_STANDINGS)
        return take_rows(catalog, in, files, part);
    return take_packed(catalog, in, files, part);
}

/* What a damaged segment might still claim: ids outside. */
static bool entries_are_sound(const Catalog *catalog, Span files)
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

/* ---- loading ---- */

/* A list that grows by doubling leaves its former places behind. */
static void reserve_files(Catalog *catalog, size_t count)
{
    if (count <= catalog->files.cap)
        return;
    catalog->files.ptr = NEW(catalog->arena, CatalogFile, count);
    catalog->files.cap = count;
}

/* All segments at once, so that the lists of names have their size from the start. */
static bool load_names(Catalog *catalog, Arena scratch, Store *store, Err *err)
{
    Statement *rows = store_segments(store, NAMES_PART);
    Arena texts SCOPED(arena_close) = {0};
    arena_open(&texts, 0);
    Buf all = buf_open(&texts, 0);
    for (size_t number = 0; db_next(rows, err); number++) {
        Arena segment = scratch;
        Str plain;
        bool sound = db_u64(rows, 0) == number && zip_take(&segment, db_text(rows, 1), (Str){0},
                                                           CATALOG_SEGMENT_BYTES_MAX, &plain);
        catalog->damaged = catalog->damaged || !sound;
        if (sound)
            buf_put(&all, plain);
    }
    names_put_all(&catalog->names, buf_str(&all));
    return !db_failed(rows);
}

/* Segments of one part must follow one another without a gap. */
static bool load_part(Catalog *catalog, Arena scratch, Store *store, CatalogPart part, Err *err)
{
    Statement *rows = store_segments(store, part);
    size_t number = 0, segments = 0;
    if (part == CATALOG_FILES && store_segment_count(store, part, &segments, err))
        reserve_files(catalog, segments * CATALOG_SEGMENT_FILES);
    while (db_next(rows, err)) {
        Arena segment = scratch;
        Str plain;
        bool sound = db_u64(rows, 0) == number && zip_take(&segment, db_text(rows, 1), (Str){0},
                                                           CATALOG_SEGMENT_BYTES_MAX, &plain);
        Unpack in = sound ? unpack_open(plain) : (Unpack){0};
        sound = sound && take_part(catalog, &in, number, part);
        if (sound && part == CATALOG_SYMBOLS)
            sound = entries_are_sound(catalog, segment_files(catalog, number));
        catalog->damaged = catalog->damaged || !sound;
        number++;
    }
    size_t wanted = (catalog->files.len + CATALOG_SEGMENT_FILES - 1) / CATALOG_SEGMENT_FILES;
    catalog->damaged = catalog->damaged || number != wanted;
    return !db_failed(rows);
}

bool catalog_load(Arena *arena, Arena scratch, Store *store, unsigned parts, Catalog **catalog,
                  Err *err)
{
    static const CatalogPart order[] = {NAMES_PART,        CATALOG_FILES, CATALOG_SYMBOLS,
                                        CATALOG_STANDINGS, CATALOG_LINKS, CATALOG_MENTIONS,
                                        CATALOG_SHAPES};
    Catalog *made = catalog_open(arena);
    if (!store_snapshot_begin(store, &made->generation, err))
        return false;
    bool ok = true, names = parts & ~(unsigned)CATALOG_FILES;
    for (size_t i = 0; i < COUNT(order) && ok && !made->damaged; i++)
        if (order[i] == NAMES_PART ? names : ((parts | CATALOG_FILES) & order[i]) != 0)
            ok = order[i] == NAMES_PART ? load_names(made, scratch, store, err)
                                        : load_part(made, scratch, store, order[i], err);
    for (size_t i = 0; i < made->files.len && !names; i++)
        made->files.ptr[i].package = 0;
    store_snapshot_end(store);
    if (made->damaged) {
        uint64_t generation = made->generation;
        made = catalog_open(arena);
        made->damaged = true;
        made->generation = generation;
    }
    made->saved_names = names_count(&made->names);
    catalog_number(made);
    made->store = store;
    *catalog = made;
    return ok && extent_load(store, arena, &made->extent, err);
}

/* ---- saving ---- */

static bool put_segment(Store *store, Arena scratch, unsigned part, size_t number, Str plain,
                        Err *err)
{
    Buf frame = buf_open(&scratch, 0);
    zip_put(&frame, plain, (Str){0}, COMPRESSION);
    return store_segment_put(store, part, number, buf_str(&frame), err);
}

static bool save_names(Catalog *catalog, Arena scratch, Store *store, Err *err)
{
    uint32_t count = names_count(&catalog->names);
    bool fresh = catalog->saved_names == 1;
    if (count == catalog->saved_names)
        return true;
    size_t number = 0;
    if (!fresh && !store_segment_count(store, NAMES_PART, &number, err))
        return false;
    size_t from = catalog->names.starts.ptr[catalog->saved_names];
    Str texts = {catalog->names.text.ptr + from, catalog->names.text.len - from};
    catalog->saved_names = count;
    return put_segment(store, scratch, NAMES_PART, number, texts, err);
}

static bool save_segment(Catalog *catalog, Arena scratch, Store *store, size_t number, Err *err)
{
    static const CatalogPart parts[] = {CATALOG_FILES, CATALOG_SYMBOLS,  CATALOG_STANDINGS,
                                        CATALOG_LINKS, CATALOG_MENTIONS, CATALOG_SHAPES};
    Span files = segment_files(catalog, number);
    unsigned changed = 0;
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        changed |= file->changed;
    for (size_t i = 0; i < COUNT(parts); i++) {
        Arena part = scratch;
        if (!(changed & parts[i]))
            continue;
        Buf plain = buf_open(&part, 0);
        put_part(&plain, files, parts[i]);
        if (!put_segment(store, part, parts[i], number, buf_str(&plain), err))
            return false;
    }
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        file->changed = 0;
    return true;
}

bool catalog_save(Catalog *catalog, Arena scratch, Store *store, Err *err)
{
    bool fresh = catalog->saved_names == 1;
    if ((fresh && !store_segments_clear(store, err)) || !save_names(catalog, scratch, store, err))
        return false;
    for (size_t i = 0; i * CATALOG_SEGMENT_FILES < catalog->files.len; i++)
        if (!save_segment(catalog, scratch, store, i, err))
            return false;
    return store_generation_next(store, &catalog->generation, err);
}

bool catalog_generation(Store *store, uint64_t *generation, Err *err)
{
    return store_generation(store, generation, err);
}
