/* What people and models write who do not know what an argument is called here: other names of
   parameters (`name` for `symbol`, `file_path`, `-i`), other words for choices (`callers` for the
   direction `in`), other names of tools. One table each, for the command line, the server and the
   library. */
#pragma once

#include "tools/tool.h"

/* The parameter that `name` stands for, dashes before it left out; by its own name first, then by
   those that others have for it. NULL when there is none. *idle is set where what it asks for is so
   anyway, as with `grep -n`: it is taken and does nothing. */
const ToolParam *alias_param(const Tool *tool, Str name, bool *idle);

/* What a parameter's value means: `callers` of a direction is `in`. As it is when it is known. */
Str alias_value(const ToolParam *param, Str text);

/* The tool that is called otherwise elsewhere, `search`, `get_callers`; NULL: none. */
const Tool *alias_tool(Str name);

/* Keeps a value that was given by any of its names. One that stands for a parameter which has a
   value already is an error. */
bool alias_set(ToolCall *call, const ToolParam *param, Str name, Str text, Err *err) MUST_USE;

/* For tests: row `index` of the table of names; false behind the last. */
typedef struct AliasRow {
    const char *tool;  /* NULL: of every tool that has the parameter */
    const char *name;  /* what is written, in snake_case */
    const char *param; /* what is meant; "": nothing that would change the answer */
} AliasRow;
bool alias_row(size_t index, AliasRow *row);
