/* JavaScript and TypeScript: where regular expressions and elements begin, and which functions have
   a name. `name(…) {` is a function in any braces, so types need not be known. */
#include "lang/condense/condense_state.h"

static size_t give_up(Condense *condense)
{
    condense->unsure = true;
    return condense->text.len;
}

static bool is_among(char c, const char *bytes)
{
    return c && strchr(bytes, c);
}

/* ---- regular expressions ---- */

bool script_is_regex(Condense *condense)
{
    Token last = condense->last;
    switch (last.kind) {
    case 'a':
        condense->unsure = condense->unsure || last.roles & ROLE_EITHER;
        return (last.roles & ROLE_VALUE) != 0;
    case '0':
    case '"':
    case ']': return false;
    case ')': return (condense->closed.before.roles & ROLE_CONTROL) != 0;
    case '}': condense->unsure = true; return false;
    case '+':
    case '-': condense->unsure = condense->unsure || last.joined == last.kind; return true;
    default: return true;
    }
}

size_t script_skip_regex(Condense *condense, size_t at)
{
    bool in_class = false;
    for (at++; at < condense->text.len && condense->text.ptr[at] != '\n'; at++) {
        char c = condense->text.ptr[at];
        if (c == '\\') {
            at++;
        } else if (c == '/' && !in_class) {
            condense_token(condense, '"', 0);
            return lexical_word_end(condense->lexical, at + 1);
        } else if (c == '[' || c == ']') {
            in_class = c == '[';
        }
    }
    return give_up(condense);
}

/* ---- functions ---- */

bool script_binds(const Condense *condense, Token before)
{
    if (condense_has(condense, CONDENSE_BOUND))
        return before.kind == '=';
    if (before.kind == 'a')
        return !(before.roles & ROLE_VALUE);
    if (before.kind == '>')
        return before.joined != '=';
    if (before.kind == '|' || before.kind == '&')
        return !before.joined; /* of a type before the => */
    return !is_among(before.kind, "(,[!?;{}");
}

/* Before the => of a function: of (a, b), or of a name alone. */
void script_arrow(Condense *condense)
{
    Token before = condense->earlier;
    bool clear = condense->last.kind == 'a' && !token_is_word(condense, before, STR("async"));
    if (condense->last.kind == ')') {
        before = condense->closed.before;
        clear = before.kind != 'a' || before.roles & ROLE_VALUE;
        if (token_is_word(condense, before, STR("async"))) {
            before = condense->closed.earlier;
            clear = true;
        }
    }
    if (!clear || script_binds(condense, before))
        condense_declares(condense);
}

/* `if (…) {`, and not a method that is called so. */
static bool is_control(const Condense *condense)
{
    const Bracket *closed = &condense->closed;
    bool member =
        condense_around(condense) == BRACKET_VALUE && is_among(closed->earlier.kind, ",{");
    if (token_is_word(condense, closed->before, STR("catch")))
        return closed->earlier.kind == '}';
    if (token_is_word(condense, closed->before, STR("await")))
        return (closed->earlier.roles & ROLE_CONTROL) != 0;
    return closed->before.roles & ROLE_CONTROL && !member;
}

static bool ends_type(const Condense *condense)
{
    static const char *const operators[] = {"is",    "keyof",   "readonly",
                                            "infer", "asserts", "unique"};
    Token last = condense->last;
    for (size_t i = 0; i < COUNT(operators); i++)
        if (token_is_word(condense, last, str_from(operators[i])))
            return false;
    return is_among(last.kind, "a]\"") ? !(last.roles & (ROLE_VALUE | ROLE_EITHER))
                                       : last.kind == '>' && !last.joined;
}

static bool is_value(const Condense *condense)
{
    Token last = condense->last;
    if (last.kind == 'a')
        return last.roles & ROLE_VALUE && !token_is_word(condense, last, STR("else")) &&
               !token_is_word(condense, last, STR("do"));
    return is_among(last.kind, "=([,?&|!+") ||
           (last.kind == ':' && condense_around(condense) == BRACKET_VALUE);
}

BracketKind script_kind(Condense *condense)
{
    const Head *head = &condense->head;
    Token last = condense->last;
    bool function = head->pending == ROLE_FUNCTION;
    if (last.kind == '>' && last.joined == '=')
        return BRACKET_FUNCTION;
    if (head->pending == ROLE_TYPE && is_among(last.kind, "a>)"))
        return BRACKET_TYPE;
    bool typed = condense_has(condense, CONDENSE_TYPED) && head->typed && ends_type(condense);
    if (last.kind != ')' && !typed)
        return is_value(condense) ? BRACKET_VALUE : BRACKET_PLAIN;
    function = function || condense->closed.before.roles & ROLE_FUNCTION;
    if (!function && !typed && is_control(condense))
        return BRACKET_PLAIN;
    if (!function)
        condense_declares(condense);
    return BRACKET_FUNCTION;
}

