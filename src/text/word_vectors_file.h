/* File format of the word vectors. The header is followed by:
   - the provenance text, padded with blanks to a multiple of 4 bytes;
   - `count` terms (text/terms.h) of 32 bits, ascending;
   - as many lengths of a byte each, and the words;
   - `count` times `dims` bytes.
   Numbers are little-endian. */
#pragma once

#include <stdint.h>

#define WORD_VECTORS_MAGIC "fovea wv"

typedef struct WordVectorsHeader {
    char magic[8]; /* WORD_VECTORS_MAGIC, without its end */
    uint32_t count;
    uint32_t dims;
    uint32_t text_len;
    uint32_t words_len; /* total length of the words */
} WordVectorsHeader;
