/* JSON reader with a stack of open objects and arrays, each with the schema node that its
   content is merged into.

   Skipping a value needs no stack: outside strings and comments it counts brackets, found with a
   table of byte classes. A line end closes a string, because JSON strings contain none; a
   missing quote then damages one line, not the rest of the file.

   Why not tree-sitter: the result is a merged schema of values, not a tree, and the grammar parses
   only 17 MB/s. */
#include "lang/scan/json_read.h"

#include <endian.h>

/* Byte classes. Those up to CLASS_COMMA do not matter when a value is skipped. */
enum {
    CLASS_OTHER,
    CLASS_SPACE,
    CLASS_COMMA,
    CLASS_STRING,
    CLASS_OPEN,
    CLASS_CLOSE,
    CLASS_SLASH
};

static const unsigned char classes[256] = {
    ['"'] = CLASS_STRING, ['\''] = CLASS_STRING, ['{'] = CLASS_OPEN,   ['['] = CLASS_OPEN,
    ['}'] = CLASS_CLOSE,  [']'] = CLASS_CLOSE,   ['/'] = CLASS_SLASH,  [','] = CLASS_COMMA,
    [' '] = CLASS_SPACE,  ['\t'] = CLASS_SPACE,  ['\n'] = CLASS_SPACE, ['\r'] = CLASS_SPACE,
    ['\f'] = CLASS_SPACE, ['\v'] = CLASS_SPACE,
};

/* Tokens read between two calls of scan_expired(). */
#define EXPIRY_STEPS 16

void json_reader_init(JsonReader *reader, Scan *scan, Schema *schema, JsonStyle style)
{
    *reader = (JsonReader){.scan = scan, .schema = schema, .style = style};
    reader->text = scan->text.ptr;
    reader->end = reader->reread = scan->text.len;
}

static bool reader_expired(JsonReader *reader)
{
    if (!reader->expired && ++reader->steps % EXPIRY_STEPS == 0)
        reader->expired = scan_expired(reader->scan);
    return reader->expired;
}

/* Nonzero when one of the bytes is zero; the lowest set bit is then in the first zero byte. */
static uint64_t zero_byte(uint64_t bytes)
{
    const uint64_t ones = UINT64_MAX / 255;
    return (bytes - ones) & ~bytes & (ones << 7);
}

/* The first quote, backslash or line end at or after `at`; searches eight bytes at a time. */
static size_t string_stop(const char *text, size_t at, size_t end, char quote)
{
    const uint64_t ones = UINT64_MAX / 255;
    const uint64_t quotes = ones * (unsigned char)quote;
    const uint64_t slashes = ones * '\\', ends = ones * '\n';
    uint64_t bytes;
    for (; end - at >= sizeof bytes; at += sizeof bytes) {
        memcpy(&bytes, text + at, sizeof bytes);
        bytes = le64toh(bytes);
        uint64_t stop =
            zero_byte(bytes ^ quotes) | zero_byte(bytes ^ slashes) | zero_byte(bytes ^ ends);
        if (stop)
            return at + (size_t)__builtin_ctzll(stop) / CHAR_BIT;
    }
    while (at < end && text[at] != quote && text[at] != '\\' && text[at] != '\n')
        at++;
    return at;
}

size_t json_string_end(const char *text, size_t at, size_t end)
{
    char quote = text[at++];
    while (at < end) {
        at = string_stop(text, at, end, quote);
        if (at == end || text[at] == '\n')
            return at;
        if (text[at] == quote)
            return at + 1;
        at += 2;
    }
    return end;
}

size_t json_flow_string_end(const char *text, size_t at, size_t end)
{
    char quote = text[at++];
    while (at < end) {
        const char *found = memchr(text + at, quote, end - at);
        if (!found)
            return end;
        size_t after = (size_t)(found - text) + 1;
        size_t slashes = 0;
        while (quote == '"' && after - slashes >= at + 2 && text[after - 2 - slashes] == '\\')
            slashes++;
        bool doubled = quote == '\'' && after < end && text[after] == '\'';
        if (slashes % 2 == 0 && !doubled)
            return after;
        at = after + doubled;
    }
    return end;
}

