/* CREATE and ALTER statements: kind of object, name, and how much of the statement is the
   signature. */
#include "languages/sql/scan.h"

typedef enum ObjectShape {
    SHAPE_NAME,  /* the signature ends after the name */
    SHAPE_WHOLE, /* the whole statement is the signature */
    SHAPE_TABLE,
    SHAPE_VIEW,  /* up to AS */
    SHAPE_INDEX, /* without storage options */
    SHAPE_TYPE,
    SHAPE_ROUTINE,
    SHAPE_TRIGGER,
} ObjectShape;

typedef struct Object {
    const char *words[3];
    SymbolKind kind;
    ObjectShape shape;
} Object;

/* Longer word sequences precede their prefixes. */
static const Object objects[] = {
    {{"table"}, SYMBOL_TABLE, SHAPE_TABLE},
    {{"materialized", "view", "log"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"view"}, SYMBOL_VIEW, SHAPE_VIEW},
    {{"index"}, SYMBOL_INDEX, SHAPE_INDEX},
    {{"function"}, SYMBOL_FUNCTION, SHAPE_ROUTINE},
    {{"procedure"}, SYMBOL_FUNCTION, SHAPE_ROUTINE},
    {{"proc"}, SYMBOL_FUNCTION, SHAPE_ROUTINE},
    {{"package", "body"}, SYMBOL_PACKAGE, SHAPE_ROUTINE},
    {{"package"}, SYMBOL_PACKAGE, SHAPE_ROUTINE},
    {{"type", "body"}, SYMBOL_PACKAGE, SHAPE_ROUTINE},
    {{"trigger"}, SYMBOL_TRIGGER, SHAPE_TRIGGER},
    {{"event", "trigger"}, SYMBOL_TRIGGER, SHAPE_WHOLE},
    {{"event", "session"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"event"}, SYMBOL_EVENT, SHAPE_TRIGGER},
    {{"type"}, SYMBOL_TYPE, SHAPE_TYPE},
    {{"domain"}, SYMBOL_TYPE, SHAPE_WHOLE},
    {{"sequence"}, SYMBOL_SEQUENCE, SHAPE_NAME},
    {{"schema"}, SYMBOL_SCHEMA, SHAPE_NAME},
    {{"database", "link"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"database", "trigger"}, SYMBOL_TRIGGER, SHAPE_TRIGGER},
    {{"database"}, SYMBOL_SCHEMA, SHAPE_NAME},
    {{"keyspace"}, SYMBOL_SCHEMA, SHAPE_NAME},
    {{"extension"}, SYMBOL_MODULE, SHAPE_WHOLE},
    {{"policy"}, SYMBOL_RULE, SHAPE_WHOLE},
    {{"rule"}, SYMBOL_RULE, SHAPE_WHOLE},
    {{"role"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"user", "mapping", "for"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"user"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"group"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"login"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"aggregate"}, SYMBOL_FUNCTION, SHAPE_ROUTINE},
    {{"macro"}, SYMBOL_MACRO, SHAPE_VIEW},
    {{"operator", "class"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"operator", "family"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"operator"}, SYMBOL_FUNCTION, SHAPE_WHOLE},
    {{"cast"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"transform", "for"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"collation"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"conversion"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"tablespace"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"server"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"foreign", "data", "wrapper"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"publication"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"subscription"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"statistics"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"text", "search", "configuration"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"text", "search", "dictionary"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"text", "search", "parser"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"text", "search", "template"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"language"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"access", "method"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"synonym"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"directory"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"profile"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"stage"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"stream"}, SYMBOL_OBJECT, SHAPE_WHOLE},
    {{"task"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"dictionary"}, SYMBOL_OBJECT, SHAPE_NAME},
    {{"warehouse"}, SYMBOL_OBJECT, SHAPE_NAME},
};

/* Words between CREATE and the object's kind; DEFINER = user@host and ALGORITHM = x count with
   their punctuation. */
#define MODIFIER_TOKENS_MAX 16

static bool words_match(const Sql *sql, const Object *object)
{
    if (sql->token.kind != SQL_WORD || !word_is(sql->token.text, object->words[0]))
        return false;
    size_t at = sql->at;
    for (size_t i = 1; i < COUNT(object->words) && object->words[i]; i++) {
        at = skip_space(sql->text, at, sql->text.len);
        Str word = word_at(sql->text, at, sql->text.len, "");
        if (!word_is(word, object->words[i]))
            return false;
        at += word.len;
    }
    return true;
}

static const Object *find_object(Sql *sql)
{
    for (size_t i = 0; i < MODIFIER_TOKENS_MAX && sql->token.kind != SQL_END; i++) {
        for (size_t j = 0; j < COUNT(objects); j++)
            if (words_match(sql, &objects[j]))
                return &objects[j];
        if (sql_at_punct(sql, '(') || sql_at_punct(sql, ';'))
            return NULL;
        if (sql_at(sql, "definer") || sql_at(sql, "algorithm") || sql_at(sql, "sql"))
            sql_record(sql, false);
        sql_advance(sql);
    }
    return NULL;
}

