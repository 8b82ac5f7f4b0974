/* A part of the context is restored only if its file has the same content. Files are hashed again:
   neither times nor the index are trusted for that. A part about several files, or no file, has no
   such hash and is always gathered again. Rows may be damaged: a number out of range drops its
   part. */
#include "agent/agent_store_state.h"
#include "agent/shown.h"

#include "base/json.h"

/* A session has as many messages as turns. Nobody types more than this. */
#define TURNS_MAX 100000

typedef struct File {
    Str path, hash; /* empty hash: it cannot be read */
} File;

typedef struct Load {
    Arena *arena;
    Str root;
    uint64_t id;
    bool found;
    AgentSession info;
    uint64_t revision;
    Str plan, approved, staged; /* packed */
    VEC(WindowPart) parts;
    VEC(uint64_t) levels; /* WINDOW_LEVELS for each part */
} Load;

/* ---- reading ---- */

static bool find_session(AgentStore *store, Load *load, Err *err)
{
    Statement *get = db_prepare(store->db, "SELECT " SESSION_COLUMNS
                                           ", plan, approved, staged FROM session WHERE (?1 = 0 "
                                           "OR id = ?1) AND root = ?2 ORDER BY used DESC, id DESC "
                                           "LIMIT 1");
    db_bind_u64(get, 1, load->id);
    db_bind_text(get, 2, load->root);
    load->found = false;
    while (db_next(get, err)) {
        load->found = true;
        load->info = agent_store_session_at(get, load->arena);
        load->info.turns = MIN(load->info.turns, (uint32_t)TURNS_MAX);
        load->revision = db_u64(get, 1);
        load->plan = str_copy(load->arena, db_text(get, 16));
        load->approved = str_copy(load->arena, db_text(get, 17));
        load->staged = str_copy(load->arena, db_text(get, 18));
    }
    return !db_failed(get);
}

static void take_part(Load *load, Statement *row)
{
    uint64_t place = db_u64(row, 0), priority = db_u64(row, 1), turn = db_u64(row, 2);
    if (place >= WINDOW_PLACE_COUNT || priority >= WINDOW_PRIORITY_COUNT || turn > load->info.turns)
        return;
    *VEC_PUSH(load->arena, &load->parts) =
        (WindowPart){.place = (WindowPlace)place,
                     .priority = (WindowPriority)priority,
                     .turn = (uint32_t)turn,
                     .used = (uint32_t)MIN(db_u64(row, 3), (uint64_t)load->info.turns),
                     .pinned = db_u64(row, 4) != 0,
                     .dropped = db_u64(row, 5) != 0,
                     .name = str_copy(load->arena, db_text(row, 6)),
                     .why = str_copy(load->arena, db_text(row, 7)),
                     .path = str_copy(load->arena, db_text(row, 8)),
                     .hash = str_copy(load->arena, db_text(row, 9))};
    for (int i = 0; i < WINDOW_LEVELS; i++)
        *VEC_PUSH(load->arena, &load->levels) = db_u64(row, 10 + i);
}

static bool read_parts(AgentStore *store, Load *load, Err *err)
{
    Statement *get =
        db_prepare(store->db, "SELECT place, priority, turn, used, pinned, dropped, "
                              "name, why, path, hash, level0, level1, level2 FROM part "
                              "WHERE session = ?1 ORDER BY position");
    db_bind_u64(get, 1, load->info.id);
    load->parts.len = load->levels.len = 0;
    while (db_next(get, err))
        take_part(load, get);
    if (db_failed(get))
        return false;
    for (size_t i = 0; i < load->levels.len; i++)
        load->parts.ptr[i / WINDOW_LEVELS].levels[i % WINDOW_LEVELS] =
            agent_store_text_get(store, load->arena, load->levels.ptr[i]);
    return true;
}

