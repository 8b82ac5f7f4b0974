/* SQL lexer for all dialects at once: where strings, quoted names, comments and statements end.

   PostgreSQL has $tag$, E'' and nested comments; MySQL backslashes, DELIMITER and executable
   comments; T-SQL [names] and GO; Oracle q'[]' and `/` lines. An unclosed string ends with its
   line, so that a stray quote does not hide the rest of the file. Searches to the end of the
   text are limited in number for each kind. */
#include "languages/sql/scan.h"

/* Bytes at the start of a text that are used to guess its dialect. */
#define DIALECT_HEAD_BYTES (16 * KB)
/* [name]: T-SQL allows 128 characters. */
#define BRACKET_NAME_BYTES 256

static const struct {
    SqlDialect dialect;
    int weight;
    const char *lower;
} dialect_marks[] = {
    {SQL_MYSQL, 9, "mysql dump"},
    {SQL_MYSQL, 9, "mariadb dump"},
    {SQL_MYSQL, 5, "/*!40"},
    {SQL_MYSQL, 5, "engine="},
    {SQL_MYSQL, 4, "auto_increment"},
    {SQL_MYSQL, 5, "delimiter "},
    {SQL_MYSQL, 2, "`"},
    {SQL_POSTGRES, 9, "postgresql database dump"},
    {SQL_POSTGRES, 3, "$$"},
    {SQL_POSTGRES, 3, "pg_catalog"},
    {SQL_POSTGRES, 4, "plpgsql"},
    {SQL_POSTGRES, 2, "::"},
    {SQL_POSTGRES, 2, "serial"},
    {SQL_POSTGRES, 2, " jsonb"},
    {SQL_POSTGRES, 3, "\n\\"},
    {SQL_POSTGRES, 3, "from stdin"},
    {SQL_TSQL, 5, "\ngo\n"},
    {SQL_TSQL, 5, "\ngo\r"},
    {SQL_TSQL, 4, "[dbo]"},
    {SQL_TSQL, 2, "dbo."},
    {SQL_TSQL, 3, "nvarchar"},
    {SQL_TSQL, 3, "identity("},
    {SQL_TSQL, 4, "set ansi_nulls"},
    {SQL_TSQL, 4, "declare @"},
    {SQL_ORACLE, 4, "varchar2"},
    {SQL_ORACLE, 4, "\n/\n"},
    {SQL_ORACLE, 4, "\n/\r"},
    {SQL_ORACLE, 2, " number("},
    {SQL_ORACLE, 3, "dbms_"},
    {SQL_ORACLE, 3, "%type"},
    {SQL_SQLITE, 4, "pragma "},
    {SQL_SQLITE, 5, "autoincrement"},
    {SQL_SQLITE, 5, "without rowid"},
    {SQL_SQLITE, 4, "sqlite_"},
};

SqlDialect sql_guess_dialect(Str head)
{
    char lower[DIALECT_HEAD_BYTES];
    int score[SQL_DIALECT_COUNT] = {0};
    SqlDialect best = SQL_UNKNOWN;
    head = str_slice(head, 0, DIALECT_HEAD_BYTES);
    for (size_t i = 0; i < head.len; i++)
        lower[i] =
            head.ptr[i] >= 'A' && head.ptr[i] <= 'Z' ? (char)(head.ptr[i] + 32) : head.ptr[i];
    for (size_t i = 0; i < COUNT(dialect_marks); i++)
        if (str_find((Str){lower, head.len}, str_from(dialect_marks[i].lower)) != STR_NONE)
            score[dialect_marks[i].dialect] += dialect_marks[i].weight;
    for (int dialect = 1; dialect < SQL_DIALECT_COUNT; dialect++)
        if (score[dialect] > score[best])
            best = (SqlDialect)dialect;
    return best;
}

static bool is_word(Str text, size_t at)
{
    return at < text.len && byte_is_word(text.ptr[at]);
}

/* Whether the quote at `at` is closed by an unescaped one at `close`. */
static bool escaped(Str text, size_t from, size_t close)
{
    size_t at = close;
    while (at > from && text.ptr[at - 1] == '\\')
        at--;
    return (close - at) % 2 == 1;
}

