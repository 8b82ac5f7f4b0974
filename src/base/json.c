/* Json values: builders, look-up and the writer. A value has no parent pointer, so the writer keeps
   the open containers on a stack of JSON_DEPTH_MAX, the same bound that the parser holds. */
#include "base/json.h"

#define JSON_INDENT_CHUNK "                "

static Json *json_new(Arena *arena, JsonType type)
{
    Json *value = NEW(arena, Json, 1);
    value->type = type;
    return value;
}

Json *json_null(Arena *arena)
{
    return json_new(arena, JSON_NULL);
}

Json *json_bool(Arena *arena, bool value)
{
    return json_new(arena, value ? JSON_TRUE : JSON_FALSE);
}

static Json *json_number(Arena *arena, uint64_t magnitude, bool negative)
{
    char digits[21];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude);
    if (negative)
        digits[--at] = '-';
    Json *number = json_new(arena, JSON_NUMBER);
    number->text = str_copy(arena, (Str){digits + at, sizeof digits - at});
    return number;
}

Json *json_u64(Arena *arena, uint64_t value)
{
    return json_number(arena, value, false);
}

Json *json_i64(Arena *arena, int64_t value)
{
    return json_number(arena, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
}

Json *json_str(Arena *arena, Str value)
{
    Json *string = json_new(arena, JSON_STRING);
    string->text = value;
    return string;
}

Json *json_array(Arena *arena)
{
    return json_new(arena, JSON_ARRAY);
}

Json *json_object(Arena *arena)
{
    return json_new(arena, JSON_OBJECT);
}

void json_add(Json *array, Json *item)
{
    if (array->last)
        array->last->next = item;
    else
        array->first = item;
    array->last = item;
    array->count++;
}

void json_set(Json *object, Str key, Json *value)
{
    value->key = key;
    json_add(object, value);
}

void json_set_text(Arena *arena, Json *object, Str key, Str text)
{
    if (text.len)
        json_set(object, key, json_str(arena, text));
}

Json *json_texts(Arena *arena, const Str *texts, size_t count)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < count; i++)
        json_add(list, json_str(arena, texts[i]));
    return list;
}

const Json *json_get(const Json *object, Str key)
{
    if (!object || object->type != JSON_OBJECT)
        return NULL;
    for (const Json *member = object->first; member; member = member->next)
        if (str_equal(member->key, key))
            return member;
    return NULL;
}

Str json_text(const Json *object, Str key)
{
    const Json *value = json_get(object, key);
    return value && value->type == JSON_STRING ? value->text : (Str){0};
}

static bool byte_is_plain(char c)
{
    return (unsigned char)c >= 0x20 && c != '"' && c != '\\';
}

static void write_escape(Buf *buf, char c)
{
    static const char letters[] = {['"'] = '"',  ['\\'] = '\\', ['\b'] = 'b', ['\f'] = 'f',
                                   ['\n'] = 'n', ['\r'] = 'r',  ['\t'] = 't'};
    static const char hex[] = "0123456789abcdef";
    char letter = letters[(unsigned char)c];
    if (letter)
        buf_put(buf, (Str){(char[]){'\\', letter}, 2});
    else
        buf_put(buf, (Str){(char[]){'\\', 'u', '0', '0', hex[c >> 4 & 1], hex[c & 15]}, 6});
}

void json_write_str(Buf *buf, Str s)
{
    bool valid = str_is_utf8(s);
    buf_put_byte(buf, '"');
    for (size_t at = 0; at < s.len;) {
        size_t from = at;
        while (at < s.len && byte_is_plain(s.ptr[at]))
            at++;
        Str run = str_slice(s, from, at);
        if (valid)
            buf_put(buf, run);
        else
            buf_put_text(buf, run);
        if (at < s.len)
            write_escape(buf, s.ptr[at++]);
    }
    buf_put_byte(buf, '"');
}

typedef struct Writer {
    Buf *buf;
    size_t indent;
    size_t depth;
    const Json *open[JSON_DEPTH_MAX];
} Writer;

static void write_line(Writer *writer)
{
    if (!writer->indent)
        return;
    buf_put_byte(writer->buf, '\n');
    buf_put_repeat(writer->buf, (Str){JSON_INDENT_CHUNK, writer->indent}, writer->depth);
}

static void write_scalar(Writer *writer, const Json *value)
{
    switch (value->type) {
    case JSON_NUMBER: buf_put(writer->buf, value->text); break;
    case JSON_STRING: json_write_str(writer->buf, value->text); break;
    case JSON_TRUE: buf_put(writer->buf, STR("true")); break;
    case JSON_FALSE: buf_put(writer->buf, STR("false")); break;
    case JSON_NULL:
    case JSON_ARRAY: /* only those nested too deep get here */
    case JSON_OBJECT: buf_put(writer->buf, STR("null")); break;
    }
}

static bool json_is_container(const Json *value)
{
    return value->type == JSON_ARRAY || value->type == JSON_OBJECT;
}

/* Writes the value, or opens it; returns the child to write next, if any. */
static const Json *write_value(Writer *writer, const Json *value)
{
    if (!json_is_container(value) || writer->depth == JSON_DEPTH_MAX) {
        write_scalar(writer, value);
        return NULL;
    }
    bool array = value->type == JSON_ARRAY;
    if (!value->first) {
        buf_put(writer->buf, array ? STR("[]") : STR("{}"));
        return NULL;
    }
    buf_put_byte(writer->buf, array ? '[' : '{');
    writer->open[writer->depth++] = value;
    write_line(writer);
    return value->first;
}

/* After a value: the next sibling to write, closing containers that are complete. */
static const Json *write_next(Writer *writer, const Json *value)
{
    while (writer->depth) {
        if (value->next) {
            buf_put_byte(writer->buf, ',');
            write_line(writer);
            return value->next;
        }
        value = writer->open[--writer->depth];
        write_line(writer);
        buf_put_byte(writer->buf, value->type == JSON_ARRAY ? ']' : '}');
    }
    return NULL;
}

void json_write(Buf *buf, const Json *value, int indent)
{
    Writer writer = {.buf = buf, .indent = (size_t)MAX(0, MIN(indent, INDENT_MAX))};
    while (value && !buf->overflow) {
        if (writer.depth && writer.open[writer.depth - 1]->type == JSON_OBJECT) {
            json_write_str(buf, value->key);
            buf_put(buf, indent ? STR(": ") : STR(":"));
        }
        const Json *child = write_value(&writer, value);
        value = child ? child : write_next(&writer, value);
    }
}
