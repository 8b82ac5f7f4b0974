/* Which blocks of a test file reach a symbol: the index knows that the file does; the text says in
   which of its blocks. A block that prepares others leads to them: set-up, a value with a name, a
   group that others include. */
#pragma once

#include "base/id_map.h"
#include "project/test_block.h"
#include "relations/named_calls.h"
#include "search/neighbours.h"

typedef struct BlockCase {
    uint32_t block;
    uint32_t steps, overrides;
    bool doubtful;
    bool prepared; /* only what runs before it reaches the symbol */
} BlockCase;
typedef VEC(BlockCase) BlockCaseVec;

/* A place in the file from which the symbols are reached. */
typedef struct BlockPlace {
    uint32_t offset;
    uint32_t steps, overrides;
    bool doubtful, prepared;
} BlockPlace;
typedef VEC(BlockPlace) BlockPlaceVec;

/* What leads to a group of another file, or from one: `it_behaves_like "a list"`. */
typedef struct BlockPass {
    TitledKind kind; /* SHARED: to groups of the title; INCLUDED: to groups that include them */
    Str title;
    Str name; /* of the value whose places are meant; empty: all cases */
    BlockPlace from;
} BlockPass;
typedef VEC(BlockPass) BlockPassVec;

/* Appends the places in the range of the node's symbol that name its callees among `nodes` (symbol
   -> index). */
void block_reach_places(Project *project, const TitledBlocks *blocks, const Neighbourhood *found,
                        const IdMap *nodes, uint32_t symbol, BlockPlaceVec *places);
/* Appends the places in the file that name the node's own symbol, a helper of its tests. */
void block_reach_names(Project *project, const TitledBlocks *blocks, const Neighbour *node,
                       BlockPlaceVec *list);
/* Appends the places in the file that make such a call, whatever the receiver. */
void block_reach_members(Project *project, const TitledBlocks *blocks, const NamedCalls *call,
                         BlockPlaceVec *list);
/* Appends the cases that the places lead to, and what leads to other files. False: one of the
   places is outside of all blocks. */
bool block_reach_spread(Arena *arena, Str text, const TitledBlocks *blocks,
                        const BlockPlaceVec *places, BlockCaseVec *cases, BlockPassVec *passed);
/* Appends the places in a file to which this leads by the block, a SHARED or an INCLUDED one. */
void block_reach_passed(Arena *arena, Str text, const TitledBlocks *blocks, const BlockPass *pass,
                        uint32_t block, BlockPlaceVec *places);
