/* Names of which only those blocks are in memory that were needed so far: their texts and starts
   have their places, which are empty until then. */
#pragma once

#include "index/names.h"

typedef struct NamesBlock {
    uint32_t first, count; /* ids */
    uint32_t start, bytes; /* of their texts */
    Str signs;             /* hashes that may be among them (base/filter.h) */
    Str trigrams;          /* of all of them, packed */
    bool here;
} NamesBlock;

typedef struct NamesLazy {
    NamesBlock *blocks;
    size_t count;
    /* Writes the texts of a block; false when they cannot be read. */
    bool (*read)(void *state, size_t block, char *into);
    /* False when what a block has of trigrams cannot be told. */
    bool (*trigrams)(void *state, size_t block, uint64_t *set);
    void *state;
    bool *damaged; /* set when a block cannot be read: its names are then empty */
} NamesLazy;

/* In place of what there is. Blocks follow one another from id 1 and the second byte of the texts;
   there is one at least, and each has a byte or more for each name. */
void names_be_lazy(Names *names, NamesLazy *lazy);
/* Whether names of a block may contain a text that has these trigrams; then the block is here. */
bool names_bring_with(const Names *names, size_t block, const uint64_t *trigrams);
uint32_t names_find_lazily(const Names *names, Str text);
