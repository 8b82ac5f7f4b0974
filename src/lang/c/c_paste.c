/* Arguments that a macro of the file only joins with other words: `#define F(n) pfx_##n()`. Then
   the word names nothing by itself. */
#include "lang/c/c_refer.h"

/* Tokens of a call that are looked at. */
#define CALL_TOKENS_MAX 64

static size_t word_length(Str text)
{
    size_t len = 0;
    while (len < text.len && byte_is_word(text.ptr[len]))
        len++;
    return len;
}

/* Takes the rest of the definition's line, with continued lines, off the front of the text. */
static Str take_body(Str rest)
{
    size_t end = 0;
    while (end < rest.len && (rest.ptr[end] != '\n' || (end && rest.ptr[end - 1] == '\\')))
        end++;
    return str_slice(rest, 0, end);
}

/* The definition of a macro with parameters that this file has: `(a, b) body`; else empty. */
static Str definition_of(const Refer *refer, Str name)
{
    const uint64_t *kind = map_find(&refer->capitals, name);
    const SymbolVec *symbols = &refer->parse->scan->outline->symbols;
    for (size_t i = 0; kind && *kind == SYMBOL_MACRO && i < symbols->len; i++) {
        const Symbol *macro = &symbols->ptr[i];
        if (macro->kind == SYMBOL_MACRO && str_equal(macro->name, name))
            return take_body(
                str_from_offset(refer->parse->source->text, macro->name_start + macro->name.len));
    }
    return (Str){0};
}

/* Whether all places of the parameter in the body are beside `##` or after `#`. */
static bool is_joined(Str body, Str parameter)
{
    bool any = false;
    for (size_t at = 0; at < body.len;) {
        size_t len = word_length(str_from_offset(body, at));
        if (!str_equal(str_slice(body, at, at + len), parameter)) {
            at += MAX(len, (size_t)1);
            continue;
        }
        Str before = str_trim_end(str_slice(body, 0, at));
        Str after = str_trim(str_from_offset(body, at + len));
        if (!str_ends(before, STR("#")) && !str_starts(after, STR("##")))
            return false;
        any = true;
        at += len;
    }
    return any;
}

bool c_is_pasted(const Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    size_t place = 0, left = CALL_TOKENS_MAX;
    uint32_t open = index;
    for (; open && left--; open--) {
        const CToken *token = c_at(parse, open - 1);
        if (c_is_one_of(token, ";{})"))
            return false;
        if (c_is(token, '('))
            break;
        place += c_is(token, ',');
    }
    if (open < 2 || !c_is_name(c_at(parse, open - 2)) ||
        !c_is_macro_name(c_text_at(parse, open - 2)))
        return false;
    Str rest = definition_of(refer, c_text_at(parse, open - 2)), parameter;
    size_t close = str_find_byte(rest, ')');
    Str list = close == STR_NONE ? (Str){0} : str_slice(rest, 1, close);
    for (size_t i = 0; str_take_until(&list, ',', &parameter); i++)
        if (i == place)
            return is_joined(str_from_offset(rest, close + 1), str_trim(parameter));
    return false;
}
