/* What a session keeps, what is dropped, and what is not trusted when it is loaded. */
#include "agent_case.h"

#include "agent/recall.h"
#include "agent/shown.h"
#include "base/zstd_frame.h"
#include "index/store/db.h"
#include "test_random.h"

#include <stdlib.h>

static uint64_t count_rows(const char *query)
{
    Db *db = NULL;
    Err err = {0};
    uint64_t count = 0;
    Str path = test_store_path();
    EXPECT(db_open(path.ptr, DB_WRITE, 1000, &db, &err));
    Statement *get = db_prepare(db, query);
    while (db_next(get, &err))
        count = db_u64(get, 0);
    db_close(&db);
    return count;
}

TEST(a_reserved_number_is_given_once)
{
    Err err = {0};
    uint64_t reserved = 0, unused = 0, found = 0;
    Window window = {.arena = test_arena()}, loaded = {.arena = test_arena()};
    AgentStore *store = test_open_store();
    uint64_t first = test_create(store, "/tree", "first");
    REQUIRE(agent_store_reserve(store, &reserved, &err));
    REQUIRE(agent_store_reserve(store, &unused, &err));
    uint64_t second = test_create(store, "/tree", "second");
    EXPECT(first < reserved && reserved < unused && unused < second);
    EXPECT_INT(count_rows("SELECT count(*) FROM session"), 2);
    REQUIRE(agent_store_create_reserved(store, STR("/tree"), STR("late"), reserved, &err));
    test_add_turn(&window, "how", "so");
    found = reserved;
    REQUIRE(test_save(store, &found, &window));
    EXPECT_INT(found, reserved);
    agent_store_close(&store);
    store = test_open_store();
    SessionState back = {.window = &loaded};
    REQUIRE(agent_store_load(store, test_arena(), STR("/tree"), &found, &back, &err));
    EXPECT_INT(loaded.parts.len, 2);
    EXPECT_STR(agent_session(store, reserved)->title, "late");
    agent_store_close(&store);
}

TEST(a_session_is_deleted_with_all_that_it_has)
{
    Err err = {0};
    Window window = {.arena = test_arena()};
    AgentStore *store = test_open_store();
    uint64_t id = test_create(store, "/tree", "a"), other = test_create(store, "/tree", "b");
    test_add_turn(&window, "only here", "so");
    REQUIRE(test_save(store, &id, &window));
    REQUIRE(agent_store_delete(store, id, &err));
    EXPECT_INT(count_rows("SELECT count(*) FROM session"), 1);
    EXPECT_INT(count_rows("SELECT count(*) FROM part"), 0);
    EXPECT_INT(count_rows("SELECT count(*) FROM text"), 0);
    EXPECT(agent_store_delete(store, id, &err) && agent_store_delete(store, 999, &err));
    EXPECT(test_create(store, "/tree", "c") > other);
    SessionState back = {.window = &window};
    window.parts.len = 0;
    EXPECT(!agent_store_load(store, test_arena(), STR("/tree"), &id, &back, &err));
    EXPECT_INT(err.code, ERR_NOT_FOUND);
    agent_store_close(&store);
}

TEST(a_session_comes_back_as_it_was)
{
    Err err = {0};
    Window window = {.arena = test_arena()}, loaded = {.arena = test_arena()};
    AgentStore *store = test_open_store();
    uint64_t id = test_create(store, "/tree", "how  is it\ndone"), found = 0;
    test_add_turn(&window, "how is it done", "in\nsrc/a.c:1");
    window.parts.ptr[1].priority = WINDOW_LOW;
    test_add_turn(&window, "and then", "nothing");
    window.parts.ptr[2].pinned = true;
    window.parts.ptr[3].dropped = true;
    Str approved[] = {STR("make test"), STR("make\xff"), STR("npm test")};
    SessionState state = {.window = &window,
                          .model = STR("ollama/tiny"),
                          .plan = STR("{\"steps\":[]}"),
                          .approved = approved,
                          .approved_count = 3};
    REQUIRE(agent_store_save(store, &id, &state, &err));
    agent_store_close(&store);

    store = test_open_store();
    SessionState back = {.window = &loaded};
    REQUIRE(agent_store_load(store, test_arena(), STR("/tree"), &found, &back, &err));
    EXPECT_INT(found, id);
    EXPECT_INT(back.stale.len, 0);
    EXPECT_INT(loaded.turn, 2);
    EXPECT_STR(back.model, "ollama/tiny");
    EXPECT_STR(back.plan, "{\"steps\":[]}");
    REQUIRE(back.approved_count == 2);
    EXPECT_STR(back.approved[1], "npm test");
    REQUIRE(loaded.parts.len == 4);
    EXPECT_STR(loaded.parts.ptr[1].levels[0], "in\nsrc/a.c:1");
    EXPECT_INT(loaded.parts.ptr[1].priority, WINDOW_LOW);
    EXPECT(loaded.parts.ptr[2].pinned && loaded.parts.ptr[3].dropped);
    EXPECT_STR(agent_session(store, id)->title, "how is it done");
    EXPECT_STR(agent_store_notice(store), "");
    agent_store_close(&store);
}

