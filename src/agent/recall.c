/* The table has a limit for each session, enforced as rows are added. */
#include "agent/recall.h"

#include "agent/agent_store_state.h"

/* Whether a text is not empty and has no secret. */
static bool is_kept(const AgentStore *store, Str text)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    return str_trim(text).len && str_equal(agent_store_clean(store, &scratch, text), text);
}

typedef struct Reading {
    Arena *arena;
    void *found;
    uint64_t session;
} Reading;

typedef struct Viewing {
    uint64_t session;
    const Viewed *viewed;
    size_t count;
} Viewing;

/* `used` counts milliseconds, so that the order within a second is kept. */
static bool view_one(AgentStore *store, uint64_t session, const Viewed *viewed, uint64_t used,
                     Err *err)
{
    Statement *put =
        db_prepare(store->db, "INSERT OR REPLACE INTO viewed VALUES(?1, ?2, ?3, max(?4, "
                              "(SELECT coalesce(max(used), 0) + 1 FROM viewed WHERE "
                              "session = ?1)))");
    db_bind_u64(put, 1, session);
    db_bind_text(put, 2, viewed->handle);
    db_bind_blob(put, 3, viewed->hash);
    db_bind_u64(put, 4, used);
    return db_run(put, err);
}

static bool view_all(AgentStore *store, void *state, Err *err)
{
    const Viewing *viewing = state;
    for (size_t i = 0; i < viewing->count; i++)
        if (is_kept(store, viewing->viewed[i].handle) &&
            !view_one(store, viewing->session, &viewing->viewed[i], (uint64_t)store->now() * 1000,
                      err))
            return false;
    Statement *drop = db_prepare(
        store->db, "DELETE FROM viewed WHERE session = ?1 AND handle IN (SELECT handle FROM viewed "
                   "WHERE session = ?1 ORDER BY used DESC, handle LIMIT -1 OFFSET ?2)");
    db_bind_u64(drop, 1, viewing->session);
    db_bind_u64(drop, 2, RECALL_VIEWED_MAX);
    return db_run(drop, err);
}

bool recall_view(AgentStore *store, uint64_t session, const Viewed *viewed, size_t count, Err *err)
{
    Viewing viewing = {session, viewed, count};
    return !count || agent_store_write(store, view_all, &viewing, err);
}

static bool read_viewed(AgentStore *store, void *state, Err *err)
{
    const Reading *reading = state;
    ViewedVec *viewed = reading->found;
    Statement *get = db_prepare(store->db, "SELECT handle, hash, used FROM viewed WHERE session = "
                                           "?1 ORDER BY used DESC, handle LIMIT ?2");
    db_bind_u64(get, 1, reading->session);
    db_bind_u64(get, 2, RECALL_VIEWED_MAX);
    viewed->len = 0;
    while (db_next(get, err))
        *VEC_PUSH(reading->arena, viewed) =
            (Viewed){str_copy(reading->arena, db_text(get, 0)),
                     str_copy(reading->arena, db_text(get, 1)), (int64_t)(db_u64(get, 2) / 1000)};
    return !db_failed(get);
}

bool recall_viewed(AgentStore *store, Arena *arena, uint64_t session, ViewedVec *viewed, Err *err)
{
    Reading reading = {.arena = arena, .found = viewed, .session = session};
    return agent_store_read(store, read_viewed, &reading, err);
}
