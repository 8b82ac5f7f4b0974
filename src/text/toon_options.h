/* Checks TOON's options and replaces zeros by the defaults. `options` may be NULL. */
#pragma once

#include "text/toon.h"

bool toon_resolve(const ToonOptions *options, ToonOptions *resolved, Err *err) MUST_USE;
