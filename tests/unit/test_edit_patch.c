#include "edit_case.h"

#define BLOCK(old, new) "<<<<<<< SEARCH\n" old "=======\n" new ">>>>>>> REPLACE\n"

static Str on_a(const char *content, const char *patch)
{
    return edit_case_apply(EDIT_TREE("a.c", content), patch);
}

/* ---- search/replace blocks ---- */

TEST(a_block_replaces_its_lines)
{
    EXPECT_STR(
        on_a("one\ntwo\nthree\n", "Here it is:\n\na.c\n```c\n" BLOCK("two\n", "2\n") "```\n"),
        "changed a.c 2-2:\none\n2\nthree\n");
}

TEST(blocks_may_have_five_to_nine_marks_and_follow_one_another)
{
    EXPECT_STR(on_a("one\ntwo\nthree\n",
                    "a.c\n<<<<< SEARCH\none\n=====\n1\n>>>>> REPLACE\n\n" BLOCK("three\n", "3\n")),
               "changed a.c 1-3:\n1\ntwo\n3\n");
}

TEST(a_block_without_old_text_makes_a_file)
{
    EXPECT_STR(on_a("one\n", "b.c\n```\n" BLOCK("", "new\n") "```\n"), "created b.c 1-1:\nnew\n");
    EXPECT_STR(on_a("one\n", "a.c\n" BLOCK("", "new\n")),
               "refused a.c exists: The file is there already; say which of its lines to "
               "replace.\n");
}

TEST(a_block_that_is_in_the_file_twice_is_refused_with_its_places)
{
    EXPECT_STR(on_a("x\ny\nx\n", "a.c\n" BLOCK("x\n", "z\n")),
               "refused a.c ambiguous 1-1 3-3: The text at line 3 of the patch is in the file 2 "
               "times; add lines around it until it is there once.\n");
}

TEST(a_block_that_is_not_in_the_file_is_refused_with_the_nearest_lines)
{
    EXPECT_STR(on_a("int f(void)\n{\n    return 1;\n}\n",
                    "a.c\n" BLOCK("    return 2;\n}\n", "    return 3;\n}\n")),
               "refused a.c missing nearest 3-4: The text at line 3 of the patch is not in the "
               "file.\n");
}

/* ---- envelopes ---- */

TEST(an_envelope_adds_deletes_updates_and_moves)
{
    EditCase *tree = EDIT_TREE("a.c", "one\ntwo\nthree\n", "b.c", "gone\n");
    EXPECT_STR(edit_case_apply(tree, "*** Begin Patch\n*** Update File: a.c\n*** Move to: c.c\n"
                                     "@@\n one\n-two\n+2\n*** Delete File: b.c\n"
                                     "*** Add File: d/e.c\n+new\n*** End Patch\n"),
               "moved a.c c.c 2-2:\none\n2\nthree\ndeleted b.c 0-0:\ncreated d/e.c 1-1:\nnew\n");
}

/* ---- diffs ---- */

TEST(a_diff_is_placed_by_its_text_and_not_by_its_numbers)
{
    EXPECT_STR(on_a("one\ntwo\nthree\n",
                    "--- a/a.c\n+++ b/a.c\n@@ -70,3 +70,3 @@\n one\n-two\n+2\n three\n"),
               "changed a.c 2-2:\none\n2\nthree\n");
}

TEST(a_diff_of_git_renames)
{
    EXPECT_STR(on_a("one\n", "diff --git a/a.c b/b.c\nsimilarity index 100%\nrename from a.c\n"
                             "rename to b.c\n"),
               "moved a.c b.c 0-0:\none\n");
}

/* ---- steps ---- */

TEST(white_space_at_the_end_of_lines_does_not_matter)
{
    EXPECT_STR(on_a("one  \ntwo\t\nthree\n", "a.c\n" BLOCK("one\ntwo\n", "one\n2\n")),
               "changed a.c 2-2:\none  \n2\nthree\n");
}

TEST(added_lines_are_indented_as_the_file_is)
{
    EXPECT_STR(on_a("class A:\n    def first(self):\n        return first_value\n",
                    "a.c\n" BLOCK("def first(self):\n    return first_value\n",
                                  "def first(self):\n    if x:\n        return first_value\n")),
               "changed a.c 3-4:\nclass A:\n    def first(self):\n        if x:\n"
               "            return first_value\n");
}
