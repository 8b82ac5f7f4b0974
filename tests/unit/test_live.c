#include "catalog_text.h"

#include "base/path.h"
#include "base/proc.h"
#include "index/live.h"
#include "search/symbols.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATIENCE_MS 20000

static Str database(void)
{
    return str_format(test_arena(), "%s/index/x.db", test_directory());
}

static Str tree(void)
{
    return str_format(test_arena(), "%s/tree", test_directory());
}

static const char *full(const char *name)
{
    return str_terminate(test_arena(), path_join(test_arena(), tree(), str_from(name)));
}

static void make_directory(const char *name)
{
    mkdir(full(name), 0700);
}

static void write_file(const char *name, Str text)
{
    make_directory("");
    test_file(str_terminate(test_arena(), str_format(test_arena(), "tree/%s", name)), text);
}

static Live *open_live(void)
{
    Live *live = NULL;
    Err err = {0};
    LiveOptions options = {.root = tree(), .database = database()};
    EXPECT(live_open(&options, &live, &err));
    EXPECT_STR(str_from(err.message), "");
    return live;
}

static void step(Live *live, bool hurry)
{
    Err err = {0};
    EXPECT(live_step(live, hurry, &err));
    EXPECT_STR(str_from(err.message), "");
}

/* Until all is settled and saved. */
static void rest(Live *live)
{
    int64_t end = proc_clock_ms() + PATIENCE_MS;
    int fds[LIVE_FDS];
    for (;;) {
        step(live, true);
        int wait = live_wait_ms(live, fds);
        if (live_view(live).stage == LIVE_CURRENT && wait < 0)
            return;
        if (proc_clock_ms() > end) {
            EXPECT_STR(STR("it never comes to rest"), "");
            return;
        }
        struct pollfd list[LIVE_FDS] = {{fds[0], POLLIN, 0}, {fds[1], POLLIN, 0}};
        poll(list, LIVE_FDS, wait < 0 ? 50 : wait);
    }
}

static bool knows(Live *live, const char *name)
{
    Catalog *catalog = live_view(live).catalog;
    uint32_t id = names_find(&catalog->names, str_from(name));
    return id && catalog_named(catalog, id).len > 0;
}

/* What it holds is what an index made anew holds, and so is what it saved. */
static void expect_equals_rebuilt(Live *live)
{
    GitRepo repo;
    BuildReport report;
    Store *rebuilt = NULL, *saved = NULL;
    Str notice;
    Err err = {0};
    StoreOptions memory = {.memory = true, .tree = STR("/tree")};
    StoreOptions disk = {.path = database(), .wait_ms = 5000, .tree = live_view(live).repo->root};
    BuildOptions options = {.repo = &repo, .workers = 1};
    EXPECT(git_repo_find(test_arena(), tree(), &repo, &err));
    EXPECT(store_open(test_arena(), &memory, &rebuilt, &notice, &err));
    EXPECT(build_update(test_arena(), test_scratch(), rebuilt, &options, &report, &err));
    if (!store_open(test_arena(), &disk, &saved, &notice, &err))
        EXPECT_STR(str_from(err.message), "");
    const char *wanted = str_terminate(test_arena(), contents(rebuilt));
    EXPECT_STR(catalog_text(live_view(live).catalog), wanted);
    EXPECT_STR(contents(saved), wanted);
    store_close(&saved);
    store_close(&rebuilt);
}

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
