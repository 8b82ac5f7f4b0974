/* Names of which only those blocks are in memory that were needed so far: their texts and starts
   have their places, which are empty until then. */
#pragma once

#include "index/catalog/names.h"
#include "index/catalog/ngrams.h"

typedef struct NamesBlock {
    uint32_t first, count; /* ids */
    uint32_t start, bytes; /* of their texts */
    Str ngrams;            /* what they are made of */
    bool here;
} NamesBlock;

typedef struct NamesLazy {
    NamesBlock *blocks; /* with room for one more, of names that are put (names_put_lazily) */
    size_t count;
    /* The bytes of a block as they are kept, until `arena` forgets them; asked by one thread at a
       time. False when they cannot be read. */
    bool (*read)(void *state, Arena *arena, size_t block, Str *packed);
    /* The texts in them; asked by several threads. */
    bool (*unpack)(Arena *arena, Str packed, Str *texts);
    void *state;
    Arena scratch; /* opened with the first block */
    bool *damaged; /* set when a block cannot be read: its names are then empty */
    bool more;     /* the last block is of names that were put */
} NamesLazy;

/* In place of what there is. Blocks follow one another from id 1 and the second byte of the texts;
   there is one at least, and each has a byte or more for each name. */
void names_be_lazy(Names *names, NamesLazy *lazy);
/* What the names of a block are wanted for, told by their texts; asked by several threads, also of
   blocks that are here. */
typedef struct NamesWish {
    bool (*wants)(const void *context, Arena scratch, const NamesBlock *block, Str texts);
    const void *context;
} NamesWish;
/* Has those of these blocks here that are wanted: without a wish all of them. NULL: of all blocks.
 */
void names_bring_some(const Names *names, const uint32_t *blocks, size_t count,
                      const NamesWish *wish);
/* The names of a block by themselves, with ids from 0 on. */
Names names_of_block(Arena *arena, const NamesBlock *block, Str texts);
uint32_t names_find_lazily(const Names *names, Str text);
/* A new one stays in memory. 0 when it is new and there is no room for it: some thousands fit. */
uint32_t names_put_lazily(Names *names, Str text);
