#include "scan_case.h"

TEST(rst_levels_follow_the_first_use_of_adornments)
{
    EXPECT_STR(scan_listing(
                   "rst",
                   "A\n=\n\nB\n-\n\nC\n=\n\n====\n D\n====\n\ntwo\nlines\n-----\n\n----\n\n  ind\n"
                   "  ---\n"),
               "section A [1-5]\n  section B [4-5]\nsection C [7-21]\n  section D [10-21]\n");
    EXPECT_STR(
        scan_listing(
            "rst",
            ".. class:: A\n\n   .. method:: b(c)\n\n      Text.\n\nText\n.. code-block:: c\n\n"
            "   int x;\n"),
        "class A [1-5]\n  method b [3-5]\ncode_block c [8-10]\n");
}

TEST(asciidoc_and_org_headings)
{
    EXPECT_STR(scan_listing("asciidoc", "= A\n\n[source,c]\n----\n== no\n----\n\n== B\n"),
               "section A [1-8]\n  code_block c [3-6]\n  section B [8-8]\n");
    EXPECT_STR(scan_listing("org", "* A  :x:\n#+begin_src c\n* no\n#+end_src\n** B\n*no*\n"),
               "section A [1-6]\n  code_block c [2-4]\n  section B [5-6]\n");
}

TEST(diff_hunks_know_their_length)
{
    EXPECT_STR(
        scan_listing(
            "diff",
            "--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@ f\n--- no\n+++ no\n x\n@@ -9 +9 @@\n-a\n+b\n"
            "diff --git a/y b/y\n"),
        "document x.c [1-9]\n  section @@ -1,2 +1,2 @@ f [3-6]\n  section @@ -9 +9 @@ [7-9]\n"
        "document y [10-10]\n");
    Outline outline = scan_outline("diff", STR("--- a\n+++ b\n@@ -1 +1,2 @@\n-x\n+y\n+z\n"), false);
    EXPECT_STR(outline.facts, "1 file, +2 -1");
    EXPECT_STR(outline.symbols.ptr[0].signature, "b +2 -1");
}

TEST(latex_skips_comments_and_verbatim_text)
{
    EXPECT_STR(
        scan_listing(
            "latex",
            "% \\section{no}\n\\section{A}\n\\begin{verbatim}\n\\section{no}\n\\end{verbatim}\n"
            "\\verb|\\section{no}|\n"
            "\\begin{figure}\n\\caption{B}\n\\end{figure}\n\\subsection*{C}\n"),
        "section A [2-10]\n  code_block verbatim [3-5]\n  element B [7-9]\n  section C [10-10]\n");
}

TEST(documents_that_do_not_end)
{
    static const char *const languages[] = {"rst", "asciidoc", "org", "diff", "latex"};
    static const char *const texts[] = {"",
                                        "\n",
                                        "=",
                                        "==",
                                        "a\n=",
                                        "----",
                                        "----\n",
                                        "[source,",
                                        "[source]\n----\n",
                                        "#+begin_src",
                                        "#+begin_src c\n",
                                        "* ",
                                        "*",
                                        "@@",
                                        "@@ -",
                                        "@@ -1,9 +1,9 @@\n",
                                        "--- a\n+++ b",
                                        "diff --git",
                                        "Index: ",
                                        "\\",
                                        "\\section",
                                        "\\section{",
                                        "\\begin{",
                                        "\\begin{figure}",
                                        "\\end{x}",
                                        "\\verb",
                                        "\\verb|",
                                        "\\def",
                                        "\\def\\",
                                        ".. class::",
                                        ".. ",
                                        "..",
                                        "rename to x\n",
                                        "+++ x\n"};
    for (size_t i = 0; i < COUNT(languages); i++)
        for (size_t j = 0; j < COUNT(texts); j++)
            scan_outline(languages[i], str_from(texts[j]), true);
}
