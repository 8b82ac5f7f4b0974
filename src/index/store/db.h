/* A thin border to SQLite: connections, statements kept for reuse, and errors as ours. Only index/
   and what stores its own tables use it.

       Statement *files = db_prepare(db, "SELECT path FROM file WHERE id = ?1");
       db_bind_u64(files, 1, id);
       while (db_next(files, err))
           use(db_text(files, 0));
       if (db_failed(files)) return false;

   A statement is prepared once a connection and text (the text's address is the key: use
   literals). */
#pragma once

#include "base/arena.h"
#include "base/err.h"

typedef struct Db Db;
typedef struct Statement Statement;

typedef enum DbMode {
    DB_READ,   /* an existing database, read only */
    DB_WRITE,  /* made when missing; write-ahead log */
    DB_MEMORY, /* private, gone at close */
} DbMode;

/* What a failure means for the caller. */
typedef enum DbFault {
    DB_FINE,
    DB_CORRUPT, /* the file is damaged or no database */
    DB_FULL,    /* disk full */
    DB_BUSY,    /* another writer held it for longer than the wait */
    DB_FORM,    /* a table or a column is not there */
    DB_OTHER,
} DbFault;

/* `wait_ms`: how long to wait for another writer. */
bool db_open(const char *path, DbMode mode, int wait_ms, Db **db, Err *err) MUST_USE;
/* Fills `db`, in memory and new, with the database at `path`, which is only read: also from where
   nothing can be written, not even the files that readers share. False when that
   cannot be, or it is damaged. */
bool db_copy(Arena scratch, const char *path, Db *db) MUST_USE;
/* From now on. */
void db_set_wait(Db *db, int wait_ms);
void db_close(Db **db);         /* works as SCOPED(db_close) */
DbFault db_fault(const Db *db); /* of the latest failure */
/* What was read makes no sense: from now on its fault is DB_CORRUPT. */
void db_note_damage(Db *db);
/* Some failures end the transaction by themselves. */
bool db_in_transaction(const Db *db);

/* Several statements at once; no results. */
bool db_script(Db *db, const char *text, Err *err) MUST_USE;

/* Never NULL: a statement that could not be prepared fails at its first step with the reason. It
   comes reset, with no values bound. */
Statement *db_prepare(Db *db, const char *literal);
void db_bind_u64(Statement *statement, int index, uint64_t value); /* 64 bits, as signed in SQL */
void db_bind_text(Statement *statement, int index, Str value);     /* empty: NULL; not copied */
void db_bind_blob(Statement *statement, int index, Str value);     /* not copied */

/* Moves to the next row; false at the end or on failure (then db_failed, and *err is set). */
bool db_next(Statement *statement, Err *err);
bool db_failed(const Statement *statement);
/* Runs to the end; false on failure. */
bool db_run(Statement *statement, Err *err) MUST_USE;

/* Columns of the present row; texts and blobs live until the next step. */
uint64_t db_u64(Statement *statement, int column);
Str db_text(Statement *statement, int column);
uint64_t db_last_id(const Db *db);

/* The blobs of a column, without the rest of them: a query fetches all of a blob whatever it wants
   of it. Zeroed but for the names; nothing can be written until db_blobs_close. */
typedef struct DbBlobs {
    Db *db;
    const char *table, *column;
    void *handle;
} DbBlobs;
/* Its first bytes, as many as there are; empty when the row cannot be read. */
Str db_blobs_head(DbBlobs *blobs, uint64_t row, char *room, size_t len);
void db_blobs_close(DbBlobs *blobs); /* works as SCOPED(db_blobs_close) */
