/* Commits, rollbacks and redos: each kind of edit, what users change in between, and what may not
   be touched. */
#include "edit/transaction.h"

#include "base/fs_below.h"

#include "test.h"
#include "transaction_case.h"

#include <fcntl.h>
#include <sys/xattr.h>

static unsigned mode_of(const char *name)
{
    struct stat info;
    return stat(transaction_case_path(name), &info) == 0 ? info.st_mode & 07777 : 0;
}

static bool log_of(EditCommitVec *commits)
{
    EditPlace place = transaction_case_place();
    Err err = {0};
    return edit_log(test_arena(), &place, commits, &err);
}

TEST(each_kind_of_edit_is_made_taken_back_and_redone)
{
    EditSet set = {0};
    EditCommit done;
    EditRefusalVec conflicts;
    Err err;
    transaction_case_file("changed", STR("a\nb\n"));
    transaction_case_file("deleted", STR("gone\n"));
    transaction_case_file("old", STR("x\ny\n"));
    chmod(transaction_case_path("old"), 0750);
    chmod(transaction_case_path("deleted"), 0604);
    transaction_case_add(&set, EDIT_CHANGED, "changed", "a\nb\n", "a\nB\n");
    transaction_case_add(&set, EDIT_CREATED, "new/deep/file", "", "new\n");
    transaction_case_add(&set, EDIT_DELETED, "deleted", "gone\n", "");
    transaction_case_move(&set, "old", "moved/here", "x\ny\n", "x\nY\n");
    REQUIRE(transaction_case_commit(&set, &done, &err));
    EXPECT_STR(done.id, "1");
    EXPECT_INT(done.files.len, 4);
    EXPECT_STR(done.note, "");
    for (int round = 0; round < 3; round++) {
        EXPECT_STR(transaction_case_content("changed"), "a\nB\n");
        EXPECT_STR(transaction_case_content("new/deep/file"), "new\n");
        EXPECT_STR(transaction_case_content("deleted"), "missing");
        EXPECT_STR(transaction_case_content("old"), "missing");
        EXPECT_STR(transaction_case_content("moved/here"), "x\nY\n");
        EXPECT_INT(mode_of("moved/here"), 0750);
        EXPECT_INT(transaction_case_names(""), 3);
        REQUIRE(transaction_case_turn(false, "", &conflicts, &err));
        EXPECT_STR(transaction_case_content("changed"), "a\nb\n");
        EXPECT_STR(transaction_case_content("deleted"), "gone\n");
        EXPECT_STR(transaction_case_content("old"), "x\ny\n");
        EXPECT_INT(mode_of("old"), 0750);
        EXPECT_INT(mode_of("deleted"), 0604);
        EXPECT_INT(transaction_case_names(""), 3);
        EXPECT(!transaction_case_turn(false, "", &conflicts, &err));
        EXPECT_INT(err.code, ERR_NOT_FOUND);
        REQUIRE(transaction_case_turn(true, "", &conflicts, &err));
    }
    EXPECT(!transaction_case_turn(true, "1", &conflicts, &err));
    EXPECT(!transaction_case_turn(false, "7", &conflicts, &err));
    EXPECT_INT(err.code, ERR_NOT_FOUND);
}

TEST(bytes_mode_owner_and_attributes_stay)
{
    struct stat info;
    EditSet set = {0};
    EditCommit done;
    Err err;
    char value[8];
    transaction_case_file("windows", STR("\xEF\xBB\xBF"
                                         "a\r\nb\r\n"));
    chmod(transaction_case_path("windows"), 02755);
    bool has_attributes =
        setxattr(transaction_case_path("windows"), "user.note", "kept", 4, 0) == 0;
    if (geteuid() == 0)
        EXPECT(chown(transaction_case_path("windows"), 65534, 65533) == 0 &&
               chmod(transaction_case_path("windows"), 02755) == 0);
    transaction_case_add(&set, EDIT_CHANGED, "windows",
                         "\xEF\xBB\xBF"
                         "a\r\nb\r\n",
                         "\xEF\xBB\xBF"
                         "a\r\nc");
    REQUIRE(transaction_case_commit(&set, &done, &err));
    EXPECT_STR(transaction_case_content("windows"), "\xEF\xBB\xBF"
                                                    "a\r\nc");
    EXPECT_INT(mode_of("windows"), 02755);
    EXPECT(stat(transaction_case_path("windows"), &info) == 0);
    if (geteuid() == 0)
        EXPECT(info.st_uid == 65534 && info.st_gid == 65533);
    if (has_attributes)
        EXPECT_INT(getxattr(transaction_case_path("windows"), "user.note", value, sizeof value), 4);
}

