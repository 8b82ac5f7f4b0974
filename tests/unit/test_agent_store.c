/* Faults of the store: damage, no room, no permission, several programs, kills. */
#include "agent_case.h"

#include "base/buf.h"
#include "test_random.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static size_t count_sessions(AgentStore *store)
{
    AgentSessionVec sessions = {0};
    Err err = {0};
    EXPECT(agent_store_list(store, test_arena(), (Str){0}, &sessions, &err));
    return sessions.len;
}

TEST(the_file_is_private)
{
    struct stat info;
    AgentStore *store = test_open_store();
    Window window = {.arena = test_arena()};
    uint64_t id = test_create(store, "/tree", "t");
    EXPECT(test_save(store, &id, &window));
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < COUNT(endings); i++) {
        Str path = str_format(test_arena(), "%.*s%s", STR_ARG(test_store_path()), endings[i]);
        REQUIRE(stat(path.ptr, &info) == 0);
        EXPECT_INT(info.st_mode & 0777, 0600);
    }
    REQUIRE(stat(str_format(test_arena(), "%s/state", test_directory()).ptr, &info) == 0);
    EXPECT_INT(info.st_mode & 0777, 0700);
    EXPECT(!agent_store_is_private(store));
    agent_store_close(&store);
}

TEST(a_place_of_others_is_not_used)
{
    const char *directory = str_format(test_arena(), "%s/state", test_directory()).ptr;
    mkdir(directory, 0700);
    const char *file = test_file("state/agent-3.db", STR(""));
    chmod(directory, 0777);
    AgentStore *store = test_open_store();
    EXPECT(agent_store_is_private(store));
    EXPECT(str_find(agent_store_notice(store), STR("others can write")) != STR_NONE);
    EXPECT_STR(agent_store_notice(store), "");
    test_create(store, "/tree", "t");
    EXPECT_INT(count_sessions(store), 1);
    agent_store_close(&store);
    EXPECT_INT(test_file_bytes(str_from(file)).len, 0);
}

/* ---- damage ---- */

static void make_sessions(void)
{
    AgentStore *store = test_open_store();
    for (int i = 0; i < 3; i++) {
        Window window = {.arena = test_arena()};
        uint64_t id = test_create(store, "/tree", "before");
        for (int turn = 0; turn < 4; turn++)
            test_add_turn(&window, str_format(test_arena(), "question %d %d", i, turn).ptr,
                          "answer");
        EXPECT(test_save(store, &id, &window));
    }
    EXPECT_STR(agent_store_notice(store), "");
    agent_store_close(&store);
}

TEST(a_damaged_file_is_set_aside)
{
    make_sessions();
    Str damaged = STR("this is no database, but long enough to look at it twice\n");
    test_file("state/agent-3.db", damaged);
    AgentStore *store = test_open_store();
    EXPECT(str_find(agent_store_notice(store), STR("set aside")) != STR_NONE);
    EXPECT(!agent_store_is_private(store));
    EXPECT_INT(count_sessions(store), 0);
    test_create(store, "/tree", "after");
    agent_store_close(&store);
    Str former = str_join(test_arena(), test_store_path(), STR("-former"));
    EXPECT(str_equal(test_file_bytes(former), damaged));
    store = test_open_store();
    EXPECT_INT(count_sessions(store), 1);
    EXPECT_STR(agent_store_notice(store), "");
    agent_store_close(&store);
}

/* Whatever is damaged, the store opens, can be written, and what it gives is a session. */
TEST(random_damage)
{
    Random random = {11};
    make_sessions();
    Str whole = test_file_bytes(test_store_path());
    for (int i = 0; i < 60; i++) {
        char *bytes = arena_bytes(test_arena(), whole.len);
        memcpy(bytes, whole.ptr, whole.len);
        size_t from = random_below(&random, (uint32_t)whole.len);
        size_t len = MIN((size_t)random_below(&random, i % 3 ? 40 : 9000), whole.len - from);
        for (size_t at = from; at < from + len; at++)
            bytes[at] = (char)random_below(&random, 256);
        test_file("state/agent-3.db", (Str){bytes, i % 10 ? whole.len : from});
        AgentStore *store = test_open_store();
        Window window = {.arena = test_arena()}, loaded;
        SessionStaleVec stale = {0};
        for (uint64_t old = 1; old <= 3; old++)
            if (test_load(store, "/tree", &old, &loaded, &stale))
                EXPECT(loaded.turn <= 100000);
        uint64_t id = test_create(store, "/new", "after");
        test_add_turn(&window, "q", "a");
        EXPECT(test_save(store, &id, &window));
        EXPECT(!agent_store_is_private(store));
        EXPECT(test_load(store, "/new", &id, &loaded, &stale) && loaded.parts.len == 2);
        agent_store_close(&store);
    }
}

