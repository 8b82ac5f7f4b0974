/* Heuristics for macros in a head: a macro may be a whole statement, wrap the head, or give the
   return type. */
#include "lang/c/c_parse.h"

bool c_is_macro_name(Str name)
{
    bool letter = false;
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] >= 'a' && name.ptr[i] <= 'z')
            return false;
        letter |= byte_is_alpha(name.ptr[i]);
    }
    return letter && name.len > 1;
}

bool c_has_word(Str name, const char *words)
{
    Str word;
    while (str_take_until(&name, '_', &word)) {
        Str rest = str_from(words), one;
        while (word.len && str_take_until(&rest, ' ', &one))
            if (str_equal(word, one))
                return true;
    }
    return false;
}

/* Whether the macro marks a region or a class: `QT_BEGIN_NAMESPACE`, `__END_DECLS`, `Q_OBJECT`. */
static bool is_mark(Str name)
{
    return c_has_word(name, "BEGIN END") || str_ends(name, STR("_OBJECT")) ||
           str_ends(name, STR("_GADGET")) || str_equal(name, STR("Q_NAMESPACE"));
}

bool c_is_mark_line(const CParse *parse, const CHead *head, uint32_t at)
{
    const CToken *token = c_at(parse, at), *next = c_at(parse, at + 1);
    bool follows = next->kind == C_WORD || c_is(next, '~') || c_is(next, '[');
    Str name = c_text(parse->source, token);
    return at == head->begin && token->first && next->first && follows && c_is_macro_name(name) &&
           is_mark(name);
}

/* Whether the list holds only words and `*`, as a type does. */
static bool is_type_list(const CParse *parse, uint32_t open)
{
    uint32_t close = c_at(parse, open)->match;
    if (close == C_NO_MATCH || close == open + 1 || !(c_at(parse, open + 1)->kind == C_WORD))
        return false;
    for (uint32_t i = open + 1; i < close; i++)
        if (c_at(parse, i)->kind != C_WORD && !c_at_is(parse, i, '*'))
            return false;
    return true;
}

bool c_is_result_macro(const CParse *parse, uint32_t open)
{
    uint32_t name = c_next(parse, open), list = name + 1;
    bool function = c_at_word(parse, name, CW_NAME) && c_at_is(parse, list, '(') &&
                    c_at(parse, list)->match != C_NO_MATCH &&
                    !c_is_macro_name(c_text_at(parse, name));
    if (!function || !is_type_list(parse, open))
        return false;
    bool typed = c_parameter_score(parse, open) == 4; // `int`, `Foo *`
    int score = c_parameter_score(parse, list);
    bool apart = c_at(parse, name)->first, unlike = apart && c_is_plus(parse);
    return score == 4 ? typed || !unlike : typed && score > 0 && !apart;
}

bool c_stands_alone(const CParse *parse, const CHead *head, uint32_t at, uint32_t after)
{
    const CToken *next = c_at(parse, after);
    if (at != head->from || !next->first || next->kind != C_WORD || after >= parse->scope.end)
        return false;
    if (next->code == CW_ATTRIBUTE || next->code == CW_FINAL || next->code == CW_CONTROL ||
        next->code == CW_REQUIRES || c_is_result_macro(parse, at + 1))
        return false;
    return !parse->scope.name.len || !str_equal(c_text_at(parse, at), parse->scope.name);
}

bool c_wraps_head(const CParse *parse, const CHead *head, uint32_t at, uint32_t open)
{
    uint32_t close = c_at(parse, open)->match, i = open + 1, types = 0;
    bool own = str_equal(c_text_at(parse, at), parse->scope.name);
    if (close == C_NO_MATCH || head->types || head->candidate_count || own)
        return false;
    bool kept = c_at_word(parse, i, CW_SPECIFIER) || c_at_word(parse, i, CW_EXTERN);
    for (; i < close; i++) {
        const CToken *token = c_at(parse, i);
        bool part = c_is(token, '*') || c_is(token, '&') || c_is(token, C_SCOPE);
        uint32_t angles = c_is(token, '<') && c_is_plus(parse) ? c_skip_angles(parse, i) : 0;
        if (c_is_word(token, CW_NAME) && c_at_is(parse, i + 1, '(') && types)
            break;
        if (angles)
            i = angles - 1;
        else if (token->kind == C_WORD && token->code != CW_CONTROL && token->code != CW_OPERATION)
            types += token->code != CW_SPECIFIER && token->code != CW_EXTERN;
        else if (!part)
            return false;
    }
    if (i == close)
        return kept && types > 1; // `EXPORT(extern int count);`
    return c_next(parse, i + 1) == close || c_at_word(parse, c_next(parse, i + 1), CW_ATTRIBUTE);
}