static bool has_backslashes(const Sql *sql, size_t at)
{
    Str text = sql->text;
    if (text.ptr[at] == '`')
        return false;
    if (sql->dialect == SQL_MYSQL)
        return true;
    return text.ptr[at] == '\'' && at && (text.ptr[at - 1] == 'E' || text.ptr[at - 1] == 'e') &&
           !(at > 1 && is_word(text, at - 2));
}

/* The offset after an Oracle string q'[ … ]'; `at` at other text. */
static size_t skip_q_string(Sql *sql, size_t at)
{
    static const char pairs[] = "[]{}()<>";
    Str text = sql->text;
    if (at < 1 || (text.ptr[at - 1] | 32) != 'q' || at + 1 >= text.len ||
        sql->open_dollars >= SQL_OPEN_DOLLARS_MAX || byte_is_space(text.ptr[at + 1]))
        return at;
    if (at > 1 && is_word(text, at - 2) && (text.ptr[at - 2] | 32) != 'n')
        return at;
    char open = text.ptr[at + 1];
    const char *pair = open ? strchr(pairs, open) : NULL;
    char close[2] = {pair ? pair[1] : open, '\''};
    size_t end = find_from(text, at + 2, (Str){close, 2});
    if (end != STR_NONE)
        return end + 2;
    sql->open_dollars++;
    return at;
}

static size_t skip_string(Sql *sql, size_t at)
{
    Str text = sql->text;
    char quote = text.ptr[at];
    bool backslashes = has_backslashes(sql, at);
    size_t from = at + 1;
    if (quote == '\'' && sql->dialect != SQL_MYSQL && sql->dialect != SQL_POSTGRES) {
        size_t end = skip_q_string(sql, at);
        if (end > at)
            return end;
    }
    for (size_t close = from;; close++) {
        close = find_byte_from(text, close, text.len, quote);
        if (close == text.len)
            break;
        if (backslashes && escaped(text, from, close))
            continue;
        if (close + 1 == text.len || text.ptr[close + 1] != quote)
            return close + 1;
        close++;
        from = close + 1;
    }
    sql->scan->outline->degraded = true;
    return line_end(text, at);
}

static size_t skip_dollar(Sql *sql, size_t at)
{
    Str text = sql->text;
    size_t tag = at + 1;
    if (at && (is_word(text, at - 1) || text.ptr[at - 1] == '$'))
        return at;
    while (is_word(text, tag))
        tag++;
    if (tag == text.len || text.ptr[tag] != '$' || byte_is_digit(text.ptr[at + 1]) ||
        sql->open_dollars >= SQL_OPEN_DOLLARS_MAX)
        return at;
    Str mark = str_slice(text, at, tag + 1);
    size_t close = find_from(text, tag + 1, mark);
    if (close != STR_NONE)
        return close + mark.len;
    sql->open_dollars++;
    return at;
}

/* The offset after [name], unless it is an array subscript. The dialect is a guess, and a file
   may mix several: in other dialects, brackets are a name only if their content looks like one. */
static size_t skip_bracket(const Sql *sql, size_t at)
{
    Str text = sql->text;
    bool strict =
        sql->dialect == SQL_POSTGRES || sql->dialect == SQL_MYSQL || sql->dialect == SQL_ORACLE;
    if (at && (is_word(text, at - 1) || text.ptr[at - 1] == ']' || text.ptr[at - 1] == ')'))
        return at;
    char first = at + 1 < text.len ? text.ptr[at + 1] : '\0';
    if (sql->dialect != SQL_TSQL && !byte_is_alpha(first) && first != '_' && first != '#')
        return at;
    size_t limit = MIN(text.len, at + BRACKET_NAME_BYTES);
    for (size_t i = at + 1; i < limit && text.ptr[i] != '\n'; i++) {
        if (strict && !byte_is_word(text.ptr[i]) && !byte_in(text.ptr[i], " -]"))
            break;
        if (text.ptr[i] != ']')
            continue;
        if (i + 1 == limit || text.ptr[i + 1] != ']')
            return i + 1;
        i++;
    }
    return at;
}

size_t sql_skip_quoted(Sql *sql, size_t at)
{
    switch (sql->text.ptr[at]) {
    case '\'':
    case '"':
    case '`': return skip_string(sql, at);
    case '$': return skip_dollar(sql, at);
    case '[': return skip_bracket(sql, at);
    default: return at;
    }
}

