/* Opening, schema and recovery. The schema is created completely or not at all. A database of any
   other version is deleted, never migrated: a rebuild is simple, and migration is error-prone. */
#include "index/store/store_state.h"

#include "base/fs.h"
#include "base/fs_private.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/proc.h"
#include "index/store/answers.h"
#include "index/store/cache.h"
#include "index/store/compiled.h"
#include "index/store/vectors.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* flock(2) has no time limit, so a lock is tried again after this time. */
#define LOCK_POLL_MS 20

static const char schema[] =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE tree(id INTEGER PRIMARY KEY, root TEXT NOT NULL UNIQUE, generation INTEGER"
    " NOT NULL DEFAULT 0);" PACKS_SCHEMA TERM_SCHEMA VECTOR_SCHEMA COMPILED_SCHEMA
    "CREATE TABLE segment(id INTEGER PRIMARY KEY, data BLOB NOT NULL);"
    "CREATE TABLE history(tree INTEGER PRIMARY KEY, head TEXT NOT NULL, most INTEGER NOT NULL,"
    " facts BLOB NOT NULL, log BLOB NOT NULL);";

/* The switch to a log takes a few milliseconds. */
#define OPEN_AGAIN_MS 10

#define MAPPED "PRAGMA mmap_size=268435456;"

static bool set_up_connection(Db *db, const StoreOptions *options, Err *err)
{
    if (options->read_only)
        return db_script(db, MAPPED "PRAGMA cache_size=-16384;", err);
    /* Not mapped: a build reads each fact once, and all of them would stay in memory. */
    return db_script(db,
                     "PRAGMA page_size=1024; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                     "PRAGMA mmap_size=0; PRAGMA cache_size=-8192;"
                     "PRAGMA temp_store=MEMORY; PRAGMA wal_autocheckpoint=16384;",
                     err);
}

typedef enum Version {
    VERSION_UNKNOWN, /* cannot be read at the moment */
    VERSION_NONE,    /* has no tables yet */
    VERSION_OTHER,
    VERSION_THIS,
} Version;

static Version check_version(Db *db, Err *err)
{
    Statement *tables = db_prepare(db, "SELECT count(*) FROM sqlite_schema");
    if (!db_next(tables, err))
        return VERSION_UNKNOWN;
    uint64_t count = db_u64(tables, 0);
    while (db_next(tables, err))
        continue;
    if (!count)
        return VERSION_NONE;
    Statement *version = db_prepare(db, "SELECT value = ?1 FROM meta WHERE key = 'version'");
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%d.%d.%d", STORE_VERSION, FACTS_VERSION, RESOLVE_VERSION);
    db_bind_text(version, 1, str_from(wanted));
    bool same = db_next(version, err) && db_u64(version, 0);
    while (!db_failed(version) && db_next(version, err))
        continue;
    bool unreadable = db_failed(version) && db_fault(db) != DB_FORM;
    return unreadable ? VERSION_UNKNOWN : same ? VERSION_THIS : VERSION_OTHER;
}

static bool put_schema(Db *db, Err *err)
{
    char version[192];
    snprintf(version, sizeof version,
             "INSERT INTO meta VALUES('version', '%d.%d.%d'), ('birth', abs(random()) >> 8);",
             STORE_VERSION, FACTS_VERSION, RESOLVE_VERSION);
    return db_script(db, schema, err) && db_script(db, version, err);
}

/* Another process may have created it since the version was checked; *version gets the current
   version. */
static bool make_schema(Db *db, Version *version, Err *err)
{
    Err ignored;
    if (!db_script(db, "BEGIN IMMEDIATE;", err))
        return false;
    *version = check_version(db, err);
    bool made = *version == VERSION_THIS || (*version == VERSION_NONE && put_schema(db, err));
    if (made && db_script(db, "COMMIT;", err))
        return true;
    (void)!db_script(db, "ROLLBACK;", &ignored);
    return false;
}

/* Opens the database and ensures the schema; *version gets the version found. True only if it is
   this program's version. */
static bool open_once(Arena scratch, const StoreOptions *options, DbMode mode, Db **db,
                      Version *version, Err *err)
{
    *version = VERSION_UNKNOWN;
    char *path = str_terminate(&scratch, options->path);
    if (!db_open(path, mode, options->wait_ms, db, err) || !set_up_connection(*db, options, err))
        return false;
    *version = check_version(*db, err);
    if (*version == VERSION_NONE)
        return mode != DB_READ && make_schema(*db, version, err);
    return *version == VERSION_THIS;
}

/* Processes that make the database at once can be in each other's way for a moment, for which
   SQLite does not wait: while one of them switches to a log. */
static bool open_patiently(Arena scratch, const StoreOptions *options, DbMode mode, Db **db,
                           Version *version, Err *err)
{
    int64_t start = proc_clock_ms();
    while (!open_once(scratch, options, mode, db, version, err)) {
        bool busy = *db && db_fault(*db) == DB_BUSY;
        if (!busy || proc_clock_ms() - start >= options->wait_ms)
            return false;
        db_close(db);
        proc_sleep_ms(OPEN_AGAIN_MS);
    }
    return true;
}

static bool open_in_memory(const StoreOptions *options, Db **db, Err *err)
{
    db_close(db);
    StoreOptions private = *options;
    private.read_only = true; /* no journal settings */
    Version version;
    return db_open("", DB_MEMORY, 0, db, err) && set_up_connection(*db, &private, err) &&
           make_schema(*db, &version, err);
}

/* Checked before SQLite tries: a failure in a writable place is repaired by deleting the file. */
static bool may_write(Arena scratch, Str path)
{
    char *directory = str_terminate(&scratch, path_directory(path));
    char *file = str_terminate(&scratch, path);
    return fs_make_directories(scratch, path_directory(path)) && access(directory, W_OK) == 0 &&
           (access(file, W_OK) == 0 || errno == ENOENT);
}

/* Whether no other user can have created the file or can redirect writes to it. A database that is
   only read may be on a read-only disk. */
static bool is_own_place(Arena scratch, const StoreOptions *options)
{
    bool write = !options->read_only && may_write(scratch, options->path);
    return fs_is_private(scratch, path_directory(options->path)) &&
           (fs_make_private(scratch, options->path, write) || (!write && errno == EROFS));
}

/* Only copies an index of this version. */
static bool open_copy(Arena scratch, Str path, Db **db)
{
    Err ignored;
    db_close(db);
    return db_open("", DB_MEMORY, 0, db, &ignored) &&
           db_copy(scratch, str_terminate(&scratch, path), *db) &&
           check_version(*db, &ignored) == VERSION_THIS;
}

static bool open_best(Arena *arena, const StoreOptions *options, Store *store, Str *notice,
                      Err *err)
{
    Version version = VERSION_UNKNOWN;
    if (options->memory)
        return store->private = open_in_memory(options, &store->db, err);
    if (!is_own_place(*arena, options)) {
        Str place = str_slice(path_directory(options->path), 0, PATH_SHOWN_BYTES);
        *notice = str_format(
            arena,
            "'%.*s' can be written by others, or holds what is not this user's: the index is kept "
            "in memory for this run",
            STR_ARG(place));
        store->lock_path = NULL;
        if (options->read_only)
            return err_set(err, ERR_FAILED, "%.*s", STR_ARG(*notice));
        return store->private = open_in_memory(options, &store->db, err);
    }
    DbMode mode = options->read_only ? DB_READ : DB_WRITE;
    bool writable = mode == DB_WRITE && may_write(*arena, options->path);
    if ((mode == DB_READ || writable) &&
        open_patiently(*arena, options, mode, &store->db, &version, err))
        return true;
    if (mode == DB_READ)
        return false;
    bool damaged = store->db && db_fault(store->db) == DB_CORRUPT;
    if (writable && (version == VERSION_OTHER || damaged)) {
        db_close(&store->db);
        Str former = cache_set_aside(arena, options->path);
        cache_remove_database(*arena, options->path);
        bool made = open_once(*arena, options, mode, &store->db, &version, err);
        if (made)
            vectors_take_over(*arena, options->path, former);
        cache_remove(*arena, former);
        if (made) {
            *notice = damaged ? STR(STORE_DAMAGED)
                              : STR("the index was of another version and is rebuilt");
            return true;
        }
    }
    if (store->db && db_fault(store->db) == DB_BUSY)
        return false;
    Str why = str_format(arena, "%s", err->message[0] ? err->message : strerror(errno));
    if (writable && fs_is_full(*arena, path_directory(options->path)))
        why = STR("the disk is full");
    bool copied = open_copy(*arena, options->path, &store->db);
    if (!copied || writable)
        *notice = str_format(arena, "the index cannot be written (%.*s): it is %s", STR_ARG(why),
                             copied ? "read as it is" : "kept in memory for this run");
    return store->private = copied || open_in_memory(options, &store->db, err);
}

static bool open_tree(Store *store, const StoreOptions *options, Err *err);

static void open_packs(Store *store)
{
    store->packs = packs_open(store->db);
    store->terms = term_store_open(store->db);
}

static void close_packs(Store *store)
{
    packs_close(&store->packs);
    term_store_close(&store->terms);
}

bool store_retreat(Store *store, Str *notice, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    StoreOptions options = {.memory = true, .tree = store->root};
    DbFault fault = db_fault(store->db);
    if (fault != DB_FULL && fault != DB_NO_WRITE)
        return false;
    *notice = fault == DB_FULL ? STR(STORE_FULL) : STR(STORE_NO_WRITE);
    arena_open(&scratch, 0);
    store->tree = 0;
    store->private = true;
    close_packs(store);
    bool copied = store->path.len && open_copy(scratch, store->path, &store->db);
    if (!copied && !open_in_memory(&options, &store->db, err))
        return false;
    open_packs(store);
    return open_tree(store, &options, err);
}

static bool find_tree(Store *store, Str root, Err *err)
{
    Statement *get = db_prepare(store->db, "SELECT id FROM tree WHERE root = ?1");
    db_bind_text(get, 1, root);
    while (db_next(get, err))
        store->tree = db_u64(get, 0);
    return !db_failed(get);
}

static bool open_tree(Store *store, const StoreOptions *options, Err *err)
{
    if (!find_tree(store, options->tree, err))
        return false;
    if (store->tree || options->read_only)
        return true;
    Statement *put = db_prepare(store->db, "INSERT OR IGNORE INTO tree(root) VALUES(?1)");
    db_bind_text(put, 1, options->tree);
    return db_run(put, err) && find_tree(store, options->tree, err);
}

bool store_is_broken(const Store *store)
{
    return store->db && !store->private && !store->read_only && db_fault(store->db) == DB_CORRUPT;
}

/* *broken is set if the database proved to be damaged; closing has then removed it. */
static bool try_open(Arena *arena, const StoreOptions *options, Store **store, Str *notice,
                     bool *broken, Err *err)
{
    *notice = (Str){0};
    *err = (Err){0};
    *store = NEW(arena, Store, 1);
    (*store)->wait_ms = options->wait_ms;
    (*store)->read_only = options->read_only;
    (*store)->root = str_copy(arena, options->tree);
    if (!options->memory) {
        (*store)->path = str_copy(arena, options->path);
        (*store)->lock_path = str_terminate(arena, str_join(arena, options->path, STR("-lock")));
    }
    bool opened = open_best(arena, options, *store, notice, err);
    if (opened)
        open_packs(*store);
    if (opened && open_tree(*store, options, err))
        return true;
    if (!opened || !store_retreat(*store, notice, err)) {
        *broken = store_is_broken(*store);
        store_close(store);
        return false;
    }
    return true;
}

bool store_open(Arena *arena, const StoreOptions *options, Store **store, Str *notice, Err *err)
{
    bool broken = false;
    if (try_open(arena, options, store, notice, &broken, err))
        return true;
    if (!broken || !try_open(arena, options, store, notice, &broken, err))
        return false;
    *notice = STR(STORE_DAMAGED);
    return true;
}

bool store_lock(Store *store, int wait_ms)
{
    if (store->lock || !store->lock_path)
        return true;
    int fd = open(store->lock_path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (fd < 0)
        return true; /* not writable, so the store is private to this process */
    for (int waited = 0; flock(fd, LOCK_EX | LOCK_NB) != 0; waited += LOCK_POLL_MS) {
        if (waited >= wait_ms) {
            close(fd);
            return false;
        }
        nanosleep(&(struct timespec){.tv_nsec = LOCK_POLL_MS * 1000000L}, NULL);
    }
    store->lock = fd + 1;
    store_tell(store, (StoreProgress){0});
    return true;
}

void store_tell(const Store *store, StoreProgress progress)
{
    progress.process = (uint64_t)getpid();
    if (store->lock && pwrite(store->lock - 1, &progress, sizeof progress, 0) < 0)
        return; /* if the disk is full, others only miss a number */
}

bool store_hear(const Store *store, StoreProgress *progress)
{
    *progress = (StoreProgress){0};
    int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int fd = store->lock || !store->lock_path ? -1 : open(store->lock_path, flags);
    if (fd < 0)
        return false;
    bool taken = flock(fd, LOCK_SH | LOCK_NB) != 0;
    if (taken && pread(fd, progress, sizeof *progress, 0) != (ssize_t)sizeof *progress)
        *progress = (StoreProgress){0};
    close(fd);
    return taken;
}

void store_close(Store **store)
{
    Arena scratch SCOPED(arena_close) = {0};
    bool broken = *store && store_is_broken(*store);
    if (*store) {
        close_packs(*store);
        db_close(&(*store)->db);
    }
    if (broken) {
        arena_open(&scratch, 1 * MB);
        cache_remove_database(scratch, (*store)->path);
    }
    if (*store && (*store)->lock)
        close((*store)->lock - 1);
    *store = NULL;
}

bool store_is_private(const Store *store)
{
    return store->private;
}

Db *store_db(Store *store)
{
    return store->db;
}

bool store_begin(Store *store, Err *err)
{
    packs_begin(store->packs);
    return db_run(db_prepare(store->db, "BEGIN IMMEDIATE"), err);
}

bool store_begin_at_once(Store *store, Err *err)
{
    db_set_wait(store->db, 0);
    bool begun = store_begin(store, err);
    db_set_wait(store->db, store->wait_ms);
    return begun;
}

/* Facts may wait, but terms must not: facts that are already packed need theirs. */
bool store_commit_some(Store *store, Err *err)
{
    return term_store_flush(store->terms, err) && db_run(db_prepare(store->db, "COMMIT"), err);
}

/* Stored answers are based on the previous generation. */
static void drop_answers(Store *store)
{
    Arena scratch SCOPED(arena_close) = {0};
    uint64_t generation = 0, birth = 0;
    Err ignored;
    if (store->private || !store_generation(store, &generation, &ignored) ||
        !store_birth(store, &birth, &ignored))
        return;
    arena_open(&scratch, 1 * MB);
    answers_outdate(&scratch, store->path, store->tree, generation + birth);
}

bool store_commit(Store *store, Err *err)
{
    bool done = store_facts_flush(store, err) && store_commit_some(store, err);
    if (done && store->advanced)
        drop_answers(store);
    store->advanced = store->advanced && !done;
    return done;
}

void store_rollback(Store *store)
{
    Err ignored;
    packs_forget(store->packs);
    term_store_forget(store->terms);
    store->advanced = false;
    if (!db_in_transaction(store->db))
        return;
    (void)!db_run(db_prepare(store->db, "ROLLBACK"), &ignored);
}

uint64_t store_tree(const Store *store)
{
    return store->tree;
}

void store_use_tree(Store *store, uint64_t tree)
{
    store->tree = tree;
}

/* ---- segments ---- */

bool store_generation(Store *store, uint64_t *generation, Err *err)
{
    Statement *get = db_prepare(store->db, "SELECT generation FROM tree WHERE id = ?1");
    db_bind_u64(get, 1, store->tree);
    *generation = 0;
    while (db_next(get, err))
        *generation = db_u64(get, 0);
    return !db_failed(get);
}

bool store_generation_next(Store *store, uint64_t *generation, Err *err)
{
    Statement *put =
        db_prepare(store->db, "UPDATE tree SET generation = generation + 1 WHERE id = ?1");
    db_bind_u64(put, 1, store->tree);
    Statement *now = db_prepare(store->db, "INSERT OR REPLACE INTO meta"
                                           " VALUES('saved:' || ?1, strftime('%s', 'now'))");
    db_bind_u64(now, 1, store->tree);
    store->advanced = true;
    return db_run(put, err) && db_run(now, err) && store_generation(store, generation, err);
}

bool store_birth(Store *store, uint64_t *birth, Err *err)
{
    Statement *get = db_prepare(store->db, "SELECT value FROM meta WHERE key = 'birth'");
    *birth = 0;
    while (db_next(get, err))
        *birth = db_u64(get, 0);
    return !db_failed(get);
}

uint64_t store_file(Arena scratch, Str path)
{
    struct statx info;
    if (statx(AT_FDCWD, str_terminate(&scratch, path), 0, STATX_INO | STATX_BTIME, &info) != 0)
        return 0;
    const uint64_t parts[] = {(uint64_t)info.stx_dev_major << 32 | info.stx_dev_minor, info.stx_ino,
                              info.stx_mask & STATX_BTIME ? (uint64_t)info.stx_btime.tv_sec : 0,
                              info.stx_mask & STATX_BTIME ? info.stx_btime.tv_nsec : 0};
    return hash_fast((Str){(const char *)parts, sizeof parts}) | 1;
}

bool store_age(Store *store, uint64_t *seconds, Err *err)
{
    Statement *get = db_prepare(store->db, "SELECT max(0, strftime('%s', 'now') - value) FROM meta"
                                           " WHERE key = 'saved:' || ?1");
    db_bind_u64(get, 1, store->tree);
    *seconds = 0;
    if (db_next(get, err))
        *seconds = db_u64(get, 0);
    return !db_failed(get);
}

bool store_snapshot_begin(Store *store, uint64_t *generation, Err *err)
{
    return db_run(db_prepare(store->db, "BEGIN"), err) && store_generation(store, generation, err);
}

void store_snapshot_end(Store *store)
{
    Err ignored;
    (void)!db_run(db_prepare(store->db, "END"), &ignored);
}

void store_map(Store *store, bool mapped)
{
    Err ignored;
    if (store->mapped != mapped &&
        db_script(store->db, mapped ? MAPPED : "PRAGMA mmap_size=0;", &ignored))
        store->mapped = mapped;
}
