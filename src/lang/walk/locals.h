/* Scope analysis of local variables: the last step of collecting references. It removes each USE of
   a name that the symbol, or one around it, binds, and each BIND of a variable that no other
   reference depends on. Call arguments that are variables of a declared type are replaced by values
   of that type. */
#pragma once

#include "lang/outline.h"

/* The innermost block around a symbol. */
typedef struct LocalBlock {
    uint32_t start, end;
} LocalBlock;
typedef VEC(LocalBlock) BlockVec;

/* Resolves bare names of functions by block scope, where a symbol has several functions of one name
   in different blocks. The reference gets the line of the function that is in scope. `spans` has
   the innermost block around each of the outline's symbols. */
void locals_resolve_blocks(Arena scratch, const BlockVec *spans, Outline *outline);
/* The analysis. New texts are in the arena. `keep`: bindings that no reference needs stay. */
void locals_resolve_references(Arena *arena, Arena scratch, Outline *outline, bool keep);
/* Must be called before it: turns REFERENCE_WRITE into the symbols' `writes`, in the arena. */
void locals_collect_writes(Arena *arena, Arena scratch, Outline *outline);
