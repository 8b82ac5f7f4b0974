/* Keys, strings and numbers as TOON writes them. A string's bytes are classified with one table
   look-up each and the classes joined: only rare strings need a second look. */
#include "text/toon_write.h"

enum {
    QUOTES = 1, /* needs quotes at any position */
    COMMA = 2,
    PIPE = 4,
    WIDE = 8, /* beyond ASCII: must be checked to be UTF-8 */
    KEY = 16, /* not allowed in an unquoted key */
    DOT = 32,
};

#define CLASS_8(class) class, class, class, class, class, class, class, class
#define CLASS_32(class) CLASS_8(class), CLASS_8(class), CLASS_8(class), CLASS_8(class)

static const uint8_t classes[256] = {
    /* clang-format off */
    CLASS_32(QUOTES | KEY),
    /*  !"#$%&' */ KEY, KEY, QUOTES | KEY, KEY, KEY, KEY, KEY, KEY,
    /* ()*+,-./ */ KEY, KEY, KEY, KEY, COMMA | KEY, KEY, DOT, KEY,
    /* 01234567 */ CLASS_8(0),
    /* 89:;<=>? */ 0, 0, QUOTES | KEY, KEY, KEY, KEY, KEY, KEY,
    /* @ABCDEFG */ KEY, 0, 0, 0, 0, 0, 0, 0,
    /* H to W   */ CLASS_8(0), CLASS_8(0),
    /* XYZ[\]^_ */ 0, 0, 0, QUOTES | KEY, QUOTES | KEY, QUOTES | KEY, KEY, 0,
    /* `abcdefg */ KEY, 0, 0, 0, 0, 0, 0, 0,
    /* h to w   */ CLASS_8(0), CLASS_8(0),
    /* xyz{|}~  */ 0, 0, 0, QUOTES | KEY, PIPE | KEY, QUOTES | KEY, KEY, KEY,
    CLASS_32(WIDE | KEY), CLASS_32(WIDE | KEY), CLASS_32(WIDE | KEY), CLASS_32(WIDE | KEY),
    /* clang-format on */
};

static unsigned classify(Str s)
{
    unsigned joined = 0;
    for (size_t i = 0; i < s.len; i++)
        joined |= classes[(unsigned char)s.ptr[i]];
    return joined;
}

static void put_escape(Buf *buf, char c)
{
    static const char hex[] = "0123456789abcdef";
    char letter = c == '\n' ? 'n' : c == '\r' ? 'r' : c == '\t' ? 't' : c;
    if (letter != c || c == '"' || c == '\\')
        buf_put(buf, (Str){(char[]){'\\', letter}, 2});
    else
        buf_put(buf, (Str){(char[]){'\\', 'u', '0', '0', hex[c >> 4 & 1], hex[c & 15]}, 6});
}

void toon_put_quoted(Buf *buf, Str text)
{
    buf_put_byte(buf, '"');
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        for (; at < text.len; at++) {
            char c = text.ptr[at];
            if ((unsigned char)c < 0x20 || c == '"' || c == '\\')
                break;
        }
        buf_put_text(buf, str_slice(text, from, at));
        if (at < text.len)
            put_escape(buf, text.ptr[at++]);
    }
    buf_put_byte(buf, '"');
}

bool toon_key_is_segment(Str key)
{
    return key.len && !byte_is_digit(key.ptr[0]) && !(classify(key) & (KEY | DOT));
}

void toon_put_key(Buf *buf, Str key)
{
    if (key.len && !byte_is_digit(key.ptr[0]) && key.ptr[0] != '.' && !(classify(key) & KEY))
        buf_put(buf, key);
    else
        toon_put_quoted(buf, key);
}

static size_t digits_end(Str s, size_t at)
{
    while (at < s.len && byte_is_digit(s.ptr[at]))
        at++;
    return at;
}

/* [+-]?digits[.digits][e[+-]digits]: a number to some reader. */
static bool looks_numeric(Str s)
{
    size_t at = s.ptr[0] == '+' || s.ptr[0] == '-', end = digits_end(s, at);
    if (end == at)
        return false;
    if (end < s.len && s.ptr[end] == '.') {
        at = end + 1;
        end = digits_end(s, at);
        if (end == at)
            return false;
    }
    if (end < s.len && (s.ptr[end] | 32) == 'e') {
        at = end + 1;
        at += at < s.len && (s.ptr[at] == '+' || s.ptr[at] == '-');
        end = digits_end(s, at);
        if (end == at)
            return false;
    }
    return end == s.len;
}

/* Whether a string needs quotes as a whole although its characters do not. */
static bool is_special(Str s)
{
    switch (s.ptr[0]) {
    case ' ':
    case '-':
    case '#': return true;
    case 't': return str_equal(s, STR("true"));
    case 'f': return str_equal(s, STR("false"));
    case 'n': return str_equal(s, STR("null"));
    default: return (byte_is_digit(s.ptr[0]) || s.ptr[0] == '+') && looks_numeric(s);
    }
}

/* White space that version 3 readers may trim: their specification does not say which. */
static bool is_wide_space(uint32_t c)
{
    return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
           c == 0x202F || c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

static bool has_wide_end(Str s)
{
    size_t start = 0, end = str_char_floor(s, s.len - 1);
    return is_wide_space(str_decode(s, &start)) || is_wide_space(str_decode(s, &end));
}

static void put_string(Buf *buf, Str s, const ToonOptions *options)
{
    unsigned joined = classify(s);
    unsigned separates = options->delimiter == ',' ? COMMA : options->delimiter == '|' ? PIPE : 0;
    bool quoted = !s.len || joined & (QUOTES | separates) || s.ptr[s.len - 1] == ' ' ||
                  (joined & WIDE && options->shape == TOON_V3 && has_wide_end(s));
    if (quoted || is_special(s))
        toon_put_quoted(buf, s);
    else if (joined & WIDE)
        buf_put_text(buf, s);
    else
        buf_put(buf, s);
}

void toon_put_scalar(Buf *buf, const Json *value, const ToonOptions *options)
{
    switch (value->type) {
    case JSON_STRING: put_string(buf, value->text, options); break;
    case JSON_NUMBER: toon_put_number(buf, value->text); break;
    case JSON_TRUE: buf_put(buf, STR("true")); break;
    case JSON_FALSE: buf_put(buf, STR("false")); break;
    case JSON_NULL:
    case JSON_ARRAY: /* never: not scalars */
    case JSON_OBJECT: buf_put(buf, STR("null")); break;
    }
}