TEST(a_link_stays_and_its_target_is_replaced)
{
    struct stat info;
    EditSet set = {0}, other = {0};
    EditCommit done;
    Err err;
    transaction_case_folder("sub");
    transaction_case_file("sub/target", STR("1\n"));
    EXPECT(symlink("sub/target", transaction_case_path("link")) == 0);
    EXPECT(symlink("sub", transaction_case_path("folder")) == 0);
    transaction_case_add(&set, EDIT_CHANGED, "link", "1\n", "2\n");
    transaction_case_add(&set, EDIT_CREATED, "folder/new", "", "n\n");
    REQUIRE(transaction_case_commit(&set, &done, &err));
    EXPECT_STR(transaction_case_content("sub/target"), "2\n");
    EXPECT_STR(transaction_case_content("sub/new"), "n\n");
    EXPECT(lstat(transaction_case_path("link"), &info) == 0 && S_ISLNK(info.st_mode));
    /* Both names of one file. */
    transaction_case_add(&other, EDIT_CHANGED, "link", "2\n", "3\n");
    transaction_case_add(&other, EDIT_CHANGED, "sub/target", "2\n", "4\n");
    EXPECT(!transaction_case_commit(&other, &done, &err));
    EXPECT_STR(transaction_case_content("sub/target"), "2\n");
    other.files.len = 0;
    transaction_case_add(&other, EDIT_DELETED, "link", "2\n", "");
    EXPECT(!transaction_case_commit(&other, &done, &err));
    EXPECT_INT(err.code, ERR_NOT_FOUND);
    EXPECT_STR(transaction_case_content("link"), "2\n");
}

TEST(nothing_outside_and_nothing_protected_is_written)
{
    static const char *const paths[] = {
        "up/x",      "up/new",      "file",          "../x",           "a/../../x", "/tmp/x",
        ".git/hook", ".GIT/config", "sub/.git",      "git/hooks/post", "dangling",  "dangling/x",
        ".fovea-1",  "readonly",    "fixed/new",     "fixed/old",      "",          ".",
        "sub",       "x/../../y",   "regular/below", "fifo",
    };
    EditPlace place = transaction_case_place();
    transaction_case_folder(".git");
    transaction_case_folder("sub");
    transaction_case_folder("fixed");
    test_file("x", STR("outside"));
    transaction_case_file("readonly", STR("1"));
    transaction_case_file("regular", STR("1"));
    transaction_case_file("fixed/old", STR("1"));
    EXPECT(symlink("..", transaction_case_path("up")) == 0 &&
           symlink("../x", transaction_case_path("file")) == 0);
    EXPECT(symlink(".git", transaction_case_path("git")) == 0);
    EXPECT(symlink("nowhere", transaction_case_path("dangling")) == 0);
    EXPECT(mkfifo(transaction_case_path("fifo"), 0600) == 0);
    chmod(transaction_case_path("readonly"), 0444);
    chmod(transaction_case_path("fixed"), 0555);
    for (size_t i = 0; i < COUNT(paths); i++) {
        Err err = {0};
        Str bytes;
        bool found;
        EXPECT(!edit_read_file(test_arena(), &place, str_from(paths[i]), &bytes, &found, &err));
        EXPECT(err.code == ERR_NOT_FOUND && err.message[0] && err.hint[0]);
        if (err.code != ERR_NOT_FOUND)
            fprintf(stderr, "%s: %d %s\n", paths[i], err.code, err.message);
        for (EditStatus status = 0; status <= EDIT_CREATED; status++) {
            EditSet set = {0};
            EditCommit done;
            transaction_case_add(&set, EDIT_CREATED, "first", "", "1");
            transaction_case_add(&set, status, paths[i], status == EDIT_CHANGED ? "1" : "", "2");
            EXPECT(!transaction_case_commit(&set, &done, &err));
            EXPECT(err.message[0] && err.hint[0] && done.conflicts.len == 1);
        }
    }
    chmod(transaction_case_path("fixed"), 0755);
    EXPECT_STR(transaction_case_content("../x"), "outside");
    EXPECT_STR(transaction_case_content("first"), "missing");
    EXPECT_INT(transaction_case_names(".git"), 0);
    EXPECT_INT(transaction_case_names(""), 10);
}

