#include "base/varint.h"

void varint_put(Buf *buf, uint64_t value)
{
    while (value >= 0x80) {
        buf_put_byte(buf, (char)(value | 0x80));
        value >>= 7;
    }
    buf_put_byte(buf, (char)value);
}

void varint_put_near(Buf *buf, uint64_t value, uint64_t near)
{
    uint64_t delta = value - near;
    varint_put(buf, (delta << 1) ^ (0 - (delta >> 63)));
}

void varint_put_str(Buf *buf, Str text)
{
    varint_put(buf, text.len);
    buf_put(buf, text);
}

uint64_t varint_long(VarintReader *in)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && in->ptr < in->end; shift += 7) {
        uint64_t byte = (unsigned char)*in->ptr++;
        value |= (byte & 0x7F) << shift;
        if (byte < 0x80)
            return value;
    }
    in->failed = true;
    in->ptr = in->end;
    return 0;
}

Str varint_str(VarintReader *in)
{
    uint64_t len = varint_take(in);
    if (in->failed || len > (uint64_t)(in->end - in->ptr)) {
        in->failed = true;
        in->ptr = in->end;
        return (Str){0};
    }
    Str text = {in->ptr, (size_t)len};
    in->ptr += len;
    return text;
}
