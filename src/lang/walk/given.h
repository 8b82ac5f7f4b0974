/* Arguments of calls as a short text (for Language.calls_keep_arguments), from which overload
   resolution and type arguments are inferred. They are joined by commas and have no white space:
       pool.take(1)           pool.take()      as lang/walk/expression.h spells it
       Foo(), new Foo()       Foo{}            a value of a type as lang/walk/type.h spells it
       1, 1.5, "a", true      0 0.0 "" true
       null, nil              null
       { x -> x.name() }      \1:$0.name()     a function with one parameter, and its result
       { }                    \                one whose parameters are not written
       Foo::bar, Foo::new     &Foo.bar &Foo.new
       name = x, name: x      name=x           a named argument
       *xs                    *                any number of arguments
   Any other argument is `_`. In an expression the text is written before the
   brackets of the call: `id<=Foo{}>()`. */
#pragma once

#include "lang/registry.h"

/* The texts of the arguments in `inside`, the text between the brackets of a call. Empty without
   arguments, and if they are too long or too deep in others. */
Str given_text(Arena *arena, const Language *language, Str inside, int depth);
/* `Pair<=Foo{},0>()` for `Foo() to 1`, `__tuple<=Foo{},0>()` for `(Foo(), 1)`; empty for other
   texts. */
Str given_pair(Arena *arena, const Language *language, Str source, int depth);
/* The text of a literal, or of a list of such, that a member is called on; empty for other texts.
 */
Str given_literal(Arena *arena, const Language *language, Str source);
/* Whether a type can be inferred from the texts: they are not all literals or unknown. */
bool given_has_types(Str given);
/* The expression without the arguments in it. */
Str given_dropped(Arena *arena, Str expression);
