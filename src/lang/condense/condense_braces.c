/* Brackets, and what they hold. A body that is opened is remembered with the gaps before it; when
   it closes and nothing in it declares, it becomes one gap and those in it are forgotten. Taking
   something else for a body does no harm where a body's words can declare nothing in it either, so
   the rules ask for what could: members of types. */
#include "lang/condense/condense_state.h"
#include "lang/scan/scan_text.h"

/* Of so many comments behind a right side the gaps are kept. */
#define REMARKS_MAX 8

void condense_part(Condense *condense, size_t start, size_t end, char blank)
{
    if (condense->gaps.len == condense->gaps.cap)
        condense->unsure = true;
    else
        *VEC_PUSH(condense->arena, &condense->gaps) =
            (Gap){.start = (uint32_t)start, .end = (uint32_t)end, .blank = blank};
}

void condense_gap(Condense *condense, size_t start, size_t end, char blank)
{
    if (end > start && end - start >= GAP_BYTES_MIN)
        condense_part(condense, start, end, blank);
}

void condense_put(Condense *condense, size_t since, Gap within, const char *blanks)
{
    Gap behind[REMARKS_MAX];
    size_t count = 0;
    for (size_t i = condense->gaps.len; i-- > since && count < REMARKS_MAX;) {
        if (condense->gaps.ptr[i].start <= within.end)
            break;
        behind[count++] = condense->gaps.ptr[i];
    }
    condense->gaps.len = since;
    for (; blanks[1]; blanks++, within.start++)
        condense_part(condense, within.start, within.start + 1, *blanks);
    condense_part(condense, within.start, within.end, *blanks);
    while (count--)
        condense_part(condense, behind[count].start, behind[count].end, behind[count].blank);
}

void condense_replace(Condense *condense, size_t since, Gap within, const char *blanks)
{
    if (within.end >= within.start + GAP_BYTES_MIN)
        condense_put(condense, since, within, blanks);
}

static Bracket *top(const Condense *condense)
{
    return condense->depth ? &condense->brackets[condense->depth - 1] : NULL;
}

BracketKind condense_around(const Condense *condense)
{
    return condense->depth ? top(condense)->kind : BRACKET_TYPE;
}

void condense_declares(Condense *condense)
{
    for (size_t i = condense->depth; i-- > 0;) {
        if (condense->brackets[i].kind == BRACKET_FUNCTION) {
            condense->brackets[i].declares = true;
            return;
        }
    }
}

/* ---- words and marks ---- */

/* Whether the next token is a name, or may be one behind a comment or a line end. */
static bool names_next(const Condense *condense, size_t at)
{
    at = lexical_skip_blanks(condense->lexical, at);
    char c = condense_byte(condense, at);
    if (c == '*' || c == '&')
        at = lexical_skip_blanks(condense->lexical, at + 1);
    if (c == '/' || c == '\n' || c == '\r')
        return true;
    bool generic = lexical_has(condense->lexical, LEXICAL_LINES) && (c == '<' || c == '`');
    return generic || lexical_is_word(condense->lexical, at); /* fun <T> name, fun `name` */
}

/* `function`, `func`, `fn`: bound to a name or not. */
static void function_word(Condense *condense, Span word)
{
    if (names_next(condense, word.end)) {
        condense_declares(condense);
        return;
    }
    Token before = condense->last;
    if (token_is_word(condense, before, STR("async")) ||
        token_is_word(condense, before, STR("static")))
        before = condense->earlier;
    if (script_binds(condense, before))
        condense_declares(condense);
}

static bool begins_closure(Str word)
{
    return str_equal(word, STR("move")) || str_equal(word, STR("async")) ||
           str_equal(word, STR("static")) || str_equal(word, STR("fn"));
}

void condense_word(Condense *condense, Span word, uint8_t roles)
{
    Head *head = &condense->head;
    Str text = lexical_str(condense->lexical, word);
    if (condense_has(condense, CONDENSE_ACCESSORS)) {
        swift_word(condense, word, roles);
        return;
    }
    bool bound = condense_has(condense, CONDENSE_CLOSURES) && condense->last.kind == '=';
    if (bound && begins_closure(text))
        condense_declares(condense);
    head->makes = head->makes || str_equal(text, STR("new")) ||
                  (condense_has(condense, CONDENSE_VALUES) && str_equal(text, STR("object")));
    if (!roles)
        return;
    bool named = names_next(condense, word.end);
    if (roles & (ROLE_DECLARES | ROLE_MEMBER) || (roles & ROLE_NAMED && named))
        condense_declares(condense);
    if (roles & ROLE_FUNCTION) {
        function_word(condense, word);
        bool is_type = condense->last.kind == ':' && condense_has(condense, CONDENSE_LONE);
        if (!head->pending && !is_type && !token_is_word(condense, condense->last, STR("use")))
            *head = (Head){.pending = ROLE_FUNCTION};
    }
    if (roles & ROLE_TYPE && (!(roles & ROLE_NAMED) || named) && head->pending != ROLE_FUNCTION) {
        head->pending = ROLE_TYPE;
        head->enumerates = head->enumerates || str_equal(text, STR("enum"));
    }
}

