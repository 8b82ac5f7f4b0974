/* The numbers and texts that constants have, as far as their expressions show them. */
#pragma once

#include "change/side.h"

/* Whether two constants surely have the same value, though it is written otherwise: `60 * 60`,
   `3_600`;
   `"a" + "b"`, `'ab'`; the second one of `iota + 1`, `2`. */
bool constant_values_are_equal(const ChangeSide *a, uint32_t first, const ChangeSide *b,
                               uint32_t second);
