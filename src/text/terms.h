/* The words of a text as search knows them: identifiers split at case changes, underscores and
   behind digits, in small letters, as stems; and each identifier of several words as one. A term is
   the hash of such a word: two different words have the same one once in some four thousand
   million pairs.

   Stems are those of a light suffix stripper for English: what differs in number, tense or as verb
   and noun comes together (`expired`, `expires`, `expiration`), at the price of a pair now and then
   that only looks alike. The steps are a short form of Porter, An algorithm for suffix stripping,
   1980. */
#pragma once

#include "base/str.h"

/* Longer runs of letters are no words: encoded data. */
#define TERM_WORD_BYTES_MAX 96

/* Calls back for each term of the text, in order; `word` is where it stands, as it is written. A
   word as one comes behind its parts, with `joined` set. */
typedef void (*TermVisit)(void *context, uint32_t term, Str word, bool joined);
void terms_visit(Str text, TermVisit visit, void *context);

/* Of a single word in small letters, without splitting: its stem's. */
uint32_t term_of_word(Str word);
/* That a name is declared: another term than any word's. Case and underscores do not count. */
uint32_t term_of_name(Str name);
/* Cuts a word in small letters down to its stem, in place; returns the length. */
size_t term_stem(char *word, size_t len);
/* Those of the words that stand everywhere, in prose or in code, and tell nothing: ascending. */
typedef struct TermSet {
    const uint32_t *terms;
    size_t count;
} TermSet;
TermSet terms_common(Arena *arena);
bool term_set_has(TermSet set, uint32_t term);
