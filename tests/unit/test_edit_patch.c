#include "edit_case.h"

#define BLOCK(old, new) "<<<<<<< SEARCH\n" old "=======\n" new ">>>>>>> REPLACE\n"

static Str on_a(const char *content, const char *patch)
{
    return edit_case_apply(EDIT_TREE("a.c", content), patch);
}

static const char *format_of(const char *text)
{
    return str_terminate(test_arena(), edit_format_name(edit_format_detect(str_from(text))));
}

/* ---- formats ---- */

TEST(formats_are_told_by_their_marks)
{
    EXPECT_STR(str_from(format_of("Just an answer about src/a.c.\n")), "none");
    EXPECT_STR(str_from(format_of("a.c\n```\n" BLOCK("a\n", "b\n") "```\n")), "blocks");
    EXPECT_STR(str_from(format_of("*** Begin Patch\n*** End Patch\n")), "envelope");
    EXPECT_STR(str_from(format_of("--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-a\n+b\n")), "diff");
    EXPECT_STR(str_from(format_of("src/a.c\n```c\nint a;\n```\n")), "whole");
    EXPECT_STR(str_from(format_of("src/a.c::f\n```c\nint f;\n```\n")), "symbol");
    EXPECT_STR(str_from(format_of("Run this:\n```sh\nmake\n```\n")), "none");
    EXPECT_STR(
        str_from(format_of("--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n <<<<<<< SEARCH\n-a\n+b\n")),
        "diff");
}

TEST(a_text_without_a_patch_is_refused)
{
    EXPECT_STR(on_a("one\n", "I would not change anything.\n"),
               "refused  syntax: The text has no patch in it.\n");
}

TEST(formats_are_not_mixed)
{
    EXPECT_STR(
        on_a("one\ntwo\n",
             "a.c\n" BLOCK("one\n", "1\n") "\n*** Begin Patch\n*** Update File: a.c\n@@\n-two\n+2\n"
                                           "*** End Patch\n"),
        "refused  syntax: The text mixes two formats: blocks, and envelope at line 8; write "
        "all parts in one.\n");
}

/* ---- search/replace blocks ---- */

TEST(a_block_replaces_its_lines)
{
    EXPECT_STR(
        on_a("one\ntwo\nthree\n", "Here it is:\n\na.c\n```c\n" BLOCK("two\n", "2\n") "```\n"),
        "changed a.c 2-2:\none\n2\nthree\n");
}

TEST(the_name_of_a_file_may_be_decorated)
{
    static const char *const result = "changed a.c 1-1:\n1\n";
    EXPECT_STR(on_a("one\n", "### `a.c`\n```\n" BLOCK("one\n", "1\n")), result);
    EXPECT_STR(on_a("one\n", "**a.c:**\n" BLOCK("one\n", "1\n")), result);
    EXPECT_STR(on_a("one\n", "File: a.c\n```c\n" BLOCK("one\n", "1\n")), result);
    EXPECT_STR(on_a("one\n", "1. Update `a.c`:\n```c\n" BLOCK("one\n", "1\n")), result);
    EXPECT_STR(on_a("one\n", "```a.c\n" BLOCK("one\n", "1\n")), result);
    EXPECT_STR(on_a("one\n", "```c\na.c\n```\n```c\n" BLOCK("one\n", "1\n")), result);
    EXPECT_STR(on_a("one\n", "./a.c\n" BLOCK("one\n", "1\n")), result);
}

TEST(blocks_may_have_five_to_nine_marks_and_follow_one_another)
{
    EXPECT_STR(on_a("one\ntwo\nthree\n",
                    "a.c\n<<<<< SEARCH\none\n=====\n1\n>>>>> REPLACE\n\n" BLOCK("three\n", "3\n")),
               "changed a.c 1-3:\n1\ntwo\n3\n");
}

TEST(a_block_right_after_another_is_of_the_same_file)
{
    EXPECT_STR(on_a("one\ntwo\n", "a.c\n" BLOCK("one\n", "1\n") BLOCK("two\n", "2\n")),
               "changed a.c 1-2:\n1\n2\n");
}

