/* Users of a table that holds functions: `rules[name](a, b)` may run each of them. */
#pragma once

#include "project/project.h"
#include "relations/found_uses.h"

/* The value whose initialiser declares the function, `const rules = { rest(a, b) {…} }`; or
   SYMBOL_NOWHERE. */
uint32_t table_around(const Catalog *catalog, uint32_t function);
/* Keeps the users whose text takes any element: by a computed key or by a loop. */
void table_users_keep(Project *project, uint32_t table, FoundUses *uses);
