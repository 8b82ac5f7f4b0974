/* Rows of files, facts, symbols and edges. */
#include "index/store.h"

#include "base/map.h"
#include "index/symbol.h"

/* One file's worth of temporaries while its rows are written. */
static Arena *row_arena(Arena *arena)
{
    arena_open(arena, 0);
    return arena;
}

/* ---- files ---- */

#define FILE_COLUMNS \
    "id, path, size, mtime_ns, inode, hash, language, lines, class, state, reason, first_symbol, " \
    "symbol_count"

static FileRow read_file_row(Statement *row, Arena *arena)
{
    return (FileRow){
        .id = (uint32_t)db_u64(row, 0),
        .path = str_copy(arena, db_text(row, 1)),
        .size = db_u64(row, 2),
        .mtime_ns = (int64_t)db_u64(row, 3),
        .inode = db_u64(row, 4),
        .hash = str_copy(arena, db_text(row, 5)),
        .language = str_copy(arena, db_text(row, 6)),
        .lines = (uint32_t)db_u64(row, 7),
        .class = (FileClass)MIN(db_u64(row, 8), (uint64_t)FILE_BINARY),
        .state = (FileState)MIN(db_u64(row, 9), (uint64_t)FILE_FAILED),
        .reason = str_copy(arena, db_text(row, 10)),
        .first_symbol = (uint32_t)db_u64(row, 11),
        .symbol_count = (uint32_t)db_u64(row, 12),
    };
}

bool store_files(Store *store, Arena *arena, FileRowVec *files, Err *err)
{
    Statement *rows =
        db_prepare(store_db(store), "SELECT " FILE_COLUMNS " FROM file ORDER BY path");
    while (db_next(rows, err))
        *VEC_PUSH(arena, files) = read_file_row(rows, arena);
    return !db_failed(rows);
}

bool store_file_find(Store *store, Arena *arena, Str path, FileRow *file, bool *found, Err *err)
{
    Statement *row =
        db_prepare(store_db(store), "SELECT " FILE_COLUMNS " FROM file WHERE path = ?1");
    db_bind_text(row, 1, path);
    *found = false;
    while (db_next(row, err)) {
        *file = read_file_row(row, arena);
        *found = true;
    }
    return !db_failed(row);
}

bool store_file_put(Store *store, FileRow *file, Err *err)
{
    Statement *put = db_prepare(
        store_db(store),
        "INSERT INTO file(path, size, mtime_ns, inode, hash, language, lines, class, state, reason)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT(path) DO UPDATE SET"
        " size = ?2, mtime_ns = ?3, inode = ?4, hash = ?5, language = ?6, lines = ?7, class = ?8,"
        " state = ?9, reason = ?10 RETURNING id");
    db_bind_text(put, 1, file->path);
    db_bind_u64(put, 2, file->size);
    db_bind_u64(put, 3, (uint64_t)file->mtime_ns);
    db_bind_u64(put, 4, file->inode);
    db_bind_blob(put, 5, file->hash);
    db_bind_text(put, 6, file->language);
    db_bind_u64(put, 7, file->lines);
    db_bind_u64(put, 8, file->class);
    db_bind_u64(put, 9, file->state);
    db_bind_text(put, 10, file->reason);
    while (db_next(put, err))
        file->id = (uint32_t)db_u64(put, 0);
    return !db_failed(put);
}

static bool run_for_file(Store *store, const char *literal, uint32_t id, Err *err)
{
    Statement *statement = db_prepare(store_db(store), literal);
    db_bind_u64(statement, 1, id);
    return db_run(statement, err);
}

static bool drop_derived(Store *store, uint32_t id, Err *err)
{
    return run_for_file(store,
                        "DELETE FROM symbol"
                        " WHERE id >= (SELECT first_symbol FROM file WHERE id = ?1)"
                        " AND id < (SELECT first_symbol + symbol_count FROM file WHERE id = ?1)",
                        id, err);
}

bool store_file_remove(Store *store, uint32_t id, Err *err)
{
    return drop_derived(store, id, err) &&
           run_for_file(store, "DELETE FROM file WHERE id = ?1", id, err);
}

/* ---- facts ---- */

bool store_facts_put(Store *store, Str hash, Str blob, Err *err)
{
    Statement *put = db_prepare(store_db(store), "INSERT OR REPLACE INTO facts VALUES(?1, ?2)");
    db_bind_blob(put, 1, hash);
    db_bind_blob(put, 2, blob);
    return db_run(put, err);
}

