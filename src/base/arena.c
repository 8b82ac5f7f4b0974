/* One reservation per arena: mmap with NORESERVE costs nothing until pages are touched, so growing
   never copies and a scratch copy of the struct is a cheap stack discipline. */
#include "base/arena.h"

#include "base/limits.h"
#include "base/poison.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Where address space is limited, an arena gets this part of it: indexing has 50 arenas open, and a
   call's own two may need much more than the others. */
#define ARENA_RESERVE_USUAL 128
#define ARENA_RESERVE_LARGEST 24
/* Smallest reserve to try when the system limits address space. */
#define ARENA_RESERVE_MIN (16 * MB)
/* Linux allows a process some 65,000 mappings. */
#define FORBIDDEN_MAX 30000
/* Exit code when memory runs out: the request failed. */
#define ERR_EXIT_MEMORY 1

#define LARGE_PAGE (2 * MB)
/* For less, the unused rest of a large page weighs more. The first touch of a small page costs as
   much as a hundred pages that come with a large one, and more in a virtual machine. */
#define LARGE_WORTH (1 * MB)

static void fatal_default(const char *message)
{
    fprintf(stderr, "Error: %s\n", message);
    _exit(ERR_EXIT_MEMORY);
}

static ArenaFatal fatal_handler = fatal_default;

void arena_set_fatal(ArenaFatal handler)
{
    fatal_handler = handler ? handler : fatal_default;
}

void arena_fatal(const char *message)
{
    fatal_handler(message);
    abort();
}

/* The address space of this process. The stack is at its upper end: 47 bits on x86, 39 on many
   small 64-bit ARM machines. Determined once, before a sandbox forbids it. */
static size_t address_space(void)
{
    static _Atomic size_t known;
    struct rlimit limit;
    size_t space = atomic_load(&known);
    if (space)
        return space;
    space = (uintptr_t)&limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0)
        space = (size_t)MIN(limit.rlim_cur, space);
    atomic_store(&known, space);
    return space;
}

static size_t reserve_within(size_t reserve, size_t share)
{
    size_t size = MAX(share, ARENA_RESERVE_MIN) & ~(LARGE_PAGE - 1);
    return MIN(size, reserve);
}

void arena_open(Arena *arena, size_t reserve)
{
    size_t space = address_space();
    size_t size = reserve ? reserve_within(reserve, space / ARENA_RESERVE_LARGEST)
                          : reserve_within(ARENA_RESERVE, space / ARENA_RESERVE_USUAL);
    void *memory = MAP_FAILED;
    while (memory == MAP_FAILED) {
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory != MAP_FAILED)
            break;
        if (size / 2 < MIN(ARENA_RESERVE_MIN, size))
            arena_fatal("out of memory: cannot reserve address space");
        size /= 2;
    }
    arena->begin = arena->ptr = memory;
    arena->end = arena->begin + size;
    arena->large = arena->begin;
}

/* Under sanitizers, the pages that held anything are never mapped again: a use after close is
   always reported, and never finds another arena's bytes. */
static char *arena_forbid(const Arena *arena)
{
#ifdef POISON_ACTIVE
    static _Atomic unsigned forbidden;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t used = (arena_used(arena) + page - 1) & ~(page - 1);
    if (used && atomic_fetch_add(&forbidden, 1) < FORBIDDEN_MAX &&
        mmap(arena->begin, used, PROT_NONE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
             -1, 0) != MAP_FAILED)
        return arena->begin + used;
#endif
    return arena->begin;
}

void arena_close(Arena *arena)
{
    char *from = arena->begin ? arena_forbid(arena) : NULL;
    if (from < arena->end)
        munmap(from, (size_t)(arena->end - from));
    *arena = (Arena){0};
}

void arena_hide(const Arena *arena, bool hidden)
{
    madvise(arena->begin, (size_t)(arena->end - arena->begin),
            hidden ? MADV_DONTFORK : MADV_DOFORK);
}

void arena_keep_from_children(Arena *arena)
{
    arena_hide(arena, true);
}

void arena_give_back_above(Arena scratch, size_t keep, const char *high)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t left = (size_t)(scratch.end - scratch.ptr);
    if (left <= keep || high <= scratch.ptr + keep)
        return;
    char *from = scratch.ptr + keep;
    from += (size_t)(-(uintptr_t)from & (page - 1));
    if (high > from)
        madvise(from, (size_t)(high - from), MADV_DONTNEED);
}

void arena_give_back(Arena scratch, const char *high)
{
    arena_give_back_above(scratch, ARENA_KEEP, high);
}

void arena_reset(Arena *arena)
{
    char *high = arena->ptr;
    arena->ptr = arena->begin;
    arena_give_back(*arena, high);
}

static char *arena_take(Arena *arena, size_t len, size_t align)
{
    size_t pad = (size_t)(-(uintptr_t)arena->ptr & (align - 1));
    size_t left = (size_t)(arena->end - arena->ptr);
    if (len > left || pad > left - len)
        arena_fatal("out of memory: a request passed its arena's reserve");
    char *result = arena->ptr + pad;
    arena->ptr = result + len;
    return result;
}

void *arena_alloc(Arena *arena, size_t count, size_t size, size_t align)
{
    if (size && count > SIZE_MAX / size)
        arena_fatal("out of memory: size overflow");
    char *result = arena_take(arena, count * size, align);
    if (count)
        memset(result, 0, count * size);
    return result;
}

char *arena_bytes(Arena *arena, size_t len)
{
    return arena_take(arena, len, 1);
}

static char *large_page_from(const char *ptr)
{
    return (char *)(uintptr_t)ptr + (size_t)(-(uintptr_t)ptr & (LARGE_PAGE - 1));
}

void arena_expect(Arena *arena, size_t bytes)
{
    size_t left = (size_t)(arena->end - arena->ptr);
    if (bytes < LARGE_WORTH || bytes > left || arena->ptr + bytes <= arena->large)
        return;
    bool begun = arena->large > arena->ptr;
    char *from = begun ? arena->large : large_page_from(arena->ptr);
    size_t missing = (size_t)(arena->ptr + bytes - (begun ? from : arena->ptr));
    size_t size = (missing + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
    if (from > arena->end || size > (size_t)(arena->end - from) ||
        madvise(from, size, MADV_HUGEPAGE) != 0)
        return;
    arena->large = from + size;
    if (!begun)
        arena->ptr = from;
}

void arena_expect_within(const Arena *arena, const void *piece, size_t bytes)
{
    char *from = large_page_from(piece), *end = large_page_from((const char *)piece + bytes);
    if (bytes >= LARGE_WORTH && from < end && end <= arena->end)
        madvise(from, (size_t)(end - from), MADV_HUGEPAGE);
}

void *arena_grow(Arena *arena, void *old, size_t old_bytes, size_t new_bytes, size_t align)
{
    if (old && (char *)old + old_bytes == arena->ptr &&
        new_bytes - old_bytes <= (size_t)(arena->end - arena->ptr)) {
        arena->ptr += new_bytes - old_bytes;
        return old;
    }
    char *result = arena_take(arena, new_bytes, align);
    if (old_bytes)
        memcpy(result, old, old_bytes);
    return result;
}
