/* Encoding of numbers and texts. Writing and reading use the same calls, so that they cannot
   diverge: a Codec either appends a value or reads the next one.

   The bytes are divided into parts, each with several columns. To read a part, all earlier parts
   must have been read. A name is stored once; later parts refer to names of earlier ones.

   Reading never goes beyond the bytes. If they end early or are invalid, `failed` is set and
   values are 0. */
#pragma once

#include "base/buf.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/varint.h"
#include "base/vec.h"

/* Maximum number of columns in a part. */
#define CODEC_COLUMNS 24
/* Bytes of texts that reading one file's facts may compose of stored ones. They are parts of a
   file's text; without the cap, a few hostile bytes could repeat a long name a million times. */
#define CODEC_COMPOSED_BYTES_MAX (64 * MB)

typedef struct Codec {
    Arena *arena; /* holds texts that were composed while reading; others point into the part */
    bool writing, failed;
    unsigned column;                /* the column in use: see codec_use */
    Buf out[CODEC_COLUMNS];         /* writing: the current part */
    VarintReader in[CODEC_COLUMNS]; /* reading: the rest of the current part */
    size_t part_len;
    size_t composed; /* reading: bytes of composed texts */
    Map known;
    VEC(Str) names;
    size_t names_before; /* names in earlier parts */
    size_t names_met;
} Codec;

Codec codec_write(Arena *arena);
Codec codec_read(Arena *arena);

/* Selects the column for the following values. */
void codec_use(Codec *codec, unsigned column);
void codec_number(Codec *codec, uint64_t *value);
void codec_u32(Codec *codec, uint32_t *value);
void codec_u16(Codec *codec, uint16_t *value);
/* A number stored as the difference to `near`. */
void codec_near(Codec *codec, uint32_t *value, uint32_t near);
/* The number of items that follow, each of at least one byte; checked when reading. */
void codec_count(Codec *codec, size_t *count);
/* A text that is likely to occur again. Returns its number from 1, or 0 for the empty text. */
uint32_t codec_name(Codec *codec, Str *name);
/* A text that is stored where it occurs. Bytes 0 and 1 are replaced by spaces. */
void codec_text(Codec *codec, Str *text);
/* The same, but the first occurrence of `part`, which the reader knows, is not stored. */
void codec_text_around(Codec *codec, Str *text, Str part);

/* Counts bytes of a text that the reader composes; fails beyond CODEC_COMPOSED_BYTES_MAX. */
void codec_compose(Codec *codec, size_t bytes);

/* A part split into its columns and its new names, each name ended by a NUL. Any bytes can be
   split: bytes that are not a part have no columns and are entirely in `rest`. */
typedef struct CodecPieces {
    size_t count; /* of columns; the others are empty */
    Str columns[CODEC_COLUMNS];
    Str names, rest;
} CodecPieces;
CodecPieces codec_cut_part(Str part);
/* Appends the head of a part, with the lengths of its columns. */
void codec_put_head(Buf *part, const CodecPieces *pieces);
/* Ends the current part, appends it to `part` and begins the next one. */
void codec_put_part(Codec *codec, Buf *part);
/* Begins reading the next part; false if it is invalid. */
bool codec_take_part(Codec *codec, Str part) MUST_USE;
