#include "index/catalog_store.h"

#include "base/pack.h"
#include "base/zip.h"
#include "index/catalog_lean.h"
#include "index/catalog_rows.h"

#define CATALOG_SEGMENT_FILES 256
#define NAMES_PART 0
#define NAMES_SEGMENT_BYTES (4 * MB)
/* Most updates add one with a few names. */
#define NAMES_SEGMENTS_MAX 256
/* 6 takes two and a half times the time of 3 for a tenth less: a segment that stays is read often.
 */
#define COMPRESSION_LASTING 6
#define COMPRESSION_QUICK 1

/* ---- the parts of a segment ---- */

static FileSpan segment_files(const Catalog *catalog, size_t number)
{
    size_t from = number * CATALOG_SEGMENT_FILES;
    return (FileSpan){catalog->files.ptr + from,
                      catalog->files.ptr + MIN(from + CATALOG_SEGMENT_FILES, catalog->files.len)};
}

static void put_files(Buf *out, FileSpan files)
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

/* The languages of a segment's files are few. */
typedef struct LanguageMemo {
    Str ids[16];
    const Language *languages[16];
    size_t len;
} LanguageMemo;

static const Language *find_language(LanguageMemo *memo, Str id)
{
    for (size_t i = 0; i < memo->len; i++)
        if (str_equal(memo->ids[i], id))
            return memo->languages[i];
    const Language *language = lang_find(id);
    if (memo->len < COUNT(memo->ids)) {
        memo->ids[memo->len] = id;
        memo->languages[memo->len++] = language;
    }
    return language;
}

