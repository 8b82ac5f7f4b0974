/* Tokens: the text between delimiters, and keys. Quotes protect delimiters and colons wherever they
   open, even inside a token; only a token that starts with one is a quoted string. */
#include "text/toon_read.h"

/* The index after the closing quote; s.len + 1 when it is missing. */
static size_t quote_end(Str s, size_t open)
{
    for (size_t i = open + 1; i < s.len; i++) {
        if (s.ptr[i] == '"')
            return i + 1;
        if (s.ptr[i] == '\\')
            i++;
    }
    return s.len + 1;
}

size_t toon_quoted_end(Str s)
{
    size_t end = quote_end(s, 0);
    return end <= s.len ? end : 0;
}

size_t toon_find_unquoted(Str s, size_t from, char a, char b)
{
    for (size_t i = from; i < s.len; i++) {
        char c = s.ptr[i];
        if (c == a || c == b)
            return i;
        if (c == '"')
            i = quote_end(s, i) - 1;
    }
    return s.len;
}

Str toon_trim(Str s)
{
    while (s.len && s.ptr[0] == ' ')
        s = (Str){s.ptr + 1, s.len - 1};
    while (s.len && s.ptr[s.len - 1] == ' ')
        s.len--;
    return s;
}

bool toon_take_token(Str *rest, char delimiter, bool *more, Str *token)
{
    if (!*more)
        return false;
    size_t end = toon_find_unquoted(*rest, 0, delimiter, delimiter);
    *token = toon_trim((Str){rest->ptr, end});
    *more = end < rest->len;
    *rest = *more ? (Str){rest->ptr + end + 1, rest->len - end - 1} : (Str){0};
    return true;
}

/* Decodes \uXXXX at `at`. */
static bool put_unicode(ToonReader *reader, Str s, size_t at, char **to)
{
    uint32_t c;
    if (!str_parse_unit(s, at + 2, &c))
        return toon_fail(reader, "\\u needs four hexadecimal digits");
    if (c >= 0xD800 && c < 0xE000) {
        toon_fail(reader, "half of a surrogate pair in an escape");
        return err_hint(reader->err, "write characters past U+FFFF as they are, in UTF-8");
    }
    if (c >= 0x800)
        *(*to)++ = (char)(0xE0 | c >> 12);
    if (c >= 0x80)
        *(*to)++ = (char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3F) : 0xC0 | c >> 6);
    *(*to)++ = (char)(c >= 0x80 ? 0x80 | (c & 0x3F) : c);
    return true;
}

/* Decodes the text between the quotes. A quote is stored before the result, so that
   toon_key_was_quoted() can recognise it. */
static bool unescape(ToonReader *reader, Str s, Str *result)
{
    static const char escapes[128] = {
        ['"'] = '"', ['\\'] = '\\', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'};
    char *start = arena_bytes(reader->arena, s.len + 1), *to = start;
    *to++ = '"';
    for (size_t i = 0; i < s.len; i++) {
        char next = s.ptr[i] == '\\' && i + 1 < s.len ? s.ptr[i + 1] : '\0';
        if (s.ptr[i] != '\\') {
            *to++ = s.ptr[i];
        } else if (next == 'u') {
            if (!put_unicode(reader, s, i, &to))
                return false;
            i += 5;
        } else if ((unsigned char)next < 128 && escapes[(unsigned char)next]) {
            *to++ = escapes[(unsigned char)next];
            i++;
        } else {
            toon_fail(reader, "unknown escape");
            return err_hint(reader->err, "TOON has \\\\ \\\" \\n \\r \\t and \\uXXXX");
        }
    }
    *result = (Str){start + 1, (size_t)(to - start) - 1};
    return true;
}

/* Reads a token that starts with a quote. */
static bool read_quoted(ToonReader *reader, Str token, Str *result)
{
    size_t end = toon_quoted_end(token);
    if (!end)
        return toon_fail(reader, "string without a closing quote");
    if (end != token.len) {
        toon_fail(reader, "text after a closing quote");
        return err_hint(reader->err, "write quotes within a string as \\\"");
    }
    Str inside = {token.ptr + 1, end - 2};
    if (!memchr(inside.ptr, '\\', inside.len)) {
        *result = inside;
        return true;
    }
    return unescape(reader, inside, result);
}

bool toon_key_was_quoted(Str text, Str key)
{
    return key.ptr && key.ptr != text.ptr && key.ptr[-1] == '"';
}

bool toon_read_name(ToonReader *reader, Str token, Str *name)
{
    if (token.len && token.ptr[0] == '"')
        return read_quoted(reader, token, name);
    *name = token;
    return true;
}

static size_t digits_end(Str s, size_t at)
{
    while (at < s.len && byte_is_digit(s.ptr[at]))
        at++;
    return at;
}

/* Whether it is a JSON number, exactly. *zero: its value is zero. */
static bool is_number(Str s, bool *zero)
{
    size_t at = s.ptr[0] == '-', end = digits_end(s, at);
    if (end == at || (s.ptr[at] == '0' && end > at + 1))
        return false;
    *zero = s.ptr[at] == '0';
    if (end < s.len && s.ptr[end] == '.') {
        at = end + 1;
        end = digits_end(s, at);
        if (end == at)
            return false;
        for (size_t i = at; i < end; i++)
            *zero &= s.ptr[i] == '0';
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

bool toon_read_scalar(ToonReader *reader, Str token, Json *node)
{
    node->type = JSON_STRING;
    node->text = token;
    bool zero;
    switch (token.len ? token.ptr[0] : '\0') {
    case '"': return read_quoted(reader, token, &node->text);
    case 't':
        if (str_equal(token, STR("true")))
            node->type = JSON_TRUE;
        break;
    case 'f':
        if (str_equal(token, STR("false")))
            node->type = JSON_FALSE;
        break;
    case 'n':
        if (str_equal(token, STR("null")))
            node->type = JSON_NULL;
        break;
    default:
        if (token.len && (token.ptr[0] == '-' || byte_is_digit(token.ptr[0])) &&
            is_number(token, &zero)) {
            node->type = JSON_NUMBER;
            node->text = zero && token.ptr[0] == '-' ? STR("0") : token;
        }
    }
    return true;
}
