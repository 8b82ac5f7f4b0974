/* Percent-decoding of paths within URIs (RFC 3986). */
#pragma once

#include "base/buf.h"

/* %41 becomes A; an invalid escape is kept. */
Str uri_decode(Arena *arena, Str text);