TEST(each_save_writes_what_changed_and_texts_once)
{
    Window window = {.arena = test_arena()};
    AgentStore *store = test_open_store();
    uint64_t ids[2] = {test_create(store, "/tree", "one"), test_create(store, "/tree", "two")};
    for (int turn = 0; turn < 5; turn++) {
        test_add_turn(&window, "the same question", turn % 2 ? "yes" : "no");
        EXPECT(test_save(store, &ids[0], &window) && test_save(store, &ids[1], &window));
    }
    EXPECT_INT(count_rows("SELECT count(*) FROM part"), 20);
    EXPECT_INT(count_rows("SELECT count(*) FROM text"), 3);
    window_clear(&window);
    EXPECT(test_save(store, &ids[0], &window) && test_save(store, &ids[1], &window));
    EXPECT_INT(count_rows("SELECT count(*) FROM part"), 0);
    agent_store_close(&store);
    EXPECT_INT(count_rows("SELECT count(*) FROM text"), 0);
}

static WindowPart context_part(const char *path, Str text)
{
    return (WindowPart){
        .place = WINDOW_CONTEXT,
        .priority = WINDOW_HIGH,
        .name = str_format(test_arena(), "%s::f", path),
        .path = str_from(path),
        .hash = shown_hash(test_arena(), str_from(test_directory()), str_from(path), text),
        .levels = {text, STR("f()"), STR("f")}};
}

TEST(context_of_a_file_that_changed_is_gathered_again)
{
    Window window = {.arena = test_arena()}, loaded;
    AgentStore *store = test_open_store();
    const char *root = test_directory();
    uint64_t id = test_create(store, root, "t");
    static const char *const paths[] = {"same.c", "changed.c", "gone.c", "older.c", "pinned.c"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        test_file(paths[i], STR("int f(void) { return 1; }\n"));
        WindowPart part =
            context_part(paths[i], i == 3 ? STR("return 0;") : STR("int f(void) { return 1; }"));
        part.pinned = i == 4;
        EXPECT_INT(part.hash.len > 0, i != 3);
        window_add(&window, &part);
    }
    test_add_part(&window, WINDOW_CONTEXT, "callers of f", STR("a.c b.c"));
    test_add_part(&window, WINDOW_PREFIX, "overview", STR("# Repository"));
    test_add_turn(&window, "what does f return", "1");
    EXPECT(test_save(store, &id, &window));
    test_file("changed.c", STR("int f(void) { return 2; }\n"));
    test_file("pinned.c", STR("\nint f(void) { return 1; }\n"));
    remove(str_format(test_arena(), "%s/gone.c", root).ptr);
    SessionStaleVec stale = {0};
    REQUIRE(test_load(store, root, &id, &loaded, &stale));
    REQUIRE(loaded.parts.len == 3);
    EXPECT_STR(loaded.parts.ptr[0].path, "same.c");
    EXPECT_STR(loaded.parts.ptr[0].levels[1], "f()");
    EXPECT_INT(loaded.parts.ptr[1].place, WINDOW_TASK);
    REQUIRE(stale.len == 6);
    EXPECT_STR(stale.ptr[0].name, "changed.c::f");
    EXPECT_STR(stale.ptr[1].path, "gone.c");
    EXPECT_STR(stale.ptr[2].path, "older.c");
    EXPECT(stale.ptr[3].pinned && !stale.ptr[2].pinned);
    EXPECT_STR(stale.ptr[4].name, "callers of f");
    EXPECT_INT(stale.ptr[5].place, WINDOW_PREFIX);
    agent_store_close(&store);
}

