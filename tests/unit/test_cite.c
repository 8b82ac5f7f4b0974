/* What counts as a citation, and how a wrong one is marked. */
#include "test.h"

#include "agent/cite.h"
#include "base/fs.h"
#include "config/config.h"

#include <stdlib.h>
#include <sys/stat.h>

/* What a text cites, as `path:line` or `path::symbol` or `symbol`, with `?` where it may be
   something else. */
static Str cited_in(Str text, Str root)
{
    bool in_code = false;
    CiteScan scan = cite_scan(test_arena(), text, root, &in_code);
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < scan.cited.len; i++) {
        const Lookup *lookup = &scan.lookups.ptr[i];
        buf_printf(&out, "%s%.*s", i ? " " : "", STR_ARG(lookup->path));
        if (lookup->symbol.len)
            buf_printf(&out, "%s%.*s", lookup->path.len ? "::" : "", STR_ARG(lookup->symbol));
        if (lookup->line == UINT32_MAX)
            buf_put(&out, STR(":none"));
        else if (lookup->line)
            buf_printf(&out, ":%u", lookup->line);
        if (scan.cited.ptr[i].is_weak)
            buf_put_byte(&out, '?');
    }
    return buf_str(&out);
}

static Str cited(const char *text)
{
    return cited_in(str_from(text), (Str){0});
}

TEST(paths_with_lines)
{
    EXPECT_STR(cited("See src/a.c:12."), "src/a.c:12");
    EXPECT_STR(cited("(src/a.c:12-20), src/b.c:7–9; ./c/d.py:1:5 and **x/y.go:3**"),
               "src/a.c:20 src/b.c:9 c/d.py:1 x/y.go:3");
    EXPECT_STR(cited("`src/a.c:12` and [here](src/b.c:3)"), "src/a.c:12 src/b.c:3");
    EXPECT_STR(cited("main.c:4"), "main.c:4");
    EXPECT_STR(cited("src/Makefile:12 src/tool:12"), "src/Makefile:12 src/tool:12?");
    EXPECT_STR(cited("src/a.c:0 src/a.c:99999999999999999999999"), "src/a.c:none src/a.c:none");
    EXPECT_STR(cited("src/a.c:20-10"), "src/a.c:20");
    EXPECT_STR(cited("src/größe.c:3 日本/本.py:4"), "src/größe.c:3 日本/本.py:4");
    EXPECT_STR(cited("file=src/a.c:1,src/b.c:2"), "src/a.c:1 src/b.c:2");
}

