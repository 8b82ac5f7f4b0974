/* Body elision for Scala. The right-hand side of a `def`, `val` or `var` ends with the enclosing
   bracket, or at a line that is not indented deeper than the head and can only be the next
   statement. If it declares nothing, it is replaced by a span that opens an expression and the
   last byte: `{}`, `()`, `""` or a name. Start and end thus stay.

   The right-hand side of a `val` that is a function stays. A lambda of a block within one is
   treated as a separate right-hand side. In heads of functions, parameter lists become `( )`, and
   `[q]` there and in heads of types, whose other parameters may be fields; result types, and the
   types of `val` and `var`, become a name. */
#include "languages_lang.h"

#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

/* Bytes kept at both ends of a comment: its delimiters and the mark of documentation. */
#define REMARK_HEAD_BYTES 4
#define REMARK_TAIL_BYTES 2
/* Word roles (elide_state.h) under the names used here. */
#define GOES_ON ROLE_EITHER /* at the start of a line, continues the line before */
#define EXPECTS ROLE_MEMBER /* an expression continues after it */
#define GUARDS ROLE_CONTROL /* an expression continues after its parentheses */
#define BINDS ROLE_VALUE    /* val, var */
/* Bytes before the `=>` of a lambda, mostly a name or two. */
#define LAMBDA_HEAD_BYTES 256
/* Nested right-hand sides; if there are more, nothing in the file is elided. */
#define RIGHTS_MAX 200

typedef enum RightState {
    RIGHT_NAMING, /* after `def`: any next token is the name */
    RIGHT_HEAD,   /* up to `=`, or the `{` of a procedure */
    RIGHT_FIRST,  /* after the `=` */
    RIGHT_BODY,
} RightState;

typedef struct Right {
    RightState state;
    bool value;    /* it belongs to a `val` or `var` */
    bool typed;    /* its head has a `:` */
    bool braced;   /* body of a procedure or lambda: its braces end it */
    bool declares; /* it must stay */
    bool arrow;    /* it has a `=>` outside brackets */
    bool block;    /* its first token begins a line */
    bool broken;   /* broken over lines in a way that the grammar reads differently */
    uint32_t indent;
    size_t depth;
    size_t spans;        /* number of spans found before it */
    uint32_t start, end; /* range read so far */
    uint32_t type;       /* start of its type; 0: none, or it must stay */
    size_t type_span;    /* number of spans found before the type */
    uint32_t lists;      /* start of its parameters; 0: none */
    size_t lists_span;   /* number of spans found before them */
} Right;

typedef struct HeadList {
    uint32_t start; /* offset after its bracket; 0: none is open */
    bool clear;     /* it declares nothing */
    size_t depth, spans;
} HeadList;

typedef struct Rights {
    Elision *elision;
    const uint8_t *class;
    Str text;
    size_t at;
    uint32_t indent;     /* indentation of the line */
    bool begins;         /* the next token is the first of its line */
    bool member;         /* the last token is a `.` */
    bool ends;           /* the last token can end an expression */
    bool expects;        /* an expression continues after it, perhaps on the next line */
    bool guards;         /* the last token is `if`, `while` or `for` */
    bool quoted;         /* the last token is a literal that must stay */
    bool indents;        /* the next token counts as the first of a line */
    uint32_t line, last; /* start of the line and of the last token */
    size_t count;        /* number of open right-hand sides */
    bool heads;          /* in the head of a type: same line and depth as its keyword */
    size_t heads_depth;
    HeadList list;
    size_t depth;

    /* Not zeroed: */
    Right rights[RIGHTS_MAX];
    char open[ELIDE_DEPTH_MAX];
    bool guard[ELIDE_DEPTH_MAX]; /* by bracket: it follows `if`, `while` or `for` */
} Rights;

static char byte_at(const Rights *rights, size_t at)
{
    return at < rights->text.len ? rights->text.ptr[at] : '\0';
}

static Right *top_right(Rights *rights)
{
    return rights->count ? &rights->rights[rights->count - 1] : NULL;
}

static bool is_operator(char c)
{
    return c && strchr("!#%&*+-/:<=>?@\\^|~", c);
}

