/* Paths within URIs (RFC 3986). */
#pragma once

#include "base/buf.h"

/* %41 becomes A; what is no escape stays as it is. */
Str uri_decode(Arena *arena, Str text);
/* Everything but letters, digits and -._~/ is escaped. */
void uri_put_path(Buf *out, Str path);
