/* Normalisation of C++ types, in one pass over words and marks. A word after a complete type is the
   parameter's name. */
#include "lang/walk/type_plus.h"

#include "base/buf.h"

/* Longer declarations are taken for unknown. */
#define TYPE_BYTES_MAX 200

typedef struct Plus {
    Str rest;
    Str name; /* last word of the path */
    uint32_t longs;
    bool is_unsigned, is_signed, is_short, number; /* words of number types */
    bool constant;                                 /* the value, or the pointed-to one, is const */
    uint32_t stars;
    uint32_t references;
    bool done, failed; /* the parameter's name was reached; it has no plain type */
} Plus;

static bool is_ignored(Str word)
{
    static const char *const words[] = {"volatile", "struct",   "class",     "enum",   "union",
                                        "typename", "register", "constexpr", "static", "inline",
                                        "mutable",  "restrict", "__restrict"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(word, str_from(words[i])))
            return true;
    return false;
}

/* Takes a word of a number type, such as `unsigned` or `long`; false for other words. */
static bool take_number(Plus *plus, Str word)
{
    if (str_equal(word, STR("unsigned")))
        plus->is_unsigned = true;
    else if (str_equal(word, STR("signed")))
        plus->is_signed = true;
    else if (str_equal(word, STR("long")))
        plus->longs++;
    else if (str_equal(word, STR("short")))
        plus->is_short = true;
    else if (!str_equal(word, STR("int")) || plus->name.len)
        return false;
    plus->number = true;
    return true;
}

static void take_word(Plus *plus, bool joined)
{
    size_t len = 0;
    while (len < plus->rest.len && byte_is_word(plus->rest.ptr[len]))
        len++;
    Str word = str_slice(plus->rest, 0, len);
    plus->rest = str_from_offset(plus->rest, len);
    bool marked = plus->stars || plus->references;
    if (str_equal(word, STR("const"))) {
        plus->constant = plus->constant || !plus->stars;
        return;
    }
    if (is_ignored(word) || (!marked && take_number(plus, word)))
        return;
    bool tail = str_equal(word, STR("double")) || str_equal(word, STR("char"));
    if (marked || (plus->name.len && !joined) || (plus->number && !tail && !joined))
        plus->done = true;
    else
        plus->name = word;
}

/* Skips `<…>`; false if it is not closed. */
static bool skip_angles(Plus *plus)
{
    size_t depth = 0;
    for (size_t i = 0; i < plus->rest.len; i++) {
        depth += plus->rest.ptr[i] == '<';
        if (plus->rest.ptr[i] == '>' && --depth == 0) {
            plus->rest = str_from_offset(plus->rest, i + 1);
            return true;
        }
    }
    return false;
}

static void read_type(Plus *plus)
{
    bool joined = false;
    while (plus->rest.len && !plus->failed) {
        char c = plus->rest.ptr[0];
        if (byte_is_word(c) && !plus->done) {
            take_word(plus, joined);
            joined = false;
            continue;
        }
        if (c == '=')
            return;
        if (c == '<') {
            plus->failed = !skip_angles(plus);
            continue;
        }
        joined = c == ':';
        plus->stars += c == '*' || c == '[';
        plus->references += c == '&';
        plus->failed = c == '(' || c == '.' || c == '{';
        plus->rest = str_from_offset(plus->rest, 1);
    }
}

static Str number_name(const Plus *plus)
{
    bool u = plus->is_unsigned;
    if (str_equal(plus->name, STR("char")))
        return u ? STR("uchar") : plus->is_signed ? STR("schar") : STR("char");
    if (str_equal(plus->name, STR("double")))
        return STR("ldouble");
    if (plus->is_short)
        return u ? STR("ushort") : STR("short");
    if (plus->longs > 1)
        return u ? STR("ullong") : STR("llong");
    if (plus->longs)
        return u ? STR("ulong") : STR("long");
    return u ? STR("uint") : STR("int");
}

Str type_plus(Arena *arena, Str text)
{
    Plus plus = {.rest = str_trim(text)};
    if (text.len > TYPE_BYTES_MAX)
        return (Str){0};
    read_type(&plus);
    Str name = plus.number ? number_name(&plus) : plus.name;
    if (plus.failed || !name.len || str_equal(name, STR("auto")))
        return (Str){0};
    Buf out = buf_open(arena, 0);
    if (plus.constant && (plus.stars || plus.references))
        buf_put(&out, STR("const "));
    buf_put(&out, name);
    buf_put_repeat(&out, STR("*"), plus.stars);
    buf_put_repeat(&out, STR("&"), MIN(plus.references, 2u));
    return buf_str(&out);
}
