#include "catalog_text.h"

#include "base/proc_memory.h"
#include "index/update/build.h"
#include "index/update/memory.h"
#include "index/update/worker.h"

#include <sys/wait.h>
#include <unistd.h>

#define FUNCTIONS 15000

static Store *open_store(void)
{
    StoreOptions options = {.memory = true, .tree = STR("/tree")};
    Store *store = NULL;
    Str notice;
    Err err;
    EXPECT(store_open(test_arena(), &options, &store, &notice, &err));
    return store;
}

static BuildReport update(Store *store, uint64_t memory)
{
    GitRepo repo;
    BuildReport report;
    BuildOptions options = {.repo = &repo, .workers = 2, .memory = memory};
    Err err;
    EXPECT(git_repo_find(test_arena(), str_from(test_directory()), &repo, &err));
    EXPECT(build_update(test_arena(), test_scratch(), store, &options, &report, &err));
    return report;
}

static uint32_t drift(Store *store, uint64_t memory)
{
    GitRepo repo;
    WalkResult tree;
    WalkOptions walk = {0};
    Staleness found;
    Catalog *catalog = NULL;
    Err err;
    EXPECT(git_repo_find(test_arena(), str_from(test_directory()), &repo, &err));
    EXPECT(git_walk(test_arena(), test_scratch(), &repo, &walk, &tree, &err));
    EXPECT(catalog_load(test_arena(), test_scratch(), store, CATALOG_FILES, &catalog, &err));
    build_check(test_scratch(), catalog, &tree, memory, &found);
    return found.added + found.changed + found.removed;
}

/* Python, of which a parse takes far more than a share. */
static Str large_text(void)
{
    Buf text = buf_open(test_arena(), 0);
    for (int i = 0; i < FUNCTIONS; i++)
        buf_printf(&text, "def function_%d(a, b):\n    return [a.b(%d), {b: (a, b)}]\n", i, i);
    return buf_str(&text);
}

/* Files can be listed in it. */
static uint64_t too_little_for_a_worker(void)
{
    return proc_memory() + MEMORY_MARGIN + WORKER_SHARE_MIN / 2;
}

TEST(what_finds_no_memory_is_left_out_and_taken_up_when_there_is_more)
{
    Store *limited = open_store(), *whole = open_store();
    test_file("a.py", STR("def one(): return two()\n"));
    test_file("b.py", STR("from a import one\ndef two(): return one()\n"));
    uint64_t tight = too_little_for_a_worker();
    BuildReport first = update(limited, tight);
    EXPECT_INT(first.left_out, 2);
    EXPECT_INT(first.failed, 0);
    const Catalog *catalog = load(limited);
    EXPECT_INT(catalog->left_out.files, 2);
    EXPECT_INT(catalog->left_out.limit, tight);
    EXPECT_STR(memory_describe(test_arena(), &(LeftOut){2, 100 * MB}),
               "2 files are not in the index for want of memory: index.memory is 100MB");
    EXPECT_INT(drift(limited, tight), 0);
    EXPECT_INT(drift(limited, MEMORY_NONE), 2);
    BuildReport second = update(limited, MEMORY_NONE);
    EXPECT_INT(second.changed, 2);
    EXPECT_INT(second.left_out, 0);
    update(whole, MEMORY_NONE);
    EXPECT_STR(contents(limited), str_terminate(test_arena(), contents(whole)));
    EXPECT_INT(load(limited)->left_out.files, 0);
    EXPECT_INT(drift(limited, MEMORY_NONE), 0);
    store_close(&limited);
    store_close(&whole);
}

TEST(a_file_that_passes_its_share_is_tried_with_all_there_is)
{
    WorkerPool *pool = NULL;
    WorkerResult result;
    Err err;
    Str text = large_text();
    const Language *python = lang_find(STR("python"));
    REQUIRE(worker_pool_open(test_arena(), &(WorkerOptions){.count = 2}, &pool, &err));
    worker_pool_allow(pool, 2 * WORKER_SHARE_MIN);
    REQUIRE(worker_pool_submit(pool, 7, python, text));
    REQUIRE(worker_pool_next(pool, &result));
    EXPECT(result.starved && !result.alone && !result.ok);
    EXPECT_INT(result.job, 7);
    EXPECT(!worker_pool_next(pool, &result));
    worker_pool_allow(pool, 2 * WORKER_SHARE_MIN);
    EXPECT(worker_pool_submit_alone(pool, 8, python, str_slice(text, 0, 1000)));
    REQUIRE(worker_pool_next(pool, &result));
    EXPECT(result.ok);
    EXPECT(worker_pool_submit_alone(pool, 9, python, text));
    REQUIRE(worker_pool_next(pool, &result));
    EXPECT(result.starved && result.alone);
    worker_pool_allow(pool, SIZE_MAX);
    EXPECT(worker_pool_submit_alone(pool, 10, python, text));
    REQUIRE(worker_pool_next(pool, &result));
    EXPECT(result.ok && !result.starved);
    EXPECT(result.facts.outline.len > FUNCTIONS);
    worker_pool_close(&pool);
}