TEST(a_text_with_dividers_needs_marks_of_another_length)
{
    EXPECT_STR(on_a("Title\n=======\ntext\n",
                    "a.c\n<<<<<< SEARCH\nTitle\n=======\n======\nName\n=======\n>>>>>> REPLACE\n"),
               "changed a.c 1-1:\nName\n=======\ntext\n");
    EXPECT_STR(on_a("Title\n=======\ntext\n", "a.c\n" BLOCK("Title\n=======\n", "Name\n=======\n")),
               "refused a.c syntax: The block has several dividers (`=======`); use marks of "
               "another length than the text has. (line 2 of the patch)\n");
}

TEST(a_block_may_end_with_a_second_divider_as_models_write_it)
{
    EXPECT_STR(on_a("one\n", "a.c\n```\n<<<<<<< SEARCH\none\n=======\n1\n=======\n```\n"),
               "changed a.c 1-1:\n1\n");
    EXPECT_STR(on_a("one\n", "a.c\n<<<<<<< SEARCH\none\n=======\n=======\n>>>>>>> REPLACE\n"),
               "changed a.c 0-0:\n");
}

TEST(a_block_that_is_cut_off_is_refused)
{
    EXPECT_STR(on_a("one\n", "a.c\n<<<<<<< SEARCH\none\n=======\n1\n"),
               "refused a.c syntax: The block has no `>>>>>>> REPLACE` at its end. (line 2 of the "
               "patch)\n");
}

TEST(a_block_without_old_text_makes_a_file)
{
    EXPECT_STR(on_a("one\n", "b.c\n```\n" BLOCK("", "new\n") "```\n"), "created b.c 1-1:\nnew\n");
    EXPECT_STR(on_a("one\n", "a.c\n" BLOCK("", "new\n")),
               "refused a.c exists: The file is there already; say which of its lines to "
               "replace.\n");
    EXPECT_STR(on_a("", "a.c\n" BLOCK("", "new\n")), "changed a.c 1-1:\nnew\n");
}

TEST(empty_lines_around_a_block_do_not_matter)
{
    EXPECT_STR(on_a("one\ntwo\n", "a.c\n" BLOCK("\none\n\n", "\none\n\nmore\n\n")),
               "changed a.c 2-3:\none\n\nmore\ntwo\n");
}

/* ---- refusals ---- */

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

TEST(a_file_that_changed_since_it_was_shown_is_refused)
{
    EditCase tree = {.files = (const char *const[]){"a.c", "one\n", NULL}, .seen = "0123"};
    EXPECT_STR(edit_case_apply(&tree, "a.c\n" BLOCK("one\n", "1\n")),
               "refused a.c stale: The file changed since its text was shown; read it again.\n");
    tree.seen = str_terminate(test_arena(), edit_hash(test_arena(), STR("one\n")));
    EXPECT_STR(edit_case_apply(&tree, "a.c\n" BLOCK("one\n", "1\n")), "changed a.c 1-1:\n1\n");
}

TEST(what_is_not_text_is_refused)
{
    EXPECT_STR(on_a("\x7F"
                    "ELF\x02\x01\x01",
                    "a.c\n" BLOCK("one\n", "1\n")),
               "refused a.c not_text: The file is not text in UTF-8.\n");
    EXPECT_STR(on_a("caf\xE9\n", "a.c\n" BLOCK("one\n", "1\n")),
               "refused a.c not_text: The file is not text in UTF-8.\n");
}

TEST(paths_out_of_the_root_are_refused)
{
    static const char *const paths[] = {"/etc/passwd", "../a.c",      "b/../a.c",         "~/a.c",
                                        "C:\\a.c",     ".git/config", "sub/.GIT/hooks/x", "b/",
                                        "a\x01.c"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        Str patch = str_format(test_arena(),
                               "*** Begin Patch\n*** Add File: %s\n+x\n"
                               "*** End Patch\n",
                               paths[i]);
        Str got = on_a("one\n", str_terminate(test_arena(), patch));
        Str want = str_format(test_arena(), "refused %s outside: ", paths[i]);
        EXPECT(str_starts(got, want));
    }
    EXPECT_STR(on_a("one\n", "locked.c\n" BLOCK("", "x\n")),
               "refused locked.c outside: The file may not be edited: it is locked.\n");
}

