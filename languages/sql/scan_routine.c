/* Routines: where a body of several statements ends. BEGIN, CASE, DECLARE and packages push a
   block on a stack, END pops it. A semicolon ends the statement only when the stack is empty. */
#include "languages/sql/scan.h"

static void push(Sql *sql, SqlFrame frame)
{
    if (sql->frame_count < SQL_FRAMES_MAX)
        sql->frames[sql->frame_count] = frame;
    sql->frame_count++;
}

static SqlFrame top(const Sql *sql)
{
    if (!sql->frame_count || sql->frame_count > SQL_FRAMES_MAX)
        return FRAME_BLOCK;
    return sql->frames[sql->frame_count - 1];
}

static void track_begin(Sql *sql)
{
    static const char *const transaction[] = {"tran",   "transaction",  "work", "distributed",
                                              "dialog", "conversation", NULL};
    size_t next = skip_space(sql->text, sql->at, sql->text.len);
    Str word = word_at(sql->text, next, sql->text.len, "");
    if (word_in(word, transaction))
        return;
    sql->header = false;
    if (sql->frame_count && sql->frame_count <= SQL_FRAMES_MAX && top(sql) == FRAME_DECLARE)
        sql->frames[sql->frame_count - 1] = FRAME_BLOCK;
    else if (!sql->frame_count || top(sql) != FRAME_PACKAGE)
        push(sql, FRAME_BLOCK);
}

/* Handles END. END, END CASE and END TRY pop a block; END IF, END LOOP and the like close blocks
   that were not pushed. */
static void track_end(Sql *sql)
{
    static const char *const uncounted[] = {"if", "loop", "while", "repeat", "for", NULL};
    size_t next = skip_blanks(sql->text, sql->at, sql->text.len);
    Str word = word_at(sql->text, next, sql->text.len, "");
    if (word_in(word, uncounted))
        return;
    if (sql->frame_count)
        sql->frame_count--;
}

/* Handles AS and IS. The next word decides the form of the body: declarations (Oracle), a single
   statement (MySQL) or a string (PostgreSQL). */
static void track_as(Sql *sql)
{
    static const char *const statements[] = {
        "begin",    "select",    "set",        "insert",   "update",     "delete",      "with",
        "if",       "return",    "exec",       "execute",  "merge",      "print",       "while",
        "language", "external",  "call",       "declare",  "table",      "object",      "varray",
        "record",   "ref",       "range",      "enum",     "permissive", "restrictive", "varying",
        "opaque",   "aggregate", "assignment", "implicit", "raiserror",  "truncate",    "throw",
        "goto",     NULL,
    };
    Str text = sql->text;
    size_t next = skip_space(text, sql->at, text.len), comment;
    while (next < text.len && (comment = sql_skip_comment(sql, next)) > next)
        next = skip_space(text, comment, text.len);
    Str word = word_at(text, next, text.len, "");
    if (next + word.len < text.len && text.ptr[next + word.len] == '\'') /* E'…' */
        word.len = 0;
    bool nested = sql->nested_header;
    if (sql->referencing)
        return;
    sql->nested_header = false;
    if (!sql->header && !nested)
        return;
    sql->header = false;
    if (sql->package && !nested)
        push(sql, FRAME_PACKAGE);
    else if (word.len && (!word_in(word, statements) || (nested && word_is(word, "begin"))))
        push(sql, FRAME_DECLARE);
    else if (sql->dialect == SQL_TSQL && word.len && !word_is(word, "language") &&
             !word_is(word, "external"))
        sql->open_batch = true;
}

static bool in_declarations(const Sql *sql)
{
    return sql->frame_count && (top(sql) == FRAME_DECLARE || top(sql) == FRAME_PACKAGE);
}

static void track_word(Sql *sql, Str word)
{
    bool after_end = sql->after_end;
    sql->after_end = word_is(word, "end");
    switch (word.ptr[0] | 32) {
    case 'b':
        if (word_is(word, "begin"))
            track_begin(sql);
        break;
    case 'e':
        if (word_is(word, "end"))
            track_end(sql);
        break;
    case 'c':
        if (word_is(word, "case") && !after_end && !sql->header)
            push(sql, FRAME_CASE);
        break;
    case 'd':
        if (word_is(word, "declare") && sql->dialect != SQL_TSQL &&
            (sql->header || sql->frame_count == 0)) {
            sql->header = false;
            push(sql, FRAME_DECLARE);
        }
        break;
    case 'a':
    case 'i':
        if ((word_is(word, "as") || word_is(word, "is")) && !sql->parens)
            track_as(sql);
        break;
    case 'p':
    case 'f':
        if (in_declarations(sql) && (word_is(word, "procedure") || word_is(word, "function")))
            sql->nested_header = true;
        break;
    case '@' | 32: /* a parameter */
        if (sql->header && sql->dialect == SQL_UNKNOWN)
            sql->dialect = SQL_TSQL;
        break;
    default: break;
    }
}

void sql_track(Sql *sql, const SqlToken *token)
{
    if (token->kind == SQL_WORD) {
        track_word(sql, token->text);
        return;
    }
    if (token->kind == SQL_PUNCT && token->text.ptr[0] == ';')
        sql->nested_header = sql->after_end = false;
}

