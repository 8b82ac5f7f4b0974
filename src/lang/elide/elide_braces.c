/* Bracket tracking. Each open bracket is kept on a stack with the number of spans before it. When a
   function body closes and nothing was declared in it, it becomes one span, and the spans inside it
   are dropped. Taking other braces for a body is harmless unless they contain declarations. So the
   rules mainly distinguish bodies from types, whose members are declarations. */
#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

/* Number of spans of comments after a right-hand side that elide_put keeps. */
#define REMARKS_MAX 8

void elide_part(Elision *elision, size_t start, size_t end, char blank)
{
    if (elision->spans.len == elision->spans.cap)
        elision->unsure = true;
    else
        *VEC_PUSH(elision->arena, &elision->spans) =
            (ElidedSpan){.start = (uint32_t)start, .end = (uint32_t)end, .blank = blank};
}

void elide_span(Elision *elision, size_t start, size_t end, char blank)
{
    if (end > start && end - start >= GAP_BYTES_MIN)
        elide_part(elision, start, end, blank);
}

void elide_put(Elision *elision, size_t since, ElidedSpan within, const char *blanks)
{
    ElidedSpan behind[REMARKS_MAX];
    size_t count = 0;
    for (size_t i = elision->spans.len; i-- > since && count < REMARKS_MAX;) {
        if (elision->spans.ptr[i].start <= within.end)
            break;
        behind[count++] = elision->spans.ptr[i];
    }
    elision->spans.len = since;
    for (; blanks[1]; blanks++, within.start++)
        elide_part(elision, within.start, within.start + 1, *blanks);
    elide_part(elision, within.start, within.end, *blanks);
    while (count--)
        elide_part(elision, behind[count].start, behind[count].end, behind[count].blank);
}

void elide_replace(Elision *elision, size_t since, ElidedSpan within, const char *blanks)
{
    if (within.end >= within.start + GAP_BYTES_MIN)
        elide_put(elision, since, within, blanks);
}

static Bracket *top(const Elision *elision)
{
    return elision->depth ? &elision->brackets[elision->depth - 1] : NULL;
}

BracketKind elide_around(const Elision *elision)
{
    return elision->depth ? top(elision)->kind : BRACKET_TYPE;
}

void elide_declares(Elision *elision)
{
    for (size_t i = elision->depth; i-- > 0;) {
        if (elision->brackets[i].kind == BRACKET_FUNCTION) {
            elision->brackets[i].declares = true;
            return;
        }
    }
}

/* ---- words and marks ---- */

/* Whether the next token is a name, or may be one after a comment or a line end. */
static bool names_next(const Elision *elision, size_t at)
{
    at = lexical_skip_blanks(elision->lexical, at);
    char c = elide_byte(elision, at);
    if (c == '*' || c == '&')
        at = lexical_skip_blanks(elision->lexical, at + 1);
    if (c == '/' || c == '\n' || c == '\r')
        return true;
    bool generic = lexical_has(elision->lexical, LEXICAL_LINES) && (c == '<' || c == '`');
    return generic || lexical_is_word(elision->lexical, at); /* fun <T> name, fun `name` */
}

/* `function`, `func`, `fn`: a declaration if it has a name or is bound to one. */
static void function_word(Elision *elision, Span word)
{
    if (names_next(elision, word.end)) {
        elide_declares(elision);
        return;
    }
    ElideToken before = elision->last;
    if (token_is_word(elision, before, STR("async")) ||
        token_is_word(elision, before, STR("static")))
        before = elision->earlier;
    if (script_binds(elision, before))
        elide_declares(elision);
}

static bool begins_closure(Str word)
{
    return str_equal(word, STR("move")) || str_equal(word, STR("async")) ||
           str_equal(word, STR("static")) || str_equal(word, STR("fn"));
}

void elide_word(Elision *elision, Span word, uint8_t roles)
{
    Head *head = &elision->head;
    Str text = lexical_str(elision->lexical, word);
    if (elision->facts->read_word) {
        elision->facts->read_word(elision, text, roles);
        return;
    }
    bool bound = elide_has(elision, ELIDE_CLOSURES) && elision->last.kind == '=';
    if (bound && begins_closure(text))
        elide_declares(elision);
    head->makes = head->makes || str_equal(text, STR("new")) ||
                  (elide_has(elision, ELIDE_VALUES) && str_equal(text, STR("object")));
    if (!roles)
        return;
    bool named = names_next(elision, word.end);
    if (roles & (ROLE_DECLARES | ROLE_MEMBER) || (roles & ROLE_NAMED && named))
        elide_declares(elision);
    if (roles & ROLE_FUNCTION) {
        function_word(elision, word);
        bool is_type = elision->last.kind == ':' && elide_has(elision, ELIDE_LONE);
        if (!head->pending && !is_type && !token_is_word(elision, elision->last, STR("use")))
            *head = (Head){.pending = ROLE_FUNCTION};
    }
    if (roles & ROLE_TYPE && (!(roles & ROLE_NAMED) || named) && head->pending != ROLE_FUNCTION) {
        head->pending = ROLE_TYPE;
        head->enumerates = head->enumerates || str_equal(text, STR("enum"));
    }
}