bool store_facts_get(Store *store, Arena *arena, Str hash, Str *blob, bool *found, Err *err)
{
    Statement *get = db_prepare(store_db(store), "SELECT data FROM facts WHERE hash = ?1");
    db_bind_blob(get, 1, hash);
    *found = false;
    while (db_next(get, err)) {
        *blob = str_copy(arena, db_text(get, 0));
        *found = true;
    }
    return !db_failed(get);
}

/* ---- symbols ---- */

static bool name_id(Store *store, Arena scratch, Str name, uint64_t *id, Err *err)
{
    Statement *get = db_prepare(store_db(store), "SELECT id FROM name WHERE text = ?1");
    db_bind_text(get, 1, name);
    *id = 0;
    while (db_next(get, err))
        *id = db_u64(get, 0);
    if (*id || db_failed(get))
        return !db_failed(get);
    Statement *put = db_prepare(store_db(store), "INSERT INTO name(text) VALUES(?1)");
    db_bind_text(put, 1, name);
    if (!db_run(put, err))
        return false;
    *id = db_last_id(store_db(store));
    Statement *words =
        db_prepare(store_db(store), "INSERT INTO name_words(rowid, words) VALUES(?1, ?2)");
    db_bind_u64(words, 1, *id);
    db_bind_text(words, 2, symbol_words(&scratch, name));
    Statement *trigram =
        db_prepare(store_db(store), "INSERT INTO name_trigram(rowid, text) VALUES(?1, ?2)");
    db_bind_u64(trigram, 1, *id);
    db_bind_text(trigram, 2, name);
    return db_run(words, err) && db_run(trigram, err);
}

static bool next_symbol_id(Store *store, uint32_t *id, Err *err)
{
    Statement *last = db_prepare(store_db(store), "SELECT coalesce(max(id), 0) + 1 FROM symbol");
    while (db_next(last, err))
        *id = (uint32_t)db_u64(last, 0);
    return !db_failed(last);
}

/* Ordinals tell true duplicates (same name, kind and arity in one file) apart. */
static uint64_t distinct_hash(Arena *arena, Map *seen, const Outline *outline, size_t index)
{
    Str base =
        str_format(arena, "%016llx", (unsigned long long)symbol_hash(*arena, outline, index, 0));
    uint64_t ordinal = (*map_put(seen, base, NULL))++;
    return symbol_hash(*arena, outline, index, (uint32_t)ordinal);
}

/* What a symbol's row has beside its outline. */
typedef struct SymbolKeys {
    uint64_t name; /* id of its name */
    uint64_t hash;
} SymbolKeys;

static bool put_symbol(Store *store, const FileRow *file, const Outline *outline, size_t index,
                       SymbolKeys keys, Err *err)
{
    const Symbol *symbol = &outline->symbols.ptr[index];
    Statement *put = db_prepare(
        store_db(store), "INSERT INTO symbol(id, file, name, parent, kind, modifiers, start_line,"
                         " end_line, hash_symbol) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
    db_bind_u64(put, 1, file->first_symbol + index);
    db_bind_u64(put, 2, file->id);
    db_bind_u64(put, 3, keys.name);
    db_bind_u64(put, 4, symbol->parent ? file->first_symbol + symbol->parent - 1 : 0);
    db_bind_u64(put, 5, symbol->kind);
    db_bind_u64(put, 6, symbol->modifiers);
    db_bind_u64(put, 7, symbol->start_line);
    db_bind_u64(put, 8, symbol->end_line);
    db_bind_u64(put, 9, keys.hash);
    return db_run(put, err);
}

bool store_symbols_put(Store *store, FileRow *file, const Outline *outline, Err *err)
{
    if (!drop_derived(store, file->id, err) || !next_symbol_id(store, &file->first_symbol, err))
        return false;
    file->symbol_count = (uint32_t)outline->symbols.len;
    Arena arena SCOPED(arena_close) = {0};
    Map seen = map_open(row_arena(&arena));
    for (size_t i = 0; i < outline->symbols.len; i++) {
        if (!outline->symbols.ptr[i].name.len)
            continue;
        SymbolKeys keys = {.hash = distinct_hash(&arena, &seen, outline, i)};
        if (!name_id(store, arena, outline->symbols.ptr[i].name, &keys.name, err) ||
            !put_symbol(store, file, outline, i, keys, err))
            return false;
    }
    Statement *range = db_prepare(store_db(store), "UPDATE file SET first_symbol = ?2,"
                                                   " symbol_count = ?3 WHERE id = ?1");
    db_bind_u64(range, 1, file->id);
    db_bind_u64(range, 2, file->first_symbol);
    db_bind_u64(range, 3, file->symbol_count);
    return db_run(range, err);
}
