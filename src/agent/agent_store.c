/* Opening and recovery. All writes are transactions of a write-ahead log that is synced at each
   commit. The file's name has the version of its tables, so programs of different versions use
   different files, and no file is ever migrated. */
#include "agent/agent_store_state.h"

#include "base/fs.h"
#include "base/fs_private.h"
#include "base/path.h"
#include "index/store/cache.h"
#include "index/store/store.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

/* Must change whenever the tables or their meaning change. */
#define VERSION "3"
#define FILE_NAME "agent-" VERSION ".db"
/* Another writer holds the lock for milliseconds; a disk may be slow. */
#define WAIT_MS 5000
/* flock(2) has no time limit, so a lock is tried again after this time. */
#define LOCK_POLL_MS 20
/* The lock of the program that sets a damaged file aside. */
#define LOCK_ENDING "-lock"

static const DbSubject subject = {
    .name = "the store of sessions",
    .full = "the disk of the state directory is full: free some space or set XDG_STATE_HOME",
    .damaged = "remove the file; its sessions are lost",
    .busy = "another fovea is writing; try again"};

static const char schema[] =
    "CREATE TABLE session(id INTEGER PRIMARY KEY AUTOINCREMENT, revision INTEGER NOT NULL, root "
    "TEXT, title TEXT, model TEXT, created INTEGER, used INTEGER, turns INTEGER, requests INTEGER,"
    " input INTEGER, output INTEGER, cache_read INTEGER, cache_write INTEGER, usage_known INTEGER,"
    " cost INTEGER, cost_unknown INTEGER, plan BLOB, approved BLOB, staged BLOB);"
    "CREATE INDEX session_used ON session(used);"
    "CREATE TABLE part(session INTEGER, position INTEGER, place INTEGER, priority INTEGER, turn "
    "INTEGER, used INTEGER, pinned INTEGER, dropped INTEGER, name TEXT, why TEXT, path TEXT, hash "
    "BLOB, level0 INTEGER, level1 INTEGER, level2 INTEGER, bytes INTEGER, "
    "PRIMARY KEY(session, position)) WITHOUT ROWID;"
    "CREATE TABLE text(id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, data BLOB NOT NULL);"
    "CREATE TABLE day(day INTEGER PRIMARY KEY, requests INTEGER, tokens INTEGER, cost INTEGER, "
    "cost_unknown INTEGER);"
    "CREATE TABLE viewed(session INTEGER, handle TEXT, hash BLOB, used INTEGER, "
    "PRIMARY KEY(session, handle)) WITHOUT ROWID;"
    "PRAGMA user_version=" VERSION ";";

/* Fails if the schema is damaged. */
static const char probe[] =
    "SELECT " SESSION_COLUMNS ", plan, approved, staged FROM session LIMIT 0;"
    "SELECT level0, bytes FROM part LIMIT 0; SELECT data FROM text LIMIT 0;"
    "SELECT cost_unknown FROM day LIMIT 0;"
    "SELECT used FROM viewed LIMIT 0;";

#define BOTH_SETTINGS "PRAGMA secure_delete=ON; PRAGMA temp_store=MEMORY;"
static const char file_settings[] =
    "PRAGMA auto_vacuum=INCREMENTAL;" BOTH_SETTINGS
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-2048;"
    "PRAGMA wal_autocheckpoint=256; PRAGMA journal_size_limit=1048576;";

/* ---- connecting ---- */

static bool read_version(Db *db, uint64_t *version, Err *err)
{
    Statement *get = db_prepare(db, "PRAGMA user_version");
    while (db_next(get, err))
        *version = db_u64(get, 0);
    return !db_failed(get);
}

/* Another program may make the tables at the same time. */
static bool make_tables(Db *db, Err *err)
{
    uint64_t version = 0;
    Err ignored;
    if (!read_version(db, &version, err))
        return false;
    if (version)
        return db_script(db, probe, err);
    if (!db_script(db, "BEGIN IMMEDIATE;", err))
        return false;
    if (read_version(db, &version, err) && (version || db_script(db, schema, err)) &&
        db_script(db, "COMMIT;", err))
        return db_script(db, probe, err);
    if (db_in_transaction(db))
        (void)!db_script(db, "ROLLBACK;", &ignored);
    return false;
}