/* Header words that end the part of a function's header that callers need. */
static const char *const header_ends[] = {
    "language",
    "as",
    "is",
    "begin",
    "immutable",
    "stable",
    "volatile",
    "strict",
    "cost",
    "security",
    "parallel",
    "set",
    "window",
    "deterministic",
    "not",
    "reads",
    "modifies",
    "contains",
    "no",
    "comment",
    "sql",
    "with",
    "pipelined",
    "authid",
    "result_cache",
    "external",
    "using",
    "called",
    "leakproof",
    "support",
    "rows",
    "transform",
    "parallel_enable",
    "for",
    "select",
    "insert",
    "update",
    "delete",
    "if",
    "call",
    "case",
    "declare",
    "owner",
    "engine",
    "depends",
    "reset",
    NULL,
};

static bool header_ends_here(const Sql *sql, bool returns, bool in_default)
{
    if (sql->token.kind != SQL_WORD)
        return (sql->token.kind == SQL_STRING && !in_default) || sql_at_punct(sql, ';');
    if (sql_at(sql, "return"))
        return returns;
    return word_in(sql->token.text, header_ends);
}

/* Records parameters and return type, up to the first part that does not matter to callers. */
static void read_header(Sql *sql)
{
    bool returns = false, in_default = false; /* T-SQL: @a INT = 1, @b CHAR(1) = 'x' */
    while (sql->token.kind != SQL_END && !header_ends_here(sql, returns, in_default)) {
        if (sql_at(sql, "returns"))
            returns = true;
        if (sql_at_punct(sql, '=') || sql_at_punct(sql, ','))
            in_default = sql_at_punct(sql, '=');
        if (sql_at_punct(sql, '('))
            sql_skip_parens(sql);
        else
            sql_advance(sql);
    }
    sql_record(sql, false);
}

/* Reads a procedure or function in a package: a declaration, or a definition. True when a body
   follows, which is then the next block. */
static bool read_nested(Sql *sql)
{
    size_t start = sql->token.start;
    SqlName name;
    sql->record = buf_open(sql->scan->arena, SQL_RECORD_BYTES);
    sql_record(sql, true);
    sql_advance(sql);
    if (!sql_read_name(sql, &name))
        return false;
    while (sql->token.kind != SQL_END && !sql_at_punct(sql, ';') && !sql_at(sql, "is") &&
           !sql_at(sql, "as"))
        sql_advance(sql);
    sql_record(sql, false);
    bool declared = sql_at_punct(sql, ';');
    Symbol *routine = scan_symbol_open(sql->scan, SYMBOL_FUNCTION, name.last, start);
    routine->signature = sql_recorded(sql);
    routine->body = declared ? 0 : (uint32_t)sql->token.start;
    scan_cut(sql->scan, start, 1);
    if (declared)
        scan_symbol_close(sql->scan, sql->token.end);
    return !declared;
}

/* Reads the routines of a package, or those local to a routine, down to SQL_FRAMES_MAX. */
static void read_inner(Sql *sql)
{
    size_t levels[SYMBOL_DEPTH_MAX / 2], open = 0, depth = sql->scan->depth;
    while (sql->token.kind != SQL_END) {
        bool nested = sql_at(sql, "procedure") || sql_at(sql, "function");
        if (nested && in_declarations(sql) && open < COUNT(levels)) {
            size_t level = sql->frame_count;
            if (read_nested(sql))
                levels[open++] = level;
            continue;
        }
        bool ends = sql_at_punct(sql, ';') && open && sql->frame_count <= levels[open - 1];
        size_t end = sql->token.end;
        sql_advance(sql);
        if (ends)
            scan_close_to(sql->scan, depth + --open, end);
    }
    scan_close_to(sql->scan, depth, sql->statement_end);
}

void sql_read_routine(Sql *sql, SymbolKind kind, size_t symbol)
{
    sql->routine = sql->header = true;
    if (kind != SYMBOL_PACKAGE) {
        read_header(sql);
        sql_symbol(sql, symbol)->signature = sql_recorded(sql);
        sql_symbol(sql, symbol)->body = (uint32_t)sql->token.start;
        read_inner(sql);
        return;
    }
    sql->package = true;
    sql_record(sql, false);
    sql_symbol(sql, symbol)->signature = sql_recorded(sql);
    read_inner(sql);
}

/* Whether a trigger's body begins here. In MySQL nothing but these words marks it. */
static bool trigger_body(const Sql *sql, bool each_row)
{
    static const char *const always[] = {"begin", "declare", "call", "compound", "do", NULL};
    static const char *const after_row[] = {"set",    "insert",  "update", "delete", "if",
                                            "select", "replace", "signal", NULL};
    if (sql->token.kind != SQL_WORD)
        return false;
    return word_in(sql->token.text, always) || (sql_at(sql, "as") && !sql->referencing) ||
           (each_row && word_in(sql->token.text, after_row));
}

void sql_read_trigger(Sql *sql)
{
    bool each_row = false;
    sql->routine = sql->header = true;
    while (sql->token.kind != SQL_END && !trigger_body(sql, each_row)) {
        each_row = each_row || sql_at(sql, "row") || sql_at(sql, "statement");
        sql->referencing = (sql->referencing || sql_at(sql, "referencing")) && !sql_at(sql, "for");
        sql_advance(sql);
    }
    sql_record(sql, false);
}
