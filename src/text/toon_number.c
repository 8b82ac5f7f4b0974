/* Numbers in TOON's canonical form, without conversion to a double: the digits of the text are
   kept, redundant zeros dropped, and the point moved. The value is 0.d1d2d3... times ten to the
   power `point`; JavaScript's rule then decides between the plain form and the exponent. */
#include "text/toon_write.h"

/* The value lies in 1e-6 <= |n| < 1e21 for points in this range: no exponent. */
#define POINT_LOWEST (-5)
#define POINT_HIGHEST 21
/* Exponents of more digits than this are kept unchanged: moving the point could overflow. */
#define EXPONENT_DIGITS 17
/* Bytes by which a number can grow: sign, point, zeros after it, exponent. */
#define NUMBER_EXTRA 64

typedef struct Number {
    Str whole;    /* the digits before the point */
    Str fraction; /* the digits after it */
    Str exponent; /* digits of the exponent without leading zeros */
    bool negative;
    bool exponent_negative;
} Number;

static Str take_digits(Str text, size_t *at)
{
    size_t from = *at;
    while (*at < text.len && byte_is_digit(text.ptr[*at]))
        ++*at;
    return str_slice(text, from, *at);
}

static Number number_split(Str text)
{
    Number number = {0};
    size_t at = number.negative = text.len && text.ptr[0] == '-';
    number.whole = take_digits(text, &at);
    if (at < text.len && text.ptr[at] == '.') {
        at++;
        number.fraction = take_digits(text, &at);
    }
    if (at < text.len && (text.ptr[at] | 32) == 'e') {
        at++;
        number.exponent_negative = at < text.len && text.ptr[at] == '-';
        at += at < text.len && !byte_is_digit(text.ptr[at]);
        while (at + 1 < text.len && text.ptr[at] == '0')
            at++;
        number.exponent = take_digits(text, &at);
    }
    return number;
}

/* Whether the text is already canonical: nearly every number is. */
static bool is_canonical(Str text)
{
    size_t at = text.len && text.ptr[0] == '-';
    Str whole = take_digits(text, &at);
    bool zero = str_equal(whole, STR("0"));
    if (!whole.len || whole.len > POINT_HIGHEST)
        return false;
    if (at == text.len)
        return !zero || whole.ptr == text.ptr;
    if (text.ptr[at] != '.' || text.ptr[text.len - 1] == '0')
        return false;
    at++;
    Str fraction = take_digits(text, &at);
    if (at < text.len || !fraction.len)
        return false;
    return !zero || !str_starts(fraction, STR("000000"));
}

/* Writes the digits with the point in plain form; there must be room enough. */
static size_t put_plain(char *to, Str digits, int64_t point)
{
    char *start = to;
    if (point <= 0) {
        *to++ = '0';
        *to++ = '.';
        for (; point < 0; point++)
            *to++ = '0';
        memcpy(to, digits.ptr, digits.len);
        return (size_t)(to - start) + digits.len;
    }
    size_t whole = MIN((size_t)point, digits.len);
    memcpy(to, digits.ptr, whole);
    to += whole;
    for (size_t i = whole; i < (size_t)point; i++)
        *to++ = '0';
    if (whole == digits.len)
        return (size_t)(to - start);
    *to++ = '.';
    memcpy(to, digits.ptr + whole, digits.len - whole);
    return (size_t)(to - start) + digits.len - whole;
}

static size_t put_exponent(char *to, Str digits, int64_t exponent)
{
    char *start = to;
    *to++ = digits.ptr[0];
    if (digits.len > 1) {
        *to++ = '.';
        memcpy(to, digits.ptr + 1, digits.len - 1);
        to += digits.len - 1;
    }
    int len = snprintf(to, NUMBER_EXTRA / 2, "e%+lld", (long long)exponent);
    return (size_t)(to - start) + (size_t)len;
}

/* For an exponent too long to calculate with: only its letter, sign and zeros are normalised. */
static void put_as_it_is(Buf *buf, const Number *number)
{
    if (number->negative)
        buf_put_byte(buf, '-');
    buf_put(buf, number->whole);
    if (number->fraction.len)
        buf_put_byte(buf, '.');
    buf_put(buf, number->fraction);
    buf_put(buf, number->exponent_negative ? STR("e-") : STR("e+"));
    buf_put(buf, number->exponent);
}

/* Joins all digits without zeros at the ends; *point is moved by those at the front. */
static Str join_digits(char *room, const Number *number, int64_t *point)
{
    size_t len = 0;
    for (size_t i = 0; i < number->whole.len; i++)
        room[len++] = number->whole.ptr[i];
    for (size_t i = 0; i < number->fraction.len; i++)
        room[len++] = number->fraction.ptr[i];
    Str digits = {room, len};
    while (digits.len && digits.ptr[0] == '0') {
        digits = (Str){digits.ptr + 1, digits.len - 1};
        --*point;
    }
    while (digits.len && digits.ptr[digits.len - 1] == '0')
        digits.len--;
    return digits;
}

void toon_put_number(Buf *buf, Str text)
{
    if (is_canonical(text)) {
        buf_put(buf, text);
        return;
    }
    Number number = number_split(text);
    /* The digits are joined in the back of the room, the result is written to its front. */
    char *to = buf_reserve(buf, 2 * text.len + NUMBER_EXTRA);
    if (!to)
        return;
    int64_t point = (int64_t)number.whole.len;
    Str digits = join_digits(to + text.len + NUMBER_EXTRA, &number, &point);
    if (!digits.len) {
        buf_put_byte(buf, '0');
        return;
    }
    if (number.exponent.len > EXPONENT_DIGITS) {
        put_as_it_is(buf, &number);
        return;
    }
    uint64_t exponent = 0;
    if (number.exponent.len && str_parse_u64(number.exponent, &exponent))
        point += number.exponent_negative ? -(int64_t)exponent : (int64_t)exponent;
    size_t len = number.negative;
    to[0] = '-';
    bool plain = point >= POINT_LOWEST && point <= POINT_HIGHEST;
    len += plain ? put_plain(to + len, digits, point) : put_exponent(to + len, digits, point - 1);
    buf->len += len;
}
