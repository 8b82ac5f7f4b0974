/* The facts of one file as bytes, a function of the content alone: its outline, and its references,
   which are more than half of them and can be left out when reading. Columns of numbers and texts,
   compressed (codec.h); 7 to 11 % of the source. FACTS_VERSION changes whenever what an outline
   holds changes: blobs of another version do not decode, so the file is parsed again.

   Places in bytes are not among the facts: whoever needs them has the text and can outline it. They
   come back as 0, but `body` as 1 where there is one. Cut points are not kept either. */
#pragma once

#include "base/buf.h"
#include "lang/lang.h"

#define FACTS_VERSION 16

/* Appends the blob, and the same without compression to `plain`; one of them may be NULL. */
void facts_encode(Arena scratch, const Outline *outline, Buf *blob, Buf *plain);
/* With the references or without. False when the bytes are not whole facts of this version; never
   reads outside them. The outline's strings live in the arena. */
bool facts_decode(Arena *arena, Str blob, bool references, Outline *outline) MUST_USE;
