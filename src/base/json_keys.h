/* Finds repeated names while an object is being built, in constant time a member: a 64-bit filter
   answers for most names, a scan for small objects, a map for large ones. All zero is empty; one a
   container under construction. */
#pragma once

#include "base/json.h"
#include "base/map.h"

typedef struct JsonKeys {
    uint64_t filter;
    Map *names;
} JsonKeys;

/* The member of that name, or NULL: then the caller must add one under this name at once. Maps go
   to `scratch`, which is opened on first use. */
Json *json_keys_find(JsonKeys *keys, Arena *scratch, const Json *object, Str key);

/* Appends a member that json_keys_find did not find. */
void json_keys_add(JsonKeys *keys, Json *object, Str key, Json *member);
