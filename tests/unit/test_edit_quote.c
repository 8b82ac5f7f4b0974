/* Edits that a text only shows, and files that stand beside edits in another form. */
#include "edit_case.h"

#define BLOCK(old, new) "<<<<<<< SEARCH\n" old "=======\n" new ">>>>>>> REPLACE\n"
#define EDIT "a.py\n```\n" BLOCK("one\n", "1\n") "```\n"
#define DIFF "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-one\n+1\n"
#define SHOWN \
    "refused d.md syntax: Marks of an edit are within the text; use a fence of four marks " \
    "around a text that shows edits. (line 1 of the patch)\n"
#define CLASH \
    "refused a.py syntax: The patch has several parts for the file that contradict each other.\n"

static Str on(const char *patch)
{
    static const char *const files[] = {"a.py", "one\ntwo\n", "d.md", "# D\n", NULL};
    EditCase tree = {files, NULL};
    return edit_case_apply(&tree, patch);
}

TEST(edits_in_a_longer_fence_are_text_of_the_file_around_them)
{
    EXPECT_STR(on("d.md\n````markdown\n# D\n\n" EDIT "````\n"), "changed d.md 2-10:\n# D\n\n" EDIT);
    EXPECT_STR(on("d.md\n~~~~\n# D\n\n" DIFF "~~~~\n"), "changed d.md 2-7:\n# D\n\n" DIFF);
    EXPECT_STR(on("n.txt\n`````\n" EDIT "`````\n"), "created n.txt 1-8:\n" EDIT);
    EXPECT_STR(on("fix.patch\n```diff\n" DIFF "```\n"), "created fix.patch 1-5:\n" DIFF);
    EXPECT_STR(
        on("n.md\n````\nSo:\n\n*** Begin Patch\n*** Delete File: a.py\n*** End Patch\n````\n"),
        "created n.md 1-5:\nSo:\n\n*** Begin Patch\n*** Delete File: a.py\n*** End Patch\n");
}

TEST(marks_within_a_text_in_a_fence_of_three_are_refused)
{
    EXPECT_STR(on("d.md\n```markdown\n# D\na.py\n" BLOCK("one\n", "1\n") "```\n"), SHOWN);
    EXPECT_STR(on("d.md\n~~~\n# D\n" DIFF "~~~\n"), SHOWN);
    EXPECT_STR(on("d.md\n```markdown\n# D\n\n" EDIT "```\n"),
               "refused d.md syntax: A fence of the same length is within the text; use a longer "
               "one around it. (line 1 of the patch)\n");
}

TEST(edits_in_a_fence_of_their_own_are_edits)
{
    EXPECT_STR(on(EDIT), "changed a.py 1-1:\n1\ntwo\n");
    EXPECT_STR(on("````\n" EDIT "````\n"), "changed a.py 1-1:\n1\ntwo\n");
    EXPECT_STR(on("a.py\n````python\n" BLOCK("one\n", "```\n") "````\n"),
               "changed a.py 1-1:\n```\ntwo\n");
    EXPECT_STR(on("````diff\n" DIFF "````\n"), "changed a.py 1-1:\n1\ntwo\n");
}

TEST(an_edit_that_a_text_without_a_file_shows_is_none)
{
    EXPECT_STR(on("````markdown\nWrite this:\n" EDIT "````\n"),
               "refused  syntax: The text has no patch in it.\n");
}

TEST(a_whole_file_beside_an_edit_of_it_must_agree_with_it)
{
    EXPECT_STR(on(EDIT "Or:\n\na.py\n```python\n2\ntwo\n```\n"), CLASH);
    EXPECT_STR(on("a.py\n```python\n2\ntwo\n```\nOr:\n\n" EDIT), CLASH);
    EXPECT_STR(on("```diff\n" DIFF "```\n\na.py\n```python\n2\ntwo\n```\n"), CLASH);
    EXPECT_STR(on("a.py\n```python\n2\ntwo\n```\n\n" DIFF), CLASH);
    EXPECT_STR(on("*** Begin Patch\n*** Update File: a.py\n@@\n-one\n+1\n*** End Patch\n\n"
                  "a.py\n```python\n2\ntwo\n```\n"),
               CLASH);
    EXPECT_STR(on(EDIT "All of it:\n\na.py\n```python\n1\ntwo\n```\n"),
               "changed a.py 1-1:\n1\ntwo\n");
    EXPECT_STR(on("It was\n\na.py\n```python\none\ntwo\n```\n\n" EDIT),
               "changed a.py 1-1:\n1\ntwo\n");
}

TEST(a_whole_file_beside_an_edit_of_another_is_not_dropped)
{
    EXPECT_STR(on(EDIT "\nd.md\n```\n# E\n```\n"),
               "refused d.md syntax: The text mixes two formats: edits, and a whole file at line "
               "10; write all parts in one.\n");
    EXPECT_STR(on(EDIT "\nb.py\n```python\nx\n```\n"),
               "changed a.py 1-1:\n1\ntwo\ncreated b.py 1-1:\nx\n");
    EXPECT(str_starts(on(EDIT "\nb.py\n```\nx\n```\n\nb.py\n```\ny\n```\n"),
                      STR("refused b.py syntax: The patch has several parts")));
    EXPECT_STR(on(EDIT "\nd.md\n```\n# D\n```\n"), "changed a.py 1-1:\n1\ntwo\n");
}

TEST(a_new_line_that_stands_for_old_ones_is_refused)
{
    static const char *const lines[] = {"# same as before\n", "...\n", "    # unchanged\n",
                                        "# (f4 stays the same)\n", "// rest of the code\n"};
    for (size_t i = 0; i < COUNT(lines); i++) {
        Str patch = str_format(
            test_arena(), "a.py\n<<<<<<< SEARCH\none\ntwo\n=======\n%s>>>>>>> REPLACE\n", lines[i]);
        EXPECT(str_starts(on(str_terminate(test_arena(), patch)),
                          STR("refused a.py syntax: A new line stands for text")));
    }
}
