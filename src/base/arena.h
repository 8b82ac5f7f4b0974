/* Arena allocator: memory that is freed as a whole. An arena reserves address space once and hands
   out pieces by moving a pointer; pages cost memory only when touched. Results go to an `Arena
   *arena`. Temporaries go to an `Arena scratch` passed by value, which frees them when the function
   returns. The two must be different arenas (or the scratch a copy below which nothing else
   allocates).
   Exhausting the reserve, or failing to reserve, is fatal: the handler set with arena_set_fatal()
   is called and must not return; the default prints a message and exits. */
#pragma once

#include "base/base.h"

typedef struct Arena {
    char *begin;
    char *ptr;
    char *end;
    char *large; /* end of the part for which large pages were requested */
} Arena;

typedef void (*ArenaFatal)(const char *message);

/* Reserves `reserve` bytes of address space (0: limits.h ARENA_RESERVE), or less if the process is
   limited. */
void arena_open(Arena *arena, size_t reserve);
void arena_close(Arena *arena);
/* Excludes the arena from forked children: its pages are neither copied nor counted twice. */
void arena_keep_from_children(Arena *arena);
/* The same with `hidden`; without it, includes the arena again. */
void arena_hide(const Arena *arena, bool hidden);

/* Frees everything; memory above ARENA_KEEP goes back to the system. */
void arena_reset(Arena *arena);

/* For a caller that lent out a scratch arena, used up to `high`: returns its memory to the system,
   except for the first `keep` bytes, or ARENA_KEEP. */
void arena_give_back_above(Arena scratch, size_t keep, const char *high);
void arena_give_back(Arena scratch, const char *high);

/* Zeroed memory for count items. count * size may not overflow (fatal). */
void *arena_alloc(Arena *arena, size_t count, size_t size, size_t align) MUST_USE;

/* Bytes that are not zeroed: for buffers that are written at once. */
char *arena_bytes(Arena *arena, size_t len) MUST_USE;

/* Announces that `bytes` are likely to be allocated soon. If they are many, large pages are
   requested from the kernel, which cost fewer page faults, and the next piece begins one. Nearly
   free if they are not allocated. */
void arena_expect(Arena *arena, size_t bytes);
/* The same for an allocated piece that is about to be filled. */
void arena_expect_within(const Arena *arena, const void *piece, size_t bytes);

/* Grows a block; in place when it was the arena's latest. The new part is not zeroed. */
void *arena_grow(Arena *arena, void *old, size_t old_bytes, size_t new_bytes,
                 size_t align) MUST_USE;

static inline size_t arena_used(const Arena *arena)
{
    return (size_t)(arena->ptr - arena->begin);
}

/* Process-wide; call it once before other threads start. */
void arena_set_fatal(ArenaFatal handler);
void arena_fatal(const char *message) __attribute__((noreturn));

#define NEW(arena, Type, n) ((Type *)arena_alloc((arena), (n), sizeof(Type), _Alignof(Type)))
