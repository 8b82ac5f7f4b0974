/* Calls in expressions: what their arguments say (lang/walk/given.h), the overload that they mean,
   and calls of the libraries. Used by infer.c. */
#pragma once

#include "index/resolve/signatures.h"

/* The name that the text begins with, with the marks of variables: `$x`, `@x`, `#x`. */
Str infer_leading_word(Str text);
/* The length of the text's leading `<…>`, brackets included. */
size_t infer_angles_length(Str text);
/* Takes what the arguments of a call say, `<=Foo{}>`, off the front of *rest. */
Str infer_take_given(Str *rest);
/* The overload that the arguments mean, of those that a member or, without an owner, a bare name
   has; else `found`. */
Value infer_overload(const CallPlace *place, const Value *owner, Str word, Str given, Value found);
/* A function or type that is about to be called with these arguments. */
Value infer_with_given(Resolver *resolver, const Value *owner, Value next, Str given);
/* `$0`, a parameter of the function whose result is being inferred. */
bool infer_take_parameter(const Resolver *resolver, Str word, Value *value);
/* A call of a library's function: `listOf(x)`, `List.of(x)`. */
bool infer_take_library(const CallPlace *place, Str word, Str given, Str *rest, Value *value);
/* `get<User>()`: the result of a function that returns its only type parameter. */
Value infer_with_written(Resolver *resolver, const Value *function, Value returned);
/* Scala: `xs(0)` is an element. */
Value infer_applied_list(Resolver *resolver, const Value *value);
/* Takes a literal off the front of *rest: text, and where calls keep arguments numbers. */
bool infer_take_literal(Resolver *resolver, const Language *language, Str *rest, Value *value);
/* Perl: `Foo::Bar` is the name of one package. */
bool infer_take_package(Resolver *resolver, uint32_t at, Str *rest, Value *value);
/* `new` with a path: a type that contains the rest of the path, or `new a.b.Foo()` with a package.
 */
Value infer_take_construction(Resolver *resolver, uint32_t at, Str word, Str *rest);
/* `Item[]{}`: a list that is written as a literal. False at anything else. */
bool infer_take_list(Resolver *resolver, uint32_t at, Str *rest, Value *value);
/* All constants of an enum, `Color.values`, or one of them, `Color.valueOf("RED")`. */
bool infer_take_constants(const Resolver *resolver, const Value *value, Str word, Value *found);
/* The function that the only extension of that name is; else the value that was found. */
Value infer_extended(Resolver *resolver, uint32_t at, const Value *value, Str word, Value found);
