/* Tokenisation of code and prose for the word vectors. */
#pragma once

#include "base/buf.h"

/* Appends the words in `text` in small letters, a blank before each, at most `max` of them: split
   at changes of case and at what is no letter, 2 to 24 letters long; without English function
   words, words in other alphabets, addresses, HTML tags and the tags of documentation (`@param`).
 */
void words_put(Buf *out, Str text, size_t max);
