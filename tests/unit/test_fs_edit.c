#include "base/fs_edit.h"

#include "base/fs.h"

#include "test.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define CALLS_MAX 100

static const char *place(const char *name)
{
    return str_terminate(test_arena(), str_format(test_arena(), "%s/%s", test_directory(), name));
}

/* Below the test's directory as a root, or by its absolute path. */
static bool open_edit(bool beneath, const char *name, FsEdit *edit, Err *err)
{
    *err = (Err){0};
    return fs_edit_open(test_arena(), beneath ? str_from(test_directory()) : (Str){0},
                        str_from(beneath ? name : place(name)), 1 * MB, edit, err);
}

static Str content(const char *name)
{
    Str bytes = {0};
    bool found = false;
    Err err;
    if (!fs_read_own(test_arena(), str_from(place(name)), 1 * MB, &bytes, &found, &err))
        return STR("unreadable");
    return found ? bytes : STR("missing");
}

static bool write_to(bool beneath, const char *name, const char *bytes, Err *err)
{
    FsEdit edit SCOPED(fs_edit_close) = {0};
    return open_edit(beneath, name, &edit, err) &&
           fs_edit_write(test_scratch(), &edit, str_from(bytes), 0666, err);
}

static unsigned mode_of(const char *name)
{
    struct stat info;
    return stat(place(name), &info) == 0 ? info.st_mode & 07777 : 0;
}

TEST(a_file_is_replaced_with_its_mode_and_links_stay)
{
    for (int beneath = 0; beneath < 2; beneath++) {
        Err err;
        test_file("old", STR("1"));
        chmod(place("old"), 0640);
        EXPECT(symlink("old", place("link")) == 0);
        EXPECT(write_to(beneath, "link", "2", &err));
        EXPECT_STR(content("old"), "2");
        EXPECT_INT(mode_of("old"), 0640);
        struct stat info;
        EXPECT(lstat(place("link"), &info) == 0 && S_ISLNK(info.st_mode));
        mode_t mask = umask(027);
        EXPECT(write_to(beneath, "a/b/new", "3", &err));
        umask(mask);
        EXPECT_STR(content("a/b/new"), "3");
        EXPECT_INT(mode_of("a/b/new"), 0640);
        EXPECT_INT(mode_of("a/b"), 0750);
        EXPECT(unlink(place("link")) == 0 && unlink(place("a/b/new")) == 0);
        EXPECT(rmdir(place("a/b")) == 0 && rmdir(place("a")) == 0);
    }
}

/* Root edits for somebody else: sudo, with that user's home. */
TEST(a_file_stays_its_owners)
{
    struct stat info;
    Err err;
    if (geteuid() != 0)
        return; /* only root makes files of others */
    for (int beneath = 0; beneath < 2; beneath++) {
        test_file("theirs", STR("1"));
        EXPECT(chmod(place("theirs"), 0600) == 0 && chown(place("theirs"), 65534, 65533) == 0);
        EXPECT(write_to(beneath, "theirs", "2", &err));
        EXPECT(stat(place("theirs"), &info) == 0 && info.st_uid == 65534 && info.st_gid == 65533);
        EXPECT_INT(mode_of("theirs"), 0600);
        EXPECT(mkdir(place("home"), 0755) == 0 && chown(place("home"), 65534, 65533) == 0);
        EXPECT(write_to(beneath, "home/a/new", "3", &err));
        EXPECT(stat(place("home/a"), &info) == 0 && info.st_uid == 65534);
        EXPECT(stat(place("home/a/new"), &info) == 0 && info.st_uid == 65534);
        EXPECT(unlink(place("home/a/new")) == 0 && rmdir(place("home/a")) == 0);
        EXPECT(rmdir(place("home")) == 0 && unlink(place("theirs")) == 0);
    }
}

