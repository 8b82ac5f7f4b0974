/* Body elision for Emacs Lisp. A list declares something when its first element is a declaring
   word, wherever the list is. Other lists and vectors are parsed as empty ones. The first elements
   of a declaring list stay, with the content of the name and the parameters. The elements after
   them that declare nothing are parsed as one symbol. */
#include "languages_lang.h"

#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

/* Elements of a declaring list: those whose content stays, and those that stay themselves. */
#define INNER_ELEMENTS 3
#define OUTER_ELEMENTS 4

typedef struct List {
    char open;
    bool declares;  /* it, or a list in it, declares something */
    bool declaring; /* its first element is a declaring word */
    bool kept;      /* its content stays */
    uint32_t count; /* elements begun so far */
    uint32_t start; /* offset after the bracket */
    size_t spans;   /* number of spans found before it */
    uint32_t tail;  /* first of the elements at its end that declare nothing; 0: none */
    size_t tail_span;
} List;

typedef struct Lists {
    Elision *elision;
    Str text;
    size_t at;
    List *lists;
    size_t depth;
    size_t quote; /* start of quotes before the next element; STR_NONE: none */
} Lists;

static void give_up(Lists *lists)
{
    lists->elision->unsure = true;
    lists->at = lists->text.len;
}

static char byte_at(const Lists *lists, size_t at)
{
    return at < lists->text.len ? lists->text.ptr[at] : '\0';
}

static List *top(const Lists *lists)
{
    return lists->depth ? &lists->lists[lists->depth - 1] : NULL;
}

static void declare(Lists *lists)
{
    for (size_t i = lists->depth; i-- > 0;) {
        lists->lists[i].declares = true;
        lists->lists[i].tail = 0;
    }
}

static void begin_element(Lists *lists)
{
    List *list = top(lists);
    size_t start = lists->quote == STR_NONE ? lists->at : lists->quote;
    lists->quote = STR_NONE;
    if (list && list->count++ >= OUTER_ELEMENTS && list->declaring && !list->tail) {
        list->tail = (uint32_t)start;
        list->tail_span = lists->elision->spans.len;
    }
}

/* ---- tokens without elements ---- */

static void skip_string(Lists *lists)
{
    Str text = lists->text;
    for (size_t at = lists->at + 1; at < text.len; at++) {
        if (text.ptr[at] == '\\') {
            at++;
        } else if (text.ptr[at] == '"') {
            elide_span(lists->elision, lists->at + 1, at, ' ');
            lists->at = at + 1;
            return;
        }
    }
    give_up(lists);
}

/* Elides a comment. Adjacent lines that hold only comments become one span where comments do not
   count as elements. */
static void skip_remarks(Lists *lists)
{
    Str text = lists->text;
    const List *list = top(lists);
    size_t start = lists->at, first = start, end = line_end(text, start);
    while (first && byte_is_space(text.ptr[first - 1]) && text.ptr[first - 1] != '\n')
        first--;
    bool alone = !first || text.ptr[first - 1] == '\n';
    alone = alone && (!list || list->count > OUTER_ELEMENTS);
    while (alone && end < text.len && byte_at(lists, skip_blanks(text, end + 1, text.len)) == ';')
        end = line_end(text, end + 1);
    elide_span(lists->elision, start + 1, end, ' ');
    lists->at = end;
}

/* Bytes that may begin a character which the grammar takes for a blank, such as U+00A0. */
static bool is_odd(char c)
{
    return c && strchr("\xc2\xe1\xe2\xe3\xef", c);
}

static void skip_symbol(Lists *lists)
{
    Str text = lists->text;
    size_t at = lists->at;
    for (; at < text.len; at++) {
        char c = text.ptr[at];
        if (byte_is_word(c) && (unsigned char)c < 0x80)
            continue;
        if (c == '\\') {
            if (byte_at(lists, ++at) == '\n')
                break;
        } else if ((unsigned char)c <= ' ' || strchr("#()[]'`,\";", c)) {
            break;
        } else if (is_odd(c)) {
            give_up(lists);
            return;
        }
    }
    lists->at = MIN(at, text.len);
}

/* Skips a character literal: ?a, ?\(, ?\C-\M-x, ?\N{…}. Word characters after it may belong to
   it, so they begin no element. */
