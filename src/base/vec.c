#include "base/vec.h"

#define VEC_FIRST_CAP 8

void *vec_grow(Arena *arena, void *old, size_t *cap, size_t item_size, size_t align)
{
    size_t larger = *cap ? *cap * 2 : VEC_FIRST_CAP;
    if (larger > SIZE_MAX / item_size)
        arena_fatal("out of memory: size overflow");
    void *result = arena_grow(arena, old, *cap * item_size, larger * item_size, align);
    *cap = larger;
    return result;
}

void *vec_reserve(Arena *arena, size_t *cap, size_t item_size, size_t align)
{
    size_t left = (size_t)(arena->end - arena->ptr);
    *cap = MIN(*cap, left / 8 / item_size);
    return arena_grow(arena, NULL, 0, *cap * item_size, align);
}
