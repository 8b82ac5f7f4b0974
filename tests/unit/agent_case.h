/* For tests of the agent's store: a store in the test's directory, and windows to save in it. */
#pragma once

#include "test.h"

#include "agent/agent_store.h"
#include "base/fs.h"

#include <sys/stat.h>

static int64_t test_moment = 1800000000; /* 2027-01-15T08:00:00Z */
static inline int64_t test_now(void)
{
    return test_moment;
}

static inline Str test_store_path(void)
{
    return str_format(test_arena(), "%s/state/agent-3.db", test_directory());
}

static inline AgentStore *test_open_store(void)
{
    AgentStoreOptions options = {.path = test_store_path(), .now = test_now};
    AgentStore *store = NULL;
    Err err = {0};
    EXPECT(agent_store_open(test_arena(), &options, &store, &err));
    return store;
}

static inline void test_add_part(Window *window, WindowPlace place, const char *name, Str text)
{
    WindowPart part = {
        .place = place, .priority = WINDOW_MEDIUM, .name = str_from(name), .levels = {text}};
    EXPECT(window_add(window, &part) != NULL);
}

/* Adds a task and its answer, and ends the turn. */
static inline void test_add_turn(Window *window, const char *task, const char *answer)
{
    test_add_part(window, WINDOW_TASK, "task", str_from(task));
    test_add_part(window, WINDOW_REPLY, "answer", str_from(answer));
    window->turn++;
}

static inline uint64_t test_create(AgentStore *store, const char *root, const char *title)
{
    uint64_t id = 0;
    Err err = {0};
    EXPECT(agent_store_create(store, str_from(root), str_from(title), &id, &err));
    return id;
}

static inline bool test_save(AgentStore *store, uint64_t *id, Window *window)
{
    SessionState state = {.window = window};
    Err err = {0};
    bool saved = agent_store_save(store, id, &state, &err);
    if (!saved)
        fprintf(stderr, "%s\n", err.message);
    return saved;
}

static inline bool test_load(AgentStore *store, const char *root, uint64_t *id, Window *window,
                             SessionStaleVec *stale)
{
    SessionState state = {.window = window};
    Err err = {0};
    *window = (Window){.arena = test_arena()};
    bool loaded = agent_store_load(store, test_arena(), str_from(root), id, &state, &err);
    *stale = state.stale;
    return loaded;
}

static inline Str test_file_bytes(Str path)
{
    Str bytes = {0};
    bool found = false;
    Err err = {0};
    EXPECT(fs_read_own(test_arena(), path, 256 * MB, &bytes, &found, &err) && found);
    return bytes;
}
