/* JSON values, a strict parser and a writer. Numbers keep their text, so that no digit is lost;
   member order is kept; a repeated key keeps its first position and its last value.
   Strings are UTF-8 and may hold U+0000. Depth is limited to JSON_DEPTH_MAX. The parser follows RFC
   8259; bytes that are not UTF-8 are rejected with their position. Parsed strings without escapes,
   keys and numbers point into the parsed text, which must outlive the value. */
#pragma once

#include "base/buf.h"
#include "base/err.h"

typedef enum JsonType {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
} JsonType;

typedef struct Json Json;
struct Json {
    JsonType type;
    Str text;    /* the string's characters, or the number as written */
    Str key;     /* within an object */
    Json *first; /* children of an array or object, in order */
    Json *last;
    Json *next;
    size_t count; /* children */
};

/* Builders: all in the arena; members are appended in call order. */
Json *json_null(Arena *arena);
Json *json_bool(Arena *arena, bool value);
Json *json_u64(Arena *arena, uint64_t value);
Json *json_i64(Arena *arena, int64_t value);
Json *json_str(Arena *arena, Str value); /* not copied; invalid UTF-8 is replaced when written */
Json *json_array(Arena *arena);
Json *json_object(Arena *arena);
void json_add(Json *array, Json *item);
void json_set(Json *object, Str key, Json *value); /* no check for repeats */
/* A member that is left out where the text is empty. */
void json_set_text(Arena *arena, Json *object, Str key, Str text);
Json *json_texts(Arena *arena, const Str *texts, size_t count); /* an array of strings */

const Json *json_get(const Json *object, Str key); /* NULL when missing or not an object */
/* The characters of a member that is a string; else empty. */
Str json_text(const Json *object, Str key);

/* One value with white space around it; errors name line, column and the expected token. */
bool json_parse(Arena *arena, Str text, Json **value, Err *err) MUST_USE;
/* Sets json_parse's error for this byte of the text; returns false. */
bool json_fail(Str text, size_t at, const char *what, Err *err);
/* indent 0: one line, no spaces. A value nested deeper than JSON_DEPTH_MAX is written as null. */
void json_write(Buf *buf, const Json *value, int indent);
/* A quoted, escaped string. */
void json_write_str(Buf *buf, Str s);
