/* Names that a part of one file declares and no function: type parameters, the keys of values
   that have no type of their own, names in patterns. */
#pragma once

#include "lsp/lsp_spot.h"

/* Sets the declaration and all places of the type parameter that the spot names, as those of a
   local name; false if it names none. */
bool lsp_scoped_type(LspReader *reader, LspSpot *spot) MUST_USE;
/* The type around the spot that has its name and is in no other declaration, or SYMBOL_NOWHERE. */
uint32_t lsp_scoped_around(LspReader *reader, const LspSpot *spot);
/* Where this file declares the name of the spot, if no symbol does: a key in its value,
   `{ key: 1 }`, or the only pattern outside of all declarations that has the name. */
bool lsp_scoped_place(LspReader *reader, const LspSpot *spot, size_t *start) MUST_USE;
