/* Body elision for Haskell. The right-hand side of an equation continues to the next line that
   begins in the column of the equation. That column is the first one, or the column of an
   instance's or class's body. A right-hand side that defines no function is replaced by an
   expression of a few bytes that keeps the last byte, so that start and end stay. Guards become
   one guard.

   A `where` at the start of a line ends the right-hand side and has its own equations. Variables
   bound by `let` are not shown, but functions are; names and patterns are followed directly by `=`.
   Types in signatures become types of a few bytes; lists of exports and imports become empty. */
#include "languages_lang.h"

#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

/* Nested `let`s of one equation, and nested bodies; more are not elided. */
#define LETS_MAX 32
#define BODIES_MAX 16
/* Bytes kept at both ends of a block comment: its delimiters and the mark of documentation. */
#define REMARK_HEAD_BYTES 6
#define REMARK_TAIL_BYTES 2

typedef enum EquationState {
    EQUATION_NONE, /* no equation, or one that must stay */
    EQUATION_HEAD,
    EQUATION_FIRST, /* after `=`, the first `|`, or the `::` of a signature */
    EQUATION_BODY,
    EQUATION_LISTS, /* in the export or import list of a module */
} EquationState;

typedef struct Equation {
    EquationState state;
    bool typed;   /* it is a signature */
    bool guarded; /* it has a `|` */
    bool bound;   /* there is a `=` after the `|` */
    bool offers;  /* it contains `of`: a `where` may belong to a case */
    bool holds;   /* class or instance: its `where` begins a body */
    size_t depth; /* nesting of brackets */
    size_t spans; /* number of spans found before the right-hand side */
    uint32_t start, end;
} Equation;

typedef struct Layout {
    Elision *elision;
    Str text;
    size_t at;
    uint32_t column;            /* column of the next token */
    bool begins;                /* the next token is the first of its line */
    uint32_t line;              /* offset of that line */
    uint32_t inner[BODIES_MAX]; /* columns of enclosing bodies (class, instance, `where`) */
    size_t inner_count;
    bool enters; /* the next token begins a body */
    Equation equation;
    uint32_t lets[LETS_MAX]; /* columns of bindings of enclosing `let`s */
    size_t let_count;
} Layout;

static void give_up(Layout *layout)
{
    layout->elision->unsure = true;
    layout->at = layout->text.len;
}

static char byte_at(const Layout *layout, size_t at)
{
    return at < layout->text.len ? layout->text.ptr[at] : '\0';
}

static bool is_symbol(char c)
{
    return c && strchr("!#$%&*+./<=>?@\\^|-~:", c);
}

static bool is_name(char c)
{
    return byte_is_word(c) || c == '\'';
}

static size_t name_end(const Layout *layout, size_t at)
{
    while (is_name(byte_at(layout, at)))
        at++;
    return at;
}

static size_t symbol_end(const Layout *layout, size_t at)
{
    while (is_symbol(byte_at(layout, at)))
        at++;
    return at;
}

/* ---- equations ---- */

/* The text that together with the last byte of an expression forms an expression; NULL: no text
   does. */
static const char *partner(char last, bool guarded)
{
    switch (last) {
    case ')': return guarded ? "q=(" : "(";
    case ']': return guarded ? "q=[" : "[";
    case '}': return guarded ? "q=Q{" : "Q{";
    case '"': return guarded ? "q=\"" : "\"";
    default: break;
    }
    return !is_name(last) || (unsigned char)last >= 0x80 ? NULL : guarded ? "q=q" : "q";
}

static void end_equation(Layout *layout)
{
    Elision *elision = layout->elision;
    Equation equation = layout->equation;
    layout->equation.state = EQUATION_NONE;
    if (equation.state != EQUATION_BODY || equation.depth || (equation.guarded && !equation.bound))
        return;
    ElidedSpan span = {.start = equation.start, .end = equation.end - 1};
    char last = layout->text.ptr[span.end];
    const char *blanks = partner(last, equation.guarded);
    if (blanks && !(equation.typed && (last == '}' || last == '"')))
        elide_replace(elision, equation.spans, span, blanks);
}

static bool is_among(Str word, const char *const *list)
{
    for (; *list; list++)
        if (str_equal(word, str_from(*list)))
            return true;
    return false;
}

/* Handles the first token of a declaration. */
static void begin_equation(Layout *layout)
{
    static const char *const lists[] = {"module", "import", NULL};
    static const char *const others[] = {"data",    "newtype", "type",   "deriving",
                                         "infix",   "infixl",  "infixr", "foreign",
                                         "pattern", "default", NULL};
    char c = byte_at(layout, layout->at);
    Str word = str_slice(layout->text, layout->at, name_end(layout, layout->at));
    end_equation(layout);
    layout->let_count = 0;
    bool holds = str_equal(word, STR("instance")) || str_equal(word, STR("class"));
    bool clear = (c >= 'a' && c <= 'z') || c == '_' || c == '(';
    clear = clear && !is_among(word, others) && !holds;
    layout->equation = (Equation){.state = is_among(word, lists) ? EQUATION_LISTS
                                           : clear               ? EQUATION_HEAD
                                                                 : EQUATION_NONE,
                                  .holds = holds};
    if (c == '>' || c == '\\') /* a literate program */
        give_up(layout);
}

