/* Finds a table of a table in a TOML file, `[outer.name]`, so that it can be put in and taken out
   while every other byte stays. Only the structure is read: values may be of any kind, dates too.
 */
#pragma once

#include "text/edit.h"
#include "text/toml.h"

typedef struct TomlSpan {
    size_t start;
    size_t end; /* behind its last line, without the line end */
} TomlSpan;

typedef struct TomlTable {
    TomlSpan *spans; /* `[outer.name]` and its subtables with their lines; `name = …` in [outer] */
    size_t count;
    bool closed; /* outer is `outer = …` or `[[outer]]`: no table of its own can be added to it */
    bool inlined; /* name is a table within `outer = {…}`; it has no span */
    bool foreign; /* name is there and is no table: `name = 5`, `[[outer.name]]` */
} TomlTable;

bool toml_find_table(Arena *arena, Str text, Str outer, Str name, TomlTable *table,
                     Err *err) MUST_USE;
/* Puts a block behind the text that starts with `[outer.name]`. It must not be there, and `outer`
   not be closed. */
EditText toml_insert(Arena *arena, EditText text, Str block);
EditText toml_remove(Arena *arena, Str text, const TomlTable *table);
