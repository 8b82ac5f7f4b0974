/* Lazy name tables: blocks of names are fetched when first needed. Ids and positions of all texts
   are fixed from the start; the memory of a block is untouched until it is fetched. N-gram filters
   (ngrams.h) tell which blocks can hold a text. */
#pragma once

#include "index/catalog/names.h"
#include "index/catalog/ngrams.h"

/* A run of consecutive names that is stored and fetched as one. */
typedef struct NamesBlock {
    uint32_t first, count; /* ids */
    uint32_t start, bytes; /* position and length of their texts */
    Str ngrams;            /* filter of their n-grams */
    bool is_loaded;
} NamesBlock;

/* Where blocks come from. The callbacks are supplied by the owner of the storage. */
typedef struct NamesLazy {
    NamesBlock *blocks; /* with room for one more, of names that are added (names_put_lazily) */
    size_t count;
    /* Reads the stored bytes of a block into the arena. Called by one thread at a time. False if
       they cannot be read. */
    bool (*read)(void *state, Arena *arena, size_t block, Str *packed);
    /* Decompresses them. Called on several threads. */
    bool (*unpack)(Arena *arena, Str packed, Str *texts);
    void *state;
    Arena scratch; /* opened with the first fetch */
    bool *damaged; /* set when a block cannot be read; its names are then empty */
    bool more;     /* the last block holds added names */
} NamesLazy;

/* Makes a table lazy, replacing its content. Blocks must be contiguous, beginning with id 1 at the
   second byte of the texts. There must be at least one, and each needs at least one byte for each
   name. */
void names_be_lazy(Names *names, NamesLazy *lazy);
/* A filter on blocks: decides by its texts whether a block is kept. Called on several threads,
   also for blocks that are in memory already. */
typedef struct NamesWish {
    bool (*wants)(const void *context, Arena scratch, const NamesBlock *block, Str texts);
    const void *context;
} NamesWish;
/* Fetches some blocks (NULL: all), on several threads. With a wish, only the blocks that match it
   are kept. */
void names_bring_some(const Names *names, const uint32_t *blocks, size_t count,
                      const NamesWish *wish);
/* A table of one block's names, with ids from 0. It points to the texts. */
Names names_of_block(Arena *arena, const NamesBlock *block, Str texts);
/* names_find in a lazy table. */
uint32_t names_find_lazily(const Names *names, Str text);
/* names_put in a lazy table; new names stay in memory only. 0 if there is no room for a new one:
   several thousand fit. */
uint32_t names_put_lazily(Names *names, Str text);
