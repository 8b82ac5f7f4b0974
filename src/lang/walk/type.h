/* Normalised types, for the resolver: the name alone, without pointers, references, qualifiers,
   type arguments, quotes and `null`. Wrappers (Language.wrappers) are replaced by their argument.
   Containers and arrays become `[]` after the element type, results become `?` after the type
   inside:
       const std::vector<Foo *> &     Foo[]        map[string]*pkg.Foo     pkg.Foo[]
       Optional["Foo"]                Foo          Result<Vec<Foo>, E>     Foo[]?
       Foo | undefined                Foo          Box<dyn Foo + Send>     Foo
   If types keep their arguments (Language.types_keep_arguments), these are normalised as well:
       Map<String, ? extends Foo>     Map<String,Foo>
   Where unions are kept (Language.unions_are_kept), as up to four alternatives:
       list[A | B]                    A[]|B[]
   A tuple is written with its parts, and again those that have a name:
       (A first, List<B>)             __tuple<A,B[],first:A>
   The result is empty for types without a name: functions, other unions. */
#pragma once

#include "lang/registry.h"

/* Longer types are taken for unknown. */
#define TYPE_SOURCE_BYTES 512

/* The normalised type; empty if the source is too long or not a type. */
Str type_text(Arena *arena, const Language *language, Str source);
/* Type erasure of a normalised type: `Map<String,Foo>[]` becomes `Map[]`. */
Str type_erased(Arena *arena, Str text);

/* Appends the suffix to each of the alternatives in a text: `A|B`. */
Str type_each(Arena *arena, Str text, Str suffix);

/* The type of an initialiser. If the expression constructs an object (`new Foo()`, `Foo{}`), that
   is the type, and *value is false. Otherwise the result is the normalised expression
   (expression.h), and *value is true. Empty for literals and for expressions that are not a chain.
   */
Str type_of_expression(Arena *arena, const Language *language, Str source, bool *value);
/* The same for an argument that is in `depth` others (lang/walk/given.h). */
Str type_of_argument(Arena *arena, const Language *language, Str source, bool *value, int depth);

/* Parts of a type's text: the offset of the bracket that closes the one at the start, or STR_NONE;
   the offset of the byte outside of all brackets, or the length; `null` and its like. */
size_t type_close(Str text);
size_t type_find_outside(Str text, char byte);
bool type_is_nothing(Str text);
