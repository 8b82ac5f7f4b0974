#include "test.h"

#include "base/buf.h"
#include "change/parameters.h"
#include "lang/registry.h"

/* The parameters of the first callable of a text, as `name: type`; `?` behind one that may be left
   out, `...` behind one that stands for many, `*` before one that is given by name only. */
static Str listed(const char *language, const char *text)
{
    ChangeSide side = {.text = str_from(text), .code.text = str_from(text)};
    OutlineOptions options = {.want_references = true};
    lang_outline(test_arena(), test_scratch(), lang_find(str_from(language)), side.text, &options,
                 &side.outline);
    size_t at = 0;
    const SymbolVec *symbols = &side.outline.symbols;
    while (at < symbols->len && symbols->ptr[at].kind != SYMBOL_FUNCTION &&
           symbols->ptr[at].kind != SYMBOL_METHOD && symbols->ptr[at].kind != SYMBOL_CONSTRUCTOR)
        at++;
    ParameterVec parameters;
    if (at == symbols->len || !parameters_read(test_arena(), &side, at, &parameters))
        return STR("none");
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < parameters.len; i++) {
        const Parameter *one = &parameters.ptr[i];
        buf_printf(&out, "%s%s%.*s%s%.*s%s%s", i ? ", " : "", one->by_name ? "*" : "",
                   STR_ARG(one->name), one->name.len && one->type.len ? ": " : "",
                   STR_ARG(one->type), one->many ? "..." : "",
                   one->optional && !one->many ? "?" : "");
    }
    return buf_str(&out);
}

TEST(parameters_c)
{
    EXPECT_STR(listed("c", "int f(int a, const char *b, char c[4]) { return 1; }"),
               "a: int, b: const char *, c: char *");
    EXPECT_STR(listed("c", "int f(void) { return 1; }"), "");
    EXPECT_STR(listed("c", "int f(const char *format, ...);"), "format: const char *, ......");
    EXPECT_STR(listed("c", "void f(void (*done)(int, char *), unsigned n) {}"),
               "done: void (*)(int, char *), n: unsigned");
    EXPECT_STR(listed("cpp", "template <class T> void f(std::map<int, T> a, T &&b = T(1, 2)) {}"),
               "a: std::map<int, T>, b: T &&?");
    EXPECT_STR(listed("cpp", "void f(int /* unused */, char b = ',') {}"), "int, b: char?");
}

TEST(parameters_types_first)
{
    EXPECT_STR(listed("java", "class A { void f(@NonNull(when = X) final List<Map<K, V>> a, "
                              "int[] b, String... c) {} }"),
               "a: List<Map<K, V>>, b: int[], c: String......");
    EXPECT_STR(listed("c_sharp", "class A { void F([FromBody] int a, ref string b, int c = 1, "
                                 "params int[] d) {} }"),
               "a: int, b: ref string, c: int?, d: int[]...");
}

TEST(parameters_python)
{
    EXPECT_STR(
        listed("python", "def f(a, /, b: Dict[str, int] = {}, *, c, d=(1, 2), **rest): pass"),
        "a, b: Dict[str, int]?, *c, *d?, ***rest...");
    EXPECT_STR(listed("python", "class A:\n    def f(self, a, *b, c=None): pass\n"),
               "a, *b..., *c?");
    EXPECT_STR(listed("python", "def f(a,  # what, why\n      b='(,'): pass\n"), "a, b?");
}

TEST(parameters_names_first)
{
    EXPECT_STR(listed("typescript",
                      "function f<T extends A<B>>(a: number, b?: (c: T, d: T) => void, "
                      "...e: T[]): void {}"),
               "a: number, b: (c: T, d: T) => void?, ...e: T[]...");
    EXPECT_STR(listed("typescript", "class A { constructor(private readonly a: B = c(1, 2)) {} }"),
               "a: B?");
    EXPECT_STR(listed("javascript", "function f({ a, b }, [c], d = {}) {}"), "{ a, b }, [c], d?");
    EXPECT_STR(listed("rust", "impl A { fn f<'a>(&'a mut self, b: &'a str, c: fn(u8) -> u8) {} }"),
               "b: &'a str, c: fn(u8) -> u8");
    EXPECT_STR(listed("kotlin", "fun f(vararg a: Int, b: (Int, Int) -> Unit = { x, y -> }) {}"),
               "a: Int..., b: (Int, Int) -> Unit?");
    EXPECT_STR(listed("swift", "func f(_ a: Int, to b: String = \"x\", c: Int...) {}"),
               "a: Int, *to: String?, *c: Int......"); /* by their labels */
    EXPECT_STR(listed("scala", "object A { def f(a: Int, b: Int => Int = _ + 1): Int = 1 }"),
               "a: Int, b: Int => Int?");
}

TEST(parameters_go)
{
    EXPECT_STR(
        listed("go", "package a\nfunc (r *T) F(a, b int, c func(int, int) bool, d ...string) {}"),
        "a: int, b: int, c: func(int, int) bool, d: ...string...");
    EXPECT_STR(listed("go", "package a\ntype T interface { F(int, string) error }"), "int, string");
}

TEST(parameters_untyped)
{
    EXPECT_STR(listed("ruby", "def f(a, b = 1, *c, d:, e: 2, **g, &h)\nend\n"),
               "a, b?, *c..., *d, *e?, **g...");
    EXPECT_STR(listed("php", "<?php function f(int $a, ?B $b = null, ...$c) {}"),
               "$a: int, $b: ?B?, ...$c...");
    EXPECT_STR(listed("lua", "function f(a, ...)\nend\n"), "a, ......");
}
