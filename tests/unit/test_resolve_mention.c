/* Types that code names as values, and the kinds of the edges to them. */
#include "edge_case.h"

static void expect_kind(int kind, const char *const *wanted, const char *unwanted)
{
    Str edges = edges_of_kind(kind);
    for (; *wanted; wanted++)
        if (!has_line(edges, *wanted))
            EXPECT_STR(edges, *wanted);
    if (str_find(edges, str_from(unwanted)) != STR_NONE)
        EXPECT_STR(edges, unwanted);
}

TEST(a_class_that_is_passed_or_whose_member_is_named_is_mentioned)
{
    write_file("a.py",
               "class Foo:\n    LIMIT = 1\ndef a():\n    Foo.lost()\ndef b():\n    return [Foo]\n"
               "def c():\n    return Foo.LIMIT\ndef d(Foo):\n    return Foo.LIMIT\n");
    write_file("a.rs",
               "struct Foo { x: i32 }\nimpl Foo { const LIMIT: i32 = 1; }\n"
               "enum Way { In, Out(i32) }\nfn a() { Foo::lost(); }\n"
               "fn b(w: Way) { match w { Way::In => 1, Way::Out(x) => 2 }; }\n"
               "fn c() { if let Some(Way::In) = q() {} }\nfn d() -> bool { 1 == Foo::LIMIT }\n");
    write_file("a.cpp", "struct Foo { static int limit; };\nvoid a() { Foo::lost(); }\n"
                        "int b() { return Foo::limit; }\n");
    write_file("a.php", "<?php\nclass Foo {}\nfunction a() { Foo::lost(); }\n");
    write_file("a.go", "package a\ntype Foo struct{}\nfunc a() { _ = Foo(b()) }\n"
                       "func b() { _ = (*Foo)(nil) }\n");
    expect_kind(REFERENCE_TYPE,
                EDGES("a.py:a -> a.py:Foo", "a.py:b -> a.py:Foo", "a.py:c -> a.py:Foo",
                      "a.rs:a -> a.rs:Foo", "a.rs:b -> a.rs:Way", "a.rs:c -> a.rs:Way",
                      "a.rs:d -> a.rs:Foo", "a.cpp:a -> a.cpp:Foo", "a.cpp:b -> a.cpp:Foo",
                      "a.php:a -> a.php:Foo", "a.go:a -> a.go:Foo", "a.go:b -> a.go:Foo"),
                "a.py:d ");
}

TEST(a_class_or_module_of_ruby_is_mentioned)
{
    write_file("a.rb", "module Out\n  LIMIT = 1\n  module In\n    def self.go; end\n  end\nend\n"
                       "class Foo; end\nclass Bar\n  include Out\nend\n"
                       "def a; Foo.lost; end\ndef b; [Foo, Out::In]; end\ndef c; Out::LIMIT; end\n"
                       "def d; Out::In.go; end\ndef e(x); case x when Foo then 1 end; end\n"
                       "def f; -> { Foo }; end\ndef g; Foo.new; end\nKept = Out::In\n");
    expect_kind(REFERENCE_TYPE,
                EDGES("a.rb:a -> a.rb:Foo", "a.rb:b -> a.rb:Foo", "a.rb:b -> a.rb:Out::In",
                      "a.rb:c -> a.rb:Out", "a.rb:d -> a.rb:Out::In", "a.rb:e -> a.rb:Foo",
                      "a.rb:f -> a.rb:Foo", "a.rb:Kept -> a.rb:Out::In"),
                "a.rb:g ");
}

TEST(a_decorator_and_a_tuple_struct_make_an_instance)
{
    write_file("a.py", "class Memo:\n    def __init__(self, f): pass\n@Memo\ndef work(): pass\n");
    write_file("a.rs", "struct Meters(i32);\nfn a() -> Meters { Meters(1) }\n"
                       "fn b() { v.map(Meters) }\nfn c(Meters(x): Meters) {}\n");
    expect_kind(REFERENCE_CALL, EDGES("a.rs:a -> a.rs:Meters"), "a.rs:c ");
    expect_kind(REFERENCE_USE, EDGES("a.py -> a.py:Memo", "a.rs:b -> a.rs:Meters"), "a.rs:c ");
}

TEST(a_template_with_specialisations_is_mentioned)
{
    write_file(
        "a.cpp",
        "template <typename T> struct Box { typedef T type; static void go(); };\n"
        "template <typename T> struct Box<T *> { typedef T type; static void go(); };\n"
        "template <> struct Box<int> { static void go(); };\n"
        "template <typename T> typename Box<T>::type a(T t) { return t; }\n"
        "template <typename T> int b(T t) { return static_cast<typename Box<T>::type>(t); }\n"
        "void c() { Box<int>::go(); }\nvoid d(Box<char> *x) {}\n"
        "struct e { operator Box<int> *() const; };\n"
        "void f() { auto *p = new (arena) Box<char>; }\nstruct g : Box<char> {};\n");
    expect_kind(REFERENCE_TYPE,
                EDGES("a.cpp:a -> a.cpp:Box", "a.cpp:b -> a.cpp:Box", "a.cpp:c -> a.cpp:Box",
                      "a.cpp:d -> a.cpp:Box", "a.cpp:e::operator Box<int>* -> a.cpp:Box"),
                "arena");
    expect_kind(REFERENCE_CALL, EDGES("a.cpp:c -> a.cpp:Box::go likely", "a.cpp:f -> a.cpp:Box"),
                "a.cpp:d ");
    expect_kind(REFERENCE_BASE, EDGES("a.cpp:g -> a.cpp:Box"), "likely");
}

