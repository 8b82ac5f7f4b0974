/* Resolving by name alone, for calls that led nowhere (step_name in Rules.names). */
#pragma once

#include "index/resolve/resolver.h"

/* Adds edges to the functions that a call may mean by its name, with the confidence of the
   evidence. */
void by_name_resolve(Scope *scope, const Reference *reference);
/* The same for a call through an import that leads to no file; `package` is the imported name. True
   when the repository has such a symbol. */
bool by_name_resolve_import(Scope *scope, const Reference *reference, uint32_t package);