/* The offset after a block comment, which nests in dialects where it may. A nesting that does
   not end is ignored. */
static size_t skip_block_comment(Sql *sql, size_t at)
{
    Str text = sql->text;
    size_t depth = 0;
    bool flat = sql->flat_comments || sql->dialect == SQL_MYSQL || sql->dialect == SQL_SQLITE ||
                sql->dialect == SQL_ORACLE;
    for (size_t i = at; !flat && i + 1 < text.len; i++) {
        bool opens = text.ptr[i] == '/' && text.ptr[i + 1] == '*';
        bool closes = text.ptr[i] == '*' && text.ptr[i + 1] == '/';
        if (closes && !--depth)
            return i + 2;
        depth += opens;
        i += opens || closes;
    }
    sql->flat_comments = true;
    size_t end = find_from(text, at + 2, STR("*/"));
    return end == STR_NONE ? text.len : end + 2;
}

size_t sql_skip_comment(Sql *sql, size_t at)
{
    Str rest = str_from_offset(sql->text, at);
    if (str_starts(rest, STR("--")) ||
        (rest.len && rest.ptr[0] == '#' && sql->dialect == SQL_MYSQL))
        return line_end(sql->text, at);
    if (str_starts(rest, STR("*/")))
        return at + 2;
    if (!str_starts(rest, STR("/*")))
        return at;
    size_t code = str_starts(rest, STR("/*!")) ? 3 : str_starts(rest, STR("/*M!")) ? 4 : 0;
    if (!code)
        return skip_block_comment(sql, at);
    while (code < rest.len && byte_is_digit(rest.ptr[code]))
        code++;
    return at + code;
}

static const char *const created[] = {
    "or",          "table",        "view",        "materialized", "function",       "procedure",
    "proc",        "trigger",      "index",       "unique",       "type",           "sequence",
    "schema",      "database",     "extension",   "domain",       "temporary",      "temp",
    "global",      "local",        "unlogged",    "policy",       "rule",           "aggregate",
    "operator",    "package",      "role",        "user",         "definer",        "algorithm",
    "clustered",   "nonclustered", "virtual",     "foreign",      "event",          "server",
    "publication", "subscription", "recursive",   "synonym",      "public",         "external",
    "cast",        "collation",    "conversion",  "statistics",   "language",       "tablespace",
    "login",       "fulltext",     "columnstore", "editionable",  "noneditionable", "constraint",
    "text",        "access",       NULL,
};
static const char *const altered[] = {
    "table",       "view",     "index",        "sequence",  "function", "procedure", "proc",
    "trigger",     "database", "schema",       "type",      "domain",   "role",      "user",
    "extension",   "policy",   "materialized", "aggregate", "operator", "package",   "server",
    "publication", "default",  "foreign",      NULL,
};
static const char *const with_bodies[] = {
    "or", "function", "procedure", "proc", "trigger", "package", "view", "definer", NULL,
};
static const char *const batch_words[] = {
    "insert", "exec",     "execute", "grant",     "deny",    "use",      "print",
    "if",     "set",      "declare", "update",    "delete",  "end",      "begin",
    "commit", "truncate", "select",  "raiserror", "else",    "while",    "return",
    "merge",  "backup",   "bulk",    "dbcc",      "waitfor", "rollback", NULL,
};

/* Whether GO, GO 10 or `/` is alone on the line that starts at `at`. */
static bool is_batch_end(Str text, size_t at, size_t after)
{
    size_t end = line_end(text, MIN(at + 64, text.len));
    after = skip_blanks(text, after, end);
    while (text.ptr[at] != '/' && after < end && byte_is_digit(text.ptr[after]))
        after++;
    after = skip_blanks(text, after, end);
    return after >= text.len || text.ptr[after] == '\n' || text.ptr[after] == '\r' ||
           (text.ptr[at] != '/' && (text.ptr[after] == '-' || text.ptr[after] == ';'));
}

