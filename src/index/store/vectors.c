/* Every blob begins with a checksum. `parts` holds three numbers, then all entries, all hashes and
   all signs. `numbers` is a separate column, so that a scan of the signs does not read it. */
#include "index/store/vectors.h"

#include "base/buf.h"
#include "base/hash.h"

#define CHECK_BYTES sizeof(uint64_t)
#define HEAD_NUMBERS 3
/* Other processes may be writing. */
#define TAKE_OVER_WAIT_MS 2000

static size_t sign_bytes(size_t dims)
{
    return (dims + 7) / 8;
}

static Str checked(Arena *arena, Str bytes)
{
    uint64_t check = hash_fast(bytes);
    Str head = {(const char *)&check, sizeof check};
    return str_join(arena, head, bytes);
}

/* The content without its checksum; empty if that does not match. */
static Str unchecked(Str blob)
{
    uint64_t check;
    if (blob.len < CHECK_BYTES)
        return (Str){0};
    memcpy(&check, blob.ptr, sizeof check);
    Str bytes = str_from_offset(blob, CHECK_BYTES);
    return hash_fast(bytes) == check ? bytes : (Str){0};
}

/* ---- the model ---- */

bool vectors_model(Store *store, Arena *arena, VectorModel *model, Err *err)
{
    Statement *get =
        db_prepare(store_db(store), "SELECT identity, probe, moment FROM embedder WHERE id = 1");
    *model = (VectorModel){0};
    while (db_next(get, err)) {
        Str probe = unchecked(db_text(get, 1));
        if (!probe.len || probe.len > VECTOR_DIMS_MAX)
            continue;
        model->identity = str_copy(arena, db_text(get, 0));
        model->probe = (const int8_t *)str_copy(arena, probe).ptr;
        model->dims = probe.len;
        model->moment = db_u64(get, 2);
    }
    return !db_failed(get);
}

bool vectors_begin(Store *store, const VectorModel *model, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 1 * MB);
    Statement *put = db_prepare(store_db(store), "INSERT OR REPLACE INTO embedder"
                                                 " VALUES(1, ?1, ?2, abs(random()) >> 8)");
    db_bind_text(put, 1, model->identity);
    db_bind_blob(put, 2, checked(&scratch, (Str){(const char *)model->probe, model->dims}));
    return db_run(put, err) && db_run(db_prepare(store_db(store), "DELETE FROM embedding"), err) &&
           vectors_drop_former(store, err);
}

/* ---- rows ---- */

bool vectors_put(Store *store, Arena scratch, uint64_t key, const FileVectors *file, size_t dims,
                 Err *err)
{
    const uint32_t head[HEAD_NUMBERS] = {file->count, file->secret, file->large};
    const Str pieces[] = {
        {(const char *)head, sizeof head},
        {(const char *)file->entries, file->count * sizeof *file->entries},
        {(const char *)file->hashes, file->count * sizeof *file->hashes},
        {(const char *)file->signs, file->count * sign_bytes(dims)},
    };
    Str parts = str_join_all(&scratch, pieces, COUNT(pieces));
    Str numbers = {(const char *)file->numbers, file->count * dims};
    Statement *put =
        db_prepare(store_db(store), "INSERT OR REPLACE INTO embedding VALUES(?1, ?2, ?3)");
    db_bind_u64(put, 1, key);
    db_bind_blob(put, 2, checked(&scratch, parts));
    db_bind_blob(put, 3, checked(&scratch, numbers));
    return db_run(put, err);
}

bool vectors_touch(Store *store, Err *err)
{
    return db_run(
        db_prepare(store_db(store), "UPDATE embedder SET moment = coalesce(moment, 0) + 1"), err);
}

bool vectors_drop_unused(Store *store, Err *err)
{
    return db_run(db_prepare(store_db(store),
                             "DELETE FROM embedding WHERE key NOT IN (SELECT key FROM facts)"),
                  err);
}

VectorRows vectors_rows(Store *store, Arena *scratch, size_t dims)
{
    return (VectorRows){
        .statement = db_prepare(store_db(store), "SELECT key, parts FROM embedding ORDER BY key"),
        .scratch = scratch,
        .dims = dims};
}

