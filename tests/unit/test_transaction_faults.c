/* A commit, a rollback and a redo whose nth system call fails, or before whose nth system call the
   process is killed, for n = 1…: afterwards all files are old or all are new, and nothing is left
   behind. Each with and without names that can be exchanged. */
#include "base/fs_replace.h"

#include "test.h"
#include "transaction_case.h"

#include <errno.h>
#include <sys/wait.h>

#define CALLS_MAX 1000

typedef enum Action {
    COMMIT,
    ROLLBACK,
    REDO,
    ACTION_COUNT
} Action;

static EditSet all_kinds(void)
{
    EditSet set = {0};
    transaction_case_add(&set, EDIT_CHANGED, "changed", "a\nb\n", "a\nB\n");
    transaction_case_add(&set, EDIT_CREATED, "new/deep/file", "", "new\n");
    transaction_case_add(&set, EDIT_DELETED, "deleted", "gone\n", "");
    transaction_case_move(&set, "old", "moved", "x\ny\n", "x\nY\n");
    transaction_case_add(&set, EDIT_CHANGED, "last", "1\n", "2\n");
    return set;
}

static void prepare(void)
{
    transaction_case_file("changed", STR("a\nb\n"));
    transaction_case_file("deleted", STR("gone\n"));
    transaction_case_file("old", STR("x\ny\n"));
    transaction_case_file("last", STR("1\n"));
}

static bool act(Action action, Err *err)
{
    EditSet set = all_kinds();
    EditCommit done;
    EditRefusalVec conflicts;
    return action == COMMIT ? transaction_case_commit(&set, &done, err)
                            : transaction_case_turn(action == REDO, "", &conflicts, err);
}

/* What is in the root, names of ours among it. */
static Str snapshot(void)
{
    static const char *const names[] = {"changed", "deleted", "old",
                                        "moved",   "last",    "new/deep/file"};
    Buf all = buf_open(test_arena(), 0);
    for (size_t i = 0; i < COUNT(names); i++) {
        Str content = transaction_case_content(names[i]);
        buf_printf(&all, "%s=%.*s ", names[i], STR_ARG(content));
    }
    buf_printf(&all, "names=%zu", transaction_case_names(""));
    return buf_str(&all);
}

static bool recover(void)
{
    Str said;
    Err err = {0};
    EditPlace place = transaction_case_place();
    bool recovered = edit_recover(test_arena(), &place, &said, &err);
    if (!recovered)
        fprintf(stderr, "%s\n", err.message);
    Str pending = str_format(test_arena(), "%s/state/pending", test_directory());
    return recovered && !fs_has_bytes(test_scratch(), pending);
}

/* Runs the action in a child that is killed; false when it ended before. */
static bool is_killed(Action action, unsigned n)
{
    int status = 0;
    pid_t child = fork();
    if (!child) {
        Err err;
        fs_fail_after(n, FS_FAULT_KILL);
        _exit(act(action, &err) ? 0 : 1);
    }
    EXPECT(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status);
}

/* Leaves one commit at most, so that each action reads few. */
static void forget_commits(void)
{
    for (int i = 1; i <= EDIT_COMMITS_KEPT; i++) {
        Str path = str_format(test_arena(), "%s/state/commits/%d", test_directory(), i);
        unlink(str_terminate(test_arena(), path));
    }
}

/* An action with a fault at its nth call, then recovery: *done is whether it was carried out. False
   when it has fewer calls. */
static bool disturb(Action action, unsigned n, int cause, bool *done)
{
    Err err = {0};
    if (cause == FS_FAULT_KILL)
        return is_killed(action, n);
    fs_fail_after(n, cause);
    *done = act(action, &err);
    bool reached = !fs_fail_after(0, 0);
    EXPECT(*done || (err.message[0] && err.hint[0]));
    return reached;
}

static void disturb_each_call(Action action, int cause, Str before, Str after)
{
    static const Action back[ACTION_COUNT] = {ROLLBACK, REDO, ROLLBACK};
    for (unsigned n = 1; n < CALLS_MAX; n++) {
        Err err;
        bool done = false;
        size_t descriptors = test_count_entries("/proc/self/fd");
        bool reached = disturb(action, n, cause, &done);
        EXPECT(recover());
        EXPECT_INT(test_count_entries("/proc/self/fd"), descriptors);
        Str now = snapshot();
        bool is_old = str_equal(now, before), is_new = str_equal(now, after);
        EXPECT(cause == FS_FAULT_KILL || !reached ? is_old || is_new : done ? is_new : is_old);
        if (!is_old && !is_new) {
            fprintf(stderr, "action %d, call %u, errno %d: %.*s\n", action, n, cause, STR_ARG(now));
            return;
        }
        if (is_new)
            EXPECT(act(back[action], &err));
        if (action == COMMIT)
            forget_commits();
        EXPECT(str_equal(snapshot(), before));
        if (!reached)
            return;
    }
    EXPECT(!"the action ends");
}

