/* Inserting one item into a settings file and removing it again. Every other byte stays, comments,
   order and formatting included. Removing the inserted item restores the former bytes, even if
   containers or the file itself had to be created. */
#pragma once

#include "text/jsonc.h"
#include "text/text_edit.h"

/* One step of a path: the member with this key; without a key, the array element in which some
   string ends with `holds`. */
typedef struct JsoncStep {
    Str key;
    Str holds;
} JsoncStep;

typedef struct JsoncPath {
    const JsoncStep *steps;
    size_t count;
} JsoncPath;

/* The item at the path, or NULL. If the key is repeated, the last one, as readers do. */
JsoncNode *jsonc_find(Arena scratch, const JsoncDoc *doc, const JsoncPath *path);

/* Adds the value at the end of its container; missing parts of the path are created. The item must
   not exist. Fails if a step leads through a value that is not an object (array). */
bool jsonc_insert(Arena *arena, EditText text, const JsoncPath *path, const Json *value,
                  EditText *result, Err *err) MUST_USE;

/* Removes the item, and the containers that were created for it. The result does not exist if the
   file was created for it. */
EditText jsonc_remove(Arena *arena, const JsoncDoc *doc, const JsoncNode *item);
