/* Scanner of TOML: blanks, comments, keys, strings and numbers. Strings without escapes stay in the
   text; others are built in the arena, never longer than their source. Numbers are validated by one
   scan of the token, then rewritten for JSON: no underscores, no plus, decimal only. */
#include "text/toml_scan.h"

static size_t line_of(const TomlScan *scan)
{
    size_t line = 1;
    for (size_t i = 0; i < MIN(scan->at, scan->text.len); i++)
        line += scan->text.ptr[i] == '\n';
    return line;
}

bool toml_fail(TomlScan *scan, const char *what)
{
    size_t line = line_of(scan);
    err_set(scan->err, ERR_FAILED, "invalid TOML: line %zu: %s", line, what);
    return err_because(scan->err, what, line);
}

bool toml_fail_key(TomlScan *scan, Str key, const char *what)
{
    size_t line = line_of(scan), start;
    err_set(scan->err, ERR_FAILED, "invalid TOML: line %zu: '%.*s' %s", line, STR_ARG(key), what);
    start = str_find(str_from(scan->err->message), STR("'"));
    return err_because(scan->err, scan->err->message + (start == STR_NONE ? 0 : start), line);
}

char toml_peek(const TomlScan *scan, size_t ahead)
{
    return scan->text.len - scan->at > ahead ? scan->text.ptr[scan->at + ahead] : '\0';
}

bool toml_looking_at(const TomlScan *scan, Str word)
{
    return str_starts(str_from_offset(scan->text, scan->at), word);
}

void toml_skip_blanks(TomlScan *scan)
{
    while (toml_peek(scan, 0) == ' ' || toml_peek(scan, 0) == '\t')
        scan->at++;
}

static bool is_line_end(const TomlScan *scan)
{
    return scan->at == scan->text.len || toml_peek(scan, 0) == '\n' ||
           toml_looking_at(scan, STR("\r\n"));
}

static bool is_control(char c)
{
    return ((unsigned char)c < 0x20 && c != '\t') || c == 0x7F;
}

static bool skip_comment(TomlScan *scan)
{
    if (toml_peek(scan, 0) != '#')
        return true;
    while (!is_line_end(scan)) {
        if (is_control(toml_peek(scan, 0)))
            return toml_fail(scan, "control character in a comment");
        scan->at++;
    }
    return true;
}

bool toml_end_line(TomlScan *scan)
{
    toml_skip_blanks(scan);
    if (!skip_comment(scan))
        return false;
    if (!is_line_end(scan))
        return toml_fail(scan, "expected the end of the line; one key or table a line");
    if (scan->at < scan->text.len)
        scan->at += toml_peek(scan, 0) == '\r' ? 2 : 1;
    return true;
}

bool toml_skip_lines(TomlScan *scan)
{
    for (;;) {
        toml_skip_blanks(scan);
        if (scan->at == scan->text.len || (!is_line_end(scan) && toml_peek(scan, 0) != '#'))
            return true;
        if (!toml_end_line(scan))
            return false;
    }
}

static bool read_unicode(TomlScan *scan, size_t digits, char **to)
{
    uint32_t c = 0;
    for (size_t i = 0; i < digits; i++) {
        int value = byte_hex_value(toml_peek(scan, 2 + i));
        if (value < 0)
            return toml_fail(scan, "\\u needs 4 hexadecimal digits, \\U needs 8");
        c = c << 4 | (uint32_t)value;
    }
    if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
        return toml_fail(scan, "the escape is not a Unicode character");
    *to += str_encode(*to, c);
    scan->at += 2 + digits;
    return true;
}

/* Skips a backslash at the end of a line and the white space after it. */
static bool skip_continuation(TomlScan *scan)
{
    size_t at = scan->at++;
    toml_skip_blanks(scan);
    if (!is_line_end(scan)) {
        scan->at = at;
        return toml_fail(scan, "unknown escape (\\b \\t \\n \\f \\r \\\" \\\\ \\u \\U exist)");
    }
    while (scan->at < scan->text.len && byte_is_space(toml_peek(scan, 0)))
        scan->at++;
    return true;
}

static bool read_escape(TomlScan *scan, bool many_lines, char **to)
{
    static const char escapes[128] = {['b'] = '\b', ['t'] = '\t', ['n'] = '\n', ['f'] = '\f',
                                      ['r'] = '\r', ['"'] = '"',  ['\\'] = '\\'};
    char c = toml_peek(scan, 1);
    if (c == 'u' || c == 'U')
        return read_unicode(scan, c == 'u' ? 4 : 8, to);
    char meant = (unsigned char)c < 128 ? escapes[(unsigned char)c] : '\0';
    if (meant) {
        *(*to)++ = meant;
        scan->at += 2;
        return true;
    }
    if (many_lines)
        return skip_continuation(scan);
    return toml_fail(scan, "unknown escape (\\b \\t \\n \\f \\r \\\" \\\\ \\u \\U exist)");
}

