/* Class heads: names of template parameters, and base classes that have template arguments. */
#include "lang/c/c_parse.h"

#include "base/buf.h"
#include "lang/walk/type.h"

/* Bytes of a whole head: template parameters and bases. */
#define HEAD_BYTES_MAX 512
#define HEAD_PARTS_MAX 16
/* Tokens of a template parameter list: more is broken code. */
#define LIST_TOKENS_MAX 400

/* Whether the list from `open` to `index` declares the name at `index` as a parameter. */
static bool is_parameter(const CParse *parse, uint32_t open, uint32_t index)
{
    Str name = c_text_at(parse, index);
    for (uint32_t i = open + 2; i < index; i = c_next(parse, i)) {
        bool ends = c_at_is(parse, i + 1, ',') || c_at_is(parse, i + 1, '=');
        if (ends && c_at_word(parse, i, CW_NAME) && !c_at_is(parse, i - 1, '=') &&
            str_equal(c_text_at(parse, i), name))
            return true;
    }
    return false;
}

/* What a `<` after a name in a default of a template parameter is. The first reading under which
   the list closes holds. */
typedef enum Reading {
    READ_PARAMETERS, /* it compares only parameters of the list */
    READ_SPACED,     /* it compares with a blank on both sides: `bool B = limit < 10` */
    READ_COMPARED,   /* it compares */
    READINGS,
} Reading;

/* Whether a blank is on both sides of the token. */
static bool is_spaced(const CParse *parse, uint32_t index)
{
    return c_at(parse, index)->start > c_at(parse, index - 1)->end &&
           c_at(parse, index + 1)->start > c_at(parse, index)->end;
}

/* Whether the `<` at `index` compares, in the default of a template parameter: `sizeof(T) < 8`, and
   `N < 8` or `T::size < 8` with N and T parameters of the list. */
static bool compares(const CParse *parse, uint32_t open, uint32_t index, Reading reading)
{
    if (index == open)
        return false;
    if (reading == READ_COMPARED || (reading == READ_SPACED && is_spaced(parse, index)))
        return true;
    if (!c_at_word(parse, index - 1, CW_NAME))
        return c_at(parse, index - 1)->kind == C_NUMBER || c_at_is(parse, index - 1, ')');
    uint32_t chain = c_chain_start(parse, index - 1);
    bool template = chain < index - 1 && c_at_word(parse, index - 2, CW_TEMPLATE);
    return !template && is_parameter(parse, open, chain) && !c_at_word(parse, chain - 1, CW_CLASS);
}

static uint32_t skip_read(const CParse *parse, uint32_t open, Reading reading)
{
    uint32_t depth = 0, end = MIN(parse->scope.end, open + LIST_TOKENS_MAX);
    bool valued = false; // in a default
    for (uint32_t i = open; i < end; i = c_next(parse, i)) {
        const CToken *token = c_at(parse, i);
        valued = depth == 1 && (c_is(token, '=') || c_is(token, ',')) ? c_is(token, '=') : valued;
        if (c_is(token, ';') || c_is(token, '}') || token->kind == C_END)
            return 0;
        Reading as = valued ? reading : READ_PARAMETERS;
        depth += c_is(token, '<') && !compares(parse, open, i, as);
        if (c_is(token, '>') && --depth == 0)
            return i + 1;
    }
    return 0;
}

uint32_t c_skip_parameters(const CParse *parse, uint32_t open)
{
    uint32_t end = 0;
    for (Reading reading = READ_PARAMETERS; reading < READINGS && !end; reading++)
        end = skip_read(parse, open, reading);
    return end;
}

/* Appends `<T,U>` for `template <class T, int U = 4>`; a parameter without a name is `_`. */
static void put_parameters(const CParse *parse, Buf *out, CRange list)
{
    buf_put_byte(out, '<');
    for (uint32_t from = list.first, i = 0; from < list.end && i < HEAD_PARTS_MAX; i++) {
        uint32_t end = c_argument_end(parse, from, list.end), last = from;
        while (last < end && !c_at_is(parse, last, '='))
            last++;
        bool named = last > from + 1 && c_at_word(parse, last - 1, CW_NAME);
        buf_put(out, from == list.first ? STR("") : STR(","));
        buf_put(out, named ? c_text_at(parse, last - 1) : STR("_"));
        from = end + 1;
    }
    buf_put_byte(out, '>');
}

static void put_bases(const CParse *parse, Buf *out, CRange list)
{
    const Language *language = parse->scan->outline->language;
    for (uint32_t from = list.first, i = 0; from < list.end && i < HEAD_PARTS_MAX; i++) {
        uint32_t end = c_argument_end(parse, from, list.end);
        while (from < end && !c_at_word(parse, from, CW_NAME))
            from++;
        Str text = from < end ? str_slice(parse->source->text, c_at(parse, from)->start,
                                          c_at(parse, end - 1)->end)
                              : (Str){0};
        text =
            str_find_byte(text, '<') == STR_NONE ? (Str){0} : type_text(out->arena, language, text);
        from = end + 1;
        if (!text.len)
            continue;
        buf_put_byte(out, '|');
        buf_put(out, text);
    }
}

Str c_class_head(const CParse *parse, uint32_t begin, const CClass *class)
{
    uint32_t open = begin + 1;
    uint32_t close = c_at_word(parse, begin, CW_TEMPLATE) && c_at_is(parse, open, '<')
                         ? c_skip_parameters(parse, open)
                         : 0;
    bool special = class->name.end > class->name.first && c_at_is(parse, class->name.end - 1, '>');
    Buf out = buf_open(parse->scan->arena, HEAD_BYTES_MAX);
    if (close > open + 2 && !special)
        put_parameters(parse, &out, (CRange){open + 1, close - 1});
    if (class->bases)
        put_bases(parse, &out, (CRange){class->bases, class->body});
    return out.len < HEAD_BYTES_MAX && !out.overflow ? buf_str(&out) : (Str){0};
}
