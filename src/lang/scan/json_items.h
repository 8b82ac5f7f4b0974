/* Walks over the members of a JSON object or the elements of an array, for readers that want a few
   of them and skip the rest at memory speed. */
#pragma once

#include "base/str.h"

typedef struct JsonItems {
    Str text;
    size_t at;
    bool is_object;
    Str key;           /* of an object's member, as it is between the quotes */
    size_t start, end; /* of the value */
} JsonItems;

/* Of the value at `at`; of one that holds nothing there are no items. */
JsonItems json_items(Str text, size_t at);
/* The next one; false at the end, and where the text is no JSON. */
bool json_items_next(JsonItems *items);
/* A string's text, its escapes resolved; `map` has room for a string's bytes and one more and gets
   where each byte of the text is written, and its end. The text goes behind *len bytes at `to`. */
void json_unescape(Str text, size_t start, size_t end, char *to, uint32_t *map, size_t *len);
