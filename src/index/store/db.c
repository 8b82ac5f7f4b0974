/* A connection keeps its prepared statements in a list, and finds them by the address of their
   text. */
#include "index/store/db.h"

#include "base/buf.h"
#include "base/fs.h"

#include <limits.h>
#include <sqlite3.h>
#include <stdlib.h>

/* Statements per connection; the code has about a hundred literals. */
#define STATEMENTS_MAX 256

struct Statement {
    const char *text;
    sqlite3_stmt *handle;
    Db *owner;
    int status;
};

struct Db {
    sqlite3 *handle;
    const DbSubject *subject; /* NULL: the index */
    int fault;                /* SQLite's result code of the last failure */
    Statement statements[STATEMENTS_MAX];
    size_t count;
};

/* Whether a result code says that the file cannot be written, although there is room. */
static bool is_no_write(int status)
{
    return status == SQLITE_IOERR_WRITE || status == SQLITE_IOERR_TRUNCATE ||
           status == SQLITE_IOERR_FSYNC || status == SQLITE_IOERR_SHMSIZE;
}

DbFault db_fault(const Db *db)
{
    if (is_no_write(db->fault))
        return DB_NO_WRITE;
    switch (db->fault & 0xFF) {
    case SQLITE_OK: return DB_FINE;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return DB_CORRUPT;
    case SQLITE_FULL: return DB_FULL;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return DB_BUSY;
    case SQLITE_ERROR: return DB_FORM;
    default: return DB_OTHER;
    }
}

void db_note_damage(Db *db)
{
    db->fault = SQLITE_CORRUPT;
}

static bool fail(Db *db, int status, Err *err)
{
    static const DbSubject index = {
        .name = "index",
        .full = "the disk of the cache directory is full: free some space or set XDG_CACHE_HOME",
        .damaged = "the index is damaged: `fovea index --force` rebuilds it",
        .busy = "another fovea is writing this index; try again"};
    const DbSubject *subject = db->subject ? db->subject : &index;
    db->fault = status;
    err_set(err, ERR_FAILED, "%s: %s", subject->name, sqlite3_errmsg(db->handle));
    if (db_fault(db) == DB_FULL)
        err_hint(err, "%s", subject->full);
    else if (db_fault(db) == DB_CORRUPT)
        err_hint(err, "%s", subject->damaged);
    else if (db_fault(db) == DB_BUSY)
        err_hint(err, "%s", subject->busy);
    else if (db_fault(db) == DB_OTHER || db_fault(db) == DB_NO_WRITE)
        err_hint(err, "try again; if it fails again, check its disk and the limit to the size of "
                      "files (ulimit -f)");
    return false;
}

/* Resolves links in the directory's path, which are the user's own. SQLite refuses any link
   (NOFOLLOW), as it must for the file itself. */
