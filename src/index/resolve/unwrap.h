/* Unwrapping containers and optionals, one layer of Value.suffix at a time. */
#pragma once

#include "index/resolve/resolver.h"

/* The value without its outermost layer: `]` takes an element, `?` the value of an optional or a
   result. A result also counts as a container. Types that declare their element type (Rust's
   Iterator and Index, C++'s `operator[]`) need no layer. */
Value unwrap_layer(Resolver *resolver, Value value, char mark);
/* Applies a method of a container to *value: `iter()` keeps the elements, `first()` takes one.
   False for other methods. */
bool unwrap_method(Resolver *resolver, const Language *language, Str method, Value *value);
/* The value that a method of a lock or cell gives access to: `mutex.lock()`. It goes by the names
   of the type and the method, whatever the language. VALUE_UNKNOWN for any other method. */
Value unwrap_guarded(Resolver *resolver, const Value *value, Str method);