static void disturb_all(bool plainly, int cause)
{
    Err err;
    prepare();
    Str old = snapshot();
    fs_replace_plainly(plainly);
    EXPECT(act(COMMIT, &err));
    Str new = snapshot();
    EXPECT(act(ROLLBACK, &err));
    disturb_each_call(COMMIT, cause, old, new);
    EXPECT(act(COMMIT, &err));
    disturb_each_call(ROLLBACK, cause, new, old);
    EXPECT(act(ROLLBACK, &err));
    disturb_each_call(REDO, cause, old, new);
    fs_replace_plainly(false);
}

TEST(each_call_that_fails_leaves_all_old_or_all_new)
{
    disturb_all(false, EIO);
}

TEST(a_full_disk_leaves_all_old_or_all_new)
{
    disturb_all(false, ENOSPC);
}

TEST(a_kill_before_each_call_leaves_all_old_or_all_new)
{
    disturb_all(false, FS_FAULT_KILL);
}

TEST(the_same_holds_where_names_cannot_be_exchanged)
{
    disturb_all(true, EIO);
}

TEST(and_for_a_kill_there)
{
    disturb_all(true, FS_FAULT_KILL);
}

/* A user saves files between a kill and the recovery: at the end they hold what was saved. */
TEST(what_a_user_saves_after_a_kill_stays)
{
    Err err;
    prepare();
    for (unsigned n = 1;; n++) {
        bool killed = is_killed(COMMIT, n);
        Str first = transaction_case_content("changed"), last = transaction_case_content("last");
        transaction_case_file("changed", str_join(test_arena(), STR("user\n"), first));
        transaction_case_file("last", STR("user\n"));
        EXPECT(recover());
        EXPECT_STR(transaction_case_content("last"), "user\n");
        Str now = transaction_case_content("changed");
        EXPECT(str_starts(now, STR("user\na\n")));
        bool is_new = str_equal(transaction_case_content("deleted"), STR("missing"));
        EXPECT_STR(transaction_case_content("old"), is_new ? "missing" : "x\ny\n");
        EXPECT_STR(transaction_case_content("moved"), is_new ? "x\nY\n" : "missing");
        EXPECT_STR(transaction_case_content("new/deep/file"), is_new ? "new\n" : "missing");
        EXPECT_INT(transaction_case_names(""), 4);
        if (!killed)
            break;
        if (!is_new && str_equal(first, STR("a\nB\n"))) {
            EditRefusalVec conflicts;
            EditCommitVec commits;
            EditPlace place = transaction_case_place();
            EXPECT(edit_log(test_arena(), &place, &commits, &err) && commits.len >= 1);
            bool whole = str_equal(last, STR("1\n"));
            EXPECT(transaction_case_turn(false, "", &conflicts, &err) == whole);
            EXPECT_STR(transaction_case_content("changed"),
                       whole ? "user\na\nb\n" : "user\na\nB\n");
        }
        for (size_t i = 0; i < 6; i++)
            unlink(transaction_case_path((const char *const[]){"changed", "deleted", "old", "moved",
                                                               "last", "new/deep/file"}[i]));
        rmdir(transaction_case_path("new/deep"));
        rmdir(transaction_case_path("new"));
        prepare();
        forget_commits();
    }
}

/* Kills a commit at its nth call, and the recovery at its ith. False when the commit ended before.
 */
static bool kill_twice(unsigned n, unsigned i)
{
    int status = 0;
    bool killed = is_killed(COMMIT, n);
    pid_t child = fork();
    if (!child) {
        fs_fail_after(i, FS_FAULT_KILL);
        _exit(recover() ? 0 : 1);
    }
    EXPECT(child > 0 && waitpid(child, &status, 0) == child);
    return killed;
}

TEST(a_recovery_that_is_killed_is_taken_up_again)
{
    bool killed = true;
    prepare();
    Str before = snapshot();
    for (unsigned n = 40; killed; n += 3)
        for (unsigned i = 1; i < 60 && killed; i += 5) {
            Err err;
            killed = kill_twice(n, i);
            EXPECT(recover());
            if (!str_equal(snapshot(), before))
                EXPECT(act(ROLLBACK, &err));
            forget_commits();
            REQUIRE(str_equal(snapshot(), before));
        }
}