TEST(damage_while_it_runs_loses_no_session_in_use)
{
    Window window = {.arena = test_arena()}, loaded;
    SessionStaleVec stale = {0};
    AgentStore *stores[2] = {test_open_store(), test_open_store()};
    uint64_t id = test_create(stores[0], "/tree", "t");
    test_add_turn(&window, "one", "1");
    EXPECT(test_save(stores[0], &id, &window));
    /* The other program sets the file aside. */
    Str path = test_store_path();
    EXPECT_INT(rename(path.ptr, str_join(test_arena(), path, STR("-gone\0")).ptr), 0);
    unlink(str_format(test_arena(), "%.*s-wal", STR_ARG(path)).ptr);
    unlink(str_format(test_arena(), "%.*s-shm", STR_ARG(path)).ptr);
    uint64_t other = test_create(stores[1], "/tree", "other");
    EXPECT_INT(other, 1); /* the same number: the file is new */
    test_add_turn(&window, "two", "2");
    EXPECT(test_save(stores[0], &id, &window));
    EXPECT_INT(count_sessions(stores[1]), 2);
    REQUIRE(test_load(stores[1], "/tree", &id, &loaded, &stale));
    EXPECT_INT(loaded.parts.len, 4);
    agent_store_close(&stores[0]);
    agent_store_close(&stores[1]);
}

/* ---- no room ---- */

static void set_room(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
}

TEST(without_room_it_goes_on_in_memory)
{
    make_sessions();
    for (int late = 0; late < 2; late++) {
        Window window = {.arena = test_arena()}, loaded;
        SessionStaleVec stale = {0};
        AgentStore *store = late ? test_open_store() : NULL;
        set_room(0);
        store = store ? store : test_open_store();
        uint64_t id = test_create(store, "/tree", "new");
        test_add_turn(&window, "one", "1");
        bool saved = test_save(store, &id, &window);
        bool loads = test_load(store, "/tree", &id, &loaded, &stale);
        set_room(RLIM_INFINITY);
        EXPECT(saved && loads && loaded.parts.len == 2);
        EXPECT(agent_store_is_private(store));
        EXPECT(str_find(agent_store_notice(store), STR("in memory")) != STR_NONE);
        EXPECT_INT(count_sessions(store), 4);
        agent_store_close(&store);
    }
    AgentStore *store = test_open_store();
    EXPECT_INT(count_sessions(store), 3);
    EXPECT_STR(agent_store_notice(store), "");
    agent_store_close(&store);
}

TEST(without_a_place_it_is_in_memory)
{
    AgentStoreOptions options = {.path = STR("/proc/nowhere/agent-3.db"), .now = test_now};
    AgentStore *store = NULL;
    Err err = {0};
    REQUIRE(agent_store_open(test_arena(), &options, &store, &err));
    EXPECT(agent_store_is_private(store) && agent_store_notice(store).len > 0);
    test_create(store, "/tree", "t");
    EXPECT_INT(count_sessions(store), 1);
    agent_store_close(&store);
}

/* ---- several programs ---- */

