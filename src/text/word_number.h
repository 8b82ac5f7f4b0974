/* The two numbers of an English noun: a question asks for a key and for keys alike. */
#pragma once

#include "text/terms.h"

/* Room for a plural. */
#define WORD_NUMBER_BYTES (TERM_WORD_BYTES_MAX + 2)

typedef struct WordNumbers {
    char one[WORD_NUMBER_BYTES], many[WORD_NUMBER_BYTES];
    size_t one_len, many_len;
} WordNumbers;

/* Of a word in whatever case, of at most TERM_WORD_BYTES_MAX bytes: the same for both of its forms,
   of which one is the word itself. What is not of letters alone has one form. */
WordNumbers word_numbers(Str word);