/* Whether the function after the arrow is bound to a name: `= x -> …`, `= (x) => …`. */
static bool is_bound_arrow(const Elision *elision)
{
    ElideToken before = elision->earlier;
    if (elision->last.kind == ')')
        before = elision->closed.before;
    else if (elision->last.kind != 'a')
        return false;
    bool word = token_is_word(elision, before, STR("async")) ||
                token_is_word(elision, before, STR("static"));
    return word || (before.kind == '=' && !before.joined);
}

/* An arrow. Lambdas declare if they are bound to a name; so does `T name(…) => …` in C#, which is a
   local function. */
static void mark_arrow(Elision *elision)
{
    ElideToken before = elision->closed.before;
    if (elide_has(elision, ELIDE_JAVASCRIPT))
        script_arrow(elision);
    else if (elide_has(elision, ELIDE_METHODS) && is_bound_arrow(elision))
        elide_declares(elision);
    else if (elide_has(elision, ELIDE_INITIALS) && elision->last.kind == ')' &&
             (before.kind == 'a' || before.kind == '>'))
        elide_declares(elision);
}

/* `T name(…);` in a function of C# is taken for a declaration, if the word before the name may be a
   type. */
static void end_call(Elision *elision)
{
    static const char *const others[] = {"await", "return", "throw", "else", "do", "case", "in",
                                         "is",    "as",     "new",   "and",  "or", "not",  NULL};
    const Bracket *closed = &elision->closed;
    ElideToken earlier = closed->earlier;
    bool type = earlier.kind && strchr("*@>]?", earlier.kind);
    if (earlier.kind == 'a')
        type = !word_in(lexical_str(elision->lexical, earlier.word), others);
    if (elision->last.kind == ')' && closed->before.kind == 'a' && type && !elision->head.assigned)
        elide_declares(elision);
}

void elide_mark(Elision *elision, size_t at)
{
    Head *head = &elision->head;
    switch (elision->text.ptr[at]) {
    case ';':
        if (elide_has(elision, ELIDE_INITIALS))
            end_call(elision);
        *head = (Head){0};
        if (elide_around(elision) == BRACKET_ENUM)
            top(elision)->kind = BRACKET_TYPE;
        break;
    case '=':
        head->assigned = true;
        if (elide_byte(elision, at + 1) == '>')
            mark_arrow(elision);
        break;
    case ',':
        if (head->pending == ROLE_FUNCTION && elide_has(elision, ELIDE_BOUND) &&
            (head->called || !elide_has(elision, ELIDE_VALUES))) /* fun <A, B> f() */
            *head = (Head){0};
        break;
    case ':':
        head->typed = head->typed || elision->last.kind == ')' || head->pending == ROLE_VALUE;
        break;
    case '/':
        if (elision->facts->is_regex && elision->facts->is_regex(elision, at))
            elision->unsure = true;
        break;
    case '-':
        if (elide_has(elision, ELIDE_METHODS) && elide_byte(elision, at + 1) == '>')
            mark_arrow(elision);
        break;
    case '|':
        if (elide_has(elision, ELIDE_CLOSURES) && elision->last.kind == '=' &&
            !elision->last.joined)
            elide_declares(elision);
        break;
    default: break;
    }
}

void elide_feed(Elision *elision)
{
    bool head = elide_has(elision, ELIDE_LONG_HEADS) && elision->head.pending == ROLE_FUNCTION;
    if (head) /* its `{` may be on another line */
        return;
    if (lexical_has(elision->lexical, LEXICAL_LINES) && elide_has(elision, ELIDE_KEYWORD) &&
        (!elision->depth || top(elision)->open == '{'))
        elision->head = (Head){0};
    elision->head.typed = false;
}

/* ---- opening ---- */

/* Kind of a `{` in languages whose functions begin with a keyword. In `func() struct{…} {` the
   first brace belongs to the type, and the head continues after it. */
static BracketKind keyword_kind(Elision *elision)
{
    Head *head = &elision->head;
    ElideToken last = elision->last;
    if (head->pending == ROLE_TYPE)
        return BRACKET_TYPE;
    if (token_is_word(elision, last, STR("struct")) ||
        token_is_word(elision, last, STR("interface")))
        return BRACKET_PLAIN;
    bool lines = lexical_has(elision->lexical, LEXICAL_LINES), value = head->assigned && lines;
    bool argument = elision->depth && top(elision)->open == '(';
    if (lines && last.kind == '=' &&
        !argument) /* Kotlin: a lambda without parameters, bound to a name */
        elide_declares(elision);
    bool comma = last.kind == ',' && elide_has(elision, ELIDE_LONE); /* end of a where clause */
    bool ends = (last.kind && strchr(lines ? "a)]>}?\"" : "a)]>}\"", last.kind)) || comma;
    if (elide_has(elision, ELIDE_VALUES))
        value = head->makes;
    bool body = head->pending == ROLE_FUNCTION && head->called && !value && ends;
    *head = (Head){.pending = body ? ROLE_FUNCTION : 0};
    return body ? BRACKET_FUNCTION : BRACKET_PLAIN;
}

