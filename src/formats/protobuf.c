/* A nested message is written after its tag, and moved once its length is known. */
#include "formats/protobuf.h"

#include <string.h>

#define VARINT_BYTES_MAX 10               /* 64 bits, seven a byte */
#define FIELD_NUMBER_MAX ((1u << 29) - 1) /* by the definition of protocol buffers */

static void put_tag(Buf *out, uint32_t field, ProtobufType type)
{
    varint_put(out, (uint64_t)field << 3 | (uint64_t)type);
}

void protobuf_put_number(Buf *out, uint32_t field, uint64_t value)
{
    if (!value)
        return;
    put_tag(out, field, PROTOBUF_NUMBER);
    varint_put(out, value);
}

void protobuf_put_head(Buf *out, uint32_t field, size_t len)
{
    put_tag(out, field, PROTOBUF_BYTES);
    varint_put(out, len);
}

void protobuf_put_text(Buf *out, uint32_t field, Str bytes)
{
    if (!bytes.len)
        return;
    protobuf_put_head(out, field, bytes.len);
    buf_put(out, bytes);
}

void protobuf_put_numbers(Buf *out, uint32_t field, const uint32_t *values, size_t count)
{
    size_t begun = protobuf_begin(out, field);
    for (size_t i = 0; i < count; i++)
        varint_put(out, values[i]);
    protobuf_end(out, begun);
}

size_t protobuf_begin(Buf *out, uint32_t field)
{
    put_tag(out, field, PROTOBUF_BYTES);
    return out->len;
}

void protobuf_end(Buf *out, size_t begun)
{
    char room[VARINT_BYTES_MAX];
    size_t len = out->len - begun, size = 0;
    for (size_t rest = len; size < sizeof room; rest >>= 7) {
        room[size++] = (char)((rest & 0x7F) | (rest > 0x7F ? 0x80 : 0));
        if (rest <= 0x7F)
            break;
    }
    if (out->overflow || !buf_reserve(out, size))
        return;
    memmove(out->ptr + begun + size, out->ptr + begun, len);
    memcpy(out->ptr + begun, room, size);
    out->len += size;
}

static bool fail(VarintReader *reader)
{
    reader->failed = true;
    return false;
}

/* Skips bytes; false if fewer are left. */
static bool skip(VarintReader *reader, uint64_t count)
{
    if (reader->failed || (uint64_t)(reader->end - reader->ptr) < count)
        return fail(reader);
    reader->ptr += count;
    return true;
}

bool protobuf_next(VarintReader *reader, ProtobufField *field)
{
    if (varint_is_done(reader))
        return false;
    uint64_t tag = varint_take(reader);
    *field = (ProtobufField){.number = (uint32_t)(tag >> 3), .type = (ProtobufType)(tag & 7)};
    if (reader->failed || !(tag >> 3) || tag >> 3 > FIELD_NUMBER_MAX)
        return fail(reader);
    switch (field->type) {
    case PROTOBUF_NUMBER: field->value = varint_take(reader); return !reader->failed;
    case PROTOBUF_FIXED64: return skip(reader, 8);
    case PROTOBUF_FIXED32: return skip(reader, 4);
    case PROTOBUF_BYTES: break;
    default: return fail(reader);
    }
    uint64_t len = varint_take(reader);
    const char *begin = reader->ptr;
    if (!skip(reader, len))
        return false;
    field->bytes = (Str){begin, (size_t)len};
    return true;
}

bool protobuf_take_number(VarintReader *packed, uint64_t *value)
{
    if (varint_is_done(packed))
        return false;
    *value = varint_take(packed);
    return !packed->failed;
}
