/* The SQL scanner's inside. One pass: a lexer that knows every dialect's quotes gives tokens of the
   current statement, and says when that statement really ends; readers turn CREATE and ALTER
   statements into symbols; everything else is skipped at memory speed. */
#pragma once

#include "base/buf.h"
#include "lang/scan/scan_text.h"

typedef enum SqlTokenKind {
    SQL_END, /* of the statement */
    SQL_WORD,
    SQL_QUOTED, /* an identifier in quotes; text is without them */
    SQL_STRING,
    SQL_NUMBER,
    SQL_PUNCT, /* one byte */
} SqlTokenKind;

typedef struct SqlToken {
    SqlTokenKind kind;
    bool first; /* on its line */
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

/* What is open inside a routine. */
typedef enum SqlFrame {
    FRAME_BLOCK,   /* BEGIN … END, or DECLARE … BEGIN … END */
    FRAME_DECLARE, /* declarations before a BEGIN */
    FRAME_PACKAGE,
    FRAME_CASE,
} SqlFrame;

/* Blocks nested deeper are counted only. */
#define SQL_FRAMES_MAX 64
/* Header text beyond what a signature shows is not recorded. */
#define SQL_RECORD_BYTES ((size_t)2048)
/* Dollar quotes that never close: after this many, a `$` is an ordinary byte. */
#define SQL_OPEN_DOLLARS_MAX 16
#define SQL_DELIMITER_BYTES 16

typedef struct Sql {
    Scan *scan;
    Str text;
    size_t at; /* after the current token */
    SqlToken token;
    size_t statement;     /* where the current statement starts */
    size_t statement_end; /* after its last byte, once token is SQL_END */
    size_t last_end;      /* of the last consumed token */
    SqlDialect dialect;
    char delimiter[SQL_DELIMITER_BYTES];
    size_t delimiter_len;
    size_t parens;
    size_t open_dollars;
    bool flat_comments; /* a nested comment did not end: they do not nest */
    bool special[256];  /* bytes that skipping has to look at */

    bool altering;      /* the statement is ALTER: DROP on a new line goes on with it */
    bool plain;         /* an object without a body: T-SQL may end it without a semicolon */
    bool grouped;       /* a rule: semicolons inside its parentheses end nothing */
    bool routine;       /* semicolons inside frames end nothing */
    bool header;        /* before the AS, IS or BEGIN of the routine */
    bool referencing;   /* transition tables of a trigger: OLD TABLE AS x */
    bool nested_header; /* PROCEDURE or FUNCTION of a package, before its IS or `;` */
    bool after_end;     /* the token before was END */
    bool package;
    bool open_batch; /* a T-SQL body: only GO ends it */
    SqlFrame frames[SQL_FRAMES_MAX];
    size_t frame_count;

    bool recording;
    size_t recorded_end; /* of the last recorded token */
    Buf record;

    Lead lead;
    Str insert_name, insert_owner; /* the run of INSERTs that is going on */
    size_t insert_start, insert_end, insert_count;
} Sql;

/* scan_lex.c */
SqlDialect sql_guess_dialect(Str head);
/* Past the quoted name, string or comment at `at`; `at` when nothing of that kind starts there. */
size_t sql_skip_quoted(Sql *sql, size_t at);
size_t sql_skip_comment(Sql *sql, size_t at);
/* Where the statement ends when a line's first token at `at` begins another one or ends this one;
   STR_NONE when it goes on. */
bool sql_line_ends_statement(Sql *sql, size_t at);
/* Lexes the token after the current one, within the statement. */
void sql_lex(Sql *sql);

/* scan_token.c */
void sql_begin(Sql *sql, size_t at);
void sql_advance(Sql *sql);
bool sql_at(const Sql *sql, const char *word);
bool sql_at_punct(const Sql *sql, char c);
bool sql_take(Sql *sql, const char *word);
/* From `(` past its `)`. */
void sql_skip_parens(Sql *sql);
void sql_finish(Sql *sql);
void sql_record(Sql *sql, bool on);
void sql_record_text(Sql *sql, Str text);
Str sql_recorded(Sql *sql);

typedef struct SqlName {
    Str last;
    Str owner; /* what stands before it, quotes removed */
} SqlName;

bool sql_read_name(Sql *sql, SqlName *name);

/* scan_create.c */
void sql_read_create(Sql *sql);
void sql_read_alter(Sql *sql);
/* scan_routine.c: what a word means for the frames of a routine. */
void sql_track(Sql *sql, const SqlToken *token);
void sql_read_routine(Sql *sql, SymbolKind kind, size_t symbol);
void sql_read_trigger(Sql *sql);
/* scan_table.c: the parenthesised columns at the current token. */
void sql_read_columns(Sql *sql);

/* Opens the symbol of the current statement. Returns its index. */
size_t sql_open(Sql *sql, SymbolKind kind, const SqlName *name);
Symbol *sql_symbol(Sql *sql, size_t index);
void sql_close(Sql *sql, size_t index);
