/* Compression into zstd frames with a checksum. */
#pragma once

#include "base/buf.h"

/* Appends a frame. `before` is a prefix (dictionary) that the reader must have too; it may be
   empty. */
void zstd_frame_put(Buf *out, Str plain, Str before, int level);
/* The same for content of several parts: at each of these offsets, ascending, a new block with its
   own statistics begins. */
typedef struct ZstdFrameCuts {
    size_t at[16];
    size_t count;
} ZstdFrameCuts;
void zstd_frame_put_cut(Buf *out, Str plain, const ZstdFrameCuts *cuts, int level);
/* The length of a frame's content as declared in its first ZSTD_FRAME_HEAD_BYTES bytes; 0: unknown.
 */
#define ZSTD_FRAME_HEAD_BYTES 18
uint64_t zstd_frame_plain_len(Str head);
/* Decompresses a whole frame. False when it is damaged or its content is larger than `max`. */
bool zstd_frame_take(Arena *arena, Str frame, Str before, size_t max, Str *plain) MUST_USE;
