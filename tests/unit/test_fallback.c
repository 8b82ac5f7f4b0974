#include "scan_case.h"

TEST(patterns_find_what_looks_like_declarations)
{
    EXPECT_STR(scan_listing(
                   "text", "module foo {\n  public function bar(a) {\n    if (x) {\n    }\n  }\n}\n"
                           "\nint main(int argc)\n{\n  while (1) {\n  }\n}\n"),
               "module foo [1-6]\n  function bar [2-5]\nfunction main [8-12]\n");
    EXPECT_STR(
        scan_listing("text", "class A:\n  def f(x):\n    pass\n\n  def g(x):\n    pass\n\ntext\n"),
        "class A [1-6]\n  function f [2-3]\n  function g [5-6]\n");
}

TEST(patterns_take_prose_for_prose)
{
    EXPECT_STR(scan_listing("text",
                            "The function of this is unclear.\nclass action was taken\n"
                            "type in your name\nsub marines (they dive) are\nif (this) {\n"),
               "");
}

TEST(ctags_gives_scopes_and_ranges)
{
    const char *text =
        "namespace eval foo {\n  proc bar {a b} {\n    return 1\n  }\n}\nproc baz {} {\n}\n";
    const Language *tcl = lang_find(STR("tcl"));
    OutlineOptions options = {0};
    Outline outline;
    REQUIRE(tcl);
    lang_outline(test_arena(), test_scratch(), tcl, str_from(text), &options, &outline);
    EXPECT(!outline_invalid(&outline, str_from(text)));
    if (outline.engine != ENGINE_CTAGS)
        return; /* not installed */
    EXPECT_INT(outline.symbols.len, 3);
    EXPECT_STR(outline.symbols.ptr[1].name, "bar");
    EXPECT_STR(outline.symbols.ptr[1].signature, "proc bar {a b}");
    EXPECT_INT(outline.symbols.ptr[1].parent, 1);
    EXPECT_INT(outline.symbols.ptr[0].end_line, 5);
}
