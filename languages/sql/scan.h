/* SQL scanner: state and functions that its files share. A lexer that knows the quotes of all
   dialects yields the tokens of the current statement and finds its end. Readers turn CREATE and
   ALTER statements into symbols; all other statements are skipped without being tokenised. */
#pragma once

#include "base/buf.h"
#include "lang/scan/scan_text.h"

typedef enum SqlTokenKind {
    SQL_END, /* end of the statement */
    SQL_WORD,
    SQL_QUOTED, /* a quoted identifier; its text is without the quotes */
    SQL_STRING,
    SQL_NUMBER,
    SQL_PUNCT, /* a single byte */
} SqlTokenKind;

typedef struct SqlToken {
    SqlTokenKind kind;
    bool first; /* first token on its line */
    Str text;
    size_t start, end;
} SqlToken;

typedef enum SqlDialect {
    SQL_UNKNOWN,
    SQL_POSTGRES,
    SQL_MYSQL,
    SQL_SQLITE,
    SQL_TSQL,
    SQL_ORACLE,
    SQL_DIALECT_COUNT,
} SqlDialect;

/* Kinds of open blocks within a routine. */
typedef enum SqlFrame {
    FRAME_BLOCK,   /* BEGIN … END, or DECLARE … BEGIN … END */
    FRAME_DECLARE, /* declarations before a BEGIN */
    FRAME_PACKAGE,
    FRAME_CASE,
} SqlFrame;

/* Deeper blocks are only counted. */
#define SQL_FRAMES_MAX 64
/* Bytes of a statement's head that are recorded for its signature; more is never shown. */
#define SQL_RECORD_BYTES ((size_t)2048)
/* After this many dollar quotes that never close, `$` is an ordinary byte. */
#define SQL_OPEN_DOLLARS_MAX 16
#define SQL_DELIMITER_BYTES 16

typedef struct Sql {
    Scan *scan;
    Str text;
    size_t at; /* offset after the current token */
    SqlToken token;
    size_t statement;     /* start of the current statement */
    size_t statement_end; /* offset after its last byte, once the token is SQL_END */
    size_t last_end;      /* end of the last consumed token */
    SqlDialect dialect;
    char delimiter[SQL_DELIMITER_BYTES];
    size_t delimiter_len;
    size_t parens;
    size_t open_dollars;
    bool flat_comments; /* comments do not nest: a nested one did not end */
    bool special[256];  /* bytes at which skipping must stop */

    bool altering;      /* the statement is ALTER: a DROP on a new line belongs to it */
    bool plain;         /* an object without a body: in T-SQL its semicolon is optional */
    bool grouped;       /* a rule: semicolons in its parentheses are part of it */
    bool routine;       /* semicolons inside blocks do not end the statement */
    bool header;        /* before the AS, IS or BEGIN of the routine */
    bool referencing;   /* in a trigger's transition tables: OLD TABLE AS x */
    bool nested_header; /* PROCEDURE or FUNCTION in a package, before its IS or `;` */
    bool after_end;     /* the previous token was END */
    bool package;
    bool open_batch; /* a T-SQL body, which only GO ends */
    SqlFrame frames[SQL_FRAMES_MAX];
    size_t frame_count;

    bool recording;
    size_t recorded_end; /* end of the last recorded token */
    Buf record;

    Lead lead;
    Str insert_name, insert_owner; /* the current run of INSERTs */
    size_t insert_start, insert_end, insert_count;
} Sql;

/* ---- scan_lex.c ---- */
/* The dialect with the most evidence in the first bytes of a text, or SQL_UNKNOWN. */
SqlDialect sql_guess_dialect(Str head);
/* The offset after the quoted name, string or comment at `at`; `at` at other text. */
size_t sql_skip_quoted(Sql *sql, size_t at);
size_t sql_skip_comment(Sql *sql, size_t at);
/* Whether a line's first token, at `at`, ends the statement or begins another one. */
bool sql_line_ends_statement(Sql *sql, size_t at);
/* Reads the next token of the statement into sql->token. */
void sql_lex(Sql *sql);

/* ---- scan_token.c ---- */
/* Starts a statement at `at` and reads its first token. */
void sql_begin(Sql *sql, size_t at);
/* Consumes the current token, which is recorded while recording is on. No effect at SQL_END. */
void sql_advance(Sql *sql);
bool sql_at(const Sql *sql, const char *word);
bool sql_at_punct(const Sql *sql, char c);
/* Consumes the token when it is that word. */
bool sql_take(Sql *sql, const char *word);
/* Skips from `(` to the token after its `)`. */
void sql_skip_parens(Sql *sql);
/* Consumes the rest of the statement. */
void sql_finish(Sql *sql);
/* Turns recording on or off. */
void sql_record(Sql *sql, bool on);
void sql_record_text(Sql *sql, Str text);
/* The recorded text with white space folded; it ends with … when it was cut. */
Str sql_recorded(Sql *sql);

typedef struct SqlName {
    Str last;
    Str owner; /* the qualifier before the name, without quotes */
} SqlName;

/* Consumes a name, qualified or not; false if the next token is not a name. */
bool sql_read_name(Sql *sql, SqlName *name);

/* ---- scan_create.c ---- */
void sql_read_create(Sql *sql);
void sql_read_alter(Sql *sql);
/* ---- scan_routine.c ---- */
/* Updates the stack of blocks with a token of a routine. */
void sql_track(Sql *sql, const SqlToken *token);
void sql_read_routine(Sql *sql, SymbolKind kind, size_t symbol);
void sql_read_trigger(Sql *sql);
/* ---- scan_table.c ---- */
/* Reads the parenthesised columns at the current token. */
void sql_read_columns(Sql *sql);

/* Opens a symbol for the current statement and returns its index. */
size_t sql_open(Sql *sql, SymbolKind kind, const SqlName *name);
Symbol *sql_symbol(Sql *sql, size_t index);
void sql_close(Sql *sql, size_t index);
