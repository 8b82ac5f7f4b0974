/* Aliases for callers who guess a name: of parameters (`name` for `symbol`, `file_path`, `-i`), of
   choices (`callers` for the direction `in`) and of tools. The command line, the server and the
   library share one table for each. */
#pragma once

#include "tools/tool.h"

/* Returns the parameter of that name or alias, without the leading dashes; or NULL.
   *idle: the alias asks for what is always done, as `grep -n` does, and is accepted without
   effect. */
const ToolParam *alias_param(const Tool *tool, Str name, bool *idle);

/* Returns the value that is meant: `in` for `callers` as a direction. A value that the parameter
   knows is returned as it is. */
Str alias_value(const ToolParam *param, Str text);

/* Returns the tool that other programs call by that name, such as `get_callers`; NULL: none. */
const Tool *alias_tool(Str name);
/* The same if that name asks the tool's own question, as `importers` does; else NULL. */
const Tool *alias_tool_same(Str name);

/* Sets a parameter by its name or an alias. ERR_USAGE when an alias is used for a parameter that
   has a value already. */
bool alias_set(ToolCall *call, const ToolParam *param, Str name, Str text, Err *err) MUST_USE;

/* For tests: row `index` of the table of names; false after the last. */
typedef struct AliasRow {
    const char *tool;  /* NULL: of every tool that has the parameter */
    const char *name;  /* what is written, in snake_case */
    const char *param; /* what is meant; "": accepted without effect */
} AliasRow;
bool alias_row(size_t index, AliasRow *row);
