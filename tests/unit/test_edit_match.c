#include "edit_case.h"

#define BLOCK(old, new) "a.c\n<<<<<<< SEARCH\n" old "=======\n" new ">>>>>>> REPLACE\n"
#define TWICE(line) \
    "The text at line " line " of the patch is in the file 2 times; add lines around it until it " \
    "is there once.\n"
#define NOT_THERE(line) "The text at line " line " of the patch is not in the file.\n"

static Str on_a(const char *content, const char *patch)
{
    return edit_case_apply(EDIT_TREE("a.c", content), patch);
}

/* ---- steps ---- */

TEST(an_exact_place_is_not_certain_beside_one_with_blanks_at_the_end)
{
    EXPECT_STR(on_a("x = 1  \nx = 1\n", BLOCK("x = 1\n", "x = 2\n")),
               "refused a.c ambiguous 1-1 2-2: " TWICE("3"));
}

TEST(empty_lines_around_a_block_do_not_choose_a_place)
{
    EXPECT_STR(on_a("\nx\n\ny\nx\n", BLOCK("\nx\n\n", "\nz\n\n")),
               "refused a.c ambiguous 2-2 5-5: " TWICE("4"));
}

TEST(white_space_at_the_end_of_lines_does_not_matter)
{
    EXPECT_STR(on_a("one  \ntwo\t\nthree\n", BLOCK("one\ntwo\n", "one\n2\n")),
               "changed a.c 2-2:\none  \n2\nthree\n");
}

TEST(added_lines_are_indented_as_the_file_is)
{
    EXPECT_STR(on_a("class A:\n    def first(self):\n        return first_value\n",
                    BLOCK("def first(self):\n    return first_value\n",
                          "def first(self):\n    if x:\n        return first_value\n")),
               "changed a.c 3-4:\nclass A:\n    def first(self):\n        if x:\n"
               "            return first_value\n");
}

TEST(spaces_become_the_tabs_of_the_file)
{
    EXPECT_STR(on_a("int f(void)\n{\n\tif (first_one)\n\t\treturn second_one;\n}\n",
                    BLOCK("    if (first_one)\n        return second_one;\n",
                          "    if (first_one)\n        while (third)\n"
                          "            return second_one;\n")),
               "changed a.c 4-5:\nint f(void)\n{\n\tif (first_one)\n\t\twhile (third)\n"
               "\t\t\treturn second_one;\n}\n");
}

TEST(a_short_line_with_other_indentation_is_another_line)
{
    EXPECT_STR(on_a("f {\n    return x;\n}\n", BLOCK("        return x;\n", "        return y;\n")),
               "refused a.c missing nearest 2-2: " NOT_THERE("3"));
}

TEST(the_nearest_of_lines_with_the_same_words_has_the_fewest_others)
{
    EXPECT_STR(on_a("return drop_expired(self, count)\nother\nreturn count + 1\nreturn count + 2\n",
                    BLOCK("return count\n", "return 2\n")),
               "refused a.c missing nearest 3-3: " NOT_THERE("3"));
}

TEST(indentation_that_cannot_be_carried_over_is_refused)
{
    EXPECT_STR(on_a("  first_statement();\n      second_statement();\n",
                    BLOCK("first_statement();\nsecond_statement();\n",
                          "first_statement();\nthird_statement();\n")),
               "refused a.c missing nearest 1-2: The text at line 3 of the patch has no certain "
               "place: its indentation differs from the file's in a way that cannot be carried "
               "over to the new lines.\n");
}

TEST(typographic_quotes_become_those_of_the_file)
{
    EXPECT_STR(on_a("say(\"one two three four\");\nend\n",
                    BLOCK("say(\xE2\x80\x9Cone two three four\xE2\x80\x9D);\n",
                          "say(\xE2\x80\x9C"
                          "five\xE2\x80\x9D, \xE2\x80\x98x\xE2\x80\x99);\n")),
               "changed a.c 1-1:\nsay(\"five\", 'x');\nend\n");
}

/* ---- anchors ---- */

TEST(left_out_lines_stay)
{
    EXPECT_STR(on_a("begin();\none();\ntwo();\nthree();\nfinish();\n",
                    BLOCK("begin();\n...\nfinish();\n", "begun();\n...\nfinished();\n")),
               "changed a.c 1-5:\nbegun();\none();\ntwo();\nthree();\nfinished();\n");
}

