/* Variable-length numbers (LEB128): seven bits a byte, lowest first; the high bit marks that more
   follow. */
#pragma once

#include "base/buf.h"

#define VARINT_BYTES_MAX 10 /* of one number */

void varint_put(Buf *buf, uint64_t value);
/* Signed differences, zigzag-coded so that small ones of either sign stay short. */
void varint_put_near(Buf *buf, uint64_t value, uint64_t near);
void varint_put_str(Buf *buf, Str text);

/* Reading is bounds-checked: running off the end or a number of more than 64 bits sets `failed`,
   and everything read from then on is 0 or empty. */
typedef struct VarintReader {
    const char *ptr, *end;
    bool failed;
} VarintReader;

static inline VarintReader varint_open(Str bytes)
{
    return (VarintReader){bytes.ptr, bytes.ptr + bytes.len, false};
}
static inline bool varint_is_done(const VarintReader *in)
{
    return in->failed || in->ptr == in->end;
}
uint64_t varint_long(VarintReader *in); /* the general case of varint_take */
static inline uint64_t varint_take(VarintReader *in)
{
    if (in->end - in->ptr < 2)
        return varint_long(in);
    uint64_t first = (unsigned char)in->ptr[0], second = (unsigned char)in->ptr[1];
    if (first < 0x80) {
        in->ptr++;
        return first;
    }
    if (second >= 0x80)
        return varint_long(in);
    in->ptr += 2;
    return (first & 0x7F) | second << 7;
}
static inline uint32_t varint_u32(VarintReader *in)
{
    uint64_t value = varint_take(in);
    in->failed = in->failed || value > UINT32_MAX;
    return (uint32_t)value;
}
static inline uint64_t varint_near(VarintReader *in, uint64_t near)
{
    uint64_t folded = varint_take(in);
    return near + ((folded >> 1) ^ (0 - (folded & 1)));
}
Str varint_str(VarintReader *in); /* points into the bytes */
