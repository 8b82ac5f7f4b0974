/* Puts one item into a settings file and takes it out again; every other byte stays, comments,
   order and formatting with it. Taking out what was put in gives the bytes from before, also where
   containers had to be made for it or the file itself. */
#pragma once

#include "text/edit.h"
#include "text/jsonc.h"

/* One step down: the member with this key; without a key, the element of an array in which some
   string ends with `holds`. */
typedef struct JsoncStep {
    Str key;
    Str holds;
} JsoncStep;

typedef struct JsoncPath {
    const JsoncStep *steps;
    size_t count;
} JsoncPath;

/* NULL when missing. Of a repeated key, the last: that is the one which readers take. */
JsoncNode *jsonc_find(Arena scratch, const JsoncDoc *doc, const JsoncPath *path);

/* Puts the value at the end of its container; what is missing of the path is made. The item must
   not exist. Errors: a step leads through something that is no object (array). */
bool jsonc_insert(Arena *arena, EditText text, const JsoncPath *path, const Json *value,
                  EditText *result, Err *err) MUST_USE;

/* Takes the item out, and containers that were made for it, and says so when the file was. */
EditText jsonc_remove(Arena *arena, const JsoncDoc *doc, const JsoncNode *item);
