/* N-gram filters of names: hash filters that tell which blocks of names cannot contain a text. A
   name's n-grams are its trigrams, the first two to four bytes of its sub-words, both in lower
   case, and a hash of the whole name. */
#pragma once

#include "base/buf.h"
#include "base/vec.h"

typedef VEC(uint32_t) NgramVec; /* hashes */

/* Adds the trigrams of a text. Every name that contains the text, in any case, has all of them. */
void ngrams_add_trigrams(Arena *arena, NgramVec *ngrams, Str text);
/* Adds the beginnings of a lower-case word. Every name with a sub-word that begins with it has all
   of them. */
void ngrams_add_prefix(Arena *arena, NgramVec *ngrams, Str word);
/* Adds all n-grams of a name. */
void ngrams_add_name(Arena *arena, NgramVec *ngrams, Str name);

/* Appends the filter of these n-grams, `bytes` long, which must be more than 0. */
void ngrams_put_filter(Buf *out, const NgramVec *ngrams, size_t bytes);
/* False: not all of the n-grams are in the filter. An empty filter lets everything pass. */
bool ngrams_are_in(Str set, const NgramVec *ngrams);