TEST(lines_around_left_out_ones_must_be_there_once)
{
    EXPECT_STR(on_a("begin();\none();\nfinish();\nbegin();\n",
                    BLOCK("begin();\n...\nfinish();\n", "begun();\n...\nfinished();\n")),
               "refused a.c missing nearest 1-3: The text at line 3 of the patch has no certain "
               "place: the lines before and after `...` must each be in the file exactly once.\n");
}

TEST(left_out_lines_are_never_removed)
{
    EXPECT_STR(on_a("begin();\none();\ntwo();\nfinish();\n",
                    BLOCK("begin();\n...\nfinish();\n", "nothing();\n")),
               "refused a.c missing nearest 2-4: The text at line 3 of the patch has no certain "
               "place: lines that `...` stands for cannot be removed without being written out.\n");
}

TEST(new_lines_must_not_stand_for_others)
{
    EXPECT_STR(on_a("f {\n    one();\n    two();\n}\n",
                    BLOCK("    one();\n    two();\n", "    // ... existing code ...\n    2();\n")),
               "refused a.c syntax: A new line stands for text that was left out (in the part at "
               "line 3 of the patch); write the text out.\n");
}

TEST(outer_context_may_differ_if_the_change_is_enclosed)
{
    EXPECT_STR(on_a("header changed\nalpha\nbeta\ngamma\ntail\n",
                    BLOCK("header\nalpha\nbeta\ngamma\ntail\n", "header\nalpha\n2\ngamma\ntail\n")),
               "changed a.c 3-3:\nheader changed\nalpha\n2\ngamma\ntail\n");
}

TEST(changed_lines_may_not_differ)
{
    EXPECT_STR(
        on_a("alpha\nbeta changed\ngamma\n", BLOCK("alpha\nbeta\ngamma\n", "alpha\n2\ngamma\n")),
        "refused a.c missing nearest 1-3: " NOT_THERE("3"));
}

/* ---- numbers and anchors of hunks ---- */

#define REPEATED "start one\nx\ny\nx\nend\nstart two\nx\n"

TEST(numbers_alone_choose_no_place)
{
    EXPECT_STR(on_a("x\n1\nx\n2\n", "--- a/a.c\n+++ b/a.c\n@@ -3,1 +3,1 @@\n-x\n+y\n"),
               "refused a.c ambiguous 1-1 3-3: " TWICE("4"));
}

TEST(numbers_count_where_another_hunk_is_exactly_where_they_say)
{
    EXPECT_STR(on_a("x\n1\nx\n2\n", "--- a/a.c\n+++ b/a.c\n@@ -3,1 +3,1 @@\n-x\n+y\n"
                                    "@@ -4,1 +4,1 @@\n-2\n+two\n"),
               "changed a.c 3-4:\nx\n1\ny\ntwo\n");
    EXPECT_STR(on_a("x\n1\nx\n2\n", "--- a/a.c\n+++ b/a.c\n@@ -2,1 +2,1 @@\n-x\n+y\n"
                                    "@@ -3,1 +3,1 @@\n-2\n+two\n"),
               "refused a.c ambiguous 1-1 3-3: " TWICE("4"));
}

TEST(numbers_count_where_hunks_on_both_sides_are_off_by_the_same)
{
    EXPECT_STR(on_a("new\na\nx\nb\nx\nc\n", "--- a/a.c\n+++ b/a.c\n@@ -1,1 +1,1 @@\n-a\n+A\n"
                                            "@@ -4,1 +4,1 @@\n-x\n+y\n@@ -5,1 +5,1 @@\n-c\n+C\n"),
               "changed a.c 2-6:\nnew\nA\nx\nb\ny\nC\n");
}

TEST(numbers_count_where_the_diff_names_the_content)
{
    /* git hash-object of the content */
    EXPECT_STR(on_a("x\n1\nx\n2\n", "diff --git a/a.c b/a.c\nindex 1ce4c94..0000000 100644\n"
                                    "--- a/a.c\n+++ b/a.c\n@@ -3,1 +3,1 @@\n-x\n+y\n"),
               "changed a.c 3-3:\nx\n1\ny\n2\n");
}

