#include "outline_valid.h"
#include "test.h"

#include "base/buf.h"
#include "base/fs.h"
#include "lang/registry.h"

static Outline scanned(const char *language, Str text, LexicalWords *words)
{
    Outline outline;
    lexical_scan(test_arena(), test_scratch(), lang_find(str_from(language)), text, &outline,
                 words);
    const char *wrong = outline_invalid(&outline, text);
    if (wrong)
        fprintf(stderr, "%s: %s\n", language, wrong);
    EXPECT(!wrong);
    EXPECT(outline.engine == ENGINE_LEXICAL);
    return outline;
}

/* `name[first-last]` of each symbol, children in parentheses behind it. */
static Str listed(const char *language, const char *text)
{
    Outline outline = scanned(language, str_from(text), NULL);
    Buf out = buf_open(test_arena(), 0);
    uint32_t depth = 0;
    for (size_t i = 0; i < outline.symbols.len; i++) {
        const Symbol *symbol = &outline.symbols.ptr[i];
        for (; depth > symbol->depth; depth--)
            buf_put_byte(&out, ')');
        buf_put(&out, depth < symbol->depth ? STR("(") : i ? STR(" ") : STR(""));
        depth = symbol->depth;
        buf_printf(&out, "%.*s[%u-%u]", STR_ARG(symbol->name), symbol->start_line,
                   symbol->end_line);
    }
    for (; depth; depth--)
        buf_put_byte(&out, ')');
    return buf_str(&out);
}

TEST(lexical_c)
{
    EXPECT_STR(listed("c", "#define X(a) { a\n"
                           "struct point { int x; };\n"
                           "struct point origin(void);\n"
                           "static __attribute__((pure)) int\n"
                           "area(struct point p, char c)\n"
                           "{\n"
                           "    if (c == '{') { return 1; }\n"
                           "    return \"}\" /* } */;\n"
                           "}\n"
                           "const int table[] = { 1, 2 };\n"),
               "X[1-1] point[2-2] area[4-9] table[10-10]");
    EXPECT_STR(listed("cpp", "namespace a { class B : C {\n"
                             "  B() : x(1) {}\n"
                             "  ~B() {}\n"
                             "  bool operator==(B b) const { return f(); }\n"
                             "}; }\n"
                             "extern \"C\" { void A::run() { x(); } }\n"
                             "TEST(Suite, name) { run(); }\n"),
               "a[1-5](B[1-5](B[2-2] ~B[3-3] operator==[4-4])) run[6-6] name[7-7]");
}

TEST(lexical_type_parameters)
{
    EXPECT_STR(listed("typescript", "export function map<K, V>(\n"
                                    "  from: Iterable<[K, V]>): Map<K, V> {\n"
                                    "  return a;\n"
                                    "}\n"
                                    "const o = { a() { return 1 }, b: 2, c<K, V>(x) {\n"
                                    "} };\n"
                                    "function less<, a, b\n"),
               "map[1-4] a[5-5] c[5-6] less[7-7]");
}

TEST(lexical_signatures_are_cut)
{
    char word[300];
    memset(word, 'a', sizeof word);
    Str text = str_format(test_arena(), "#define %.*s\nenum e { %.*s };\n", 290, word, 280, word);
    Outline outline = scanned("c", text, NULL);
    EXPECT_INT(outline.symbols.len, 3);
}

TEST(lexical_c_macros_and_bodies)
{
    EXPECT_STR(listed("c", "#ifndef GUARD_H\n"
                           "#  define GUARD_H\n"
                           "#define EMPTY\n"
                           "# define TWO(a, \\\n"
                           "             b) a\n"
                           "#define 3\n"
                           "#define\n"
                           "static inline __attribute__((const))\n"
                           "int __pow(int n)\n"
                           "{\n"
                           "#ifdef A\n"
                           "    if (n) {\n"
                           "#else\n"
                           "    while (n) {\n"
                           "#endif\n"
                           "#define INNER 1 // }\n"
                           "        n = '}' + \"}\"[0];\n"
                           "    }\n"
                           "}\n"
                           "int next(void) { return 0; }\n"
                           "int unbalanced(void)\n"
                           "{\n"
                           "    {\n"
                           "}\n"
                           "int last(void) { }\n"),
               "EMPTY[3-3] TWO[4-5] __pow[8-19](INNER[16-16]) next[20-20] unbalanced[21-24] "
               "last[25-25]");
}

