/* What is peculiar to Swift: heads without brackets (`init`, `var a: T {`), accessors, and strings
   that hold code, which may hold strings. Closures that are bound to a name are functions, others
   are left as they are. */
#include "lang/condense/condense_state.h"

/* Strings in code in strings. */
#define STRINGS_MAX 8

static size_t give_up(Condense *condense)
{
    condense->unsure = true;
    return condense->text.len;
}

/* ---- heads ---- */

void swift_word(Condense *condense, Span word, uint8_t roles)
{
    Head *head = &condense->head;
    bool accessor = roles & ROLE_CONTROL && condense_around(condense) == BRACKET_VALUE;
    if (roles & (ROLE_DECLARES | ROLE_FUNCTION | ROLE_EITHER))
        condense_declares(condense);
    if (roles & (ROLE_FUNCTION | ROLE_EITHER) || accessor)
        *head =
            (Head){.pending = ROLE_FUNCTION,
                   .called = accessor || token_is_word(condense, (Token){.kind = 'a', .word = word},
                                                       STR("deinit"))};
    else if (roles & ROLE_VALUE)
        *head = (Head){.pending = ROLE_VALUE};
    else if (roles & ROLE_TYPE && head->pending != ROLE_FUNCTION)
        *head = (Head){.pending = ROLE_TYPE};
}

/* Whether the first word behind the `{` begins an accessor. */
static bool holds_accessors(const Condense *condense, size_t at)
{
    const Lexical *lexical = condense->lexical;
    Str text = condense->text, word;
    do {
        while (at < text.len && (byte_is_space(text.ptr[at]) || text.ptr[at] == '@'))
            at++;
        size_t end = lexical_word_end(lexical, at);
        word = str_slice(text, at, end);
        at = end;
    } while (str_equal(word, STR("mutating")) || str_equal(word, STR("nonmutating")));
    return !word.len || condense_roles(condense, word) & ROLE_CONTROL;
}

BracketKind swift_kind(Condense *condense, size_t at)
{
    Head head = condense->head;
    if (condense->last.kind == '=') {
        condense_declares(condense);
        return BRACKET_FUNCTION;
    }
    if (head.pending == ROLE_TYPE)
        return BRACKET_TYPE;
    bool accessors = holds_accessors(condense, at + 1);
    if (accessors && condense_around(condense) != BRACKET_VALUE)
        return BRACKET_VALUE;
    bool computed = head.pending == ROLE_VALUE && head.typed && !head.assigned;
    return computed || (head.pending == ROLE_FUNCTION && head.called) ? BRACKET_FUNCTION
                                                                      : BRACKET_PLAIN;
}

/* ---- what is no code ---- */

/* A `/` where a value is expected begins a regular expression. */
bool swift_is_regex(const Condense *condense, size_t at)
{
    char last = condense->last.kind, next = condense_byte(condense, at + 1);
    return (!last || strchr("=(,:[{;#!&|?", last)) && next && !strchr(" \t\n=", next);
}

static bool has_marks(const Condense *condense, size_t at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (condense_byte(condense, at + i) != '#')
            return false;
    return true;
}

static size_t skip_nested(Condense *condense, size_t at, size_t depth);

/* From behind `\(` to behind its `)`. */
static size_t skip_code(Condense *condense, size_t at, size_t depth)
{
    size_t open = 1;
    while (at < condense->text.len && !condense->unsure) {
        char c = condense->text.ptr[at];
        if (c == '\n' || c == '\\')
            break;
        open += c == '(';
        open -= c == ')';
        if (!open)
            return at + 1;
        at = c == '"' ? skip_nested(condense, at, depth + 1) : at + 1;
    }
    return give_up(condense);
}

static size_t skip_nested(Condense *condense, size_t at, size_t depth)
{
    Str text = condense->text;
    size_t marks = 0;
    while (marks < at && text.ptr[at - marks - 1] == '#')
        marks++;
    bool lines = str_starts(str_from_offset(text, at), STR("\"\"\""));
    size_t quotes = lines ? 3 : 1;
    at += quotes;
    while (at < text.len && depth < STRINGS_MAX && !condense->unsure) {
        char c = text.ptr[at];
        bool ends = c == '"' && (!lines || str_starts(str_from_offset(text, at), STR("\"\"\"")));
        if (ends && has_marks(condense, at + quotes, marks))
            return at + quotes + marks;
        if (c == '\n' && !lines)
            break;
        if (c != '\\' || !has_marks(condense, at + 1, marks))
            at++;
        else if (condense_byte(condense, at + 1 + marks) == '(')
            at = skip_code(condense, at + 2 + marks, depth);
        else
            at += 2 + marks;
    }
    return give_up(condense);
}

size_t swift_skip_string(Condense *condense, size_t at)
{
    return skip_nested(condense, at, 0);
}
