/* What Codex's scenarios for apply_patch show, in texts of our own. Ours differs in two: nothing is
   written where one part fails, and a missing final newline stays missing. */
#include "edit_case.h"

#define PATCH(parts) "*** Begin Patch\n" parts "*** End Patch\n"

TEST(an_envelope_adds_a_file)
{
    EXPECT_STR(edit_case_apply(EDIT_TREE("a", "x\n"), PATCH("*** Add File: b.md\n+Hello\n")),
               "created b.md 1-1:\nHello\n");
}

TEST(an_envelope_does_several_things)
{
    EXPECT_STR(edit_case_apply(EDIT_TREE("gone", "x\n", "mod", "a\nb\n"),
                               PATCH("*** Add File: sub/new\n+made\n*** Delete File: gone\n"
                                     "*** Update File: mod\n@@\n-b\n+B\n")),
               "created sub/new 1-1:\nmade\ndeleted gone 0-0:\nchanged mod 2-2:\na\nB\n");
}

TEST(an_update_has_several_hunks)
{
    EXPECT_STR(edit_case_apply(EDIT_TREE("m", "a\nb\nc\nd\n"),
                               PATCH("*** Update File: m\n@@\n-b\n+B\n@@\n-d\n+D\n")),
               "changed m 2-4:\na\nB\nc\nD\n");
}

TEST(a_file_moves_with_its_change)
{
    EXPECT_STR(edit_case_apply(EDIT_TREE("old/n", "was\n", "old/o", "other\n"),
                               PATCH("*** Update File: old/n\n*** Move to: new/dir/n\n@@\n"
                                     "-was\n+is\n")),
               "moved old/n new/dir/n 1-1:\nis\n");
}

TEST(malformed_envelopes_are_refused)
{
    EditCase *tree = EDIT_TREE("f", "x\n");
    EXPECT_STR(edit_case_apply(tree, PATCH("")),
               "refused  syntax: The patch changes no file. (line 1 of the patch)\n");
    EXPECT_STR(edit_case_apply(tree, PATCH("*** Update File: f\n")),
               "refused f syntax: The update of the file has no hunk. (line 3 of the patch)\n");
    EXPECT_STR(edit_case_apply(tree, PATCH("*** Frobnicate File: f\n")),
               "refused  syntax: The line is not one of `*** Add File:`, `*** Delete File:` and "
               "`*** Update File:`. (line 3 of the patch)\n");
    EXPECT_STR(edit_case_apply(tree, "*** Begin Patch\n*** Update File: f\n@@\n-x\n+y\n"),
               "refused  syntax: The patch has no `*** End Patch`, so a part of it may be missing. "
               "(line 1 of the patch)\n");
    EXPECT_STR(edit_case_apply(tree, PATCH("*** Update File: f\n@@\n-x\nlost\n+y\n")),
               "refused f syntax: A line of the hunk begins with none of ` `, `-` and `+`. (line 5 "
               "of the patch)\n");
}

TEST(what_is_missing_is_refused)
{
    EditCase *tree = EDIT_TREE("f", "line one\nline two\n");
    EXPECT_STR(edit_case_apply(tree, PATCH("*** Update File: f\n@@\n-nowhere\n+new\n")),
               "refused f missing: The text at line 4 of the patch is not in the file.\n");
    EXPECT_STR(edit_case_apply(tree, PATCH("*** Delete File: g\n")),
               "refused g missing: There is no such file.\n");
    EXPECT_STR(edit_case_apply(tree, PATCH("*** Update File: g\n@@\n-a\n+b\n")),
               "refused g missing: There is no such file.\n");
}

TEST(a_move_or_an_addition_may_replace_a_file)
{
    EXPECT_STR(edit_case_apply(EDIT_TREE("old", "from\n", "new", "there\n"),
                               PATCH("*** Update File: old\n*** Move to: new\n@@\n-from\n+to\n")),
               "changed new 1-1:\nto\ndeleted old 0-0:\n");
    EXPECT_STR(edit_case_apply(EDIT_TREE("d", "old text\n"), PATCH("*** Add File: d\n+new\n")),
               "changed d 1-1:\nnew\n");
}

TEST(a_file_that_was_not_shown_is_not_replaced)
{
    EditCase tree = {.files = (const char *const[]){"d", "old\n", NULL}, .seen = ""};
    EXPECT_STR(edit_case_apply(&tree, PATCH("*** Add File: d\n+new\n")),
               "refused d exists: The file is there already, and its text was not shown whole; "
               "replace lines that were shown instead.\n");
}

TEST(nothing_is_written_where_a_part_fails)
{
    EXPECT_STR(edit_case_apply(EDIT_TREE("x", ""), PATCH("*** Add File: made\n+hi\n"
                                                         "*** Update File: gone\n@@\n-a\n+b\n")),
               "refused gone missing: There is no such file.\n");
}

TEST(a_missing_final_newline_stays_missing)
{
    EXPECT_STR(edit_case_apply(EDIT_TREE("n", "no newline"),
                               PATCH("*** Update File: n\n@@\n-no newline\n+one\n+two\n")),
               "changed n 1-2:\none\ntwo");
}

TEST(lines_without_context_are_appended)
{
    EXPECT_STR(edit_case_apply(EDIT_TREE("p", "a\nb\n"), PATCH("*** Update File: p\n@@\n+c\n+d\n")),
               "changed p 3-4:\na\nb\nc\nd\n");
}

TEST(marks_may_be_padded)
{
    EditCase *tree = EDIT_TREE("p", "old\n");
    static const char *const result = "changed p 1-1:\nnew\n";
    EXPECT_STR(edit_case_apply(tree, PATCH("  *** Update File: p\n@@\n-old\n+new\n")), result);
    EXPECT_STR(edit_case_apply(tree, " *** Begin Patch\n*** Update File: p\n@@\n-old\n+new\n"
                                     "*** End Patch \n"),
               result);
    EXPECT_STR(edit_case_apply(tree, "*** Begin Patch \n*** Update File: p\n@@\n-old\n+new\n"
                                     " *** End Patch\n"),
               result);
}

TEST(characters_beyond_ascii_are_text)
{
    EXPECT_STR(edit_case_apply(EDIT_TREE("u", "l\nna\xC3\xAFve\n"),
                               PATCH("*** Update File: u\n@@\n l\n-na\xC3\xAFve\n"
                                     "+na\xC3\xAFve \xE2\x9C\x85\n")),
               "changed u 2-2:\nl\nna\xC3\xAFve \xE2\x9C\x85\n");
}

TEST(a_hunk_may_only_remove_and_end_the_file)
{
    EXPECT_STR(
        edit_case_apply(EDIT_TREE("r", "a\nb\nc\n"), PATCH("*** Update File: r\n@@\n a\n-b\n c\n")),
        "changed r 1-1:\na\nc\n");
    EXPECT_STR(edit_case_apply(EDIT_TREE("r", "first\nsecond\n"),
                               PATCH("*** Update File: r\n@@\n first\n-second\n+2nd\n"
                                     "*** End of File\n")),
               "changed r 2-2:\nfirst\n2nd\n");
}