TEST(what_is_no_citation)
{
    static const char *const texts[] = {
        "https://example.com/a.c:80 and http://x.org/src/b.c:3?q=a.c:4 ftp://h/a.py:1",
        "<https://example.com/a.c:80>",
        "at 12:30, from 10:15:20, 2026-11-27T02:36:37",
        "version 1.2:3, v1.2.3:4, 1.2.3.4:80, ratio 3.5:1, 1/2:3, 10.0.0.0/8:1",
        "C:\\src\\a.c:12 and src\\a.c:12 and \\\\host\\a.c:1",
        "std::vector<int>::size, a::b, Foo.bar::baz, boost::asio::ip::tcp::v4",
        "$HOME/a.c:1 ${x}/a.c:1 %s/a.c:12 <name>/a.c:3 src/*.c",
        "www.example.com/a.c:80",
        "src/a.c:12th src/a.c: 12 src/a.c :12 src/a.c:",
        "localhost:8080, user:1000, a:1",
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        EXPECT_STR(cited(texts[i]), "");
    /* What may be a file is asked for, and not marked when it is none. */
    EXPECT_STR(cited("example.com:443, redis:7, library/redis:7, TCP/IP:80, notes.xyz:3"),
               "example.com:443? library/redis:7? TCP/IP:80? notes.xyz:3?");
}

TEST(symbols)
{
    EXPECT_STR(cited("src/a.c::reset and src/a.cc::ns::Type.run."),
               "src/a.c::reset src/a.cc::ns::Type.run");
    EXPECT_STR(cited("`resetServer`, `run()`, `Type.do_it`, `a_b::c`, `Type#m_x`"),
               "resetServer run Type.do_it a_b::c Type#m_x");
    EXPECT_STR(cited("`value`, `if (x_y)`, `x_y z`, `12_3`, `ab`, ``"), "");
    EXPECT_STR(cited("in `test_store.c` and `package_lock.json`, but `obj.py_x()`"), "obj.py_x");
    EXPECT_STR(cited("``a_b`` and `` `a_c` `` and `open_b"), "a_b");
    EXPECT_STR(cited("`x`not_this`y_z`"), "y_z");
    EXPECT_STR(cited("`src/a.c::reset_it`"), "src/a.c::reset_it");
}

TEST(code_blocks)
{
    EXPECT_STR(cited("```c\nx = self.c:3 ? `a_b` : y.b:1;\nz = w/t:3;\nsrc/a.c:12: error\n```\n"
                     "`after_it`\n"),
               "self.c:3? y.b:1? w/t:3? src/a.c:12 after_it");
    EXPECT_STR(cited("~~~\n`a_b`\n~~~\n`c_d`"), "c_d");
    EXPECT_STR(cited("```inline``` `a_b`\n`c_d`"), "a_b c_d");
    bool in_code = false;
    cite_scan(test_arena(), STR("```c\nx\n"), (Str){0}, &in_code);
    EXPECT(in_code);
    cite_scan(test_arena(), STR("y\r\n```\r\n"), (Str){0}, &in_code);
    EXPECT(!in_code);
}

TEST(absolute_paths)
{
    EXPECT_STR(cited_in(STR("/w/t/src/a.c:3 /w/tt/a.c:3 ~/x/a.c:1"), STR("/w/t")),
               "src/a.c:3 /w/tt/a.c:3 ~/x/a.c:1");
}

TEST(many_in_one_line)
{
    Buf text = buf_open(test_arena(), 0);
    for (int i = 1; i <= 1000; i++)
        buf_printf(&text, "src/a.c:%d ", i);
    bool in_code = false;
    CiteScan scan = cite_scan(test_arena(), buf_str(&text), (Str){0}, &in_code);
    EXPECT_INT(scan.cited.len, 1000);
}

/* ---- marks ---- */

static Str marked(const char *text, LookupAnswer answer, const char *shown, Citations *citations)
{
    bool in_code = false;
    *citations = (Citations){0};
    CiteScan scan = cite_scan(test_arena(), str_from(text), (Str){0}, &in_code);
    for (size_t i = 0; i < scan.lookups.len; i++) {
        scan.lookups.ptr[i].answer = answer;
        scan.lookups.ptr[i].lines = 80;
    }
    return cite_mark(test_arena(), str_from(text), &scan, str_from(shown), citations);
}

TEST(marks)
{
    Citations citations;
    EXPECT_STR(marked("a/b.c:99, `a/b.c:98`!\n", LOOKUP_NO_LINE, "", &citations),
               "a/b.c:99 [no such line: the file has 80], `a/b.c:98` [no such line: the file has "
               "80]!\n");
    EXPECT_STR(marked("a/b.c:9:5 x/tool:3 /etc/a.c:1", LOOKUP_NO_FILE, "", &citations),
               "a/b.c:9:5 [no such file] x/tool:3 /etc/a.c:1 [not in the repository]");
    EXPECT_STR(marked("`do_it` ``do_it`` `other_one` a/b.c::do_it", LOOKUP_NO_SYMBOL,
                      "int other_one", &citations),
               "`do_it` [no such symbol here] ``do_it`` [no such symbol here] `other_one` "
               "a/b.c::do_it [no such symbol here]");
    EXPECT_INT(citations.wrong, 3);
    EXPECT_INT(citations.marked.len, 2);
    EXPECT_STR(marked("a/b.c:1 `do_it`", LOOKUP_FOUND, "", &citations), "a/b.c:1 `do_it`");
    EXPECT_INT(citations.found, 2);
    EXPECT_STR(marked("a/b.c:1", LOOKUP_UNKNOWN, "", &citations), "a/b.c:1");
    EXPECT_INT(citations.found + citations.wrong, 0);
    EXPECT_STR(marked("", LOOKUP_UNKNOWN, "", &citations), "");
}

/* ---- with an index ---- */

static Str checked(const ToolContext *context, const char *text)
{
    Citations citations = {0};
    bool in_code = false;
    return cite_check(test_arena(), context, str_from(text), (Str){0}, &in_code, &citations);
}

TEST(answers_are_checked_against_the_index)
{
    static Config config;
    mkdir(str_format(test_arena(), "%s/cache", test_directory()).ptr, 0700);
    mkdir(str_format(test_arena(), "%s/t", test_directory()).ptr, 0700);
    mkdir(str_format(test_arena(), "%s/t/src", test_directory()).ptr, 0700);
    test_file("t/src/a.c", STR("int do_it(void)\n{\n    return 1;\n}\n"));
    setenv("XDG_CACHE_HOME", str_format(test_arena(), "%s/cache", test_directory()).ptr, 1);
    config_init(&config);
    ToolContext context = {.config = &config,
                           .root = str_format(test_arena(), "%s/t", test_directory())};
    EXPECT_STR(checked(&context, "src/a.c:4 @src/a.c:1 b/src/a.c:2 src/a.c::do_it `do_it`"),
               "src/a.c:4 @src/a.c:1 b/src/a.c:2 src/a.c::do_it `do_it`");
    EXPECT_STR(
        checked(&context, "src/a.c:5 @src/a.c:9"),
        "src/a.c:5 [no such line: the file has 4] @src/a.c:9 [no such line: the file has 4]");
    EXPECT_STR(
        checked(&context, "src/b.c:1 and `undo_it()` and src/a.c::undo"),
        "src/b.c:1 [no such file] and `undo_it()` [no such symbol here] and src/a.c::undo [no "
        "such symbol here]");
    Str absolute = str_format(test_arena(), "%.*s/src/a.c:2", STR_ARG(context.root));
    EXPECT(str_equal(checked(&context, absolute.ptr), absolute));
}
