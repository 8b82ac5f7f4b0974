/* Numbers and texts as compressed bytes, written and read by the same calls, so that the two
   directions cannot drift apart: a Codec either appends a value or takes the next one. Bytes come
   in frames, each compressed and with a checksum of its own; a frame can be read when those before
   it were. Names are kept once a blob: later frames know those of earlier ones.

   Reading never leaves the bytes: when they end or make no sense, `failed` is set and values are 0.
 */
#pragma once

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"

typedef struct Codec {
    Arena *arena; /* texts that were read live here */
    bool writing, failed;
    bool zipped; /* what is read is compressed */
    Buf out;     /* of the frame at hand, when writing */
    Str in;      /* what is left of it, when reading */
    Str before;  /* the frame before this one, uncompressed */
    Map known;
    VEC(Str) names;
    size_t names_before; /* in frames before this one */
    size_t names_met;
} Codec;

Codec codec_write(Arena *arena);
Codec codec_read(Arena *arena, bool zipped);

void codec_number(Codec *codec, uint64_t *value);
void codec_u32(Codec *codec, uint32_t *value);
void codec_u16(Codec *codec, uint16_t *value);
/* A number that is near another. */
void codec_near(Codec *codec, uint32_t *value, uint32_t near);
/* A number of items to follow, each of a byte at least. */
void codec_count(Codec *codec, size_t *count);
/* A text that is likely to be met again; returns its number from 1, 0 for the empty one. */
uint32_t codec_name(Codec *codec, Str *name);
/* A text of its own. Control bytes 0 and 1 come back as spaces. */
void codec_text(Codec *codec, Str *text);
/* The same; `part`, which is known, is left out where the text has it. */
void codec_text_around(Codec *codec, Str *text, Str part);

/* Ends the frame being written and appends it to the blob, and without compression to `also`; one
   of them may be NULL. The next one begins. */
void codec_put_frame(Codec *codec, Buf *blob, Buf *also);
/* Takes the next frame from the blob's head; false when it is damaged. */
bool codec_take_frame(Codec *codec, Str *blob) MUST_USE;
