/* What the reading of expressions (resolve_value.c) is made of. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* Without its outermost layer, `?` or brackets (then `mark` is `]`); a result has an element too.
   What has no layer may say what it gives (Rust's Iterator and Index). */
Value value_peeled(Resolver *resolver, Value value, char mark);
/* A method of what holds elements, called: `iter()` keeps them, `first()` gives one. False when it
   is another one. */
bool value_take_layer(Resolver *resolver, const Language *language, Str method, Value *value);

/* What a name after `.` or `::` is of, `called` when a bracket follows. */
Value value_member(Resolver *resolver, const Value *value, Str name, bool called);
/* What a name that nothing stands before is at the symbol. */
Value value_of_name(Resolver *resolver, const Scope *scope, uint32_t at, Str name, bool called);
/* Kotlin, Swift: methods of that name that extend a type which is not of the repository and which
   the value is known to have. True when there are any. */
bool find_foreign_extensions(Resolver *resolver, uint32_t at, uint32_t name, const Value *value,
                             Finds *finds);
/* C#: methods of that name that extend the value's type, where the place sees them. */
void find_extensions(Resolver *resolver, uint32_t at, uint32_t name, const Value *value,
                     Finds *finds);
