/* SQL, statement by statement. CREATE and ALTER become symbols; a run of INSERTs and the data of
   a COPY are one record each. Commands of clients (psql, mysql, SQL*Plus, sqlcmd) are imports or
   nothing. All other statements are skipped.

   Why not tree-sitter: its grammar parses 1.7 MB/s, and 43 % of the bytes of PostgreSQL's SQL are
   in syntax errors. */
#include "languages_lang.h"

#include "languages/sql/scan.h"

/* Lines from which a run of INSERTs is shown. */
#define INSERT_LINES_MIN 20

static void flush_inserts(Sql *sql)
{
    Scan *scan = sql->scan;
    if (!sql->insert_count)
        return;
    uint32_t first = scan_line(scan, sql->insert_start);
    uint32_t last = scan_line(scan, sql->insert_end);
    if (last - first + 1 >= INSERT_LINES_MIN) {
        Str name = sql->insert_name, owner = sql->insert_owner;
        Symbol *run = scan_symbol(scan, SYMBOL_RECORD, name, sql->insert_start, sql->insert_end);
        symbol_set_owner(scan->arena, run, owner);
        run->signature =
            scan_shown(scan, str_format(scan->arena, "INSERT INTO %.*s%s%.*s%s", STR_ARG(owner),
                                        owner.len ? "." : "", STR_ARG(name),
                                        sql->insert_count > 1 ? " …" : ""));
    }
    sql->insert_count = 0;
}

/* Skips the rest of an uninteresting statement; stops only at bytes that could end it. */
static void skip_statement(Sql *sql)
{
    Str text = sql->text;
    size_t at = sql->at;
    while (sql->token.kind != SQL_END) {
        while (at < text.len && !sql->special[(unsigned char)text.ptr[at]])
            at++;
        if (at >= text.len)
            break;
        char c = text.ptr[at];
        if (c == ';' || c == sql->delimiter[0]) {
            sql->at = at;
            sql->last_end = at;
            if (str_starts(str_from_offset(text, at), (Str){sql->delimiter, sql->delimiter_len}))
                break;
        }
        if (c == '\n') {
            size_t next = skip_space(text, at, text.len);
            if (sql_line_ends_statement(sql, next) || (next < text.len && text.ptr[next] == '\\'))
                break;
            at = next;
            continue;
        }
        size_t after = sql_skip_quoted(sql, at);
        if (after == at)
            after = sql_skip_comment(sql, at);
        at = MAX(after, at + 1);
    }
    if (sql->token.kind == SQL_END)
        return;
    sql->at = sql->last_end = MIN(at, text.len);
    if (at < text.len && text.ptr[at] == '\n')
        while (sql->last_end > sql->statement && byte_is_space(text.ptr[sql->last_end - 1]))
            sql->last_end--;
    sql->parens = 0;
    sql_lex(sql);
    sql_finish(sql);
}

/* Whether the lines after COPY are its data. A COPY that is expected to fail (in tests) has no
   data. */
static bool copy_data_follows(const Sql *sql, size_t at)
{
    static const char *const verbs[] = {"copy",     "create", "select", "reset",    "set",
                                        "drop",     "insert", "alter",  "begin",    "commit",
                                        "rollback", "delete", "update", "truncate", "grant",
                                        "revoke",   "table",  "with",   NULL};
    Line line = {0};
    while (line_take(sql->text, &at, &line) && line_is_blank(sql->text, &line))
        ;
    Str first = str_slice(sql->text, line.start, line.end);
    if (str_starts(first, STR("--")))
        return false;
    return !(str_ends(first, STR(";")) && word_in(word_at(first, 0, first.len, ""), verbs));
}

/* Reads COPY name (…) FROM stdin; with its data up to `\.`. */
static void read_copy(Sql *sql)
{
    SqlName name = {0};
    bool from = false, data = false;
    sql_record(sql, true);
    sql_advance(sql);
    sql_read_name(sql, &name);
    while (sql->token.kind != SQL_END) {
        data = data || (from && sql_at(sql, "stdin"));
        from = sql_at(sql, "from");
        sql_advance(sql);
    }
    sql_record(sql, false);
    if (!data || !name.last.len)
        return;
    size_t end = line_end(sql->text, sql->at);
    if (!copy_data_follows(sql, MIN(end + 1, sql->text.len)))
        return;
    size_t mark = find_from(sql->text, end, STR("\n\\."));
    end = mark == STR_NONE ? sql->text.len : mark + 3;
    size_t symbol = sql_open(sql, SYMBOL_RECORD, &name);
    sql_symbol(sql, symbol)->signature = sql_recorded(sql);
    sql->statement_end = end;
    sql_close(sql, symbol);
    sql->at = end;
}

static void read_insert(Sql *sql)
{
    SqlName name = {0};
    size_t start = lead_start(&sql->lead, sql->statement);
    sql_advance(sql);
    while (sql_take(sql, "into") || sql_take(sql, "ignore") || sql_take(sql, "or") ||
           sql_take(sql, "replace") || sql_take(sql, "delayed"))
        ;
    sql_read_name(sql, &name);
    skip_statement(sql);
    bool same = sql->insert_count && str_equal(name.last, sql->insert_name) &&
                str_equal(name.owner, sql->insert_owner);
    if (!same) {
        flush_inserts(sql);
        sql->insert_name = name.last;
        sql->insert_owner = name.owner;
        sql->insert_start = sql->statement;
        scan_cut(sql->scan, start, 0);
    }
    sql->insert_count += name.last.len > 0;
    sql->insert_end = sql->statement_end;
    lead_clear(&sql->lead);
}