static bool take_files(Catalog *catalog, Unpack *in)
{
    uint64_t count = unpack_take(in);
    uint64_t mtime = 0, inode = 0;
    LanguageMemo memo = {0};
    for (uint64_t i = 0; i < count && !in->failed; i++) {
        CatalogFile *file = VEC_PUSH(catalog->arena, &catalog->files);
        file->path = str_copy(catalog->arena, unpack_str(in));
        file->language = find_language(&memo, unpack_str(in));
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

static Str *packed_of(CatalogFile *file, CatalogPart part)
{
    return part == CATALOG_LINKS    ? &file->links
           : part == CATALOG_SHAPES ? &file->shape
                                    : &file->mentions;
}

static void put_packed(Buf *out, FileSpan files, CatalogPart part)
{
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        pack_put_str(out, *packed_of(file, part));
}

static bool take_packed(Catalog *catalog, Unpack *in, FileSpan files, CatalogPart part)
{
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        *packed_of(file, part) = str_copy(catalog->arena, unpack_str(in));
    return unpack_is_done(in) && !in->failed;
}

static void put_part(Buf *out, FileSpan files, CatalogPart part)
{
    if (part == CATALOG_FILES)
        put_files(out, files);
    else if (rows_are_of(part))
        rows_put(out, files, part);
    else
        put_packed(out, files, part);
}

/* `lazy`: of names only the list. */
static bool take_part(Catalog *catalog, Str plain, size_t number, CatalogPart part, bool lazy)
{
    Unpack in = unpack_open(plain);
    if (part == CATALOG_FILES)
        return take_files(catalog, &in);
    FileSpan files = segment_files(catalog, number);
    if (part == CATALOG_NAMED && lazy)
        return rows_take_names(catalog, &in, files);
    if (rows_are_of(part))
        return rows_take(catalog, &in, files, part) &&
               (part != CATALOG_SYMBOLS || rows_are_sound(catalog, files));
    return take_packed(catalog, &in, files, part);
}

/* ---- loading ---- */

static bool unzip(Arena *arena, Str frame, Str *plain)
{
    return zip_take(arena, frame, (Str){0}, CATALOG_SEGMENT_BYTES_MAX, plain);
}

/* One behind the other at the end of the arena, where they stay. */
static bool load_names(Catalog *catalog, Err *err)
{
    Statement *rows = store_segments(catalog->store, NAMES_PART);
    char *begin = arena_bytes(catalog->arena, 1);
    Str plain;
    *begin = '\0';
    for (size_t number = 0; db_next(rows, err); number++) {
        if (catalog->damaged)
            continue; /* to the end: a statement that stays open keeps what it sees */
        bool sound = db_u64(rows, 0) == number && unzip(catalog->arena, db_text(rows, 1), &plain) &&
                     plain.len && !plain.ptr[plain.len - 1];
        catalog->damaged = !sound;
    }
    if (!catalog->damaged)
        names_adopt(&catalog->names, (Str){begin, (size_t)(catalog->arena->ptr - begin)});
    return !db_failed(rows);
}

/* Segments of one part must follow one another without a gap. */
static bool load_part(Catalog *catalog, Arena scratch, CatalogPart part, bool lazy, Err *err)
{
    Store *store = catalog->store;
    Statement *rows = store_segments(store, part);
    size_t number = 0;
    uint64_t segments = 0;
    if (part == CATALOG_FILES && store_segment_count(store, part, &segments, err))
        catalog_reserve_files(catalog, segments * CATALOG_SEGMENT_FILES);
    while (db_next(rows, err)) {
        Arena segment = scratch;
        Str plain;
        bool sound = db_u64(rows, 0) == number && unzip(&segment, db_text(rows, 1), &plain) &&
                     take_part(catalog, plain, number, part, lazy);
        catalog->damaged = catalog->damaged || !sound;
        number++;
    }
    size_t wanted = (catalog->files.len + CATALOG_SEGMENT_FILES - 1) / CATALOG_SEGMENT_FILES;
    catalog->damaged = catalog->damaged || number != wanted;
    return !db_failed(rows);
}

/* In memory a segment is at most so many times as large, as a rule. */
#define GROWTH 16

static void expect_parts(Catalog *catalog, unsigned parts, const CatalogPart *order, size_t count)
{
    uint64_t bytes = 0, sum = 0;
    Err ignored;
    for (size_t i = 0; i < count; i++)
        if (order[i] == NAMES_PART ? parts & ~(unsigned)CATALOG_FILES : parts & order[i])
            sum += store_segment_bytes(catalog->store, order[i], &bytes, &ignored) ? bytes : 0;
    arena_expect(catalog->arena, (size_t)MIN(sum * GROWTH, (uint64_t)GB));
}

static bool load_parts(Catalog *catalog, Arena scratch, unsigned parts, Err *err)
{
    static const CatalogPart order[] = {NAMES_PART,       CATALOG_FILES,     CATALOG_NAMED,
                                        CATALOG_SYMBOLS,  CATALOG_STANDINGS, CATALOG_LINKS,
                                        CATALOG_MENTIONS, CATALOG_SHAPES};
    bool ok = true, names = parts & ~(unsigned)CATALOG_FILES;
    bool lazy = !(parts & CATALOG_SYMBOLS);
    parts |= CATALOG_FILES | (parts & CATALOG_SYMBOLS ? CATALOG_NAMED : 0);
    expect_parts(catalog, parts, order, COUNT(order));
    for (size_t i = 0; i < COUNT(order) && ok && !catalog->damaged; i++)
        if (order[i] == NAMES_PART ? names : (parts & order[i]) != 0)
            ok = order[i] == NAMES_PART ? load_names(catalog, err)
                                        : load_part(catalog, scratch, order[i], lazy, err);
    for (size_t i = 0; i < catalog->files.len; i++) {
        CatalogFile *file = &catalog->files.ptr[i];
        catalog->damaged |= names && file->package >= names_count(&catalog->names);
        file->package = names ? file->package : 0;
    }
    return ok;
}

bool catalog_load(Arena *arena, Arena scratch, Store *store, unsigned parts, Catalog **catalog,
                  Err *err)
{
    Catalog *made = catalog_open(arena);
    made->store = store;
    catalog_let_go(made); /* what another one was loaded from */
    if (!store_snapshot_begin(store, &made->generation, err))
        return false;
    bool ok = load_parts(made, scratch, parts, err);
    if (!ok || made->damaged || !made->symbol_names.len)
        catalog_let_go(made);
    if (made->damaged) {
        uint64_t generation = made->generation;
        made = catalog_open(arena);
        made->damaged = true;
        made->generation = generation;
        made->store = store;
    }
    made->saved_names = names_count(&made->names);
    catalog_number(made);
    *catalog = made;
    return ok && extent_load(store, arena, &made->extent, err);
}

/* ---- file by file ---- */

static bool fetch_part(Catalog *catalog, Arena scratch, size_t number, CatalogPart part, Err *err)
{
    Statement *row = store_segment(catalog->store, part, number);
    Str plain;
    bool sound = false;
    while (db_next(row, err)) {
        Arena segment = scratch;
        sound = unzip(&segment, db_text(row, 0), &plain) &&
                take_part(catalog, plain, number, part, false);
    }
    if (db_failed(row))
        return false;
    catalog->damaged = catalog->damaged || !sound;
    return sound || err_set(err, ERR_FAILED, "the index is damaged");
}

bool catalog_fetch(Catalog *catalog, Arena scratch, uint32_t file, Err *err)
{
    size_t number = file / CATALOG_SEGMENT_FILES;
    FileSpan files = segment_files(catalog, number);
    if (!catalog->symbol_names.len || catalog->files.ptr[file].entries)
        return true;
    if (!db_in_transaction(store_db(catalog->store)))
        return err_set(err, ERR_STALE, "the index changed meanwhile");
    rows_make(catalog, files);
    for (CatalogFile *at = files.ptr; at < files.end; at++)
        for (uint32_t i = 0; i < at->count; i++)
            at->entries[i].name = catalog->symbol_names.ptr[at->first + i];
    return fetch_part(catalog, scratch, number, CATALOG_SYMBOLS, err) &&
           fetch_part(catalog, scratch, number, CATALOG_STANDINGS, err);
}

void catalog_let_go(const Catalog *catalog)
{
    if (catalog->store && db_in_transaction(store_db(catalog->store)))
        store_snapshot_end(catalog->store);
}

/* ---- saving ---- */

typedef struct Saving {
    Catalog *catalog;
    Store *store;
    int compression;
} Saving;

static bool put_segment(const Saving *saving, Arena scratch, unsigned part, size_t number,
                        Str plain, Err *err)
{
    Buf frame = buf_open(&scratch, 0);
    zip_put(&frame, plain, (Str){0}, saving->compression);
    return store_segment_put(saving->store, part, number, buf_str(&frame), err);
}

/* The first name of the next segment. */
static uint32_t names_end(const Names *names, uint32_t from)
{
    uint32_t count = names_count(names), to = from;
    while (to < count && names->starts.ptr[to] - names->starts.ptr[from] < NAMES_SEGMENT_BYTES)
        to++;
    return to;
}

static bool put_names(const Saving *saving, Arena scratch, uint32_t from, size_t number, Err *err)
{
    const Names *names = &saving->catalog->names;
    while (from < names_count(names)) {
        uint32_t to = names_end(names, from);
        size_t start = names->starts.ptr[from];
        size_t end = to < names_count(names) ? names->starts.ptr[to] : names->text.len;
        Str texts = {names->text.ptr + start, end - start};
        if (!put_segment(saving, scratch, NAMES_PART, number++, texts, err))
            return false;
        from = to;
    }
    return true;
}

/* New names follow those that are there, until these are many small segments or were written in
   haste. */
static bool save_names(const Saving *saving, Arena scratch, Err *err)
{
    Catalog *catalog = saving->catalog;
    uint32_t count = names_count(&catalog->names), saved = catalog->saved_names;
    bool quick = saving->compression == COMPRESSION_QUICK;
    bool again = catalog->names_in_haste && !quick;
    uint64_t number = 0;
    if (count == saved && !again)
        return true;
    if (!store_segment_count(saving->store, NAMES_PART, &number, err))
        return false;
    again = again || number >= NAMES_SEGMENTS_MAX;
    if (again && !store_segments_clear_part(saving->store, NAMES_PART, err))
        return false;
    catalog->names_in_haste = quick;
    catalog->saved_names = count;
    return put_names(saving, scratch, again ? 1 : saved, again ? 0 : number, err);
}

typedef struct Segment {
    FileSpan files;
    size_t number;
} Segment;

static bool save_part(const Saving *saving, Arena scratch, Segment segment, CatalogPart part,
                      Err *err)
{
    Buf plain = buf_open(&scratch, 0);
    put_part(&plain, segment.files, part);
    return put_segment(saving, scratch, part, segment.number, buf_str(&plain), err);
}

static bool save_segment(const Saving *saving, Arena scratch, size_t number, Err *err)
{
    Catalog *catalog = saving->catalog;
    static const CatalogPart parts[] = {CATALOG_FILES,     CATALOG_NAMED, CATALOG_SYMBOLS,
                                        CATALOG_STANDINGS, CATALOG_LINKS, CATALOG_MENTIONS,
                                        CATALOG_SHAPES};
    FileSpan files = segment_files(catalog, number);
    unsigned changed = 0;
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        changed |= file->changed;
    for (CatalogFile *file = files.ptr; file < files.end && changed & CATALOG_SYMBOLS; file++)
        catalog_row(catalog, (uint32_t)(file - catalog->files.ptr));
    for (size_t i = 0; i < COUNT(parts); i++)
        if (changed & parts[i] &&
            !save_part(saving, scratch, (Segment){files, number}, parts[i], err))
            return false;
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        file->changed = 0;
    catalog_trim(catalog);
    return true;
}

bool catalog_write(Catalog *catalog, Arena scratch, Store *store, CatalogSave how, Err *err)
{
    bool fresh = catalog->saved_names == 1;
    Saving saving = {catalog, store,
                     how == CATALOG_SAVE_QUICK ? COMPRESSION_QUICK : COMPRESSION_LASTING};
    if ((fresh && !store_segments_clear(store, err)) || !save_names(&saving, scratch, err))
        return false;
    for (size_t i = 0; i * CATALOG_SEGMENT_FILES < catalog->files.len; i++)
        if (!save_segment(&saving, scratch, i, err))
            return false;
    return true;
}

bool catalog_save(Catalog *catalog, Arena scratch, Store *store, CatalogSave how, Err *err)
{
    return catalog_write(catalog, scratch, store, how, err) &&
           store_generation_next(store, &catalog->generation, err);
}

bool catalog_put_away(Catalog *catalog, Arena scratch, Store *store, CatalogPart part,
                      uint32_t file, Err *err)
{
    size_t number = file / CATALOG_SEGMENT_FILES;
    FileSpan files = segment_files(catalog, number);
    if (&catalog->files.ptr[file + 1] != files.end)
        return true;
    Saving saving = {catalog, store, COMPRESSION_LASTING};
    if (!save_part(&saving, scratch, (Segment){files, number}, part, err))
        return false;
    for (CatalogFile *row = files.ptr; row < files.end; row++) {
        row->links = (Str){0};
        row->standings = NULL;
        row->changed &= ~(unsigned)part;
    }
    arena_reset(&catalog->lean->links);
    return true;
}

bool catalog_fetch_links(Catalog *catalog, Arena scratch, Store *store, const CatalogVisit *visit,
                         Err *err)
{
    Statement *rows = store_segments(store, CATALOG_LINKS);
    while (db_next(rows, err)) {
        Arena segment = scratch;
        FileSpan files = segment_files(catalog, (size_t)db_u64(rows, 0));
        Str plain;
        Unpack in = {0};
        if (zip_take(&segment, db_text(rows, 1), (Str){0}, CATALOG_SEGMENT_BYTES_MAX, &plain))
            in = unpack_open(plain);
        for (CatalogFile *file = files.ptr; file < files.end; file++) {
            file->links = unpack_str(&in);
            visit->visit(visit->context, (uint32_t)(file - catalog->files.ptr));
            file->links = (Str){0};
        }
    }
    return !db_failed(rows);
}

bool catalog_generation(Store *store, uint64_t *generation, Err *err)
{
    return store_generation(store, generation, err);
}
