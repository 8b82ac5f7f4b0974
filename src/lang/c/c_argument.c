/* Types of call arguments, from their tokens, to choose among overloads: literals, local
   variables, casts, and expressions whose type the index may know. */
#include "lang/c/c_refer.h"

#include "base/buf.h"
#include "lang/walk/argument.h"
#include "lang/walk/expression.h"
#include "lang/walk/type_plus.h"

/* Arguments from here on are not compared when overloads are chosen. */
#define ARGUMENTS_TOLD 8
#define ARGUMENT_TOKENS 24

static Str typed(Arena *arena, Str type)
{
    return type.len ? str_join(arena, type, STR("{}")) : type;
}

static bool has_byte(Str text, const char *bytes)
{
    for (size_t i = 0; i < text.len; i++)
        if (byte_in(text.ptr[i], bytes))
            return true;
    return false;
}

static Str number_type(Str text)
{
    bool hex = str_starts(text, STR("0x")) || str_starts(text, STR("0X"));
    if (!hex && has_byte(text, ".eE"))
        return has_byte(text, "fF") ? STR("float{}") : STR("double{}");
    bool u = has_byte(text, "uU");
    if (has_byte(text, "lL"))
        return u ? STR("ulong{}") : STR("long{}");
    return u ? STR("uint{}") : STR("int{}");
}

static Str string_type(Str text)
{
    if (str_starts(text, STR("'")))
        return STR("char{}");
    return str_starts(text, STR("\"")) || str_starts(text, STR("R\"")) ? STR("const char*{}")
                                                                       : (Str){0};
}

/* The declared type of the local variable, without reference marks. */
static Str variable_type(const Refer *refer, uint32_t index)
{
    if (!c_is_local(refer, index))
        return (Str){0};
    const uint64_t *kept = map_find(&refer->types, c_text_at(refer->parse, index));
    Str type = kept && *kept ? refer->type_texts.ptr[*kept - 1] : (Str){0};
    while (str_ends(type, STR("&")))
        type.len--;
    return type;
}

static Str word_type(const Refer *refer, uint32_t index)
{
    Str word = c_text_at(refer->parse, index);
    if (str_equal(word, STR("true")) || str_equal(word, STR("false")))
        return STR("bool{}");
    if (str_equal(word, STR("nullptr")) || str_equal(word, STR("NULL")))
        return STR("null");
    if (!c_is_name(c_at(refer->parse, index)))
        return (Str){0};
    return c_is_local(refer, index) ? typed(refer->parse->scan->arena, variable_type(refer, index))
                                    : word;
}

static Str range_text(const CParse *parse, uint32_t first, uint32_t end)
{
    return str_slice(parse->source->text, c_at(parse, first)->start, c_at(parse, end - 1)->end);
}

/* The type of a cast (`static_cast<Type>(…)`, `int(…)`) that is the whole argument; else empty. */
static Str cast_type(const CParse *parse, uint32_t first, uint32_t end)
{
    Arena *arena = parse->scan->arena;
    uint32_t open = first + 1;
    bool cast = c_at_word(parse, first, CW_OPERATION) && c_at_is(parse, open, '<');
    if (cast) {
        uint32_t after = c_skip_angles(parse, open);
        bool whole = after && c_at(parse, after)->match == end - 1;
        return whole ? typed(arena, type_plus(arena, range_text(parse, open + 1, after - 1)))
                     : (Str){0};
    }
    bool number = c_at_word(parse, first, CW_PRIMITIVE) && c_at(parse, open)->match == end - 1;
    return number ? typed(arena, type_plus(arena, c_text_at(parse, first))) : (Str){0};
}

/* Whether the expression is a bool: a comparison or a negation. */
static bool is_truth(const CParse *parse, uint32_t first, uint32_t end)
{
    if (c_at_is(parse, first, '!'))
        return true;
    for (uint32_t i = first; i < end; i = c_next(parse, i)) {
        Str text = c_text_at(parse, i);
        if (c_at_is(parse, i, C_AND) || str_equal(text, STR("==")) || str_equal(text, STR("!=")) ||
            str_equal(text, STR("||")) || str_equal(text, STR("<=")) || str_equal(text, STR(">=")))
            return i > first;
        if (c_at_is(parse, i, '?'))
            return false;
    }
    return false;
}

