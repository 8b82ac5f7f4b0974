/* A tree, and a live catalog of it. */
#pragma once

#include "catalog_text.h"

#include "base/path.h"
#include "base/proc.h"
#include "index/live/live.h"

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

static void step(Live *live, unsigned hurry)
{
    Err err = {0};
    EXPECT(live_step(live, hurry, &err));
    EXPECT_STR(str_from(err.message), "");
}

/* Steps until the catalog is current and saved. */
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
        struct pollfd list[LIVE_FDS] = {
            {fds[0], POLLIN, 0}, {fds[1], POLLIN, 0}, {fds[2], POLLIN, 0}};
        poll(list, LIVE_FDS, wait < 0 ? 50 : wait);
    }
}

static inline bool knows(Live *live, const char *name)
{
    Catalog *catalog = live_view(live).catalog;
    uint32_t id = names_find(&catalog->names, str_from(name));
    return id && catalog_named(catalog, id).len > 0;
}

/* Expects the live catalog and what it saved to equal an index that is rebuilt. */
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
    EXPECT_STR(catalog_text_of(saved, live_view(live).catalog), wanted);
    EXPECT_STR(contents(saved), wanted);
    store_close(&saved);
    store_close(&rebuilt);
}
