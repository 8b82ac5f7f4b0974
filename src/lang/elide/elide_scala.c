/* Scala: the right side of a `def`, a `val` or a `var` ends where the bracket around it does, or
   where a line begins that is not indented deeper than the head and can only be the next statement.
   One that declares nothing becomes two bytes, a span that opens and the last byte it has: `{}`,
   `()`, `""` or a name, so that it begins and ends where it does. What a `=` of a `val` has to tell
   is whether it is a function: such a right side stays. The lambda of a block in one is one by
   itself. In heads of types and functions, lists of parameters become `( )` and `[q]`, and types,
   of results, `val` and `var`, a name. */
#include "lang/elide/elide_scala.h"

#include "lang/scan/scan_text.h"

/* What stays at both ends of a comment: its marks, and what makes it documentation. */
#define REMARK_HEAD_BYTES 4
#define REMARK_TAIL_BYTES 2
/* Roles of words. */
#define GOES_ON ROLE_EITHER /* at the start of a line with the one before it */
#define EXPECTS ROLE_MEMBER /* an expression goes on behind it */
#define GUARDS ROLE_CONTROL /* and behind its parentheses */
#define BINDS ROLE_VALUE    /* val, var */

static void give_up(Rights *rights)
{
    rights->elision->unsure = true;
    rights->at = rights->text.len;
}

/* The right side around, if any, has to stay. */
static void declare(Rights *rights)
{
    if (rights->count)
        scala_top(rights)->declares = true;
}

/* ---- right sides ---- */

/* The last one is over; `clear`: it ended as it should. */
static void end_right(Rights *rights, bool clear)
{
    Right right = rights->rights[--rights->count];
    bool body = right.state == RIGHT_BODY;
    bool stays = right.declares || (right.value && (right.arrow || !body || !clear));
    if (right.state == RIGHT_HEAD && clear) {
        scala_type_gap(rights, &right);
        scala_procedure_gap(rights, &right);
    }
    if (stays)
        declare(rights);
    else if (body && clear && !right.broken)
        scala_gap(rights, &right);
}

static void end_rights(Rights *rights, bool clear)
{
    while (rights->count && scala_top(rights)->depth == rights->depth)
        end_right(rights, clear);
}

/* `value`: a `val` or a `var`; else a `def`. */
static void begin_right(Rights *rights, bool value)
{
    if (rights->depth && rights->open[rights->depth - 1] != '{')
        return;
    Right *around = scala_top(rights);
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

/* A line of the right side begins. */
static void go_on(const Rights *rights, Right *right, char c, uint8_t roles)
{
    bool inner = c == '.' || roles & GOES_ON || rights->expects;
    bool whole = right->block ? rights->ends || inner : inner;
    if (right->state == RIGHT_BODY && (scala_is_operator(c) || strchr("([{", c) || !whole))
        right->broken = true;
}

/* The first token of a line: what it ends. */
static void begin_line(Rights *rights, size_t at, uint8_t roles)
{
    char c = rights->text.ptr[at];
    rights->heads = rights->heads && (rights->depth > rights->heads_depth || roles & GOES_ON);
    bool statement = (c == '@' || c == '`' || byte_is_word(c)) && !(roles & GOES_ON);
    for (Right *right = scala_top(rights); right && right->depth == rights->depth;
         right = scala_top(rights)) {
        if (rights->indent > right->indent || right->state == RIGHT_FIRST) {
            go_on(rights, right, c, roles);
            return;
        }
        end_right(rights, statement && rights->ends);
    }
}

/* Before a token. */
static void begin_token(Rights *rights, size_t at, uint8_t roles)
{
    if (rights->indents)
        rights->indent = (uint32_t)at - rights->line;
    rights->indents = false;
    if (rights->begins && !strchr(")]}", rights->text.ptr[at]))
        begin_line(rights, at, roles);
    Right *right = scala_top(rights);
    rights->last = (uint32_t)at;
    if (right && right->state == RIGHT_FIRST) {
        right->block = rights->begins;
        right->state = RIGHT_BODY;
        right->start = (uint32_t)at;
        right->spans = rights->elision->spans.len;
    }
    rights->begins = false;
}

/* Behind it. */
static void end_token(Rights *rights, size_t end, bool ends)
{
    Right *right = scala_top(rights);
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

/* Behind `val`, `var` or `def`. */
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
    const Right *right = scala_top(rights);
    bool naming = right && right->state == RIGHT_NAMING;
    uint8_t roles = naming || rights->member ? 0 : elide_roles(rights->elision, word);
    if (word.len > 1 && word.ptr[word.len - 1] == '_')
        while (scala_is_operator(scala_byte(rights, end)))
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
    while (scala_is_operator(scala_byte(rights, end)) &&
           !(elision->text.ptr[end] == '/' && strchr("/*", scala_byte(rights, end + 1))))
        end++;
    begin_token(rights, start, 0);
    Right *right = scala_top(rights);
    Str text = str_slice(rights->text, start, end);
    if (right && right->depth == rights->depth && right->state != RIGHT_NAMING) {
        if (right->state == RIGHT_HEAD && !right->typed && str_equal(text, STR(":"))) {
            right->typed = true;
            right->type = (uint32_t)end;
            right->type_span = elision->spans.len;
        }
        right->arrow = right->arrow || (right->state == RIGHT_BODY && str_equal(text, STR("=>")));
        if (right->state == RIGHT_HEAD && str_equal(text, STR("="))) {
            scala_type_gap(rights, right);
            right->state = RIGHT_FIRST;
            rights->at = end;
            rights->ends = rights->member = rights->quoted = false;
            return;
        }
    }
    end_token(rights, end, false);
    rights->indents = str_equal(text, STR("=>"));
}

/* A function without a name in a body is passed over by itself. */
static void begin_lambda(Rights *rights)
{
    Right *around = scala_top(rights);
    if (!around || around->state != RIGHT_BODY || rights->count == RIGHTS_MAX ||
        !scala_is_lambda(rights))
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
    Right *right = scala_top(rights);
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
    scala_open_list(rights);
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
    scala_close_list(rights);
    begin_token(rights, rights->at, 0);
    end_token(rights, rights->at + 1, !rights->guard[rights->depth]);
    rights->expects = rights->guard[rights->depth];
    Right *right = scala_top(rights);
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
    } else if (scala_is_operator(c)) {
        read_operator(rights);
    } else {
        begin_token(rights, rights->at, 0);
        end_token(rights, rights->at + 1, false);
    }
}

/* Where one with escapes or code in it ends the grammar knows. */
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

/* `type` */
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

/* Blanks, line ends and comments; false at a token. */
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

void scala_elide(Elision *elision)
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
