/* Keywords of the C family, and the macros that everybody uses like keywords. */
#pragma once

#include "lang/c/c_token.h"

/* Four times the words there are: most names find an empty slot at once. */
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