static void take_object(Sql *sql, const Object *object)
{
    sql_record(sql, true);
    for (size_t i = 0; i < COUNT(object->words) && object->words[i]; i++)
        sql_advance(sql);
    sql_take(sql, "concurrently");
    if (sql_take(sql, "if")) {
        sql_take(sql, "not");
        sql_take(sql, "exists");
    }
    sql_take(sql, "only");
}

/* Reads the name of an operator, cast or the like that is not an identifier: the text up to a
   parenthesis or space. */
static void read_odd_name(Sql *sql, SqlName *name)
{
    size_t start = sql->token.start, end = start;
    if (sql_at_punct(sql, '(')) {
        sql_skip_parens(sql);
        end = sql->last_end;
    } else {
        while (sql->token.kind != SQL_END && !sql_at_punct(sql, '(') &&
               (end == start || sql->token.start == end)) {
            end = sql->token.end;
            sql_advance(sql);
        }
    }
    name->last = str_slice(sql->text, start, MIN(end, start + NAME_BYTES_MAX));
}

static void read_object_name(Sql *sql, const Object *object, SqlName *name)
{
    if (object->kind == SYMBOL_INDEX && sql_take(sql, "on")) { /* unnamed: its table names it */
        sql_take(sql, "only");
        sql_read_name(sql, name);
        return;
    }
    if (object->kind == SYMBOL_SCHEMA && sql_take(sql, "authorization")) {
        sql_read_name(sql, name);
        return;
    }
    bool named = sql_read_name(sql, name);
    if (named && sql->last_end && sql->text.ptr[sql->last_end - 1] == '.') { /* schema.=== */
        name->owner = name->last;
        named = false;
    }
    if (!named)
        read_odd_name(sql, name);
}

size_t sql_open(Sql *sql, SymbolKind kind, const SqlName *name)
{
    size_t index = sql->scan->outline->symbols.len;
    scan_cut(sql->scan, lead_start(&sql->lead, sql->statement), 0);
    Symbol *symbol = scan_symbol_open(sql->scan, kind, name->last, sql->statement);
    symbol_set_owner(sql->scan->arena, symbol, name->owner);
    lead_take(sql->scan, &sql->lead, symbol);
    return index;
}

Symbol *sql_symbol(Sql *sql, size_t index)
{
    SymbolVec *symbols = &sql->scan->outline->symbols;
    return &symbols->ptr[MIN(index, symbols->len - 1)];
}

void sql_close(Sql *sql, size_t index)
{
    (void)index;
    scan_close_to(sql->scan, 0, sql->statement_end);
}

static void set_signature(Sql *sql, size_t symbol)
{
    sql_record(sql, false);
    sql_symbol(sql, symbol)->signature = sql_recorded(sql);
}

/* Reads the text after the columns, for words that make it another kind of table. */
static void read_table_options(Sql *sql, size_t symbol)
{
    while (sql->token.kind != SQL_END) {
        bool partition = sql_at(sql, "partition");
        if (!partition && !sql_at(sql, "inherits")) {
            sql_advance(sql);
            continue;
        }
        sql_record_text(sql, STR(""));
        sql_record(sql, true);
        while (sql->token.kind != SQL_END && !sql_at_punct(sql, '('))
            sql_advance(sql);
        if (sql_at_punct(sql, '('))
            sql_skip_parens(sql);
        set_signature(sql, symbol);
        return;
    }
}

static void read_table(Sql *sql, size_t symbol)
{
    while (sql->token.kind != SQL_END && !sql_at_punct(sql, '(') && !sql_at(sql, "as") &&
           !sql_at(sql, "select") && !sql_at(sql, "partition"))
        sql_advance(sql);
    if (sql_at(sql, "as"))
        sql->plain = false;
    if (sql_at(sql, "partition")) {
        while (sql->token.kind != SQL_END)
            sql_advance(sql);
    }
    set_signature(sql, symbol);
    if (!sql_at_punct(sql, '('))
        return;
    Buf header = sql->record;
    sql_symbol(sql, symbol)->body = (uint32_t)sql->token.start;
    sql_read_columns(sql);
    sql->record = header;
    sql->recorded_end = 0;
    read_table_options(sql, symbol);
}

static void read_view(Sql *sql, size_t symbol)
{
    while (sql->token.kind != SQL_END && !sql_at(sql, "as")) {
        if (sql_at_punct(sql, '('))
            sql_skip_parens(sql);
        else
            sql_advance(sql);
    }
    set_signature(sql, symbol);
    sql_symbol(sql, symbol)->body = (uint32_t)sql->token.start;
}

static void read_index(Sql *sql, size_t symbol)
{
    while (sql->token.kind != SQL_END) {
        bool options = sql_at(sql, "with") || sql_at(sql, "tablespace") || sql_at(sql, "storage") ||
                       sql_at(sql, "pctfree") || sql_at(sql, "logging");
        bool where = sql_at(sql, "where");
        if ((options || where) && !sql->parens)
            sql_record(sql, where);
        sql_advance(sql);
    }
    set_signature(sql, symbol);
}

