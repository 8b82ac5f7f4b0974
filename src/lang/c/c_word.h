/* Keyword table of the C family, with macros that are commonly used like keywords. */
#pragma once

#include "lang/c/c_token.h"

/* Four times the number of words: most names hit an empty slot at once. */
#define C_WORD_SLOTS 1024

typedef struct CWordSlot {
    Str text;
    CWord word;
} CWordSlot;

typedef struct CWordTable {
    CWordSlot slots[C_WORD_SLOTS];
} CWordTable;

/* The table must be zeroed. */
void c_words_init(CWordTable *table, unsigned dialect);
CWord c_word_find(const CWordTable *table, Str word);
