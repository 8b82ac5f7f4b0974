#include "query/target.h"

#include "test.h"

static void expect_target(const char *text, const char *path, uint64_t first, uint64_t last,
                          const char *symbol)
{
    Target readings[TARGET_READINGS_MAX];
    size_t count = target_readings(str_from(text), readings);
    Target target = count ? readings[count - 1] : (Target){.path = str_from(text)};
    EXPECT_STR(target.path, path);
    EXPECT_STR(target.symbol, symbol);
    EXPECT_INT(target.first, first);
    EXPECT(target.last == last);
}

TEST(target_forms)
{
    expect_target("a.py", "a.py", 0, 0, "");
    expect_target("a.py:12", "a.py", 12, 12, "");
    expect_target("a.py:12-40", "a.py", 12, 40, "");
    expect_target("a.py:12-", "a.py", 12, UINT64_MAX, "");
    expect_target("a.py:12:", "a.py", 12, 12, "");
    expect_target("a.py:12:5", "a.py", 12, 12, "");
    expect_target("a.py:12:5:", "a.py", 12, 12, "");
    expect_target("d/a.cpp::Ns::f", "d/a.cpp", 0, 0, "Ns::f");
    expect_target("a.py::C.m", "a.py", 0, 0, "C.m");
}

TEST(target_longest_path_first)
{
    Target readings[TARGET_READINGS_MAX];
    EXPECT_INT(target_readings(STR("x::y/z.c::A::f"), readings), 3);
    EXPECT_STR(readings[0].path, "x::y/z.c::A");
    EXPECT_STR(readings[1].path, "x::y/z.c");
    EXPECT_STR(readings[1].symbol, "A::f");
    EXPECT_STR(readings[2].path, "x");
    EXPECT_INT(target_readings(STR("x::y/z.c:12-40"), readings), 2);
    EXPECT_STR(readings[0].path, "x::y/z.c");
    EXPECT_INT(readings[0].last, 40);
    Buf many = buf_open(test_arena(), 0);
    buf_put_repeat(&many, STR("a::"), 100);
    EXPECT_INT(target_readings(buf_str(&many), readings), TARGET_READINGS_MAX);
}

TEST(target_leaves_other_names_alone)
{
    static const char *const names[] = {"a:b",
                                        ":12",
                                        "a.py:0",
                                        "a.py:40-12",
                                        "a.py:-3",
                                        "a::",
                                        "::b",
                                        "a.py:1x",
                                        "a.py:99999999999999999999",
                                        ""};
    for (size_t i = 0; i < COUNT(names); i++)
        expect_target(names[i], names[i], 0, 0, "");
}

/* ---- symbols ---- */

static TargetLines found;

static void find_in(const char *language, Str text, const char *name, uint32_t line, ErrCode code)
{
    Outline outline;
    Err err = {0};
    TargetLines lines;
    lang_outline(test_arena(), test_scratch(), lang_find(str_from(language)), text,
                 &(OutlineOptions){0}, &outline);
    bool ok = target_find_lines(test_arena(), &outline, STR("x"), str_from(name), &lines, &err);
    EXPECT_INT(ok, code == ERR_NONE);
    EXPECT_INT(err.code, code);
    if (ok)
        EXPECT_INT(lines.first, line);
    found = lines;
}

static void find(const char *name, uint32_t line, ErrCode code)
{
    static const char text[] = "class A:\n    def run(self):\n        pass\n"
                               "class B:\n    def run(self):\n        pass\n"
                               "    def Stop(self):\n        pass\n"
                               "def run():\n    pass\n";
    find_in("python", STR(text), name, line, code);
}

TEST(target_symbols_by_name)
{
    find("A", 1, ERR_NONE);
    find("A.run", 2, ERR_NONE);
    find("B::run", 5, ERR_NONE);
    find("B#run", 5, ERR_NONE);
    find("run", 9, ERR_NONE); /* the qualified name of one, the end of two others */
    find("Stop", 7, ERR_NONE);
    find("stop", 7, ERR_NONE);
    find("C", 0, ERR_NOT_FOUND);
    find("", 0, ERR_NOT_FOUND);
}

TEST(target_symbols_by_quoted_name)
{
    static const char text[] = "CREATE TABLE \"Q\".\"Tab\" (\n\"A\" int,\n`b.c` int);\n"
                               "CREATE TABLE [dbo].[Us] (x int);\n";
    static const struct {
        const char *name;
        uint32_t line;
    } cases[] = {{"\"Q\".\"Tab\"", 1}, {"Q.\"Tab\"", 1}, {"[dbo].[Us]", 4}, {"[Us]", 4},
                 {"\"Tab\".\"A\"", 2}, {"`b.c`", 3},     {"[Us].x", 4}};
    static const char *const none[] = {"\"\"", "\"Tab", "[Us", "[]", "]Us[", "\"T\"ab"};
    for (size_t i = 0; i < COUNT(cases); i++)
        find_in("sql", STR(text), cases[i].name, cases[i].line, ERR_NONE);
    for (size_t i = 0; i < COUNT(none); i++)
        find_in("sql", STR(text), none[i], 0, ERR_NOT_FOUND);
}

TEST(merged_declarations_are_one_target)
{
    static const char text[] = "export interface A { x: string }\n"
                               "/** Made by a call. */\nexport const A = make({\n  a: 1,\n});\n"
                               "export function f(a: string): void;\n"
                               "export function f(a: number): void;\n"
                               "export function f(a: any) {\n  return a;\n}\n"
                               "class C { get v() { return 1; }\n  set v(x) { this.x = x; } }\n"
                               "enum E { One }\nnamespace E { export function help() {} }\n"
                               "type T = string;\nfunction between() {}\nconst T = between();\n";
    static const struct {
        const char *name;
        uint32_t first, last;
    } cases[] = {{"A", 1, 5}, {"f", 6, 10}, {"C.v", 11, 12}, {"E", 13, 14}, {"T", 17, 17}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        find_in("typescript", STR(text), cases[i].name, cases[i].first, ERR_NONE);
        EXPECT_INT(found.last, cases[i].last);
    }
}