static bool next_is_paren(const Sql *sql)
{
    size_t at = skip_space(sql->text, sql->at, sql->text.len);
    return at < sql->text.len && sql->text.ptr[at] == '(';
}

/* Reads a type: AS ENUM (…) shows its values; AS (…), AS OBJECT (…) and AS TABLE (…) have
   columns. */
static void read_type(Sql *sql, size_t symbol)
{
    while (sql->token.kind != SQL_END && !sql_at(sql, "as") && !sql_at(sql, "under") &&
           !sql_at_punct(sql, '('))
        sql_advance(sql);
    if (sql_at(sql, "as") && next_is_paren(sql))
        sql_record(sql, false);
    sql_take(sql, "as");
    if (sql_at(sql, "enum"))
        sql_symbol(sql, symbol)->kind = SYMBOL_ENUM;
    bool columns = sql_at_punct(sql, '(') || sql_take(sql, "object") || sql_take(sql, "table");
    if (!columns || !sql_at_punct(sql, '(')) {
        while (sql->token.kind != SQL_END)
            sql_advance(sql);
        set_signature(sql, symbol);
        return;
    }
    set_signature(sql, symbol);
    sql_symbol(sql, symbol)->body = (uint32_t)sql->token.start;
    sql_read_columns(sql);
}

static void read_object(Sql *sql, const Object *object, size_t symbol)
{
    switch (object->shape) {
    case SHAPE_NAME: set_signature(sql, symbol); break;
    case SHAPE_WHOLE:
        sql_finish(sql);
        set_signature(sql, symbol);
        break;
    case SHAPE_TABLE: read_table(sql, symbol); break;
    case SHAPE_VIEW: read_view(sql, symbol); break;
    case SHAPE_INDEX: read_index(sql, symbol); break;
    case SHAPE_TYPE: read_type(sql, symbol); break;
    case SHAPE_ROUTINE: sql_read_routine(sql, object->kind, symbol); break;
    case SHAPE_TRIGGER:
        sql_read_trigger(sql);
        set_signature(sql, symbol);
        break;
    }
}

void sql_read_create(Sql *sql)
{
    SqlName name = {0};
    sql_record(sql, true);
    sql_advance(sql);
    const Object *object = find_object(sql);
    if (!object) {
        sql_record(sql, false);
        sql_finish(sql);
        return;
    }
    sql->grouped = word_is(sql->token.text, "rule");
    sql->plain = object->shape == SHAPE_TABLE || object->shape == SHAPE_INDEX ||
                 object->shape == SHAPE_NAME || object->shape == SHAPE_TYPE;
    take_object(sql, object);
    if (sql->token.kind == SQL_END)
        return;
    read_object_name(sql, object, &name);
    size_t symbol = sql_open(sql, object->kind, &name);
    read_object(sql, object, symbol);
    sql_finish(sql);
    sql_close(sql, symbol);
}

/* Bytes shown of each action of an ALTER TABLE. */
#define ACTION_BYTES 120

static void read_actions(Sql *sql)
{
    size_t action = sql->record.len;
    while (sql->token.kind != SQL_END) {
        bool comma = sql_at_punct(sql, ',') && !sql->parens;
        if (comma && !sql->recording)
            sql_record_text(sql, STR("…"));
        if (comma)
            sql_record(sql, true);
        sql_advance(sql);
        if (comma)
            action = sql->record.len;
        if (sql->record.len - action > ACTION_BYTES && !sql->record.overflow)
            sql_record(sql, false);
    }
    if (!sql->recording)
        sql_record_text(sql, STR("…"));
    sql_record(sql, false);
}

/* Whether ALTER redefines the object, as ALTER PROCEDURE … AS does in T-SQL. */
static bool defines(const Object *object, const Sql *sql)
{
    bool body = object->shape == SHAPE_ROUTINE || object->shape == SHAPE_TRIGGER ||
                object->shape == SHAPE_VIEW;
    return body && sql->dialect == SQL_TSQL;
}

void sql_read_alter(Sql *sql)
{
    SqlName name = {0};
    sql->altering = sql->plain = true;
    sql_record(sql, true);
    sql_advance(sql);
    const Object *object = find_object(sql);
    if (!object) {
        sql_record(sql, false);
        sql_finish(sql);
        return;
    }
    bool definition = defines(object, sql);
    if (definition)
        sql->plain = false;
    take_object(sql, object);
    if (sql->token.kind == SQL_END)
        return;
    read_object_name(sql, object, &name);
    if (object->kind != SYMBOL_TABLE && sql_at_punct(sql, '('))
        sql_skip_parens(sql);
    if (object->kind != SYMBOL_TABLE && sql_at(sql, "owner")) {
        sql_record(sql, false);
        sql_finish(sql);
        return;
    }
    size_t symbol = sql_open(sql, definition ? object->kind : SYMBOL_ALTER, &name);
    if (definition) {
        read_object(sql, object, symbol);
    } else {
        read_actions(sql);
        sql_symbol(sql, symbol)->signature = sql_recorded(sql);
    }
    sql_finish(sql);
    sql_close(sql, symbol);
}
