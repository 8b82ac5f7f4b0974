/* Type inference for unquoted words. */
#include "lang/scan/schema.h"

static bool word_is_any(Str word, const char *const *words)
{
    for (; *words; words++) {
        if (str_equal_nocase(word, str_from(*words)))
            return true;
    }
    return false;
}

static size_t digits_end(Str word, size_t at)
{
    while (at < word.len && (byte_is_digit(word.ptr[at]) || word.ptr[at] == '_'))
        at++;
    return at;
}

/* Whether the word is a number: decimal with fraction and exponent, 0x, 0o, 0b, underscores
   between digits, inf and nan. */
static bool word_is_number(Str word)
{
    static const char *const named[] = {"inf", ".inf", "nan", ".nan", NULL};
    size_t at = word.len && (word.ptr[0] == '-' || word.ptr[0] == '+');
    Str rest = str_from_offset(word, at);
    if (word_is_any(rest, named))
        return true;
    if (rest.len > 2 && rest.ptr[0] == '0' && byte_in(rest.ptr[1], "xXoObB")) {
        for (size_t i = 2; i < rest.len; i++) {
            char c = rest.ptr[i] | 0x20;
            if (!byte_is_digit(rest.ptr[i]) && rest.ptr[i] != '_' && !(c >= 'a' && c <= 'f'))
                return false;
        }
        return true;
    }
    size_t whole = digits_end(word, at);
    size_t after = whole;
    if (after < word.len && word.ptr[after] == '.')
        after = digits_end(word, after + 1);
    if (after == at || (after == at + 1 && whole == at))
        return false;
    if (after < word.len && (word.ptr[after] | 0x20) == 'e') {
        size_t digits = after + 1;
        digits += digits < word.len && (word.ptr[digits] == '-' || word.ptr[digits] == '+');
        after = digits_end(word, digits);
        if (after == digits)
            return false;
    }
    return after == word.len;
}

/* Whether the word is a date or time: 2025-01-31 with a time, 2025/01/31, or 10:30:00. */
static bool word_is_date(Str word)
{
    static const char *const shapes[] = {"dddd-dd-dd", "dddd/dd/dd", "dd:dd:dd", NULL};
    for (size_t i = 0; shapes[i]; i++) {
        Str shape = str_from(shapes[i]);
        if (word.len < shape.len || word.len > 40)
            continue;
        size_t at = 0;
        while (at < shape.len &&
               (shape.ptr[at] == 'd' ? byte_is_digit(word.ptr[at]) : word.ptr[at] == shape.ptr[at]))
            at++;
        if (at == shape.len &&
            (word.len == at || !byte_is_word(word.ptr[at]) || word.ptr[at] == 'T'))
            return true;
    }
    return false;
}

SchemaType schema_word_type(Str word)
{
    static const char *const nulls[] = {"", "null", "~", NULL};
    static const char *const booleans[] = {"true", "false", NULL};
    if (word_is_any(word, nulls))
        return SCHEMA_NULL;
    if (word_is_any(word, booleans))
        return SCHEMA_BOOLEAN;
    if (word_is_number(word))
        return SCHEMA_NUMBER;
    return word_is_date(word) ? SCHEMA_DATE : SCHEMA_STRING;
}