TEST(what_a_user_changed_before_a_commit_is_merged_or_refused)
{
    EditSet set = {0};
    EditCommit done;
    Err err;
    transaction_case_file("a", STR("1\n2\n3\n4\n5\n"));
    transaction_case_file("b", STR("b\n"));
    transaction_case_add(&set, EDIT_CHANGED, "a", "1\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n");
    transaction_case_add(&set, EDIT_CHANGED, "b", "b\n", "B\n");
    transaction_case_file("a", STR("one\n2\n3\n4\n5\n"));
    transaction_case_file("b", STR("user\n"));
    EXPECT(!transaction_case_commit(&set, &done, &err));
    EXPECT_INT(err.code, ERR_STALE);
    REQUIRE(done.conflicts.len == 1);
    EXPECT_STR(done.conflicts.ptr[0].path, "b");
    EXPECT_INT(done.conflicts.ptr[0].reason, EDIT_STALE);
    EXPECT_STR(done.conflicts.ptr[0].nearest_text, "user\n");
    EXPECT_STR(transaction_case_content("a"), "one\n2\n3\n4\n5\n");
    EXPECT_STR(transaction_case_content("b"), "user\n");
    transaction_case_file("b", STR("b\n"));
    REQUIRE(transaction_case_commit(&set, &done, &err));
    EXPECT_STR(transaction_case_content("a"), "one\n2\n3\n4\nfive\n");
    EXPECT_INT(done.files.ptr[0].start, 5);
    EXPECT_INT(transaction_case_names(""), 2);
}

TEST(files_that_are_gone_or_there_already_are_conflicts)
{
    static const struct {
        EditStatus status;
        const char *path, *old_path, *before;
        EditReason reason;
    } cases[] = {
        {EDIT_CHANGED, "gone", "", "x", EDIT_MISSING},
        {EDIT_MOVED, "new", "gone", "x", EDIT_MISSING},
        {EDIT_MOVED, "there", "other", "o", EDIT_EXISTS},
        {EDIT_CREATED, "there", "", "", EDIT_EXISTS},
        {EDIT_DELETED, "there", "", "not this", EDIT_STALE},
    };
    transaction_case_file("there", STR("t"));
    transaction_case_file("other", STR("o"));
    for (size_t i = 0; i < COUNT(cases); i++) {
        EditSet set = {0};
        EditCommit done;
        Err err;
        transaction_case_add(&set, cases[i].status, cases[i].path, cases[i].before, "after");
        set.files.ptr[0].old_path = str_from(cases[i].old_path);
        EXPECT(!transaction_case_commit(&set, &done, &err));
        EXPECT_INT(err.code, ERR_STALE);
        REQUIRE(done.conflicts.len == 1);
        EXPECT_INT(done.conflicts.ptr[0].reason, cases[i].reason);
    }
    EXPECT_STR(transaction_case_content("there"), "t");
    EXPECT_INT(transaction_case_names(""), 2);
}

