/* Type parameters and generic bases of a class, normalised (for Language.types_keep_arguments).
   The text is stored as the type of the class's symbol: first its type parameters with their
   bounds, then its bases with type arguments.
       class Users<T extends Foo & Bar, U> extends Repo<T> implements Iface<List<U>>
       <T:Foo&Bar,U>|Repo<T>|Iface<U[List]> */
#pragma once

#include "lang/registry.h"

/* The name that a tuple's type, `(A, B)`, has in type texts: `__tuple<A,B>`. */
#define TYPE_TUPLE "__tuple"
/* The type of a function that tests its argument: `x is Foo` as `__test<Foo>`. */
#define TYPE_TEST "__test"
/* The same for `asserts x is Foo`. */
#define TYPE_ASSERTION "__assertion"

typedef struct TypeHead {
    Str parameters; /* `T:Foo&Bar,U` */
    Str bases;      /* `Repo<T>|Iface<U[List]>` */
} TypeHead;

/* The text, from the signature of the class with that name. Empty if there are neither parameters
   nor generic bases, or if the signature was cut. */
Str type_head(Arena *arena, const Language *language, Str signature, Str name);
/* Splits such a text into its two parts. */
TypeHead type_head_read(Str text);
/* Takes the next part of a list off *rest; separators inside brackets do not count. False at the
   end. */
bool type_head_take(Str *rest, char separator, Str *part);
