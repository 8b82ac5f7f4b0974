/* Paths within URIs (RFC 3986). */
#pragma once

#include "base/buf.h"

/* %41 becomes A; what is no escape stays as it is. */
Str uri_decode(Arena *arena, Str text);
