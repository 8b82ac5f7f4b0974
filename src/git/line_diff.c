/* Uses libgit2's copy of xdiff, git's own diff library. Inputs that would make it quadratic (hash
   collisions) are found first and treated as too large. */
#include "git/line_diff.h"

#include "base/hash.h"
#include "base/limits_git.h"

#include <git2.h>

/* Without context, git first strips common blocks of this size from the ends of both texts. The
   placement of hunk boundaries depends on it. */
#define TAIL_BLOCK_BYTES 1024

typedef struct Taken {
    Arena *arena;
    LineHunkVec *hunks;
} Taken;

static int take(const git_diff_delta *delta, const git_diff_hunk *hunk, void *state)
{
    const Taken *taken = state;
    (void)delta;
    *VEC_PUSH(taken->arena, taken->hunks) = (LineHunk){.old_start = (uint32_t)hunk->old_start,
                                                       .old_count = (uint32_t)hunk->old_lines,
                                                       .new_start = (uint32_t)hunk->new_start,
                                                       .new_count = (uint32_t)hunk->new_lines};
    return 0;
}

static void cut_common_tail(Str *old, Str *new)
{
    size_t smaller = MIN(old->len, new->len), cut = 0, kept = 0;
    const char *a = old->ptr + old->len, *b = new->ptr + new->len;
    while (cut + TAIL_BLOCK_BYTES <= smaller &&
           memcmp(a - cut - TAIL_BLOCK_BYTES, b - cut - TAIL_BLOCK_BYTES, TAIL_BLOCK_BYTES) == 0)
        cut += TAIL_BLOCK_BYTES;
    while (kept < cut && a[(ptrdiff_t)kept++ - (ptrdiff_t)cut] != '\n')
        ;
    old->len -= cut - kept;
    new->len -= cut - kept;
}

static uint32_t count_lines(Str text)
{
    uint32_t lines = 0;
    Str line;
    while (str_take_until(&text, '\n', &line))
        lines++;
    return lines;
}

/* Puts one hunk for everything between the common first and last lines. */
static void put_coarse(Arena *arena, Str old, Str new, LineHunkVec *hunks)
{
    size_t head = 0, tail = 0, smaller = MIN(old.len, new.len);
    for (size_t i = 0; i < smaller && old.ptr[i] == new.ptr[i]; i++)
        if (old.ptr[i] == '\n')
            head = i + 1;
    for (size_t i = 1; head + i <= smaller && old.ptr[old.len - i] == new.ptr[new.len - i]; i++) {
        bool begins = (head + i == old.len || old.ptr[old.len - i - 1] == '\n') &&
                      (head + i == new.len || new.ptr[new.len - i - 1] == '\n');
        if (begins)
            tail = i;
    }
    uint32_t before = count_lines(str_slice(old, 0, head));
    uint32_t old_count = count_lines(str_slice(old, head, old.len - tail));
    uint32_t new_count = count_lines(str_slice(new, head, new.len - tail));
    *VEC_PUSH(arena, hunks) = (LineHunk){.old_start = before + (old_count > 0),
                                         .old_count = old_count,
                                         .new_start = before + (new_count > 0),
                                         .new_count = new_count};
}

/* ---- collisions ---- */

/* xdiff's hash of a line, and its bucket in a table of 2^bits. */
static uint64_t xdiff_hash(Str line)
{
    uint64_t hash = 5381;
    for (size_t i = 0; i < line.len; i++)
        hash = (hash + (hash << 5)) ^ (uint64_t)(int64_t)(signed char)line.ptr[i];
    return hash;
}

static size_t xdiff_place(uint64_t hash, unsigned bits)
{
    return (size_t)((hash + (hash >> bits)) & ((UINT64_C(1) << bits) - 1));
}

typedef struct Chains {
    unsigned bits;
    uint32_t *lengths; /* by bucket: number of distinct lines */
    uint64_t *known;   /* set of line hashes, open addressing with twice as many slots; 0: free */
    uint64_t steps;
} Chains;

static void count_steps(Chains *chains, Str text)
{
    size_t mask = ((size_t)2 << chains->bits) - 1;
    Str line;
    while (str_take_until(&text, '\n', &line) && chains->steps <= LINE_DIFF_STEPS_MAX) {
        uint64_t hash = hash_fast(line) | 1;
        size_t place = xdiff_place(xdiff_hash(line), chains->bits), at = hash >> 20 & mask;
        while (chains->known[at] && chains->known[at] != hash)
            at = (at + 1) & mask;
        chains->lengths[place] += !chains->known[at];
        chains->known[at] = hash;
        chains->steps += chains->lengths[place];
    }
}

/* Whether the texts were made to degrade xdiff's hash table, so that comparing them takes forever.
 */
static bool collide(Arena scratch, Str old, Str new, size_t lines)
{
    Chains chains = {.bits = 1};
    if (lines < LINE_DIFF_LINES_TRUSTED)
        return false;
    while ((size_t)1 << chains.bits < lines)
        chains.bits++;
    chains.lengths = NEW(&scratch, uint32_t, (size_t)1 << chains.bits);
    chains.known = NEW(&scratch, uint64_t, (size_t)2 << chains.bits);
    count_steps(&chains, old);
    count_steps(&chains, new);
    return chains.steps > LINE_DIFF_STEPS_MAX;
}

bool line_diff_is_too_large(Arena scratch, Str old, Str new)
{
    size_t lines = count_lines(old), other = count_lines(new);
    return old.len > LINE_DIFF_BYTES_MAX || new.len > LINE_DIFF_BYTES_MAX ||
           lines > LINE_DIFF_LINES_MAX || other > LINE_DIFF_LINES_MAX ||
           collide(scratch, old, new, lines + other);
}

bool line_diff(Arena *arena, Str old, Str new, LineHunkVec *hunks, bool *coarse, Err *err)
{
    git_diff_options options;
    Taken taken = {.arena = arena, .hunks = hunks};
    *hunks = (LineHunkVec){0};
    *coarse = false;
    if (str_equal(old, new))
        return true;
    *coarse = line_diff_is_too_large(*arena, old, new);
    if (*coarse) {
        put_coarse(arena, old, new, hunks);
        return true;
    }
    git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
    options.context_lines = 0;
    options.flags = GIT_DIFF_INDENT_HEURISTIC | GIT_DIFF_FORCE_TEXT;
    cut_common_tail(&old, &new);
    int users = git_libgit2_init();
    if (users < 0)
        return err_set(err, ERR_FAILED, "cannot initialize libgit2");
    int failed = git_diff_buffers(old.ptr, old.len, NULL, new.ptr, new.len, NULL, &options, NULL,
                                  NULL, take, NULL, &taken);
    if (users > 1) /* the first user leaves it initialised */
        git_libgit2_shutdown();
    return !failed || err_set(err, ERR_FAILED, "cannot compare the texts");
}

bool line_diff_adds(const LineHunkVec *hunks, uint32_t line)
{
    for (size_t i = 0; i < hunks->len; i++) {
        const LineHunk *hunk = &hunks->ptr[i];
        if (line >= hunk->new_start && line < hunk->new_start + hunk->new_count)
            return true;
    }
    return false;
}
