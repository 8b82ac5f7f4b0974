/* Keyword table of the C family, with macros that are commonly used like keywords. */
#pragma once

#include "lang/c/c_token.h"

/* Four times the number of words: most names hit an empty slot at once. */
#define C_WORD_SLOTS 1024

typedef struct CWordSlot {
    Str text;
    CWord word;
} CWordSlot;

/* Words that a file may add: the table must keep empty slots. */
#define C_WORDS_ADDED_MAX 64

typedef struct CWordTable {
    size_t added; /* by c_word_add */
    CWordSlot slots[C_WORD_SLOTS];
} CWordTable;

/* The table must be zeroed. */
void c_words_init(CWordTable *table, unsigned dialect);
/* Adds a word that the table has not. */
void c_word_add(CWordTable *table, Str text, CWord word);
CWord c_word_find(const CWordTable *table, Str word);
