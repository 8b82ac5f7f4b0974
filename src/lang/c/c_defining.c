/* Macros that declare something: a naming convention in the macro's name (DEFINE_, DECLARE_,
   _LIST_HEAD) tells the kind of declaration and the argument with its name. */
#include "lang/c/c_parse.h"

/* Number of arguments searched for the name. */
#define DEFINING_ARGUMENTS_MAX 4

uint32_t c_argument_end(const CParse *parse, uint32_t at, uint32_t end)
{
    while (at < end && !c_at_is(parse, at, ',')) {
        uint32_t closed = c_at_is(parse, at, '<') ? c_skip_angles(parse, at) : 0;
        at = closed ? closed : c_next(parse, at);
    }
    return MIN(at, end);
}

/* The argument with this number (from 0) when it is a single word; else 0. */
static uint32_t word_argument(const CParse *parse, uint32_t open, uint32_t number)
{
    uint32_t close = c_at(parse, open)->match, at = open + 1;
    for (uint32_t i = 0; i < number && at < close; i++)
        at = c_argument_end(parse, at, close) + 1;
    bool alone = at < close && c_argument_end(parse, at, close) == at + 1;
    return alone && c_at_word(parse, at, CW_NAME) ? at : 0;
}

/* The first argument that is a single word, or a later one when the first names a type. */
static uint32_t first_name(const CParse *parse, uint32_t open)
{
    uint32_t first = word_argument(parse, open, 0), second = word_argument(parse, open, 1);
    bool type = first && str_ends(c_text_at(parse, first), STR("_t"));
    if (first && !(type && second))
        return first;
    for (uint32_t i = 1; i < DEFINING_ARGUMENTS_MAX; i++) {
        uint32_t name = word_argument(parse, open, i);
        if (name)
            return name;
    }
    return 0;
}

/* The name in Googletest's MOCK_METHOD(type, name, (parameters)) and MOCK_CONST_METHOD1(name,
   type(…)). */
static uint32_t mocked_name(const CParse *parse, uint32_t open, Str word)
{
    return word_argument(parse, open, str_equal(word, STR("MOCK_METHOD")) ? 1 : 0);
}

/* The token of the name that the macro declares, 0 if it declares nothing. */
static uint32_t defined_name(const CParse *parse, uint32_t macro, SymbolKind *kind)
{
    Str word = c_text_at(parse, macro);
    uint32_t open = macro + 1, close = c_at(parse, open)->match;
    bool event = str_find(word, STR("_EVENT")) != STR_NONE;
    bool defines = str_starts(word, STR("DEFINE_")) || str_starts(word, STR("DECLARE_")) ||
                   str_starts(word, STR("TRACE_EVENT")) || str_ends(word, STR("LIST_HEAD"));
    bool member = parse->scope.kind == C_IN_CLASS;
    bool bit = member && !c_is_plus(parse) && close == open + 2 && c_is_macro_name(word);
    if (close == C_NO_MATCH)
        return 0;
    if (str_starts(word, STR("MOCK_")) && str_find(word, STR("METHOD")) != STR_NONE && member) {
        *kind = SYMBOL_METHOD;
        return mocked_name(parse, open, word);
    }
    if (str_equal(word, STR("ABSL_FLAG")))
        return word_argument(parse, open, 1);
    if (!defines && !bit)
        return 0;
    *kind = event ? SYMBOL_EVENT : *kind;
    if (str_starts(word, STR("DEFINE_EVENT")) && word_argument(parse, open, 1))
        return word_argument(parse, open, 1);
    bool last =
        str_find(word, STR("PER_CPU")) != STR_NONE || str_find(word, STR("FLEX_ARRAY")) != STR_NONE;
    if (last && c_at_word(parse, close - 1, CW_NAME))
        return close - 1;
    return first_name(parse, open);
}

void c_read_defining(CParse *parse, const CHead *head, uint32_t macro, uint32_t after)
{
    SymbolKind kind = c_variable_kind(parse, head);
    uint32_t end = c_next(parse, macro + 1), name = defined_name(parse, macro, &kind);
    c_mark(parse, (CRange){macro, end}, CR_VALUE);
    CDeclaration declaration = {.kind = kind,
                                .name = {name, name + 1},
                                .whole = {head->begin, after},
                                .signature = {{head->begin, end}}};
    if (kind == SYMBOL_METHOD)
        declaration.modifiers = parse->scope.access;
    if (name)
        c_emit(parse, &declaration);
}
