/* Types of variables and functions: the tokens before a name that can form a type. */
#include "lang/c/c_parse.h"

#include "lang/walk/type.h"

/* Tokens between angle brackets, searched backwards. */
#define ANGLE_TOKENS_MAX 200
/* Tokens from a function's name to `->` and its type; the parameter list counts as one. */
#define TRAILING_TOKENS_MAX 64

uint32_t c_angles_open(const CParse *parse, uint32_t close)
{
    uint32_t depth = 0, floor = close > ANGLE_TOKENS_MAX ? close - ANGLE_TOKENS_MAX : 0;
    for (uint32_t i = close; i > floor; i--) {
        const CToken *token = c_at(parse, i);
        if (c_is(token, ';') || c_is(token, '{') || c_is(token, '}') || token->kind == C_END)
            break;
        depth += c_is(token, '>');
        if (c_is(token, '<') && --depth == 0)
            return i;
    }
    return close;
}

uint32_t c_chain_start(const CParse *parse, uint32_t index)
{
    while (index > 1 && c_at_is(parse, index - 1, C_SCOPE)) {
        uint32_t last = index - 2;
        uint32_t open = c_at_is(parse, last, '>') ? c_angles_open(parse, last) : last + 1;
        if (open > last && !c_at_word(parse, last, CW_NAME))
            return index - 1;
        if (open <= last && (!open || !c_at_word(parse, open - 1, CW_NAME)))
            return index - 1;
        index = open > last ? last : open - 1;
    }
    return index;
}

/* The token after the last one of the type before `name`, pointers and qualifiers skipped. */
static uint32_t type_end(const CParse *parse, uint32_t name)
{
    while (name > 0) {
        const CToken *token = c_at(parse, name - 1);
        if (!c_is(token, '*') && !c_is(token, '&') && !c_is(token, C_AND) &&
            !c_is_word(token, CW_SPECIFIER))
            break;
        name--;
    }
    return name;
}

/* Whether the word is a macro for how a function is called: WINAPI, STDMETHODCALLTYPE. */
static bool is_convention(Str word)
{
    static const char *const parts[] = {"API",  "CALL",  "CALLBACK", "CONV",
                                        "DECL", "ENTRY", "CALLTYPE"};
    bool found = c_is_attribute_like(word);
    for (size_t i = 0; i < COUNT(parts) && !found; i++)
        found = str_ends(word, str_from(parts[i]));
    return found;
}

/* Whether the word at `last` is a macro after the type: `int WINAPI name`, `char FAR *name`. */
static bool follows_type(const CParse *parse, uint32_t last)
{
    Str word = c_text_at(parse, last);
    if (!last || !c_at_word(parse, last, CW_NAME) || !c_is_macro_name(word))
        return false;
    const CToken *before = c_at(parse, last - 1);
    bool type = c_is_word(before, CW_PRIMITIVE) || c_is(before, '*');
    bool named = c_is_word(before, CW_NAME) && !c_is_macro_name(c_text(parse->source, before));
    return type || named || (c_is_word(before, CW_NAME) && is_convention(word));
}

CRange c_type_before(const CParse *parse, uint32_t name)
{
    uint32_t end = type_end(parse, name);
    if (!end)
        return (CRange){0};
    uint32_t last = end - 1, match = c_at(parse, last)->match;
    if (c_at_is(parse, last, '}') && match != C_NO_MATCH && match) // struct name { … } variable
        last = match - 1;
    else if (c_at_is(parse, last, '>'))
        last = c_angles_open(parse, last) - 1;
    if (last >= end || (!c_at_word(parse, last, CW_NAME) && !c_at_word(parse, last, CW_PRIMITIVE)))
        return (CRange){0};
    if (last == end - 1 && follows_type(parse, last))
        return c_type_before(parse, last);
    bool body = c_at_is(parse, end - 1, '}');
    return (CRange){c_chain_start(parse, last), body ? last + 1 : end};
}

static Str range_text(const CParse *parse, CRange range)
{
    if (range.end <= range.first)
        return (Str){0};
    Str text = str_slice(parse->source->text, c_at(parse, range.first)->start,
                         c_at(parse, range.end - 1)->end);
    return type_text(parse->scan->arena, parse->scan->outline->language, text);
}

Str c_type_text(const CParse *parse, uint32_t name)
{
    return range_text(parse, c_type_before(parse, name));
}

/* The type in `auto name(…) const -> Type` or `using Name = Type`; empty when there is neither. */
static CRange type_after(const CParse *parse, const CDeclaration *declaration)
{
    uint32_t at = declaration->name.end;
    if (c_at_is(parse, at, '=') && declaration->kind == SYMBOL_TYPE)
        return (CRange){at + 1, declaration->signature[0].end};
    uint32_t end = MIN(declaration->signature[0].end, at + TRAILING_TOKENS_MAX);
    for (at = c_next(parse, at); at < end; at = c_next(parse, at))
        if (c_at_is(parse, at, C_ARROW))
            return (CRange){at + 1, declaration->signature[0].end};
    return (CRange){0};
}

Str c_declared_type(const CParse *parse, const CDeclaration *declaration)
{
    CRange owner = declaration->owner, first = declaration->signature[0];
    uint32_t name = owner.end > owner.first ? owner.first : declaration->name.first;
    bool further = declaration->signature[2].end && declaration->signature[2].first > first.end;
    Str type = c_type_text(parse, further ? first.end : name);
    if (!type.len)
        type = range_text(parse, type_after(parse, declaration));
    bool list = type.len && c_at_is(parse, declaration->name.end, '[');
    return list ? str_join(parse->scan->arena, type, STR("[]")) : type;
}
