/* Texts are compressed and stored once by the hash of their content: each turn of a session has the
   same overview, and sessions of one repository show the same code. */
#include "agent/agent_store_state.h"

#include "agent/redact.h"
#include "base/zstd_frame.h"

/* Texts are small and written once: 3 to 4 times smaller at 100 MB/s. */
#define LEVEL 6
/* A shorter key is no secret but a word that a local server ignores, such as `none`. */
#define KEY_BYTES_MIN 8

static Str hide(Arena *arena, Str text, Str key)
{
    size_t at = key.len >= KEY_BYTES_MIN ? str_find(text, key) : STR_NONE;
    if (at == STR_NONE)
        return text;
    Buf out = buf_open(arena, 0);
    for (; at != STR_NONE; at = str_find(text, key)) {
        buf_put(&out, str_slice(text, 0, at));
        buf_put(&out, STR("[redacted: a key]"));
        text = str_from_offset(text, at + key.len);
    }
    buf_put(&out, text);
    return buf_str(&out);
}

Str agent_store_clean(const AgentStore *store, Arena *arena, Str text)
{
    RedactionVec ignored = {0};
    for (size_t i = 0; i < store->keys.len; i++)
        text = hide(arena, text, store->keys.ptr[i]);
    return redact(arena, (Str){0}, text, &ignored);
}

Str agent_store_pack(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    if (text.len)
        zstd_frame_put(&out, text, (Str){0}, LEVEL);
    return buf_str(&out);
}

bool agent_store_unpack(Arena *arena, Str frame, Str *text)
{
    *text = (Str){0};
    return !frame.len || zstd_frame_take(arena, frame, (Str){0}, STORE_TEXT_BYTES_MAX, text);
}

static bool find_text(AgentStore *store, Str hash, uint64_t *row, uint64_t *bytes, Err *err)
{
    Statement *get = db_prepare(store->db, "SELECT id, length(data) FROM text WHERE hash = ?1");
    db_bind_blob(get, 1, hash);
    while (db_next(get, err)) {
        *row = db_u64(get, 0);
        *bytes += db_u64(get, 1);
    }
    return !db_failed(get);
}

bool agent_store_text_put(AgentStore *store, Arena scratch, Str text, uint64_t *row,
                          uint64_t *bytes, Err *err)
{
    char digest[HASH_CONTENT_BYTES];
    Str hash = {digest, sizeof digest};
    *row = 0;
    if (!text.len || text.len > STORE_TEXT_BYTES_MAX)
        return true;
    hash_content((Str){0}, text, digest);
    if (!find_text(store, hash, row, bytes, err) || *row)
        return *row != 0;
    Str frame = agent_store_pack(&scratch, text);
    Statement *put = db_prepare(store->db, "INSERT INTO text(hash, data) VALUES(?1, ?2)");
    db_bind_blob(put, 1, hash);
    db_bind_blob(put, 2, frame);
    if (!db_run(put, err))
        return false;
    *row = db_last_id(store->db);
    *bytes += frame.len;
    return true;
}

Str agent_store_text_get(AgentStore *store, Arena *arena, uint64_t row)
{
    Err ignored;
    Str text = {0};
    if (!row)
        return text;
    Statement *get = db_prepare(store->db, "SELECT data FROM text WHERE id = ?1");
    db_bind_u64(get, 1, row);
    while (db_next(get, &ignored))
        if (!agent_store_unpack(arena, db_text(get, 0), &text))
            text = (Str){0};
    return text;
}

bool agent_store_text_sweep(AgentStore *store, Err *err)
{
    store->garbage = false;
    return db_run(db_prepare(store->db, "DELETE FROM text WHERE id NOT IN ("
                                        "SELECT level0 FROM part WHERE level0 > 0 UNION "
                                        "SELECT level1 FROM part WHERE level1 > 0 UNION "
                                        "SELECT level2 FROM part WHERE level2 > 0)"),
                  err);
}