/* ---- let ---- */

/* Whether a name or bracketed pattern is bound or given a type at `at`. */
static bool binds(const Layout *layout, size_t at)
{
    size_t end = at, depth = 0;
    if (byte_at(layout, at) == '!')
        end++;
    char c = byte_at(layout, end);
    if (c == '(') {
        do {
            c = byte_at(layout, end++);
            depth += c == '(';
            depth -= c == ')';
        } while (depth && c && c != '\n' && c != '"' && c != '\'');
    } else if ((c >= 'a' && c <= 'z') || c == '_') {
        end = name_end(layout, end);
    }
    if (depth || end == at)
        return false;
    end = skip_blanks(layout->text, end, layout->text.len);
    size_t behind = symbol_end(layout, end);
    Str symbol = str_slice(layout->text, end, behind);
    return str_equal(symbol, STR("=")) || str_equal(symbol, STR("::"));
}

static void enter_let(Layout *layout, size_t behind)
{
    size_t first = skip_blanks(layout->text, behind, layout->text.len);
    if (layout->let_count == LETS_MAX || !binds(layout, first))
        layout->equation.state = EQUATION_NONE;
    else
        layout->lets[layout->let_count++] = (uint32_t)(first - layout->line);
}

static void check_lets(Layout *layout)
{
    while (layout->let_count && layout->lets[layout->let_count - 1] > layout->column)
        layout->let_count--;
    bool same = layout->let_count && layout->lets[layout->let_count - 1] == layout->column;
    if (!same || binds(layout, layout->at))
        return;
    Str word = str_slice(layout->text, layout->at, name_end(layout, layout->at));
    if (str_equal(word, STR("in")))
        layout->let_count--;
    else
        layout->equation.state = EQUATION_NONE;
}

/* ---- tokens ---- */

/* The column in which declarations of the innermost body begin. */
static uint32_t inner_column(const Layout *layout)
{
    return layout->inner_count ? layout->inner[layout->inner_count - 1] : 0;
}

/* Enters a body; one that is not indented further is empty. */
static void enter_body(Layout *layout)
{
    layout->enters = false;
    if (layout->column <= inner_column(layout))
        return;
    if (layout->inner_count == BODIES_MAX)
        give_up(layout);
    else
        layout->inner[layout->inner_count++] = layout->column;
    layout->begins = true;
}

static void begin_token(Layout *layout)
{
    Equation *equation = &layout->equation;
    if (layout->enters)
        enter_body(layout);
    if (layout->begins && layout->column <= inner_column(layout)) {
        while (layout->column < inner_column(layout))
            layout->inner_count--;
        if (layout->column > inner_column(layout))
            give_up(layout);
        begin_equation(layout);
    } else if (layout->begins && equation->state == EQUATION_BODY) {
        check_lets(layout);
    }
    if (equation->state == EQUATION_FIRST) {
        equation->state = EQUATION_BODY;
        equation->start = (uint32_t)layout->at;
        equation->spans = layout->elision->spans.len;
    }
}

static void end_token(Layout *layout, size_t end)
{
    layout->at = end;
    layout->equation.end = (uint32_t)end;
    layout->begins = false;
}

static void read_where(Layout *layout, size_t end)
{
    Equation *equation = &layout->equation;
    size_t behind = skip_blanks(layout->text, end, layout->text.len);
    if (equation->holds) {
        layout->enters = byte_at(layout, behind) == '\n';
        equation->holds = false;
    } else if (layout->begins && !equation->depth && !equation->offers) {
        layout->enters = equation->state == EQUATION_BODY;
        end_equation(layout);
    }
    equation->state = EQUATION_NONE;
}

static void read_name(Layout *layout)
{
    size_t end = name_end(layout, layout->at);
    Str word = str_slice(layout->text, layout->at, end);
    begin_token(layout);
    Equation *equation = &layout->equation;
    equation->offers =
        equation->offers || str_equal(word, STR("of")) || str_equal(word, STR("case"));
    if (str_equal(word, STR("where"))) {
        read_where(layout, end);
    } else if (str_equal(word, STR("let"))) {
        if (equation->state == EQUATION_BODY)
            enter_let(layout, end);
        else
            equation->state = EQUATION_NONE;
    }
    end_token(layout, end);
}

static void read_symbol(Layout *layout)
{
    static const char *const in_types[] = {"->", "=>", "::", ".", "~", NULL};
    size_t end = symbol_end(layout, layout->at);
    Str symbol = str_slice(layout->text, layout->at, end);
    begin_token(layout);
    Equation *equation = &layout->equation;
    bool equals = str_equal(symbol, STR("=")), guard = str_equal(symbol, STR("|"));
    if (equation->state == EQUATION_HEAD && !equation->depth) {
        equation->typed = str_equal(symbol, STR("::"));
        if (equals || guard || equation->typed)
            equation->state = EQUATION_FIRST;
        equation->guarded = guard;
    } else if (equation->typed) {
        if (!is_among(symbol, in_types))
            equation->state = EQUATION_NONE;
    } else if (equals && !equation->depth && !layout->let_count) {
        equation->bound = true;
    }
    end_token(layout, end);
}

