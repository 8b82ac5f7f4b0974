/* Types in one spelling, for those who resolve calls: the name alone, without pointers, references,
   qualifiers, type arguments, quotes and `null`. What a language names as wrapper is left out; what
   it names as container, and arrays, give `[]` after the name of the element; what must be
   unwrapped first gives `?`:
       const std::vector<Foo *> &     Foo[]        map[string]*pkg.Foo     pkg.Foo[]
       Optional["Foo"]                Foo          Result<Vec<Foo>, E>     Foo[]?
       Foo | undefined                Foo          Box<dyn Foo + Send>     Foo
   Where types keep their arguments (Language.types_keep_arguments) these are in the same spelling:
       Map<String, ? extends Foo>     Map<String,Foo>
   Empty for what has no name: functions, tuples, unions of several. */
#pragma once

#include "lang/registry.h"

/* A longer type is taken for unknown. */
#define TYPE_SOURCE_BYTES 512

Str type_text(Arena *arena, const Language *language, Str source);
/* Without type arguments: `Map[]` of `Map<String,Foo>[]`. */
Str type_erased(Arena *arena, Str text);

/* Of an initialiser: `Foo` when the expression makes one (`new Foo()`, `Foo{}`), else the
   expression as in expression.h, and *value is set. Empty for literals and what is no chain. */
Str type_of_expression(Arena *arena, const Language *language, Str source, bool *value);
