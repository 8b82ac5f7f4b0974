/* What an argument of a call is, for languages that tell overloads apart by the types of their
   arguments. One text for each, without white space:
       pool.take(1)        pool.take()     as lang/walk/expression.h spells it
       (Foo) x, new Foo()  Foo{}           a value of a type as lang/walk/type.h spells it
       1, 'c', x == y      int{} char{} boolean{}
       "text"              ""
       null                null
       (a, b) -> a         ->2             a lambda of two parameters
       Foo::bar            ::
       a + 1, -a           a+int{}         arithmetic, whatever the operator
       a ? b : c           b|c             one of them
   Empty for what cannot be told. C++ has types as lang/walk/type_plus.h spells them (`const
   Foo*{}`). */
#pragma once

#include "lang/registry.h"

/* Longer texts are left out. */
#define ARGUMENT_BYTES_MAX 80