/* ---- elements ---- */

static bool is_name(const Condense *condense, size_t at)
{
    return lexical_is_word(condense->lexical, at) &&
           condense->lexical->class[(unsigned char)condense_byte(condense, at)] != BYTE_DIGIT;
}

/* < begins an element: where a value is expected. <T,>(x) and <T extends U>(x) are functions. */
bool script_is_markup(const Condense *condense, size_t at)
{
    const Lexical *lexical = condense->lexical;
    Token last = condense->last;
    char next = condense_byte(condense, at + 1);
    bool value = last.kind == 'a' ? last.roles & ROLE_VALUE
                                  : !is_among(last.kind, ")]}0\"") && last.kind != '>';
    value = value || (last.kind == '>' && last.joined == '=');
    if (!value || (next != '>' && !is_name(condense, at + 1)))
        return false;
    size_t end = lexical_skip_blanks(lexical, lexical_word_end(lexical, at + 1));
    Str word = str_slice(lexical->text, end, lexical_word_end(lexical, end));
    return condense_byte(condense, end) != ',' && !str_equal(word, STR("extends"));
}

static size_t markup_text(Condense *condense, size_t at);

static Bracket *element(Condense *condense)
{
    Bracket *last = condense->depth ? &condense->brackets[condense->depth - 1] : NULL;
    return last && last->open == '<' ? last : NULL;
}

/* Behind an element: in its parent's text, or in the code. */
static size_t markup_end(Condense *condense, size_t at)
{
    if (element(condense))
        return at;
    condense_token(condense, '"', 0);
    return at;
}

static size_t markup_braces(Condense *condense, char mode, size_t at)
{
    condense_push(condense, '{', BRACKET_VALUE, at + 1);
    if (!condense->unsure)
        condense->brackets[condense->depth - 1].markup = mode;
    return at + 1;
}

static size_t markup_quote(Condense *condense, size_t at)
{
    const char *end =
        memchr(condense->text.ptr + at + 1, condense->text.ptr[at], condense->text.len - at - 1);
    return end ? (size_t)(end + 1 - condense->text.ptr) : give_up(condense);
}

/* Within <a …>; *text says whether text follows. */
static size_t markup_tag(Condense *condense, size_t at, bool *text)
{
    *text = false;
    while (at < condense->text.len) {
        char c = condense->text.ptr[at];
        if (c == '{')
            return markup_braces(condense, 't', at);
        if (c == '>') {
            condense_push(condense, '<', BRACKET_PLAIN, at + 1);
            *text = true;
            return at + 1;
        }
        if (c == '/' && condense_byte(condense, at + 1) == '>') {
            *text = element(condense) != NULL;
            return markup_end(condense, at + 2);
        }
        if (c == '"' || c == '\'') {
            at = markup_quote(condense, at);
            continue;
        }
        if (is_among(c, "/<(;`&"))
            break;
        at++;
    }
    return give_up(condense);
}

/* </a>; `at` is behind the </ */
static size_t markup_closing(Condense *condense, size_t at, bool *text)
{
    while (at < condense->text.len && !is_among(condense->text.ptr[at], ">{}<"))
        at++;
    if (condense_byte(condense, at) != '>' || !element(condense))
        return give_up(condense);
    Bracket bracket = condense->brackets[--condense->depth];
    condense->head = bracket.head;
    *text = element(condense) != NULL;
    return markup_end(condense, at + 1);
}

/* The content of an element, up to {…} or behind its end. */
static size_t markup_text(Condense *condense, size_t at)
{
    bool text = true;
    while (text && at < condense->text.len && !condense->unsure) {
        char c = condense->text.ptr[at];
        if (c == '{')
            return markup_braces(condense, 'x', at);
        if (c == '>' || c == '}')
            break;
        if (c != '<')
            at++;
        else if (condense_byte(condense, at + 1) == '/')
            at = markup_closing(condense, at + 2, &text);
        else
            at = markup_tag(condense, at + 1, &text);
        if (c == '<' && !text)
            return at;
    }
    return give_up(condense);
}

size_t script_markup(Condense *condense, size_t at)
{
    bool text;
    at = markup_tag(condense, at + 1, &text);
    return text && !condense->unsure ? markup_text(condense, at) : at;
}

size_t script_resume(Condense *condense, char mode, size_t at)
{
    bool text = true;
    if (mode == 't')
        at = markup_tag(condense, at, &text);
    return text && !condense->unsure ? markup_text(condense, at) : at;
}
