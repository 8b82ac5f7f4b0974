/* Haskell: the right side of an equation that begins in the first column, or in that of the body
   of an instance or a class, goes on to the next line that begins there. One in which no function
   is defined becomes an expression of a few bytes, its last one among them, so that it begins and
   ends where it does; guards become one. A `where` that begins a line ends it, and has equations of
   its own. What `let` binds is
   not shown, but functions are: names and patterns are told from them by the `=` behind them.
   The type in a signature becomes one of a few bytes, too, and lists of what is exported and
   imported become empty. */
#include "languages_lang.h"

#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

/* The `let`s of one equation, and nested bodies; what has more is left to the parser. */
#define LETS_MAX 32
#define BODIES_MAX 16
/* What stays at both ends of a block comment: its marks, and what makes it documentation. */
#define REMARK_HEAD_BYTES 6
#define REMARK_TAIL_BYTES 2

typedef enum EquationState {
    EQUATION_NONE, /* what is read is none, or has to stay */
    EQUATION_HEAD,
    EQUATION_FIRST, /* behind the `=`, the first `|`, or the `::` of a signature */
    EQUATION_BODY,
    EQUATION_LISTS, /* of a module: what it exports or imports */
} EquationState;

typedef struct Equation {
    EquationState state;
    bool typed;   /* it is a signature */
    bool guarded; /* it has a `|` */
    bool bound;   /* and a `=` behind it */
    bool offers;  /* there was `of`: a `where` may be that of a case */
    bool holds;   /* of a class or an instance: its `where` begins a body */
    size_t depth; /* of brackets */
    size_t spans; /* before the right side */
    uint32_t start, end;
} Equation;

typedef struct Layout {
    Elision *elision;
    Str text;
    size_t at;
    uint32_t column;            /* of the next token */
    bool begins;                /* it is the first one of its line */
    uint32_t line;              /* where that begins */
    uint32_t inner[BODIES_MAX]; /* columns of bodies: of a class or an instance, of a `where` */
    size_t inner_count;
    bool enters; /* the next token begins one */
    Equation equation;
    uint32_t lets[LETS_MAX]; /* columns of what `let` binds */
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

/* What comes before the last byte of an expression so that they are one; NULL: nothing does. */
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

/* A declaration begins. */
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
    if (c == '>' || c == '\\') /* a text with programs in it */
        give_up(layout);
}

/* ---- let ---- */

/* Whether a name or a pattern in brackets is bound at `at`, or given a type. */
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

/* The column in which declarations of the body around begin. */
static uint32_t inner_column(const Layout *layout)
{
    return layout->inner_count ? layout->inner[layout->inner_count - 1] : 0;
}

/* A body that does not begin further to the right is empty. */
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

/* 'a', '\n', or a ' alone. */
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

/* Of a list of names: its bracket opens, or closes, at `at`. */
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
        if (c == '[' && byte_at(layout, name) == '|') /* a quotation */
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

/* What a comment documents the grammar sees from its first mark. */
static void remark_span(Layout *layout, size_t start, size_t end)
{
    size_t first = start + 2;
    while (first < end && byte_is_space(layout->text.ptr[first]))
        first++;
    if (byte_at(layout, start + 2) != '#')
        elide_span(layout->elision, MAX(start + REMARK_HEAD_BYTES, first + 1),
                   end - MIN(end, REMARK_TAIL_BYTES), ' ');
}

/* Blanks, line ends and comments; false at a token. */
static bool take_space(Layout *layout)
{
    char c = layout->text.ptr[layout->at];
    if (c == '\n') {
        layout->line = (uint32_t)layout->at + 1;
        layout->begins = true;
    }
    if (c == '\t' && layout->begins)
        give_up(layout);
    if (c == '#' && layout->begins && layout->at == layout->line) { /* of the preprocessor */
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