TEST(nothing_is_read_or_written_outside_of_a_root)
{
    static const char *const paths[] = {"up/x",     "up/new", "file",
                                        "absolute", "../x",   "new/../../x"};
    Err err;
    mkdir(place("project"), 0755);
    test_file("x", STR("outside"));
    EXPECT(symlink("..", place("project/up")) == 0);
    EXPECT(symlink("../x", place("project/file")) == 0);
    EXPECT(symlink(place("project/real"), place("project/absolute")) == 0);
    for (size_t i = 0; i < COUNT(paths); i++) {
        FsEdit edit SCOPED(fs_edit_close) = {0};
        bool written = fs_edit_open(test_arena(), str_from(place("project")), str_from(paths[i]),
                                    1 * MB, &edit, &err) &&
                       fs_edit_write(test_scratch(), &edit, STR("inside"), 0666, &err);
        EXPECT(!written && err.message[0] && err.hint[0]);
    }
    EXPECT_STR(content("x"), "outside");
    EXPECT_STR(content("new"), "missing");
    /* A directory that becomes a link to the outside after the file was read. */
    FsEdit edit SCOPED(fs_edit_close) = {0};
    mkdir(place("project/sub"), 0755);
    REQUIRE(
        fs_edit_open(test_arena(), str_from(place("project")), STR("sub/x"), 1 * MB, &edit, &err));
    EXPECT(rmdir(place("project/sub")) == 0 && symlink("..", place("project/sub")) == 0);
    EXPECT(!fs_edit_write(test_scratch(), &edit, STR("inside"), 0666, &err));
    EXPECT_STR(content("x"), "outside");
}

TEST(what_another_program_changed_meanwhile_is_not_overwritten)
{
    Err err;
    FsEdit edit SCOPED(fs_edit_close) = {0}, new SCOPED(fs_edit_close) = {0};
    test_file("x", STR("1"));
    REQUIRE(open_edit(true, "x", &edit, &err) && open_edit(true, "new", &new, &err));
    test_file("x", STR("12"));
    test_file("new", STR("3"));
    EXPECT(!fs_edit_write(test_scratch(), &edit, STR("4"), 0666, &err));
    EXPECT_INT(err.code, ERR_STALE);
    EXPECT(!fs_edit_remove(test_scratch(), &edit, 0, &err));
    EXPECT(!fs_edit_write(test_scratch(), &new, STR("4"), 0666, &err));
    EXPECT_INT(err.code, ERR_STALE);
    EXPECT_STR(content("x"), "12");
    EXPECT_STR(content("new"), "3");
    EXPECT_INT(test_count_entries(test_directory()), 4);
}

TEST(removing_takes_the_folders_that_are_empty_then)
{
    Err err;
    EXPECT(write_to(true, "a/b/c/x", "1", &err) && write_to(true, "a/y", "2", &err));
    FsEdit edit SCOPED(fs_edit_close) = {0}, other SCOPED(fs_edit_close) = {0};
    REQUIRE(open_edit(true, "a/b/c/x", &edit, &err));
    EXPECT(fs_edit_remove(test_scratch(), &edit, 0, &err));
    EXPECT_INT(test_count_entries(place("a")), 3);
    REQUIRE(open_edit(true, "a/y", &other, &err));
    EXPECT(fs_edit_remove(test_scratch(), &other, 1, &err));
    EXPECT_INT(test_count_entries(place("a")), 2);
}

TEST(what_is_no_regular_file_is_refused)
{
    Err err;
    FsEdit edit = {0};
    mkdir(place("folder"), 0755);
    EXPECT(mkfifo(place("fifo"), 0644) == 0);
    EXPECT(symlink("nothing", place("dangling")) == 0);
    EXPECT(symlink("loop", place("loop")) == 0);
    test_file("large", str_format(test_arena(), "%*s", (int)(1 * MB + 1), ""));
    test_file("file", STR(""));
    static const char *const names[] = {"folder", "fifo",   "dangling", "loop",
                                        "large",  "file/x", ""};
    for (size_t i = 0; i < COUNT(names); i++) {
        EXPECT(!open_edit(true, names[i], &edit, &err) && err.message[0] && err.hint[0]);
        fs_edit_close(&edit);
    }
}

/* The nth system call fails: the file is the old or the new one, nothing else is left behind. */
static bool survives(unsigned n, int cause, size_t descriptors)
{
    Err err = {0};
    test_file("x", STR("old"));
    fs_fail_after(n, cause);
    bool written = write_to(true, "x", "new", &err);
    unsigned left = fs_fail_after(0, 0);
    Str after = content("x");
    EXPECT(written ? str_equal(after, STR("new")) : err.message[0] && err.hint[0]);
    EXPECT(str_equal(after, STR("new")) || str_equal(after, STR("old")));
    EXPECT_INT(test_count_entries(test_directory()), 3);
    EXPECT_INT(test_count_entries("/proc/self/fd"), (int64_t)descriptors);
    return left == 0;
}

TEST(failing_calls)
{
    static const int causes[] = {EIO, ENOSPC, EINTR, EXDEV};
    size_t descriptors = test_count_entries("/proc/self/fd");
    for (size_t i = 0; i < COUNT(causes); i++) {
        unsigned n = 1;
        while (n < CALLS_MAX && survives(n, causes[i], descriptors))
            n++;
        EXPECT(n > 5 && n < CALLS_MAX);
    }
}
