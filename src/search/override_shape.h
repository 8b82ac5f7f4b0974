/* Go signatures: whether a method may be the one that an interface asks for. */
#pragma once

#include "search/override_go.h"

/* By number of parameters and the name of the result, as far as the catalog has them. */
bool override_shape_is_alike(const Kin *kin, const Entry *a, const Entry *b);
/* By the last names of all parameter and result types, which only the facts of both files have:
   `(a, b int, c *pkg.T)` and `(int, int, T)` are the same. Aliases, type parameters and what is not
   known may be any type. */
bool override_shape_fits(Kin *kin, uint32_t method, uint32_t other);
/* The last word of a type's text. */
Str override_shape_last_word(Str text);
