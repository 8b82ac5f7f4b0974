/* A store that goes, or another one in its place, under a catalog that is kept in memory. */
#include "live_case.h"

#define FILES 12

static Str part_of(const char *ending)
{
    return str_format(test_arena(), "%.*s%s", STR_ARG(database()), ending);
}

static void remove_store(void)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
    for (size_t i = 0; i < COUNT(endings); i++)
        unlink(str_terminate(test_arena(), part_of(endings[i])));
}

static void write_tree(void)
{
    write_file("core.py", STR("def target(a): return a\n"));
    for (int i = 0; i < FILES; i++)
        write_file(
            str_terminate(test_arena(), str_format(test_arena(), "m%d.py", i)),
            str_format(test_arena(), "from core import target\ndef h%d(a): return target(a)\n", i));
}

static size_t count_callers(Live *live)
{
    Catalog *catalog = live_view(live).catalog;
    size_t callers = 0;
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        EdgeVec edges = {0};
        catalog_edges(catalog, test_arena(), id, &edges);
        for (size_t i = 0; i < edges.len; i++)
            callers += edges.ptr[i].kind == REFERENCE_CALL && edges.ptr[i].callee != SYMBOL_NOWHERE;
    }
    return callers;
}

/* Callers that are known are never fewer than there are. */
static void step_until_calls_are_known(Live *live)
{
    int64_t end = proc_clock_ms() + PATIENCE_MS;
    do {
        step(live, LIVE_HURRY_SYMBOLS | LIVE_HURRY_CALLS);
        proc_sleep_ms(1);
    } while (live_view(live).stage >= LIVE_SETTLING && proc_clock_ms() < end);
}

TEST(a_store_that_is_removed_is_made_again)
{
    write_tree();
    Live *live = open_live();
    rest(live);
    EXPECT_INT(count_callers(live), FILES);
    for (int i = 0; i < 6; i++) {
        if (i % 2)
            write_file("core.py", str_format(test_arena(), "x = %d\ndef target(a): return a\n", i));
        step(live, LIVE_HURRY_SYMBOLS);
        remove_store();
        step_until_calls_are_known(live);
        EXPECT_INT(count_callers(live), FILES);
        rest(live);
        expect_equals_rebuilt(live);
    }
    live_close(&live);
}

static Store *open_store(const Live *live)
{
    Store *store = NULL;
    Str notice;
    Err err = {0};
    StoreOptions options = {
        .path = database(), .wait_ms = 5000, .tree = live_view(live).repo->root};
    EXPECT(store_open(test_arena(), &options, &store, &notice, &err));
    return store;
}

/* Of the same generation, with other numbers for files and names. */
TEST(a_store_of_another_birth_is_not_written_to)
{
    write_tree();
    Live *live = open_live();
    rest(live);
    remove_store();
    GitRepo repo;
    BuildReport report;
    Err err = {0};
    write_file("a_new.py", STR("from core import target\ndef other(): target(1)\n"));
    Store *store = open_store(live);
    BuildOptions options = {.repo = &repo, .workers = 1};
    EXPECT(git_repo_find(test_arena(), tree(), &repo, &err));
    EXPECT(build_update(test_arena(), test_scratch(), store, &options, &report, &err));
    store_close(&store);
    write_file("m3.py", STR("from core import target\ndef more(a): return target(a)\n"));
    step_until_calls_are_known(live);
    EXPECT_INT(count_callers(live), FILES + 1);
    rest(live);
    expect_equals_rebuilt(live);
    live_close(&live);
}

/* The catalog is there, what it was made of is not: resolving needs that. */
TEST(facts_that_are_gone_are_made_again)
{
    Err err = {0};
    write_tree();
    Live *live = open_live();
    rest(live);
    Store *store = open_store(live);
    EXPECT(db_script(store_db(store), "DELETE FROM facts; DELETE FROM pack;", &err));
    store_close(&store);
    write_file("core.py", STR("class T: pass\ndef targets(a): return a\ntarget = targets\n"));
    step_until_calls_are_known(live);
    rest(live);
    expect_equals_rebuilt(live);
    live_close(&live);
}
