/* A thin layer over SQLite: connections, cached statements, and errors as Err. Only src/index and
   modules with tables of their own use it.

          Statement *files = db_prepare(db, "SELECT path FROM file WHERE id = ?1");
          db_bind_u64(files, 1, id);
          while (db_next(files, err))
              use(db_text(files, 0));
          if (db_failed(files)) return false;

   Each statement is prepared once for a connection. The address of its text is the key, so texts
   must be literals. */
#pragma once

#include "base/arena.h"
#include "base/err.h"

typedef struct Db Db;
typedef struct Statement Statement;

typedef enum DbMode {
    DB_READ,   /* an existing database, read-only */
    DB_WRITE,  /* created if missing; with a write-ahead log */
    DB_MEMORY, /* private, in memory */
} DbMode;

/* What the last failure means for the caller. */
typedef enum DbFault {
    DB_FINE,
    DB_CORRUPT,  /* the file is damaged or not a database */
    DB_FULL,     /* disk full */
    DB_NO_WRITE, /* writing fails for another reason, such as a limit to the size of files */
    DB_BUSY,     /* another writer held the lock for longer than the wait */
    DB_FORM,     /* a table or column is missing */
    DB_OTHER,
} DbFault;

/* What error texts call a database, and their hints. Without it they speak of the index. */
typedef struct DbSubject {
    const char *name; /* `index` */
    const char *full, *damaged, *busy;
} DbSubject;

/* `wait_ms` is how long to wait for another writer. On failure *db may be set, for db_fault, and
   must be closed. */
bool db_open(const char *path, DbMode mode, int wait_ms, Db **db, Err *err) MUST_USE;
/* Copies the database at `path` into `db`, which must be new and in memory. Works where nothing
   can be written, not even the shared-memory file that readers need. False if that is impossible
   or the database is damaged. */
bool db_copy(Arena scratch, const char *path, Db *db) MUST_USE;
void db_set_subject(Db *db, const DbSubject *subject); /* not copied */
/* Whether every page of the database can be read and makes sense. */
bool db_is_whole(Db *db);
/* Changes how long to wait for another writer. */
void db_set_wait(Db *db, int wait_ms);
void db_close(Db **db);         /* works as SCOPED(db_close) */
DbFault db_fault(const Db *db); /* of the latest failure */
/* Records that the data read was invalid: db_fault is DB_CORRUPT from now on. */
void db_note_damage(Db *db);
/* Some failures end the transaction, so this must be asked before a rollback. */
bool db_in_transaction(const Db *db);

/* Runs several statements without results. */
bool db_script(Db *db, const char *text, Err *err) MUST_USE;

/* Never NULL: if preparing failed, the first db_next fails with the reason. The statement is reset
   and has no values bound. */
Statement *db_prepare(Db *db, const char *literal);
/* stored as SQL's signed 64 bits */
void db_bind_u64(Statement *statement, int index, uint64_t value);
void db_bind_text(Statement *statement, int index, Str value); /* empty: NULL; not copied */
void db_bind_blob(Statement *statement, int index, Str value); /* not copied */

/* Steps to the next row. False at the end, or on failure: then db_failed is true and *err is set.
 */
bool db_next(Statement *statement, Err *err);
bool db_failed(const Statement *statement);
/* Steps to the end; false on failure. */
bool db_run(Statement *statement, Err *err) MUST_USE;

/* Columns of the current row. Texts and blobs are valid until the next step. */
uint64_t db_u64(Statement *statement, int column);
Str db_text(Statement *statement, int column);
uint64_t db_last_id(const Db *db);

/* Reads only the beginning of blobs in a column; a query would load each blob entirely. Initialise
   db, table and column. Nothing can be written until db_blobs_close. */
typedef struct DbBlobs {
    Db *db;
    const char *table, *column;
    void *handle;
} DbBlobs;
/* The first `len` bytes of a row's blob, or fewer if it is shorter. Empty if it cannot be read. */
Str db_blobs_head(DbBlobs *blobs, uint64_t row, char *room, size_t len);
void db_blobs_close(DbBlobs *blobs); /* works as SCOPED(db_blobs_close) */