static void give_up(Rights *rights)
{
    rights->elision->unsure = true;
    rights->at = rights->text.len;
}

/* Marks the enclosing right-hand side, if any, as one that must stay. */
static void declare(Rights *rights)
{
    if (rights->count)
        top_right(rights)->declares = true;
}

/* ---- spans ---- */

/* The text that together with the last byte of an expression forms an expression; NULL: no text
   does. */
static const char *partner(char last)
{
    switch (last) {
    case ')': return "(";
    case ']': return "q[q";
    case '}': return "{";
    case '"': return "\"";
    default: return byte_is_word(last) && (unsigned char)last < 0x80 ? "q" : NULL;
    }
}

/* Elides the type in a head; it ends with the head's last token. */
static void put_type_span(Rights *rights, const Right *right)
{
    uint32_t last = right->type ? right->end - 1 : 0;
    char c = rights->text.ptr[last];
    if (right->type && right->type < last && (c == ']' || byte_is_word(c)) && partner(c))
        elide_replace(rights->elision, right->type_span,
                      (ElidedSpan){.start = right->type, .end = last}, partner(c));
}

/* Elides the body of a procedure. The grammar does not accept a `def` with neither type nor
   body. */
static void put_procedure_span(Rights *rights, const Right *right)
{
    if (right->lists && !right->typed && rights->text.ptr[right->end - 1] == ')')
        elide_put(rights->elision, right->lists_span,
                  (ElidedSpan){.start = right->lists, .end = right->end}, ":q");
}

/* Handles an opening bracket, before its depth is counted. */
static void open_list(Rights *rights)
{
    size_t at = rights->at;
    char bracket = rights->text.ptr[at], before = at ? rights->text.ptr[at - 1] : ' ';
    Right *right = top_right(rights);
    bool function = right && right->depth == rights->depth && right->state == RIGHT_HEAD &&
                    !right->value && !right->typed;
    bool type = rights->heads && rights->heads_depth == rights->depth;
    if (function && bracket == '(' && !right->lists) {
        right->lists = (uint32_t)at;
        right->lists_span = rights->elision->spans.len;
    }
    bool joined = byte_is_word(before) || before == ']' || before == ')';
    if (bracket == '{')
        rights->list.clear = rights->heads = false;
    else if (joined && !rights->list.start && (function || (type && bracket == '[')))
        rights->list =
            (HeadList){(uint32_t)at + 1, true, rights->depth, rights->elision->spans.len};
}

/* Handles a closing bracket, after its depth is counted. */
static void close_list(Rights *rights)
{
    HeadList *list = &rights->list;
    if (!list->start || list->depth != rights->depth)
        return;
    ElidedSpan span = {.start = list->start, .end = (uint32_t)rights->at};
    if (list->clear)
        elide_replace(rights->elision, list->spans, span,
                      rights->text.ptr[rights->at] == ']' ? "q" : " ");
    list->start = 0;
}

/* Elides a right-hand side that declares nothing. */
static void put_right_span(Rights *rights, const Right *right)
{
    uint32_t last = rights->quoted ? rights->last : right->end - 1;
    const char *blanks = rights->quoted ? "!" : partner(rights->text.ptr[last]);
    if (blanks)
        elide_replace(rights->elision, right->spans,
                      (ElidedSpan){.start = right->start, .end = last}, blanks);
}

/* Whether a short lambda begins here on one line: `{ a =>`, `{ (a, b) =>`. */
static bool is_lambda(const Rights *rights)
{
    size_t from = rights->at + 1;
    Str head = str_slice(rights->text, from, from + LAMBDA_HEAD_BYTES);
    head = str_slice(head, 0, line_end(head, 0));
    size_t start = skip_blanks(head, 0, head.len);
    Str name = word_at(head, start, head.len, "");
    size_t end = start + name.len;
    if (byte_at(rights, from + start) == '(')
        end = find_byte_from(head, start, head.len, ')') + 1;
    size_t arrow = skip_blanks(head, end, head.len);
    return end > start && !str_equal(name, STR("case")) &&
           str_starts(str_from_offset(head, arrow), STR("=>")) &&
           !is_operator(byte_at(rights, from + arrow + 2));
}

