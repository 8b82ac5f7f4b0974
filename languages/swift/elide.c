/* Body elision for Swift: heads without parentheses (`var a: T {`, `deinit`), accessors, and
   strings with nested code and strings. Closures bound to a name are functions; others are not
   elided. */
#include "languages_lang.h"

#include "lang/elide/elide_state.h"

/* Maximal nesting of strings in code in strings. */
#define STRINGS_MAX 8

static size_t give_up(Elision *elision)
{
    elision->unsure = true;
    return elision->text.len;
}

/* ---- heads ---- */

void swift_read_word(Elision *elision, Str word, uint8_t roles)
{
    Head *head = &elision->head;
    bool accessor = roles & ROLE_CONTROL && elide_around(elision) == BRACKET_VALUE;
    if (roles & (ROLE_DECLARES | ROLE_FUNCTION | ROLE_EITHER))
        elide_declares(elision);
    if (roles & (ROLE_FUNCTION | ROLE_EITHER) || accessor)
        *head =
            (Head){.pending = ROLE_FUNCTION, .called = accessor || str_equal(word, STR("deinit"))};
    else if (roles & ROLE_VALUE)
        *head = (Head){.pending = ROLE_VALUE};
    else if (roles & ROLE_TYPE && head->pending != ROLE_FUNCTION)
        *head = (Head){.pending = ROLE_TYPE};
}

/* Whether the first word after the `{` begins an accessor; also without a word. */
static bool holds_accessors(const Elision *elision, size_t at)
{
    const Lexical *lexical = elision->lexical;
    Str text = elision->text, word;
    do {
        while (at < text.len && (byte_is_space(text.ptr[at]) || text.ptr[at] == '@'))
            at++;
        size_t end = lexical_word_end(lexical, at);
        word = str_slice(text, at, end);
        at = end;
    } while (str_equal(word, STR("mutating")) || str_equal(word, STR("nonmutating")));
    return !word.len || elide_roles(elision, word) & ROLE_CONTROL;
}

BracketKind swift_brace_kind(Elision *elision, size_t at)
{
    Head head = elision->head;
    if (elision->last.kind == '=') {
        elide_declares(elision);
        return BRACKET_FUNCTION;
    }
    if (head.pending == ROLE_TYPE)
        return BRACKET_TYPE;
    bool accessors = holds_accessors(elision, at + 1);
    if (accessors && elide_around(elision) != BRACKET_VALUE)
        return BRACKET_VALUE;
    bool computed = head.pending == ROLE_VALUE && head.typed && !head.assigned;
    return computed || (head.pending == ROLE_FUNCTION && head.called) ? BRACKET_FUNCTION
                                                                      : BRACKET_PLAIN;
}

/* ---- strings and comments ---- */

/* A `/` where a value is expected begins a regular expression. */
bool swift_is_regex(const Elision *elision, size_t at)
{
    char last = elision->last.kind, next = elide_byte(elision, at + 1);
    return (!last || strchr("=(,:[{;#!&|?", last)) && next && !strchr(" \t\n=", next);
}

static bool has_marks(const Elision *elision, size_t at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (elide_byte(elision, at + i) != '#')
            return false;
    return true;
}

static size_t skip_nested(Elision *elision, size_t at, size_t depth);

/* Skips code in a string, from after its `\(`. */
static size_t skip_code(Elision *elision, size_t at, size_t depth)
{
    size_t open = 1;
    while (at < elision->text.len && !elision->unsure) {
        char c = elision->text.ptr[at];
        if (c == '\n' || c == '\\')
            break;
        open += c == '(';
        open -= c == ')';
        if (!open)
            return at + 1;
        at = c == '"' ? skip_nested(elision, at, depth + 1) : at + 1;
    }
    return give_up(elision);
}

static size_t skip_nested(Elision *elision, size_t at, size_t depth)
{
    Str text = elision->text;
    size_t marks = 0;
    while (marks < at && text.ptr[at - marks - 1] == '#')
        marks++;
    bool lines = str_starts(str_from_offset(text, at), STR("\"\"\""));
    size_t quotes = lines ? 3 : 1;
    at += quotes;
    while (at < text.len && depth < STRINGS_MAX && !elision->unsure) {
        char c = text.ptr[at];
        bool ends = c == '"' && (!lines || str_starts(str_from_offset(text, at), STR("\"\"\"")));
        if (ends && has_marks(elision, at + quotes, marks))
            return at + quotes + marks;
        if (c == '\n' && !lines)
            break;
        if (c != '\\' || !has_marks(elision, at + 1, marks))
            at++;
        else if (elide_byte(elision, at + 1 + marks) == '(')
            at = skip_code(elision, at + 2 + marks, depth);
        else
            at += 2 + marks;
    }
    return give_up(elision);
}

size_t swift_skip_string(Elision *elision, size_t at)
{
    return skip_nested(elision, at, 0);
}