size_t json_toml_string_end(const char *text, size_t at, size_t end)
{
    char quote = text[at];
    bool triple = at + 2 < end && text[at + 1] == quote && text[at + 2] == quote;
    for (at += triple ? 3 : 1; at < end; at++) {
        if (text[at] == '\\' && quote == '"')
            at++;
        else if (text[at] == '\n' && !triple)
            return at;
        else if (text[at] == quote && !triple)
            return at + 1;
        else if (text[at] == quote && at + 2 < end && text[at + 1] == quote &&
                 text[at + 2] == quote)
            return at + 3 + (at + 3 < end && text[at + 3] == quote);
    }
    return end;
}

/* The offset after the comment at `at`; at + 1 if no comment begins there. */
static size_t comment_end(const char *text, size_t at, size_t end)
{
    if (at + 1 >= end)
        return end;
    if (text[at + 1] == '/') {
        const char *line_end = memchr(text + at, '\n', end - at);
        return line_end ? (size_t)(line_end - text) : end;
    }
    if (text[at + 1] != '*')
        return at + 1;
    for (at += 2; at + 1 < end; at++) {
        if (text[at] == '*' && text[at + 1] == '/')
            return at + 2;
    }
    return end;
}

static size_t word_end(const char *text, size_t at, size_t end)
{
    while (at < end && classes[(unsigned char)text[at]] == CLASS_OTHER && text[at] != ':')
        at++;
    return at;
}

/* The offset after the bracket that closes the one at `at`. */
static size_t block_end(const char *text, size_t at, size_t end)
{
    size_t depth = 0;
    for (;;) {
        while (at < end && classes[(unsigned char)text[at]] <= CLASS_COMMA)
            at++;
        if (at >= end)
            return end;
        switch (classes[(unsigned char)text[at]]) {
        case CLASS_STRING: at = json_string_end(text, at, end); continue;
        case CLASS_OPEN: depth++; break;
        case CLASS_CLOSE:
            if (--depth == 0)
                return at + 1;
            break;
        default: at = comment_end(text, at, end); continue;
        }
        at++;
    }
}

size_t json_value_end(const char *text, size_t at, size_t end)
{
    if (at >= end)
        return end;
    switch (classes[(unsigned char)text[at]]) {
    case CLASS_STRING: return json_string_end(text, at, end);
    case CLASS_OPEN: return block_end(text, at, end);
    case CLASS_OTHER: return word_end(text, at, end);
    default: return at + 1;
    }
}

/* Skips white space and comments; false at the end. */
static bool skip_space(JsonReader *reader)
{
    while (reader->at < reader->end) {
        char c = reader->text[reader->at];
        if (classes[(unsigned char)c] == CLASS_SPACE) {
            reader->at++;
        } else if (c == '#' && reader->style) {
            const char *from = reader->text + reader->at;
            const char *line_end = memchr(from, '\n', reader->end - reader->at);
            reader->at = line_end ? (size_t)(line_end - reader->text) : reader->end;
        } else if (c == '/' && !reader->style) {
            size_t after = comment_end(reader->text, reader->at, reader->end);
            reader->damaged |= after == reader->at + 1;
            reader->at = after;
        } else {
            return true;
        }
    }
    return false;
}

static bool is_separator(const JsonReader *reader, size_t at)
{
    if (reader->style == STYLE_TOML)
        return reader->text[at] == '=';
    if (reader->text[at] != ':')
        return false;
    return !reader->style || at + 1 >= reader->end || byte_is_space(reader->text[at + 1]);
}

/* The end of a bare word in YAML or TOML: the next comma, bracket, line end, separator or
   comment. */
static size_t flow_word_end(const JsonReader *reader, size_t at)
{
    size_t start = at;
    for (; at < reader->end; at++) {
        char c = reader->text[at];
        if (c == ',' || c == ']' || c == '}' || c == '[' || c == '{' || c == '\n')
            break;
        if (is_separator(reader, at) ||
            (c == '#' && at > start && byte_is_space(reader->text[at - 1])))
            break;
    }
    while (at > start && byte_is_space(reader->text[at - 1]))
        at--;
    return at;
}

