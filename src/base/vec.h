/* Typed growing arrays in an arena.
       typedef VEC(Symbol) SymbolVec;
       Symbol *symbol = VEC_PUSH(arena, &symbols);      // zeroed, valid until the next push */
#pragma once

#include "base/arena.h"

#define VEC(Type) \
    struct { \
        Type *ptr; \
        size_t len; \
        size_t cap; \
    }

void *vec_grow(Arena *arena, void *old, size_t *cap, size_t item_size, size_t align);
void *vec_reserve(Arena *arena, size_t *cap, size_t item_size, size_t align);

#define VEC_PUSH(arena, vec) \
    (((vec)->len < (vec)->cap \
          ? (void)0 \
          : (void)((vec)->ptr = vec_grow((arena), (vec)->ptr, &(vec)->cap, sizeof(*(vec)->ptr), \
                                         _Alignof(__typeof__(*(vec)->ptr))))), \
     memset(&(vec)->ptr[(vec)->len], 0, sizeof(*(vec)->ptr)), &(vec)->ptr[(vec)->len++])

/* Reserves capacity for `count` items in an empty vector, limited to an eighth of the arena's rest.
   Untouched capacity costs no memory, whereas each growth abandons the old block in the arena. */
#define VEC_RESERVE(arena, vec, count) \
    ((vec)->cap = (count), \
     (void)((vec)->ptr = vec_reserve((arena), &(vec)->cap, sizeof(*(vec)->ptr), \
                                     _Alignof(__typeof__(*(vec)->ptr)))))