/* The type of `&variable` or `*variable`; else empty. */
static Str pointer_type(const Refer *refer, uint32_t first)
{
    Arena *arena = refer->parse->scan->arena;
    Str type = variable_type(refer, first + 1);
    if (!type.len)
        return type;
    if (c_at_is(refer->parse, first, '&'))
        return typed(arena, str_join(arena, type, STR("*")));
    bool points = str_ends(type, STR("*"));
    return points ? typed(arena, str_slice(type, 0, type.len - 1)) : (Str){0};
}

Str c_argument(const Refer *refer, uint32_t first, uint32_t end)
{
    const CParse *parse = refer->parse;
    const CToken *token = c_at(parse, first);
    if (end <= first || end - first > ARGUMENT_TOKENS)
        return (Str){0};
    bool single = end == first + 1;
    if (token->kind == C_NUMBER && single)
        return number_type(c_text_at(parse, first));
    if (token->kind == C_STRING && c_at(parse, end - 1)->kind == C_STRING)
        return string_type(c_text_at(parse, first));
    if (single)
        return token->kind == C_WORD ? word_type(refer, first) : (Str){0};
    bool negative = c_is(token, '-') && end == first + 2;
    if (negative && c_at(parse, first + 1)->kind == C_NUMBER)
        return number_type(c_text_at(parse, first + 1));
    if ((c_is(token, '&') || c_is(token, '*')) && end == first + 2)
        return pointer_type(refer, first);
    Str cast = cast_type(parse, first, end);
    if (cast.len)
        return cast;
    if (is_truth(parse, first, end))
        return STR("bool{}");
    Str text = expression_text(parse->scan->arena, parse->scan->outline->language,
                               range_text(parse, first, end));
    return str_find_byte(text, ',') == STR_NONE ? text : (Str){0};
}

Str c_arguments(const Refer *refer, uint32_t open, uint32_t wanted)
{
    const CParse *parse = refer->parse;
    uint32_t close = c_at(parse, open)->match, from = open + 1, count = 0;
    Buf out = buf_open(parse->scan->arena, 0);
    bool any = false;
    if (close == C_NO_MATCH || close == from || wanted > ARGUMENTS_TOLD)
        return (Str){0};
    for (uint32_t i = from; i <= close && count < wanted;
         i = i == close ? i + 1 : c_next(parse, i)) {
        if (i < close && !c_at_is(parse, i, ','))
            continue;
        Str text = c_argument(refer, from, i);
        text = text.len <= ARGUMENT_BYTES_MAX ? text : (Str){0};
        if (count++)
            buf_put_byte(&out, ',');
        buf_put(&out, text);
        any = any || text.len;
        from = i + 1;
    }
    return any && count == wanted ? buf_str(&out) : (Str){0};
}

void c_note_type(Refer *refer, uint32_t index)
{
    CParse *parse = refer->parse;
    CRange range = c_type_before(parse, index);
    uint64_t *kept = map_put(&refer->types, c_text_at(parse, index), NULL);
    *kept = 0;
    if (range.end <= range.first)
        return;
    uint32_t first = range.first, end = index;
    while (first &&
           (c_at_word(parse, first - 1, CW_SPECIFIER) || c_at_word(parse, first - 1, CW_PRIMITIVE)))
        first--;
    Str text = range_text(parse, first, end), type = type_plus(parse->scratch, text);
    if (type.len && c_at_is(parse, index + 1, '['))
        type = str_join(parse->scratch, type, STR("*"));
    if (type.len && byte_is_word(type.ptr[type.len - 1]) && str_starts(text, STR("const ")))
        type = str_join(parse->scratch, STR("const "), type);
    *VEC_PUSH(parse->scratch, &refer->type_texts) = type;
    *kept = refer->type_texts.len;
}

uint8_t c_receiver_flags(const Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    bool member =
        index > 1 && (c_at_is(parse, index - 1, '.') || c_at_is(parse, index - 1, C_ARROW));
    uint32_t before = index - 2;
    bool alone =
        member && c_is_name(c_at(parse, before)) &&
        !(before && (c_at_is(parse, before - 1, '.') || c_at_is(parse, before - 1, C_ARROW) ||
                     c_at_is(parse, before - 1, C_SCOPE)));
    Str type = alone ? variable_type(refer, before) : (Str){0};
    if (!type.len || str_find(type, STR("const_")) != STR_NONE) // `const_iterator`
        return 0;
    return str_starts(type, STR("const ")) ? REFERENCE_CONST : REFERENCE_MUTABLE;
}
