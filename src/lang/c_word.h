/* Keywords of the C family, and the macros that everybody uses like keywords. */
#pragma once

#include "lang/c_token.h"

#define C_WORD_SLOTS 1024

typedef struct CWordTable {
    uint8_t slots[C_WORD_SLOTS]; /* index + 1 into the list of words */
} CWordTable;

void c_words_init(CWordTable *table, unsigned dialect);
CWord c_word_find(const CWordTable *table, Str word);