TEST(a_session_belongs_to_its_root)
{
    Window window;
    SessionStaleVec stale = {0};
    AgentSessionVec sessions = {0};
    Err err = {0};
    AgentStore *store = test_open_store();
    uint64_t one = test_create(store, "/one", "a"), none = 0;
    test_moment++;
    uint64_t two = test_create(store, "/two", "b");
    EXPECT(!test_load(store, "/two", &one, &window, &stale));
    EXPECT(!test_load(store, "/three", &none, &window, &stale));
    EXPECT(agent_store_list(store, test_arena(), STR("/one"), &sessions, &err));
    EXPECT_INT(sessions.len, 1);
    EXPECT(agent_store_list(store, test_arena(), (Str){0}, &sessions, &err));
    REQUIRE(sessions.len == 2);
    EXPECT_INT(sessions.ptr[0].id, two);
    agent_store_close(&store);
}

TEST(two_programs_in_one_session_keep_both)
{
    Window first = {.arena = test_arena()}, second, loaded;
    SessionStaleVec stale = {0};
    AgentStore *stores[2] = {test_open_store(), test_open_store()};
    uint64_t id = test_create(stores[0], "/tree", "t"), other = id, before = id;
    test_add_turn(&first, "one", "1");
    EXPECT(test_save(stores[0], &id, &first));
    REQUIRE(test_load(stores[1], "/tree", &other, &second, &stale));
    test_add_turn(&first, "two", "2");
    test_add_turn(&second, "three", "3");
    EXPECT(test_save(stores[0], &id, &first) && test_save(stores[1], &other, &second));
    EXPECT_INT(id, before);
    EXPECT(other != before);
    EXPECT(agent_store_notice(stores[1]).len > 0);
    test_add_turn(&second, "four", "4");
    EXPECT(test_save(stores[1], &other, &second));
    REQUIRE(test_load(stores[0], "/tree", &id, &loaded, &stale) && loaded.parts.len == 4);
    EXPECT_STR(loaded.parts.ptr[3].levels[0], "2");
    REQUIRE(test_load(stores[0], "/tree", &other, &loaded, &stale) && loaded.parts.len == 6);
    EXPECT_STR(loaded.parts.ptr[5].levels[0], "4");
    agent_store_close(&stores[0]);
    agent_store_close(&stores[1]);
}

/* ---- limits ---- */

static Str noise(Random *random, size_t len)
{
    char *bytes = arena_bytes(test_arena(), len);
    for (size_t i = 0; i < len; i++)
        bytes[i] = (char)('a' + (random_below(random, 1 << 20) >> 16));
    return (Str){bytes, len};
}

TEST(old_sessions_are_dropped)
{
    AgentStore *store = test_open_store();
    uint64_t first = test_create(store, "/tree", "first"), id = 0;
    Window window = {.arena = test_arena()}, loaded;
    SessionStaleVec stale = {0};
    test_add_turn(&window, "q", "a");
    EXPECT(test_save(store, &first, &window));
    for (int i = 0; i < AGENT_SESSIONS_MAX + 5; i++) {
        test_moment++;
        id = test_create(store, "/tree", "later");
    }
    EXPECT_INT(count_rows("SELECT count(*) FROM session"), AGENT_SESSIONS_MAX);
    EXPECT(!test_load(store, "/tree", &first, &loaded, &stale));
    /* One that is still in use comes back with its next save. */
    EXPECT(test_save(store, &first, &window));
    EXPECT(test_load(store, "/tree", &first, &loaded, &stale) && loaded.parts.len == 2);
    EXPECT_INT(count_rows("SELECT count(*) FROM session"), AGENT_SESSIONS_MAX);
    EXPECT(test_load(store, "/tree", &id, &loaded, &stale));
    agent_store_close(&store);
}

TEST(the_file_stays_below_its_limit)
{
    AgentStoreOptions options = {.path = test_store_path(), .now = test_now, .max_bytes = 512 * KB};
    AgentStore *store = NULL;
    Err err = {0};
    Random random = {7};
    REQUIRE(agent_store_open(test_arena(), &options, &store, &err));
    for (int i = 0; i < 12; i++) {
        Window window = {.arena = test_arena()};
        uint64_t id = test_create(store, "/tree", "t");
        test_moment++;
        for (int part = 0; part < 3; part++)
            test_add_part(&window, WINDOW_REPLY, "answer", noise(&random, 60 * KB));
        EXPECT(test_save(store, &id, &window));
    }
    uint64_t left = count_rows("SELECT count(*) FROM session");
    EXPECT(left >= 2 && left < 12);
    agent_store_close(&store);
    EXPECT(test_file_bytes(test_store_path()).len <= 512 * KB + 100 * KB);
}

