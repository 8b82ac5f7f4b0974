#include "index/history/history.h"

#include "base/pack.h"
#include "base/zip.h"

#define COMPRESSION 7

/* ---- as bytes ---- */

static void put_file(Buf *out, const FileHistory *file, int64_t now)
{
    pack_put_str(out, file->path);
    pack_put(out, file->churn);
    pack_put(out, file->commits);
    pack_put(out, file->recent);
    pack_put(out, file->paired);
    pack_put(out, file->authors);
    pack_put_near(out, (uint64_t)file->last, (uint64_t)now);
    pack_put_near(out, (uint64_t)file->first, (uint64_t)file->last);
    pack_put(out, file->older);
    pack_put(out, file->partner_count);
    for (uint32_t i = 0; i < file->partner_count; i++) {
        pack_put(out, file->partners[i].file);
        pack_put(out, file->partners[i].together);
    }
}

void history_pack(Buf *out, const History *history)
{
    pack_put_str(out, history->head);
    pack_put_str(out, history->absent);
    pack_put(out, (uint64_t)history->now);
    pack_put(out, (uint64_t)history->since);
    pack_put(out, history->commits);
    pack_put(out, history->whole);
    pack_put(out, history->file_count);
    for (uint32_t i = 0; i < history->file_count; i++)
        put_file(out, &history->files[i], history->now);
}

static void take_file(Unpack *in, Arena *arena, const History *history, FileHistory *file)
{
    file->path = unpack_str(in);
    file->churn = unpack_u32(in);
    file->commits = unpack_u32(in);
    file->recent = unpack_u32(in);
    file->paired = unpack_u32(in);
    file->authors = unpack_u32(in);
    file->last = (int64_t)unpack_near(in, (uint64_t)history->now);
    file->first = (int64_t)unpack_near(in, (uint64_t)file->last);
    file->older = unpack_take(in) != 0;
    file->partner_count = unpack_u32(in);
    in->failed = in->failed || file->partner_count > HISTORY_PARTNERS_MAX;
    if (in->failed)
        return;
    file->partners = NEW(arena, HistoryPartner, file->partner_count);
    for (uint32_t i = 0; i < file->partner_count; i++) {
        file->partners[i] = (HistoryPartner){unpack_u32(in), unpack_u32(in)};
        in->failed = in->failed || file->partners[i].file >= history->file_count;
    }
}

bool history_unpack(Arena *arena, Str bytes, History *history)
{
    Unpack in = unpack_open(bytes);
    *history = (History){.by_path = map_open(arena)};
    history->head = unpack_str(&in);
    history->absent = unpack_str(&in);
    history->now = (int64_t)unpack_take(&in);
    history->since = (int64_t)unpack_take(&in);
    history->commits = unpack_u32(&in);
    history->whole = unpack_take(&in) != 0;
    history->file_count = unpack_u32(&in);
    if (in.failed || history->file_count > bytes.len)
        return false;
    history->files = NEW(arena, FileHistory, history->file_count);
    for (uint32_t i = 0; i < history->file_count && !in.failed; i++) {
        take_file(&in, arena, history, &history->files[i]);
        *map_put(&history->by_path, history->files[i].path, NULL) = i;
    }
    return unpack_is_done(&in) && !in.failed;
}

/* ---- in the store ---- */

static bool take_blob(Arena *arena, Str frame, Str *plain)
{
    return zip_take(arena, frame, (Str){0}, CATALOG_SEGMENT_BYTES_MAX, plain);
}

bool history_head(Store *store, Arena *arena, HistoryStored *stored, Err *err)
{
    Statement *get = db_prepare(store_db(store), "SELECT head, most FROM history WHERE tree = ?1");
    *stored = (HistoryStored){0};
    db_bind_u64(get, 1, store_tree(store));
    while (db_next(get, err))
        *stored = (HistoryStored){.head = str_copy(arena, db_text(get, 0)), .most = db_u64(get, 1)};
    return !db_failed(get);
}

/* What is damaged counts as not there. */
bool history_load(Store *store, Arena *arena, bool log, HistoryStored *stored, Err *err)
{
    Statement *get =
        db_prepare(store_db(store), "SELECT head, most, facts, CASE WHEN ?2 THEN log END"
                                    " FROM history WHERE tree = ?1");
    *stored = (HistoryStored){0};
    db_bind_u64(get, 1, store_tree(store));
    db_bind_u64(get, 2, log);
    while (db_next(get, err)) {
        stored->head = str_copy(arena, db_text(get, 0));
        stored->most = db_u64(get, 1);
        if (!take_blob(arena, db_text(get, 2), &stored->facts) ||
            (log && !take_blob(arena, db_text(get, 3), &stored->log)))
            *stored = (HistoryStored){0};
    }
    return !db_failed(get);
}

static Str frame_of(Arena *arena, Str plain)
{
    Buf frame = buf_open(arena, 0);
    zip_put(&frame, plain, (Str){0}, COMPRESSION);
    return buf_str(&frame);
}

bool history_save(Store *store, Arena scratch, const HistoryStored *stored, Err *err)
{
    Str facts = frame_of(&scratch, stored->facts), log = frame_of(&scratch, stored->log);
    Statement *put =
        db_prepare(store_db(store), "INSERT OR REPLACE INTO history VALUES(?1, ?2, ?3, ?4, ?5)");
    db_bind_u64(put, 1, store_tree(store));
    db_bind_text(put, 2, stored->head);
    db_bind_u64(put, 3, stored->most);
    db_bind_blob(put, 4, facts);
    db_bind_blob(put, 5, log);
    return db_run(put, err);
}

bool history_drop(Store *store, Err *err)
{
    Statement *drop = db_prepare(store_db(store), "DELETE FROM history WHERE tree = ?1");
    db_bind_u64(drop, 1, store_tree(store));
    return db_run(drop, err);
}

/* ---- of a catalog ---- */

const History *history_of(const Catalog *catalog)
{
    HistoryShelf *shelf = catalog->history;
    HistoryStored stored;
    Err ignored;
    if (shelf->asked || !catalog->store)
        return shelf->facts;
    shelf->asked = true;
    if (!history_load(catalog->store, catalog->arena, false, &stored, &ignored) ||
        !stored.facts.len)
        return NULL;
    History *history = NEW(catalog->arena, History, 1);
    if (history_unpack(catalog->arena, stored.facts, history) && !history->absent.len)
        shelf->facts = history;
    return shelf->facts;
}

const FileHistory *history_file(const History *history, Str path)
{
    const uint64_t *index = history ? map_find(&history->by_path, path) : NULL;
    return index ? &history->files[*index] : NULL;
}
