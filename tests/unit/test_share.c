/* Work that another thread takes a part in. */
#include "base/arena.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "test.h"

#include <stdatomic.h>

#define ITEMS 10000

typedef struct Work {
    ParallelShare share;
    atomic_size_t next;
    atomic_uint firsts; /* how many parts have number 0 */
    unsigned rounds;
    unsigned char done[ITEMS];
} Work;

static void take_items(void *state, unsigned part)
{
    Work *work = state;
    size_t at;
    work->firsts += part == 0;
    while ((at = atomic_fetch_add(&work->next, 1)) < ITEMS)
        work->done[at]++;
}

static void run_rounds(void *state)
{
    Work *work = state;
    for (unsigned i = 0; i < work->rounds; i++) {
        atomic_store(&work->next, 0);
        parallel_share_run(&work->share, 1 + i % 2, take_items, work);
    }
    parallel_share_end(&work->share);
}

static void check(unsigned rounds, bool help)
{
    static Work work;
    ParallelTask task;
    work = (Work){.rounds = rounds};
    parallel_share_open(&work.share);
    parallel_start(&task, run_rounds, &work);
    if (help)
        parallel_share_help(&work.share);
    parallel_finish(&task);
    parallel_share_help(&work.share); /* after the end it returns at once */
    parallel_share_close(&work.share);
    EXPECT(work.firsts == rounds);
    for (size_t i = 0; i < ITEMS; i++)
        EXPECT(work.done[i] == rounds);
}

TEST(share_does_everything_once)
{
    check(0, true);
    check(1, false);
    check(20, true);
}

TEST(expected_memory_is_there)
{
    Arena arena;
    arena_open(&arena, 0);
    arena_expect(&arena, 3 * MB);
    char *piece = arena_bytes(&arena, 8 * MB);
    arena_expect_within(&arena, piece, 8 * MB);
    memset(piece, 1, 8 * MB);
    arena_expect(&arena, MB);
    char *more = arena_bytes(&arena, MB);
    memset(more, 2, MB);
    EXPECT(more >= piece + 8 * MB && more + MB <= arena.end);
    EXPECT(piece[0] == 1 && piece[8 * MB - 1] == 1);
    arena_expect(&arena, SIZE_MAX / 2); /* more than there is: nothing happens */
    EXPECT(arena_used(&arena) < 20 * MB);
    arena_close(&arena);
}
