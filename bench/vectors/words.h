/* Tokenisation of code and prose for the word vectors. */
#pragma once

#include "base/buf.h"

/* Appends the words in `text` in lower case, a blank before each, at most `max` of them. They are
   split at changes of case and at bytes that are no letters, and have 2 to 24 letters. Left out are
   English function words, words in other alphabets, addresses, HTML tags and the tags of
   documentation (`@param`). */
void words_put(Buf *out, Str text, size_t max);
