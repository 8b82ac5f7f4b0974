/* Only the first use counts: code that has asked once goes on with what it knows. */
#include "change/parameter_needs.h"

/* Tokens between a word that asks and the name. */
#define TOKENS_NEAR 3

typedef struct Body {
    const ChangeSide *side;
    size_t first, last; /* tokens */
} Body;

/* False: it has no body, or its tokens were not kept. */
static bool open_body(const ChangeSide *side, uint32_t index, Body *body)
{
    if (!side->own || !side->tokens.ptr)
        return false;
    const OwnPart *own = &side->own[index];
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    *body = (Body){side, own->first, MIN(own->last, side->tokens.len)};
    while (symbol->body && body->first < body->last &&
           side->tokens.ptr[body->first].start < symbol->body)
        body->first++;
    return symbol->body && body->first < body->last;
}

static Str text_at(const Body *body, size_t i)
{
    if (i < body->first || i >= body->last)
        return (Str){0};
    const Token *token = &body->side->tokens.ptr[i];
    return str_slice(body->side->code.text, token->start, token->end);
}

static char mark_at(const Body *body, size_t i)
{
    Str text = text_at(body, i);
    bool mark = text.len && body->side->tokens.ptr[i].kind == TOKEN_MARK;
    return mark ? text.ptr[0] : '\0';
}

/* Whether three dots are before a token. */
static bool is_spread(const Body *body, size_t i)
{
    return i > 2 && mark_at(body, i - 1) == '.' && mark_at(body, i - 2) == '.' &&
           mark_at(body, i - 3) == '.';
}

/* Whether the token is the parameter, and not a member of that name. */
static bool is_name(const Body *body, size_t i, Str name)
{
    char before = i ? mark_at(body, i - 1) : '\0';
    bool spread = is_spread(body, i);
    return body->side->tokens.ptr[i].kind == TOKEN_WORD && str_equal(text_at(body, i), name) &&
           (before != '.' || spread || (i > 1 && mark_at(body, i - 2) == '.')) && before != ':';
}

static bool is_assigned(const Body *body, size_t i)
{
    return mark_at(body, i + 1) == '=' && mark_at(body, i + 2) != '=';
}

/* Whether the code around the name holds when nothing was given. */
static bool is_guarded(const Body *body, size_t i)
{
    char next = mark_at(body, i + 1), after = mark_at(body, i + 2);
    char before = mark_at(body, i - 1);
    Str word = text_at(body, i + 1), leads = text_at(body, i - 1);
    bool asks = next == '?' || ((next == '|' || next == '&') && after == next) ||
                (byte_in(next, "=!~") && next && after == '=') ||
                str_is_listed(word, "or and then");
    bool tested = before == '(' && next == ')' && str_is_listed(text_at(body, i - 2), "if while");
    return asks || tested || before == '!' || is_spread(body, i) ||
           (str_equal(leads, STR("not")) || str_equal(leads, STR("typeof")));
}

bool parameter_needs_nothing(const ChangeSide *side, uint32_t index, Str name)
{
    Body body;
    if (!name.len || !open_body(side, index, &body))
        return false;
    for (size_t i = body.first; i < body.last; i++)
        if (is_name(&body, i, name) && !is_assigned(&body, i))
            return is_guarded(&body, i);
    return true;
}

bool parameter_needs_are_asked(const ChangeSide *side, uint32_t index, Str name)
{
    const char *tests = lang_facts(side->outline.language)->heads.type_tests;
    Body body;
    if (!tests || !name.len || !open_body(side, index, &body))
        return false;
    for (size_t i = body.first; i < body.last; i++) {
        if (!is_name(&body, i, name))
            continue;
        for (size_t k = 1; k <= TOKENS_NEAR; k++)
            if (str_is_listed(text_at(&body, i + k), tests) ||
                (i >= k && str_is_listed(text_at(&body, i - k), tests)))
                return true;
    }
    return false;
}

/* Whether the tokens from one on are the value. */
static bool is_value(const Body *body, size_t i, Str value)
{
    if (i >= body->last)
        return false;
    Str rest = str_from_offset(body->side->code.text, body->side->tokens.ptr[i].start);
    return str_starts(rest, value) && (rest.len == value.len || !byte_is_word(rest.ptr[value.len]));
}

bool parameter_needs_default_to(const ChangeSide *side, uint32_t index, Str name, Str value)
{
    Body body;
    if (!name.len || !value.len || !open_body(side, index, &body))
        return false;
    for (size_t i = body.first; i < body.last; i++) {
        if (!is_name(&body, i, name))
            continue;
        char next = mark_at(&body, i + 1), after = mark_at(&body, i + 2);
        bool either = next && byte_in(next, "|?") && byte_in(after, "|?:");
        size_t at = is_assigned(&body, i)                             ? i + 2
                    : either                                          ? i + 3
                    : str_is_listed(text_at(&body, i + 1), "or else") ? i + 2
                                                                      : body.last;
        if (is_value(&body, at + (either && mark_at(&body, at) == '='), value))
            return true;
    }
    return false;
}
