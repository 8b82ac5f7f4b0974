/* Tables of Lua: which functions a table has, and which table an expression is. A table is a
   VALUE_MODULE: `symbol` is the first symbol of the file, `named` the path of its name there, or 0
   for what the file returns. */
#pragma once

#include "index/resolve/resolver.h"

/* Adds all functions of that name in the file, in one table or, with an empty path, in any. */
void tables_find(const Resolver *resolver, uint32_t id, uint32_t name, Str path, Finds *finds);
/* Adds the functions that the table or a parent of it has under the name. */
void tables_find_member(Resolver *resolver, const Value *table, uint32_t name, Finds *finds);
/* The path of the table that `self` refers to: the enclosing function's. */
Str tables_of_self(const Resolver *resolver, uint32_t at);
/* The import that binds the word to the result of a `require`, or NULL. */
const ImportLink *tables_required(Resolver *resolver, uint32_t file, Str word);
/* Follows `return require("a.b")` to the file whose table is returned. */
uint32_t tables_returned_file(Resolver *resolver, uint32_t id);
/* The field of a table. */
Value tables_member(Resolver *resolver, const Value *table, Str word);
