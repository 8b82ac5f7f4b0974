/* Expressions are read backwards from their end, part by part, where the syntax tree has no node
   for them. */
#include "lang/walk/expression.h"

/* The end of the part before the joint that ends at `end`; STR_NONE without a joint. */
static size_t before_joint(Str text, size_t end)
{
    while (end && byte_is_space(text.ptr[end - 1]))
        end--;
    Str before = str_slice(text, 0, end);
    size_t joint = str_ends(before, STR("::")) || str_ends(before, STR("->"))   ? 2
                   : str_ends(before, STR(".")) && !str_ends(before, STR("..")) ? 1
                                                                                : 0;
    end -= joint;
    while (joint && end && byte_is_space(text.ptr[end - 1]))
        end--;
    return joint ? end : STR_NONE;
}

/* The type before the braces of a literal that begin at `open`: `Road { km: 7 }`. Returns its
   start, or `open` without one. */
static size_t before_braces(Str text, size_t open, size_t floor)
{
    size_t end = open, start;
    while (end > floor && text.ptr[end - 1] == ' ')
        end--;
    for (start = end; start > floor && byte_is_word(text.ptr[start - 1]);)
        start--;
    bool type = start < end && text.ptr[start] >= 'A' && text.ptr[start] <= 'Z';
    return type ? start : open;
}

/* Whether the byte is the mark of a private name: `this.#size`. */
static bool is_private_mark(Str text, size_t at)
{
    return text.ptr[at] == '#' && at && text.ptr[at - 1] == '.';
}

/* Start of the part that ends at `end`: a word, with any brackets after it. */
static size_t before_part(Str text, size_t end, size_t floor)
{
    size_t depth = 0, at = end;
    while (at > floor) {
        char c = text.ptr[at - 1];
        bool closes = byte_in(c, ")]}"), opens = byte_in(c, "([{");
        bool sure = c == '!' && (at == end || !byte_is_word(text.ptr[at]));
        if (!depth && !closes && !byte_is_word(c) && !byte_in(c, "?$") && !sure &&
            !is_private_mark(text, at - 1))
            break;
        if (opens && !depth)
            break;
        depth += closes;
        depth -= opens;
        at--;
        if (c == '{' && !depth)
            at = before_braces(text, at, floor);
    }
    return at;
}

/* The chain whose last part ends at `end`, which may be STR_NONE. */
static Str chain_to(Str text, size_t end)
{
    size_t floor =
        end == STR_NONE || end < EXPRESSION_SOURCE_BYTES ? 0 : end - EXPRESSION_SOURCE_BYTES;
    size_t start = end, whole = end;
    while (end != STR_NONE) {
        size_t part = before_part(text, end, floor);
        if (part == end)
            break;
        start = part;
        end = before_joint(text, start);
    }
    return whole == STR_NONE || start >= whole ? (Str){0} : str_slice(text, start, whole);
}

Str expression_before(Str text, size_t offset)
{
    return chain_to(text, before_joint(text, offset));
}

Str expression_operand(Str text, size_t offset)
{
    while (offset && byte_is_space(text.ptr[offset - 1]))
        offset--;
    return chain_to(text, offset);
}
