/* Body elision for JavaScript and TypeScript: regular expressions, JSX elements, and which
   functions are bound to a name. `name(…) {` is a function in any braces, so classes need not be
   tracked. */
#include "lang/elide/elide_state.h"

static size_t give_up(Elision *elision)
{
    elision->unsure = true;
    return elision->text.len;
}

static bool is_among(char c, const char *bytes)
{
    return c && strchr(bytes, c);
}

/* ---- regular expressions ---- */

bool script_is_regex(Elision *elision)
{
    ElideToken last = elision->last;
    switch (last.kind) {
    case 'a':
        elision->unsure = elision->unsure || last.roles & ROLE_EITHER;
        return (last.roles & ROLE_VALUE) != 0;
    case '0':
    case '"':
    case ']': return false;
    case ')': return (elision->closed.before.roles & ROLE_CONTROL) != 0;
    case '}': elision->unsure = true; return false;
    case '+':
    case '-': elision->unsure = elision->unsure || last.joined == last.kind; return true;
    default: return true;
    }
}

size_t script_skip_regex(Elision *elision, size_t at)
{
    bool in_class = false;
    for (at++; at < elision->text.len && elision->text.ptr[at] != '\n'; at++) {
        char c = elision->text.ptr[at];
        if (c == '\\') {
            at++;
        } else if (c == '/' && !in_class) {
            elide_token(elision, '"', 0);
            return lexical_word_end(elision->lexical, at + 1);
        } else if (c == '[' || c == ']') {
            in_class = c == '[';
        }
    }
    return give_up(elision);
}

/* ---- functions ---- */

bool script_binds(const Elision *elision, ElideToken before)
{
    if (elide_has(elision, ELIDE_BOUND))
        return before.kind == '=';
    if (before.kind == 'a')
        return !(before.roles & ROLE_VALUE);
    if (before.kind == '>')
        return before.joined != '=';
    if (before.kind == '|' || before.kind == '&')
        return !before.joined; /* part of a type before the => */
    return !is_among(before.kind, "(,[!?;{}");
}

/* At the => of a function with parameters in parentheses, or with a single name. */
void script_arrow(Elision *elision)
{
    ElideToken before = elision->earlier;
    bool clear = elision->last.kind == 'a' && !token_is_word(elision, before, STR("async"));
    if (elision->last.kind == ')') {
        before = elision->closed.before;
        clear = before.kind != 'a' || before.roles & ROLE_VALUE;
        if (token_is_word(elision, before, STR("async"))) {
            before = elision->closed.earlier;
            clear = true;
        }
    }
    if (!clear || script_binds(elision, before))
        elide_declares(elision);
}

/* Whether it is `if (…) {` or the like, and not a method of that name. */
static bool is_control(const Elision *elision)
{
    const Bracket *closed = &elision->closed;
    bool member = elide_around(elision) == BRACKET_VALUE && is_among(closed->earlier.kind, ",{");
    if (token_is_word(elision, closed->before, STR("catch")))
        return closed->earlier.kind == '}';
    if (token_is_word(elision, closed->before, STR("await")))
        return (closed->earlier.roles & ROLE_CONTROL) != 0;
    return closed->before.roles & ROLE_CONTROL && !member;
}

static bool ends_type(const Elision *elision)
{
    static const char *const operators[] = {"is",    "keyof",   "readonly",
                                            "infer", "asserts", "unique"};
    ElideToken last = elision->last;
    for (size_t i = 0; i < COUNT(operators); i++)
        if (token_is_word(elision, last, str_from(operators[i])))
            return false;
    return is_among(last.kind, "a]\"") ? !(last.roles & (ROLE_VALUE | ROLE_EITHER))
                                       : last.kind == '>' && !last.joined;
}

static bool is_value(const Elision *elision)
{
    ElideToken last = elision->last;
    if (last.kind == 'a')
        return last.roles & ROLE_VALUE && !token_is_word(elision, last, STR("else")) &&
               !token_is_word(elision, last, STR("do"));
    return is_among(last.kind, "=([,?&|!+") ||
           (last.kind == ':' && elide_around(elision) == BRACKET_VALUE);
}

BracketKind script_kind(Elision *elision)
{
    const Head *head = &elision->head;
    ElideToken last = elision->last;
    bool function = head->pending == ROLE_FUNCTION;
    if (last.kind == '>' && last.joined == '=')
        return BRACKET_FUNCTION;
    if (head->pending == ROLE_TYPE && is_among(last.kind, "a>)"))
        return BRACKET_TYPE;
    bool typed = elide_has(elision, ELIDE_TYPED) && head->typed && ends_type(elision);
    if (last.kind != ')' && !typed)
        return is_value(elision) ? BRACKET_VALUE : BRACKET_PLAIN;
    function = function || elision->closed.before.roles & ROLE_FUNCTION;
    if (!function && !typed && is_control(elision))
        return BRACKET_PLAIN;
    if (!function)
        elide_declares(elision);
    return BRACKET_FUNCTION;
}