static const char *real_path_of(const char *path, char real[PATH_MAX])
{
    char directory[PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t len = slash ? (size_t)(slash - path) : 0;
    if (!len || len >= sizeof directory)
        return path;
    memcpy(directory, path, len);
    directory[len] = '\0';
    if (!realpath(directory, real) || strlen(real) + strlen(slash) >= PATH_MAX)
        return path;
    memcpy(real + strlen(real), slash, strlen(slash) + 1);
    return real;
}

bool db_open(const char *path, DbMode mode, int wait_ms, Db **db, Err *err)
{
    static const int flags[] = {
        [DB_READ] = SQLITE_OPEN_READONLY,
        [DB_WRITE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
        [DB_MEMORY] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY,
    };
    Db *opened = calloc(1, sizeof *opened);
    if (!opened)
        arena_fatal("out of memory: cannot open the index");
    *db = opened;
    char real[PATH_MAX];
    int status = sqlite3_open_v2(
        mode == DB_MEMORY ? ":memory:" : real_path_of(path, real), &opened->handle,
        flags[mode] | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW, NULL);
    if (status != SQLITE_OK) {
        fail(opened, status, err);
        return false;
    }
    sqlite3_busy_timeout(opened->handle, wait_ms);
    sqlite3_db_config(opened->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(opened->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return true;
}

#define COPY_ATTEMPTS 3 /* each fails only if a writer ends or starts during it */

/* The path as an SQLite URI. */
static const char *uri_of(Arena *arena, const char *path, bool unchanging)
{
    Buf uri = buf_open(arena, 0);
    buf_put(&uri, STR("file:"));
    for (const char *at = path; *at; at++)
        if (*at == '%' || *at == '?' || *at == '#')
            buf_printf(&uri, "%%%02x", (unsigned)*at);
        else
            buf_put_byte(&uri, *at);
    if (unchanging)
        buf_put(&uri, STR("?immutable=1"));
    return str_terminate(arena, buf_str(&uri));
}

/* Whether there is a log with content. A full disk can leave an empty one. */
static bool has_log(Arena scratch, const char *path)
{
    return fs_has_bytes(scratch, str_format(&scratch, "%s-wal", path));
}

static bool copy_pages(sqlite3 *from, Db *db)
{
    sqlite3_backup *copying = sqlite3_backup_init(db->handle, "main", from, "main");
    if (!copying)
        return false;
    bool whole = sqlite3_backup_step(copying, -1) == SQLITE_DONE;
    return sqlite3_backup_finish(copying) == SQLITE_OK && whole;
}

void db_set_subject(Db *db, const DbSubject *subject)
{
    db->subject = subject;
}

void db_set_wait(Db *db, int wait_ms)
{
    sqlite3_busy_timeout(db->handle, wait_ms);
}

void db_close(Db **db)
{
    Db *closing = *db;
    *db = NULL;
    if (!closing)
        return;
    for (size_t i = 0; i < closing->count; i++)
        sqlite3_finalize(closing->statements[i].handle);
    sqlite3_close(closing->handle);
    free(closing);
}

bool db_script(Db *db, const char *text, Err *err)
{
    int status = sqlite3_exec(db->handle, text, NULL, NULL, NULL);
    return status == SQLITE_OK || fail(db, status, err);
}

/* A statement whose preparation failed is prepared again on the next use, since its table may
   exist by then. */
static Statement *prepare(Statement *statement)
{
    statement->status = sqlite3_prepare_v3(statement->owner->handle, statement->text, -1,
                                           SQLITE_PREPARE_PERSISTENT, &statement->handle, NULL);
    return statement;
}

Statement *db_prepare(Db *db, const char *literal)
{
    for (size_t i = 0; i < db->count; i++) {
        Statement *known = &db->statements[i];
        if (known->text != literal)
            continue;
        if (!known->handle)
            return prepare(known);
        sqlite3_reset(known->handle);
        sqlite3_clear_bindings(known->handle);
        known->status = SQLITE_OK;
        return known;
    }
    assert(db->count < STATEMENTS_MAX);
    Statement *statement = &db->statements[db->count++];
    statement->text = literal;
    statement->owner = db;
    return prepare(statement);
}

void db_bind_u64(Statement *statement, int index, uint64_t value)
{
    sqlite3_bind_int64(statement->handle, index, (sqlite3_int64)value);
}

void db_bind_text(Statement *statement, int index, Str value)
{
    sqlite3_bind_text64(statement->handle, index, value.ptr, value.len, SQLITE_STATIC, SQLITE_UTF8);
}

void db_bind_blob(Statement *statement, int index, Str value)
{
    sqlite3_bind_blob64(statement->handle, index, value.ptr, value.len, SQLITE_STATIC);
}

bool db_next(Statement *statement, Err *err)
{
    if (!statement->handle) {
        fail(statement->owner, statement->status, err);
        return false;
    }
    statement->status = sqlite3_step(statement->handle);
    if (statement->status == SQLITE_ROW)
        return true;
    int status = statement->status;
    if (status != SQLITE_DONE)
        fail(statement->owner, status, err);
    sqlite3_reset(statement->handle);
    return false;
}

bool db_failed(const Statement *statement)
{
    return statement->status != SQLITE_ROW && statement->status != SQLITE_DONE &&
           statement->status != SQLITE_OK;
}

bool db_run(Statement *statement, Err *err)
{
    while (db_next(statement, err))
        continue;
    return !db_failed(statement);
}

uint64_t db_u64(Statement *statement, int column)
{
    return (uint64_t)sqlite3_column_int64(statement->handle, column);
}

Str db_text(Statement *statement, int column)
{
    const void *bytes = sqlite3_column_blob(statement->handle, column);
    return (Str){bytes, (size_t)sqlite3_column_bytes(statement->handle, column)};
}

uint64_t db_last_id(const Db *db)
{
    return (uint64_t)sqlite3_last_insert_rowid(db->handle);
}

bool db_in_transaction(const Db *db)
{
    return !sqlite3_get_autocommit(db->handle);
}

bool db_is_whole(Db *db)
{
    Err ignored;
    Statement *check = db_prepare(db, "PRAGMA quick_check(1)");
    bool whole = db_next(check, &ignored) && str_equal(db_text(check, 0), STR("ok"));
    while (!db_failed(check) && db_next(check, &ignored))
        continue;
    return whole;
}

/* How the database is opened to be copied. */
typedef enum {
    COPY_FILE,      /* without a log: no process is writing, and the file alone is the database */
    COPY_SHARED,    /* with a log: SQLite reads it by the log's index, in a file next to it */
    COPY_EXCLUSIVE, /* no room for that file: the log's index is kept in memory, under a lock */
} CopyMode;

static bool copy_once(Arena scratch, const char *path, CopyMode mode, Db *db)
{
    sqlite3 *from = NULL;
    int access = mode == COPY_EXCLUSIVE ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    bool copied =
        sqlite3_open_v2(uri_of(&scratch, path, mode == COPY_FILE), &from,
                        access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, NULL) == SQLITE_OK;
    if (copied && mode == COPY_EXCLUSIVE) {
        sqlite3_db_config(from, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        sqlite3_exec(from, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
    }
    /* Damage must be found here, because `fovea index --force` cannot repair a copy. */
    copied = copied && copy_pages(from, db) && db_is_whole(db);
    sqlite3_close(from);
    return copied;
}

bool db_copy(Arena scratch, const char *path, Db *db)
{
    /* A process that ends makes or removes the log meanwhile. */
    for (int attempt = 0; attempt < COPY_ATTEMPTS; attempt++)
        if (has_log(scratch, path)) {
            if (copy_once(scratch, path, COPY_SHARED, db) ||
                copy_once(scratch, path, COPY_EXCLUSIVE, db))
                return true;
        } else if (copy_once(scratch, path, COPY_FILE, db) && !has_log(scratch, path)) {
            return true;
        }
    return false;
}

static bool go_to_blob(DbBlobs *blobs, uint64_t row)
{
    sqlite3_blob *handle = blobs->handle;
    if (handle)
        return sqlite3_blob_reopen(handle, (sqlite3_int64)row) == SQLITE_OK;
    bool found = sqlite3_blob_open(blobs->db->handle, "main", blobs->table, blobs->column,
                                   (sqlite3_int64)row, 0, &handle) == SQLITE_OK;
    blobs->handle = handle;
    return found;
}

Str db_blobs_head(DbBlobs *blobs, uint64_t row, char *room, size_t len)
{
    if (!go_to_blob(blobs, row))
        return (Str){0};
    size_t some = MIN(len, (size_t)sqlite3_blob_bytes(blobs->handle));
    bool read = sqlite3_blob_read(blobs->handle, room, (int)some, 0) == SQLITE_OK;
    return read ? (Str){room, some} : (Str){0};
}

void db_blobs_close(DbBlobs *blobs)
{
    sqlite3_blob_close(blobs->handle);
    blobs->handle = NULL;
}
