/* Types as they are written. */
#pragma once

#include "index/resolve/resolver.h"

/* What a type written at a place is: `a.b.C[]` gives VALUE_TYPE with a suffix. VALUE_UNKNOWN has
   the name in `named`: it may be a type parameter. Answers are cached. */
Value types_find(Resolver *resolver, uint32_t at, Str text);
/* An element of a list: a value of the type, or of the expression after `=`. */
Value types_of_part(Resolver *resolver, uint32_t at, Str part);
/* The type or module that a symbol of FIND_SCOPES is; of a namespace what represents it. */
Value types_of_scope(Resolver *resolver, uint32_t symbol);
/* Follows type aliases to their targets; distinct types (ENTRY_DISTINCT) are not aliases. */
Value types_unalias(Resolver *resolver, Value value);
/* The `[]`, `[List]` and `?` at the end of a type's text. */
Str types_suffix(Str text);
/* A value of the symbol's declared type; for a function, its result. */
Value types_of_symbol(Resolver *resolver, uint32_t symbol);
/* The type arguments of a value, `User` of `Box<User>`, as a value of that type. */
Value types_of_argument(Resolver *resolver, const Value *owner);
/* What a type declares as an alias of that name: `type Item = …`. VALUE_UNKNOWN: nothing. */
Value types_of_alias_in(Resolver *resolver, uint32_t type, Str name);
/* Takes modules off the front of *rest, by the hooks `find_path` and `find_module` of the place's
   language (rules.h). */
bool types_find_path(Resolver *resolver, uint32_t at, Str *rest, Value *value);
bool types_find_module(Resolver *resolver, uint32_t at, Str *rest, Value *value);
/* C++: whether only a macro opens the namespace, so that its contents appear to be outside of it.
 */
bool types_is_macro_namespace(const Resolver *resolver, Str name);
/* The path without such namespaces at its front. */
Str types_skip_macro_namespaces(Resolver *resolver, uint32_t at, Str path);