/* ---- elements ---- */

static bool is_name(const Elision *elision, size_t at)
{
    return lexical_is_word(elision->lexical, at) &&
           elision->lexical->class[(unsigned char)elide_byte(elision, at)] != BYTE_DIGIT;
}

/* Whether < begins an element: a value is expected, and it is not a generic arrow function, such as
   <T,>(x) or <T extends U>(x). */
bool script_is_markup(const Elision *elision, size_t at)
{
    const Lexical *lexical = elision->lexical;
    ElideToken last = elision->last;
    char next = elide_byte(elision, at + 1);
    bool value = last.kind == 'a' ? last.roles & ROLE_VALUE
                                  : !is_among(last.kind, ")]}0\"") && last.kind != '>';
    value = value || (last.kind == '>' && last.joined == '=');
    if (!value || (next != '>' && !is_name(elision, at + 1)))
        return false;
    size_t end = lexical_skip_blanks(lexical, lexical_word_end(lexical, at + 1));
    Str word = str_slice(lexical->text, end, lexical_word_end(lexical, end));
    return elide_byte(elision, end) != ',' && !str_equal(word, STR("extends"));
}

static size_t markup_text(Elision *elision, size_t at);

static Bracket *element(Elision *elision)
{
    Bracket *last = elision->depth ? &elision->brackets[elision->depth - 1] : NULL;
    return last && last->open == '<' ? last : NULL;
}

/* After an element: its parent's text continues, or the code. */
static size_t markup_end(Elision *elision, size_t at)
{
    if (element(elision))
        return at;
    elide_token(elision, '"', 0);
    return at;
}

static size_t markup_braces(Elision *elision, char mode, size_t at)
{
    elide_push(elision, '{', BRACKET_VALUE, at + 1);
    if (!elision->unsure)
        elision->brackets[elision->depth - 1].markup = mode;
    return at + 1;
}

static size_t markup_quote(Elision *elision, size_t at)
{
    const char *end =
        memchr(elision->text.ptr + at + 1, elision->text.ptr[at], elision->text.len - at - 1);
    return end ? (size_t)(end + 1 - elision->text.ptr) : give_up(elision);
}

/* Skips the inside of a tag, <a …>. *text is set if text of an element follows. */
static size_t markup_tag(Elision *elision, size_t at, bool *text)
{
    *text = false;
    while (at < elision->text.len) {
        char c = elision->text.ptr[at];
        if (c == '{')
            return markup_braces(elision, 't', at);
        if (c == '>') {
            elide_push(elision, '<', BRACKET_PLAIN, at + 1);
            *text = true;
            return at + 1;
        }
        if (c == '/' && elide_byte(elision, at + 1) == '>') {
            *text = element(elision) != NULL;
            return markup_end(elision, at + 2);
        }
        if (c == '"' || c == '\'') {
            at = markup_quote(elision, at);
            continue;
        }
        if (is_among(c, "/<(;`&"))
            break;
        at++;
    }
    return give_up(elision);
}

/* Skips a closing tag; `at` is after the </ */
static size_t markup_closing(Elision *elision, size_t at, bool *text)
{
    while (at < elision->text.len && !is_among(elision->text.ptr[at], ">{}<"))
        at++;
    if (elide_byte(elision, at) != '>' || !element(elision))
        return give_up(elision);
    Bracket bracket = elision->brackets[--elision->depth];
    elision->head = bracket.head;
    *text = element(elision) != NULL;
    return markup_end(elision, at + 1);
}

/* Skips the content of an element, up to a {…} or to its end. */
static size_t markup_text(Elision *elision, size_t at)
{
    bool text = true;
    while (text && at < elision->text.len && !elision->unsure) {
        char c = elision->text.ptr[at];
        if (c == '{')
            return markup_braces(elision, 'x', at);
        if (c == '>' || c == '}')
            break;
        if (c != '<')
            at++;
        else if (elide_byte(elision, at + 1) == '/')
            at = markup_closing(elision, at + 2, &text);
        else
            at = markup_tag(elision, at + 1, &text);
        if (c == '<' && !text)
            return at;
    }
    return give_up(elision);
}

size_t script_markup(Elision *elision, size_t at)
{
    bool text;
    at = markup_tag(elision, at + 1, &text);
    return text && !elision->unsure ? markup_text(elision, at) : at;
}

size_t script_resume(Elision *elision, char mode, size_t at)
{
    bool text = true;
    if (mode == 't')
        at = markup_tag(elision, at, &text);
    return text && !elision->unsure ? markup_text(elision, at) : at;
}