bool sql_line_ends_statement(Sql *sql, size_t at)
{
    Str text = sql->text;
    if (at <= sql->statement || at >= text.len)
        return false;
    if (text.ptr[at] == '/')
        return is_batch_end(text, at, at + 1);
    if (!byte_is_alpha(text.ptr[at]))
        return false;
    Str word = word_at(text, at, MIN(text.len, at + 32), "");
    if (word_is(word, "go"))
        return is_batch_end(text, at, at + 2);
    size_t after = skip_blanks(text, at + word.len, text.len);
    Str next = word_at(text, after, MIN(text.len, after + 32), "");
    bool create = word_is(word, "create"), alter = word_is(word, "alter");
    if (sql->frame_count || sql->open_batch)
        return (create || alter) && word_in(next, with_bodies);
    if (create || alter)
        return word_in(next, create ? created : altered);
    if (word_is(word, "drop") && !sql->altering)
        return !sql->parens && word_in(next, altered);
    return sql->plain && sql->dialect == SQL_TSQL && !sql->parens && word_in(word, batch_words);
}

/* Skips white space and comments and sets whether the token is first on its line. False at the
   end of the text. */
static bool skip_gap(Sql *sql)
{
    Str text = sql->text;
    for (;;) {
        if (sql->at >= text.len)
            return false;
        char c = text.ptr[sql->at];
        if (c == '\n')
            sql->token.first = true;
        if (byte_is_space(c)) {
            sql->at++;
            continue;
        }
        size_t after = sql_skip_comment(sql, sql->at);
        if (after == sql->at)
            return true;
        sql->at = after;
    }
}

static void end_statement(Sql *sql, size_t end, size_t next)
{
    sql->token.kind = SQL_END;
    sql->token.text = (Str){0};
    sql->token.start = sql->token.end = end;
    sql->statement_end = end;
    sql->at = next;
}

static bool at_delimiter(const Sql *sql)
{
    return str_starts(str_from_offset(sql->text, sql->at),
                      (Str){sql->delimiter, sql->delimiter_len});
}

static bool lex_delimiter(Sql *sql)
{
    bool own = sql->delimiter[0] != ';' || sql->delimiter_len != 1;
    bool inside = sql->routine ? sql->frame_count || sql->open_batch : sql->grouped && sql->parens;
    if (!at_delimiter(sql) || (!own && inside))
        return false;
    end_statement(sql, own ? sql->at : sql->at + 1, sql->at + sql->delimiter_len);
    return true;
}

static const char *word_extra(const Sql *sql, SqlTokenKind kind)
{
    if (kind == SQL_NUMBER)
        return ".";
    if (sql->dialect == SQL_POSTGRES)
        return "$";
    return sql->delimiter[0] == '$' ? "#@" : "$#@";
}

static void lex_text(Sql *sql)
{
    Str text = sql->text;
    SqlToken *token = &sql->token;
    size_t start = sql->at, end = sql_skip_quoted(sql, start);
    char c = text.ptr[start];
    token->start = start;
    if (end > start + 1) {
        bool name = c == '"' || c == '`' || c == '[';
        token->kind = name ? SQL_QUOTED : SQL_STRING;
        token->text = name ? str_slice(text, start + 1, end - 1) : str_slice(text, start, end);
    } else if (byte_is_word(c) || (c == '@' && sql->dialect != SQL_POSTGRES) ||
               (c == '#' && sql->dialect != SQL_POSTGRES)) {
        token->kind = byte_is_digit(c) ? SQL_NUMBER : SQL_WORD;
        token->text = word_at(text, start, text.len, word_extra(sql, token->kind));
        end = start + token->text.len;
    } else {
        token->kind = SQL_PUNCT;
        end = start + 1;
        token->text = str_slice(text, start, end);
    }
    token->end = sql->at = end;
}

void sql_lex(Sql *sql)
{
    sql->token.first = sql->at == sql->statement;
    if (!skip_gap(sql)) {
        end_statement(sql, sql->text.len, sql->text.len);
        return;
    }
    size_t at = sql->at;
    if (sql->token.first && sql_line_ends_statement(sql, at)) {
        size_t next = sql->text.ptr[at] == '/' || (sql->text.ptr[at] | 32) == 'g'
                          ? line_end(sql->text, at)
                          : at;
        end_statement(sql, sql->last_end, next);
        return;
    }
    if (sql->text.ptr[at] == '\\' && at + 1 < sql->text.len &&
        byte_is_alpha(sql->text.ptr[at + 1])) {
        end_statement(sql, sql->last_end, at);
        return;
    }
    if (!lex_delimiter(sql))
        lex_text(sql);
}