/* ---- right-hand sides ---- */

/* Ends the innermost right-hand side; `clear` when it ended as expected. */
static void end_right(Rights *rights, bool clear)
{
    Right right = rights->rights[--rights->count];
    bool body = right.state == RIGHT_BODY;
    bool stays = right.declares || (right.value && (right.arrow || !body || !clear));
    if (right.state == RIGHT_HEAD && clear) {
        put_type_span(rights, &right);
        put_procedure_span(rights, &right);
    }
    if (stays)
        declare(rights);
    else if (body && clear && !right.broken)
        put_right_span(rights, &right);
}

static void end_rights(Rights *rights, bool clear)
{
    while (rights->count && top_right(rights)->depth == rights->depth)
        end_right(rights, clear);
}

/* Begins the head of a `val` or `var` (`value`), or of a `def`. */
static void begin_right(Rights *rights, bool value)
{
    if (rights->depth && rights->open[rights->depth - 1] != '{')
        return;
    Right *around = top_right(rights);
    bool shallow = around && rights->indent <= around->indent;
    if (around && !value)
        around->declares = true;
    if (around && around->depth == rights->depth && around->state != RIGHT_BODY)
        end_right(rights, false);
    if (rights->count == RIGHTS_MAX) {
        give_up(rights);
        return;
    }
    rights->rights[rights->count++] = (Right){.state = value ? RIGHT_HEAD : RIGHT_NAMING,
                                              .value = value,
                                              .broken = shallow,
                                              .indent = rights->indent,
                                              .depth = rights->depth};
}

/* Handles a line within the right-hand side. */
static void go_on(const Rights *rights, Right *right, char c, uint8_t roles)
{
    bool inner = c == '.' || roles & GOES_ON || rights->expects;
    bool whole = right->block ? rights->ends || inner : inner;
    if (right->state == RIGHT_BODY && (is_operator(c) || strchr("([{", c) || !whole))
        right->broken = true;
}

/* Ends the right-hand sides that the first token of a line ends. */
static void begin_line(Rights *rights, size_t at, uint8_t roles)
{
    char c = rights->text.ptr[at];
    rights->heads = rights->heads && (rights->depth > rights->heads_depth || roles & GOES_ON);
    bool statement = (c == '@' || c == '`' || byte_is_word(c)) && !(roles & GOES_ON);
    for (Right *right = top_right(rights); right && right->depth == rights->depth;
         right = top_right(rights)) {
        if (rights->indent > right->indent || right->state == RIGHT_FIRST) {
            go_on(rights, right, c, roles);
            return;
        }
        end_right(rights, statement && rights->ends);
    }
}

/* Called before each token. */
static void begin_token(Rights *rights, size_t at, uint8_t roles)
{
    if (rights->indents)
        rights->indent = (uint32_t)at - rights->line;
    rights->indents = false;
    if (rights->begins && !strchr(")]}", rights->text.ptr[at]))
        begin_line(rights, at, roles);
    Right *right = top_right(rights);
    rights->last = (uint32_t)at;
    if (right && right->state == RIGHT_FIRST) {
        right->block = rights->begins;
        right->state = RIGHT_BODY;
        right->start = (uint32_t)at;
        right->spans = rights->elision->spans.len;
    }
    rights->begins = false;
}

/* Called after each token. */
static void end_token(Rights *rights, size_t end, bool ends)
{
    Right *right = top_right(rights);
    rights->at = end;
    rights->ends = ends;
    rights->member = rights->quoted = rights->expects = rights->guards = false;
    if (!right || right->depth != rights->depth)
        return;
    right->end = (uint32_t)end;
    if (right->state == RIGHT_NAMING)
        right->state = RIGHT_HEAD;
}

/* ---- tokens ---- */

/* Handles `val`, `var` or `def`. */
static void read_keyword(Rights *rights, size_t end, bool value)
{
    begin_right(rights, value);
    rights->at = end;
    rights->ends = rights->member = rights->quoted = false;
}

