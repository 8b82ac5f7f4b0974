/* The parser of json.h. One pass checks that the text is UTF-8, a second one builds the values with
   the open containers on a stack, so depth costs no C stack. Lines and columns are counted only
   when there is an error. */
#include "base/json.h"

#include "base/json_keys.h"
#include "base/json_pool.h"

typedef struct Frame {
    Json *node;
    JsonKeys keys;
} Frame;

typedef struct Parser {
    Arena *arena;
    JsonPool pool;
    Arena scratch; /* maps of keys; opened when one is needed */
    Str text;
    size_t at;
    size_t depth;
    Err *err;
    Frame frames[JSON_DEPTH_MAX];
} Parser;

static void parser_close(Parser *parser)
{
    arena_close(&parser->scratch);
}

bool json_fail(Str text, size_t at, const char *what, Err *err)
{
    Str before = str_slice(text, 0, at);
    size_t line = 1, line_start = 0;
    for (size_t i = 0; i < before.len; i++) {
        if (before.ptr[i] != '\n')
            continue;
        line++;
        line_start = i + 1;
    }
    size_t column = 1 + str_count_chars(str_from_offset(before, line_start));
    err_set(err, ERR_FAILED, "invalid JSON: line %zu, column %zu: %s", line, column, what);
    return err_because(err, what, line);
}

static bool fail(Parser *parser, size_t at, const char *what)
{
    return json_fail(parser->text, at, what, parser->err);
}

static bool at_end(const Parser *parser)
{
    return parser->at >= parser->text.len;
}

/* The next byte, 0 at the end. */
static char peek(const Parser *parser)
{
    return at_end(parser) ? '\0' : parser->text.ptr[parser->at];
}

static inline void skip_space(Parser *parser)
{
    if (!at_end(parser) && parser->text.ptr[parser->at] > ' ')
        return;
    for (; !at_end(parser); parser->at++) {
        char c = parser->text.ptr[parser->at];
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
            return;
    }
}

/* Eight bytes, the first one lowest. */
static uint64_t load_word(const char *from)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
}

/* Position of the next quote, backslash or control byte, eight bytes at a time. A byte's top bit is
   set where the subtraction makes it negative; borrows only reach bytes after a match. */
static size_t plain_end(Str text, size_t at)
{
    const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
    for (; text.len - at >= sizeof ones; at += sizeof ones) {
        uint64_t word = load_word(text.ptr + at);
        uint64_t quote = word ^ ones * '"', backslash = word ^ ones * '\\';
        uint64_t found = (quote - ones) & ~quote;
        found |= (backslash - ones) & ~backslash;
        found |= (word - ones * 0x20) & ~word;
        if (found & highs)
            return at + (size_t)__builtin_ctzll(found & highs) / 8;
    }
    for (; at < text.len; at++) {
        unsigned char c = (unsigned char)text.ptr[at];
        if (c < 0x20 || c == '"' || c == '\\')
            break;
    }
    return at;
}

/* Decodes \uXXXX at `at`, or a surrogate pair for characters past U+FFFF, and moves past it. */
static bool parse_unicode(Parser *parser, char **to)
{
    size_t at = parser->at;
    uint32_t c, low;
    if (!str_parse_unit(parser->text, at + 2, &c))
        return fail(parser, at, "\\u needs four hexadecimal digits");
    parser->at += 6;
    if (c >= 0xD800 && c < 0xDC00) {
        bool pair = str_starts(str_from_offset(parser->text, at + 6), STR("\\u")) &&
                    str_parse_unit(parser->text, at + 8, &low) && low >= 0xDC00 && low < 0xE000;
        if (!pair)
            return fail(parser, at, "half of a surrogate pair has no UTF-8 form");
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        parser->at += 6;
    } else if (c >= 0xDC00 && c < 0xE000) {
        return fail(parser, at, "half of a surrogate pair has no UTF-8 form");
    }
    *to += str_encode(*to, c);
    return true;
}