/* Kind of a `{` after `new T(…)`: an anonymous class, or in C# an initialiser. */
static BracketKind unnamed_kind(Elision *elision)
{
    if (elide_has(elision, ELIDE_INITIALS) && elision->head.makes)
        return BRACKET_PLAIN;
    elide_declares(elision);
    return BRACKET_TYPE;
}

static BracketKind called_kind(Elision *elision)
{
    const Head *head = &elision->head;
    BracketKind around = elide_around(elision);
    if (elision->closed.before.roles & ROLE_CONTROL)
        return BRACKET_PLAIN;
    if (around == BRACKET_ENUM)
        return BRACKET_TYPE;
    bool method = around == BRACKET_TYPE && !head->assigned && !head->makes &&
                  elision->closed.before.kind == 'a';
    return method ? BRACKET_FUNCTION : unnamed_kind(elision);
}

static BracketKind method_kind(Elision *elision)
{
    const Head *head = &elision->head;
    BracketKind around = elide_around(elision);
    ElideToken last = elision->last;
    if (head->pending == ROLE_TYPE)
        return BRACKET_TYPE;
    if (last.kind == ')')
        return called_kind(elision);
    if (last.kind == '>' && last.joined)
        return BRACKET_FUNCTION;
    if (last.kind == 'a' && around == BRACKET_ENUM)
        return BRACKET_TYPE;
    if (last.kind == 'a' && around == BRACKET_TYPE && !head->assigned && head->called)
        return BRACKET_FUNCTION;
    bool accessor = elide_has(elision, ELIDE_INITIALS) && last.kind == 'a' &&
                    around == BRACKET_PLAIN && last.roles & ROLE_VALUE;
    return accessor ? BRACKET_FUNCTION : BRACKET_PLAIN;
}

static BracketKind kind_of_braces(Elision *elision, size_t at)
{
    if (elision->facts->brace_kind)
        return elision->facts->brace_kind(elision, at);
    if (elide_has(elision, ELIDE_JAVASCRIPT))
        return script_kind(elision);
    if (elide_has(elision, ELIDE_METHODS))
        return method_kind(elision);
    return keyword_kind(elision);
}

void elide_push(Elision *elision, char open, BracketKind kind, size_t behind)
{
    if (elision->depth == ELIDE_DEPTH_MAX) {
        elision->unsure = true;
        return;
    }
    elision->brackets[elision->depth++] = (Bracket){.open = open,
                                                    .kind = kind,
                                                    .start = (uint32_t)behind,
                                                    .spans = elision->spans.len,
                                                    .before = elision->last,
                                                    .earlier = elision->earlier,
                                                    .head = elision->head};
    elision->head = (Head){0};
    elide_token(elision, open, 0);
}

void elide_open(Elision *elision, size_t at)
{
    char open = elision->text.ptr[at];
    BracketKind kind = BRACKET_PLAIN;
    if (open == '{') {
        bool constants = elision->head.pending == ROLE_TYPE && elision->head.enumerates;
        kind = kind_of_braces(elision, at);
        if (kind == BRACKET_TYPE && constants)
            kind = BRACKET_ENUM;
    }
    elide_push(elision, open, kind, at + 1);
}

/* ---- closing ---- */

static void close_function(Elision *elision, const Bracket *bracket, size_t at)
{
    if (bracket->declares) {
        elide_declares(elision);
        return;
    }
    elision->spans.len = bracket->spans;
    elide_span(elision, bracket->start, at, ' ');
}

size_t elide_close(Elision *elision, size_t at)
{
    static const char pairs[] = "()[]{}`}";
    const Bracket *last = top(elision);
    char close = elision->text.ptr[at];
    const char *pair = last && last->open != '<' ? strchr(pairs, last->open) : NULL;
    if (!pair || pair[1] != close) {
        elision->unsure = true;
        return elision->text.len;
    }
    Bracket bracket = *last;
    elision->depth--;
    if (bracket.kind == BRACKET_FUNCTION)
        close_function(elision, &bracket, at);
    elision->head = bracket.head;
    if (bracket.open == '`')
        return elide_skip_template(elision, at + 1);
    if (bracket.markup)
        return script_resume(elision, bracket.markup, at + 1);
    elide_token(elision, close, 0);
    elision->earlier = bracket.before;
    elision->closed = bracket;
    if (close == ')' && !(bracket.before.roles & ROLE_CONTROL))
        elision->head.called = true;
    else if (close == '}' && (bracket.kind > BRACKET_VALUE || !bracket.head.pending ||
                              elide_has(elision, ELIDE_LONG_HEADS)))
        elision->head = (Head){0};
    return at + 1;
}
