/* Type arguments that a call gives without writing them: `id(Foo())` returns a Foo, `xs.map {
   it.owner }` a list of owners. The type parameters of the function are bound by the arguments,
   first those that are values, then the results of those that are functions; the result is its
   declared type with these bindings. Functions of the libraries come from rows of the language
   (library.def). */
#pragma once

#include "index/resolve/resolver.h"

/* Where a call is: its arguments are evaluated there. `scope` may be NULL. */
typedef struct CallPlace {
    Resolver *resolver;
    const Scope *scope;
    uint32_t at;
} CallPlace;

typedef struct SignatureParameter {
    Str label, type;
    bool many;     /* it takes any number of arguments */
    bool optional; /* it has a default value */
} SignatureParameter;

/* Takes the next parameter off a list, as call_signature.h spells it. */
bool signatures_take(Str *rest, SignatureParameter *parameter);
/* The parameter that an argument is for: by its label, else by its index. False without one. */
bool signatures_find(Str list, size_t index, Str argument, SignatureParameter *parameter);
/* The argument without its label, and the label. */
Str signatures_label(Str *argument);
/* The value of a literal; unknown for other arguments. */
Value signatures_literal(Resolver *resolver, Str argument);
/* The value of an argument that is not a function. */
Value signatures_argument(const CallPlace *place, Str argument);

/* The value of calling a function or type whose `given` is set; `returned` without type arguments
   that come from there. */
Value signatures_called(const CallPlace *place, const Value *function, Value returned);
/* Sets *result to that of a call of a library's function `member` on the owner; false if unknown.
 */
bool signatures_library(const CallPlace *place, const Value *owner, Str member, Str given,
                        Value *result);
/* What a function that is passed to another is called with. `callee` is a function of the
   repository, or a function of a library that is called on `owner`. `wanted` are the indices of the
   argument and of the parameter, as `1.0`; the parameter `this` is the receiver of the function. */
Value signatures_callback(const CallPlace *place, const Value *callee, const Value *owner,
                          Str member, Str wanted);
