/* Segments of the work trees' catalogs: bytes by tree, part and number. */
#include "index/store/store_state.h"

#include "base/zstd_frame.h"

/* A segment's id consists of tree, part and number. */
#define SEGMENT_TREE_SHIFT 40
#define SEGMENT_PART_SHIFT 32

static uint64_t segment_id(const Store *store, unsigned part, size_t number)
{
    return store->tree << SEGMENT_TREE_SHIFT | (uint64_t)part << SEGMENT_PART_SHIFT | number;
}

bool store_segment_put(Store *store, unsigned part, size_t number, Str data, Err *err)
{
    Statement *put =
        db_prepare(store->db, "INSERT OR REPLACE INTO segment(id, data) VALUES(?1, ?2)");
    db_bind_u64(put, 1, segment_id(store, part, number));
    db_bind_blob(put, 2, data);
    return db_run(put, err);
}

/* Runs a query that yields one number about a part's segments. */
static bool segment_number(Store *store, const char *query, unsigned part, uint64_t *number,
                           Err *err)
{
    Statement *get = db_prepare(store->db, query);
    db_bind_u64(get, 1, segment_id(store, part, 0));
    db_bind_u64(get, 2, segment_id(store, part + 1, 0));
    *number = 0;
    while (db_next(get, err))
        *number = db_u64(get, 0);
    return !db_failed(get);
}

bool store_segment_count(Store *store, unsigned part, uint64_t *count, Err *err)
{
    return segment_number(store, "SELECT count(*) FROM segment WHERE id >= ?1 AND id < ?2", part,
                          count, err);
}

bool store_segment_bytes(Store *store, unsigned part, uint64_t *bytes, Err *err)
{
    return segment_number(store, "SELECT sum(length(data)) FROM segment WHERE id >= ?1 AND id < ?2",
                          part, bytes, err);
}

uint64_t store_segment_plain_bytes(Store *store, unsigned part)
{
    DbBlobs blobs SCOPED(db_blobs_close) = {store->db, "segment", "data", NULL};
    Statement *rows = db_prepare(store->db, "SELECT id FROM segment WHERE id >= ?1 AND id < ?2");
    char head[ZSTD_FRAME_HEAD_BYTES];
    uint64_t sum = 0;
    Err ignored;
    db_bind_u64(rows, 1, segment_id(store, part, 0));
    db_bind_u64(rows, 2, segment_id(store, part + 1, 0));
    while (db_next(rows, &ignored))
        sum += zstd_frame_plain_len(db_blobs_head(&blobs, db_u64(rows, 0), head, sizeof head));
    return sum;
}

static bool clear_between(Store *store, uint64_t from, uint64_t to, Err *err)
{
    Statement *clear = db_prepare(store->db, "DELETE FROM segment WHERE id >= ?1 AND id < ?2");
    db_bind_u64(clear, 1, from);
    db_bind_u64(clear, 2, to);
    return db_run(clear, err);
}

bool store_segments_clear(Store *store, Err *err)
{
    return clear_between(store, store->tree << SEGMENT_TREE_SHIFT,
                         (store->tree + 1) << SEGMENT_TREE_SHIFT, err);
}

bool store_segments_clear_part(Store *store, unsigned part, Err *err)
{
    return clear_between(store, segment_id(store, part, 0), segment_id(store, part + 1, 0), err);
}

Statement *store_segments_all(Store *store)
{
    Statement *rows = db_prepare(store->db, "SELECT id >> 32 & 255, id & 0xFFFFFFFF, data"
                                            " FROM segment WHERE id >= ?1 AND id < ?2 ORDER BY id");
    db_bind_u64(rows, 1, store->tree << SEGMENT_TREE_SHIFT);
    db_bind_u64(rows, 2, (store->tree + 1) << SEGMENT_TREE_SHIFT);
    return rows;
}

/* The root cannot be a directory, now or later. */
bool store_tree_add(Store *store, uint64_t *tree, Err *err)
{
    Statement *put =
        db_prepare(store->db, "INSERT INTO tree(root) VALUES('/dev/null/' || hex(randomblob(8)))");
    if (!db_run(put, err))
        return false;
    *tree = db_last_id(store->db);
    return true;
}

bool store_tree_take(Store *store, uint64_t from, Err *err)
{
    uint64_t generation;
    if (!store_segments_clear(store, err))
        return false;
    Statement *move = db_prepare(store->db, "UPDATE segment SET id = (id & 0xFFFFFFFFFF) | ?3"
                                            " WHERE id >= ?1 AND id < ?2");
    db_bind_u64(move, 1, from << SEGMENT_TREE_SHIFT);
    db_bind_u64(move, 2, (from + 1) << SEGMENT_TREE_SHIFT);
    db_bind_u64(move, 3, store->tree << SEGMENT_TREE_SHIFT);
    return db_run(move, err) && store_generation_next(store, &generation, err);
}

Statement *store_segments(Store *store, unsigned part)
{
    Statement *rows = db_prepare(store->db, "SELECT id & 0xFFFFFFFF, data FROM segment"
                                            " WHERE id >= ?1 AND id < ?2 ORDER BY id");
    db_bind_u64(rows, 1, segment_id(store, part, 0));
    db_bind_u64(rows, 2, segment_id(store, part + 1, 0));
    return rows;
}

Statement *store_segment(Store *store, unsigned part, size_t number)
{
    Statement *row = db_prepare(store->db, "SELECT data FROM segment WHERE id = ?1");
    db_bind_u64(row, 1, segment_id(store, part, number));
    return row;
}