TEST(a_rollback_spares_what_a_user_changed_since)
{
    EditSet set = {0};
    EditCommit done;
    EditRefusalVec conflicts;
    Err err;
    transaction_case_file("a", STR("1\n2\n3\n4\n5\n"));
    transaction_case_add(&set, EDIT_CHANGED, "a", "1\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n");
    transaction_case_add(&set, EDIT_CREATED, "d/new", "", "new\n");
    REQUIRE(transaction_case_commit(&set, &done, &err));
    transaction_case_file("a", STR("one\n2\n3\n4\nfive\n"));
    transaction_case_file("d/mine", STR("mine"));
    REQUIRE(transaction_case_turn(false, "", &conflicts, &err));
    EXPECT_STR(transaction_case_content("a"), "one\n2\n3\n4\n5\n");
    EXPECT_STR(transaction_case_content("d/new"), "missing");
    EXPECT_STR(transaction_case_content("d/mine"), "mine");
    transaction_case_file("a", STR("ONE\n2\n3\n4\n5\n"));
    REQUIRE(transaction_case_turn(true, "", &conflicts, &err));
    EXPECT_STR(transaction_case_content("a"), "ONE\n2\n3\n4\nfive\n");
    /* In the same line, and in a file that was created. */
    transaction_case_file("a", STR("ONE\n2\n3\n4\nFIVE\n"));
    transaction_case_file("d/new", STR("new and more\n"));
    EXPECT(!transaction_case_turn(false, "1", &conflicts, &err));
    EXPECT_INT(err.code, ERR_STALE);
    REQUIRE(conflicts.len == 2);
    EXPECT_STR(conflicts.ptr[0].path, "a");
    EXPECT_STR(conflicts.ptr[0].nearest_text, "FIVE\n");
    EXPECT_INT(conflicts.ptr[0].nearest.start, 5);
    EXPECT_STR(conflicts.ptr[1].path, "d/new");
    EXPECT_STR(transaction_case_content("a"), "ONE\n2\n3\n4\nFIVE\n");
    EXPECT_STR(transaction_case_content("d/new"), "new and more\n");
}

TEST(a_rollback_does_not_overwrite_what_took_the_old_name)
{
    EditSet set = {0};
    EditCommit done;
    EditRefusalVec conflicts;
    Err err;
    transaction_case_file("old", STR("o\n"));
    transaction_case_file("deleted", STR("d\n"));
    transaction_case_move(&set, "old", "new", "o\n", "o\n");
    transaction_case_add(&set, EDIT_DELETED, "deleted", "d\n", "");
    REQUIRE(transaction_case_commit(&set, &done, &err));
    transaction_case_file("old", STR("another\n"));
    transaction_case_file("deleted", STR("another\n"));
    EXPECT(!transaction_case_turn(false, "", &conflicts, &err));
    EXPECT_INT(conflicts.len, 2);
    EXPECT_INT(conflicts.ptr[0].reason, EDIT_EXISTS);
    EXPECT_STR(transaction_case_content("old"), "another\n");
    EXPECT_STR(transaction_case_content("new"), "o\n");
    /* Users who undid by hand what was done have nothing to be taken back. */
    unlink(transaction_case_path("old"));
    transaction_case_file("deleted", STR("d\n"));
    EXPECT(transaction_case_turn(false, "", &conflicts, &err));
    EXPECT_STR(transaction_case_content("old"), "o\n");
    EXPECT_STR(transaction_case_content("deleted"), "d\n");
}

TEST(several_commits_are_listed_newest_first)
{
    EditCommit done;
    EditCommitVec commits;
    EditRefusalVec conflicts;
    Err err;
    REQUIRE(log_of(&commits));
    EXPECT_INT(commits.len, 0);
    transaction_case_file("a", STR("0\n"));
    for (char version = '0'; version < '4'; version++) {
        const char before[] = {version, '\n', 0}, after[] = {(char)(version + 1), '\n', 0};
        EditSet set = {0};
        transaction_case_add(&set, EDIT_CHANGED, "a", before, after);
        REQUIRE(transaction_case_commit(&set, &done, &err));
    }
    EXPECT_STR(transaction_case_content("a"), "4\n");
    EXPECT(!transaction_case_turn(false, "2", &conflicts, &err)); /* later ones are on top of it */
    EXPECT(transaction_case_turn(false, "", &conflicts, &err) &&
           transaction_case_turn(false, "", &conflicts, &err));
    EXPECT_STR(transaction_case_content("a"), "2\n");
    REQUIRE(log_of(&commits));
    REQUIRE(commits.len == 4);
    EXPECT_STR(commits.ptr[0].id, "4");
    EXPECT_STR(commits.ptr[3].description, "test");
    EXPECT(commits.ptr[0].rolled_back && commits.ptr[1].rolled_back && !commits.ptr[2].rolled_back);
    EXPECT_INT(commits.ptr[0].files.ptr[0].status, EDIT_CHANGED);
    /* The latest rollback comes first: that of 3. */
    EXPECT(transaction_case_turn(true, "", &conflicts, &err));
    EXPECT_STR(transaction_case_content("a"), "3\n");
    EXPECT(transaction_case_turn(true, "", &conflicts, &err));
    EXPECT_STR(transaction_case_content("a"), "4\n");
}