TEST(lexical_c_declarations)
{
    EXPECT_STR(
        listed("c", "typedef unsigned int u32_t;\n"
                    "typedef int (*handler)(void *, int);\n"
                    "typedef struct pair { int a; } __packed pair_t; typedef int (fn)(int);\n"
                    "typedef __u32 __bitwise flags_t;\n"
                    "struct point { int x; } __aligned(8);\n"
                    "struct size { int x; } screen;\n"
                    "enum color { RED, /* , */ GREEN = F(1, 2), BLUE };\n"
                    "enum {\n"
                    "#define ONE 1\n"
                    "    FIRST = ONE, SECOND,\n"
                    "};\n"
                    "struct point; union u; struct point f(void);\n"
                    "unsigned long jiffies __attribute__((aligned(8)));\n"
                    "static const struct op *ops[MAX] = { [A] = { \"}\" } };\n"
                    "int x = 1, y;\n"
                    "static int (*hook)(int) = NULL;\n"
                    "static DEFINE_MUTEX(lock);\n"
                    "MODULE_LICENSE(\"GPL\");\n"
                    "MACRO;\n"
                    "int last(void) { static int inner = 1; return inner; }\n"),
        "u32_t[1-1] handler[2-2] pair[3-3] pair_t[3-3] fn[3-3] flags_t[4-4] point[5-5] size[6-6] "
        "screen[6-6] color[7-7](RED[7-7] GREEN[7-7] BLUE[7-7]) ONE[9-9] FIRST[10-10] "
        "SECOND[10-10] jiffies[13-13] ops[14-14] x[15-15] hook[16-16] lock[17-17] "
        "last[20-20]");
}

TEST(lexical_braces_with_keywords)
{
    EXPECT_STR(listed("go", "package main\n"
                            "type (\n"
                            "\tA struct { x int }\n"
                            "\tB int\n"
                            ")\n"
                            "func (a *A) Run(f func() error) (int, error) {\n"
                            "\tg := func() bool { return 'x' == '\"' }\n"
                            "}\n"
                            "type C interface { D() }\n"),
               "A[3-3] B[4-4] Run[6-8](g[7-7]) C[9-9]");
    EXPECT_STR(listed("rust", "impl<'a> Trait for Type<'a> {\n"
                              "    fn new(f: fn(i32)) -> Self { r#\"}\"#; }\n"
                              "    fn get(&self) -> &'a str;\n"
                              "}\n"
                              "macro_rules! m { () => {} }\n"
                              "pub struct S;\n"),
               "Trait[1-4](new[2-2] get[3-3]) S[6-6]");
    EXPECT_STR(listed("kotlin", "data class P(val x: Int = 1)\n"
                                "fun <T> List<T>.second(): T = get(1)\n"
                                "interface I {\n"
                                "    fun `a b`()\n"
                                "}\n"),
               "P[1-1] second[2-2] I[3-5](a b[4-4])");
    EXPECT_STR(listed("bash", "# it's\n"
                              "run-all() {\n"
                              "  x=\"${1#a}\"; cat <<EOF\n"
                              "f() {\n"
                              "EOF\n"
                              "}\n"
                              "function other { :; }\n"),
               "run-all[2-6] other[7-7]");
    EXPECT_STR(listed("php", "<?php\nnamespace A\\B;\n$f = function ($x) { return 1; };\n"
                             "abstract class C { abstract function d(); # it's\n }\n"),
               "$f[3-3] C[4-5](d[4-4])");
}

TEST(lexical_braces_with_calls)
{
    EXPECT_STR(listed("java", "@A(b = 1) public class C<T> extends D {\n"
                              "  @Override public <X> Map<X, T> get(X x) throws E {\n"
                              "    run(new R() { public void go() { if (x) { y(); } } });\n"
                              "  }\n"
                              "  int x = f();\n"
                              "}\n"),
               "C[1-6](get[2-4](go[3-3]))");
    EXPECT_STR(listed("javascript", "const a = async (x, {y}) => { if (x) { } };\n"
                                    "const b = (c ? d : () => 1);\n"
                                    "exports.e = function () { return /}\"/; };\n"
                                    "class F { #g() { } get h() { return `}` } }\n"
                                    "const o = { 'i-j': (k) => k, l(m) { }, n: function () { } };\n"
                                    "if (x) { y() }\n"),
               "a[1-1] e[3-3] F[4-4](#g[4-4] h[4-4]) i-j[5-5] l[5-5] n[5-5]");
    EXPECT_STR(listed("typescript", "interface A { b: string }\n"
                                    "type C = { d: number };\n"
                                    "export function e<T>(x: T, { y }: Z = {}): x is T { return }\n"
                                    "import { type g as h } from 'i';\n"),
               "A[1-1] C[2-2] e[3-3]");
    EXPECT_STR(listed("c_sharp",
                      "namespace A.B {\n#if X\n class C { int D() => 1; string E { get; }\n"
                      "  void F<T>() where T : new() { } }\n}\n"),
               "A.B[1-5](C[3-4](D[3-3] F[4-4]))");
}

