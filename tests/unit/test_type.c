#include "test.h"

#include "lang/walk/expression.h"
#include "lang/walk/type.h"

static const Language *language(const char *id)
{
    return lang_find(str_from(id));
}

static Str expression(const char *id, const char *text)
{
    return expression_text(test_arena(), language(id), str_from(text));
}

static Str type(const char *id, const char *text)
{
    return type_text(test_arena(), language(id), str_from(text));
}

TEST(expressions_have_one_spelling)
{
    EXPECT_STR(expression("python", "self.pool"), "self.pool");
    EXPECT_STR(expression("python", "(await  self.take(1, [2]))\n  .go"), "self.take().go");
    EXPECT_STR(expression("python", "f\"{x}\""), "\"\"");
    EXPECT_STR(expression("python", "xs[1:2].y"), "xs.y");
    EXPECT_STR(expression("rust", "xs[1..][0].y"), "xs[].y");
    EXPECT_STR(expression("ruby", "xs[:y].z"), "xs.@y.z");
    EXPECT_STR(expression("go", "(<-c).y"), "c[].y");
    EXPECT_STR(expression("go", "x.(*a.T).y"), "a.T{}.y");
    EXPECT_STR(expression("go", "[]*T{{}, {}}"), "T[]{}");
    EXPECT_STR(expression("go", "append(xs, T{})"), "xs");
    EXPECT_STR(expression("cpp", "make<Foo>(1).y"), "make<Foo>().y");
    EXPECT_STR(expression("typescript", "a?.b!.c<T>(x)"), "a.b.c()");
    EXPECT_STR(expression("typescript", "a /*/ b */ .c(x)"), "a.c()");
    EXPECT_STR(expression("go", "new.At(i)"), "new.At<=i>()");
    EXPECT_STR(expression("typescript", "new Foo<Bar>(x)"), "new Foo<Bar>()");
    EXPECT_STR(expression("cpp", "(*p)->q"), "p*.q");
    EXPECT_STR(expression("go", "&a.B{c: \"}\"}"), "a.B{}");
    EXPECT_STR(expression("python", "a + b"), "");
    EXPECT_STR(expression("python", "a if b else c"), "");
    EXPECT_STR(expression("python", "[1, 2]"), "");
    EXPECT_STR(expression("typescript", "x => y"), "");
    EXPECT_STR(expression("typescript", "(a as ns.B<T>).c"), "ns.B<T>{}.c");
    EXPECT_STR(expression("java", "((Foo) x.y(1)).z"), "Foo{}.z");
    EXPECT_STR(expression("java", "(Foo) x"), "Foo{}");
    EXPECT_STR(expression("typescript", "(f)(x)"), "f()");
    EXPECT_STR(expression("rust", "a.b().await?.c().unwrap()"), "a.b()?.c()?");
    EXPECT_STR(expression("rust", "foo::<Bar>(x)"), "foo<Bar>()");
    EXPECT_STR(expression("rust", "a.collect::<Bar>()"), "a.collect()");
    EXPECT_STR(expression("typescript", "a < b"), "");
    EXPECT_STR(expression("python", "(a"), "");
    EXPECT_STR(expression("python", "a."), "");
    EXPECT_STR(expression("python", "f("), "");
    EXPECT_STR(expression("python", ""), "");
}

TEST(types_have_one_spelling)
{
    EXPECT_STR(type("python", "Optional[\"a.Foo\"]"), "a.Foo");
    EXPECT_STR(type("python", "Foo | None"), "Foo");
    EXPECT_STR(type("python", "Foo | Bar"), "Foo|Bar");
    EXPECT_STR(type("python", "list[Foo | Bar]"), "Foo[]|Bar[]");
    EXPECT_STR(type("python", "Union[Foo, Bar, None]"), "Foo|Bar");
    EXPECT_STR(type("python", "A | B | C | D | E"), "");
    EXPECT_STR(type("python", "list[dict[str, Foo]]"), "dict<str,Foo>[]");
    EXPECT_STR(type("python", "Union[Foo, None]"), "Foo");
    EXPECT_STR(type("typescript", ": Promise<Foo[]>"), "Foo[]");
    EXPECT_STR(type("typescript", ": readonly Foo[] | undefined"), "Foo[]");
    EXPECT_STR(type("typescript", "(a: A) => B"), "");
    EXPECT_STR(type("typescript", "(A | null)[]"), "A[]");
    EXPECT_STR(type("go", "map[string]*pkg.Foo"), "pkg.Foo[]");
    EXPECT_STR(type("go", "[]*Foo"), "Foo[]");
    EXPECT_STR(type("go", "<-chan *Foo"), "Foo[chan]");
    EXPECT_STR(type("c_sharp", "(Foo first, List<Bar>)"), "__tuple<Foo,Bar[],first:Foo>");
    EXPECT_STR(type("rust", "&(Foo, Vec<Bar>)"), "__tuple<Foo,Bar[]>");
    EXPECT_STR(type("go", "func(a int)"), "");
    EXPECT_STR(type("cpp", "const struct foo *const"), "foo");
    EXPECT_STR(type("cpp", "ns::Foo<int>::iterator"), "");
    EXPECT_STR(type("java", "@Nullable Foo"), "Foo");
    EXPECT_STR(type("java", "Foo..."), "Foo[]");
    EXPECT_STR(type("rust", "&'a mut dyn Foo + Send"), "Foo");
    EXPECT_STR(type("rust", "[Foo; 4]"), "Foo[]");
    EXPECT_STR(type("python", "["), "");
    EXPECT_STR(type("python",
                    "Optional[Optional[Optional[Optional[Optional[Optional[Optional[Optional["
                    "Optional[X]]]]]]]]]"),
               "");
}

TEST(initialisers_tell_types)
{
    bool value = false;
    Str text =
        type_of_expression(test_arena(), language("typescript"), STR("new a.Foo(1)"), &value);
    EXPECT_STR(text, "a.Foo");
    EXPECT(!value);
    text = type_of_expression(test_arena(), language("go"), STR("&Foo{}"), &value);
    EXPECT_STR(text, "Foo");
    EXPECT(!value);
    text = type_of_expression(test_arena(), language("typescript"), STR("new Foo().bar"), &value);
    EXPECT_STR(text, "new Foo().bar");
    EXPECT(value);
    EXPECT_STR(type_of_expression(test_arena(), language("python"), STR("None"), &value), "");
    EXPECT_STR(type_of_expression(test_arena(), language("python"), STR("42"), &value), "");
}

static Str before(const char *text, const char *name)
{
    Str whole = str_from(text);
    return expression_before(whole, str_find(whole, str_from(name)));
}

TEST(what_stands_before_a_name_is_found)
{
    EXPECT_STR(before("x + self.a(1, [b]).name(2)", "name"), "self.a(1, [b])");
    EXPECT_STR(before("f(A::b::name(", "name"), "A::b");
    EXPECT_STR(before("f(name(", "name"), "");
    EXPECT_STR(before("name(", "name"), "");
    EXPECT_STR(before("0..name(", "name"), "");
    EXPECT_STR(before(".name(", "name"), "");
    EXPECT_STR(before("a?.b[2]\n  .name", "name"), "a?.b[2]");
}
