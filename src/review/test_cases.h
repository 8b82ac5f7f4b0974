/* The cases of tests that run once per row of a table: `parametrize`, `test.each`, Go's slices of
   structs, `@ValueSource`, `[InlineData]`, shared examples. */
#pragma once

#include "change/side.h"

/* How many cases more the tables of the new side have, where a table's first row counts as the test
   that is declared with it. Tables elsewhere are not read: if there are more than before, a large
   number. Negative: there are fewer. */
int64_t test_cases_gained(const ChangeSide *old, const ChangeSide *new);
/* How many lines begin with the prompt of an example that doctest runs. */
size_t test_cases_prompts(Str text);