static size_t scalar_end(const JsonReader *reader, size_t at)
{
    char c = reader->text[at];
    bool quoted = c == '"' || c == '\'';
    if (quoted && reader->style == STYLE_TOML)
        return json_toml_string_end(reader->text, at, reader->end);
    if (quoted && reader->style)
        return json_flow_string_end(reader->text, at, reader->end);
    if (quoted)
        return json_string_end(reader->text, at, reader->end);
    size_t after =
        reader->style ? flow_word_end(reader, at) : word_end(reader->text, at, reader->end);
    return after > at ? after : at + 1;
}

static bool word_is_number(Str word)
{
    if (str_equal(word, STR("NaN")) || str_equal(word, STR("Infinity")) ||
        str_equal(word, STR("-Infinity")))
        return true;
    size_t i = word.len && (word.ptr[0] == '-' || word.ptr[0] == '+');
    i += i < word.len && word.ptr[i] == '.';
    return i < word.len && byte_is_digit(word.ptr[i]);
}

static uint32_t word_type(JsonReader *reader, Str word)
{
    if (reader->style)
        return schema_word_type(word);
    if (word_is_number(word))
        return SCHEMA_NUMBER;
    if (str_equal(word, STR("true")) || str_equal(word, STR("false")))
        return SCHEMA_BOOLEAN;
    if (str_equal(word, STR("null")) || str_equal(word, STR("undefined")))
        return SCHEMA_NULL;
    reader->damaged = true;
    return 0;
}

static void read_scalar(JsonReader *reader, SchemaNode *node, bool fresh)
{
    size_t start = reader->at;
    char c = reader->text[start];
    reader->at = scalar_end(reader, start);
    if (c == '"' || c == '\'') {
        char last = reader->text[reader->at - 1];
        reader->damaged |= reader->at < start + 2 || last != c;
        node->types |= SCHEMA_STRING;
    } else {
        node->types |= word_type(reader, (Str){reader->text + start, reader->at - start});
    }
    if (fresh)
        node->end = (uint32_t)reader->at;
}

static void read_start(JsonReader *reader, SchemaNode *node, bool fresh)
{
    char c = reader->text[reader->at];
    if (fresh)
        node->value = (uint32_t)reader->at;
    if (c != '{' && c != '[') {
        read_scalar(reader, node, fresh);
        return;
    }
    if (reader->depth == SCHEMA_DEPTH_MAX) {
        node->types |= c == '{' ? SCHEMA_OBJECT : SCHEMA_ARRAY;
        reader->at = json_value_end(reader->text, reader->at, reader->end);
        if (fresh)
            node->end = (uint32_t)reader->at;
        return;
    }
    JsonFrame *frame = &reader->frames[reader->depth++];
    *frame = (JsonFrame){.node = node, .is_array = c == '[', .fresh = fresh};
    if (c == '{')
        schema_open_object(node);
    reader->at++;
}

/* At the closing bracket or the end: returns to the last element if it was only skipped. False
   if it was not skipped, or if rereading it would exceed the limit. */
static bool frame_resumes(JsonReader *reader, JsonFrame *frame)
{
    size_t bytes = reader->at - frame->skipped;
    if (!frame->skipped || bytes > reader->reread)
        return false;
    reader->reread -= bytes;
    reader->at = frame->skipped;
    frame->skipped = 0;
    frame->at_last = true;
    return true;
}

static void frame_close(JsonReader *reader, JsonFrame *frame)
{
    if (frame->is_array)
        schema_close_array(frame->node, frame->count);
    else
        schema_close_object(frame->node, frame->count);
    if (frame->fresh)
        frame->node->end = (uint32_t)reader->at;
    reader->depth--;
}

