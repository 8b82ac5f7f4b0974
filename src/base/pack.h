/* Numbers as bytes: seven bits a byte, lowest first, the high bit says that more follow. */
#pragma once

#include "base/buf.h"

void pack_put(Buf *buf, uint64_t value);
/* Signed differences, folded so that small ones of either sign stay short. */
void pack_put_near(Buf *buf, uint64_t value, uint64_t near);
void pack_put_str(Buf *buf, Str text);

/* Reading never leaves the bytes: running off the end or a number of more than 64 bits sets
   `failed`, and everything read from then on is 0 or empty. */
typedef struct Unpack {
    const char *ptr, *end;
    bool failed;
} Unpack;

static inline Unpack unpack_open(Str bytes)
{
    return (Unpack){bytes.ptr, bytes.ptr + bytes.len, false};
}
static inline bool unpack_is_done(const Unpack *in)
{
    return in->failed || in->ptr == in->end;
}
uint64_t unpack_long(Unpack *in); /* all but what unpack_take does itself */
static inline uint64_t unpack_take(Unpack *in)
{
    if (in->end - in->ptr < 2)
        return unpack_long(in);
    uint64_t first = (unsigned char)in->ptr[0], second = (unsigned char)in->ptr[1];
    if (first < 0x80) {
        in->ptr++;
        return first;
    }
    if (second >= 0x80)
        return unpack_long(in);
    in->ptr += 2;
    return (first & 0x7F) | second << 7;
}
static inline uint32_t unpack_u32(Unpack *in)
{
    uint64_t value = unpack_take(in);
    in->failed = in->failed || value > UINT32_MAX;
    return (uint32_t)value;
}
static inline uint64_t unpack_near(Unpack *in, uint64_t near)
{
    uint64_t folded = unpack_take(in);
    return near + ((folded >> 1) ^ (0 - (folded & 1)));
}
Str unpack_str(Unpack *in); /* points into the bytes */
