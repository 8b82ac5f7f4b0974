/* Opening, schema, recovery. The schema is made whole or not at all; anything but the present
   version is deleted, never migrated: rebuilding from unchanged facts is cheap, guessing is not. */
#include "index/store.h"

#include "base/fs.h"
#include "base/path.h"
#include "index/facts.h"

#include <errno.h>
#include <unistd.h>

struct Store {
    Db *db;
};

static const char schema[] =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE file(id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, size "
    "INTEGER,"
    " mtime_ns INTEGER, inode INTEGER, hash BLOB, language TEXT, lines INTEGER, class INTEGER,"
    " state INTEGER, reason TEXT, first_symbol INTEGER, symbol_count INTEGER);"
    "CREATE INDEX file_hash ON file(hash);"
    "CREATE TABLE facts(hash BLOB PRIMARY KEY, data BLOB) WITHOUT ROWID;"
    "CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE VIRTUAL TABLE name_words USING fts5(words, content='', detail=none,"
    " tokenize=\"ascii\");"
    "CREATE VIRTUAL TABLE name_trigram USING fts5(text, content='', detail=none,"
    " tokenize=\"trigram\");"
    "CREATE TABLE symbol(id INTEGER PRIMARY KEY, file INTEGER, name INTEGER, parent INTEGER,"
    " kind INTEGER, modifiers INTEGER, start_line INTEGER, end_line INTEGER, hash_symbol INTEGER);"
    "CREATE INDEX symbol_name ON symbol(name);";

static bool set_up_connection(Db *db, const StoreOptions *options, Err *err)
{
    if (options->read_only)
        return db_script(db, "PRAGMA mmap_size=268435456; PRAGMA cache_size=-16384;", err);
    return db_script(db,
                     "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                     "PRAGMA mmap_size=268435456; PRAGMA cache_size=-32768;"
                     "PRAGMA temp_store=MEMORY; PRAGMA wal_autocheckpoint=4096;",
                     err);
}

/* Whether the database is of this version: 1 yes, 0 no, -1 it has no tables yet. */
static int check_version(Db *db, Err *err)
{
    Statement *tables = db_prepare(db, "SELECT count(*) FROM sqlite_schema");
    if (!db_next(tables, err))
        return 0;
    uint64_t count = db_u64(tables, 0);
    while (db_next(tables, err))
        continue;
    if (!count)
        return -1;
    Statement *version = db_prepare(db, "SELECT value = ?1 FROM meta WHERE key = 'version'");
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%d.%d", STORE_VERSION, FACTS_VERSION);
    db_bind_text(version, 1, str_from(wanted));
    bool same = db_next(version, err) && db_u64(version, 0);
    while (!db_failed(version) && db_next(version, err))
        continue;
    return same;
}

static bool make_schema(Db *db, Err *err)
{
    char version[128];
    snprintf(version, sizeof version, "INSERT INTO meta VALUES('version', '%d.%d'); COMMIT;",
             STORE_VERSION, FACTS_VERSION);
    return db_script(db, "BEGIN IMMEDIATE;", err) && db_script(db, schema, err) &&
           db_script(db, version, err);
}

static void remove_database(Arena scratch, Str path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < COUNT(endings); i++)
        unlink(str_terminate(&scratch, str_join(&scratch, path, str_from(endings[i]))));
}

/* Opens the database and leaves it with the present schema; *version says what was found. */
static bool open_once(Arena scratch, const StoreOptions *options, DbMode mode, Db **db,
                      int *version, Err *err)
{
    *version = 0;
    char *path = str_terminate(&scratch, options->path);
    if (!db_open(path, mode, options->wait_ms, db, err) || !set_up_connection(*db, options, err))
        return false;
    *version = check_version(*db, err);
    if (*version == 1)
        return true;
    if (*version == 0)
        return false;
    return mode != DB_READ && make_schema(*db, err);
}

static bool open_in_memory(const StoreOptions *options, Db **db, Err *err)
{
    db_close(db);
    StoreOptions private = *options;
    private.read_only = true; /* no journal settings */
    return db_open("", DB_MEMORY, 0, db, err) && set_up_connection(*db, &private, err) &&
           make_schema(*db, err);
}

static bool open_best(Arena *arena, const StoreOptions *options, Store *store, Str *notice,
                      Err *err)
{
    int version = 0;
    if (options->memory)
        return open_in_memory(options, &store->db, err);
    DbMode mode = options->read_only ? DB_READ : DB_WRITE;
    bool writable = mode == DB_WRITE && fs_make_directories(*arena, path_directory(options->path));
    if ((mode == DB_READ || writable) &&
        open_once(*arena, options, mode, &store->db, &version, err))
        return true;
    if (mode == DB_READ)
        return false;
    bool stale = writable && (version == 0 || db_fault(store->db) == DB_CORRUPT) &&
                 db_fault(store->db) != DB_BUSY && db_fault(store->db) != DB_FULL;
    bool damaged = store->db && db_fault(store->db) == DB_CORRUPT;
    if (stale) {
        db_close(&store->db);
        remove_database(*arena, options->path);
        if (open_once(*arena, options, mode, &store->db, &version, err)) {
            *notice = damaged ? STR("the index was damaged and is made anew")
                              : STR("the index was of another version and is made anew");
            return true;
        }
    }
    if (store->db && db_fault(store->db) == DB_BUSY)
        return false;
    *notice =
        str_format(arena, "the index cannot be written (%s): it is kept in memory for this run",
                   err->message[0] ? err->message : strerror(errno));
    return open_in_memory(options, &store->db, err);
}

bool store_open(Arena *arena, const StoreOptions *options, Store **store, Str *notice, Err *err)
{
    *notice = (Str){0};
    *err = (Err){0};
    *store = NEW(arena, Store, 1);
    if (open_best(arena, options, *store, notice, err))
        return true;
    store_close(store);
    return false;
}

void store_close(Store **store)
{
    if (*store)
        db_close(&(*store)->db);
    *store = NULL;
}

Db *store_db(Store *store)
{
    return store->db;
}

bool store_begin(Store *store, Err *err)
{
    return db_run(db_prepare(store->db, "BEGIN IMMEDIATE"), err);
}

bool store_commit(Store *store, Err *err)
{
    return db_run(db_prepare(store->db, "COMMIT"), err);
}

void store_rollback(Store *store)
{
    Err ignored;
    (void)!db_run(db_prepare(store->db, "ROLLBACK"), &ignored);
}

bool store_meta_set(Store *store, Str key, Str value, Err *err)
{
    Statement *put = db_prepare(store->db, "INSERT INTO meta VALUES(?1, ?2) "
                                           "ON CONFLICT(key) DO UPDATE SET value = excluded.value");
    db_bind_text(put, 1, key);
    db_bind_text(put, 2, value);
    return db_run(put, err);
}
