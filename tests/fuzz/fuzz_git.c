/* What git and its users write, of a hostile repository: the first byte chooses the index, the
   files that say where a repository is and at which commit, ignore files, or a list of directories
   as it was remembered. */
#include "fuzz_tree.h"

#include "base/path.h"
#include "git/directory_cache.h"
#include "git/ignore.h"
#include "git/index_file.h"
#include "git/repo.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static bool is_inside(Str path)
{
    Str part;
    if (!path.len || path_is_absolute(path) || str_find_byte(path, '\0') != STR_NONE)
        return false;
    while (str_take_until(&path, '/', &part))
        if (!part.len || str_equal(part, STR(".")) || str_equal(part, STR("..")))
            return false;
    return true;
}

static void check_index(Arena *arena, Str bytes)
{
    GitEntryVec entries = {0};
    bool known = false;
    Err err = {0};
    fuzz_tree_write("index", bytes);
    if (!index_file_read(arena, str_from(fuzz_tree), &entries, &known, &err)) {
        assert(err.message[0]);
        return;
    }
    for (size_t i = 0; i < entries.len; i++)
        assert(is_inside(entries.ptr[i].path) && entries.ptr[i].path.len < PATH_BYTES_MAX);
}

/* One line each: `.git`, HEAD and the file of the branch; the rest are the packed refs. */
static void check_repository(Arena *arena, Str text)
{
    static const char *const names[] = {"a/.git", "b/.git/HEAD", "b/.git/refs/heads/x"};
    static const char *const paths[] = {"/a", "/b"};
    for (size_t i = 0; i < COUNT(names); i++) {
        Str line = {0};
        (void)str_take_line(&text, &line);
        fuzz_tree_write(names[i], line);
    }
    fuzz_tree_write("b/.git/packed-refs", text);
    for (size_t i = 0; i < COUNT(paths); i++) {
        GitRepo repo;
        Err err = {0};
        Str path = str_join(arena, str_from(fuzz_tree), str_from(paths[i]));
        bool found = git_repo_find(arena, path, &repo, &err);
        assert(found && path_is_inside(path, repo.root));
        git_repo_read_head(arena, &repo);
        assert(!repo.head.len || repo.head.len == 40 || repo.head.len == 64);
        (void)git_repo_id(arena, &repo);
    }
}

/* The first line is the path. What takes back everything has the last word. */
static void check_ignore(Arena *arena, Str text)
{
    IgnoreStack stack = {0};
    Str path = {0};
    (void)str_take_line(&text, &path);
    ignore_push(arena, &stack, (Str){0}, (Str){0}, text);
    IgnoreVerdict file = ignore_check(&stack, path, false);
    IgnoreVerdict directory = ignore_check(&stack, path, true);
    assert(file <= IGNORE_YES && directory <= IGNORE_YES);
    ignore_push(arena, &stack, (Str){0}, (Str){0}, STR("!*\n"));
    if (path_base(path).len)
        assert(ignore_check(&stack, path, false) == IGNORE_NO);
}

static void check_listing(Arena *arena, Str saved)
{
    Listings *listings = listings_open(arena, saved);
    NameVec names;
    int fd = open(fuzz_tree, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool read = directory_cache_read(listings, arena, fd, (Str){0}, (Str){0}, &names);
    assert(read);
    for (size_t i = 0; i < names.len; i++)
        assert(names.ptr[i].text.len && str_find_byte(names.ptr[i].text, '/') == STR_NONE);
    (void)listings_pack(listings, arena);
    close(fd);
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
    case 0: check_index(&arena, text); break;
    case 1: check_repository(&arena, text); break;
    case 2: check_ignore(&arena, text); break;
    default: check_listing(&arena, text); break;
    }
    arena_close(&arena);
    return 0;
}
