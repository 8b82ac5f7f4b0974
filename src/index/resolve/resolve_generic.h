/* Type arguments (Language.types_keep_arguments): what `T` is for a member of `Repo<User>`, what a
   class that fixes it (`class Users extends Repo<User>`) has, and what generic types of the
   standard libraries give. The type of a class is its head as lang/walk/type_head.h spells it. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* What was found as a member of the owner, with its type arguments for the parameters of the type
   that declares it. */
Value generic_member(Resolver *resolver, const Value *owner, const Finds *finds, Value found);
/* What a function that was found so returns. */
Value generic_returned(Resolver *resolver, const Value *function, Value returned);
/* A member of a type of the standard library: `get` of `Map<String,User>`, `[]` an element by
   index, `[*]` one by iterating; false when nothing is known. */
bool generic_library(Resolver *resolver, const Value *value, Str member, Value *result);
/* The next base of the owner's type, or of a base of it, that is a list or of the standard library,
   with its arguments; *step counts from 0. */
bool generic_base(Resolver *resolver, const Value *owner, uint32_t *step, Value *base);
/* What the class's only superclass is, with its arguments. */
Value generic_super(Resolver *resolver, uint32_t type, Value base);
