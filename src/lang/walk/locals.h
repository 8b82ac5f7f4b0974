/* The last step of collecting references: what is bound in a symbol, or in a function around it, is
   no USE of anything outside; and a local variable through which nothing is called says nothing.
   Arguments that are variables of a declared type become values of that type. */
#pragma once

#include "lang/outline.h"

/* The innermost block around a symbol. */
typedef struct Block {
    uint32_t start, end;
} Block;
typedef VEC(Block) BlockVec;

/* A bare name of which a symbol has several functions, in different blocks, gets the line of the
   one that is seen there. The blocks are those of the outline's symbols. */
void locals_resolve_blocks(Arena scratch, const BlockVec *spans, Outline *outline);
void locals_resolve_references(Arena *arena, Arena scratch, Outline *outline);
/* Before that: what is assigned becomes the symbols' `writes`, in the arena. */
void locals_collect_writes(Arena *arena, Arena scratch, Outline *outline);
