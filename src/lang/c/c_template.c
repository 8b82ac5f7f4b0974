/* Class heads: names of template parameters, and base classes that have template arguments. */
#include "lang/c/c_parse.h"

#include "base/buf.h"
#include "lang/walk/type.h"

/* Bytes of a whole head: template parameters and bases. */
#define HEAD_BYTES_MAX 512
#define HEAD_PARTS_MAX 16

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
                         ? c_skip_angles(parse, open)
                         : 0;
    bool special = class->name.end > class->name.first && c_at_is(parse, class->name.end - 1, '>');
    Buf out = buf_open(parse->scan->arena, HEAD_BYTES_MAX);
    if (close > open + 2 && !special)
        put_parameters(parse, &out, (CRange){open + 1, close - 1});
    if (class->bases)
        put_bases(parse, &out, (CRange){class->bases, class->body});
    return out.len < HEAD_BYTES_MAX && !out.overflow ? buf_str(&out) : (Str){0};
}