static bool connect(AgentStore *store, DbMode mode, Err *err)
{
    Arena scratch = *store->arena;
    const char *path = mode == DB_MEMORY ? "" : str_terminate(&scratch, store->path);
    db_close(&store->db);
    if (!db_open(path, mode, store->wait_ms, &store->db, err))
        return false;
    db_set_subject(store->db, &subject);
    if (!db_script(store->db, mode == DB_MEMORY ? BOTH_SETTINGS : file_settings, err) ||
        !make_tables(store->db, err))
        return false;
    store->file = mode == DB_MEMORY ? 0 : store_file(scratch, store->path);
    return true;
}

/* Two programs that create the file at once can briefly block each other. */
static bool connect_file(AgentStore *store, Err *err)
{
    for (int waited = 0; !connect(store, DB_WRITE, err); waited += LOCK_POLL_MS) {
        if (db_fault(store->db) != DB_BUSY || waited >= store->wait_ms)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = LOCK_POLL_MS * 1000000L}, NULL);
    }
    return true;
}

static bool is_damaged(const AgentStore *store)
{
    DbFault fault = store->db ? db_fault(store->db) : DB_FINE;
    return !store->private && (fault == DB_CORRUPT || fault == DB_FORM);
}

void agent_store_tell_user(AgentStore *store, Str notice)
{
    buf_put(&store->notices, notice);
    buf_put_byte(&store->notices, '\n');
}

/* ---- recovery ---- */

/* Continues in memory, with a copy of the file if it can be read. */
static bool retreat(AgentStore *store, Str why, Err *err)
{
    Arena scratch = *store->arena;
    Err ignored;
    db_close(&store->db);
    store->private = true;
    store->file = 0;
    bool copied = store->path.len && db_open("", DB_MEMORY, 0, &store->db, &ignored) &&
                  db_copy(scratch, str_terminate(&scratch, store->path), store->db) &&
                  make_tables(store->db, &ignored);
    if (copied)
        db_set_subject(store->db, &subject);
    else if (!connect(store, DB_MEMORY, err))
        return false;
    agent_store_tell_user(
        store, str_format(store->arena,
                          "sessions cannot be stored (%.*s): they are kept in memory for this run",
                          STR_ARG(why)));
    return true;
}

static Str reason_of(const AgentStore *store, Arena *arena, const Err *err)
{
    bool full = fs_is_full(*arena, path_directory(store->path)) ||
                (store->db && db_fault(store->db) == DB_FULL);
    return full ? STR("the disk is full") : str_format(arena, "%s", err->message);
}

/* Takes the lock, or waits until another program has repaired the file. */
static bool lock_file(const AgentStore *store, int *lock)
{
    for (int waited = 0; !cache_lock(*store->arena, store->path, LOCK_ENDING, lock);
         waited += LOCK_POLL_MS) {
        if (waited >= store->wait_ms)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = LOCK_POLL_MS * 1000000L}, NULL);
    }
    return true;
}

/* Sets the file aside if it is really damaged, under a lock: of two programs that find the damage,
   one must not set aside the new file of the other. */
static bool mend(AgentStore *store, Err *err)
{
    int lock SCOPED(cache_unlock) = 0;
    if (!lock_file(store, &lock))
        return false;
    if (connect_file(store, err) && db_is_whole(store->db))
        return true;
    if (store->db && db_fault(store->db) == DB_BUSY)
        return false;
    db_close(&store->db);
    Str former = cache_set_aside(store->arena, store->path);
    cache_remove_database(*store->arena, store->path);
    if (!fs_make_private(*store->arena, store->path, true) || !connect_file(store, err))
        return false;
    agent_store_tell_user(store,
                          str_format(store->arena,
                                     "the stored sessions were damaged: they are set aside as "
                                     "'%.*s', and a new file is begun",
                                     STR_ARG(former)));
    return true;
}

static bool recover(AgentStore *store, unsigned attempt, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 1 * MB);
    Str why = reason_of(store, &scratch, err);
    if (is_damaged(store) && attempt == 0 && mend(store, err))
        return true;
    return !store->private && retreat(store, why, err);
}

/* ---- steps ---- */

/* Another program may have set the file aside, or the user may have removed it. */
static void follow_file(AgentStore *store)
{
    Err err = {0};
    if (store->private || store_file(*store->arena, store->path) == store->file)
        return;
    db_close(&store->db);
    if (fs_make_private(*store->arena, store->path, true) && connect_file(store, &err))
        return;
    (void)!recover(store, 0, &err);
}

