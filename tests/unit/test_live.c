#include "live_case.h"

#include "base/proc_memory.h"
#include "index/update/memory.h"

TEST(a_write_is_seen_by_the_next_step)
{
    write_file("a.c", STR("int one(void) { return 1; }\n"));
    write_file("b.c", STR("int one(void);\nint use(void) { return one(); }\n"));
    Live *live = open_live();
    rest(live);
    EXPECT(knows(live, "one"));
    EXPECT(live_view(live).watched);
    uint64_t version = live_view(live).version;
    write_file("a.c", STR("int zero(void) { return 0; }\nint one(void) { return zero(); }\n"));
    step(live, true);
    EXPECT(knows(live, "zero"));
    EXPECT(live_view(live).version > version);
    EXPECT_INT(live_view(live).stage, LIVE_SETTLING);
    rest(live);
    expect_equals_rebuilt(live);
    live_close(&live);
}

/* Attributes decide the class of files that did not change themselves. */
TEST(a_change_of_attributes_counts_for_the_files_that_it_names)
{
    static const char *const texts[] = {"*.py linguist-generated\n",
                                        "vendor/* -linguist-vendored\na.py -linguist-generated\n"};
    write_file("a.py", STR("# @generated\ndef one(): pass\n"));
    make_directory("vendor");
    write_file("vendor/b.py", STR("def two(): pass\n"));
    Live *live = open_live();
    rest(live);
    EXPECT(!knows(live, "two"));
    for (size_t i = 0; i < COUNT(texts); i++) {
        write_file(".gitattributes", str_from(texts[i]));
        rest(live);
        EXPECT(knows(live, "two") == (i == 1));
        expect_equals_rebuilt(live);
    }
    /* facts of a content stay stored until they are pruned, so the words are not compared */
    unlink(full(".gitattributes"));
    rest(live);
    EXPECT(!knows(live, "two"));
    live_close(&live);
}

/* Calls that were known stay right while what follows is worked out. */
TEST(edges_of_what_still_exists_stay_right_meanwhile)
{
    write_file("a.c", STR("int first(void) { return 1; }\nint last(void) { return 2; }\n"));
    write_file("b.c", STR("int first(void);\nint last(void);\n"
                          "int use(void) { return first() + last(); }\n"));
    Live *live = open_live();
    rest(live);
    write_file("a.c", STR("int between(void) { return 0; }\nint last(void) { return 2; }\n"));
    step(live, true);
    Str text = catalog_text(live_view(live).catalog);
    Catalog *catalog = live_view(live).catalog;
    EdgeVec edges = {0};
    catalog_edges(catalog, test_arena(), catalog_find_file(catalog, STR("b.c")), &edges);
    size_t inside = 0;
    for (size_t i = 0; i < edges.len; i++)
        inside += edges.ptr[i].kind == REFERENCE_CALL && edges.ptr[i].callee != SYMBOL_NOWHERE &&
                  str_equal(catalog_qualified_name(catalog, test_arena(), edges.ptr[i].callee),
                            STR("last"));
    EXPECT_INT(inside, 1);
    EXPECT(str_find(text, STR("between")) != STR_NONE);
    rest(live);
    expect_equals_rebuilt(live);
    live_close(&live);
}

TEST(directories_come_move_and_go)
{
    write_file("a.py", STR("def one(): pass\n"));
    Live *live = open_live();
    rest(live);
    make_directory("deep");
    make_directory("deep/er");
    write_file("deep/er/b.py", STR("def two(): pass\n"));
    step(live, true);
    EXPECT(knows(live, "two"));
    write_file("deep/er/b.py", STR("def two(): pass\ndef three(): pass\n"));
    step(live, true);
    EXPECT(knows(live, "three"));
    rest(live);
    expect_equals_rebuilt(live);
    EXPECT(rename(full("deep"), full("moved")) == 0);
    step(live, true);
    EXPECT(catalog_find_file(live_view(live).catalog, STR("moved/er/b.py")) != FILE_NOWHERE);
    EXPECT(catalog_find_file(live_view(live).catalog, STR("deep/er/b.py")) == FILE_NOWHERE);
    write_file("moved/er/b.py", STR("def four(): pass\n"));
    step(live, true);
    EXPECT(knows(live, "four"));
    rest(live);
    expect_equals_rebuilt(live);
    unlink(full("moved/er/b.py"));
    rmdir(full("moved/er"));
    rmdir(full("moved"));
    step(live, true);
    EXPECT(!knows(live, "four"));
    rest(live);
    expect_equals_rebuilt(live);
    live_close(&live);
}

