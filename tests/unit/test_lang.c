#include "test.h"

#include "base/buf.h"
#include "base/proc.h"
#include "lang/walk/tree_rule.h"

#include <sys/resource.h>

TEST(every_rule_resolves_against_its_grammar)
{
    Arena arena;
    arena_open(&arena, 0);
    for (size_t i = 0; i < lang_count(); i++) {
        Str problems = tree_rule_problems(&arena, lang_at(i));
        if (problems.len)
            fprintf(stderr, "%s:\n%.*s", lang_at(i)->id, STR_ARG(problems));
        EXPECT(problems.len == 0);
    }
    arena_close(&arena);
}

TEST(headers_are_told_apart)
{
    static const struct {
        const char *text, *language;
    } headers[] = {
        {"int f(void);\n", "c"},
        {"class A;\n", "cpp"},
        {"enum class A { B };\n", "cpp"},
        {"/* class A; */\nint f(void); // std::string\n", "c"},
        {"/*\n class A;\n std::string\n*/\nint f(void);\n", "c"},
        {"#ifdef __cplusplus\nclass A;\n#else\nstruct A;\n#endif\n", "c"},
        {"void f(std::string s);\n", "cpp"},
        {"int a = b ? std: c;\n", "c"},
        {"#define X static_cast<int>(y)\n", "cpp"},
        {"  template<typename T> T f();\n", "cpp"},
        {"struct A { A() = default; void f() override; };\n", "cpp"},
        {"struct A { int f() override; };\n", "cpp"},
        {"struct A { int overrides; };\n", "c"},
        {"bool operator==(A a, B b);\n", "cpp"},
        {"int operator = 1;\n", "c"},
        {"#include <vector>\n", "cpp"},
        {"#include <stdio.h>\n", "c"},
        {"@interface A : B\n@end\n", "objc"},
        {"#import <A/A.h>\n", "objc"},
        {"/** @param x\n * @implements y */\nint f(int x);\n", "c"},
        {"/** @import x */\nint f(int x);\n", "c"},
    };
    for (size_t i = 0; i < COUNT(headers); i++) {
        const Language *language = lang_detect(STR("dir/A.h"), str_from(headers[i].text));
        EXPECT_STR(lang_id(language), headers[i].language);
    }
    EXPECT_STR(lang_id(lang_detect(STR("X.PY"), (Str){0})), "python");
    EXPECT_STR(lang_id(lang_detect(STR("a.ts"), STR("<!DOCTYPE TS><TS>\n"))), "xml");
    EXPECT_STR(lang_id(lang_detect(STR("a.ts"), STR("<A>b;\n"))), "typescript");
    EXPECT_STR(lang_id(lang_detect(STR("a.xml"), STR("<a/>\n"))), "xml");
    EXPECT_STR(lang_id(lang_detect(STR("Makefile.am"), (Str){0})), "make");
    EXPECT_STR(lang_id(lang_detect(STR("a/b.css.map"), (Str){0})), "json");
    EXPECT_STR(lang_id(lang_detect(STR("dir/"), (Str){0})), "text");
}

TEST(shared_extensions_are_told_apart_by_content)
{
    static const struct {
        const char *path, *head, *language;
    } files[] = {
        {"a.pp", "{\n  License\n}\nunit a;\n", "pascal"},
        {"a.pp", "# x\nclass ntp::install {\n", "puppet"},
        {"a.pp", "function ntp::bool2http($arg) {\n", "puppet"},
        {"a.pp", "", "puppet"},
        {"a.inc", "<?php\nfunction f() {}\n", "php"},
        {"a.inc", "#include <stdio.h>\nint a;\n", "c"},
        {"a.inc", "// x\nX(one, 1),\nX(two, 2),\n", "c"},
        {"a.inc", "static bool A::b() {\n  return std::move(x);\n}\n", "cpp"},
        {"a.inc", "{%MainUnit a.pp}\nprocedure TA.B;\nbegin\nend;\n", "pascal"},
        {"a.inc", "{ do not edit }\nNR_A,\nNR_B,\n", "pascal"},
        {"a.inc", "{ 1, 2 },\n{ 3, 4 },\n", "c"},
        {"a.inc", "SUMMARY = \"x\"\nLICENSE = \"y\"\n", "text"},
        {"a.inc", "%macro A 2\n  mov rax, rbx\n%endmacro\n", "text"},
        {"a.cl", "(defun f (x) x)\n", "commonlisp"},
        {"a.cl", "#pragma OPENCL EXTENSION a\n__kernel void f() {\n}\n", "c"},
        {"a.ll", "%{\n#include <a.h>\n%}\n%%\n", "lex"},
        {"a.ll", "define i32 @f() {\n  ret i32 0\n}\n", "text"},
        {"a.v", "module a(input b);\nendmodule\n", "verilog"},
        {"a.v", "(* x *)\nRequire Import List.\n", "text"},
        {"a.pl", "use strict;\nsub f { }\n", "perl"},
        {"a.pl", ":- module(a, [b/1]).\nb(X) :- c(X).\n", "text"},
        {"a.cls", "% x\n\\NeedsTeXFormat{LaTeX2e}\n", "latex"},
        {"a.cls", "VERSION 1.0 CLASS\nBEGIN\n", "basic"},
        {"a.cls", "/* x\n * y\n */\n@IsTest\npublic class A {\n}\n", "apex"},
        {"a.cls", "/// x\nClass A.B Extends %Persistent\n{\n", "text"},
        {"a.sls", "# x\nnginx:\n  pkg.installed: []\n", "yaml"},
        {"a.sls", "(library (a))\n", "scheme"},
        {"config.h.in", "#undef A\n", "c"},
        {"a.py.example", "", "python"},
        {"Makefile.in", "", "make"},
        {"CMakeLists.txt.in", "", "cmake"},
        {".in", "", "text"},
        {"a", "{\n  \"a\": 1\n}\n", "json"},
        {"a", "{\n  comment\n}\n", "text"},
    };
    for (size_t i = 0; i < COUNT(files); i++)
        EXPECT_STR(lang_id(lang_detect(str_from(files[i].path), str_from(files[i].head))),
                   files[i].language);
}

