/* Parser of decimal numbers in JSON's form, independent of the locale. */
#pragma once

#include "base/str.h"

/* False unless the whole text is a finite number. Exact to about 15 digits. */
bool decimal_parse(Str text, double *value) MUST_USE;
