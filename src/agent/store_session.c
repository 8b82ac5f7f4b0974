/* Rows of sessions: one each, with totals; the window's rows are in store_save.c. Sessions get
   small numbers, which people type, and a revision, which tells whether another program has saved
   the same session meanwhile. */
#include "agent/agent_store_state.h"

/* A title is one line of a list. */
#define TITLE_CHARS 120

KnownSession *agent_store_known(const AgentStore *store, uint64_t id)
{
    for (size_t i = 0; i < store->known.len; i++)
        if (store->known.ptr[i].info.id == id)
            return &store->known.ptr[i];
    return NULL;
}

KnownSession *agent_store_learn(AgentStore *store, const AgentSession *info)
{
    KnownSession *known = agent_store_known(store, info->id);
    if (!known)
        known = VEC_PUSH(store->arena, &store->known);
    known->info = *info;
    known->info.root = str_copy(store->arena, info->root);
    known->info.title = str_copy(store->arena, info->title);
    known->info.model = str_copy(store->arena, info->model);
    known->whole = true;
    return known;
}

const AgentSession *agent_session(const AgentStore *store, uint64_t id)
{
    const KnownSession *known = agent_store_known(store, id);
    return known ? &known->info : NULL;
}

/* A number that no other save has drawn. */
static uint64_t agent_store_draw(AgentStore *store)
{
    Err ignored;
    uint64_t drawn = 0;
    Statement *get = db_prepare(store->db, "SELECT (random() & 4611686018427387903) | 1");
    while (db_next(get, &ignored))
        drawn = db_u64(get, 0);
    return drawn;
}

AgentSession agent_store_session_at(Statement *row, Arena *arena)
{
    return (AgentSession){.id = db_u64(row, 0),
                          .root = str_copy(arena, db_text(row, 2)),
                          .title = str_copy(arena, db_text(row, 3)),
                          .model = str_copy(arena, db_text(row, 4)),
                          .created = (int64_t)db_u64(row, 5),
                          .used = (int64_t)db_u64(row, 6),
                          .turns = (uint32_t)db_u64(row, 7),
                          .requests = (uint32_t)db_u64(row, 8),
                          .usage = {.input = db_u64(row, 9),
                                    .output = db_u64(row, 10),
                                    .cache_read = db_u64(row, 11),
                                    .cache_write = db_u64(row, 12),
                                    .known = db_u64(row, 13) != 0},
                          .cost = db_u64(row, 14),
                          .cost_unknown = db_u64(row, 15) != 0};
}

bool agent_store_session_put(AgentStore *store, SessionRow *row, Err *err)
{
    const AgentSession *info = row->info;
    Statement *put = db_prepare(
        store->db, "INSERT OR REPLACE INTO session(" SESSION_COLUMNS ", plan, approved, staged) "
                   "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, "
                   "?17, ?18, ?19)");
    const uint64_t numbers[] = {(uint64_t)info->created,
                                (uint64_t)info->used,
                                info->turns,
                                info->requests,
                                info->usage.input,
                                info->usage.output,
                                info->usage.cache_read,
                                info->usage.cache_write,
                                info->usage.known,
                                info->cost,
                                info->cost_unknown};
    row->revision = agent_store_draw(store);
    if (row->id)
        db_bind_u64(put, 1, row->id);
    db_bind_u64(put, 2, row->revision);
    db_bind_text(put, 3, info->root);
    db_bind_text(put, 4, info->title);
    db_bind_text(put, 5, info->model);
    for (size_t i = 0; i < COUNT(numbers); i++)
        db_bind_u64(put, (int)i + 6, numbers[i]);
    db_bind_blob(put, 17, row->plan);
    db_bind_blob(put, 18, row->approved);
    db_bind_blob(put, 19, row->staged);
    if (!db_run(put, err))
        return false;
    row->id = db_last_id(store->db);
    return true;
}

/* ---- creating ---- */

static bool create(AgentStore *store, void *state, Err *err)
{
    SessionRow *row = state;
    return agent_store_session_put(store, row, err) && agent_store_trim(store, row->id, err);
}

static bool create_new(AgentStore *store, void *state, Err *err)
{
    SessionRow *row = state;
    row->id = 0;
    return create(store, state, err);
}

static bool create_session(AgentStore *store, Str root, Str title, SessionRow *row, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    title = str_fold_space(&scratch, agent_store_clean(store, &scratch, title));
    AgentSession info = {.root = root,
                         .title = str_cut_chars(&scratch, title, TITLE_CHARS),
                         .created = store->now(),
                         .used = store->now()};
    row->info = &info;
    if (!agent_store_write(store, row->id ? create : create_new, row, err))
        return false;
    info.id = row->id;
    agent_store_learn(store, &info)->revision = row->revision;
    return true;
}

bool agent_store_create(AgentStore *store, Str root, Str title, uint64_t *id, Err *err)
{
    SessionRow row = {0};
    if (!create_session(store, root, title, &row, err))
        return false;
    *id = row.id;
    return true;
}

