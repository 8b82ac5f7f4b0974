#include "text/budget.h"

/* Fractions are kept as thousandths: `1.5MB` is exact, and no budget needs more digits. */
#define FRACTION_DIGITS 3
#define FRACTION_SCALE 1000

typedef struct Unit {
    Str name;
    uint64_t bytes;
} Unit;

/* Larger first, so that a size is written with the largest unit that divides it. */
static const Unit units[] = {
    {{"gb", 2}, (uint64_t)1 << 30}, {{"mb", 2}, 1 << 20}, {{"kb", 2}, 1 << 10}, {{"b", 1}, 1},
    {{"g", 1}, (uint64_t)1 << 30},  {{"m", 1}, 1 << 20},  {{"k", 1}, 1 << 10},
};

static bool unit_find(Str name, uint64_t *bytes)
{
    *bytes = 1;
    for (size_t i = 0; i < COUNT(units); i++) {
        if (!str_equal_nocase(name, units[i].name))
            continue;
        *bytes = units[i].bytes;
        return true;
    }
    return name.len == 0;
}

static size_t count_digits(Str s)
{
    size_t n = 0;
    while (n < s.len && byte_is_digit(s.ptr[n]))
        n++;
    return n;
}

/* Parses `.5` as 500; *used is set to its length, 0 without a fraction. */
static uint64_t parse_fraction(Str s, size_t *used)
{
    *used = 0;
    if (!s.len || s.ptr[0] != '.')
        return 0;
    size_t digits = count_digits(str_from_offset(s, 1));
    uint64_t value = 0;
    for (size_t i = 0; i < FRACTION_DIGITS; i++)
        value = value * 10 + (i < digits ? (uint64_t)(s.ptr[1 + i] - '0') : 0);
    *used = digits ? digits + 1 : 0;
    return value;
}

bool budget_parse(Str text, uint64_t *bytes)
{
    if (str_equal_nocase(text, STR("none"))) {
        *bytes = BUDGET_NONE;
        return true;
    }
    size_t digits = count_digits(text), used = 0;
    uint64_t whole = 0, unit = 1, scaled = 0;
    if (!str_parse_u64(str_slice(text, 0, digits), &whole))
        return false;
    uint64_t fraction = parse_fraction(str_from_offset(text, digits), &used);
    if (!unit_find(str_trim(str_from_offset(text, digits + used)), &unit))
        return false;
    if (__builtin_mul_overflow(whole, unit, &scaled) || scaled > (uint64_t)INT64_MAX)
        return false;
    *bytes = scaled + fraction * unit / FRACTION_SCALE;
    return used == 0 || unit > 1;
}

void budget_put(Buf *buf, uint64_t bytes)
{
    static const char *const suffixes[] = {"GB", "MB", "KB"};
    if (bytes == BUDGET_NONE) {
        buf_put(buf, STR("none"));
        return;
    }
    size_t i = 0;
    while (i < COUNT(suffixes) && (bytes == 0 || bytes % units[i].bytes))
        i++;
    buf_put_u64(buf, i < COUNT(suffixes) ? bytes / units[i].bytes : bytes);
    buf_put(buf, i < COUNT(suffixes) ? str_from(suffixes[i]) : (Str){0});
}
