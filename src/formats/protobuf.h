/* The wire format of protocol buffers: fields with a number and one of four types. Messages are
   written into a buffer; reading walks over possibly hostile bytes and copies nothing. */
#pragma once

#include "base/varint.h"

/* ---- writing; zero and empty values are omitted, as in proto3 ---- */

void protobuf_put_number(Buf *out, uint32_t field, uint64_t value);
void protobuf_put_text(Buf *out, uint32_t field, Str bytes);
/* A list of numbers, packed. */
void protobuf_put_numbers(Buf *out, uint32_t field, const uint32_t *values, size_t count);
/* A nested message: the fields written between the two calls. */
size_t protobuf_begin(Buf *out, uint32_t field);
void protobuf_end(Buf *out, size_t begun);
/* The bytes before a message of a known length. */
void protobuf_put_head(Buf *out, uint32_t field, size_t len);

/* ---- reading ---- */

typedef enum ProtobufType {
    PROTOBUF_NUMBER = 0,
    PROTOBUF_FIXED64 = 1,
    PROTOBUF_BYTES = 2, /* a text, a message, or packed numbers */
    PROTOBUF_FIXED32 = 5,
} ProtobufType;

typedef struct ProtobufField {
    uint32_t number;
    ProtobufType type;
    uint64_t value; /* of a number; 0 for the other types */
    Str bytes;      /* of PROTOBUF_BYTES; points into the message */
} ProtobufField;

static inline VarintReader protobuf_open(Str message)
{
    return varint_open(message);
}
/* The next field. False at the end, and if the bytes are not a message: then reader->failed.
   Groups, which proto3 does not have, are refused. */
bool protobuf_next(VarintReader *reader, ProtobufField *field) MUST_USE;
/* The next number of a packed list, or of a field with a single number. */
bool protobuf_take_number(VarintReader *packed, uint64_t *value) MUST_USE;
