/* Tokeniser and stemmer of search. Identifiers are split at case changes, underscores and after
   digits, lower-cased and stemmed. Each identifier of several words also gives one joined term, and
   so do words with hyphens between them. A term is the hash of such a word; two different words
   share one in about 1 of 4 billion pairs. Stemming is a light suffix stripper for English, a short
   form of Porter, An algorithm for suffix stripping, 1980. Words that differ in number, tense or
   word class come together (`expired`, `expires`, `expiration`), at the price of an occasional pair
   that only looks alike. */
#pragma once

#include "base/str.h"

/* Longer runs of letters are encoded data, not words. */
#define TERM_WORD_BYTES_MAX 96

/* Callback of each term of the text, in order; `word` is the original text of it. A joined term
   follows its parts, with `joined` set. */
typedef void (*TermVisit)(void *context, uint32_t term, Str word, bool joined);
void terms_visit(Str text, TermVisit visit, void *context);

/* The term of a single lower-case word: stemmed, not split. */
uint32_t term_of_word(Str word);
/* The term for a declaration of a name. It differs from every word's term. Case and underscores do
   not count. */
uint32_t term_of_name(Str name);
/* Stems a lower-case word in place; returns the new length. */
size_t term_stem(char *word, size_t len);
/* A set of terms, in ascending order. */
typedef struct TermSet {
    const uint32_t *terms;
    size_t count;
} TermSet;
TermSet terms_of_words(Arena *arena, const char *const *words, size_t count);
/* Stop words of prose and of code. */
TermSet terms_common(Arena *arena);
bool term_set_has(TermSet set, uint32_t term);
