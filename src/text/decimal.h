/* Decimal numbers as JSON writes them, whatever the locale of the process is. */
#pragma once

#include "base/str.h"

/* The whole text must be one, and finite. Exact to about 15 digits. */
bool decimal_parse(Str text, double *value) MUST_USE;