static void read_word(Rights *rights)
{
    size_t start = rights->at, end = lexical_word_end(rights->elision->lexical, start);
    Str word = str_slice(rights->text, start, end);
    const Right *right = top_right(rights);
    bool naming = right && right->state == RIGHT_NAMING;
    uint8_t roles = naming || rights->member ? 0 : elide_roles(rights->elision, word);
    if (word.len > 1 && word.ptr[word.len - 1] == '_')
        while (is_operator(byte_at(rights, end)))
            end++;
    begin_token(rights, start, roles);
    if (roles & (BINDS | ROLE_FUNCTION)) {
        rights->heads = rights->heads && rights->depth > rights->heads_depth;
        rights->list.clear = rights->list.clear && roles & BINDS;
        read_keyword(rights, end, roles & BINDS);
        return;
    }
    if (roles & (ROLE_TYPE | ROLE_DECLARES)) {
        declare(rights);
        rights->list.clear = false;
        rights->heads = roles & ROLE_TYPE;
        rights->heads_depth = rights->depth;
    }
    end_token(rights, end, !(roles & (EXPECTS | GUARDS)));
    rights->expects = roles & EXPECTS;
    rights->guards = roles & GUARDS;
}

static void read_operator(Rights *rights)
{
    size_t start = rights->at, end = start + 1;
    const Elision *elision = rights->elision;
    while (is_operator(byte_at(rights, end)) &&
           !(elision->text.ptr[end] == '/' && strchr("/*", byte_at(rights, end + 1))))
        end++;
    begin_token(rights, start, 0);
    Right *right = top_right(rights);
    Str text = str_slice(rights->text, start, end);
    if (right && right->depth == rights->depth && right->state != RIGHT_NAMING) {
        if (right->state == RIGHT_HEAD && !right->typed && str_equal(text, STR(":"))) {
            right->typed = true;
            right->type = (uint32_t)end;
            right->type_span = elision->spans.len;
        }
        right->arrow = right->arrow || (right->state == RIGHT_BODY && str_equal(text, STR("=>")));
        if (right->state == RIGHT_HEAD && str_equal(text, STR("="))) {
            put_type_span(rights, right);
            right->state = RIGHT_FIRST;
            rights->at = end;
            rights->ends = rights->member = rights->quoted = false;
            return;
        }
    }
    end_token(rights, end, false);
    rights->indents = str_equal(text, STR("=>"));
}

/* Elides the body of a function without a name separately. */
static void begin_lambda(Rights *rights)
{
    Right *around = top_right(rights);
    if (!around || around->state != RIGHT_BODY || rights->count == RIGHTS_MAX || !is_lambda(rights))
        return;
    rights->rights[rights->count++] = (Right){.state = RIGHT_BODY,
                                              .braced = true,
                                              .indent = rights->indent,
                                              .depth = rights->depth,
                                              .start = (uint32_t)rights->at,
                                              .spans = rights->elision->spans.len};
}

static void read_open(Rights *rights)
{
    size_t at = rights->at;
    begin_token(rights, at, 0);
    if (rights->text.ptr[at] == '{')
        begin_lambda(rights);
    Right *right = top_right(rights);
    bool here = right && right->depth == rights->depth;
    if (here && right->state == RIGHT_HEAD && rights->text.ptr[at] == '{' && !right->value &&
        !right->typed) {
        right->state = RIGHT_BODY;
        right->braced = true;
        right->start = (uint32_t)at;
        right->spans = rights->elision->spans.len;
    }
    if (here && rights->text.ptr[at] == '{')
        right->type = 0;
    if (rights->depth == ELIDE_DEPTH_MAX) {
        give_up(rights);
        return;
    }
    open_list(rights);
    rights->guard[rights->depth] = rights->guards;
    rights->open[rights->depth++] = rights->text.ptr[at];
    end_token(rights, at + 1, false);
    rights->indents = true;
}

