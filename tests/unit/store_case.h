/* A store, and the index of the test's directory in it. */
#pragma once

#include "test.h"

#include "index/update/build.h"

static inline Store *open_test_store(const StoreOptions *options)
{
    Store *store = NULL;
    Str notice;
    Err err;
    EXPECT(store_open(test_arena(), options, &store, &notice, &err));
    return store;
}

static inline Store *open_memory_store(void)
{
    return open_test_store(&(StoreOptions){.memory = true, .tree = STR("/tree")});
}

static inline GitRepo test_repo(void)
{
    GitRepo repo;
    Err err;
    EXPECT(git_repo_find(test_arena(), str_from(test_directory()), &repo, &err));
    return repo;
}

static inline BuildReport update_store(Store *store, int workers)
{
    GitRepo repo = test_repo();
    BuildReport report;
    BuildOptions options = {.repo = &repo, .workers = workers};
    Err err;
    EXPECT(build_update(test_arena(), test_scratch(), store, &options, &report, &err));
    return report;
}