static bool write_once(AgentStore *store, StoreStep step, void *state, Err *err)
{
    Err ignored;
    if (!store->db)
        return err_set(err, ERR_FAILED, "the store of sessions is closed");
    if (db_run(db_prepare(store->db, "BEGIN IMMEDIATE"), err) && step(store, state, err) &&
        db_run(db_prepare(store->db, "COMMIT"), err))
        return true;
    if (db_in_transaction(store->db))
        (void)!db_run(db_prepare(store->db, "ROLLBACK"), &ignored);
    return false;
}

bool agent_store_write(AgentStore *store, StoreStep step, void *state, Err *err)
{
    follow_file(store);
    for (unsigned attempt = 0; !write_once(store, step, state, err); attempt++)
        if (!store->db || db_fault(store->db) == DB_BUSY || !recover(store, attempt, err))
            return false;
    return true;
}

bool agent_store_read(AgentStore *store, StoreStep step, void *state, Err *err)
{
    follow_file(store);
    if (!store->db)
        return err_set(err, ERR_FAILED, "the store of sessions is closed");
    return step(store, state, err) ||
           (is_damaged(store) && recover(store, 0, err) && step(store, state, err));
}

/* ---- the façade ---- */

Str agent_state_path(Arena *arena, Str name)
{
    Str state = fs_environment("XDG_STATE_HOME"), home = fs_environment("HOME");
    if (!path_is_absolute(state))
        state = path_is_absolute(home) ? path_join(arena, home, STR(".local/state")) : (Str){0};
    return state.len ? path_join(arena, path_join(arena, state, STR("fovea")), name) : state;
}

static int64_t clock_now(void)
{
    return (int64_t)time(NULL);
}

/* Why no file may be used; empty: a file may be used. */
static Str reason_against(Arena *arena, Str path)
{
    Str directory = path_directory(path);
    if (!path.len)
        return STR("neither XDG_STATE_HOME nor HOME is set");
    if (!fs_make_directories(*arena, directory))
        return str_format(arena, "cannot make '%.*s': %s", STR_ARG(directory), strerror(errno));
    if (!fs_is_private(*arena, directory))
        return str_format(arena, "others can write to '%.*s'", STR_ARG(directory));
    if (!fs_make_private(*arena, path, true) && !(errno == EROFS && fs_has_bytes(*arena, path)))
        return str_format(arena, "'%.*s' cannot be made a private file", STR_ARG(path));
    return (Str){0};
}

bool agent_store_open(Arena *arena, const AgentStoreOptions *options, AgentStore **store, Err *err)
{
    AgentStore *opened = NEW(arena, AgentStore, 1);
    *opened =
        (AgentStore){.arena = arena,
                     .path = options->path.len ? str_copy(arena, options->path)
                                               : agent_state_path(arena, STR(FILE_NAME)),
                     .wait_ms = options->wait_ms ? options->wait_ms : WAIT_MS,
                     .now = options->now ? options->now : clock_now,
                     .max_bytes = options->max_bytes ? options->max_bytes : AGENT_STORE_BYTES_MAX,
                     .notices = buf_open(arena, 0)};
    *store = opened;
    Str against = reason_against(arena, opened->path);
    if (against.len) {
        opened->path = (Str){0}; /* not even read: others may have written it */
        return retreat(opened, against, err);
    }
    return connect_file(opened, err) || recover(opened, 0, err);
}

static bool sweep(AgentStore *store, void *state, Err *err)
{
    (void)state;
    return agent_store_text_sweep(store, err);
}

void agent_store_close(AgentStore **store)
{
    Err ignored;
    AgentStore *closing = *store;
    *store = NULL;
    if (!closing)
        return;
    if (closing->garbage && !closing->private && closing->db)
        (void)!write_once(closing, sweep, NULL, &ignored);
    db_close(&closing->db);
}

Str agent_store_notice(AgentStore *store)
{
    Str taken = buf_str(&store->notices);
    store->notices = buf_open(store->arena, 0);
    return taken;
}

bool agent_store_is_private(const AgentStore *store)
{
    return store->private;
}

void agent_store_hide(AgentStore *store, Str key)
{
    if (key.len)
        *VEC_PUSH(store->arena, &store->keys) = str_copy(store->arena, key);
}