static void read_close(Rights *rights)
{
    char c = rights->text.ptr[rights->at];
    char open = c == ')' ? '(' : c == ']' ? '[' : '{';
    if (!rights->depth || rights->open[rights->depth - 1] != open) {
        give_up(rights);
        return;
    }
    end_rights(rights, rights->ends);
    rights->depth--;
    close_list(rights);
    begin_token(rights, rights->at, 0);
    end_token(rights, rights->at + 1, !rights->guard[rights->depth]);
    rights->expects = rights->guard[rights->depth];
    Right *right = top_right(rights);
    if (right && right->depth == rights->depth && right->braced)
        end_right(rights, true);
}

static void read_mark(Rights *rights)
{
    char c = rights->text.ptr[rights->at];
    if (strchr("([{", c)) {
        read_open(rights);
    } else if (strchr(")]}", c)) {
        read_close(rights);
    } else if (c == ';' || c == ',') {
        end_rights(rights, c == ';' && rights->ends);
        begin_token(rights, rights->at, 0);
        end_token(rights, rights->at + 1, false);
        rights->indents = true;
    } else if (c == '.') {
        begin_token(rights, rights->at, 0);
        end_token(rights, rights->at + 1, false);
        rights->member = true;
    } else if (is_operator(c)) {
        read_operator(rights);
    } else {
        begin_token(rights, rights->at, 0);
        end_token(rights, rights->at + 1, false);
    }
}

/* Handles a literal. Where one with escapes or code ends, only the grammar knows. */
static void read_quoted(Rights *rights)
{
    size_t start = rights->at, end = elide_skip_string(rights->elision, start);
    Str text = str_slice(rights->text, start, end);
    bool prefixed = start && byte_is_word(rights->text.ptr[start - 1]);
    bool plain = rights->text.ptr[start] == '"' && !prefixed && !str_starts(text, STR("\"\"\"")) &&
                 str_find_byte(text, '\\') == STR_NONE;
    uint32_t prefix = rights->last;
    begin_token(rights, start, 0);
    if (prefixed)
        rights->last = prefix;
    end_token(rights, end, true);
    rights->quoted = !plain;
}

/* Handles a name in backquotes, such as `type`. */
static void read_name(Rights *rights)
{
    const char *start = rights->text.ptr + rights->at + 1;
    const char *end = memchr(start, '`', rights->text.len - rights->at - 1);
    if (!end) {
        give_up(rights);
        return;
    }
    begin_token(rights, rights->at, 0);
    end_token(rights, (size_t)(end + 1 - rights->text.ptr), true);
}

static void read_token(Rights *rights)
{
    char c = rights->text.ptr[rights->at];
    switch ((ByteClass)rights->class[(unsigned char)c]) {
    case BYTE_WORD:
    case BYTE_DIGIT: read_word(rights); break;
    case BYTE_QUOTE: read_quoted(rights); break;
    default:
        if (c == '`')
            read_name(rights);
        else
            read_mark(rights);
    }
}

/* Skips white space, line ends and comments; false at a token. */
static bool take_space(Rights *rights)
{
    char c = rights->text.ptr[rights->at];
    if (c == '\n') {
        size_t first = skip_blanks(rights->text, rights->at + 1, rights->text.len);
        rights->line = (uint32_t)rights->at + 1;
        rights->indent = (uint32_t)first - rights->line;
        rights->begins = true;
        rights->indents = false;
        rights->at = first;
        return true;
    }
    if (byte_is_space(c)) {
        rights->at++;
        return true;
    }
    size_t end = c == '/' ? elide_skip_comment(rights->elision, rights->at) : rights->at;
    if (end == rights->at)
        return false;
    elide_span(rights->elision, rights->at + REMARK_HEAD_BYTES, end - MIN(end, REMARK_TAIL_BYTES),
               ' ');
    rights->at = end;
    return true;
}

void elide_scala(Elision *elision)
{
    Rights *rights = arena_grow(elision->scratch, NULL, 0, sizeof(Rights), _Alignof(Rights));
    memset(rights, 0, offsetof(Rights, rights));
    rights->elision = elision;
    rights->class = elision->lexical->class;
    rights->text = elision->text;
    rights->begins = true;
    while (rights->at < rights->text.len && !elision->unsure)
        if (!take_space(rights))
            read_token(rights);
    end_rights(rights, rights->ends);
    elision->unsure = elision->unsure || rights->depth;
}