TEST(text_is_code_while_c_includes_it)
{
    write_file("a.c", STR("static int f(void) { return 1; }\n"));
    write_file("ops.txt", STR("static int g(void) { return f(); }\n"));
    Live *live = open_live();
    rest(live);
    EXPECT(!knows(live, "g"));
    write_file("a.c", STR("static int f(void) { return 1; }\n#include \"ops.txt\"\n"));
    step(live, true);
    EXPECT(knows(live, "g"));
    rest(live);
    expect_equals_rebuilt(live);
    write_file("ops.txt", STR("static int g(void) { return f(); }\n#include \"more.list\"\n"));
    write_file("more.list", STR("static int h(void) { return g(); }\n"));
    step(live, true);
    EXPECT(knows(live, "h"));
    rest(live);
    expect_equals_rebuilt(live);
    unlink(full("a.c"));
    step(live, true);
    EXPECT(!knows(live, "g") && !knows(live, "h"));
    rest(live);
    expect_equals_rebuilt(live);
    live_close(&live);
}

TEST(rules_that_change_are_followed)
{
    write_file("a.py", STR("def one(): pass\n"));
    write_file("made.py", STR("def made(): pass\n"));
    Live *live = open_live();
    rest(live);
    EXPECT(knows(live, "made"));
    write_file(".foveaignore", STR("made.py\n"));
    step(live, true);
    EXPECT(!knows(live, "made"));
    write_file("made.py", STR("def again(): pass\n"));
    step(live, true);
    EXPECT(!knows(live, "again"));
    rest(live);
    expect_equals_rebuilt(live);
    unlink(full(".foveaignore"));
    step(live, true);
    EXPECT(knows(live, "again"));
    rest(live);
    expect_equals_rebuilt(live);
    live_close(&live);
}

/* More than a step takes up by itself. */
TEST(a_large_change_is_taken_up_in_the_background)
{
    write_file("a.py", STR("def one(): pass\n"));
    Live *live = open_live();
    rest(live);
    for (int i = 0; i < 300; i++)
        write_file(str_terminate(test_arena(), str_format(test_arena(), "f%d.py", i)),
                   str_format(test_arena(), "def f%d(): one()\n", i));
    step(live, true);
    LiveView view = live_view(live);
    EXPECT_INT(view.stage, LIVE_BUILDING);
    EXPECT_INT(view.behind.added, 300);
    EXPECT(knows(live, "one"));
    rest(live);
    EXPECT(knows(live, "f299"));
    expect_equals_rebuilt(live);
    live_close(&live);
}

/* Two for one tree: both see every change; what is saved is right. */
TEST(two_share_one_store)
{
    write_file("a.py", STR("def one(): pass\n"));
    Live *first = open_live();
    rest(first);
    Live *second = open_live();
    rest(second);
    for (int i = 0; i < 4; i++) {
        write_file("a.py", str_format(test_arena(), "def one(): pass\ndef v%d(): one()\n", i));
        const char *name = str_terminate(test_arena(), str_format(test_arena(), "v%d", i));
        step(first, true);
        step(second, true);
        EXPECT(knows(first, name) && knows(second, name));
        rest(second);
        rest(first);
        rest(second);
    }
    expect_equals_rebuilt(first);
    expect_equals_rebuilt(second);
    live_close(&first);
    live_close(&second);
}

TEST(a_file_that_ends_as_it_was_is_no_change)
{
    write_file("a.py", STR("def one(): pass\n"));
    Live *live = open_live();
    rest(live);
    uint64_t version = live_view(live).version;
    write_file("a.py", STR("def one(): pass\n"));
    step(live, true);
    EXPECT_INT(live_view(live).version, version);
    rest(live);
    expect_equals_rebuilt(live);
    live_close(&live);
}

/* Steps until a child is at work. */
static void begin_settling(Live *live)
{
    int64_t end = proc_clock_ms() + PATIENCE_MS;
    int fds[LIVE_FDS] = {-1, -1, -1};
    while (fds[1] < 0 && proc_clock_ms() < end) {
        step(live, false);
        proc_sleep_ms(5);
        (void)live_wait_ms(live, fds);
    }
    EXPECT(fds[1] >= 0);
}

TEST(what_changes_while_a_child_works_is_worked_on_with_what_it_saved)
{
    for (int i = 0; i < 300; i++)
        write_file(str_terminate(test_arena(), str_format(test_arena(), "f%03d.py", i)),
                   str_format(test_arena(), "def run_%d():\n    run_%d()\n    helper()\n", i,
                              (i * 7) % 300));
    write_file("helper.py", STR("import os\ndef helper():\n    os.getcwd()\n"));
    Live *live = open_live();
    rest(live);
    Str own = live_view(live).catalog->files.ptr[0].path; /* of what was loaded */
    for (int i = 0; i < 6; i++) {
        Str imports = str_format(test_arena(), "import os%d\nos%d.run()\n", i, i);
        write_file("helper.py", str_format(test_arena(), "%.*sdef helper():\n    other_%d()\n",
                                           STR_ARG(i % 2 ? imports : (Str){0}), i));
        begin_settling(live);
        write_file(i % 2 ? "helper.py" : "f299.py",
                   str_format(test_arena(), "def later_%d():\n    helper()\n    run_3()\n", i));
        step(live, true);
        EXPECT(knows(live, str_terminate(test_arena(), str_format(test_arena(), "later_%d", i))));
        if (i % 3 != 2)
            continue;
        rest(live);
        expect_equals_rebuilt(live);
    }
    EXPECT(live_view(live).catalog->files.ptr[0].path.ptr == own.ptr);
    live_close(&live);
}

