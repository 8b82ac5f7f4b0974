/* Expressions in one spelling, for those who resolve calls: without white space, comments, type
   arguments, redundant brackets and what the brackets of calls and indices hold. `a?.b`, `a!.b` and
   `a->b` are `a.b`; `await` is left out; `(*p)`, `&p` are `p`.
       (await pool.take(1, 2)) . send<T>   pool.take().send
       new Foo<Bar>(x)                     new Foo()
       &Foo{a: 1}, ((Foo) x), (x as Foo)   Foo{}          a value of that type
       items[i + 1]                        items[]
       "text"                              ""
       open(path).unwrap()                 open()?          where the language says so
       (await import("./a")).f             import(./a).f    `require` too
       (x as any), (x satisfies T)         x
   Empty when it is more than a chain of names, calls and indices: an operation, a literal, a
   function. */
#pragma once

#include "lang/registry.h"

/* Longer ones are nobody's receiver. */
#define EXPRESSION_SOURCE_BYTES 1024

Str expression_text(Arena *arena, const Language *language, Str source);

/* The offset of the bracket that closes the one at `open`, counting all kinds, quotes skipped;
   STR_NONE when there is none. */
size_t expression_close(Str text, size_t open);
/* What stands before the name at `offset`, joined to it by `.` or `::`, up to where the chain
   begins; empty when nothing is. */
Str expression_before(Str text, size_t offset);
