/* Numbers and texts as bytes, written and read by the same calls, so that the two directions cannot
   drift apart: a Codec either appends a value or takes the next one. Bytes come in parts, each of
   several columns; a part can be read when those before it were. Names are kept once: later parts
   know those of earlier ones.

   Reading never leaves the bytes: when they end or make no sense, `failed` is set and values are 0.
 */
#pragma once

#include "base/buf.h"
#include "base/map.h"
#include "base/varint.h"
#include "base/vec.h"

/* Of a part. */
#define CODEC_COLUMNS 22

typedef struct Codec {
    Arena *arena; /* texts that were read live here, or are those of the part */
    bool writing, failed;
    unsigned column;                /* that values are written to or read from: see codec_use */
    Buf out[CODEC_COLUMNS];         /* of the part at hand, when writing */
    VarintReader in[CODEC_COLUMNS]; /* what is left of it, when reading */
    size_t part_len;
    Map known;
    VEC(Str) names;
    size_t names_before; /* in parts before this one */
    size_t names_met;
} Codec;

Codec codec_write(Arena *arena);
Codec codec_read(Arena *arena);

/* What follows stands in this column. */
void codec_use(Codec *codec, unsigned column);
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

/* A part is its columns, then the names that are new, each ended by a NUL. Any bytes can be cut:
   those that are no part have no columns and are all in `rest`. */
typedef struct CodecPieces {
    size_t count; /* of columns; the others are empty */
    Str columns[CODEC_COLUMNS];
    Str names, rest;
} CodecPieces;
CodecPieces codec_cut_part(Str part);
/* What stands before the columns of a part. */
void codec_put_head(Buf *part, const CodecPieces *pieces);
/* Ends the part being written and appends it to `part`. The next one begins. */
void codec_put_part(Codec *codec, Buf *part);
/* Takes up the next part; false when it makes no sense. */
bool codec_take_part(Codec *codec, Str part) MUST_USE;