TEST(lexical_lines)
{
    EXPECT_STR(listed("python", "@deco\n"
                                "class A(B):\n"
                                "    '''doc\n"
                                "def not_this(): '''\n"
                                "    async def b(self,\n"
                                "          c=1):\n"
                                "        return 1\n"
                                "\n"
                                "    x = 1\n"
                                "def d(): pass\n"),
               "A[1-9](b[5-7]) d[10-10]");
    EXPECT_STR(listed("ruby", "module A::B\n"
                              "  def self.x?(y)\n"
                              "    z = <<~SQL\n"
                              "def no\n"
                              "    SQL\n"
                              "  end\n"
                              "  def ==(o); end\n"
                              "end\n"),
               "A::B[1-8](x?[2-6] ==[7-7])");
    EXPECT_STR(listed("lua", "local M = {}\n"
                             "function M.a(b)\n"
                             "  --[[ end\n"
                             "  ]] local c = [[\n"
                             "end]]\n"
                             "end\n"
                             "M.d = function() end\n"),
               "a[2-6] d[7-7]");
    EXPECT_STR(listed("elixir", "defmodule A.B do\n"
                                "  def c(?\"), do: 1\n"
                                "  def c(x), do: x\n"
                                "  defp d do\n"
                                "  end\n"
                                "end\n"),
               "A.B[1-6](c[2-3] d[4-5])");
    EXPECT_STR(listed("haskell", "import A\n"
                                 "f' :: Int -> Int\n"
                                 "f' 0 = 1\n"
                                 "f' n = g\n"
                                 "  where g = 2\n"
                                 "data T = T\n"),
               "f'[2-5] T[6-6]");
    EXPECT_STR(listed("elisp", "(defun a-b (x)\n"
                               "  \"doc (\"\n"
                               "  (list ?\\( x))\n"
                               "(defvar c 1)\n"),
               "a-b[1-3] c[4-4]");
}

TEST(lexical_words_are_those_of_code)
{
    LexicalWords words;
    scanned("c", STR("int foo(int a) { return foo(bar_1, \"text\") + 12; } // note"), &words);
    Buf out = buf_open(test_arena(), 0);
    const char *text = "int foo(int a) { return foo(bar_1, \"text\") + 12; } // note";
    for (size_t i = 0; i < words.len; i++)
        buf_printf(&out, "%.*s %u,", (int)words.ptr[i].len, text + words.ptr[i].start,
                   words.ptr[i].count);
    EXPECT_STR(buf_str(&out), "int 2,foo 2,return 1,bar_1 1,");
}

/* Every sample, cut at many places. */
TEST(lexical_survives_anything)
{
    for (size_t i = 0; i < lang_count(); i++) {
        const Language *language = lang_at(i);
        for (const char *const *extension = lang_extensions(language); *extension; extension++) {
            Str path = str_format(test_arena(), "%s/languages/%s/sample.%s", test_source_root(),
                                  language->id, *extension);
            Str text;
            bool found = false;
            Err err;
            if (!fs_read_own(test_arena(), path, MB, &text, &found, &err) || !found)
                continue;
            for (size_t cut = 0; cut < text.len; cut += 1 + text.len / 200)
                scanned(language->id, str_slice(text, cut / 3, cut), NULL);
        }
    }
}

TEST(lexical_is_bounded_on_hostile_input)
{
    static const char *const parts[] = {"{",  "}",     "(",     ")",        "f(",      "class A {",
                                        "\"", "'",     "<<A\n", "def a\n ", "(def a ", "[[",
                                        "/*", "a = (", "=>",    "type (\n"};
    static const char *const languages[] = {"c",      "cpp",     "javascript", "go",  "rust",
                                            "bash",   "ruby",    "python",     "lua", "elisp",
                                            "kotlin", "haskell", "php"};
    for (size_t i = 0; i < COUNT(languages); i++)
        for (size_t j = 0; j < COUNT(parts); j++) {
            Buf text = buf_open(test_arena(), 0);
            buf_put_repeat(&text, str_from(parts[j]), 3000);
            scanned(languages[i], buf_str(&text), NULL);
        }
}
