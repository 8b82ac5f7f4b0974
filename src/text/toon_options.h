/* Validation of TOON's options: zeros are replaced by the defaults, invalid values are errors.
   `options` may be NULL. */
#pragma once

#include "text/toon.h"

bool toon_resolve(const ToonOptions *options, ToonOptions *resolved, Err *err) MUST_USE;