/* `= x -> …`, `= (x) => …`, `= async x => …`: what is behind has a name. */
static bool is_bound_arrow(const Condense *condense)
{
    Token before = condense->earlier;
    if (condense->last.kind == ')')
        before = condense->closed.before;
    else if (condense->last.kind != 'a')
        return false;
    bool word = token_is_word(condense, before, STR("async")) ||
                token_is_word(condense, before, STR("static"));
    return word || (before.kind == '=' && !before.joined);
}

/* `T name(…) => …` in a function of C# is one, a lambda has a name where it is bound to one. */
static void mark_arrow(Condense *condense)
{
    Token before = condense->closed.before;
    if (condense_has(condense, CONDENSE_SCRIPT))
        script_arrow(condense);
    else if (condense_has(condense, CONDENSE_METHODS) && is_bound_arrow(condense))
        condense_declares(condense);
    else if (condense_has(condense, CONDENSE_INITIALS) && condense->last.kind == ')' &&
             (before.kind == 'a' || before.kind == '>'))
        condense_declares(condense);
}

/* `T name(…);` in a function of C#: a statement with a word before the name, and not one of these.
 */
static void end_call(Condense *condense)
{
    static const char *const others[] = {"await", "return", "throw", "else", "do", "case", "in",
                                         "is",    "as",     "new",   "and",  "or", "not",  NULL};
    const Bracket *closed = &condense->closed;
    Token earlier = closed->earlier;
    bool type = earlier.kind && strchr("*@>]?", earlier.kind);
    if (earlier.kind == 'a')
        type = !word_in(lexical_str(condense->lexical, earlier.word), others);
    if (condense->last.kind == ')' && closed->before.kind == 'a' && type &&
        !condense->head.assigned)
        condense_declares(condense);
}

void condense_mark(Condense *condense, size_t at)
{
    Head *head = &condense->head;
    switch (condense->text.ptr[at]) {
    case ';':
        if (condense_has(condense, CONDENSE_INITIALS))
            end_call(condense);
        *head = (Head){0};
        if (condense_around(condense) == BRACKET_ENUM)
            top(condense)->kind = BRACKET_TYPE;
        break;
    case '=':
        head->assigned = true;
        if (condense_byte(condense, at + 1) == '>')
            mark_arrow(condense);
        break;
    case ',':
        if (head->pending == ROLE_FUNCTION && condense_has(condense, CONDENSE_BOUND) &&
            (head->called || !condense_has(condense, CONDENSE_VALUES))) /* fun <A, B> f() */
            *head = (Head){0};
        break;
    case ':':
        head->typed = head->typed || condense->last.kind == ')' || head->pending == ROLE_VALUE;
        break;
    case '/':
        if (condense_has(condense, CONDENSE_ACCESSORS) && swift_is_regex(condense, at))
            condense->unsure = true;
        break;
    case '-':
        if (condense_has(condense, CONDENSE_METHODS) && condense_byte(condense, at + 1) == '>')
            mark_arrow(condense);
        break;
    case '|':
        if (condense_has(condense, CONDENSE_CLOSURES) && condense->last.kind == '=' &&
            !condense->last.joined)
            condense_declares(condense);
        break;
    default: break;
    }
}

void condense_feed(Condense *condense)
{
    bool head =
        condense_has(condense, CONDENSE_ACCESSORS) && condense->head.pending == ROLE_FUNCTION;
    if (head) /* its `{` may stand on another line */
        return;
    if (lexical_has(condense->lexical, LEXICAL_LINES) && condense_has(condense, CONDENSE_KEYWORD) &&
        (!condense->depth || top(condense)->open == '{'))
        condense->head = (Head){0};
    condense->head.typed = false;
}

/* ---- opening ---- */

/* Behind a function's head; `func() struct{…} {` goes on behind the type. */
static BracketKind keyword_kind(Condense *condense)
{
    Head *head = &condense->head;
    Token last = condense->last;
    if (head->pending == ROLE_TYPE)
        return BRACKET_TYPE;
    if (token_is_word(condense, last, STR("struct")) ||
        token_is_word(condense, last, STR("interface")))
        return BRACKET_PLAIN;
    bool lines = lexical_has(condense->lexical, LEXICAL_LINES), value = head->assigned && lines;
    bool argument = condense->depth && top(condense)->open == '(';
    if (lines && last.kind == '=' &&
        !argument) /* of Kotlin: a function without parameters is bound */
        condense_declares(condense);
    bool comma = last.kind == ',' && condense_has(condense, CONDENSE_LONE); /* of a where clause */
    bool ends = (last.kind && strchr(lines ? "a)]>}?\"" : "a)]>}\"", last.kind)) || comma;
    if (condense_has(condense, CONDENSE_VALUES))
        value = head->makes;
    bool body = head->pending == ROLE_FUNCTION && head->called && !value && ends;
    *head = (Head){.pending = body ? ROLE_FUNCTION : 0};
    return body ? BRACKET_FUNCTION : BRACKET_PLAIN;
}

