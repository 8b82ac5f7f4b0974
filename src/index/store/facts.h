/* The facts of one file as bytes, a function of the content alone: its outline, and its references
   apart, which are needed only to resolve them. Columns of numbers and texts (codec.h), not
   compressed: the store does that, for many files at once (facts_pack.h). FACTS_VERSION changes
   whenever what an outline holds or these bytes mean changes: an index of another version is made
   anew.

   Places of symbols in bytes come with the references; without them they are 0, but `body` is 1
   where there is one. Those of imports and references, and cut points, are not kept. */
#pragma once

#include "base/buf.h"
#include "lang/lang.h"

#define FACTS_VERSION 97

typedef struct Facts {
    Str outline;
    Str references; /* makes sense with the outline only; empty: left out */
    Str terms;      /* terms/file_terms.h; only while they are on their way to the store */
} Facts;

/* The facts live in the arena. */
Facts facts_encode(Arena *arena, Arena scratch, const Outline *outline);
/* With the references or without. False when the bytes make no sense; never reads outside them. The
   outline's strings live in the arena, or are those of the facts. */
bool facts_decode(Arena *arena, const Facts *facts, bool references, Outline *outline) MUST_USE;
/* Facts that own their bytes. */
Facts facts_copy(Arena *arena, const Facts *facts);