static bool parse_escape(Parser *parser, char **to)
{
    static const char escapes[128] = {['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
                                      ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t'};
    size_t next = parser->at + 1;
    char c = next < parser->text.len ? parser->text.ptr[next] : '\0';
    if (c == 'u')
        return parse_unicode(parser, to);
    char meant = (unsigned char)c < 128 ? escapes[(unsigned char)c] : '\0';
    if (!meant)
        return fail(parser, parser->at,
                    "unknown escape (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u exist)");
    *(*to)++ = meant;
    parser->at += 2;
    return true;
}

/* Parses the rest of a string with escapes; `from` is its first character. An escape is never
   shorter than its character, so the text up to the closing quote bounds the result. */
static bool parse_escaped(Parser *parser, size_t from, Str *string)
{
    Str text = parser->text;
    size_t end = parser->at;
    while (end < text.len && text.ptr[end] != '"')
        end = plain_end(text, MIN(end + (text.ptr[end] == '\\' ? 2 : 1), text.len));
    char *start = arena_bytes(parser->arena, end - from), *to = start;
    parser->at = from;
    for (;;) {
        size_t stop = plain_end(text, parser->at), run = stop - parser->at;
        if (run)
            memcpy(to, text.ptr + parser->at, run);
        to += run;
        parser->at = stop;
        if (peek(parser) != '\\')
            break;
        if (!parse_escape(parser, &to))
            return false;
    }
    *string = (Str){start, (size_t)(to - start)};
    return true;
}

/* Parses a string whose opening quote is next. */
static bool parse_string(Parser *parser, Str *string)
{
    size_t open = parser->at++;
    size_t from = parser->at;
    parser->at = plain_end(parser->text, from);
    *string = (Str){parser->text.ptr + from, parser->at - from};
    if (peek(parser) == '\\' && !at_end(parser) && !parse_escaped(parser, from, string))
        return false;
    if (at_end(parser))
        return fail(parser, open, "string without a closing quote");
    if (peek(parser) != '"')
        return fail(parser, parser->at, "control characters in strings must be escaped");
    parser->at++;
    return true;
}

static size_t digits_end(Str text, size_t at)
{
    while (at < text.len && byte_is_digit(text.ptr[at]))
        at++;
    return at;
}

static bool parse_number(Parser *parser, Json *node)
{
    Str text = parser->text;
    size_t from = parser->at, at = from + (text.ptr[from] == '-');
    size_t end = digits_end(text, at);
    if (end == at)
        return fail(parser, from, "a number needs a digit");
    if (text.ptr[at] == '0' && end > at + 1)
        return fail(parser, from, "a number must not start with a zero");
    if (end < text.len && text.ptr[end] == '.') {
        at = end + 1;
        end = digits_end(text, at);
        if (end == at)
            return fail(parser, at, "digits must follow the decimal point");
    }
    if (end < text.len && (text.ptr[end] | 32) == 'e') {
        at = end + 1;
        at += at < text.len && (text.ptr[at] == '+' || text.ptr[at] == '-');
        end = digits_end(text, at);
        if (end == at)
            return fail(parser, at, "digits must follow the exponent sign");
    }
    node->type = JSON_NUMBER;
    node->text = (Str){text.ptr + from, end - from};
    parser->at = end;
    return true;
}

static bool parse_literal(Parser *parser, Json *node)
{
    static const struct {
        Str word;
        JsonType type;
    } literals[] = {{{"null", 4}, JSON_NULL}, {{"true", 4}, JSON_TRUE}, {{"false", 5}, JSON_FALSE}};
    Str rest = str_from_offset(parser->text, parser->at);
    for (size_t i = 0; i < COUNT(literals); i++) {
        if (!str_starts(rest, literals[i].word))
            continue;
        node->type = literals[i].type;
        parser->at += literals[i].word.len;
        return true;
    }
    return fail(parser, parser->at,
                at_end(parser) ? "the text ends where a value is expected" : "expected a value");
}

static bool parse_scalar(Parser *parser, Json *node)
{
    char c = peek(parser);
    if (c == '"') {
        node->type = JSON_STRING;
        return parse_string(parser, &node->text);
    }
    if (c == '-' || byte_is_digit(c))
        return parse_number(parser, node);
    return parse_literal(parser, node);
}

/* Opens the member's node: a new one at the end, or the earlier one of the same name, emptied. */
static Json *open_member(Parser *parser, Frame *frame, Str key)
{
    Json *member = json_keys_find(&frame->keys, &parser->scratch, frame->node, key);
    if (member) {
        *member = (Json){.key = key, .next = member->next};
        return member;
    }
    member = json_pool_take(&parser->pool, parser->arena);
    json_keys_add(&frame->keys, frame->node, key, member);
    return member;
}

/* Moves to the next value of the open container and returns its node. */
static bool next_child(Parser *parser, Json **child)
{
    Frame *frame = &parser->frames[parser->depth - 1];
    skip_space(parser);
    if (frame->node->type == JSON_ARRAY) {
        *child = json_pool_take(&parser->pool, parser->arena);
        json_add(frame->node, *child);
        return true;
    }
    Str key;
    if (peek(parser) != '"')
        return fail(parser, parser->at, "expected a member's name in double quotes");
    if (!parse_string(parser, &key))
        return false;
    skip_space(parser);
    if (peek(parser) != ':')
        return fail(parser, parser->at, "expected ':' after a member's name");
    parser->at++;
    skip_space(parser);
    *child = open_member(parser, frame, key);
    return true;
}

/* After a value: closes the containers that end here; *child is the next value's node, NULL after
   the last. */
static bool next_value(Parser *parser, Json **child)
{
    *child = NULL;
    while (parser->depth) {
        skip_space(parser);
        bool array = parser->frames[parser->depth - 1].node->type == JSON_ARRAY;
        char c = peek(parser);
        if (c == ',') {
            parser->at++;
            return next_child(parser, child);
        }
        if (c != (array ? ']' : '}'))
            return fail(parser, parser->at, array ? "expected ',' or ']'" : "expected ',' or '}'");
        parser->at++;
        parser->depth--;
    }
    return true;
}

/* Parses a value, or opens a container; *next is the node of the value that follows. */
static bool parse_value(Parser *parser, Json *node, Json **next)
{
    char c = peek(parser);
    if (c != '{' && c != '[')
        return parse_scalar(parser, node) && next_value(parser, next);
    if (parser->depth == JSON_DEPTH_MAX)
        return fail(parser, parser->at, "nested too deep");
    node->type = c == '[' ? JSON_ARRAY : JSON_OBJECT;
    parser->frames[parser->depth++] = (Frame){.node = node};
    parser->at++;
    skip_space(parser);
    if (peek(parser) == (c == '[' ? ']' : '}'))
        return next_value(parser, next);
    return next_child(parser, next);
}

bool json_parse(Arena *arena, Str text, Json **value, Err *err)
{
    SCOPED(parser_close) Parser parser;
    parser.arena = arena;
    parser.pool = (JsonPool){0};
    parser.scratch = (Arena){0};
    parser.text = text;
    parser.at = str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    parser.depth = 0;
    parser.err = err;
    size_t invalid = str_find_invalid(text);
    if (invalid != STR_NONE) {
        fail(&parser, invalid, "not UTF-8");
        return err_hint(err, "byte %zu is not part of a UTF-8 character; convert the text first",
                        invalid);
    }
    skip_space(&parser);
    Json *root = json_pool_take(&parser.pool, arena);
    for (Json *node = root; node;)
        if (!parse_value(&parser, node, &node))
            return false;
    skip_space(&parser);
    if (!at_end(&parser))
        return fail(&parser, parser.at, "one value is expected, more follows");
    *value = root;
    return true;
}
