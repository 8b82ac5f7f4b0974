/* Base64 with padding (RFC 4648, section 4). */
#pragma once

#include "base/str.h"

static inline uint64_t base64_length(uint64_t bytes)
{
    return (bytes + 2) / 3 * 4;
}
Str base64_encode(Arena *arena, Str bytes);
/* Strict decoder: false unless padding, alphabet and length are as the standard requires. */
bool base64_decode(Arena *arena, Str text, Str *bytes) MUST_USE;
