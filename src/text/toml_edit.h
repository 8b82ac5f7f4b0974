/* Editor of one table, `[outer.name]`, in a TOML file: finds, inserts and removes it while every
   other byte stays. Only the structure is parsed: values may be of any kind, dates included. */
#pragma once

#include "text/text_edit.h"
#include "text/toml.h"

typedef struct TomlSpan {
    size_t start;
    size_t end; /* after its last line, without the line end */
} TomlSpan;

typedef struct TomlTable {
    TomlSpan *spans; /* `[outer.name]` and its subtables with their lines; `name = …` in [outer] */
    size_t count;
    bool closed;  /* outer is `outer = …` or `[[outer]]`: no table can be added to it */
    bool inlined; /* name is a table within `outer = {…}`; then it has no span */
    bool foreign; /* name exists and is not a table: `name = 5`, `[[outer.name]]` */
} TomlTable;

bool toml_find_table(Arena *arena, Str text, Str outer, Str name, TomlTable *table,
                     Err *err) MUST_USE;
/* Appends a block that starts with `[outer.name]`. The table must not exist, and `outer` must not
   be closed. */
EditText toml_insert(Arena *arena, EditText text, Str block);
EditText toml_remove(Arena *arena, Str text, const TomlTable *table);