TEST(the_last_commits_are_kept)
{
    EditCommit done;
    EditCommitVec commits;
    EditRefusalVec conflicts;
    Err err;
    char before[16] = "start\n", after[16];
    transaction_case_file("a", STR("start\n"));
    for (int i = 0; i < EDIT_COMMITS_KEPT + 3; i++) {
        EditSet set = {0};
        snprintf(after, sizeof after, "%d\n", i);
        transaction_case_add(&set, EDIT_CHANGED, "a", before, after);
        REQUIRE(transaction_case_commit(&set, &done, &err));
        memcpy(before, after, sizeof before);
    }
    REQUIRE(log_of(&commits));
    EXPECT_INT(commits.len, EDIT_COMMITS_KEPT);
    EXPECT_STR(commits.ptr[0].id, "53");
    Str contents = str_format(test_arena(), "%s/state/contents", test_directory());
    EXPECT_INT(test_count_entries(str_terminate(test_arena(), contents)) - 2,
               EDIT_COMMITS_KEPT + 1);
    EXPECT(!transaction_case_turn(false, "1", &conflicts, &err));
    struct stat info;
    Str state = str_format(test_arena(), "%s/state", test_directory());
    EXPECT(stat(str_terminate(test_arena(), state), &info) == 0 && (info.st_mode & 0777) == 0700);
}

TEST(a_file_that_is_open_for_writing_is_not_replaced)
{
    EditSet set = {0};
    EditCommit done;
    Err err;
    transaction_case_file("a", STR("1\n"));
    transaction_case_file("b", STR("1\n"));
    transaction_case_add(&set, EDIT_CHANGED, "b", "1\n", "2\n");
    transaction_case_add(&set, EDIT_CHANGED, "a", "1\n", "2\n");
    int fd = open(transaction_case_path("a"), O_WRONLY | O_APPEND);
    EXPECT(!transaction_case_commit(&set, &done, &err));
    EXPECT_INT(err.code, ERR_STALE);
    EXPECT(write(fd, "more\n", 5) == 5);
    close(fd);
    EXPECT_STR(transaction_case_content("a"), "1\nmore\n");
    EXPECT_STR(transaction_case_content("b"), "1\n");
    EXPECT_INT(transaction_case_names(""), 2);
}

static Str state_path(const char *name)
{
    return str_format(test_arena(), "%s/state/%s", test_directory(), name);
}

/* Writes a file of the journal with one byte changed; `at` counts modulo its length. */
static void damage(const char *name, Str whole, size_t at)
{
    Err err;
    char *bytes = str_terminate(test_arena(), whole);
    bytes[at % whole.len] ^= 0x41;
    EXPECT(fs_write_atomic(test_scratch(), state_path(name), (Str){bytes, whole.len}, 0600, &err));
}

TEST(a_damaged_journal_changes_no_file)
{
    EditSet set = {0};
    EditCommit done;
    EditCommitVec commits;
    EditRefusalVec conflicts;
    EditPlace place = transaction_case_place();
    Str whole, said;
    bool found;
    Err err;
    transaction_case_file("a", STR("1\n"));
    transaction_case_add(&set, EDIT_CHANGED, "a", "1\n", "2\n");
    REQUIRE(transaction_case_commit(&set, &done, &err));
    REQUIRE(fs_read_own(test_arena(), state_path("commits/1"), 1 * MB, &whole, &found, &err));
    for (size_t at = 0; at < whole.len; at++) {
        damage("commits/1", whole, at);
        REQUIRE(log_of(&commits));
        EXPECT_INT(commits.len, 0);
        EXPECT(!transaction_case_turn(false, "1", &conflicts, &err));
        damage("pending", whole, at);
        EXPECT(!edit_recover(test_arena(), &place, &said, &err) && err.hint[0]);
        EXPECT(!transaction_case_commit(&set, &done, &err));
        unlink(str_terminate(test_arena(), state_path("pending")));
    }
    EXPECT_STR(transaction_case_content("a"), "2\n");
}

