/* A template interpreter in one pass: blocks are found by counting their ends. Wordings are
   constants of the program, so nothing of them is checked but that each block ends. */
#include "view/wording.h"

#include "text/address.h"
#include "view/format.h"

#include <stdlib.h>

typedef struct Scope Scope;
struct Scope {
    const Json *value, *words;
    const Scope *outer;
};

typedef struct Printer {
    Buf *out;
    Arena scratch;
    const Wording *wording;
} Printer;

/* Takes the text before the next field, then the field without its braces; false at the end. */
static bool take_field(Str *rest, Str *before, Str *field)
{
    size_t open = str_find_byte(*rest, '{');
    *before = str_slice(*rest, 0, MIN(open, rest->len));
    if (open == STR_NONE) {
        *rest = *field = (Str){0};
        return false;
    }
    *rest = str_from_offset(*rest, open + 1);
    size_t close = str_find_byte(*rest, '}');
    assert(close != STR_NONE);
    *field = str_slice(*rest, 0, close);
    *rest = str_from_offset(*rest, close + 1);
    return true;
}

/* Takes a block up to its end, cut at its `{:}`. A field is never empty. */
static void take_block(Str *rest, Str *first, Str *second)
{
    Str start = *rest, before, field;
    size_t depth = 1, parts = 0;
    *first = *second = (Str){0};
    while (depth && take_field(rest, &before, &field)) {
        size_t at = (size_t)(field.ptr - 1 - start.ptr);
        depth += byte_in(field.ptr[0], "?*");
        depth -= str_equal(field, STR("/"));
        if (depth && !(depth == 1 && str_equal(field, STR(":"))))
            continue;
        *(parts++ ? second : first) = str_slice(start, 0, at);
        start = *rest;
    }
    assert(!depth);
}

static const Json *member(const Json *value, Str name)
{
    Str part;
    while (value && str_take_until(&name, '.', &part)) {
        const Json *found = value->type == JSON_OBJECT ? value->first : NULL;
        while (found && !str_equal(found->key, part))
            found = found->next;
        value = found;
    }
    return value;
}

static const Json *find(const Scope *scope, Str name)
{
    if (str_equal(name, STR(".")))
        return scope->value;
    const Json *found = NULL;
    for (; scope && !found; scope = scope->outer) {
        found = member(scope->value, name);
        found = found ? found : member(scope->words, name);
    }
    return found;
}

static bool is_there(const Json *value)
{
    switch (value ? value->type : JSON_NULL) {
    case JSON_TRUE:
    case JSON_OBJECT: return true;
    case JSON_NUMBER: return !str_equal(value->text, STR("0"));
    case JSON_STRING: return value->text.len > 0;
    case JSON_ARRAY: return value->count > 0;
    default: return false;
    }
}

static uint64_t number_of(const Json *value)
{
    uint64_t number = 0;
    return value && str_parse_u64(value->text, &number) ? number : 0;
}

/* ---- forms ---- */

typedef void Form(Printer *printer, const Json *value, Str argument);

/* Undoes address_value. */
static Str raw_address(Arena *arena, Str text)
{
    Str raw;
    return address_unquote(arena, text, &raw) && !str_is_utf8(raw) ? raw : text;
}

static void put_address(Printer *printer, const Json *value, Str argument)
{
    (void)argument;
    view_put_address(printer->out, raw_address(&printer->scratch, value->text));
}

static void put_raw(Printer *printer, const Json *value, Str argument)
{
    (void)argument;
    buf_put(printer->out, value->text);
}

static void put_thousands(Printer *printer, const Json *value, Str argument)
{
    (void)argument;
    buf_put_thousands(printer->out, number_of(value));
}

static void put_size(Printer *printer, const Json *value, Str argument)
{
    (void)argument;
    buf_put_size(printer->out, number_of(value));
}

static void put_plural(Printer *printer, const Json *value, Str argument)
{
    (void)argument;
    buf_put(printer->out, number_of(value) == 1 ? (Str){0} : STR("s"));
}

static void put_word(Printer *printer, const Json *value, Str argument)
{
    Str one = {0};
    (void)str_take_until(&argument, '|', &one);
    buf_put(printer->out, number_of(value) == 1 ? one : argument);
}

static void put_cut(Printer *printer, const Json *value, Str argument)
{
    uint64_t bytes = 0;
    (void)str_parse_u64(argument, &bytes);
    view_put_line_text(printer->out, view_cut_end(&printer->scratch, value->text, bytes));
}

static void put_first(Printer *printer, const Json *value, Str argument)
{
    uint64_t bytes = 0;
    (void)str_parse_u64(argument, &bytes);
    buf_put(printer->out, str_slice(value->text, 0, bytes));
}

static void put_past(Printer *printer, const Json *value, Str argument)
{
    uint64_t shown = 0;
    (void)str_parse_u64(argument, &shown);
    buf_put_u64(printer->out, number_of(value) - shown);
}

static const struct {
    Str name;
    Form *put;
} forms[] = {
    {STR_INIT("address"), put_address}, {STR_INIT("thousands"), put_thousands},
    {STR_INIT("size"), put_size},       {STR_INIT("s"), put_plural},
    {STR_INIT("is"), put_word},         {STR_INIT("cut"), put_cut},
    {STR_INIT("raw"), put_raw},         {STR_INIT("first"), put_first},
    {STR_INIT("past"), put_past},
};