static bool read_all(AgentStore *store, void *state, Err *err)
{
    Load *load = state;
    return find_session(store, load, err) && (!load->found || read_parts(store, load, err));
}

/* One state of the file, while another program may be writing. */
static bool read_snapshot(AgentStore *store, void *state, Err *err)
{
    Err ignored;
    bool done = db_run(db_prepare(store->db, "BEGIN"), err) && read_all(store, state, err);
    if (db_in_transaction(store->db))
        (void)!db_run(db_prepare(store->db, "ROLLBACK"), &ignored);
    return done;
}

/* ---- what still holds ---- */

typedef VEC(File) FileVec;

static Str hash_of(Arena *arena, Str root, FileVec *files, Str path)
{
    for (size_t i = 0; i < files->len; i++)
        if (str_equal(files->ptr[i].path, path))
            return files->ptr[i].hash;
    File *file = VEC_PUSH(arena, files);
    *file = (File){path, shown_hash(arena, root, path, (Str){0})};
    return file->hash;
}

static bool has_text(const WindowPart *part)
{
    for (size_t i = 0; i < WINDOW_LEVELS; i++)
        if (part->levels[i].len)
            return true;
    return false;
}

static void restore(const Load *load, Window *window, SessionStaleVec *stale)
{
    Arena scratch SCOPED(arena_close) = {0};
    FileVec files = {0};
    arena_open(&scratch, 0);
    for (size_t i = 0; i < load->parts.len; i++) {
        const WindowPart *part = &load->parts.ptr[i];
        bool spoken = part->place == WINDOW_TASK || part->place == WINDOW_REPLY ||
                      part->place == WINDOW_WRITTEN || part->place == WINDOW_REASONING;
        bool same =
            spoken || (part->hash.len && part->path.len &&
                       str_equal(hash_of(&scratch, load->root, &files, part->path), part->hash));
        if (same && has_text(part))
            *VEC_PUSH(window->arena, &window->parts) = *part;
        else if (!spoken && !part->dropped)
            *VEC_PUSH(load->arena, stale) =
                (SessionStale){part->name, part->path, part->place, part->pinned};
    }
    window->turn = load->info.turns;
}

static void read_approved(Arena *arena, Str frame, SessionState *state)
{
    Json *list;
    Str text;
    Err ignored;
    state->approved = NULL;
    state->approved_count = 0;
    if (!agent_store_unpack(arena, frame, &text) || !text.len ||
        !json_parse(arena, text, &list, &ignored) || list->type != JSON_ARRAY)
        return;
    state->approved = NEW(arena, Str, list->count);
    for (const Json *item = list->first; item; item = item->next)
        if (item->type == JSON_STRING)
            state->approved[state->approved_count++] = item->text;
}

static bool fail_missing(Str root, uint64_t id, Err *err)
{
    if (id)
        err_set(err, ERR_NOT_FOUND, "there is no session %llu of %.*s", (unsigned long long)id,
                STR_ARG(root));
    else
        err_set(err, ERR_NOT_FOUND, "there is no session of %.*s", STR_ARG(root));
    return err_hint(err, "`fovea agent --list` lists the sessions");
}

bool agent_store_load(AgentStore *store, Arena *arena, Str root, uint64_t *id, SessionState *state,
                      Err *err)
{
    Load load = {.arena = arena, .root = root, .id = *id};
    if (!agent_store_read(store, read_snapshot, &load, err))
        return false;
    if (!load.found)
        return fail_missing(root, *id, err);
    state->stale.len = 0;
    restore(&load, state->window, &state->stale);
    if (!agent_store_unpack(arena, load.plan, &state->plan))
        state->plan = (Str){0};
    if (!agent_store_unpack(arena, load.staged, &state->staged))
        state->staged = (Str){0};
    read_approved(arena, load.approved, state);
    state->model = load.info.model;
    *id = load.info.id;
    agent_store_learn(store, &load.info)->revision = load.revision;
    return true;
}