/* Until calls are known, as an answer does that waits for them. */
static void await_calls(Live *live)
{
    int64_t end = proc_clock_ms() + PATIENCE_MS;
    while (live_view(live).stage == LIVE_SETTLING && proc_clock_ms() < end) {
        step(live, LIVE_HURRY_CALLS);
        proc_sleep_ms(1);
    }
}

static size_t count_calls_from(Live *live, const char *file)
{
    Catalog *catalog = live_view(live).catalog;
    EdgeVec edges = {0};
    size_t count = 0;
    catalog_edges(catalog, test_arena(), catalog_find_file(catalog, str_from(file)), &edges);
    for (size_t i = 0; i < edges.len; i++)
        count += edges.ptr[i].kind == REFERENCE_CALL && edges.ptr[i].callee != SYMBOL_NOWHERE;
    return count;
}

/* Ranks follow when calls are there already; what changes in between is joined with both. */
TEST(calls_come_before_ranks)
{
    bool early = false;
    for (int i = 0; i < 300; i++)
        write_file(str_terminate(test_arena(), str_format(test_arena(), "f%03d.py", i)),
                   str_format(test_arena(), "def run_%d():\n    run_%d()\n", i, (i * 7) % 300));
    write_file("user.py", STR("def use(): pass\n"));
    Live *live = open_live();
    rest(live);
    for (int i = 1; i < 9; i++) {
        Buf text = buf_open(test_arena(), 0);
        for (int k = 0; k < i; k++)
            buf_put(&text, str_format(test_arena(), "def own_%d(): pass\n", k));
        buf_put(&text, STR("def use():\n"));
        for (int k = 0; k < i; k++)
            buf_put(&text, str_format(test_arena(), "    own_%d()\n", k));
        write_file("user.py", buf_str(&text));
        step(live, LIVE_HURRY_SYMBOLS);
        await_calls(live);
        early = early || live_view(live).stage == LIVE_RANKING;
        EXPECT_INT(count_calls_from(live, "user.py"), i);
        write_file("f007.py", str_format(test_arena(), "def run_7():\n    use_%d()\n", i));
        if (i % 2)
            step(live, LIVE_HURRY_SYMBOLS);
        if (i % 3)
            continue;
        rest(live);
        expect_equals_rebuilt(live);
    }
    rest(live);
    expect_equals_rebuilt(live);
    EXPECT(early);
    live_close(&live);
}

static LiveOptions with_memory(uint64_t memory)
{
    return (LiveOptions){.root = tree(), .database = database(), .memory = memory};
}

/* What is stored is left as it is until somebody else has saved. */
TEST(a_catalog_that_passes_the_limit_is_not_kept)
{
    Live *live = NULL;
    Err err = {0};
    write_file("a.py", STR("def one(): pass\n"));
    Live *first = open_live();
    rest(first);
    live_close(&first);
    LiveOptions options = with_memory(MEMORY_LIMIT_MIN / 32);
    REQUIRE(live_open(&options, &live, &err));
    EXPECT(live_view(live).absent);
    EXPECT(live_view(live).needed > 0);
    EXPECT_INT(live_view(live).stage, LIVE_CURRENT);
    EXPECT_INT(live_view(live).catalog->files.len, 0);
    uint64_t version = live_view(live).version;
    write_file("a.py", STR("def one(): pass\ndef two(): pass\n"));
    step(live, true);
    EXPECT(live_view(live).absent);
    EXPECT_INT(live_view(live).version, version);
    Live *other = open_live();
    rest(other);
    EXPECT(knows(other, "two"));
    for (int64_t end = proc_clock_ms() + PATIENCE_MS;
         live_view(live).version == version && proc_clock_ms() < end;)
        step(live, false);
    EXPECT(live_view(live).version > version);
    EXPECT(live_view(live).absent);
    live_close(&other);
    live_close(&live);
}

/* The build of a large change gets what the catalog had. */
TEST(a_catalog_makes_room_for_a_build_and_comes_back)
{
    Live *live = NULL;
    Err err = {0};
    write_file("a.py", STR("def one(): pass\n"));
    LiveOptions options = with_memory(proc_memory() + 8 * MEMORY_TO_CHANGE);
    REQUIRE(live_open(&options, &live, &err));
    rest(live);
    EXPECT(knows(live, "one"));
    for (int i = 0; i < 300; i++)
        write_file(str_terminate(test_arena(), str_format(test_arena(), "f%d.py", i)),
                   str_format(test_arena(), "def f%d(): one()\n", i));
    step(live, true);
    EXPECT_INT(live_view(live).stage, LIVE_BUILDING);
    rest(live);
    EXPECT(!live_view(live).absent);
    EXPECT(knows(live, "f299"));
    expect_equals_rebuilt(live);
    live_close(&live);
}
