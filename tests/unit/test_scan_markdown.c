#include "scan_case.h"

TEST(sections_nest_by_level_and_run_to_the_next_of_their_rank)
{
    EXPECT_STR(scan_listing("markdown", "# A\n\ntext\n## B\n### C\n## D\nx\n# E\n"),
               "section A [1-7]\n  section B [4-5]\n    section C [5-5]\n  section D [6-7]\n"
               "section E [8-8]\n");
    EXPECT_STR(scan_listing("markdown", "### Deep\n# Top\n"),
               "section Deep [1-1]\nsection Top [2-2]\n");
}

TEST(headings_in_fences_comments_and_code_are_text)
{
    EXPECT_STR(scan_listing("markdown", "# A\n```sh\n# no\n```\n~~~\n# no\n```\n~~~\n"),
               "section A [1-8]\n  code_block sh [2-4]\n  code_block code [5-8]\n");
    EXPECT_STR(scan_listing("markdown", "````\n```\n# no\n````\n# yes\n"),
               "code_block code [1-4]\nsection yes [5-5]\n");
    EXPECT_STR(scan_listing("markdown", "<!--\n# no\n-->\n# yes\n    # code\n"),
               "section yes [4-5]\n");
    EXPECT_STR(scan_listing("markdown", "<pre>\n# no\n\n# no\n</PRE>\n# yes\n"),
               "section yes [6-6]\n");
}

TEST(a_fence_in_a_list_item_ends_with_the_item)
{
    EXPECT_STR(scan_listing("markdown", "- a\n\n  ```\n  # no\n\n# yes\n"),
               "code_block code [3-4]\nsection yes [6-6]\n");
    EXPECT_STR(scan_listing("markdown", "1. a\n   ```c\n   x\n   ```\n   more\n"),
               "code_block c [2-4]\n");
    EXPECT_STR(scan_listing("markdown", "> ```c\n> x\ny\n# yes\n"),
               "code_block c [1-2]\nsection yes [4-4]\n");
}

TEST(setext_headings)
{
    EXPECT_STR(scan_listing("markdown", "Title\n=\n\nmany\nlines\n---\n\n---\n- item\n---\n"),
               "section Title [1-10]\n  section many lines [4-10]\n");
    EXPECT_STR(scan_listing("markdown", "[a]: http://x\n---\n| a |\n|---|\n"), "");
}

TEST(headings_in_list_items_and_quotes_are_text)
{
    EXPECT_STR(scan_listing("markdown", "# A\n\n1. x\n   # no\n\n   ## no\n\ntext\n## B\n"),
               "section A [1-9]\n  section B [9-9]\n");
    EXPECT_STR(scan_listing("markdown", "# A\n- x\n\n  no\n  ---\n- # no\n- no\n  ==\ntext\n"),
               "section A [1-9]\n");
    EXPECT_STR(scan_listing("markdown", "> # no\n> no\n> ---\n> - ## no\n\n# yes\n"),
               "section yes [6-6]\n");
    EXPECT_STR(scan_listing("markdown", "* x\n\n  <h2>no</h2>\n\n<h2>yes</h2>\n"),
               "section yes [5-5]\n");
    EXPECT_STR(scan_listing("markdown", "* x\n# yes\n- x\n\n# yes\n"),
               "section yes [2-3]\nsection yes [5-5]\n");
}

TEST(headings_are_named_as_they_read)
{
    EXPECT_STR(scan_listing("markdown", "## [1.0](http://x/(y)) - `f(a)` ![b](c) **d** ##\n"),
               "section 1.0 - f(a) d [1-1]\n");
    EXPECT_STR(scan_listing("markdown", "# a[0] <b>x</b> \\* {#id}\n"), "section a[0] x * [1-1]\n");
    EXPECT_STR(scan_listing("markdown", "#no\n#\t tab\n####### seven\n#\n"), "section tab [2-4]\n");
}

TEST(paragraphs_document_as_they_read)
{
    static const struct {
        const char *text, *doc;
    } cases[] = {{"# A\n\n**b** is c. More.\n", "**b** is c."},
                 {"# A\n\n*b* c\nd\n", "*b* c d"},
                 {"# A\n\n[b](c.md), too.\n", "[b](c.md), too."}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        Outline outline;
        Str text = str_from(cases[i].text);
        lang_outline(test_arena(), test_scratch(), lang_find(STR("markdown")), text,
                     &(OutlineOptions){.want_docs = true}, &outline);
        REQUIRE(outline.symbols.len == 1);
        EXPECT_STR(symbol_doc(outline.symbols.ptr), cases[i].doc);
    }
}

TEST(front_matter_and_modules)
{
    Outline outline =
        scan_outline("markdown", STR("---\ntitle: x\n---\nimport {A,\n  B} from 'b'\n"), false);
    EXPECT_INT(outline.symbols.len, 1);
    EXPECT_STR(outline.symbols.ptr[0].signature, "front matter (title)");
    EXPECT_INT(outline.imports.len, 1);
    EXPECT_STR(outline.imports.ptr[0].name, "b");
    EXPECT_STR(outline.imports.ptr[0].detail, "{A, B}");
    EXPECT_STR(scan_listing("markdown", "---\n\ntext\n---\n"), "section text [3-4]\n");
    EXPECT_STR(scan_listing("markdown", "import things from the shelf\n"), "");
}

TEST(cuts_keep_a_heading_with_its_text)
{
    EXPECT_STR(scan_cuts("markdown", "# A\n\ntext\n\nmore\n\n```\na\n\nb\n```\n## B\nx\n"),
               "1:0 5:6 7:6 12:1");
}

TEST(markdown_of_odd_bytes)
{
    EXPECT_STR(scan_listing("markdown", ""), "");
    EXPECT_STR(scan_listing("markdown", "#"), "");
    EXPECT_STR(scan_listing("markdown", "# A\r\n```x\r\n```\r\n"),
               "section A [1-3]\n  code_block x [2-3]\n");
    EXPECT_STR(scan_listing("markdown", "\xef\xbb\xbf# A\n"), "section A [1-1]\n");
    EXPECT_STR(scan_listing("markdown", "```"), "code_block code [1-1]\n");
}