TEST(conditions_use_macros)
{
    write_file("a.h", "#ifndef A_H\n#define A_H\n#define HAVE_A 1\n#define HAVE_B\n"
                      "#define HAVE_C 1\n#define TALL(x) ((x) > 2)\nint HAVE_D(void);\n#endif\n");
    write_file("a.c", "#include \"a.h\"\n#ifdef HAVE_A\nint a(void) { return 1; }\n#endif\n"
                      "int b(void) {\n#if defined(HAVE_B) && \\\n    TALL(HAVE_C) /* HAVE_A */\n"
                      "  return 1;\n#elif HAVE_A // HAVE_B\n  return 2;\n#endif\n}\n"
                      "int c(void) {\n#ifdef HAVE_D\n  return 1;\n#endif\n}\n#undef HAVE_B\n"
                      "#if __has_include(<HAVE_C/x.h>)\n#endif\n");
    write_file("b.cpp", "#include \"a.h\"\nint d() {\n#ifndef HAVE_A\n  return 1;\n#endif\n}\n");
    Str uses = edges_of_kind(REFERENCE_USE);
    EXPECT_STR(uses, "a.c -> a.h:HAVE_A\na.c -> a.h:HAVE_B\na.c:b -> a.h:HAVE_B\n"
                     "a.c:b -> a.h:TALL\na.c:b -> a.h:HAVE_C\na.c:b -> a.h:HAVE_A\n"
                     "b.cpp:d -> a.h:HAVE_A\n");
}

TEST(an_outer_class_is_mentioned_where_its_inner_one_is_named)
{
    write_file("Outer.java", "class Outer { static class Inner {} }\n"
                             "class User { Outer.Inner a() { return null; } }\n");
    write_file("a.rs", "mod m { pub struct Foo; }\nfn a(x: m::Foo) {}\n");
    expect_kind(REFERENCE_TYPE,
                EDGES("Outer.java:User.a -> Outer.java:Outer", "a.rs:a -> a.rs:m::Foo"),
                "-> a.rs:m\n");
}

TEST(types_in_patterns_and_by_full_names_are_mentioned)
{
    write_file("A.java",
               "class A {\n  record Span(int a, int b) {}\n  record Box(Span s) {}\n"
               "  boolean a(Object o) { return o instanceof Span(int a, int b); }\n"
               "  int b(Object o) { return switch (o) { case Box(Span(var x, var y)) -> 1; "
               "default -> 2; }; }\n}\n");
    write_file("a.php", "<?php\nnamespace Top\\In;\nclass Job {}\n");
    write_file("b.php", "<?php\nnamespace Top;\nclass Job {}\n");
    write_file("c.php", "<?php\nclass Job {}\n");
    write_file("d.php",
               "<?php\nnamespace Top;\nfunction a() { \\Job::LIMIT; }\n"
               "function b() { \\Top\\In\\Job::LIMIT; }\nfunction c() { In\\Job::LIMIT; }\n"
               "function d(\\Job $j) {}\nfunction e(Job $j) {}\n");
    expect_kind(REFERENCE_TYPE,
                EDGES("A.java:A.a -> A.java:A.Span", "A.java:A.b -> A.java:A.Box",
                      "A.java:A.b -> A.java:A.Span", "d.php:a -> c.php:Job", "d.php:b -> a.php:Job",
                      "d.php:c -> a.php:Job", "d.php:d -> c.php:Job", "d.php:e -> b.php:Job"),
                "d.php:a -> b");
}

TEST(types_in_companions_and_packages_of_scala_are_mentioned)
{
    write_file("a.scala",
               "package org.p\ntrait Value\nobject Value {\n  class Arr\n  trait Pick\n}\n"
               "class User { def a(x: Value.Arr): Value.Pick = null }\n"
               "object Alone { def b(x: Other) = 1 }\n");
    write_file("package.scala",
               "package org\npackage object p {\n  def c(x: User): Value = null\n}\n");
    write_file("other.scala", "package org.q\nclass Other\n");
    expect_kind(REFERENCE_TYPE,
                EDGES("a.scala:User.a -> a.scala:Value.Arr", "a.scala:User.a -> a.scala:Value.Pick",
                      "package.scala:p.c -> a.scala:User", "package.scala:p.c -> a.scala:Value"),
                "other.scala");
}
