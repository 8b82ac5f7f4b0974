#include "check_case.h"

/* ---- syntax ---- */

/* What a check says of a file's new text. */
static Str says(const char *path, const char *before, const char *after)
{
    EditSet set = {0};
    tree_file(path, before);
    stage(&set, path, after);
    CheckReport report = check(&set);
    return findings_of(&report);
}

TEST(a_syntax_error_is_found_where_the_edit_made_it)
{
    EXPECT_STR(says("a.c", "int f(int a)\n{\n    return a;\n}\n",
                    "int f(int a)\n{\n    if (a {\n        return 1;\n    }\n    return a;\n}\n"),
               "syntax a.c:3");
    EXPECT_STR(says("b.c",
                    "int f(int a)\n{\n    return a;\n}\n\nint g(void)\n{\n    return 1;\n}\n",
                    "int f(int a)\n{\n    if (a) {\n    return a;\n}\n\nint g(void)\n{\n"
                    "    return 1;\n}\n"),
               "syntax b.c:3");
    EXPECT_STR(says("c.c", "int f(int a)\n{\n    return a;\n}\n",
                    "int f(int a)\n{\n    int b = a + 1\n    return b;\n}\n"),
               "syntax c.c:3");
    EXPECT_STR(says("a.py", "def f(a):\n    return a\n", "def f(a):\n    return (a\n\nx = 1\n"),
               "syntax a.py:2");
    EXPECT_STR(says("b.py", "def f(a):\n    return a\n", "def f(a):\n    if a:\n    return 1\n"),
               "syntax b.py:3");
    EXPECT_STR(
        says("a.ts", "export function f(a: number) {\n  return a;\n}\n",
             "export function f(a: number) {\n  if (a {\n    return 1;\n  }\n  return a;\n}\n"),
        "syntax a.ts:2");
    EXPECT_STR(says("a.go", "package a\n\nfunc f(x int) int {\n\treturn x\n}\n",
                    "package a\n\nfunc f(x int) int {\n\treturn x +\n}\n"),
               "syntax a.go:4");
    EXPECT_STR(says("a.json", "{\"a\": 1}\n", "{\"a\": 1,\n \"b\": 2\n"), "syntax a.json:2");
    EXPECT_STR(says("a.toml", "[a]\nb = 1\n", "[a]\nb = 1\nc = \n"), "syntax a.toml:3");
}

TEST(what_was_broken_before_is_not_blamed)
{
    EXPECT_STR(says("a.py", "def f(:\n    pass\n\n\ndef g():\n    return 1\n",
                    "def f(:\n    pass\n\n\ndef g():\n    return 2\n"),
               "");
    EXPECT_STR(
        says("a.c", "int f(void\n{\n    return 1;\n}\n", "int f(void\n{\n    return 2;\n}\n"), "");
    EXPECT_STR(says("a.go", "package a\n\nfunc f( {\n}\n", "package a\n\n// f\nfunc f( {\n}\n"),
               "");
    EXPECT_STR(says("a.ts", "let a = b c;\n", "let a = b c;\nlet d = 1;\n"), "");
    EXPECT_STR(says("a.json", "{\"a\": }\n", "{\"b\": }\n"), "");
}

TEST(good_syntax_is_not_blamed)
{
    EXPECT_STR(says("a.py", "x = 1\n",
                    "class A:\n    \"\"\"A.\n\n  text\n\"\"\"\n\n    def f(self):\n        x = [\n"
                    "  1,\n]\n        if x: return 1\n        y = 1 + \\\n  2\n"
                    "  # a comment\n        return y\n\n\ndef g(): ...\n"),
               "");
    EXPECT_STR(says("b.py", "x = 1\n", "def f():\n\tif 1:\n\t\treturn {\n1: 2}\n\treturn 3\n"), "");
    EXPECT_STR(says("a.c", "int x;\n",
                    "#ifdef A\nint f(int a) {\n#else\nint f(void) {\n#endif\n    return 1;\n}\n"
                    "#if 0\n}}}\n#endif\n#define M(x) ((x\nchar c = '{';\n"),
               "");
    EXPECT_STR(says("a.jsonc", "{}\n", "{\"a\": 1, // b\n}\n"), "");
    EXPECT_STR(says("a.md", "a\n", "((((\n"), "");
}

