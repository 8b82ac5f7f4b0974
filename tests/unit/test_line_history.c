#include "test.h"

#include "base/buf.h"
#include "base/fs.h"
#include "terminal/line_history.h"

#include <sys/stat.h>
#include <unistd.h>

static Str at(const char *name)
{
    return str_format(test_arena(), "%s/%s", test_directory(), name);
}

static Str content(Str path)
{
    Str text = {0};
    bool found = false;
    Err err;
    EXPECT(fs_read_own(test_arena(), path, 8 * MB, &text, &found, &err));
    return text;
}

TEST(history_is_kept_in_a_private_file)
{
    LineHistory history SCOPED(line_history_close), again SCOPED(line_history_close);
    Str path = at("state/history");
    struct stat info;
    line_history_open(&history, path);
    line_history_add(&history, STR("one\ntwo \\n"));
    line_history_add(&history, STR("three"));
    line_history_add(&history, STR("three"));
    line_history_add(&history, STR("  "));
    EXPECT_STR(content(path), "one\\ntwo \\\\n\nthree\n");
    REQUIRE(stat(str_terminate(test_arena(), path), &info) == 0);
    EXPECT_INT(info.st_mode & 0777, 0600);
    line_history_open(&again, path);
    REQUIRE(again.entries.len == 2);
    EXPECT_STR(again.entries.ptr[0], "one\ntwo \\n");
    line_history_add(&history, STR("from one"));
    line_history_add(&again, STR("from the other"));
    EXPECT_STR(content(path), "one\\ntwo \\\\n\nthree\nfrom one\nfrom the other\n");
}

TEST(history_stores_no_secret)
{
    LineHistory history SCOPED(line_history_close);
    Str path = at("history");
    line_history_open(&history, path);
    line_history_add(&history, STR("use AKIAIOSFODNN7EXAMQLE and go"));
    line_history_add(&history, STR("password = \"hunter2hunter2hunter2\""));
    line_history_add(&history, STR("plain"));
    EXPECT_STR(content(path), "plain\n");
    EXPECT_INT(history.entries.len, 3); /* this process still offers it */
}

TEST(history_uses_no_file_of_others)
{
    LineHistory history SCOPED(line_history_close);
    const char *other = test_file("target", STR("keep\n"));
    Str link = at("link");
    EXPECT(symlink(other, str_terminate(test_arena(), link)) == 0);
    line_history_open(&history, link);
    line_history_add(&history, STR("text"));
    EXPECT_STR(content(str_from(other)), "keep\n");
    EXPECT_INT(history.path.len, 0);
}

TEST(history_is_bounded)
{
    LineHistory history SCOPED(line_history_close);
    Buf big = buf_open(test_arena(), 0);
    buf_put_repeat(&big, STR("0123456789"), LINE_HISTORY_ENTRY_BYTES_MAX / 10 - 1);
    line_history_open(&history, (Str){0});
    for (int i = 0; i < 1500; i++)
        line_history_add(&history, str_format(test_arena(), "entry %d", i));
    EXPECT(history.entries.len <= LINE_HISTORY_ENTRIES_MAX);
    EXPECT_STR(history.entries.ptr[history.entries.len - 1], "entry 1499");
    for (int i = 0; i < 1000; i++)
        line_history_add(&history, str_format(test_arena(), "%d%.*s", i, STR_ARG(buf_str(&big))));
    EXPECT(arena_used(&history.arena) < 16 * MB);
    EXPECT_INT(line_history_find(&history, STR_NONE, STR("entry 1499")), STR_NONE);
}