/* ---- diffs ---- */

TEST(a_diff_is_placed_by_its_text_and_not_by_its_numbers)
{
    EXPECT_STR(on_a("one\ntwo\nthree\n",
                    "--- a/a.c\n+++ b/a.c\n@@ -70,3 +70,3 @@\n one\n-two\n+2\n three\n"),
               "changed a.c 2-2:\none\n2\nthree\n");
    EXPECT_STR(on_a("one\ntwo\nthree\n",
                    "```diff\n--- a.c\n+++ a.c\n@@ ... @@\n one\n-two\n+2\n three\n```\n"),
               "changed a.c 2-2:\none\n2\nthree\n");
}

TEST(removed_lines_that_look_like_heads_are_lines)
{
    EXPECT_STR(on_a("-- one\n-- two\n",
                    "--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,2 @@\n--- one\n+++ 1\n -- two\n"),
               "changed a.c 1-1:\n++ 1\n-- two\n");
}

TEST(a_diff_of_git_renames_makes_and_deletes)
{
    EXPECT_STR(on_a("one\n", "diff --git a/a.c b/b.c\nsimilarity index 100%\nrename from a.c\n"
                             "rename to b.c\n"),
               "moved a.c b.c 0-0:\none\n");
    EXPECT_STR(on_a("one\n", "diff --git a/b.c b/b.c\nnew file mode 100644\nindex 0000000..1\n"
                             "--- /dev/null\n+++ b/b.c\n@@ -0,0 +1 @@\n+new\n"
                             "\\ No newline at end of file\n"),
               "created b.c 1-1:\nnew");
    EXPECT_STR(on_a("one\n", "diff --git a/a.c b/a.c\ndeleted file mode 100644\nindex 1..0000000\n"
                             "--- a/a.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n"),
               "deleted a.c 0-0:\n");
    EXPECT_STR(on_a("one\ntwo\n", "--- a/a.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n"),
               "refused a.c stale: The file has other lines than those that the diff deletes.\n");
}

TEST(a_diff_of_two_names_is_one_of_two_directories_or_refused)
{
    EXPECT_STR(on_a("one\n", "--- old/a.c\n+++ new/a.c\n@@ -1 +1 @@\n-one\n+1\n"),
               "changed a.c 1-1:\n1\n");
    EXPECT_STR(on_a("one\n", "--- a.c\n+++ b.c\n@@ -1 +1 @@\n-one\n+1\n"),
               "refused a.c syntax: The diff names two files; a file is moved by git's lines "
               "`rename from` and `rename to`. (line 1 of the patch)\n");
}