TEST(one_session_stays_below_its_limit)
{
    Random random = {1};
    Window window = {.arena = test_arena()}, loaded;
    SessionStaleVec stale = {0};
    AgentStore *store = test_open_store();
    uint64_t id = test_create(store, "/tree", "t");
    for (int turn = 0; turn < 80; turn++) {
        for (int part = 0; part < 3; part++)
            test_add_part(&window, WINDOW_CONTEXT, "list", noise(&random, 10 * KB));
        test_add_turn(&window, "question", "answer");
        EXPECT(test_save(store, &id, &window));
    }
    EXPECT(count_rows("SELECT sum(bytes) FROM part") <= AGENT_SESSION_BYTES_MAX);
    REQUIRE(test_load(store, "/tree", &id, &loaded, &stale));
    EXPECT_INT(loaded.turn, 80);
    EXPECT_STR(loaded.parts.ptr[loaded.parts.len - 1].levels[0], "answer");
    agent_store_close(&store);
    EXPECT(test_file_bytes(test_store_path()).len <= AGENT_SESSION_BYTES_MAX + 300 * KB);
}

/* ---- keys ---- */

static void add_blobs(Buf *all, const char *query)
{
    Db *db = NULL;
    Err err = {0};
    Str path = test_store_path();
    EXPECT(db_open(path.ptr, DB_WRITE, 1000, &db, &err));
    Statement *get = db_prepare(db, query);
    while (db_next(get, &err)) {
        Str plain = {0}, frame = db_text(get, 0);
        EXPECT(!frame.len || zstd_frame_take(test_arena(), frame, (Str){0}, 16 * MB, &plain));
        buf_put(all, plain);
    }
    EXPECT(!db_failed(get));
    db_close(&db);
}

static Str whole_store(void)
{
    Buf all = buf_open(test_arena(), 0);
    Str path = test_store_path();
    buf_put(&all, test_file_bytes(path));
    if (fs_has_bytes(test_scratch(), str_join(test_arena(), path, STR("-wal"))))
        buf_put(&all, test_file_bytes(str_join(test_arena(), path, STR("-wal"))));
    add_blobs(&all, "SELECT data FROM text");
    add_blobs(&all, "SELECT plan FROM session");
    add_blobs(&all, "SELECT approved FROM session");
    return buf_str(&all);
}

TEST(no_key_is_stored)
{
    static const char *const key = "wq81-xyzzy-plugh-quux";
    setenv("TEST_MODEL_KEY", key, 1);
    Err err = {0};
    ChatModel model = {.name = STR("tiny"), .key = fs_environment("TEST_MODEL_KEY")};
    AgentStore *store = test_open_store();
    agent_store_hide(store, model.key);
    agent_store_hide(store, STR("none"));
    Str secret = STR("AKIA4XQTZ7WNPLKD3RFV");
    Window window = {.arena = test_arena()};
    Str leak = str_format(test_arena(), "none: use %s\nor %.*s", key, STR_ARG(secret));
    uint64_t id = test_create(store, "/tree", leak.ptr);
    WindowPart part = {.place = WINDOW_CONTEXT,
                       .name = leak,
                       .why = leak,
                       .path = leak,
                       .levels = {leak, leak, leak}};
    window_add(&window, &part);
    test_add_turn(&window, leak.ptr, leak.ptr);
    SessionState state = {.window = &window,
                          .model = leak,
                          .plan = str_format(test_arena(), "{\"a\":\"%s\"}", key),
                          .approved = &leak,
                          .approved_count = 1};
    EXPECT(agent_store_save(store, &id, &state, &err));
    Viewed viewed = {.handle = leak, .hash = STR("h")};
    EXPECT(recall_view(store, id, &viewed, 1, &err));
    Str all = whole_store();
    EXPECT(str_find(all, STR("[redacted: ")) != STR_NONE);
    EXPECT(str_find(all, STR("none: use")) != STR_NONE);
    EXPECT_INT(str_find(all, str_from(key)), STR_NONE);
    EXPECT_INT(str_find(all, secret), STR_NONE);
    agent_store_close(&store);
    EXPECT_INT(str_find(whole_store(), str_from(key)), STR_NONE);
}
