/* Parameters of functions with their types and names, for languages whose calls keep their
   arguments (Language.calls_keep_arguments). */
#pragma once

#include "lang/outline.h"

/* `variables|receiver|parameters`: the type parameters of the function, the type that it extends,
   and its parameters:
       x: Int             x=Int          only: String = ""    ?only=String
       vararg xs: Foo     *xs=Foo        f: (A, B) -> R       f=__fn<A,B;R>
       _ x: Int (Swift)   =Int           f: A.(B) -> R        f=__fn<this,A,B;R>
   Of another name for a function type: `||=__fn<A;R>`. Empty when nothing needs it. */
Str call_signature(Arena *arena, const Outline *outline, uint32_t symbol);

/* The name of a function's type in these texts. */
#define TYPE_FUNCTION "__fn"
/* The signature of a type from its name on, without modifiers and annotations. */
Str call_signature_head(const Symbol *type);
