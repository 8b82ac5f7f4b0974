/* What the head of a class says of type arguments (Language.types_keep_arguments), in one spelling
   that stands as the class's type: its parameters with their bounds, then its bases that have
   arguments. class Users<T extends Foo & Bar, U> extends Repo<T> implements Iface<List<U>>
       <T:Foo&Bar,U>|Repo<T>|Iface<U[List]> */
#pragma once

#include "lang/registry.h"

typedef struct TypeHead {
    Str parameters; /* `T:Foo&Bar,U` */
    Str bases;      /* `Repo<T>|Iface<U[List]>` */
} TypeHead;

/* From a class's signature; empty when it has neither, or is cut. */
Str type_head(Arena *arena, const Language *language, Str signature, Str name);
TypeHead type_head_read(Str text);
/* The next of a list, separators within angles and brackets left alone; false at the end. */
bool type_head_take(Str *rest, char separator, Str *part);