/* A macro may stand for anything, so this is only shown. */
TEST(what_a_macro_may_explain_does_not_block)
{
    EXPECT_STR(says("a.c", "void f(void)\n{\n    g();\n}\n",
                    "void f(void)\n{\n    CHECK(1)\n    g();\n}\n"),
               "syntax a.c:3?");
}

/* ---- symbols that are gone ---- */

TEST(a_symbol_that_is_still_used_is_lost)
{
    EditSet set = {0};
    tree_file("lib.h", "int parse(int a);\n");
    tree_file("lib.c", "#include \"lib.h\"\nint parse(int a)\n{\n    return a + 1;\n}\n");
    tree_file("main.c", "#include \"lib.h\"\nint main(void)\n{\n    return parse(1);\n}\n");
    stage(&set, "lib.h", "int other(int a);\n");
    stage(&set, "lib.c", "#include \"lib.h\"\nint other(int a)\n{\n    return a * 3;\n}\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "rule lib.h:0 (api-broken)?; lost main.c:4");
    REQUIRE(report.findings.len == 2);
    EXPECT_STR(report.findings.ptr[1].symbol, "main");

    stage(&set, "main.c", "#include \"lib.h\"\nint main(void)\n{\n    return other(1);\n}\n");
    report = check(&set);
    EXPECT_STR(findings_of(&report), "rule lib.h:1 (api-broken)?");
}

TEST(a_python_function_that_is_still_imported_is_lost)
{
    EditSet set = {0}, both = {0};
    tree_file("pkg/__init__.py", "");
    tree_file("pkg/lib.py", "def parse(a):\n    return a + 1\n\n\ndef keep(a):\n    return a\n");
    tree_file("pkg/use.py", "from pkg.lib import parse\n\n\ndef run():\n    return parse(1)\n");
    stage(&set, "pkg/lib.py", "def keep(a):\n    return a\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "lost pkg/use.py:1; lost pkg/use.py:5");
    stage(&both, "pkg/lib.py", "def keep(a):\n    return a\n");
    stage(&both, "pkg/use.py", "from pkg.lib import keep\n\n\ndef run():\n    return keep(1)\n");
    report = check(&both);
    EXPECT_STR(findings_of(&report), "");
}

TEST(a_file_that_is_still_imported_is_lost)
{
    EditSet set = {0};
    tree_file("lib.ts", "export function parse(a: number) {\n  return a + 1;\n}\n");
    tree_file("use.ts",
              "import { parse } from './lib';\n\nexport function run() {\n  return parse(1);\n}\n");
    stage(&set, "lib.ts", NULL);
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "lost use.ts:1");
}

TEST(a_go_function_that_is_still_called_is_lost)
{
    EditSet set = {0};
    tree_file("go.mod", "module a\n");
    tree_file("lib.go", "package a\n\nfunc parse(x int) int {\n\treturn x + 1\n}\n");
    tree_file("use.go", "package a\n\nfunc run() int {\n\treturn parse(1)\n}\n");
    stage(&set, "lib.go", "package a\n\nfunc other(y string) string {\n\treturn \"b\" + y\n}\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "lost use.go:4");
}

/* Moves a file of the tree. */
static void stage_move(EditSet *set, const char *from, const char *to)
{
    Str text = tree_text(str_from(from));
    *VEC_PUSH(test_arena(), &set->files) = (EditFile){.status = EDIT_MOVED,
                                                      .path = str_from(to),
                                                      .old_path = str_from(from),
                                                      .before = text,
                                                      .after = text};
}

TEST(a_moved_file)
{
    static const char *const use = "import { run } from './%s';\n\nexport const x = run(1);\n";
    EditSet alone = {0}, both = {0};
    tree_file("lib.ts", "export function run(a: number) {\n  return a + 1;\n}\n");
    tree_file("use.ts", str_format(test_arena(), use, "lib").ptr);
    stage_move(&alone, "lib.ts", "new/lib.ts");
    CheckReport report = check(&alone);
    EXPECT_STR(findings_of(&report), "lost use.ts:1");
    stage_move(&both, "lib.ts", "new/lib.ts");
    stage(&both, "use.ts", str_format(test_arena(), use, "new/lib").ptr);
    report = check(&both);
    EXPECT_STR(findings_of(&report), "");
}

/* What was in the repository comes from a library now. */
TEST(a_name_that_is_imported_from_elsewhere)
{
    EditSet set = {0};
    tree_file("src/io.rs", "pub struct TokioIo<T> {\n    inner: T,\n}\n");
    tree_file("src/lib.rs", "mod io;\nmod use_it;\n");
    tree_file("src/use_it.rs",
              "use crate::io::TokioIo;\n\npub struct Socket {\n    inner: TokioIo<u8>,\n}\n");
    tree_file("sys.c", "int getifaddrs(int a)\n{\n    return a;\n}\n");
    tree_file("sys.h", "int getifaddrs(int a);\n");
    tree_file("main.c", "#include \"sys.h\"\n\nint main(void)\n{\n    return getifaddrs(1);\n}\n");
    stage(&set, "src/io.rs", NULL);
    stage(&set, "src/lib.rs", "mod use_it;\n");
    stage(&set, "src/use_it.rs",
          "use hyper_util::rt::TokioIo;\n\npub struct Socket {\n    inner: TokioIo<u8>,\n}\n");
    stage(&set, "sys.c", NULL);
    stage(&set, "sys.h", NULL);
    stage(&set, "main.c",
          "#include <ifaddrs.h>\n\nint main(void)\n{\n    return getifaddrs(1);\n}\n");
    CheckReport report = check(&set);
    EXPECT_INT(report.blocking, 0);
}

/* A file is moved, and another one takes its path. */
TEST(a_replaced_file)
{
    static const char *const text = "export function run(a: number) {\n  return a + 1;\n}\n";
    EditSet same = {0}, other = {0};
    tree_file("lib.ts", text);
    tree_file("use.ts", "import { run } from './lib';\n\nexport const x = run(1);\n");
    stage_move(&same, "lib.ts", "new/lib.ts");
    stage(&same, "lib.ts", text);
    CheckReport report = check(&same);
    EXPECT_STR(findings_of(&report), "");
    stage_move(&other, "lib.ts", "new/lib.ts");
    stage(&other, "lib.ts", "export * from './new/lib';\n");
    report = check(&other);
    EXPECT_INT(report.blocking, 0);
}

TEST(a_file_without_symbols)
{
    EditSet set = {0}, other = {0};
    tree_file("lib/a.h", "#define A 1\n");
    tree_file("a.c", "#include \"lib/a.h\"\nint x;\n");
    tree_file("b.py", "try:\n    import speed\nexcept ImportError:\n    speed = None\n");
    tree_file("c.py", "import speed\n");
    tree_file("speed.py", "print('a')\n");
    stage(&set, "lib/a.h", NULL);
    stage(&set, "speed.py", NULL);
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "lost a.c:1; lost c.py:1");
    stage_move(&other, "lib/a.h", "include/a.h");
    report = check(&other);
    EXPECT_STR(findings_of(&report), "lost a.c:1");
    REQUIRE(report.findings.len == 1);
    EXPECT_STR(report.findings.ptr[0].message,
               "this imports lib/a.h, which is include/a.h now: edit the import, too");
}

/* JavaScript fills missing arguments with undefined. */
TEST(calls_that_are_no_error)
{
    EditSet set = {0};
    tree_file("a.js", "function f(x) {\n  return x;\n}\n\nmodule.exports = () => f(1);\n");
    stage(&set, "a.js", "function f(x, y) {\n  return x + y;\n}\n\nmodule.exports = () => f(1);\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "callers a.js:5?");
}

TEST(a_moved_function)
{
    EditSet alone = {0}, both = {0};
    tree_file(
        "a.py",
        "def parse(text):\n    return text.strip().split(',')\n\n\ndef keep():\n    return 1\n");
    tree_file("b.py", "X = 1\n");
    tree_file("use.py", "from a import parse\n\n\ndef run():\n    return parse('a')\n");
    stage(&alone, "a.py", "def keep():\n    return 1\n");
    stage(&alone, "b.py", "X = 1\n\n\ndef parse(text):\n    return text.strip().split(',')\n");
    CheckReport report = check(&alone);
    EXPECT_STR(findings_of(&report), "lost use.py:1; lost use.py:5");
    both.files = alone.files;
    stage(&both, "use.py", "from b import parse\n\n\ndef run():\n    return parse('a')\n");
    report = check(&both);
    EXPECT_STR(findings_of(&report), "");
}

/* ---- signatures ---- */

TEST(calls_that_do_not_fit_any_more)
{
    EditSet set = {0}, both = {0};
    tree_file("lib.py", "def parse(a):\n    return a\n");
    tree_file("use.py", "from lib import parse\n\n\ndef run():\n    return parse(1)\n");
    stage(&set, "lib.py", "def parse(a, b):\n    return a + b\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "callers use.py:5");
    stage(&both, "lib.py", "def parse(a, b):\n    return a + b\n");
    stage(&both, "use.py", "from lib import parse\n\n\ndef run():\n    return parse(1, 2)\n");
    report = check(&both);
    EXPECT_STR(findings_of(&report), "");
}

TEST(parameters_with_defaults_fit)
{
    EditSet set = {0};
    tree_file("lib.py", "def _parse(a):\n    return a\n\n\ndef run():\n    return _parse(1)\n");
    stage(&set, "lib.py",
          "def _parse(a, b=2):\n    return a + b\n\n\ndef run():\n    return _parse(1)\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "");
}

TEST(calls_in_the_same_file)
{
    EditSet c = {0}, go = {0}, ts = {0};
    CheckReport report;
    tree_file("a.c",
              "static int f(int a)\n{\n    return a;\n}\n\nint g(void)\n{\n    return f(1);\n}\n");
    stage(&c, "a.c",
          "static int f(int a, int b)\n{\n    return a + b;\n}\n\nint g(void)\n{\n"
          "    return f(1);\n}\n");
    report = check(&c);
    EXPECT_STR(findings_of(&report), "callers a.c:8");

    tree_file(
        "a.go",
        "package a\n\nfunc f(x int) int {\n\treturn x\n}\n\nfunc g() int {\n\treturn f(1)\n}\n");
    stage(&go, "a.go",
          "package a\n\nfunc f(x int, y int) int {\n\treturn x + y\n}\n\nfunc g() int {\n"
          "\treturn f(1)\n}\n");
    report = check(&go);
    EXPECT_STR(findings_of(&report), "callers a.go:8");

    tree_file(
        "a.ts",
        "function f(x: number) {\n  return x;\n}\n\nexport function g() {\n  return f(1);\n}\n");
    stage(&ts, "a.ts",
          "function f(x: number, y: number) {\n  return x + y;\n}\n\nexport function g() {\n"
          "  return f(1);\n}\n");
    report = check(&ts);
    EXPECT_STR(findings_of(&report), "callers a.ts:6");
}

TEST(many_calls_are_counted)
{
    EditSet set = {0};
    Buf uses = buf_open(test_arena(), 0);
    buf_put(&uses, STR("from lib import _parse\n"));
    for (int i = 0; i < 25; i++)
        buf_printf(&uses, "x%d = _parse(1)\n", i);
    buf_put_byte(&uses, '\0');
    tree_file("lib.py", "def _parse(a):\n    return a\n");
    tree_file("use.py", buf_str(&uses).ptr);
    stage(&set, "lib.py", "def _parse(a, b):\n    return a + b\n");
    CheckReport report = check(&set);
    EXPECT_INT(report.findings.len, 11);
    REQUIRE(report.findings.len == 11);
    EXPECT_INT(report.findings.ptr[0].line, 0);
    EXPECT_STR(report.findings.ptr[0].path, "lib.py");
    EXPECT_STR(
        report.findings.ptr[0].message,
        "15 more places still call '_parse' (lib.py:1): edit all of them, or keep its parameters");
}

/* A brace that is missing hides what comes after it; nothing of that is lost. */
TEST(a_syntax_error_loses_no_symbols)
{
    EditSet set = {0};
    tree_file("lib.go", "package a\n\nfunc f() {\n}\n\nfunc g() {\n}\n\nfunc h() {\n}\n");
    tree_file("use.go", "package a\n\nfunc run() {\n\tf()\n\tg()\n\th()\n}\n");
    stage(&set, "lib.go", "package a\n\nfunc f() {\n\nfunc g() {\n}\n\nfunc h() {\n}\n");
    CheckReport report = check(&set);
    for (size_t i = 0; i < report.findings.len; i++)
        EXPECT_INT(report.findings.ptr[i].kind, CHECK_SYNTAX);
    EXPECT(report.blocking > 0);
}

/* ---- additions ---- */

TEST(an_edit_that_only_adds_breaks_nothing)
{
    EditSet set = {0};
    tree_file("a.c", "int f(int a)\n{\n    return a;\n}\n\nint g(void)\n{\n    return f(1);\n}\n");
    tree_file("a.py", "def f(a):\n    return a\n\n\ndef g():\n    return f(1)\n");
    stage(&set, "a.c",
          "int f(int a)\n{\n    return a;\n}\n\nint h(void)\n{\n    return 2;\n}\n\n"
          "int g(void)\n{\n    return f(1);\n}\n");
    stage(
        &set, "a.py",
        "def f(a):\n    return a\n\n\ndef g():\n    return f(1)\n\n\ndef h(a, b):\n    return b\n");
    stage(&set, "new/b.ts", "export function f() {\n  return 1;\n}\n");
    stage(&set, "c.go", "package c\n\nfunc F() {\n}\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "");
    EXPECT_STR(report.unseen, "");
    EXPECT_INT(report.lines_removed, 0);
    EXPECT_INT(report.lines_added, 5 + 4 + 3 + 4);
}

TEST(no_edits)
{
    EditSet set = {0};
    tree_file("a.c", "int f(void);\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "");
    EXPECT_STR(check_text(test_arena(), &report), "");
}

/* ---- review ---- */

TEST(rules_of_review)
{
    EditSet set = {0};
    tree_file("a.py", "def f():\n    return 1\n");
    stage(&set, "a.py", "def f():\n    return 1\n\n\nKEY = \"AKIAIOSFODNN7EXAMPLF\"\n");
    stage(&set, "b.c", "<<<<<<< a\nint x;\n=======\nint y;\n>>>>>>> b\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "rule a.py:5 (secret-added); rule b.c:1 (conflict-markers)");
    EXPECT(str_find(check_text(test_arena(), &report), STR("AKIA")) == STR_NONE);
}

TEST(weakened_tests)
{
    EditSet set = {0};
    tree_file("tests/test_a.py",
              "def test_f():\n    assert f() == 1\n\n\ndef test_g():\n    assert g() == 2\n");
    stage(&set, "tests/test_a.py", "def test_f():\n    assert True\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "rule tests/test_a.py:2 (test-removed)?; "
                                     "rule tests/test_a.py:2 (assertions-weakened)?");
}

/* The policy of HEAD holds, not the one that the edit brings; guards of tests cannot be switched
   off. */
TEST(the_policy_is_that_of_head)
{
    EditSet set = {0};
    tree_file(".fovea-review.toml",
              "[rules]\nconflict-markers = \"off\"\nassertions-weakened = \"off\"\n");
    tree_file("a.c", "int x;\n");
    tree_file("tests/test_a.py", "def test_f():\n    assert f() == 1\n");
    shell("cd tree && git init -q && git add -A && git commit -qm a");
    tree_file(".fovea-review.toml", "");
    stage(&set, "a.c", "<<<<<<< a\nint x;\n=======\nint y;\n>>>>>>> b\n");
    stage(&set, "tests/test_a.py", "def test_f():\n    assert True\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "rule tests/test_a.py:2 (assertions-weakened)?");
    EXPECT_STR(report.unseen, "");
}

/* ---- what it knows of the tree ---- */

TEST(touched_symbols)
{
    EditSet set = {0};
    tree_file("a.py", "def f(a):\n    return a\n\n\ndef g():\n    return f(1)\n");
    tree_file("tests/test_a.py", "from a import f\n\n\ndef test_f():\n    assert f(1) == 1\n");
    stage(&set, "a.py", "def f(a):\n    return a + 1\n\n\ndef g():\n    return f(1)\n");
    stage(&set, "tests/test_a.py", "from a import f\n\n\ndef test_f():\n    assert f(1) == 2\n");
    CheckReport report = check(&set);
    REQUIRE(report.touched.len == 2);
    EXPECT_STR(report.touched.ptr[0].symbol, "f");
    EXPECT_STR(report.touched.ptr[0].what, "body");
    EXPECT_INT(report.touched.ptr[0].callers, 2);
    EXPECT(!report.touched.ptr[0].is_test);
    EXPECT(report.touched.ptr[1].is_test);
    EXPECT_STR(check_outline_diff(test_arena(), &report),
               "a.py\n  f  body, risk 11, used by 2\ntests/test_a.py\n  test_f  body, test\n");
}

/* The edit starts from a text that is not in the tree: an edit before it, not yet written. */
TEST(edits_on_edits)
{
    EditSet set = {0};
    tree_file("a.py", "def f(a):\n    return a\n");
    tree_file("b.py", "from a import f\n\n\ndef g():\n    return f(1)\n");
    stage(&set, "a.py", "def f(a, b):\n    return a\n");
    stage(&set, "b.py",
          "from a import f\n\n\ndef g():\n    return f(1)\n\n\ndef h():\n    return 1\n");
    set.files.ptr[0].before = STR("def f(a, b, c):\n    return a\n");
    CheckReport report = check(&set);
    EXPECT_STR(findings_of(&report), "");
    set.files.ptr[0].before = STR("def f(a):\n    return b\n");
    report = check(&set);
    EXPECT_STR(findings_of(&report), "callers b.py:5");
}

TEST(a_root_within_a_repository)
{
    EditSet set = {0};
    tree_file("sub/lib.py", "def _parse(a):\n    return a\n");
    tree_file("sub/use.py", "from lib import _parse\n\n\ndef run():\n    return _parse(1)\n");
    tree_file("other/use.py", "from sub.lib import _parse\n\n\ndef run():\n    return _parse(1)\n");
    shell("cd tree && git init -q && git add -A && git commit -qm a");
    set.files = (EditFileVec){0};
    *VEC_PUSH(test_arena(), &set.files) =
        (EditFile){.status = EDIT_CHANGED,
                   .path = STR("lib.py"),
                   .before = STR("def _parse(a):\n    return a\n"),
                   .after = STR("def _parse(a, b):\n    return a + b\n")};
    leave_home();
    CheckReport report =
        check_in(str_format(test_arena(), "%.*s/sub", STR_ARG(check_root())), &set);
    EXPECT_STR(findings_of(&report), "callers ../other/use.py:5; callers use.py:5");
    EXPECT_STR(report.unseen, "");
}

/* Without an index, what can be said of the texts alone is said. */
TEST(without_an_index)
{
    EditSet set = {0};
    tree_file("a.py", "def f(a):\n    return a\n\n\ndef g():\n    return f(1)\n");
    stage(&set, "a.py", "def f(a, b):\n    return (a\n\n\ndef g():\n    return f(1)\n");
    leave_home();
    setenv("HOME", str_terminate(test_arena(), check_root()), 1);
    CheckReport report = check_in(check_root(), &set);
    EXPECT_STR(findings_of(&report), "syntax a.py:2");
    EXPECT(str_starts(report.unseen, STR("uses elsewhere, risk and callers: ")));
    EXPECT(str_ends(report.unseen, STR("a.py: its symbols, until its syntax is repaired")));
    EXPECT(report.touched.len > 0);
}

TEST(what_cannot_be_compared)
{
    EditSet set = {0};
    tree_file("a.txt", "a\n");
    stage(&set, "a.txt", "a\n");
    set.files.ptr[0].after = (Str){"a\0b\n", 4};
    stage(&set, "b.vue", "<script>\nfunction f() {}\n</script>\n");
    CheckReport report = check(&set);
    EXPECT(str_find(report.unseen, STR("a.txt: binary")) != STR_NONE);
    EXPECT(str_find(report.unseen, STR("b.vue: there is no grammar for its syntax")) != STR_NONE);
}

TEST(a_name_that_a_file_no_longer_passes_on)
{
    EditSet set = {0};
    tree_file("lib/__init__.py", "from lib.parts import total\n");
    tree_file("lib/parts.py", "def total(a):\n    return a\n");
    tree_file("use.py", "from lib import total\n\n\ndef run():\n    return total(1)\n");
    stage(&set, "lib/__init__.py", "LIMIT = 1\n");
    CheckReport report = check(&set);
    EXPECT_STR(check_text(test_arena(), &report),
               "1 warning\n"
               "use.py:1: warning [lost]: it imports 'total', which is not there; edit this place, "
               "too, or keep the name (likely)\n");
}

/* ---- texts ---- */

TEST(how_it_reads)
{
    EditSet set = {0};
    tree_file("lib.py", "def _parse(a):\n    return a\n\n\ndef _gone():\n    return 1\n");
    tree_file("use.py",
              "from lib import _parse, _gone\n\n\ndef run():\n    return _parse(_gone())\n");
    tree_file("c.ts", "let a = 1;\n");
    stage(&set, "lib.py", "def _parse(a, b):\n    return a + b\n");
    stage(&set, "c.ts", "let a = [1;\n");
    stage(&set, ".env", "A=1\n");
    CheckReport report = check(&set);
    EXPECT_STR(
        check_text(test_arena(), &report),
        "4 errors, 1 warning; nothing is written until the errors are repaired\n"
        "c.ts:1: error [syntax]: ']' is missing, at `let a = [1;`: repair it and give the "
        "whole edit "
        "again\n"
        "use.py:1: error [lost]: this still names '_gone' (lib.py:5 before the edit): it is "
        "imported, "
        "and gone; edit this place, too, or keep the symbol\n"
        "use.py:5: error [lost] in run: this still names '_gone' (lib.py:5 before the edit): it is "
        "gone; edit this place, too, or keep the symbol\n"
        "use.py:5: error [callers] in run: this call of '_parse' (lib.py:1) was not updated: 1 "
        "argument, 2 are wanted; edit the call, too, or keep the parameters\n"
        ".env: warning [secret-file]: a file is added whose name is that of one with secrets. "
        "To do: keep "
        "it out of the repository: .gitignore\n"
        "not checked: c.ts: its symbols, until its syntax is repaired\n");
    Buf json = buf_open(test_arena(), 0);
    json_write(&json, json_get(check_value(test_arena(), &report), STR("findings"))->first->next,
               0);
    EXPECT_STR(buf_str(&json),
               "{\"kind\":\"syntax\",\"blocks\":true,\"path\":\"c.ts\",\"line\":1,\"message\":"
               "\"']' is missing, at `let a = [1;`: repair it and give the whole edit again\"}");
}

/* Messages are one line, whatever the edit holds. */
TEST(hostile_texts)
{
    EditSet set = {0};
    tree_file("a.py", "x = 1\n");
    stage(&set, "a.py", "x = (\x1b[31m\x07 \xff\n");
    stage(&set, "b\x1b[0m\n.py", "def f(:\n");
    CheckReport report = check(&set);
    Str text = check_text(test_arena(), &report);
    EXPECT(report.blocking > 0);
    for (size_t i = 0; i < text.len; i++)
        EXPECT(text.ptr[i] == '\n' || (unsigned char)text.ptr[i] >= ' ');
    EXPECT(str_is_utf8(text));
}
