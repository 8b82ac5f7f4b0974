#include "lang/elide/elide_scala.h"

#include "lang/scan/scan_text.h"

/* What comes before the `=>` of a lambda is mostly a name or two. */
#define LAMBDA_HEAD_BYTES 256

/* What has to come before the last byte of an expression so that both are one; NULL: nothing. */
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

void scala_type_gap(Rights *rights, const Right *right)
{
    uint32_t last = right->type ? right->end - 1 : 0;
    char c = rights->text.ptr[last];
    if (right->type && right->type < last && (c == ']' || byte_is_word(c)) && partner(c))
        elide_replace(rights->elision, right->type_span,
                      (ElidedSpan){.start = right->type, .end = last}, partner(c));
}

void scala_procedure_gap(Rights *rights, const Right *right)
{
    if (right->lists && !right->typed && rights->text.ptr[right->end - 1] == ')')
        elide_put(rights->elision, right->lists_span,
                  (ElidedSpan){.start = right->lists, .end = right->end}, ":q");
}

void scala_open_list(Rights *rights)
{
    size_t at = rights->at;
    char bracket = rights->text.ptr[at], before = at ? rights->text.ptr[at - 1] : ' ';
    Right *right = scala_top(rights);
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
    else if (joined && !rights->list.start && (function || type))
        rights->list =
            (HeadList){(uint32_t)at + 1, true, rights->depth, rights->elision->spans.len};
}

void scala_close_list(Rights *rights)
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

void scala_gap(Rights *rights, const Right *right)
{
    uint32_t last = rights->quoted ? rights->last : right->end - 1;
    const char *blanks = rights->quoted ? "!" : partner(rights->text.ptr[last]);
    if (blanks)
        elide_replace(rights->elision, right->spans,
                      (ElidedSpan){.start = right->start, .end = last}, blanks);
}

bool scala_is_lambda(const Rights *rights)
{
    size_t from = rights->at + 1;
    Str head = str_slice(rights->text, from, from + LAMBDA_HEAD_BYTES);
    head = str_slice(head, 0, line_end(head, 0));
    size_t start = skip_blanks(head, 0, head.len);
    Str name = word_at(head, start, head.len, "");
    size_t end = start + name.len;
    if (scala_byte(rights, from + start) == '(')
        end = find_byte_from(head, start, head.len, ')') + 1;
    size_t arrow = skip_blanks(head, end, head.len);
    return end > start && !str_equal(name, STR("case")) &&
           str_starts(str_from_offset(head, arrow), STR("=>")) &&
           !scala_is_operator(scala_byte(rights, from + arrow + 2));
}
