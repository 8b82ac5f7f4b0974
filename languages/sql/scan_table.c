/* Columns of a table or composite type: name, type, and the constraints that matter for queries
   (NOT NULL, PRIMARY KEY, UNIQUE, REFERENCES). */
#include "languages/sql/scan.h"

static const char *const type_ends[] = {
    "not",      "null",       "default",     "primary",   "references",     "unique",
    "check",    "constraint", "collate",     "generated", "auto_increment", "autoincrement",
    "identity", "comment",    "on",          "as",        "charset",        "encoding",
    "key",      "storage",    "compression", "options",   "sparse",         "rowguidcol",
    "virtual",  "stored",     "invisible",   "enable",    "disable",        "encode",
    "distkey",  "sortkey",    "masked",      NULL,
};

/* The first byte of the token after the current one. Comments between them are not considered. */
static char peek(const Sql *sql, size_t *at)
{
    *at = skip_space(sql->text, sql->at, sql->text.len);
    return *at < sql->text.len ? sql->text.ptr[*at] : '\0';
}

static const char *const index_words[] = {"unique", "key", "index", "fulltext", "spatial", NULL};

/* Whether KEY begins an index, KEY name (column), and not a column, `key varchar(255)`. */
static bool is_index(const Sql *sql)
{
    if (sql->token.kind != SQL_WORD || !word_in(sql->token.text, index_words))
        return false;
    size_t at;
    char c = peek(sql, &at);
    Str word = word_at(sql->text, at, sql->text.len, "$");
    if (word_is(word, "key") || word_is(word, "index"))
        return true;
    if (sql_at(sql, "unique"))
        return false;
    if (c == '(' || c == '`' || c == '"' || c == '[')
        return true;
    at = skip_space(sql->text, at + word.len, sql->text.len);
    if (!word.len || at >= sql->text.len || sql->text.ptr[at] != '(')
        return word_is(word_at(sql->text, at, sql->text.len, ""), "using");
    at = skip_space(sql->text, at + 1, sql->text.len);
    return at < sql->text.len && !byte_is_digit(sql->text.ptr[at]) && sql->text.ptr[at] != '\'';
}

static bool is_constraint(const Sql *sql)
{
    static const char *const words[] = {"constraint", "primary", "foreign", "unique",
                                        "check",      "exclude", "like",    NULL};
    size_t at;
    if (sql->token.kind != SQL_WORD)
        return false;
    if (sql_at(sql, "period"))
        return peek(sql, &at) == 'f' || peek(sql, &at) == 'F';
    return word_in(sql->token.text, words);
}

static bool at_item_end(const Sql *sql, size_t outside)
{
    return sql->token.kind == SQL_END ||
           (sql->parens == outside && (sql_at_punct(sql, ',') || sql_at_punct(sql, ')')));
}

/* Records `both` when the word `second` follows. */
static void record_pair(Sql *sql, const char *second, Str both)
{
    sql_advance(sql);
    if (sql_take(sql, second))
        sql_record_text(sql, both);
}

static void record_unique(Sql *sql)
{
    sql_record_text(sql, STR("UNIQUE"));
    sql_advance(sql);
}

static void record_reference(Sql *sql)
{
    sql_record_text(sql, STR("REFERENCES "));
    sql_advance(sql);
    sql_record(sql, true);
    SqlName name;
    sql_read_name(sql, &name);
    if (sql_at_punct(sql, '('))
        sql_skip_parens(sql);
    sql_record(sql, false);
}

static void read_options(Sql *sql, size_t outside)
{
    while (!at_item_end(sql, outside)) {
        if (sql->parens != outside)
            sql_advance(sql);
        else if (sql_at(sql, "not"))
            record_pair(sql, "null", STR("NOT NULL"));
        else if (sql_at(sql, "primary"))
            record_pair(sql, "key", STR("PRIMARY KEY"));
        else if (sql_at(sql, "unique"))
            record_unique(sql);
        else if (sql_at(sql, "references"))
            record_reference(sql);
        else
            sql_advance(sql);
    }
}

static void read_type(Sql *sql, size_t outside)
{
    bool first = true;
    while (!at_item_end(sql, outside)) {
        bool ends = sql->token.kind == SQL_WORD && sql->parens == outside &&
                    word_in(sql->token.text, type_ends);
        if (ends && !first)
            break;
        if (ends && !sql_at(sql, "key")) /* a column may lack a type */
            break;
        first = false;
        sql_advance(sql);
    }
}

/* Whether this is a method of an Oracle object type, such as MEMBER FUNCTION. */
static bool is_member(const Sql *sql)
{
    static const char *const words[] = {"member",     "static", "constructor", "map", "order",
                                        "overriding", "final",  "not",         NULL};
    size_t at = skip_space(sql->text, sql->at, sql->text.len);
    Str next = word_at(sql->text, at, sql->text.len, "");
    return sql->token.kind == SQL_WORD && word_in(sql->token.text, words) &&
           (word_is(next, "function") || word_is(next, "procedure") || word_in(next, words));
}

static void read_member(Sql *sql, size_t outside, SqlName *name)
{
    while (!at_item_end(sql, outside) && !sql_at(sql, "function") && !sql_at(sql, "procedure"))
        sql_advance(sql);
    sql_advance(sql);
    sql_read_name(sql, name);
    while (!at_item_end(sql, outside))
        sql_advance(sql);
}

static SymbolKind read_item_text(Sql *sql, size_t outside, SqlName *name)
{
    if (is_index(sql)) {
        while (sql->token.kind == SQL_WORD && word_in(sql->token.text, index_words))
            sql_advance(sql);
        sql_read_name(sql, name);
        while (!at_item_end(sql, outside))
            sql_advance(sql);
        return SYMBOL_INDEX;
    }
    if (is_member(sql)) {
        read_member(sql, outside, name);
        return SYMBOL_METHOD;
    }
    if (is_constraint(sql) || !sql_read_name(sql, name))
        return SYMBOL_NONE;
    if (sql_at_punct(sql, '=')) /* an option of a virtual table */
        return SYMBOL_NONE;
    read_type(sql, outside);
    sql_record(sql, false);
    read_options(sql, outside);
    return SYMBOL_COLUMN;
}

static void read_item(Sql *sql)
{
    size_t start = sql->token.start, outside = sql->parens;
    SqlName name = {0};
    sql->record = buf_open(sql->scan->arena, SQL_RECORD_BYTES);
    sql_record(sql, true);
    SymbolKind kind = read_item_text(sql, outside, &name);
    sql_record(sql, false);
    while (!at_item_end(sql, outside))
        sql_advance(sql);
    if (kind == SYMBOL_NONE || !name.last.len)
        return;
    Symbol *column = scan_symbol(sql->scan, kind, name.last, start, sql->last_end);
    column->signature = sql_recorded(sql);
    scan_cut(sql->scan, start, 1);
}

void sql_read_columns(Sql *sql)
{
    size_t outside = sql->parens;
    sql_advance(sql);
    while (sql->token.kind != SQL_END && sql->parens > outside) {
        read_item(sql);
        if (sql_at_punct(sql, ',') || sql_at_punct(sql, ')'))
            sql_advance(sql);
    }
    sql->scan->outline->degraded |= sql->parens > outside;
}
