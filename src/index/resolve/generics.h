/* Type arguments (Language.types_keep_arguments): the type `T` of a member of `Repo<User>` or of
   `class Users extends Repo<User>`, and the results of generic types of the standard libraries. The
   type of a class is its head as lang/walk/type_head.h spells it. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* `found` is a member of the owner. Replaces the type parameters of the type that declares it by
   the owner's arguments. */
Value generics_member(Resolver *resolver, const Value *owner, const Finds *finds, Value found);
/* The type `text` as a member of the owner writes it, such as that of a parameter, with the owner's
   arguments. */
Value generics_written(Resolver *resolver, const Value *owner, uint32_t member, Str text);
/* The same for the result of a function that was found as a member of the owner. */
Value generics_returned(Resolver *resolver, const Value *function, Value returned);
/* `found` is a member of the owner. The language's hook `fill_argument` applies the owner's type
   argument to it; without a hook, `found` is returned unchanged. */
Value generics_filled(Resolver *resolver, Value found, const Value *owner);
/* Sets *result to a member of a library type: `get` of `Map<String,User>`; `[]` is an element by
   index, `[*]` one by iterating, `()` the result of a call. False when it is not known. */
bool generics_library(Resolver *resolver, const Value *value, Str member, Value *result);
/* Sets *base to the next base, of the owner's type or of its bases, that is a list or a library
   type. *step begins at 0. False after the last. */
bool generics_base(Resolver *resolver, const Value *owner, uint32_t *step, Value *base);
/* `base`, the superclass of the type, with the arguments that the type gives it. */
Value generics_super(Resolver *resolver, uint32_t type, Value base);

/* ---- texts, for signatures.c ---- */

/* The names of a type's parameters, without bounds: `T,U`. */
Str generics_parameters(Resolver *resolver, uint32_t type);
/* The text with each of the parameters replaced by its argument; empty when one is missing. */
Str generics_fill(Resolver *resolver, Str text, Str parameters, Str arguments);
/* What the language's library says of a call of the member, `(parameters)=result`, in a type of
   that name; *parameters are the type's own. Empty when nothing is known. */
Str generics_library_call(Resolver *resolver, uint32_t at, Str type, Str member, Str *parameters);