bool agent_store_create_reserved(AgentStore *store, Str root, Str title, uint64_t id, Err *err)
{
    SessionRow row = {.id = id};
    return create_session(store, root, title, &row, err);
}

static bool delete_row(AgentStore *store, uint64_t id, Err *err)
{
    Statement *drop = db_prepare(store->db, "DELETE FROM session WHERE id = ?1");
    db_bind_u64(drop, 1, id);
    return db_run(drop, err);
}

/* A number is never reused (AUTOINCREMENT). */
static bool reserve(AgentStore *store, void *state, Err *err)
{
    uint64_t *id = state;
    Statement *put = db_prepare(store->db, "INSERT INTO session(revision) VALUES(0)");
    if (!db_run(put, err))
        return false;
    *id = db_last_id(store->db);
    return delete_row(store, *id, err);
}

bool agent_store_reserve(AgentStore *store, uint64_t *id, Err *err)
{
    return agent_store_write(store, reserve, id, err);
}

/* ---- listing ---- */

typedef struct Listing {
    Arena *arena;
    Str root;
    AgentSessionVec *sessions;
} Listing;

static bool list(AgentStore *store, void *state, Err *err)
{
    Listing *listing = state;
    Statement *get =
        db_prepare(store->db, "SELECT " SESSION_COLUMNS " FROM session WHERE ?1 IS NULL OR "
                              "root = ?1 ORDER BY used DESC, id DESC LIMIT ?2");
    listing->sessions->len = 0;
    db_bind_text(get, 1, listing->root);
    db_bind_u64(get, 2, AGENT_SESSIONS_MAX);
    while (db_next(get, err))
        *VEC_PUSH(listing->arena, listing->sessions) = agent_store_session_at(get, listing->arena);
    return !db_failed(get);
}

bool agent_store_list(AgentStore *store, Arena *arena, Str root, AgentSessionVec *sessions,
                      Err *err)
{
    Listing listing = {arena, root, sessions};
    return agent_store_read(store, list, &listing, err);
}

/* ---- limits ---- */

static bool query(AgentStore *store, const char *literal, uint64_t *number, Err *err)
{
    Statement *get = db_prepare(store->db, literal);
    *number = 0;
    while (db_next(get, err))
        *number = db_u64(get, 0);
    return !db_failed(get);
}

static bool measure(AgentStore *store, uint64_t *bytes, Err *err)
{
    uint64_t pages, unused, page;
    if (!query(store, "PRAGMA page_count", &pages, err) ||
        !query(store, "PRAGMA freelist_count", &unused, err) ||
        !query(store, "PRAGMA page_size", &page, err))
        return false;
    *bytes = (pages - MIN(unused, pages)) * page;
    return true;
}

/* Deletes rows that belong to no session any more. */
static bool sweep(AgentStore *store, Err *err)
{
    return db_run(db_prepare(store->db, "DELETE FROM part WHERE session NOT IN "
                                        "(SELECT id FROM session)"),
                  err) &&
           db_run(db_prepare(store->db, "DELETE FROM viewed WHERE session NOT IN "
                                        "(SELECT id FROM session)"),
                  err) &&
           agent_store_text_sweep(store, err);
}

/* Deletes all but the `count` sessions used last, and `keep`. */
static bool keep_sessions(AgentStore *store, uint64_t keep, uint64_t count, Err *err)
{
    Statement *drop =
        db_prepare(store->db, "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE id "
                              "<> ?1 ORDER BY used DESC, id DESC LIMIT -1 OFFSET ?2)");
    db_bind_u64(drop, 1, keep);
    db_bind_u64(drop, 2, count ? count - 1 : 0);
    return db_run(drop, err) && sweep(store, err);
}

static bool delete_session(AgentStore *store, void *state, Err *err)
{
    const uint64_t *id = state;
    return delete_row(store, *id, err) && sweep(store, err);
}

bool agent_store_delete(AgentStore *store, uint64_t id, Err *err)
{
    return agent_store_write(store, delete_session, &id, err);
}

bool agent_store_trim(AgentStore *store, uint64_t keep, Err *err)
{
    uint64_t count, bytes;
    if (!query(store, "SELECT count(*) FROM session", &count, err))
        return false;
    if (count > AGENT_SESSIONS_MAX && !keep_sessions(store, keep, AGENT_SESSIONS_MAX, err))
        return false;
    bool dropped = count > AGENT_SESSIONS_MAX;
    count = MIN(count, (uint64_t)AGENT_SESSIONS_MAX);
    for (; measure(store, &bytes, err); dropped = true) {
        if (bytes <= store->max_bytes || count <= 1)
            return !dropped || db_run(db_prepare(store->db, "PRAGMA incremental_vacuum"), err);
        if (!keep_sessions(store, keep, --count, err))
            return false;
    }
    return false;
}