TEST(an_anchor_narrows_to_what_it_declares)
{
    static const char *const content = "int one(void)\n{\n    stop();\n}\n\nint two(void)\n{\n"
                                       "    stop();\n}\n";
    EXPECT_STR(on_a(content, "*** Begin Patch\n*** Update File: a.c\n@@ int two(void)\n"
                             "-    stop();\n+    go();\n*** End Patch\n"),
               "changed a.c 8-8:\nint one(void)\n{\n    stop();\n}\n\nint two(void)\n{\n"
               "    go();\n}\n");
    EXPECT_STR(on_a(content, "*** Begin Patch\n*** Update File: a.c\n@@ int three(void)\n"
                             "-    stop();\n+    go();\n*** End Patch\n"),
               "refused a.c ambiguous 3-3 8-8: " TWICE("4"));
}

TEST(the_end_of_the_file_is_one_place)
{
    EXPECT_STR(on_a("x\ny\nx\n", "*** Begin Patch\n*** Update File: a.c\n@@\n-x\n+z\n"
                                 "*** End of File\n*** End Patch\n"),
               "changed a.c 3-3:\nx\ny\nz\n");
}

/* ---- line ends ---- */

TEST(line_ends_marks_and_final_newlines_stay)
{
    EXPECT_STR(on_a("one\r\ntwo\r\n", BLOCK("one\n", "1\n1.5\n")),
               "changed a.c 1-2:\n1\r\n1.5\r\ntwo\r\n");
    EXPECT_STR(on_a("one\ntwo", BLOCK("two\n", "2\n3\n")), "changed a.c 2-3:\none\n2\n3");
    EXPECT_STR(on_a("one\ntwo", BLOCK("one\ntwo\n", "one\n")), "changed a.c 1-1:\none");
    EXPECT_STR(on_a("\xEF\xBB\xBFone\ntwo\n", BLOCK("one\n", "1\n")),
               "changed a.c 1-1:\n\xEF\xBB\xBF"
               "1\ntwo\n");
    EXPECT_STR(on_a("one\r\ntwo\nthree\r\n", BLOCK("two\n", "2\n")),
               "changed a.c 2-2:\none\r\n2\nthree\r\n");
}

TEST(a_diff_may_say_whether_there_is_a_final_newline)
{
    EXPECT_STR(on_a("one", "--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-one\n"
                           "\\ No newline at end of file\n+one\n"),
               "changed a.c 1-1:\none\n");
    EXPECT_STR(on_a("one\n", "--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-one\n+two\n"
                             "\\ No newline at end of file\n"),
               "changed a.c 1-1:\ntwo");
}

TEST(a_final_newline_is_that_of_the_hunk_only_at_the_end)
{
    EXPECT_STR(on_a("one\nmore\n", "--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-one\n"
                                   "\\ No newline at end of file\n+two\n"
                                   "\\ No newline at end of file\n"),
               "changed a.c 1-1:\ntwo\nmore\n");
}

TEST(context_that_differs_for_the_most_part_is_another_place)
{
    EXPECT_STR(on_a("a\nb\nc\nd\nalpha\nbeta\ngamma\ne\nf\ng\n",
                    BLOCK("1\n2\n3\n4\nalpha\nbeta\ngamma\n5\n6\n7\n",
                          "1\n2\n3\n4\nalpha\nBETA\ngamma\n5\n6\n7\n")),
               "refused a.c missing nearest 1-10: " NOT_THERE("3"));
}

/* ---- several parts ---- */

TEST(parts_are_placed_in_the_original_and_may_not_overlap)
{
    EXPECT_STR(on_a("one\ntwo\nthree\n", BLOCK("three\n", "3\n") BLOCK("one\n", "1\n")),
               "changed a.c 1-3:\n1\ntwo\n3\n");
    EXPECT_STR(on_a("one\ntwo\n", BLOCK("one\ntwo\n", "1\n2\n") BLOCK("two\n", "zwei\n")),
               "refused a.c syntax: Two parts of the patch change the same lines (the second at "
               "line 11 of the patch).\n");
}

TEST(nothing_is_applied_if_one_part_is_refused)
{
    EXPECT_STR(edit_case_apply(EDIT_TREE("a.c", "one\n", "b.c", "two\n"),
                               BLOCK("one\n", "1\n") "b.c\n<<<<<<< SEARCH\nthree\n=======\n3\n"
                                                     ">>>>>>> REPLACE\n"),
               "refused b.c missing: " NOT_THERE("9"));
}
