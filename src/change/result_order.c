/* A list of values is what follows `return`, up to the end of its line or statement, split at
   commas outside of brackets; brackets around all of it do not count. */
#include "change/result_order.h"

/* Values of one result that are compared. */
#define VALUES_MAX 8

typedef struct Values {
    Str parts[VALUES_MAX];
    size_t count, lists; /* lists: how many results have several values */
} Values;

static Str text_between(const FunctionBody *body, size_t from, size_t to)
{
    return str_slice(body->side->code.text, body->tokens.ptr[from].start,
                     body->tokens.ptr[to - 1].end);
}

/* The end of the statement that begins at a token. */
static size_t end_of(const FunctionBody *body, size_t from)
{
    size_t depth = 0, i = from;
    for (; i < body->tokens.len; i++) {
        char mark = function_body_mark(body, i);
        bool closes = mark && byte_in(mark, ")]}");
        if (!depth && (mark == ';' || closes || (i > from && function_body_breaks(body, i))))
            break;
        depth += mark && byte_in(mark, "([{");
        depth -= depth && closes;
    }
    return i;
}

static void read_list(const FunctionBody *body, size_t from, Values *values)
{
    size_t end = end_of(body, from), depth = 0, count = 0, begin = from;
    char open = function_body_mark(body, from);
    Str parts[VALUES_MAX];
    if (open && byte_in(open, "([") && end > from + 2 &&
        function_body_close(body, from, end) == end - 1) {
        begin = from = from + 1;
        end--;
    }
    for (size_t i = from; i <= end && count < VALUES_MAX; i++) {
        char mark = i < end ? function_body_mark(body, i) : ',';
        if (!depth && mark == ',' && i > begin) {
            parts[count++] = text_between(body, begin, i);
            begin = i + 1;
        }
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
    }
    if (count < 2 || count == VALUES_MAX)
        return;
    values->lists++;
    values->count = count;
    for (size_t i = 0; i < count; i++)
        values->parts[i] = parts[i];
}

static Values values_of(const FunctionBody *body)
{
    Values values = {0};
    for (size_t i = 0; i + 1 < body->tokens.len; i++)
        if (str_equal(function_body_text(body, i), STR("return")) &&
            !function_body_breaks(body, i + 1))
            read_list(body, i + 1, &values);
    return values;
}

bool result_order_differs(const FunctionBody *was, const FunctionBody *is)
{
    const Values a = values_of(was), b = values_of(is);
    bool same = true, taken[VALUES_MAX] = {0};
    if (a.lists != 1 || b.lists != 1 || a.count != b.count)
        return false;
    for (size_t i = 0; i < a.count; i++) {
        size_t k = 0;
        while (k < b.count && (taken[k] || !str_equal(a.parts[i], b.parts[k])))
            k++;
        if (k == b.count)
            return false;
        taken[k] = true;
        same &= str_equal(a.parts[i], b.parts[i]);
    }
    return !same;
}