TEST(a_diff_that_changes_a_mode_or_writes_a_link_is_refused)
{
    static const char *const modes[] = {"100755", "100644", "120000", "160000"};
    static const char *const refused[] = {NULL, NULL, "link", "link"};
    for (size_t i = 0; i < COUNT(modes); i++) {
        Str text = str_format(test_arena(),
                              "diff --git a/n b/n\nnew file mode %s\n--- /dev/null\n+++ b/n\n"
                              "@@ -0,0 +1 @@\n+o.txt\n",
                              modes[i]);
        EXPECT_STR(on_a("one\n", str_terminate(test_arena(), text)),
                   refused[i]
                       ? "refused n syntax: The file is a symbolic link or a submodule, which "
                         "edits cannot write. (line 1 of the patch)\n"
                       : "created n 1-1:\no.txt\n");
    }
    EXPECT_STR(
        on_a("one\n", "diff --git a/a.c b/a.c\nold mode 100644\nnew mode 100755\n--- a/a.c\n"
                      "+++ b/a.c\n@@ -1 +1 @@\n-one\n+1\n"),
        "refused a.c syntax: The mode of the file changes, too, which edits cannot do; change "
        "it with chmod, and leave the lines of the mode out. (line 1 of the patch)\n");
    EXPECT_STR(
        on_a("one\n", "diff --git a/a.c b/b.c\nold mode 100644\nnew mode 100755\n"
                      "similarity index 100%\nrename from a.c\nrename to b.c\n"),
        "refused a.c syntax: The mode of the file changes, too, which edits cannot do; change "
        "it with chmod, and leave the lines of the mode out. (line 1 of the patch)\n");
    EXPECT_STR(on_a("one\n", "diff --git a/a.c b/a.c\nindex 1..2 120000\n--- a/a.c\n+++ b/a.c\n"
                             "@@ -1 +1 @@\n-one\n+1\n"),
               "refused a.c syntax: The file is a symbolic link or a submodule, which edits cannot "
               "write. (line 1 of the patch)\n");
    EXPECT_STR(
        on_a("one\n", "old mode 100644\nnew mode 100755\n--- a/a.c\n+++ b/a.c\n"
                      "@@ -1 +1 @@\n-one\n+1\n"),
        "refused a.c syntax: The mode of the file changes, too, which edits cannot do; change "
        "it with chmod, and leave the lines of the mode out. (line 3 of the patch)\n");
    EXPECT_STR(on_a("one\n", "--- a.c\n+++ a.c\n@@ -1 +1 @@\n-one\n+1\n\nProperty changes on: a.c\n"
                             "___________________________________\nAdded: svn:executable\n"),
               "refused a.c syntax: The diff changes properties of Subversion, which edits cannot "
               "do. (line 7 of the patch)\n");
}

TEST(what_a_diff_cannot_say_in_lines_is_refused)
{
    EXPECT_STR(
        on_a("one\n", "diff --git a/a.c b/a.c\nold mode 100644\nnew mode 100755\n"),
        "refused a.c syntax: Only the mode of the file changes, which edits cannot do. (line "
        "1 of the patch)\n");
    EXPECT_STR(on_a("one\n", "diff --git a/a.c b/a.c\nindex 1..2\nBinary files a/a.c and b/a.c "
                             "differ\n"),
               "refused a.c not_text: The file is binary. (line 1 of the patch)\n");
}

TEST(a_line_of_a_diff_that_lost_its_sign_is_an_error)
{
    EXPECT_STR(on_a("one\ntwo\nthree\n",
                    "```diff\n--- a/a.c\n+++ b/a.c\n@@ @@\n-one\n+1\ntwo\n-three\n+3\n```\n"),
               "refused a.c syntax: A line of the hunk begins with none of ` `, `-` and `+`. (line "
               "7 of the patch)\n");
    EXPECT_STR(on_a("one\ntwo\nthree\n",
                    "```diff\n--- a/a.c\n+++ b/a.c\n@@ @@\n-one\n+1\n\ntwo\n-three\n```\n"),
               "refused a.c syntax: A line of the hunk begins with none of ` `, `-` and `+`. (line "
               "8 of the patch)\n");
}

/* ---- whole files and symbols ---- */

TEST(a_whole_file_is_written_or_replaced)
{
    EXPECT_STR(on_a("one\n", "src/b.c\n```c\nint b;\n```\n"), "created src/b.c 1-1:\nint b;\n");
    EXPECT_STR(on_a("one\r\ntwo\r\n", "a.c\n```c\none\n2\n```\n"),
               "changed a.c 2-2:\none\r\n2\r\n");
    EXPECT_STR(on_a("one\n", "a.c\n````\n```c\ncode\n```\n````\n"),
               "changed a.c 1-3:\n```c\ncode\n```\n");
}

TEST(the_end_of_a_whole_file_must_be_certain)
{
    EXPECT_STR(
        on_a("one\n", "a.c\n```\n```c\ncode\n```\n```\n"),
        "refused a.c syntax: A fence of the same length is within the text; use a longer one "
        "around it. (line 1 of the patch)\n");
    EXPECT_STR(on_a("one\n", "a.c\n```\ncode\n"),
               "refused a.c syntax: The fence is not closed, so a part of the text may be missing. "
               "(line 1 of the patch)\n");
    EXPECT_STR(on_a("one\ntwo\n", "a.c\n```\none\n// ... rest of the code ...\n```\n"),
               "refused a.c syntax: A new line stands for text that was left out (in the part at "
               "line 1 of the patch); write the text out.\n");
}

