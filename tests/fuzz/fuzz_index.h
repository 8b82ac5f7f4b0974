/* The index of a fuzz target's own tree, in memory, as it is before anything is fuzzed. */
#pragma once

#include "fuzz_tree.h"

#include "index/update/build.h"

static Arena fuzz_arena;
static Store *fuzz_store;
static GitRepo fuzz_repo;

static inline void fuzz_index_close(void)
{
    store_close(&fuzz_store);
}

/* Of the tree as it was written after fuzz_tree_open: so many files. */
static inline void fuzz_index_make(uint32_t files)
{
    Arena scratch;
    StoreOptions options = {.memory = true, .tree = STR("/tree")};
    BuildOptions build = {.repo = &fuzz_repo, .workers = 1};
    BuildReport report;
    Str notice;
    Err err = {0};
    atexit(fuzz_index_close);
    arena_open(&fuzz_arena, 0);
    arena_open(&scratch, 0);
    bool made = store_open(&fuzz_arena, &options, &fuzz_store, &notice, &err) &&
                git_repo_find(&fuzz_arena, str_from(fuzz_tree), &fuzz_repo, &err) &&
                build_update(&fuzz_arena, scratch, fuzz_store, &build, &report, &err);
    assert(made && report.files == files);
    arena_close(&scratch);
}

/* A changed copy. The first byte chooses whether the rest replaces it or says which bytes of it
   change and into what. */
static inline Str fuzz_damaged(Arena *arena, Str whole, Str input)
{
    Str copy = str_copy(arena, whole);
    if (!input.len || input.ptr[0] & 1)
        return str_from_offset(input, 1);
    for (size_t i = 1; i + 2 < input.len && copy.len; i += 3) {
        size_t at = (size_t)(unsigned char)input.ptr[i] * 256 + (unsigned char)input.ptr[i + 1];
        ((char *)(uintptr_t)copy.ptr)[at % copy.len] = input.ptr[i + 2];
    }
    return copy;
}
