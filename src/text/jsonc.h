/* Parser of JSONC, the JSON of settings files: // and block comments, trailing commas, a byte order
   mark. It gives positions in the text, so that an editor can change one item and leave every other
   byte alone (jsonc_edit.h). No other extension is accepted: no single quotes, no bare keys. */
#pragma once

#include "base/json.h"

typedef struct JsoncNode JsoncNode;
struct JsoncNode {
    JsonType type;
    Str key;      /* decoded; only within an object */
    size_t start; /* offset of the item: of its key, or of a value without a key */
    size_t value;
    size_t end; /* after the value */
    JsoncNode *parent;
    JsoncNode *first; /* items of an array or object, in order */
    JsoncNode *last;
    JsoncNode *previous;
    JsoncNode *next;
    size_t count;
};

typedef struct JsoncDoc {
    Str text;
    JsoncNode *root; /* NULL: only white space and comments */
} JsoncDoc;

/* Errors name line, column and the expected token. Depth is limited to JSON_DEPTH_MAX. */
bool jsonc_parse(Arena *arena, Str text, JsoncDoc *doc, Err *err) MUST_USE;
/* The offset after white space and comments at `at`. */
size_t jsonc_skip(Str text, size_t at);
/* Converts a node to a plain value, without its comments. */
bool jsonc_value(Arena *arena, const JsoncDoc *doc, const JsoncNode *node, Json **value,
                 Err *err) MUST_USE;
/* The text as plain JSON of the same length: comments, commas before a closing bracket and a byte
   order mark are blanks, so that offsets and lines stay. For readers that change nothing. */
Str jsonc_plain(Arena *arena, Str text);