static void read_statement(Sql *sql)
{
    static const char *const commands[] = {"insert", "replace", NULL};
    if (sql->token.kind == SQL_WORD && word_in(sql->token.text, commands)) {
        read_insert(sql);
        return;
    }
    bool create = sql_at(sql, "create"), alter = sql_at(sql, "alter");
    if (create || alter)
        flush_inserts(sql);
    if (create) {
        sql_read_create(sql);
    } else if (alter) {
        sql_read_alter(sql);
    } else if (sql_at(sql, "copy")) {
        flush_inserts(sql);
        read_copy(sql);
    } else {
        scan_cut(sql->scan, lead_start(&sql->lead, sql->statement), 0);
        skip_statement(sql);
    }
    lead_clear(&sql->lead);
}

static void set_delimiter(Sql *sql, Str delimiter)
{
    delimiter = str_trim(delimiter);
    delimiter.len = MIN(delimiter.len, SQL_DELIMITER_BYTES);
    if (!delimiter.len)
        return;
    sql->special[(unsigned char)sql->delimiter[0]] = byte_in(sql->delimiter[0], "'\"`$-/#;\\[\n");
    memcpy(sql->delimiter, delimiter.ptr, delimiter.len);
    sql->delimiter_len = delimiter.len;
    sql->special[(unsigned char)delimiter.ptr[0]] = true;
}

static void read_include(Sql *sql, size_t at, size_t end)
{
    at = skip_blanks(sql->text, at, end);
    Str path = str_trim(str_slice(sql->text, at, end));
    while (path.len && byte_in(path.ptr[0], "'\";"))
        path = str_from_offset(path, 1);
    while (path.len && byte_in(path.ptr[path.len - 1], "'\";"))
        path.len--;
    if (path.len)
        scan_import(sql->scan, path, at, end);
}

static const char *const includes[] = {"\\i", "\\ir", "\\include", "\\include_relative",
                                       "\\.", ":r",   ".read",     "source",
                                       "@",   "@@",   "start",     NULL};
static const char *const line_commands[] = {"rem",   "remark", "prompt",   "spool", "whenever",
                                            "pause", "accept", "undefine", NULL};

/* Longer than any command of a known client. */
#define CLIENT_WORD_BYTES 32

/* Reads a line for the client program at the start of a statement. Returns the offset after it, or
   `at` at other lines. */
static size_t read_client_line(Sql *sql, size_t at)
{
    Str text = sql->text;
    char c = text.ptr[at];
    Str word = word_at(text, at, MIN(text.len, at + CLIENT_WORD_BYTES), "\\.:@#");
    size_t after = at + word.len;
    if (c == '@')
        word.len = word.len > 1 && word.ptr[1] == '@' ? 2 : 1;
    bool own = c == '\\' || c == '@' || c == ':' || c == '.';
    bool batch = (c == '/' || (c | 32) == 'g') && sql_line_ends_statement(sql, at);
    bool include = word_in(word, includes) && (own || word_is(word, "source"));
    bool delimiter = word_is(word, "delimiter");
    if (!own && !batch && !include && !delimiter && !word_in(word, line_commands) &&
        !(c == '#' && word.len == 1))
        return at;
    size_t end = line_end(text, at);
    if (delimiter)
        set_delimiter(sql, str_slice(text, after, end));
    if (include)
        read_include(sql, c == '@' ? at + word.len : after, end);
    return end;
}

/* Skips white space, comments and client lines before a statement; comments become its lead. */
static size_t skip_between(Sql *sql, size_t at)
{
    Str text = sql->text;
    size_t lines = 0;
    sql->statement = 0;
    while (at < text.len) {
        char c = text.ptr[at];
        lines = c == '\n' ? lines + 1 : lines;
        if (lines > 1)
            lead_clear(&sql->lead);
        if (byte_is_space(c) || c == ';') {
            at++;
            continue;
        }
        size_t after = sql_skip_comment(sql, at);
        if (after > at && !str_starts(str_from_offset(text, at), STR("*/")) &&
            !str_starts(str_from_offset(text, at), STR("/*!")))
            lead_add(&sql->lead, at, after);
        if (after == at)
            after = read_client_line(sql, at);
        if (after == at &&
            str_starts(str_from_offset(text, at), (Str){sql->delimiter, sql->delimiter_len}))
            after = at + sql->delimiter_len;
        if (after == at)
            return at;
        at = after;
        lines = 0;
    }
    return at;
}

void scan_sql(Scan *scan)
{
    Sql sql = {.scan = scan, .text = scan->text};
    size_t at = str_starts(scan->text, STR("\xef\xbb\xbf")) ? 3 : 0;
    sql.dialect = sql_guess_dialect(scan->text);
    sql.delimiter[0] = ';';
    sql.delimiter_len = 1;
    for (const char *c = "'\"`$-/#;\\[\n*"; *c; c++)
        sql.special[(unsigned char)*c] = true;
    while (!scan_expired(scan)) {
        at = skip_between(&sql, at);
        if (at >= scan->text.len)
            break;
        sql_begin(&sql, at);
        read_statement(&sql);
        at = MAX(sql.at, at + 1);
    }
    flush_inserts(&sql);
    scan_close_to(scan, 0, scan->text.len);
}
