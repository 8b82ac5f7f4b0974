/* Memory that is dropped whole. An arena reserves address space once and hands out pieces by moving
   a pointer; pages cost memory only when touched. Results go to an `Arena *arena`; temporaries to
   an `Arena scratch` passed by value, which forgets them when the function returns. The two must be
   different arenas (or the scratch a copy that nobody allocates below).

   Running past the reserve, or failing to reserve, is fatal: the handler set with
   arena_set_fatal() is called and must not return; the default prints a message and exits. */
#pragma once

#include "base/base.h"

typedef struct Arena {
    char *begin;
    char *ptr;
    char *end;
    char *large; /* up to where large pages were asked for */
} Arena;

typedef void (*ArenaFatal)(const char *message);

/* Reserves `reserve` bytes of address space (0: limits.h ARENA_RESERVE); less where the process may
   have little. */
void arena_open(Arena *arena, size_t reserve);
void arena_close(Arena *arena);
/* Children that are forked do not have it: what is in it need not be copied, nor counted twice. */
void arena_keep_from_children(Arena *arena);
/* The same until it is called with false. */
void arena_hide(const Arena *arena, bool hidden);

/* Forgets everything; memory above ARENA_KEEP goes back to the system. */
void arena_reset(Arena *arena);

/* For one who was lent a scratch arena and touched it up to `high`: all but the first `keep` bytes,
   or ARENA_KEEP, go back to the system. */
void arena_give_back_above(Arena scratch, size_t keep, const char *high);
void arena_give_back(Arena scratch, const char *high);

/* Zeroed memory for count items. count * size may not overflow (fatal). */
void *arena_alloc(Arena *arena, size_t count, size_t size, size_t align) MUST_USE;

/* Bytes that are not zeroed: for buffers that are written at once. */
char *arena_bytes(Arena *arena, size_t len) MUST_USE;

/* So many bytes are likely to come soon: where that is much, the system is asked for large pages,
   of which it takes fewer, and the next piece begins one. Costs next to nothing when they do not
   come. */
void arena_expect(Arena *arena, size_t bytes);
/* The same for a piece of the arena that was handed out and is about to be filled. */
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
