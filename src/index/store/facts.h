/* Facts: the outline of one file as bytes, a function of its content alone. References are encoded
   separately, since only their resolution needs them. The bytes are columns of numbers and texts
   (codec.h). They are not compressed here; the store compresses many files together
   (facts_pack.h).

   FACTS_VERSION must change whenever the content of an outline or the meaning of these bytes
   changes. An index of another version is rebuilt.

   Byte positions of symbols are encoded with the references. Decoded without them they are 0,
   except that `body` is 1 for a symbol with a body. Positions of imports and references, and cut
   points, are not encoded. */
#pragma once

#include "base/buf.h"
#include "lang/lang.h"

#define FACTS_VERSION 124

typedef struct Facts {
    Str outline;
    Str references; /* can be decoded only together with the outline; empty: omitted */
    Str terms;      /* see terms/file_terms.h; only in facts to be stored */
} Facts;

/* The result is in the arena. */
Facts facts_encode(Arena *arena, Arena scratch, const Outline *outline);
/* Decodes facts, with or without references. False if the bytes are invalid; never reads beyond
   them. Strings of the outline are in the arena or point into the facts. */
bool facts_decode(Arena *arena, const Facts *facts, bool references, Outline *outline) MUST_USE;
/* A copy of the facts, bytes included. */
Facts facts_copy(Arena *arena, const Facts *facts);
