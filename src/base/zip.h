/* Bytes as zstd frames with a checksum. */
#pragma once

#include "base/buf.h"

/* Appends a frame. `before` is what its reader will know too; it may be empty. */
void zip_put(Buf *out, Str plain, Str before, int level);
/* The same for content of several parts: at each of these places, ascending, a block of its own
   begins, with its own statistics. */
typedef struct ZipCuts {
    size_t at[16];
    size_t count;
} ZipCuts;
void zip_put_cut(Buf *out, Str plain, const ZipCuts *cuts, int level);
/* What a frame's content is said to come to, from its first ZIP_HEAD_BYTES bytes; 0: unknown. */
#define ZIP_HEAD_BYTES 18
uint64_t zip_plain_len(Str head);
/* The bytes of a whole frame. False when it is damaged or its content is larger than `max`. */
bool zip_take(Arena *arena, Str frame, Str before, size_t max, Str *plain) MUST_USE;
