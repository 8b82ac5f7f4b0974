#include "test.h"

#include "base/fs.h"
#include "base/fs_output.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define CALLS_MAX 100

static Str at(const char *name)
{
    return str_format(test_arena(), "%s/%s", test_directory(), name);
}

static Str content(const char *name)
{
    Str text = {0};
    bool found = false;
    Err err;
    EXPECT(fs_read_own(test_arena(), at(name), KB, &text, &found, &err));
    return found ? text : STR("(nothing)");
}

static size_t entries(void)
{
    Str *names;
    size_t count = 0;
    EXPECT(fs_list_names(test_arena(), str_from(test_directory()), 100, &names, &count));
    return count;
}

/* A directory with a file `which` and a folder with another. */
static bool stage_directory(Str which, bool keep, Str *kept, Err *err)
{
    FsStage stage SCOPED(fs_stage_close) = {0};
    Arena *arena = test_arena();
    if (!fs_stage_open(arena, at("out"), true, &stage, err))
        return false;
    Str top = str_from(stage.temporary), folder = str_format(arena, "%s/folder", stage.temporary);
    return fs_write_new(test_scratch(), str_format(arena, "%.*s/which", STR_ARG(top)), which,
                        err) &&
           fs_make_directory(test_scratch(), folder, err) &&
           fs_write_new(test_scratch(), str_format(arena, "%.*s/x", STR_ARG(folder)), which, err) &&
           fs_stage_commit(arena, &stage, keep, kept, err);
}

static bool stage_file(Str which, Err *err)
{
    FsStage stage SCOPED(fs_stage_close) = {0};
    FsWriter writer SCOPED(fs_writer_drop) = {.fd = -1};
    Str kept;
    if (!fs_stage_open(test_arena(), at("file"), false, &stage, err) || unlink(stage.temporary))
        return false;
    return fs_writer_open(test_arena(), str_from(stage.temporary), &writer, err) &&
           fs_writer_put(&writer, which, err) && fs_writer_close(&writer, err) &&
           fs_stage_commit(test_arena(), &stage, false, &kept, err);
}

TEST(a_directory_is_replaced_whole)
{
    Str kept;
    Err err;
    EXPECT(stage_directory(STR("old"), false, &kept, &err));
    EXPECT_STR(content("out/which"), "old");
    EXPECT(stage_directory(STR("new"), false, &kept, &err));
    EXPECT(!kept.len);
    EXPECT_STR(content("out/which"), "new");
    EXPECT_STR(content("out/folder/x"), "new");
    EXPECT_INT(entries(), 1);
}

TEST(a_directory_can_be_kept_beside)
{
    Str kept;
    Err err;
    EXPECT(stage_directory(STR("old"), false, &kept, &err));
    EXPECT(stage_directory(STR("new"), true, &kept, &err));
    EXPECT_STR(content("out/which"), "new");
    REQUIRE(kept.len);
    EXPECT_STR(content(str_terminate(
                   test_arena(),
                   str_format(test_arena(), "%.*s/which",
                              STR_ARG(str_from_offset(kept, strlen(test_directory()) + 1))))),
               "old");
}

TEST(a_link_is_replaced_and_not_followed)
{
    Err err;
    test_file("precious", STR("precious"));
    EXPECT(symlink("precious", str_terminate(test_arena(), at("file"))) == 0);
    EXPECT_INT(fs_kind(test_scratch(), at("file")), FS_OTHER);
    EXPECT(stage_file(STR("new"), &err));
    EXPECT_STR(content("precious"), "precious");
    EXPECT_STR(content("file"), "new");
}

TEST(whatever_fails_the_old_or_the_new_is_there_and_nothing_else)
{
    Str kept;
    Err err;
    bool finished = false;
    REQUIRE(stage_directory(STR("old"), false, &kept, &err) && stage_file(STR("old"), &err));
    for (unsigned calls = 1; calls < CALLS_MAX && !finished; calls++) {
        fs_fail_after(calls, EIO);
        bool directory = stage_directory(STR("new"), false, &kept, &err);
        bool file = stage_file(STR("new"), &err);
        finished = fs_fail_after(0, 0) > 0;
        EXPECT_STR(content("out/which"), directory ? "new" : "old");
        EXPECT_STR(content("out/folder/x"), directory ? "new" : "old");
        EXPECT_STR(content("file"), file ? "new" : "old");
        EXPECT(finished == (directory && file));
        EXPECT_INT(entries(), 2);
        REQUIRE(stage_directory(STR("old"), false, &kept, &err) && stage_file(STR("old"), &err));
    }
    EXPECT(finished);
}