/* The end of the string at the position, closing quotes included; 0 if it is not closed. */
static size_t string_end(const TomlScan *scan, char quote, bool many_lines)
{
    Str text = scan->text;
    size_t quotes = many_lines ? 3 : 1, run = 0;
    for (size_t i = scan->at; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == quote && ++run == quotes) {
            /* Up to two more quotes belong to the content. */
            for (size_t extra = 0; many_lines && extra < 2; extra++)
                i += i + 1 < text.len && text.ptr[i + 1] == quote;
            return i + 1;
        }
        if (c == quote)
            continue;
        run = 0;
        if (c == '\n' && !many_lines)
            return 0;
        if (c == '\\' && quote == '"')
            i++;
    }
    return 0;
}

static bool check_character(TomlScan *scan, bool many_lines)
{
    char c = toml_peek(scan, 0);
    if (many_lines && (c == '\n' || toml_looking_at(scan, STR("\r\n"))))
        return true;
    return !is_control(c) || toml_fail(scan, "a control character in a string needs an escape");
}

/* Reads the characters up to `end`; escapes are replaced in double quotes. */
static bool read_characters(TomlScan *scan, size_t end, char quote, bool many_lines, Str *string)
{
    Str raw = str_slice(scan->text, scan->at, end);
    bool escapes = quote == '"' && str_find_byte(raw, '\\') != STR_NONE;
    char *start = escapes ? arena_bytes(scan->arena, raw.len) : NULL, *to = start;
    while (scan->at < end) {
        char c = toml_peek(scan, 0);
        if (escapes && c == '\\') {
            if (!read_escape(scan, many_lines, &to))
                return false;
            continue;
        }
        if (!check_character(scan, many_lines))
            return false;
        if (escapes)
            *to++ = c;
        scan->at++;
    }
    *string = escapes ? (Str){start, (size_t)(to - start)} : raw;
    return true;
}

static bool read_string(TomlScan *scan, bool may_have_lines, Str *string)
{
    char quote = toml_peek(scan, 0);
    bool many_lines = toml_looking_at(scan, quote == '"' ? STR("\"\"\"") : STR("'''"));
    if (many_lines && !may_have_lines)
        return toml_fail(scan, "a key cannot be a string of several lines");
    size_t open = scan->at;
    scan->at += many_lines ? 3 : 1;
    if (many_lines && is_line_end(scan) && scan->at < scan->text.len)
        scan->at += toml_peek(scan, 0) == '\r' ? 2 : 1;
    size_t end = string_end(scan, quote, many_lines);
    if (!end) {
        scan->at = open;
        return toml_fail(scan, "string without closing quotes");
    }
    if (!read_characters(scan, end - (many_lines ? 3 : 1), quote, many_lines, string))
        return false;
    scan->at = end;
    return true;
}

static bool byte_is_bare(char c)
{
    return byte_is_alpha(c) || byte_is_digit(c) || c == '_' || c == '-';
}

bool toml_read_key(TomlScan *scan, Str *key)
{
    char c = toml_peek(scan, 0);
    if (c == '"' || c == '\'')
        return read_string(scan, false, key);
    size_t from = scan->at;
    while (byte_is_bare(toml_peek(scan, 0)))
        scan->at++;
    if (scan->at == from)
        return toml_fail(scan, "expected a key: letters, digits, '_' and '-', or a quoted string");
    *key = str_slice(scan->text, from, scan->at);
    return true;
}

static bool is_digit_at(Str token, size_t at, int base)
{
    int value = at < token.len ? byte_hex_value(token.ptr[at]) : -1;
    return value >= 0 && value < base;
}

/* The end of the digits, with single underscores between them; 0 without digits. */
static size_t digits_end(Str token, size_t at, int base)
{
    if (!is_digit_at(token, at, base))
        return 0;
    for (;;) {
        at++;
        if (is_digit_at(token, at, base))
            continue;
        if (at == token.len || token.ptr[at] != '_' || !is_digit_at(token, at + 1, base))
            return at;
    }
}

static Str without_underscores(Arena *arena, Str token)
{
    char *text = arena_bytes(arena, token.len);
    size_t len = 0;
    for (size_t i = 0; i < token.len; i++)
        if (token.ptr[i] != '_')
            text[len++] = token.ptr[i];
    return (Str){text, len};
}

static bool read_based_integer(TomlScan *scan, Str token, int base, Json *value)
{
    size_t end = digits_end(token, 2, base);
    uint64_t sum = 0;
    if (end != token.len)
        return toml_fail(scan, "expected digits after 0x, 0o or 0b");
    for (size_t i = 2; i < end; i++) {
        int digit = byte_hex_value(token.ptr[i]);
        if (digit < 0)
            continue;
        if (sum > (uint64_t)INT64_MAX / (unsigned)base)
            return toml_fail(scan, "the number does not fit 64 bits");
        sum = sum * (unsigned)base + (unsigned)digit;
    }
    if (sum > INT64_MAX)
        return toml_fail(scan, "the number does not fit 64 bits");
    *value = (Json){.type = JSON_NUMBER, .text = json_u64(scan->arena, sum)->text};
    return true;
}

