#include "text/decimal.h"

#include <math.h>

/* A double holds no more digits. */
#define DIGITS_MAX 18
#define EXPONENT_MAX 9999

typedef struct Decimal {
    uint64_t digits;
    int count, exponent;
} Decimal;

static size_t take_digits(Str text, size_t at, bool fraction, Decimal *decimal)
{
    for (; at < text.len && byte_is_digit(text.ptr[at]); at++) {
        bool kept = decimal->count < DIGITS_MAX;
        if (kept) {
            decimal->digits = decimal->digits * 10 + (uint64_t)(text.ptr[at] - '0');
            decimal->count += decimal->digits > 0;
        }
        decimal->exponent += fraction ? -kept : !kept;
    }
    return at;
}

static bool take_exponent(Str text, Decimal *decimal)
{
    int64_t exponent = 0;
    if (!text.len)
        return true;
    if (text.ptr[0] != 'e' && text.ptr[0] != 'E')
        return false;
    Str digits = str_from_offset(text, str_starts(str_from_offset(text, 1), STR("+")) ? 2 : 1);
    if (!str_parse_i64(digits, &exponent) || exponent > EXPONENT_MAX || exponent < -EXPONENT_MAX)
        return false;
    decimal->exponent += (int)exponent;
    return true;
}

bool decimal_parse(Str text, double *value)
{
    Decimal decimal = {0};
    bool negative = str_starts(text, STR("-"));
    size_t start = negative, at = take_digits(text, start, false, &decimal);
    if (at == start)
        return false;
    if (at < text.len && text.ptr[at] == '.') {
        start = at + 1;
        at = take_digits(text, start, true, &decimal);
        if (at == start)
            return false;
    }
    if (!take_exponent(str_from_offset(text, at), &decimal))
        return false;
    double size = (double)decimal.digits;
    /* In two steps, so that the intermediate value of a small number does not underflow. */
    int half = decimal.exponent / 2;
    size = size * pow(10, half) * pow(10, decimal.exponent - half);
    *value = negative ? -size : size;
    return isfinite(size);
}