static int wait_for(pid_t child)
{
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int write_much(unsigned turns)
{
    AgentStore *store = test_open_store();
    Window window = {.arena = test_arena()};
    ChatUsage usage = {.input = 3, .output = 4};
    Err err = {0};
    if (!store)
        return 1;
    uint64_t id = test_create(store, "/tree", "child");
    for (unsigned turn = 0; turn < turns; turn++) {
        test_add_turn(&window, "q", str_format(test_arena(), "answer %u", turn).ptr);
        if (!test_save(store, &id, &window) || !agent_usage_add(store, id, &usage, 1, &err))
            return 2;
    }
    bool kept = !agent_store_is_private(store) && !agent_store_notice(store).len;
    agent_store_close(&store);
    return kept ? 0 : 3;
}

TEST(programs_that_begin_at_once)
{
    pid_t children[4];
    UsageDay day = {0};
    Err err = {0};
    test_store_path(); /* the directory of all */
    for (size_t i = 0; i < COUNT(children); i++) {
        children[i] = fork();
        if (!children[i])
            _exit(write_much(15));
    }
    for (size_t i = 0; i < COUNT(children); i++)
        EXPECT_INT(wait_for(children[i]), 0);
    AgentStore *store = test_open_store();
    EXPECT_INT(count_sessions(store), 4);
    EXPECT(agent_usage_today(store, &day, &err));
    EXPECT_INT(day.requests, 60);
    EXPECT_INT(day.tokens, 420);
    EXPECT_INT(day.cost, 60);
    agent_store_close(&store);
}

/* Several programs that find the same damage begin one file, not several. */
TEST(programs_that_find_damage_at_once)
{
    pid_t children[4];
    make_sessions();
    test_file("state/agent-3.db", STR("this is no database, but long enough to look at twice\n"));
    for (size_t i = 0; i < COUNT(children); i++) {
        children[i] = fork();
        if (!children[i])
            _exit(write_much(5) == 1);
    }
    for (size_t i = 0; i < COUNT(children); i++)
        EXPECT_INT(wait_for(children[i]), 0);
    AgentStore *store = test_open_store();
    EXPECT_INT(count_sessions(store), 4);
    agent_store_close(&store);
}

/* ---- kills ---- */

/* Saves for ever; writes a byte after each save. */
static void save_for_ever(uint64_t id, int told)
{
    AgentStore *store = test_open_store();
    Window window;
    SessionStaleVec stale = {0};
    if (!test_load(store, "/tree", &id, &window, &stale))
        _exit(1);
    for (;;) {
        test_add_turn(&window, "question", str_format(test_arena(), "%u", window.turn).ptr);
        if (!test_save(store, &id, &window) || agent_store_is_private(store) ||
            write(told, "s", 1) != 1)
            _exit(2);
    }
}

/* Lets a child save until a random moment; returns how many saves it acknowledged. */
static uint32_t kill_one(uint64_t id, Random *random)
{
    int ends[2];
    char told[256];
    uint32_t acknowledged = 0;
    if (pipe(ends) != 0)
        return 0;
    pid_t child = fork();
    if (!child)
        save_for_ever(id, ends[1]);
    close(ends[1]);
    struct pollfd first = {.fd = ends[0], .events = POLLIN};
    poll(&first, 1, 5000);
    nanosleep(&(struct timespec){.tv_nsec = random_below(random, 20000000)}, NULL);
    kill(child, SIGKILL);
    EXPECT_INT(wait_for(child), -1);
    for (ssize_t n; (n = read(ends[0], told, sizeof told)) > 0;)
        acknowledged += (uint32_t)n;
    close(ends[0]);
    return acknowledged;
}

TEST(kills_lose_at_most_the_running_request)
{
    Random random = {5};
    AgentStore *store = test_open_store();
    uint64_t id = test_create(store, "/tree", "t");
    uint32_t before = 0;
    agent_store_close(&store);
    for (int i = 0; i < 60; i++) {
        Window window;
        SessionStaleVec stale = {0};
        uint32_t saved = kill_one(id, &random);
        EXPECT(saved > 0);
        store = test_open_store();
        EXPECT_STR(agent_store_notice(store), "");
        REQUIRE(test_load(store, "/tree", &id, &window, &stale));
        EXPECT(window.turn >= before + saved && window.turn <= before + saved + 1);
        REQUIRE(window.parts.len == 2 * (size_t)window.turn);
        Str last = str_format(test_arena(), "%u", window.turn - 1);
        EXPECT(str_equal(window.parts.ptr[window.parts.len - 1].levels[0], last));
        before = window.turn;
        agent_store_close(&store);
    }
}

TEST(the_place_is_that_of_the_environment)
{
    struct stat info;
    AgentStoreOptions options = {0};
    AgentStore *store = NULL;
    Err err = {0};
    setenv("XDG_STATE_HOME", "relative/is/ignored", 1);
    setenv("HOME", test_directory(), 1);
    REQUIRE(agent_store_open(test_arena(), &options, &store, &err));
    agent_store_close(&store);
    Str path = str_format(test_arena(), "%s/.local/state/fovea/agent-3.db", test_directory());
    EXPECT(stat(path.ptr, &info) == 0 && (info.st_mode & 0777) == 0600);
    setenv("XDG_STATE_HOME", str_format(test_arena(), "%s/s", test_directory()).ptr, 1);
    REQUIRE(agent_store_open(test_arena(), &options, &store, &err));
    agent_store_close(&store);
    EXPECT(stat(str_format(test_arena(), "%s/s/fovea/agent-3.db", test_directory()).ptr, &info) ==
           0);
}