/* Whether the token is a float's: [.digits][e[sign]digits] from `at` on. */
static bool float_is_valid(Str token, size_t at)
{
    if (at < token.len && token.ptr[at] == '.')
        at = digits_end(token, at + 1, 10);
    if (at && at < token.len && (token.ptr[at] | 32) == 'e') {
        at++;
        at += at < token.len && (token.ptr[at] == '+' || token.ptr[at] == '-');
        at = digits_end(token, at, 10);
    }
    return at == token.len;
}

static bool read_decimal(TomlScan *scan, Str token, Json *value)
{
    size_t sign = token.ptr[0] == '+' || token.ptr[0] == '-';
    size_t end = digits_end(token, sign, 10);
    if (!end || (end != token.len && !float_is_valid(token, end)))
        return toml_fail_key(scan, token, "is not a value; text needs quotes");
    if (token.ptr[sign] == '0' && end > sign + 1)
        return toml_fail(scan, "a number must not start with a zero");
    int64_t integer;
    Str text = without_underscores(scan->arena, str_from_offset(token, token.ptr[0] == '+'));
    if (end == token.len && !str_parse_i64(text, &integer))
        return toml_fail(scan, "the number does not fit 64 bits");
    *value = (Json){.type = JSON_NUMBER, .text = text};
    return true;
}

/* The end of the text of this shape, where 0 is any digit; NULL if it has another shape. */
static const char *shaped(const char *at, const char *end, const char *shape)
{
    for (; *shape; shape++, at++)
        if (at == end || (*shape == '0' ? !byte_is_digit(*at) : *at != *shape))
            return NULL;
    return at;
}

/* The length of the date, time, or both that begins here; 0 at other text. */
static size_t date_length(Str text)
{
    const char *end = text.ptr + text.len, *date = shaped(text.ptr, end, "0000-00-00");
    const char *from = date ? date : text.ptr;
    bool parted = date && date < end && ((*date | 32) == 't' || *date == ' ');
    const char *at = date && !parted ? NULL : shaped(from + parted, end, "00:00:00");
    if (!at)
        return date ? (size_t)(date - text.ptr) : 0;
    if (at + 1 < end && *at == '.' && byte_is_digit(at[1]))
        for (at++; at < end && byte_is_digit(*at);)
            at++;
    const char *zone = at < end && (*at | 32) == 'z' ? at + 1 : shaped(at, end, "+00:00");
    zone = zone ? zone : shaped(at, end, "-00:00");
    return (size_t)((date && zone ? zone : at) - text.ptr);
}

static bool is_no_number(Str token)
{
    bool sign = token.len && (token.ptr[0] == '+' || token.ptr[0] == '-');
    Str rest = str_from_offset(token, sign);
    return str_equal(rest, STR("inf")) || str_equal(rest, STR("nan"));
}

/* Reads a value that JSON lacks as a string. */
static bool read_as_text(TomlScan *scan, Str token, Json *value)
{
    size_t date = date_length(str_from_offset(scan->text, scan->at));
    if (date < token.len && !is_no_number(token))
        return false;
    date = MAX(date, token.len);
    *value = (Json){.type = JSON_STRING, .text = str_slice(scan->text, scan->at, scan->at + date)};
    scan->at += date;
    return true;
}

bool toml_read_scalar(TomlScan *scan, Json *value)
{
    char c = toml_peek(scan, 0);
    if (c == '"' || c == '\'') {
        value->type = JSON_STRING;
        return read_string(scan, true, &value->text);
    }
    size_t from = scan->at, end = from;
    while (end < scan->text.len &&
           (byte_is_word(scan->text.ptr[end]) || memchr("+-.:", scan->text.ptr[end], 4)))
        end++;
    Str token = str_slice(scan->text, from, end);
    bool truth = str_equal(token, STR("true"));
    if (!token.len)
        return toml_fail(scan, "expected a value");
    if (truth || str_equal(token, STR("false"))) {
        value->type = truth ? JSON_TRUE : JSON_FALSE;
    } else if (read_as_text(scan, token, value)) {
        return true;
    } else {
        char base = token.len > 1 && token.ptr[0] == '0' ? token.ptr[1] : '\0';
        int radix = base == 'x' ? 16 : base == 'o' ? 8 : base == 'b' ? 2 : 10;
        bool read = radix == 10 ? read_decimal(scan, token, value)
                                : read_based_integer(scan, token, radix, value);
        if (!read)
            return false;
    }
    scan->at = end;
    return true;
}
