/* The facts of one file as bytes: its outline, imports and references, a function of the content
   alone. Columns of variable-length integers over one pool of strings, then zstd; about a tenth of
   the outline in memory. FACTS_VERSION 6changes whenever what an outline holds changes: blobs of
   another version do not decode, so the file is parsed again. */
#pragma once

#include "base/buf.h"
#include "lang/lang.h"

#define FACTS_VERSION 6

/* Appends the blob. */
void facts_encode(Arena scratch, const Outline *outline, Buf *blob);
/* False when the bytes are not whole facts of this version; never reads outside them. The outline's
   strings live in the arena. */
bool facts_decode(Arena *arena, Str blob, Outline *outline) MUST_USE;
