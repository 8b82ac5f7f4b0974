/* Who asks whether the index is up to date gets an answer that is as good as a walk, or none. */
#include "live_case.h"

#include "base/hash.h"
#include "git/git_walk.h"
#include "index/live/freshness.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/un.h>

typedef struct Asker {
    pthread_t thread;
    uint64_t rules, generation;
    Str database, root;
    const char *path; /* written before it asks, or NULL */
    Str text;
    atomic_bool done;
} Asker;

static void *run_asker(void *state)
{
    Asker *asker = state;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    FILE *file = asker->path ? fopen(asker->path, "w") : NULL;
    if (file &&
        (fwrite(asker->text.ptr, 1, asker->text.len, file) != asker->text.len || fclose(file)))
        return NULL;
    uint64_t rules = asker->rules ? asker->rules : git_user_rules(scratch, NULL);
    asker->generation = freshness_ask(scratch, asker->database, asker->root, rules);
    atomic_store(&asker->done, true);
    return NULL;
}

static uint64_t run(Live *live, Asker *asker)
{
    asker->database = database();
    EXPECT(pthread_create(&asker->thread, NULL, run_asker, asker) == 0);
    while (live && !atomic_load(&asker->done)) {
        int fds[LIVE_FDS], wait = live_wait_ms(live, fds);
        struct pollfd list[LIVE_FDS];
        for (size_t i = 0; i < LIVE_FDS; i++)
            list[i] = (struct pollfd){fds[i], POLLIN, 0};
        poll(list, LIVE_FDS, wait < 0 || wait > 5 ? 5 : wait);
        step(live, false);
    }
    pthread_join(asker->thread, NULL);
    return asker->generation;
}

/* What another process would hear now. `live` may be NULL. */
static uint64_t ask(Live *live, Str root, uint64_t rules)
{
    Asker asker = {.rules = rules, .root = root};
    return run(live, &asker);
}

/* The root as the live knows it. */
static Str root_of(const Live *live)
{
    return str_copy(test_arena(), live_view(live).repo->root);
}

static bool is_stored(Str root, uint64_t generation, const char *name)
{
    Store *store = NULL;
    Str notice;
    Err err = {0};
    StoreOptions options = {.path = database(), .wait_ms = 5000, .tree = root};
    EXPECT(store_open(test_arena(), &options, &store, &notice, &err));
    Catalog *catalog = load(store);
    uint64_t birth = 0;
    EXPECT(store_birth(store, &birth, &err));
    EXPECT_INT(catalog->generation + birth, generation);
    uint32_t id = names_find(&catalog->names, str_from(name));
    bool stored = id && catalog_named(catalog, id).len;
    store_close(&store);
    return stored;
}

TEST(at_rest_it_tells_the_generation)
{
    write_file("a.py", STR("def one(): pass\n"));
    Live *live = open_live();
    rest(live);
    Str root = root_of(live);
    EXPECT(knows(live, "one"));
    uint64_t generation = ask(live, root, 0);
    EXPECT(generation > 0);
    EXPECT(is_stored(root, generation, "one"));
    EXPECT_INT(ask(live, STR("/another"), 0), 0);
    EXPECT_INT(ask(live, root, 77), 0); /* other ignore rules of the user */
    live_close(&live);
    EXPECT_INT(ask(NULL, root, 0), 0);
}

/* Whatever was written before the question is in what the answer means. */
TEST(an_answer_is_never_of_before_a_write)
{
    write_file("a.py", STR("def one(): pass\n"));
    Live *live = open_live();
    rest(live);
    Str root = root_of(live);
    for (int i = 0; i < 40; i++) {
        const char *name = str_terminate(test_arena(), str_format(test_arena(), "v%d", i));
        Str file = i % 3 ? STR("a.py") : str_format(test_arena(), "n%d.py", i);
        Asker asker = {.root = root, .path = full(str_terminate(test_arena(), file))};
        asker.text = str_format(test_arena(), "def one(): pass\ndef %s(): one()\n", name);
        for (int tries = 0; tries < 4; tries++) {
            uint64_t generation = run(live, &asker);
            EXPECT(!generation || is_stored(root, generation, name));
            asker.path = NULL;
            atomic_store(&asker.done, false);
        }
        if (i % 2)
            rest(live);
    }
    rest(live);
    EXPECT(ask(live, root, 0) > 0);
    expect_equals_rebuilt(live);
    live_close(&live);
}

TEST(one_process_has_it_until_it_is_gone)
{
    write_file("a.py", STR("def one(): pass\n"));
    Live *first = open_live();
    rest(first);
    Live *second = open_live();
    rest(second);
    Str root = root_of(first);
    EXPECT(ask(first, root, 0) > 0);
    live_close(&second);
    EXPECT(ask(first, root, 0) > 0);
    live_close(&first);
    Live *third = open_live();
    rest(third);
    EXPECT(ask(third, root, 0) > 0);
    live_close(&third);
}

/* As a process leaves it that was killed. */
TEST(a_socket_that_was_left_behind_is_taken_over)
{
    write_file("a.py", STR("def one(): pass\n"));
    Live *live = open_live();
    rest(live);
    Str root = root_of(live);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    Str path = str_format(test_arena(), "%.*s-live-%016llx", STR_ARG(database()),
                          (unsigned long long)hash_fast(root));
    EXPECT(access(str_terminate(test_arena(), path), F_OK) == 0);
    live_close(&live);
    EXPECT(access(str_terminate(test_arena(), path), F_OK) != 0);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (path.len < sizeof address.sun_path) {
        memcpy(address.sun_path, path.ptr, path.len);
        EXPECT(bind(fd, (struct sockaddr *)&address, sizeof address) == 0);
    }
    close(fd);
    EXPECT_INT(ask(NULL, root, 0), 0);
    live = open_live();
    rest(live);
    EXPECT(ask(live, root, 0) > 0);
    live_close(&live);
}

TEST(where_not_all_is_watched_it_is_silent)
{
    write_file("a.py", STR("def one(): pass\n"));
    make_directory("deep");
    Live *live = open_live();
    rest(live);
    Str root = root_of(live);
    EXPECT(ask(live, root, 0) > 0);
    watch_limit(1);
    make_directory("deep/er");
    write_file("deep/er/b.py", STR("def two(): pass\n"));
    EXPECT_INT(ask(live, root, 0), 0);
    rest(live);
    EXPECT_INT(ask(live, root, 0), 0);
    watch_limit(0);
    live_close(&live);
}
