#include "paths_case.h"

#include "base/buf.h"
#include "index/graph/folders.h"

/* The parts of a folder, `**` behind those that hold more than one module. */
static Str parts_of(const char *const *paths, size_t count, const char *folder, size_t limit)
{
    Catalog *catalog = catalog_of_paths(paths, count);
    Modules modules = modules_of(test_arena(), catalog);
    bool *taken = NEW(test_arena(), bool, modules.list.len);
    for (size_t i = 0; i < modules.list.len; i++)
        taken[i] = true;
    Folders folders = folders_make(test_arena(), &modules, taken);
    FolderPartVec parts =
        folders_cut(test_arena(), &folders, folders_find(&folders, str_from(folder)), limit);
    const uint32_t *part_of = folders_spread(test_arena(), &folders, &parts);
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < parts.len; i++) {
        size_t held = 0;
        for (size_t k = 0; k < modules.list.len; k++)
            held += part_of[k] == i;
        buf_printf(&out, "%s%.*s%s:%zu", i ? " " : "",
                   STR_ARG(folders.list.ptr[parts.ptr[i].folder].path),
                   parts.ptr[i].whole ? "/**" : "", held);
    }
    return buf_str(&out);
}

static const char *const files[] = {"a/x/1.c", "a/x/p/2.c", "a/x/q/3.c", "a/y/4.c", "b/c/d/5.c"};

TEST(the_largest_folders_are_opened_as_long_as_there_is_room)
{
    EXPECT_STR(parts_of(files, COUNT(files), "", 2), "b/c/d:1 a/**:4");
    EXPECT_STR(parts_of(files, COUNT(files), "", 3), "b/c/d:1 a/y:1 a/x/**:3");
    EXPECT_STR(parts_of(files, COUNT(files), "", 9), "b/c/d:1 a/y:1 a/x:1 a/x/q:1 a/x/p:1");
}

TEST(what_lies_directly_in_a_folder_is_shown_without_room)
{
    EXPECT_STR(parts_of(files, COUNT(files), "a/x", 1), "a/x:1 a/x/q:1 a/x/p:1");
    EXPECT_STR(parts_of(files, COUNT(files), "b", 1), "b/c/d:1");
}