static size_t string_end(Layout *layout)
{
    size_t at = layout->at + 1;
    for (char c = byte_at(layout, at); c != '"'; c = byte_at(layout, at)) {
        if (!c || c == '\n') {
            give_up(layout);
            return layout->text.len;
        }
        bool span = c == '\\' && byte_is_space(byte_at(layout, at + 1));
        at += c == '\\' ? 2 : 1;
        while (span && at < layout->text.len && layout->text.ptr[at++] != '\\')
            ;
    }
    return at + 1;
}

/* The end of a character literal, 'a' or '
   ', or of a single '. */
static size_t tick_end(const Layout *layout)
{
    size_t end = layout->at + 1;
    if (byte_at(layout, end) == '\\') {
        for (end += 2; byte_at(layout, end) != '\'' && byte_at(layout, end) > ' '; end++)
            ;
        return end + 1;
    }
    if (end < layout->text.len)
        str_decode(layout->text, &end);
    return byte_at(layout, end) == '\'' ? end + 1 : layout->at + 1;
}

/* Handles the bracket at `at` that opens or closes a list of names. */
static void list_span(Layout *layout, char bracket)
{
    Equation *equation = &layout->equation;
    if (equation->state != EQUATION_LISTS || equation->depth)
        return;
    if (bracket == '(') {
        equation->start = (uint32_t)layout->at + 1;
        equation->spans = layout->elision->spans.len;
    } else if (equation->start) {
        ElidedSpan span = {.start = equation->start, .end = (uint32_t)layout->at};
        elide_replace(layout->elision, equation->spans, span, " ");
    }
}

static void read_mark(Layout *layout)
{
    char c = layout->text.ptr[layout->at];
    size_t end = layout->at + 1;
    if (c == '"')
        end = string_end(layout);
    else if (c == '\'')
        end = tick_end(layout);
    if (layout->elision->unsure)
        return;
    begin_token(layout);
    Equation *equation = &layout->equation;
    if (strchr("([{", c)) {
        size_t name = name_end(layout, end);
        if (c == '[' && byte_at(layout, name) == '|') /* a quasi-quotation */
            give_up(layout);
        list_span(layout, c);
        equation->depth++;
    } else if (strchr(")]}", c)) {
        if (!equation->depth)
            equation->state = EQUATION_NONE;
        equation->depth -= equation->depth > 0;
        list_span(layout, c);
    } else if (c == ';') {
        equation->state = EQUATION_NONE;
    }
    end_token(layout, end);
}

/* Elides a comment except its delimiters; the grammar needs the opening delimiter to find the
   documented declaration. */
static void remark_span(Layout *layout, size_t start, size_t end)
{
    size_t first = start + 2;
    while (first < end && byte_is_space(layout->text.ptr[first]))
        first++;
    if (byte_at(layout, start + 2) != '#')
        elide_span(layout->elision, MAX(start + REMARK_HEAD_BYTES, first + 1),
                   end - MIN(end, REMARK_TAIL_BYTES), ' ');
}

/* Skips white space, line ends and comments; false at a token. */
static bool take_space(Layout *layout)
{
    char c = layout->text.ptr[layout->at];
    if (c == '\n') {
        layout->line = (uint32_t)layout->at + 1;
        layout->begins = true;
    }
    if (c == '\t' && layout->begins)
        give_up(layout);
    if (c == '#' && layout->begins && layout->at == layout->line) { /* a preprocessor line */
        layout->equation.state = EQUATION_NONE;
        layout->at = line_end(layout->text, layout->at);
        return true;
    }
    if (byte_is_space(c)) {
        layout->at++;
        return true;
    }
    size_t end = symbol_end(layout, layout->at), start = layout->at;
    bool remark = c == '-' && end > start + 1;
    for (size_t i = start; i < end && remark; i++)
        remark = layout->text.ptr[i] == '-';
    if (!remark && !(c == '{' && byte_at(layout, start + 1) == '-'))
        return false;
    layout->at = elide_skip_comment(layout->elision, start);
    remark_span(layout, start, layout->at);
    return true;
}

void elide_haskell(Elision *elision)
{
    Layout *layout = NEW(elision->scratch, Layout, 1);
    layout->elision = elision;
    layout->text = elision->text;
    layout->begins = true;
    while (layout->at < layout->text.len && !elision->unsure) {
        if (take_space(layout))
            continue;
        layout->column = (uint32_t)layout->at - layout->line;
        char c = layout->text.ptr[layout->at];
        if (byte_is_word(c))
            read_name(layout);
        else if (is_symbol(c))
            read_symbol(layout);
        else
            read_mark(layout);
    }
    end_equation(layout);
}