/* Behind `new T`, with its type arguments left out, or in a statement that has it. */
static BracketKind unnamed_kind(Condense *condense)
{
    if (condense_has(condense, CONDENSE_INITIALS) && condense->head.makes)
        return BRACKET_PLAIN;
    condense_declares(condense);
    return BRACKET_TYPE;
}

static BracketKind called_kind(Condense *condense)
{
    const Head *head = &condense->head;
    BracketKind around = condense_around(condense);
    if (condense->closed.before.roles & ROLE_CONTROL)
        return BRACKET_PLAIN;
    if (around == BRACKET_ENUM)
        return BRACKET_TYPE;
    bool method = around == BRACKET_TYPE && !head->assigned && !head->makes &&
                  condense->closed.before.kind == 'a';
    return method ? BRACKET_FUNCTION : unnamed_kind(condense);
}

static BracketKind method_kind(Condense *condense)
{
    const Head *head = &condense->head;
    BracketKind around = condense_around(condense);
    Token last = condense->last;
    if (head->pending == ROLE_TYPE)
        return BRACKET_TYPE;
    if (last.kind == ')')
        return called_kind(condense);
    if (last.kind == '>' && last.joined)
        return BRACKET_FUNCTION;
    if (last.kind == 'a' && around == BRACKET_ENUM)
        return BRACKET_TYPE;
    if (last.kind == 'a' && around == BRACKET_TYPE && !head->assigned && head->called)
        return BRACKET_FUNCTION;
    bool accessor = condense_has(condense, CONDENSE_INITIALS) && last.kind == 'a' &&
                    around == BRACKET_PLAIN && last.roles & ROLE_VALUE;
    return accessor ? BRACKET_FUNCTION : BRACKET_PLAIN;
}

static BracketKind kind_of_braces(Condense *condense, size_t at)
{
    if (condense_has(condense, CONDENSE_ACCESSORS))
        return swift_kind(condense, at);
    if (condense_has(condense, CONDENSE_SCRIPT))
        return script_kind(condense);
    if (condense_has(condense, CONDENSE_METHODS))
        return method_kind(condense);
    return keyword_kind(condense);
}

void condense_push(Condense *condense, char open, BracketKind kind, size_t behind)
{
    if (condense->depth == CONDENSE_DEPTH_MAX) {
        condense->unsure = true;
        return;
    }
    condense->brackets[condense->depth++] = (Bracket){.open = open,
                                                      .kind = kind,
                                                      .start = (uint32_t)behind,
                                                      .gaps = condense->gaps.len,
                                                      .before = condense->last,
                                                      .earlier = condense->earlier,
                                                      .head = condense->head};
    condense->head = (Head){0};
    condense_token(condense, open, 0);
}

void condense_open(Condense *condense, size_t at)
{
    char open = condense->text.ptr[at];
    BracketKind kind = BRACKET_PLAIN;
    if (open == '{') {
        bool constants = condense->head.pending == ROLE_TYPE && condense->head.enumerates;
        kind = kind_of_braces(condense, at);
        if (kind == BRACKET_TYPE && constants)
            kind = BRACKET_ENUM;
    }
    condense_push(condense, open, kind, at + 1);
}

/* ---- closing ---- */

static void close_function(Condense *condense, const Bracket *bracket, size_t at)
{
    if (bracket->declares) {
        condense_declares(condense);
        return;
    }
    condense->gaps.len = bracket->gaps;
    condense_gap(condense, bracket->start, at, ' ');
}

size_t condense_close(Condense *condense, size_t at)
{
    static const char pairs[] = "()[]{}`}";
    const Bracket *last = top(condense);
    char close = condense->text.ptr[at];
    const char *pair = last && last->open != '<' ? strchr(pairs, last->open) : NULL;
    if (!pair || pair[1] != close) {
        condense->unsure = true;
        return condense->text.len;
    }
    Bracket bracket = *last;
    condense->depth--;
    if (bracket.kind == BRACKET_FUNCTION)
        close_function(condense, &bracket, at);
    condense->head = bracket.head;
    if (bracket.open == '`')
        return condense_skip_template(condense, at + 1);
    if (bracket.markup)
        return script_resume(condense, bracket.markup, at + 1);
    condense_token(condense, close, 0);
    condense->earlier = bracket.before;
    condense->closed = bracket;
    if (close == ')' && !(bracket.before.roles & ROLE_CONTROL))
        condense->head.called = true;
    else if (close == '}' && (bracket.kind > BRACKET_VALUE || !bracket.head.pending ||
                              condense_has(condense, CONDENSE_ACCESSORS)))
        condense->head = (Head){0};
    return at + 1;
}
