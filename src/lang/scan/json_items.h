/* Iterator over the members of a JSON object or the elements of an array. Values that the caller
   does not read are skipped without being parsed. */
#pragma once

#include "base/str.h"

typedef struct JsonItems {
    Str text;
    size_t at;
    bool is_object;
    Str key;           /* of an object's member: the bytes between the quotes */
    size_t start, end; /* of the value */
} JsonItems;

/* Begins at the value at `at`; a value that is not an object or array has no items. */
JsonItems json_items(Str text, size_t at);
/* Steps to the next item; false at the end and on invalid JSON. */
bool json_items_next(JsonItems *items);
/* Decodes the string literal [start, end) and appends its text at to + *len, which grows. map[i]
   gets the source offset of byte i of the text, and one more entry the end. `to` and `map` need
   room for the literal's bytes, `map` for one more. */
void json_unescape(Str text, size_t start, size_t end, char *to, uint32_t *map, size_t *len);
