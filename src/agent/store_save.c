/* Saving writes the changed rows of the window: each row is compared by hash with its last save. If
   the file lacks the session, because the session was dropped or the file replaced, all rows are
   written again. If another program has saved the session, it continues under a new number. */
#include "agent/agent_store_state.h"

#include "base/json.h"

/* Size of a row apart from its texts. */
#define ROW_BYTES 200

typedef struct Save {
    const SessionState *state;
    KnownSession *known;
    Arena *scratch;
    SessionRow row;
    bool whole, forked;
    VEC(uint64_t) parts;
} Save;

/* ---- rows of the window ---- */

static uint64_t hash_row(const WindowPart *part)
{
    const Str texts[] = {part->name,      part->why,       part->path,     part->hash,
                         part->levels[0], part->levels[1], part->levels[2]};
    _Static_assert(WINDOW_LEVELS == 3, "a table has a column for each level");
    const uint64_t numbers[] = {part->place, part->priority, part->turn,
                                part->used,  part->pinned,   part->dropped};
    uint64_t hash = 1;
    for (size_t i = 0; i < COUNT(texts); i++)
        hash = hash_mix(hash, hash_fast(texts[i]));
    for (size_t i = 0; i < COUNT(numbers); i++)
        hash = hash_mix(hash, numbers[i]);
    return hash;
}

static bool put_part(AgentStore *store, const Save *save, size_t position, Err *err)
{
    Arena scratch = *save->scratch;
    const WindowPart *part = &save->state->window->parts.ptr[position];
    uint64_t rows[WINDOW_LEVELS], bytes = ROW_BYTES;
    for (size_t i = 0; i < WINDOW_LEVELS; i++) {
        bool is_kept = part->place != WINDOW_REASONING; /* it holds within a task only */
        Str text = agent_store_clean(store, &scratch, is_kept ? part->levels[i] : (Str){0});
        if (!agent_store_text_put(store, scratch, text, &rows[i], &bytes, err))
            return false;
    }
    const uint64_t numbers[] = {save->row.id, position,   part->place,  part->priority,
                                part->turn,   part->used, part->pinned, part->dropped};
    Statement *put =
        db_prepare(store->db, "INSERT OR REPLACE INTO part(session, position, place, priority, "
                              "turn, used, pinned, dropped, name, why, path, hash, level0, "
                              "level1, level2, bytes) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, "
                              "?10, ?11, ?12, ?13, ?14, ?15, ?16)");
    for (size_t i = 0; i < COUNT(numbers); i++)
        db_bind_u64(put, (int)i + 1, numbers[i]);
    db_bind_text(put, 9, agent_store_clean(store, &scratch, part->name));
    db_bind_text(put, 10, agent_store_clean(store, &scratch, part->why));
    db_bind_text(put, 11, agent_store_clean(store, &scratch, part->path));
    db_bind_blob(put, 12, part->hash);
    for (size_t i = 0; i < WINDOW_LEVELS; i++)
        db_bind_u64(put, (int)i + 13, rows[i]);
    db_bind_u64(put, 16, bytes);
    return db_run(put, err);
}

static bool drop_parts_from(AgentStore *store, uint64_t session, size_t position, Err *err)
{
    Statement *drop =
        db_prepare(store->db, "DELETE FROM part WHERE session = ?1 AND position >= ?2");
    db_bind_u64(drop, 1, session);
    db_bind_u64(drop, 2, position);
    return db_run(drop, err);
}

static bool put_parts(AgentStore *store, Save *save, Err *err)
{
    const Window *window = save->state->window;
    const KnownSession *known = save->known;
    save->parts.len = 0;
    for (size_t i = 0; i < window->parts.len; i++) {
        uint64_t hash = hash_row(&window->parts.ptr[i]);
        bool had = !save->whole && i < known->parts.len;
        *VEC_PUSH(save->scratch, &save->parts) = hash;
        if (had && known->parts.ptr[i] == hash)
            continue;
        store->garbage |= had;
        if (!put_part(store, save, i, err))
            return false;
    }
    bool fewer = !save->whole && window->parts.len < known->parts.len;
    store->garbage |= fewer;
    return !fewer || drop_parts_from(store, save->row.id, window->parts.len, err);
}

/* ---- the limit of one session ---- */

typedef struct Excess {
    uint64_t position;
    bool keeps_row; /* only its texts are dropped */
} Excess;
typedef VEC(Excess) ExcessVec;

/* The rows beyond the limit, with the most important ones kept first. */
static bool find_excess(AgentStore *store, const Save *save, ExcessVec *excess, Err *err)
{
    uint64_t total = 0;
    Statement *get = db_prepare(
        store->db,
        "SELECT position, bytes, pinned OR priority = 0 OR place = 0 OR turn = ?2 AS "
        "kept FROM part WHERE session = ?1 ORDER BY kept DESC, turn DESC, position DESC");
    _Static_assert(WINDOW_CRITICAL == 0 && WINDOW_PREFIX == 0, "the query has these numbers");
    db_bind_u64(get, 1, save->row.id);
    db_bind_u64(get, 2, save->state->window->turn);
    while (db_next(get, err)) {
        total += db_u64(get, 1);
        if (total > AGENT_SESSION_BYTES_MAX && db_u64(get, 1) > 0)
            *VEC_PUSH(save->scratch, excess) = (Excess){db_u64(get, 0), db_u64(get, 2) != 0};
    }
    return !db_failed(get);
}

