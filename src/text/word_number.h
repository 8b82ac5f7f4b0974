/* Singular and plural of English nouns: a question may ask for a key or for keys. */
#pragma once

#include "text/terms.h"

/* Buffer size of a plural. */
#define WORD_NUMBER_BYTES (TERM_WORD_BYTES_MAX + 2)

typedef struct WordNumbers {
    char one[WORD_NUMBER_BYTES], many[WORD_NUMBER_BYTES];
    size_t one_len, many_len;
} WordNumbers;

/* The forms of a word in any case, of at most TERM_WORD_BYTES_MAX bytes. Both forms of a noun give
   the same result, and the word itself is one of them. A word that is not of letters alone has one
   form. */
WordNumbers word_numbers(Str word);
