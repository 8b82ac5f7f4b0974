/* Values of a type at places where they no longer fit: handed on where an interface is asked for
   that the type does not have any more, or made of a type that is abstract now. */
#pragma once

#include "change/use_text.h"

typedef struct GivenType {
    Str type;
    Str method;    /* only pointers have it from now on; empty: it is another break */
    Str interface; /* the type does not have it any more; empty: no matter which */
    const Consequence *use;
} GivenType;

/* Adds places in the files at which values of the type are handed on. *count is their number. */
void given_uses_add(TextUses *uses, const FileIdVec *files, const GivenType *given, size_t *count,
                    ConsequenceVec *found);
/* Adds places at which an heir is made, or handed on, that lacks a member which its base asks for.
   `heir` says where it is declared. */
void given_uses_add_heir(TextUses *uses, Arena scratch, const Consequence *heir, Str type, Str base,
                         ConsequenceVec *found);
