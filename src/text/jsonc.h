/* JSON as people keep it in settings files: // and block comments, commas after the last item, a
   byte order mark. Parsed to places in the text, so that an editor can change one item and leave
   every other byte alone (jsonc_edit.h). Nothing else is taken: no single quotes, no bare keys. */
#pragma once

#include "base/json.h"

typedef struct JsoncNode JsoncNode;
struct JsoncNode {
    JsonType type;
    Str key;      /* decoded; within an object */
    size_t start; /* of the item: its key, or the value where it has none */
    size_t value;
    size_t end; /* behind the value */
    JsoncNode *parent;
    JsoncNode *first; /* items of an array or object, in order */
    JsoncNode *last;
    JsoncNode *previous;
    JsoncNode *next;
    size_t count;
};

typedef struct JsoncDoc {
    Str text;
    JsoncNode *root; /* NULL: there is nothing but white space and comments */
} JsoncDoc;

/* Errors name line, column and what was expected. Depth is capped (JSON_DEPTH_MAX). */
bool jsonc_parse(Arena *arena, Str text, JsoncDoc *doc, Err *err) MUST_USE;
/* Behind white space and comments. */
size_t jsonc_skip(Str text, size_t at);
/* The node as plain values, without its comments. */
bool jsonc_value(Arena *arena, const JsoncDoc *doc, const JsoncNode *node, Json **value,
                 Err *err) MUST_USE;
