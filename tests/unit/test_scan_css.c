#include "scan_case.h"

TEST(what_is_quoted_ends_nothing)
{
    EXPECT_STR(scan_listing("css", "a[b=\"}{\"]{c:'\\'}'}\n/* } */b{}\n"),
               "rule a[b=\"}{\"] [1-1]\nrule b [2-2]\n");
    EXPECT_STR(scan_listing("css", "a{b:url(x;}y)}\nc{}"), "rule a [1-1]\nrule c [2-2]\n");
    EXPECT_STR(scan_listing("scss", "// it's {\na{b:#{if($x, \"}\", c)}}\nd{}"),
               "rule a [2-2]\nrule d [3-3]\n");
    EXPECT_STR(scan_listing("css", "a{b:c}// d{}\n"), "rule a [1-1]\nrule // d [1-1]\n");
}

TEST(what_is_missing_is_forgiven)
{
    EXPECT_STR(scan_listing("css", "a{b:c"), "rule a [1-1]\n");
    EXPECT_STR(scan_listing("css", "}}a{}\n"), "rule a [1-1]\n");
    EXPECT_STR(scan_listing("css", "a{b:\"c\n}d{}"), "rule a [1-2]\nrule d [2-2]\n");
    EXPECT_STR(scan_listing("css", "a{b:url(c\n}d{}"), "rule a [1-2]\nrule d [2-2]\n");
    EXPECT_STR(scan_listing("css", "/* a{}"), "");
    EXPECT_STR(scan_listing("less", "@a: ~`b;\nc{}"), "variable @a [1-1]\nrule c [2-2]\n");
    EXPECT(scan_outline("css", STR("a{"), false).degraded);
}

TEST(deep_nesting_is_passed_over)
{
    Buf text = buf_open(test_arena(), 0);
    buf_put_repeat(&text, STR("a{"), 5000);
    buf_put_repeat(&text, STR("}"), 5000);
    buf_put(&text, STR("\nb{}"));
    Outline outline = scan_outline("css", buf_str(&text), false);
    EXPECT(outline.degraded);
    const Symbol *last = &outline.symbols.ptr[outline.symbols.len - 1];
    EXPECT_STR(last->name, "b");
    EXPECT(last->depth == 0);
}

TEST(blocks_that_hold_values_are_no_rules)
{
    EXPECT_STR(scan_listing("scss", "a{font:{family:b}\nfont: bold{c:d}\ne:hover{f:g}}\n"),
               "rule a [1-3]\n  rule e:hover [3-3]\n");
    EXPECT_STR(scan_listing("less", "each(@a, {.b{c:d}});\n"), "rule .b [1-1]\n");
}

TEST(cut_points_are_items_with_their_comments)
{
    EXPECT_STR(scan_cuts("css", "a {\n}\n/* about\n   b */\nb {\n  --c: d;\n}\n"), "1:0 3:0 6:1");
}

TEST(documentation_is_the_comment_before)
{
    Outline outline = scan_outline("scss", STR("// One. Two.\n$a: 1; // not b's\n$b: 2;\n"), false);
    EXPECT_STR(symbol_doc(&outline.symbols.ptr[0]), "One.");
    EXPECT_STR(symbol_doc(&outline.symbols.ptr[1]), "");
}