/* Bicep's scanner looks for the end of a string as far as the end of the text, at each of these. */
TEST(text_that_is_read_again_and_again_keeps_the_time_limit)
{
    const OutlineOptions options = {.time_ms = 100, .no_ctags = true};
    Outline outline;
    Buf text = buf_open(test_arena(), 0);
    buf_put_repeat(&text, STR("`"), 60000);
    buf_put_repeat(&text, STR("{`"), 60000);
    int64_t start = proc_clock_ms();
    lang_outline(test_arena(), test_scratch(), lang_find(STR("bicep")), buf_str(&text), &options,
                 &outline);
    EXPECT(outline.degraded);
    EXPECT(proc_clock_ms() - start < 5000);
}

static int64_t processor_ms(void)
{
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return (own.ru_utime.tv_sec + children.ru_utime.tv_sec) * 1000 +
           (own.ru_utime.tv_usec + children.ru_utime.tv_usec) / 1000;
}

/* Each engine used to have the whole time for itself: the grammar without and with elision, ctags,
   the line patterns. */
TEST(engines_share_one_time_limit)
{
    const OutlineOptions options = {.time_ms = 100};
    Outline outline;
    Buf text = buf_open(test_arena(), 0);
    buf_put_repeat(&text, STR("var a=1;"), 2000000);
    int64_t start = processor_ms();
    lang_outline(test_arena(), test_scratch(), lang_find(STR("javascript")), buf_str(&text),
                 &options, &outline);
    EXPECT(outline.degraded);
    EXPECT_STR(outline.note, "parsing passed its time limit");
    EXPECT(processor_ms() - start < 1500);
}

/* Bash's scanner looks ahead to the end of the line at each of these: left long before the time is
   up. */
TEST(text_that_is_read_in_vain_ends_the_parse)
{
    const OutlineOptions options = {.no_ctags = true};
    Outline outline;
    Buf text = buf_open(test_arena(), 0);
    buf_put_repeat(&text, STR("a()"), 30000);
    lang_outline(test_arena(), test_scratch(), lang_find(STR("bash")), buf_str(&text), &options,
                 &outline);
    EXPECT(outline.degraded);
    EXPECT_STR(outline.note, "the grammar failed on this file");
}

/* Scala's scanner asks for the column again and again: not counted from the line's start each time.
 */
TEST(long_lines_are_parsed_in_time)
{
    const OutlineOptions options = {.no_ctags = true};
    Outline outline;
    Buf text = buf_open(test_arena(), 0);
    buf_put(&text, STR("object A { def f = g(a"));
    buf_put_repeat(&text, STR(", abc"), 40000);
    buf_put(&text, STR(") }\n"));
    lang_outline(test_arena(), test_scratch(), lang_find(STR("scala")), buf_str(&text), &options,
                 &outline);
    EXPECT(!outline.degraded && outline.engine == ENGINE_GRAMMAR && outline.symbols.len == 2);
}

/* The build with sanitizers sees a scanner that reads behind its own words (deps/patches/swift). */
TEST(a_word_that_ends_the_text_is_compared_no_further)
{
    const OutlineOptions options = {.no_ctags = true};
    const Str texts[] = {STR("#if"), STR("let a = 1\n#endif"), STR("#else\0\0 a")};
    for (size_t i = 0; i < COUNT(texts); i++) {
        Outline outline;
        lang_outline(test_arena(), test_scratch(), lang_find(STR("swift")), texts[i], &options,
                     &outline);
        EXPECT(outline.engine == ENGINE_GRAMMAR);
    }
}