static bool limit(AgentStore *store, const Save *save, Err *err)
{
    ExcessVec excess = {0};
    if (!find_excess(store, save, &excess, err))
        return false;
    for (size_t i = 0; i < excess.len; i++) {
        Statement *drop =
            excess.ptr[i].keeps_row
                ? db_prepare(store->db, "UPDATE part SET level0 = 0, level1 = 0, level2 = 0, "
                                        "bytes = 0 WHERE session = ?1 AND position = ?2")
                : db_prepare(store->db, "DELETE FROM part WHERE session = ?1 AND position = ?2");
        db_bind_u64(drop, 1, save->row.id);
        db_bind_u64(drop, 2, excess.ptr[i].position);
        if (!db_run(drop, err))
            return false;
    }
    store->garbage |= excess.len > 0;
    return true;
}

/* ---- saving ---- */

/* Determines the number under which the session is saved, and whether all rows are written. */
static bool choose_row(AgentStore *store, Save *save, Err *err)
{
    const KnownSession *known = save->known;
    uint64_t revision = 0;
    Statement *get = db_prepare(store->db, "SELECT revision FROM session WHERE id = ?1");
    db_bind_u64(get, 1, known->info.id);
    while (db_next(get, err))
        revision = db_u64(get, 0);
    save->forked = revision && revision != known->revision;
    save->whole = !revision || save->forked || known->whole;
    save->row.id = save->forked ? 0 : known->info.id;
    return !db_failed(get);
}

static bool save_all(AgentStore *store, void *state, Err *err)
{
    Save *save = state;
    return choose_row(store, save, err) && agent_store_session_put(store, &save->row, err) &&
           (!save->whole || drop_parts_from(store, save->row.id, 0, err)) &&
           put_parts(store, save, err) && limit(store, save, err) &&
           agent_store_trim(store, save->row.id, err);
}

static Str approvals_text(const AgentStore *store, Arena *arena, const SessionState *state)
{
    Json *list = json_array(arena);
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < state->approved_count; i++) {
        Str one = state->approved[i];
        /* Only a command that is restored unchanged can be approved again. */
        if (str_is_utf8(one) && str_equal(agent_store_clean(store, arena, one), one))
            json_add(list, json_str(arena, one));
    }
    if (list->count)
        json_write(&out, list, 0);
    return buf_str(&out);
}

static void note_saved(AgentStore *store, Save *save)
{
    KnownSession *known = save->known;
    if (save->forked)
        agent_store_tell_user(store,
                              str_format(store->arena,
                                         "session %llu is in use by another program: this one goes "
                                         "on as session %llu",
                                         (unsigned long long)known->info.id,
                                         (unsigned long long)save->row.id));
    known->info = *save->row.info;
    known->info.id = save->row.id;
    known->revision = save->row.revision;
    known->whole = false;
    known->parts.len = 0;
    for (size_t i = 0; i < save->parts.len; i++)
        *VEC_PUSH(store->arena, &known->parts) = save->parts.ptr[i];
}

/* The staged edits, packed; empty if they cannot be kept unchanged. */
static Str pack_staged(const AgentStore *store, Arena *arena, SessionState *state)
{
    Str packed = {0};
    if (str_equal(agent_store_clean(store, arena, state->staged), state->staged))
        packed = agent_store_pack(arena, state->staged);
    bool fits = packed.len <= AGENT_STAGED_BYTES_MAX && state->staged.len <= STORE_TEXT_BYTES_MAX;
    packed = fits ? packed : (Str){0};
    state->unkept = state->staged.len && !packed.len;
    return packed;
}

bool agent_store_save(AgentStore *store, uint64_t *id, SessionState *state, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    KnownSession *known = agent_store_known(store, *id);
    if (!known)
        return err_set(err, ERR_NOT_FOUND, "session %llu is neither created nor loaded",
                       (unsigned long long)*id);
    arena_open(&scratch, 0);
    AgentSession info = known->info;
    Str model = agent_store_clean(store, &scratch, state->model);
    Str plan = agent_store_clean(store, &scratch, state->plan);
    info.model = str_equal(info.model, model) ? info.model : str_copy(store->arena, model);
    info.used = store->now();
    info.turns = state->window->turn;
    Save save = {.state = state, .known = known, .scratch = &scratch, .row = {.info = &info}};
    /* Half a plan is useless. */
    save.row.plan = agent_store_pack(&scratch, str_equal(plan, state->plan) ? plan : (Str){0});
    save.row.staged = pack_staged(store, &scratch, state);
    save.row.approved = agent_store_pack(&scratch, approvals_text(store, &scratch, state));
    if (!agent_store_write(store, save_all, &save, err))
        return false;
    note_saved(store, &save);
    *id = save.row.id;
    return true;
}