TEST(a_damaged_backup_is_not_restored)
{
    EditSet set = {0};
    EditCommit done;
    EditRefusalVec conflicts;
    Err err;
    Str *names, whole;
    size_t count;
    bool found;
    transaction_case_file("a", STR("1\n"));
    transaction_case_add(&set, EDIT_CHANGED, "a", "1\n", "2\n");
    REQUIRE(transaction_case_commit(&set, &done, &err));
    REQUIRE(fs_list_names(test_arena(), state_path("contents"), 9, &names, &count) && count == 2);
    for (size_t i = 0; i < count; i++) {
        const char *name = str_terminate(
            test_arena(), str_format(test_arena(), "contents/%.*s", STR_ARG(names[i])));
        REQUIRE(fs_read_own(test_arena(), state_path(name), 1 * MB, &whole, &found, &err));
        for (size_t at = 0; at < whole.len; at++) {
            damage(name, whole, at);
            EXPECT(!transaction_case_turn(false, "", &conflicts, &err) && err.hint[0]);
        }
        damage(name, whole, 0);
        EXPECT(fs_write_atomic(test_scratch(), state_path(name), whole, 0600, &err));
    }
    EXPECT_STR(transaction_case_content("a"), "2\n");
    EXPECT(transaction_case_turn(false, "", &conflicts, &err));
    EXPECT_STR(transaction_case_content("a"), "1\n");
}

TEST(a_state_directory_of_others_is_refused)
{
    EditSet set = {0};
    EditCommit done;
    Err err;
    transaction_case_file("a", STR("1\n"));
    transaction_case_add(&set, EDIT_CHANGED, "a", "1\n", "2\n");
    mkdir(str_terminate(test_arena(), state_path("")), 0700);
    chmod(str_terminate(test_arena(), state_path("")), 0777);
    EXPECT(!transaction_case_commit(&set, &done, &err) && err.hint[0]);
    EXPECT_STR(transaction_case_content("a"), "1\n");
}

/* ---- tasks ---- */

/* Commits a change of the file "a" as a part of a task. */
static uint64_t commit_line(const char *before, const char *after, uint64_t task)
{
    EditSet set = {.task = task};
    EditCommit done = {0};
    Err err;
    transaction_case_add(&set, EDIT_CHANGED, "a", before, after);
    EXPECT(transaction_case_commit(&set, &done, &err));
    return done.task;
}

TEST(the_commits_of_a_task_are_rolled_back_together)
{
    EditRefusalVec conflicts;
    Err err;
    transaction_case_file("a", STR("0\nx\ny\n"));
    commit_line("0\nx\ny\n", "1\nx\ny\n", 0);
    uint64_t task = commit_line("1\nx\ny\n", "2\nx\ny\n", 0);
    EXPECT_INT(commit_line("2\nx\ny\n", "3\nx\ny\n", task), task);
    transaction_case_file("a", STR("3\nx\nmine\n"));
    REQUIRE(transaction_case_turn(false, "", &conflicts, &err));
    EXPECT_STR(transaction_case_content("a"), "1\nx\nmine\n");
    REQUIRE(transaction_case_turn(true, "", &conflicts, &err));
    EXPECT_STR(transaction_case_content("a"), "3\nx\nmine\n");
    REQUIRE(transaction_case_turn(false, "3", &conflicts, &err));
    EXPECT_STR(transaction_case_content("a"), "2\nx\nmine\n");
    REQUIRE(transaction_case_turn(false, "", &conflicts, &err));
    EXPECT_STR(transaction_case_content("a"), "1\nx\nmine\n");
    REQUIRE(transaction_case_turn(false, "", &conflicts, &err));
    EXPECT_STR(transaction_case_content("a"), "0\nx\nmine\n");
}

TEST(a_task_is_rolled_back_whole_or_not)
{
    EditRefusalVec conflicts;
    Err err;
    transaction_case_file("a", STR("0\nx\ny\nz\n"));
    uint64_t task = commit_line("0\nx\ny\nz\n", "1\nx\ny\nz\n", 0);
    commit_line("1\nx\ny\nz\n", "1\nx\ny\nZ\n", task);
    transaction_case_file("a", STR("mine\nx\ny\nZ\n"));
    EXPECT(!transaction_case_turn(false, "", &conflicts, &err));
    EXPECT_INT(err.code, ERR_STALE);
    EXPECT_STR(transaction_case_content("a"), "mine\nx\ny\nZ\n");
}