/* Whether the next element is only counted, not read. */
static bool frame_skips(const JsonReader *reader, JsonFrame *frame, size_t start)
{
    if (frame->at_last || frame->count++ < SCHEMA_SAMPLE || reader->style)
        return false;
    if (!frame->is_array && !frame->node->values)
        return false;
    frame->skipped = (uint32_t)start;
    return true;
}

static void read_element(JsonReader *reader, JsonFrame *frame)
{
    if (frame_skips(reader, frame, reader->at))
        reader->at = json_value_end(reader->text, reader->at, reader->end);
    else
        read_start(reader, schema_element(reader->schema, frame->node), false);
}

static Str read_key(JsonReader *reader)
{
    size_t start = reader->at;
    reader->at = scalar_end(reader, start);
    Str key = {reader->text + start, reader->at - start};
    char quote = key.ptr[0];
    if (quote != '"' && quote != '\'')
        return key;
    bool closed = key.len > 1 && key.ptr[key.len - 1] == quote;
    reader->damaged |= !closed;
    return (Str){key.ptr + 1, key.len - 1 - closed};
}

static void read_member(JsonReader *reader, JsonFrame *frame)
{
    size_t start = reader->at;
    Str key = read_key(reader);
    bool has_value =
        skip_space(reader) && (is_separator(reader, reader->at) || reader->text[reader->at] == ':');
    if (has_value) {
        reader->at++;
        has_value = skip_space(reader) && reader->text[reader->at] != ',' &&
                    reader->text[reader->at] != '}';
    }
    if (frame_skips(reader, frame, start)) {
        frame->node->last_key = key;
        if (has_value)
            reader->at = json_value_end(reader->text, reader->at, reader->end);
        return;
    }
    bool fresh = false;
    SchemaNode *node = schema_key(reader->schema, frame->node, key, start, &fresh);
    if (fresh)
        node->end = (uint32_t)(start + key.len);
    if (has_value) {
        read_start(reader, node, fresh);
        return;
    }
    reader->damaged |= !reader->style;
    node->types |= reader->style ? SCHEMA_NULL : 0;
}

static void read_step(JsonReader *reader)
{
    JsonFrame *frame = &reader->frames[reader->depth - 1];
    bool more = skip_space(reader);
    char c = more ? reader->text[reader->at] : 0;
    if (c == ',') {
        reader->at++;
    } else if (!more || c == '}' || c == ']') {
        if (frame_resumes(reader, frame))
            return;
        reader->damaged |= !more || (c == ']') != frame->is_array;
        reader->at += more;
        frame_close(reader, frame);
    } else if (c == ':') {
        reader->damaged = true;
        reader->at++;
    } else if (frame->is_array) {
        read_element(reader, frame);
    } else {
        read_member(reader, frame);
    }
}

static void read_down_to(JsonReader *reader, size_t depth)
{
    while (reader->depth > depth) {
        if (reader_expired(reader))
            frame_close(reader, &reader->frames[reader->depth - 1]);
        else
            read_step(reader);
    }
}

void json_read_value(JsonReader *reader, SchemaNode *node, bool fresh)
{
    if (!skip_space(reader))
        return;
    size_t depth = reader->depth;
    read_start(reader, node, fresh);
    read_down_to(reader, depth);
}

void json_read_sequence(JsonReader *reader, SchemaNode *node)
{
    JsonFrame *frame = &reader->frames[0];
    *frame = (JsonFrame){.node = node, .is_array = true};
    reader->depth = 1;
    while (!reader_expired(reader)) {
        bool more = skip_space(reader);
        char c = more ? reader->text[reader->at] : 0;
        if (!more && !frame_resumes(reader, frame))
            break;
        if (!more)
            continue;
        if (c == ',' || c == '}' || c == ']' || c == ':') {
            reader->damaged = true;
            reader->at++;
            continue;
        }
        size_t start = reader->at;
        read_element(reader, frame);
        read_down_to(reader, 1);
        if (frame->count == 1 && node->element) {
            node->element->start = (uint32_t)start;
            node->element->end = (uint32_t)reader->at;
        }
    }
    frame_close(reader, frame);
}
