/* Objects of a hostile repository, as src/git reads them: the first byte chooses a commit, two
   trees that hold themselves, the trees that an index remembers, or two texts that are compared. */
#include "fuzz_tree.h"

#include "base/path.h"
#include "git/index_file.h"
#include "git/line_diff.h"
#include "git/objects_inside.h"

/* Trees that are read of one input: more only repeat. */
#define READS_MAX 200

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static Str object;
static unsigned reads;

static bool read_object(GitObjects *objects, Arena *arena, Str id, size_t max, GitContent *content,
                        Err *err)
{
    (void)objects;
    (void)arena;
    (void)id;
    *content = (GitContent){.bytes = object, .too_large = object.len > max};
    return ++reads < READS_MAX || err_set(err, ERR_FAILED, "enough");
}

static const GitReader reader = {.read = read_object};

static void check_commit(Arena *arena, Str bytes)
{
    GitObjects objects = {.reader = &reader};
    GitCommit commit;
    Err err = {0};
    object = bytes;
    reads = 0;
    if (!git_objects_read_commit(&objects, arena, STR("id"), &commit, &err)) {
        assert(err.message[0]);
        return;
    }
    assert(commit.tree.len && commit.message.len <= bytes.len);
    assert(str_find_byte(commit.summary, '\n') == STR_NONE);
}

static void check_trees(Arena *arena, Str bytes)
{
    GitObjects objects = {.reader = &reader};
    GitRange range = {0};
    GitTrees trees = {.old = STR("a"), .new = (Str){0}};
    GitChangeVec changes = {0};
    Err err = {0};
    object = bytes;
    reads = 0;
    if (!git_trees_compare(&objects, arena, &range, &trees, &changes, &err))
        assert(err.message[0]);
    for (size_t i = 0; i < changes.len; i++)
        assert(changes.ptr[i].old.mode && changes.ptr[i].old.id.len == 2 * GIT_SHA1_BYTES &&
               changes.ptr[i].old.path.len < PATH_BYTES_MAX && !changes.ptr[i].new.mode);
}

static void check_index_trees(Arena *arena, Str bytes)
{
    char ids[20];
    Map trees = map_open(arena);
    fuzz_tree_write("index", bytes);
    index_file_trees(arena, path_join(arena, str_from(fuzz_tree), STR("index")), &trees);
    for (size_t i = 0; i < trees.len; i++) {
        assert(trees.entries[i].key.len < PATH_BYTES_MAX);
        memcpy(ids, (const char *)(uintptr_t)trees.entries[i].value, sizeof ids);
    }
}

static uint32_t count_lines(Str text)
{
    uint32_t lines = 0;
    Str line;
    while (str_take_until(&text, '\n', &line))
        lines++;
    return lines;
}

static void check_lines(Arena *arena, Str text)
{
    Str old = {0};
    LineHunkVec hunks;
    bool coarse;
    Err err = {0};
    (void)str_take_until(&text, '\0', &old);
    bool compared = line_diff(arena, old, text, &hunks, &coarse, &err);
    assert(compared && !coarse);
    int64_t more = (int64_t)count_lines(text) - count_lines(old);
    uint32_t end = 0;
    for (size_t i = 0; i < hunks.len; i++) {
        assert(hunks.ptr[i].old_count || hunks.ptr[i].new_count);
        assert(hunks.ptr[i].old_start >= end);
        end = hunks.ptr[i].old_start + hunks.ptr[i].old_count;
        more -= (int64_t)hunks.ptr[i].new_count - hunks.ptr[i].old_count;
    }
    assert(more == 0 && (hunks.len > 0) == !str_equal(old, text));
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_tree_open();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    if (!size)
        return 0;
    arena_open(&arena, 2 * GB);
    Str text = {(const char *)data + 1, size - 1};
    switch (data[0] % 4) {
    case 0: check_commit(&arena, text); break;
    case 1: check_trees(&arena, text); break;
    case 2: check_index_trees(&arena, text); break;
    default: check_lines(&arena, text); break;
    }
    arena_close(&arena);
    return 0;
}
