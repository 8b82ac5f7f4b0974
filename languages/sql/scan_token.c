/* Token access within a statement, and recording of tokens for its signature. */
#include "languages/sql/scan.h"

void sql_begin(Sql *sql, size_t at)
{
    sql->at = sql->statement = sql->last_end = at;
    sql->parens = 0;
    sql->altering = sql->plain = sql->grouped = sql->routine = sql->header = sql->nested_header =
        false;
    sql->referencing = sql->after_end = sql->package = sql->open_batch = false;
    sql->frame_count = 0;
    sql->recording = false;
    sql->record = buf_open(sql->scan->arena, SQL_RECORD_BYTES);
    sql_lex(sql);
}

void sql_record_text(Sql *sql, Str text)
{
    Buf *record = &sql->record;
    if (record->len && !byte_is_space(record->ptr[record->len - 1]))
        buf_put_byte(record, ' ');
    buf_put(record, text);
}

/* Appends the token to the record. White space is kept only where the source has some. */
static void record_token(Sql *sql, const SqlToken *token)
{
    Buf *record = &sql->record;
    char last = record->len ? record->ptr[record->len - 1] : '(';
    char first = token->kind == SQL_PUNCT ? token->text.ptr[0] : 'a';
    bool gap = sql->recorded_end != token->start && last != '(' && first != ')' && first != ',';
    if (record->len && gap)
        buf_put_byte(record, ' ');
    buf_put(record, str_slice(sql->text, token->start, token->end));
    sql->recorded_end = token->end;
}

void sql_advance(Sql *sql)
{
    const SqlToken token = sql->token;
    if (token.kind == SQL_END)
        return;
    if (sql->recording)
        record_token(sql, &token);
    if (token.kind == SQL_PUNCT && token.text.ptr[0] == '(')
        sql->parens++;
    if (token.kind == SQL_PUNCT && token.text.ptr[0] == ')' && sql->parens)
        sql->parens--;
    if (sql->routine)
        sql_track(sql, &token);
    sql->last_end = token.end;
    sql_lex(sql);
}

bool sql_at(const Sql *sql, const char *word)
{
    return sql->token.kind == SQL_WORD && word_is(sql->token.text, word);
}

bool sql_at_punct(const Sql *sql, char c)
{
    return sql->token.kind == SQL_PUNCT && sql->token.text.ptr[0] == c;
}

bool sql_take(Sql *sql, const char *word)
{
    if (!sql_at(sql, word))
        return false;
    sql_advance(sql);
    return true;
}

void sql_skip_parens(Sql *sql)
{
    size_t outside = sql->parens;
    do {
        sql_advance(sql);
    } while (sql->token.kind != SQL_END && sql->parens > outside);
}

void sql_finish(Sql *sql)
{
    while (sql->token.kind != SQL_END)
        sql_advance(sql);
}

void sql_record(Sql *sql, bool on)
{
    sql->recording = on;
    if (on)
        sql->recorded_end = 0;
}

Str sql_recorded(Sql *sql)
{
    Arena *arena = sql->scan->arena;
    Str text = str_fold_space(arena, buf_str(&sql->record));
    if (sql->record.overflow)
        text = str_join(arena, str_slice(text, 0, str_char_floor(text, text.len)), STR("…"));
    return str_cut_chars(arena, text, SIGNATURE_CHARS_MAX);
}

bool sql_read_name(Sql *sql, SqlName *name)
{
    Buf owner = buf_open(sql->scan->arena, NAME_BYTES_MAX);
    size_t parts = 0;
    *name = (SqlName){0};
    while (sql->token.kind == SQL_WORD || sql->token.kind == SQL_QUOTED ||
           sql->token.kind == SQL_STRING) {
        Str part = sql->token.text;
        if (sql->token.kind == SQL_STRING && part.len > 2)
            part = str_slice(part, 1, part.len - 1);
        if (++parts == 2) {
            name->owner = name->last;
        } else if (parts > 2) {
            buf_put(&owner, parts == 3 ? name->owner : STR("."));
            buf_put(&owner, parts == 3 ? STR(".") : STR(""));
            buf_put(&owner, name->last);
            name->owner = buf_str(&owner);
        }
        name->last = str_slice(part, 0, str_char_floor(part, MIN(part.len, NAME_BYTES_MAX)));
        sql_advance(sql);
        if (!sql_at_punct(sql, '.'))
            break;
        while (sql_at_punct(sql, '.')) /* db..table */
            sql_advance(sql);
    }
    return name->last.len > 0;
}
