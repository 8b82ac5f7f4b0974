/* PostgreSQL client, by the program `fovea-postgres` as a child: libpq, with its TLS, Kerberos and
   LDAP, and the server's bytes stay in another process. Connections follow the rules of libpq:
   environment, service file, password file, sslmode. The connection string goes through a socket,
   so no password appears in a process list or an error.

   Statements are constant texts with parameters; data is never pasted into them. Values
   are in PostgreSQL's text format and UTF-8. */
#pragma once

#include "base/err.h"

/* The version that the program's SQL needs: views with the rights of their user. */
#define POSTGRES_VERSION_MIN 150000

typedef struct Postgres Postgres;

typedef struct PostgresOptions {
    Str target;                  /* postgresql://…, postgres://…, or keywords: service=org */
    bool reads;                  /* transactions are read-only, each of one snapshot */
    int statement_ms;            /* time limit of a statement, unless the server's own is lower */
    const volatile bool *cancel; /* NULL: never */
} PostgresOptions;

/* A value of a parameter or of a result. */
typedef struct PostgresValue {
    Str text;
    bool null;
} PostgresValue;

/* A statement and its parameters, $1, $2, … */
typedef struct PostgresStatement {
    const char *sql;
    const PostgresValue *values;
    size_t count;
} PostgresStatement;

typedef struct PostgresRows {
    size_t columns, count;
    PostgresValue *values; /* row by row */
} PostgresRows;

static inline Str postgres_text(const PostgresRows *rows, size_t row, size_t column)
{
    return rows->values[row * rows->columns + column].text;
}
/* A whole number; 0 for NULL and any other value. */
int64_t postgres_number(const PostgresRows *rows, size_t row, size_t column);
static inline bool postgres_flag(const PostgresRows *rows, size_t row, size_t column)
{
    return str_equal(postgres_text(rows, row, column), STR("t"));
}

/* Whether a text has the form of a target: a URL of PostgreSQL's, or `keyword=value`. */
bool postgres_is_target(Str text);
/* The target in a form that may be shown: with `***` for a password. */
Str postgres_target_shown(Arena *arena, Str target);
/* Connects. Everything lives in the arena. Fails with a hint if the program is missing, or the
   server is missing or refuses. */
bool postgres_open(Arena *arena, const PostgresOptions *options, Postgres **postgres,
                   Err *err) MUST_USE;
/* Works as SCOPED(postgres_close). An open transaction is rolled back, a running statement
   cancelled. The connection is left in its original state: a pool may give it to another client. */
void postgres_close(Postgres **postgres);

/* Begins a transaction; statements run only in one. Its settings are our own and end with it: an
   empty search path, the login's own role, UTF-8, time limits. So pooled connections leak no
   settings from us to later clients, nor from earlier ones to us. A reader's statements see one
   snapshot; a writer's see the data committed when they begin. */
bool postgres_begin(Postgres *postgres, Err *err) MUST_USE;
bool postgres_commit(Postgres *postgres, Err *err) MUST_USE;
/* Without a transaction it has no effect. */
bool postgres_rollback(Postgres *postgres, Err *err) MUST_USE;
/* Runs one statement; *rows may be NULL. */
bool postgres_query(Postgres *postgres, Arena *arena, const PostgresStatement *statement,
                    PostgresRows *rows, Err *err) MUST_USE;
/* Runs statements without parameters or results. */
bool postgres_run(Postgres *postgres, const char *sql, Err *err) MUST_USE;
/* Bulk load: `sql` is COPY … FROM STDIN. Rows are put in PostgreSQL's text format. */
bool postgres_copy_begin(Postgres *postgres, const char *sql, Err *err) MUST_USE;
bool postgres_copy_put(Postgres *postgres, Str rows, Err *err) MUST_USE;
bool postgres_copy_end(Postgres *postgres, Err *err) MUST_USE;

/* SQLSTATE of the last error of a statement, five characters; empty: no error, or not from the
   server. */
Str postgres_state(const Postgres *postgres);
/* Rows inserted, changed or deleted by the last statement. */
uint32_t postgres_affected(const Postgres *postgres);