/* Copies the arrays, because the blob is not aligned. */
static bool take_parts(Arena *arena, Str parts, size_t dims, FileVectors *file)
{
    uint32_t head[HEAD_NUMBERS];
    if (parts.len < sizeof head)
        return false;
    memcpy(head, parts.ptr, sizeof head);
    size_t count = head[0], signs = sign_bytes(dims);
    size_t each = sizeof *file->entries + sizeof *file->hashes + signs;
    if (count > parts.len || parts.len != sizeof head + count * each)
        return false;
    const char *at = parts.ptr + sizeof head;
    uint32_t *entries = NEW(arena, uint32_t, count + 1);
    uint64_t *hashes = NEW(arena, uint64_t, count + 1);
    uint8_t *bits = NEW(arena, uint8_t, count * signs + 1);
    memcpy(entries, at, count * sizeof *entries);
    at += count * sizeof *entries;
    memcpy(hashes, at, count * sizeof *hashes);
    at += count * sizeof *hashes;
    memcpy(bits, at, count * signs);
    *file = (FileVectors){.count = (uint32_t)count,
                          .secret = head[1],
                          .large = head[2],
                          .entries = entries,
                          .hashes = hashes,
                          .signs = bits};
    return true;
}

bool vectors_next(VectorRows *rows, Err *err)
{
    while (db_next(rows->statement, err)) {
        rows->key = db_u64(rows->statement, 0);
        arena_reset(rows->scratch);
        if (take_parts(rows->scratch, unchecked(db_text(rows->statement, 1)), rows->dims,
                       &rows->file))
            return true;
    }
    return false;
}

VectorRows vectors_former_rows(Store *store, Arena *scratch, size_t dims)
{
    return (VectorRows){
        .statement = db_prepare(store_db(store), "SELECT key, parts FROM former ORDER BY key"),
        .scratch = scratch,
        .dims = dims};
}

bool vectors_former_numbers(Store *store, Arena *arena, uint64_t key, size_t bytes,
                            const int8_t **numbers, Err *err)
{
    Statement *get = db_prepare(store_db(store), "SELECT numbers FROM former WHERE key = ?1");
    db_bind_u64(get, 1, key);
    *numbers = NULL;
    while (db_next(get, err)) {
        Str found = unchecked(db_text(get, 0));
        if (found.len == bytes && bytes)
            *numbers = (const int8_t *)str_copy(arena, found).ptr;
    }
    return !db_failed(get);
}

/* ---- rows of another version ---- */

bool vectors_drop_former(Store *store, Err *err)
{
    return db_run(db_prepare(store_db(store), "DELETE FROM former"), err);
}

/* Uses a separate connection, so that damage in the other database does not count as damage of this
   one. */
void vectors_take_over(Arena scratch, Str path, Str former)
{
    static const char copy[] = "INSERT OR REPLACE INTO main.embedder SELECT * FROM old.embedder;"
                               "INSERT OR REPLACE INTO main.former SELECT * FROM old.former;"
                               "INSERT OR REPLACE INTO main.former SELECT * FROM old.embedding;";
    Db *db SCOPED(db_close) = NULL;
    Err ignored;
    if (!db_open(str_terminate(&scratch, path), DB_WRITE, TAKE_OVER_WAIT_MS, &db, &ignored))
        return;
    Statement *attach = db_prepare(db, "ATTACH ?1 AS old");
    db_bind_text(attach, 1, former);
    if (!db_run(attach, &ignored) || !db_script(db, "BEGIN IMMEDIATE;", &ignored))
        return;
    if (!db_script(db, copy, &ignored) || !db_script(db, "COMMIT;", &ignored))
        (void)!db_script(db, "ROLLBACK;", &ignored);
}

/* Whether a row exists that the index of the table does not find: the table is damaged then. */
static bool is_hidden(Store *store, uint64_t key)
{
    Statement *get =
        /* `+` avoids the index */
        db_prepare(store_db(store), "SELECT 1 FROM embedding WHERE +key = ?1");
    bool there = false;
    Err ignored;
    db_bind_u64(get, 1, key);
    while (db_next(get, &ignored))
        there = true;
    return there;
}

bool vectors_numbers(Store *store, Arena *arena, uint64_t key, size_t bytes, const int8_t **numbers,
                     Err *err)
{
    Statement *get = db_prepare(store_db(store), "SELECT numbers FROM embedding WHERE key = ?1");
    db_bind_u64(get, 1, key);
    bool there = false;
    *numbers = NULL;
    while (db_next(get, err)) {
        Str found = unchecked(db_text(get, 0));
        if (found.len == bytes && bytes)
            *numbers = (const int8_t *)str_copy(arena, found).ptr;
        there = true;
    }
    if (db_failed(get))
        return false;
    if (there || !is_hidden(store, key))
        return true;
    db_note_damage(store_db(store));
    return err_set(err, ERR_FAILED, "index: the table of vectors is damaged");
}

bool vectors_keys(Store *store, Arena *arena, IdMap *keys, Err *err)
{
    Statement *get = db_prepare(store_db(store), "SELECT key FROM embedding");
    while (db_next(get, err))
        id_map_put(keys, arena, db_u64(get, 0), 0);
    return !db_failed(get);
}
