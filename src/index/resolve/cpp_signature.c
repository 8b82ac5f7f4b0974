#include "index/resolve/cpp_signature.h"

#include "base/buf.h"
#include "index/catalog/symbol.h"
#include "lang/walk/type_plus.h"

static size_t skip_nested(Str text, size_t at)
{
    size_t depth = 0;
    for (; at < text.len; at++) {
        char c = text.ptr[at];
        bool arrow = c == '>' && at && text.ptr[at - 1] == '-';
        depth += strchr("([{<", c) != NULL;
        if (strchr(")]}>", c) && !arrow && (!depth || --depth == 0))
            return at;
    }
    return text.len;
}

/* Takes the next parameter off the front of a list. */
static bool take_parameter(Str *rest, Str *part)
{
    size_t end = 0;
    while (end < rest->len && rest->ptr[end] != ',')
        end = strchr("([{<", rest->ptr[end]) ? skip_nested(*rest, end) + 1 : end + 1;
    end = MIN(end, rest->len);
    *part = str_trim(str_slice(*rest, 0, end));
    *rest = str_from_offset(*rest, MIN(end + 1, rest->len));
    return part->len > 0;
}

/* Whether the type is a parameter of the `template <…>` before the function. */
static bool is_variable(Str signature, size_t open, Str type)
{
    Str word = type;
    word = str_starts(word, STR("const ")) ? str_from_offset(word, 6) : word;
    while (word.len && !byte_is_word(word.ptr[word.len - 1]))
        word.len--;
    Str front = str_slice(signature, 0, open);
    size_t angle = str_starts(front, STR("template")) ? str_find_byte(front, '<') : STR_NONE;
    if (angle == STR_NONE)
        return false;
    Str list = str_slice(front, angle, skip_nested(front, angle));
    size_t at = str_find(list, word);
    return at != STR_NONE && at && !byte_is_word(list.ptr[at - 1]) &&
           (at + word.len >= list.len || !byte_is_word(list.ptr[at + word.len]));
}

static void put_parameter(Arena *arena, Str signature, size_t open, Str part, Buf *out)
{
    if (str_equal(part, STR("..."))) {
        buf_put(out, part);
        return;
    }
    if (str_find_byte(part, '=') != STR_NONE)
        buf_put_byte(out, '=');
    Str type = str_find(part, STR("...")) == STR_NONE ? type_plus(arena, part) : STR("...");
    bool known = type.len && !is_variable(signature, open, type);
    buf_put(out, known || str_equal(type, STR("...")) ? type : STR("?"));
}

Str cpp_signature_parameters(Arena *arena, const Outline *outline, uint32_t symbol)
{
    const Symbol *function = &outline->symbols.ptr[symbol - 1];
    Str text = function->signature;
    bool fits = function->kind == SYMBOL_FUNCTION || function->kind == SYMBOL_METHOD;
    size_t open =
        fits && !str_ends(text, STR("…")) ? symbol_list_open(text, function->name) : text.len;
    size_t close = open < text.len ? skip_nested(text, open) : text.len;
    if (close >= text.len)
        return (Str){0};
    Buf out = buf_open(arena, 0);
    Str rest = str_slice(text, open + 1, close), part;
    while (take_parameter(&rest, &part) && !str_equal(part, STR("void"))) {
        if (out.len)
            buf_put_byte(&out, ',');
        put_parameter(arena, text, open, part, &out);
    }
    Str tail = str_trim(str_from_offset(text, close + 1));
    if (str_starts(tail, STR("const")))
        buf_put(&out, STR(";const"));
    return buf_str(&out);
}
