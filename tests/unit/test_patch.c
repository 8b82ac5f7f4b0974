#include "test.h"

#include "base/buf.h"
#include "text/diff_numbers.h"

static void put_changes(Buf *out, const Patch *patch, const PatchHunk *hunk, char sign)
{
    PatchChangeVec changes = {0};
    diff_numbers_take_changes(test_arena(), patch->lines.ptr + hunk->line, hunk->count, sign,
                              sign == '+' ? hunk->new_start : hunk->old_start, &changes);
    for (size_t i = 0; i < changes.len; i++)
        buf_printf(out, "%s%.*s %s%u-%u", out->len ? "; " : "", STR_ARG(hunk->path),
                   changes.ptr[i].removal ? "-" : "", changes.ptr[i].first, changes.ptr[i].last);
}

/* `b/a.c 3-4; b/a.c -7-8; gone a/x.c`: added lines, lines around a removal, removed files. */
static Str show(Str text)
{
    Patch patch;
    Err err = {0};
    Buf out = buf_open(test_arena(), 0);
    if (!diff_numbers_read(test_arena(), text, &patch, &err))
        return str_format(test_arena(), "%s", err.message);
    for (size_t i = 0; i < patch.hunks.len; i++)
        if (patch.hunks.ptr[i].path.len)
            put_changes(&out, &patch, &patch.hunks.ptr[i], '+');
    for (size_t i = 0; i < patch.removed.len; i++)
        buf_printf(&out, "%sgone %.*s", out.len ? "; " : "", STR_ARG(patch.removed.ptr[i]));
    return buf_str(&out);
}

TEST(a_diff_tells_the_lines_that_changed)
{
    EXPECT_STR(show(STR("diff --git a/x.c b/x.c\nindex 1..2 100644\n--- a/x.c\n+++ b/x.c\n"
                        "@@ -1,5 +1,6 @@ int f(void)\n one\n-two\n+two!\n+and a half\n three\n"
                        "-four\n five\n+six\n")),
               "b/x.c 2-3; b/x.c -4-5; b/x.c 6-6");
}

TEST(the_old_side_of_a_diff_has_changes_too)
{
    Patch patch;
    Err err = {0};
    Buf out = buf_open(test_arena(), 0);
    EXPECT(diff_numbers_read(
        test_arena(),
        STR("--- a/x.c\n+++ b/x.c\n@@ -1,5 +1,6 @@\n one\n-two\n+two!\n+and a half\n"
            " three\n-four\n five\n+six\n"),
        &patch, &err));
    put_changes(&out, &patch, &patch.hunks.ptr[0], '-');
    EXPECT_STR(buf_str(&out), "b/x.c 2-2; b/x.c 4-4; b/x.c -5-6");
}

TEST(a_diff_without_context_counts_right)
{
    EXPECT_STR(show(STR("--- a/x.c\n+++ b/x.c\n@@ -3 +2,0 @@\n-gone\n@@ -9,0 +9,2 @@\n+a\n+b\n")),
               "b/x.c -2-3; b/x.c 9-10");
    EXPECT_STR(show(STR("--- a/x.c\n+++ b/x.c\n@@ -1 +0,0 @@\n-gone\n")), "b/x.c -0-1");
}

TEST(a_diff_tells_files_that_came_and_went)
{
    EXPECT_STR(show(STR("--- /dev/null\n+++ b/new.c\n@@ -0,0 +1,2 @@\n+a\n+b\n"
                        "--- a/old.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n")),
               "b/new.c 1-2; gone a/old.c");
}

TEST(a_diff_may_look_like_headers_inside)
{
    EXPECT_STR(show(STR("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/y\n+++ b/y\n+@@ -1 +1 @@\n-z\n"
                        "-- \n2.39\n")),
               "b/x 1-2");
}

TEST(paths_of_a_diff_are_read_as_git_writes_them)
{
    EXPECT_STR(show(STR("--- \"a/gr\\303\\266\\t.c\"\n+++ \"b/gr\\303\\266\\t.c\"\n@@ -0,0 +1 @@\n"
                        "+a\n")),
               "b/gr\xC3\xB6\t.c 1-1");
    EXPECT_STR(show(STR("--- x.c\t2026-01-01 10:00:00\n+++ x.c\t2026-01-01 10:00:01\n"
                        "@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n")),
               "x.c 1-1");
    EXPECT_STR(diff_numbers_strip(STR("b/src/x.c")), "src/x.c");
}

TEST(a_diff_may_change_no_lines)
{
    EXPECT_STR(show(STR("")), "");
    EXPECT_STR(show(STR("\n")), "");
    EXPECT_STR(show(STR("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n")), "");
}

TEST(what_is_no_unified_diff_is_refused)
{
    EXPECT_STR(show(STR("no diff")), "there is no hunk in the diff");
    EXPECT_STR(show(STR("--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n")),
               "line 4 of the diff: the diff ends within a hunk");
    EXPECT_STR(show(STR("--- a/x\n+++ b/x\n@@ -1 +1 @@\n a\n b\n@@ -1,2 +1,2 @@\n a\nb\n")),
               "line 8 of the diff: the hunk has other lines than its header says");
    EXPECT_STR(show(STR("--- a/x\n+++ b/x\n@@ -1 +99999999999 @@\n a\n")),
               "line 3 of the diff: no header of a hunk");
    EXPECT_STR(show(STR("--- a/x\n+++ b/x\n@@ - + @@\n a\n")),
               "line 3 of the diff: no header of a hunk");
    EXPECT_STR(show(STR("@@ -1 +1 @@\n a\n")), "line 1 of the diff: a hunk without a file");
    EXPECT_STR(show(STR("diff --cc x.c\n--- a/x.c\n+++ b/x.c\n@@@ -1 -1 +1 @@@\n")),
               "line 1 of the diff: the combined diff of a merge has no single old side");
}
