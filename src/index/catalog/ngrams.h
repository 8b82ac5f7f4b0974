/* Of which short pieces names are made: groups of three bytes, and how their sub-words begin (two
   to four bytes), in either case; and the whole name as it is. A block of names keeps the set of
   theirs, so that who looks for a text knows where it cannot be. */
#pragma once

#include "base/buf.h"
#include "base/vec.h"

typedef VEC(uint32_t) NgramVec; /* hashes */

/* Every text that contains this one, in whatever case, has all of these. */
void ngrams_add_trigrams(Arena *arena, NgramVec *ngrams, Str text);
/* A name of which a sub-word begins with this lower-case word has all of these. */
void ngrams_add_prefix(Arena *arena, NgramVec *ngrams, Str word);
/* All of each kind that a name has. */
void ngrams_add_name(Arena *arena, NgramVec *ngrams, Str name);

/* Appends the set of them in so many bytes, more than 0. */
void ngrams_put_filter(Buf *out, const NgramVec *ngrams, size_t bytes);
/* False: they are not all in the set, which is what ngrams_put_filter appended. */
bool ngrams_are_in(Str set, const NgramVec *ngrams);