TEST(a_diff_without_names_does_not_replace_the_file)
{
    EXPECT_STR(on_a("one\n", "a.c\n```diff\n@@ @@\n-one\n+1\n```\n"),
               "refused a.c syntax: A diff begins with the lines `--- a/PATH` and `+++ b/PATH`. "
               "(line 1 of the patch)\n");
}

TEST(a_part_of_a_file_does_not_replace_it)
{
    static const char quoted[] =
        "refused a.c syntax: The text is a part of the present text, so it may "
        "be a quotation; replace lines instead.\n";
    static const char most[] = "refused a.c syntax: Most of the present lines are not in the text, "
                               "so it may be only a part; replace lines instead.\n";
    static const struct {
        const char *before, *text, *result;
    } rows[] = {
        {"1\n2\n3\n4\n5\n6\n7\n8\n", "4\n5\n", quoted},
        {"1\n2\n", "2\n", quoted},
        {"1\n2\n3\n4\n5\n", "  2\n  3\n  4\n  5\n", quoted},
        {"1\n2\n3\n4\n5\n", "2\nx\n", most},
        {"1\n2\n3\n", "x\n", most},
        {"1\n2\n3\n4\n5\n6\n", "a\nb\nc\nd\ne\nf\n", most},
        {"1\n2\n", "a\nb\n", "changed a.c 1-2:\na\nb\n"},
        {"1.0\n", "1.1\n", "changed a.c 1-1:\n1.1\n"},
        {"1\n2\n3\n4\n5\n", "1\n3\n4\n5\n", "changed a.c 1-1:\n1\n3\n4\n5\n"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char patch[200];
        snprintf(patch, sizeof patch, "a.c\n```\n%s```\n", rows[i].text);
        EXPECT_STR(on_a(rows[i].before, patch), rows[i].result);
    }
}

#define CLASS \
    "class A:\n    # Says it.\n    def say(self):\n        return 1\n\n    def other(self):\n" \
    "        return 2\n"

TEST(a_symbol_gets_its_new_source)
{
    EditCase *tree = EDIT_TREE("a.py", CLASS);
    EXPECT_STR(edit_case_apply(tree, "`a.py::A.say`\n```python\ndef say(self):\n    x = 3\n"
                                     "    return x\n```\n"),
               "changed a.py 3-5:\nclass A:\n    # Says it.\n    def say(self):\n        x = 3\n"
               "        return x\n\n    def other(self):\n        return 2\n");
    EXPECT_STR(edit_case_apply(tree, "a.py::say\n```\n# Says three.\ndef say(self):\n"
                                     "    return 3\n```\n"),
               "changed a.py 2-4:\nclass A:\n    # Says three.\n    def say(self):\n"
               "        return 3\n\n    def other(self):\n        return 2\n");
}

TEST(a_symbol_must_be_one)
{
    EXPECT_STR(edit_case_apply(EDIT_TREE("a.py", CLASS), "a.py::say\n```\nreturn 2\n```\n"),
               "refused a.py syntax: The new source does not declare `say`.\n");
    EXPECT_STR(edit_case_apply(EDIT_TREE("a.py", CLASS), "a.py::none\n```\nx\n```\n"),
               "refused a.py missing: No symbol `none` is in the file.\n");
    EXPECT_STR(
        edit_case_apply(EDIT_TREE("a.py", "class A:\n    def f(self):\n        pass\n\n\n"
                                          "class B:\n    def f(self):\n        pass\n"),
                        "a.py::f\n```\ndef f(self):\n    return 1\n```\n"),
        "refused a.py ambiguous 2-3 7-8: 2 symbols `f` are in the file; write the full name, "
        "or replace lines.\n");
}
