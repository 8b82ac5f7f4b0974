/* Facts are encoded file by file as varints and stored compressed in one row. Loading checks
   everything. Damaged facts count as missing and are read from git again. */
#include "index/history/history.h"

#include "base/varint.h"
#include "base/zstd_frame.h"

#define COMPRESSION 7

/* ---- as bytes ---- */

static void put_file(Buf *out, const FileHistory *file, int64_t now)
{
    varint_put_str(out, file->path);
    varint_put(out, file->churn);
    varint_put(out, file->commits);
    varint_put(out, file->recent);
    varint_put(out, file->paired);
    varint_put(out, file->authors);
    varint_put_near(out, (uint64_t)file->last, (uint64_t)now);
    varint_put_near(out, (uint64_t)file->first, (uint64_t)file->last);
    varint_put(out, file->older);
    varint_put(out, file->partner_count);
    for (uint32_t i = 0; i < file->partner_count; i++) {
        varint_put(out, file->partners[i].file);
        varint_put(out, file->partners[i].together);
    }
}

void history_pack(Buf *out, const History *history)
{
    varint_put_str(out, history->head);
    varint_put_str(out, history->absent);
    varint_put(out, (uint64_t)history->now);
    varint_put(out, (uint64_t)history->since);
    varint_put(out, history->commits);
    varint_put(out, history->whole);
    varint_put(out, history->file_count);
    for (uint32_t i = 0; i < history->file_count; i++)
        put_file(out, &history->files[i], history->now);
}

static void take_file(VarintReader *in, Arena *arena, const History *history, FileHistory *file)
{
    file->path = varint_str(in);
    file->churn = varint_u32(in);
    file->commits = varint_u32(in);
    file->recent = varint_u32(in);
    file->paired = varint_u32(in);
    file->authors = varint_u32(in);
    file->last = (int64_t)varint_near(in, (uint64_t)history->now);
    file->first = (int64_t)varint_near(in, (uint64_t)file->last);
    file->older = varint_take(in) != 0;
    file->partner_count = varint_u32(in);
    in->failed = in->failed || file->partner_count > HISTORY_PARTNERS_MAX;
    if (in->failed)
        return;
    file->partners = NEW(arena, HistoryPartner, file->partner_count);
    for (uint32_t i = 0; i < file->partner_count; i++) {
        file->partners[i] = (HistoryPartner){varint_u32(in), varint_u32(in)};
        in->failed = in->failed || file->partners[i].file >= history->file_count;
    }
}

bool history_unpack(Arena *arena, Str bytes, History *history)
{
    VarintReader in = varint_open(bytes);
    *history = (History){.by_path = map_open(arena)};
    history->head = varint_str(&in);
    history->absent = varint_str(&in);
    history->now = (int64_t)varint_take(&in);
    history->since = (int64_t)varint_take(&in);
    history->commits = varint_u32(&in);
    history->whole = varint_take(&in) != 0;
    history->file_count = varint_u32(&in);
    if (in.failed || history->file_count > bytes.len)
        return false;
    history->files = NEW(arena, FileHistory, history->file_count);
    for (uint32_t i = 0; i < history->file_count && !in.failed; i++) {
        take_file(&in, arena, history, &history->files[i]);
        *map_put(&history->by_path, history->files[i].path, NULL) = i;
    }
    return varint_is_done(&in) && !in.failed;
}

/* ---- in the store ---- */

static bool take_blob(Arena *arena, Str frame, Str *plain)
{
    return zstd_frame_take(arena, frame, (Str){0}, CATALOG_SEGMENT_BYTES_MAX, plain);
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

/* Damaged data counts as missing. */
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
    zstd_frame_put(&frame, plain, (Str){0}, COMPRESSION);
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

/* ---- for a catalog ---- */

const History *history_of(const Catalog *catalog)
{
    HistoryFacts *packs = catalog->history;
    HistoryStored stored;
    Err ignored;
    if (packs->asked || !catalog->store)
        return packs->facts;
    packs->asked = true;
    if (!history_load(catalog->store, catalog->arena, false, &stored, &ignored) ||
        !stored.facts.len)
        return NULL;
    History *history = NEW(catalog->arena, History, 1);
    if (history_unpack(catalog->arena, stored.facts, history) && !history->absent.len)
        packs->facts = history;
    return packs->facts;
}

const FileHistory *history_file(const History *history, Str path)
{
    const uint64_t *index = history ? map_find(&history->by_path, path) : NULL;
    return index ? &history->files[*index] : NULL;
}