/* Sanitizers and the tests before take more or less: any of these may happen. */
TEST(a_share_makes_no_difference_to_the_facts)
{
    Store *whole = open_store();
    test_file("large.py", large_text());
    test_file("small.py",
              STR("from large import function_1\ndef use(): return function_1(1, 2)\n"));
    test_file("more.py", STR("import large\n"));
    test_file("four.py", STR("def four(): pass\n"));
    BuildReport all = update(whole, MEMORY_NONE);
    EXPECT_INT(all.failed + all.left_out, 0);
    Str wanted = contents(whole);
    for (size_t shares = 1; shares < 9; shares += 2) {
        Store *limited = open_store();
        size_t tight = proc_memory() + memory_to_resolve(FUNCTIONS, 4) + shares * WORKER_SHARE_MIN;
        BuildReport made = update(limited, tight);
        if (made.left_out)
            made = update(limited, MEMORY_NONE);
        EXPECT_INT(made.left_out, 0);
        if (!made.failed) /* on a machine with far too much to do the time limit ends a parse */
            EXPECT(str_equal(contents(limited), wanted));
        store_close(&limited);
    }
    store_close(&whole);
}

static int status_behind_fence(size_t fence, size_t taken)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        Arena arena;
        arena_open(&arena, 0);
        proc_fence_start();
        proc_fence_set(fence);
        char *bytes = arena_bytes(&arena, taken);
        for (size_t i = 0; i < taken; i += 4096)
            bytes[i] = 1;
        proc_fence_lift();
        _exit(proc_fence_grown() >= taken / 2 ? 0 : 1);
    }
    EXPECT(waitpid(pid, &status, 0) == pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(a_fence_ends_who_grows_past_it)
{
    EXPECT_INT(status_behind_fence(64 * MB, 8 * MB), 0);
    EXPECT_INT(status_behind_fence(16 * MB, 64 * MB), PROC_EXIT_FENCE);
    EXPECT(proc_memory() > 1 * MB);
    EXPECT(proc_memory_machine() >= proc_memory());
    EXPECT(memory_limit_default() >= MEMORY_LIMIT_MIN);
}

#define MANY_FILES 20
#define MANY_FUNCTIONS 200

static void write_many(void)
{
    for (int i = 0; i < MANY_FILES; i++) {
        Buf text = buf_open(test_arena(), 0);
        for (int k = 0; k < MANY_FUNCTIONS; k++)
            buf_printf(&text, "int a_function_of_file_%d_%d(void) { return other_%d(); }\n", i, k,
                       k);
        test_file(str_terminate(test_arena(), str_format(test_arena(), "many_%d.c", i)),
                  buf_str(&text));
    }
}

/* An update then lets go of what was stored and takes all facts up again. */
TEST(a_catalog_that_does_not_fit_is_rebuilt_and_equal)
{
    Store *limited = open_store(), *whole = open_store();
    write_many();
    update(limited, MEMORY_NONE);
    EXPECT(build_has_room(limited, MEMORY_NONE));
    EXPECT(catalog_loaded_bytes(limited, CATALOG_ALL) > MANY_FILES * MANY_FUNCTIONS * 32);
    uint64_t symbols = MANY_FILES * (MANY_FUNCTIONS + 1);
    uint64_t tight = proc_memory() + MEMORY_MARGIN + memory_to_resolve(symbols, MANY_FILES) +
                     WORKER_SHARE_MIN * 3 / 2;
    EXPECT(!build_has_room(limited, tight));
    BuildReport same = update(limited, tight);
    EXPECT_INT(same.changed + same.removed + same.parsed, 0);
    test_file("many_0.c", STR("int one(void) { return a_function_of_file_1_1(); }\n"));
    BuildReport changed = update(limited, tight);
    EXPECT(!changed.catalog);
    EXPECT_INT(changed.changed, MANY_FILES); /* of these one is read again */
    EXPECT_INT(changed.parsed, 1);
    EXPECT_INT(changed.left_out + changed.failed, 0);
    update(whole, MEMORY_NONE);
    EXPECT_STR(contents(limited), str_terminate(test_arena(), contents(whole)));
    store_close(&limited);
    store_close(&whole);
}

TEST(a_tree_that_cannot_even_be_listed_is_refused)
{
    Err err = {0};
    EXPECT(memory_check_files(MEMORY_NONE, UINT32_MAX, &err));
    EXPECT(memory_check_files(proc_memory() + MEMORY_MARGIN + 2 * MB, 1, &err));
    EXPECT(!memory_check_files(proc_memory() + MEMORY_MARGIN, 1000000, &err));
    EXPECT(str_find(str_from(err.message), STR("to list 1000000 files takes about")) != STR_NONE);
    EXPECT(err.hint[0]);
}
