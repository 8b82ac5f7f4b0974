/* Bytes as zstd frames with a checksum. */
#pragma once

#include "base/buf.h"

/* Appends a frame. `before` is what its reader will know too; it may be empty. */
void zip_put(Buf *out, Str plain, Str before, int level);
/* The bytes of a whole frame. False when it is damaged or its content is larger than `max`. */
bool zip_take(Arena *arena, Str frame, Str before, size_t max, Str *plain) MUST_USE;