static void put_form(Printer *printer, const Json *value, Str form)
{
    Str name = {0};
    Arena before = printer->scratch;
    if (!form.len) {
        view_put_line_text(printer->out, value->text);
        return;
    }
    (void)str_take_until(&form, ' ', &name);
    for (size_t i = 0; i < COUNT(forms); i++)
        if (str_equal(forms[i].name, name))
            forms[i].put(printer, value, form);
    printer->scratch = before;
}

/* ---- fields ---- */

static void put_lines(Buf *out, const Json *row)
{
    uint64_t start = number_of(member(row, STR("start"))), end = number_of(member(row, STR("end")));
    buf_put_u64(out, start);
    if (end > start) {
        buf_put_byte(out, '-');
        buf_put_u64(out, end);
    }
}

static void put_symbol(Printer *printer, const Json *row)
{
    Str kind = member(row, STR("kind"))->text;
    Arena scratch = printer->scratch;
    Str path = raw_address(&scratch, member(row, STR("path"))->text);
    Buf place = buf_open(&scratch, 0);
    bool file = str_equal(kind, STR("file"));
    buf_put(&place, path);
    if (!file) {
        buf_put_byte(&place, ':');
        put_lines(&place, row);
    }
    view_put_address(printer->out, buf_str(&place));
    buf_printf(printer->out, "  %.*s", STR_ARG(kind));
    if (!file) {
        buf_put_byte(printer->out, ' ');
        view_put_line_text(printer->out, member(row, STR("name"))->text);
    }
}

static void put_value(Printer *printer, const Scope *scope, Str field)
{
    Str name = {0}, form = field;
    bool counted = str_starts(field, STR("#"));
    const Json key = {.type = JSON_STRING, .text = scope->value->key};
    (void)str_take_until(&form, ':', &name);
    const Json *value = find(scope, str_from_offset(name, counted));
    char digits[24];
    const Json count = {
        .type = JSON_NUMBER,
        .text = {digits, (size_t)snprintf(digits, sizeof digits, "%zu", value ? value->count : 0)}};
    if (counted)
        value = &count;
    if (str_equal(name, STR("@")))
        value = &key;
    if (value)
        put_form(printer, value, form);
}

static void put_part(Printer *printer, Str part, const Scope *scope);

/* `names`: lists by commas, and how many elements at most. */
static void put_each(Printer *printer, Str field, Str part, const Scope *scope)
{
    Str names = {0}, name, between = field;
    uint64_t most = UINT64_MAX, shown = 0;
    (void)str_take_until(&between, '|', &field);
    (void)str_take_until(&field, ' ', &names);
    if (field.len)
        (void)str_parse_u64(field, &most);
    while (str_take_until(&names, ',', &name)) {
        const Json *list = find(scope, name), *words = member(scope->words, name);
        const Json *item = list ? list->first : NULL;
        words = words ? words->first : NULL;
        for (; item && shown < most; item = item->next, words = words ? words->next : NULL) {
            const Scope inner = {item, words, scope};
            buf_put(printer->out, shown++ ? between : (Str){0});
            put_part(printer, part, &inner);
        }
    }
}

static bool holds(const Scope *scope, Str condition)
{
    Str name = {0}, rest = condition;
    uint64_t most = 0;
    bool any = false;
    if (str_find_byte(condition, '=') != STR_NONE) {
        (void)str_take_until(&rest, '=', &name);
        const Json *value = find(scope, name);
        return value && str_equal(value->text, rest);
    }
    if (str_find_byte(condition, '>') != STR_NONE) {
        (void)str_take_until(&rest, '>', &name);
        const Json *list = find(scope, name);
        return list && str_parse_u64(rest, &most) && list->count > most;
    }
    while (!any && str_take_until(&rest, '|', &name))
        any = is_there(find(scope, name));
    return any;
}

static void put_block(Printer *printer, Str field, Str *rest, const Scope *scope)
{
    Str then, otherwise, wanted = str_from_offset(field, 1);
    take_block(rest, &then, &otherwise);
    if (field.ptr[0] == '*') {
        put_each(printer, wanted, then, scope);
        return;
    }
    put_part(printer, holds(scope, wanted) ? then : otherwise, scope);
}

/* Recursion is as deep as the blocks of the wording. */
static void put_part(Printer *printer, Str part, const Scope *scope)
{
    const Wording *wording = printer->wording;
    Str before, field;
    while (take_field(&part, &before, &field)) {
        buf_put(printer->out, before);
        switch (field.ptr[0]) {
        case '?':
        case '*': put_block(printer, field, &part, scope); break;
        case '>':
            put_symbol(printer,
                       field.len > 1 ? find(scope, str_from_offset(field, 1)) : scope->value);
            break;
        case '-': put_lines(printer->out, scope->value); break;
        case '!':
            field = str_from_offset(field, 1);
            buf_put(printer->out,
                    wording->reword ? wording->reword(wording->caller, field) : field);
            break;
        default: put_value(printer, scope, field);
        }
    }
    buf_put(printer->out, before);
}

void wording_put(Buf *out, Arena scratch, const Wording *wording)
{
    Printer printer = {out, scratch, wording};
    const Scope scope = {wording->value, wording->words, NULL};
    put_part(&printer, str_from(wording->text), &scope);
}
