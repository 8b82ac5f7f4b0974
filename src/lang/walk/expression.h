/* Normalised expressions, from which the resolver infers the types of receivers. White space,
   comments, type arguments, redundant brackets, and the contents of calls and indices are left out.
   `a?.b`, `a!.b` and `a->b` become `a.b`; `await` is dropped; `(*p)` and `&p` become `p`.
       (await pool.take(1, 2)) . send<T>   pool.take().send
       new Foo<Bar>(x)                     new Foo()
       &Foo{a: 1}, ((Foo) x), (x as Foo)   Foo{}          a value of that type
       items[i + 1]                        items[]
       "text"                              ""
       open(path).unwrap()                 open()?          by Language.unwrappers
       (await import("./a")).f             import(./a).f    `require` too
       (x as any), (x satisfies T)         x
   The result is empty for anything but a chain of names, calls and indices, such as an operation, a
   number or a function. */
#pragma once

#include "lang/registry.h"

/* Longer expressions are taken for unknown. */
#define EXPRESSION_SOURCE_BYTES 1024

/* The normalised text, in the arena; empty if the source cannot be written as one. */
Str expression_text(Arena *arena, const Language *language, Str source);
/* The same for an expression that is an argument in `depth` others (lang/walk/given.h). */
Str expression_text_in(Arena *arena, const Language *language, Str source, int depth);

/* The offset of the bracket that closes the one at `open`. All kinds of brackets are counted
   together; strings are skipped. STR_NONE if it is not closed. */
size_t expression_close(Str text, size_t open);
/* The part of the chain before the name at `offset`, without the `.`, `::` or `->` that joins them.
   Empty if the name starts the chain. */
Str expression_before(Str text, size_t offset);
/* The chain that ends at `offset`, before an operator or an index; empty if none does. */
Str expression_operand(Str text, size_t offset);
