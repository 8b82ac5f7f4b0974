/* Arguments of calls, normalised to a short text from which overload resolution can infer their
   types. A text has no white space:
       pool.take(1)        pool.take()     as lang/walk/expression.h spells it
       (Foo) x, new Foo()  Foo{}           a value of a type as lang/walk/type.h spells it
       1, 'c', x == y      int{} char{} boolean{}
       "text"              ""
       null                null
       (a, b) -> a         ->2             a lambda with two parameters
       Foo::bar            ::
       a + 1, -a           a+int{}         arithmetic, whatever the operator
       a ? b : c           b|c             one of them
   It is empty if the type cannot be inferred. For C++ the types are spelled as in
   lang/walk/type_plus.h (`const Foo*{}`). */
#pragma once

#include "lang/registry.h"

/* Longer texts are dropped: nothing is known of the argument. */
#define ARGUMENT_BYTES_MAX 80