static void skip_char(Lists *lists)
{
    size_t at = lists->at + 1;
    char c = byte_at(lists, at);
    while (c == '\\') {
        char next = byte_at(lists, at + 1);
        bool dashed = next && strchr("CMSHsA", next) && byte_at(lists, at + 2) == '-';
        if (!dashed && next != '^')
            break;
        at += dashed ? 3 : 2;
        c = byte_at(lists, at);
    }
    if (c == '\\')
        c = byte_at(lists, ++at);
    if (c == 'N' && byte_at(lists, at + 1) == '{')
        at = find_from(lists->text, at, STR("}"));
    if (at >= lists->text.len || c == '\n' || c == '\r') {
        give_up(lists);
        return;
    }
    str_decode(lists->text, &at);
    while (at < lists->text.len && byte_is_word(lists->text.ptr[at]))
        at++;
    lists->at = at;
}

/* ---- lists ---- */

static void open_list(Lists *lists, char open, size_t behind, bool kept)
{
    const List *around = top(lists);
    bool inner = around && around->declaring && around->count < INNER_ELEMENTS;
    begin_element(lists);
    if (lists->depth == ELIDE_DEPTH_MAX) {
        give_up(lists);
        return;
    }
    lists->lists[lists->depth++] = (List){.open = open,
                                          .kept = kept || inner,
                                          .start = (uint32_t)behind,
                                          .spans = lists->elision->spans.len};
    lists->at = behind;
}

static void close_list(Lists *lists, char open)
{
    const List *list = top(lists);
    if (!list || list->open != open || lists->quote != STR_NONE) {
        give_up(lists);
        return;
    }
    if (!list->declares && !list->kept && lists->at - list->start >= GAP_BYTES_MIN) {
        lists->elision->spans.len = list->spans;
        elide_span(lists->elision, list->start, lists->at, ' ');
    } else if (list->tail && lists->at - list->tail >= GAP_BYTES_MIN) {
        lists->elision->spans.len = list->tail_span;
        elide_span(lists->elision, list->tail, lists->at, 'x');
    }
    lists->depth--;
    lists->at++;
}

/* Reads a symbol or a number. */
static void take_symbol(Lists *lists)
{
    List *list = top(lists);
    bool first = list && !list->count && lists->quote == STR_NONE;
    size_t start = lists->at;
    begin_element(lists);
    skip_symbol(lists);
    if (lists->at == start) {
        give_up(lists);
    } else if (first && elide_roles(lists->elision, str_slice(lists->text, start, lists->at))) {
        declare(lists);
        list->declaring = true;
    }
}

static void take_quote(Lists *lists, size_t bytes)
{
    if (lists->quote == STR_NONE)
        lists->quote = lists->at;
    lists->at += bytes;
}

static void take_hash(Lists *lists)
{
    char next = byte_at(lists, lists->at + 1);
    bool table = str_starts(str_from_offset(lists->text, lists->at), STR("#s(hash-table"));
    if (next == '\'') {
        take_quote(lists, 2);
    } else if (next == '(' || next == '[') {
        open_list(lists, next, lists->at + 2, true);
    } else if (table) {
        open_list(lists, '(', lists->at + sizeof "#s(hash-table" - 1, true);
    } else if (next && strchr(":#$xXbBoO", next)) {
        begin_element(lists);
        lists->at += 2;
        skip_symbol(lists);
    } else {
        give_up(lists);
    }
}

static void take_element(Lists *lists, char c)
{
    switch (c) {
    case '(':
    case '[': open_list(lists, c, lists->at + 1, false); break;
    case ')': close_list(lists, '('); break;
    case ']': close_list(lists, '['); break;
    case '\'':
    case '`': take_quote(lists, 1); break;
    case ',': take_quote(lists, byte_at(lists, lists->at + 1) == '@' ? 2 : 1); break;
    case '#': take_hash(lists); break;
    case '"':
        begin_element(lists);
        skip_string(lists);
        break;
    case '?':
        begin_element(lists);
        skip_char(lists);
        break;
    default: take_symbol(lists);
    }
}

void elide_elisp(Elision *elision)
{
    Lists *lists = NEW(elision->scratch, Lists, 1);
    lists->elision = elision;
    lists->text = elision->text;
    lists->quote = STR_NONE;
    lists->lists =
        arena_grow(elision->scratch, NULL, 0, ELIDE_DEPTH_MAX * sizeof(List), _Alignof(List));
    while (lists->at < lists->text.len) {
        char c = lists->text.ptr[lists->at];
        if (byte_is_space(c))
            lists->at++;
        else if (c == ';')
            skip_remarks(lists);
        else
            take_element(lists, c);
    }
    elision->unsure = elision->unsure || lists->depth;
}
