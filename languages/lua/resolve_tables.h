/* Tables of Lua: which functions a table has, and which table an expression is. A table is a
   VALUE_MODULE: `symbol` is the first symbol of the file, `named` the path of its name there, or 0
   for what the file returns, `place` the index of the function that makes it, or 0. An object that
   is written as a literal has no kind; `argument` is its text, `place` where it is written. */
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
/* The table with that path in the file, declared or not. */
Value tables_at(Resolver *resolver, uint32_t file, Str path);
/* The first BIND of the name in the file, or in the symbol for what a function returns; or NULL. */
const Reference *tables_assigned(Resolver *resolver, uint32_t id, uint32_t symbol, Str name);
/* The value of a BIND of the file, found once. One that depends on itself is unknown. */
Value tables_bound(Resolver *resolver, uint32_t id, const Reference *bind);
/* The table that has what the table itself lacks. */
Value tables_parent(Resolver *resolver, const Value *table);
/* The table that the function at the index makes: functions in it belong to that table. An empty
   path means any, if there is just one. */
Value tables_made_by(Resolver *resolver, uint32_t id, uint32_t index, Str path);
/* The value of a name. */
Value tables_named(Resolver *resolver, const Scope *scope, uint32_t at, Str word);
/* The value of a type in a comment, or of an expression after `=`. */
Value tables_of_text(Resolver *resolver, uint32_t at, Str text);

/* ---- resolve_tables_values.c ---- */

/* The field of an object that is written as a literal. */
Value tables_part(Resolver *resolver, const Scope *scope, const Value *record, Str word);
/* Adds the function that a class library calls for a new object of the table; false if no such
   library made it. */
bool tables_find_initializer(Resolver *resolver, const Value *table, Finds *finds);
