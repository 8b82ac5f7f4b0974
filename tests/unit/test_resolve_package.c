/* Names with their packages in front. */
#include "edge_case.h"

TEST(a_path_may_begin_with_a_package)
{
    write_file("a/b/C.java",
               "package a.b;\npublic class C { public static void f() {} void g() {} }\n");
    write_file("o/C.java",
               "package o;\npublic class C { public static void f() {} void g() {} }\n");
    write_file("D.java", "package x;\nimport o.C;\nclass D extends a.b.C {\n  a.b.C c;\n"
                         "  void go() { a.b.C.f(); c.g(); }\n  void other(C c) { c.g(); }\n}\n");
    write_file("K.kt", "package a.k\nopen class K { fun f() {} }\nfun top() {}\n");
    write_file("L.kt", "package x\nclass L : a.k.K() { val c: a.k.K = a.k.K()\n"
                       "  fun go() { c.f(); a.k.top() }\n  fun own() { f() }\n}\n");
    write_file("S.scala", "package a.s\nclass S { def f() = 1 }\nobject O { def h() = 2 }\n");
    write_file("T.scala", "package a\npackage t\nclass T extends s.S { val c: a.s.S = new a.s.S\n"
                          "  def go = { c.f(); a.s.O.h(); s.O.h() }\n  def own = f()\n}\n");
    write_file("G.groovy", "package a.g\nclass G { static void f(){} }\n");
    write_file("H.groovy", "package x\nclass H extends a.g.G { void go(){ a.g.G.f() } }\n");
    expect_edges(EDGES("D.java:D.go -> a/b/C.java:C.f", "D.java:D.go -> a/b/C.java:C.g",
                       "D.java:D.other -> o/C.java:C.g", "L.kt:L.go -> K.kt:K.f",
                       "L.kt:L.go -> K.kt:top", "L.kt:L.own -> K.kt:K.f",
                       "T.scala:T.go -> S.scala:S.f", "T.scala:T.go -> S.scala:O.h",
                       "T.scala:T.own -> S.scala:S.f", "H.groovy:H.go -> G.groovy:G.f"),
                 EDGES("D.java:D.go -> o/C.java"));
    Str bases = edges_of_kind(REFERENCE_BASE);
    EXPECT(has_line(bases, "D.java:D -> a/b/C.java:C"));
    EXPECT(has_line(bases, "L.kt:L -> K.kt:K"));
    EXPECT(has_line(bases, "T.scala:T -> S.scala:S"));
}

TEST(imports_as_a_whole_stay_file_wide_where_errors_hide_what_they_stand_in)
{
    write_file("src/Flower.scala", "package garden\nclass Flower { def bloom = 1 }\n");
    write_file("src/Use.scala", "package garden\nclass Use(val world: World) {\n  import world._\n"
                                "  def broken = { ) ] }\n} }\n"
                                "private def go(f: Flower) = f.bloom\n");
    EXPECT(has_line(edges_of_kind(REFERENCE_USE),
                    "src/Use.scala:go -> src/Flower.scala:Flower.bloom likely"));
}

TEST(what_is_made_may_have_the_path_of_its_package)
{
    write_file("x/Clock.java",
               "package a.x;\npublic class Clock { public long now() { return 1; } }\n");
    write_file("y/Clock.java",
               "package a.y;\npublic class Clock { public long now() { return 2; } }\n");
    write_file("y/Use.java",
               "package a.y;\nclass Out { static class In { void hi() {} } }\n"
               "class Use {\n  long far() { return new a.x.Clock().now(); }\n"
               "  long near() { return new Clock().now(); }\n"
               "  void in() { new Out.In().hi(); }\n"
               "  void foreign() { new b.Clock().now(); }\n"
               "  b.Clock field;\n  void given(b.Clock c) { c.now(); field.now(); }\n}\n");
    expect_edges(EDGES("y/Use.java:Use.far -> x/Clock.java:Clock.now",
                       "y/Use.java:Use.near -> y/Clock.java:Clock.now",
                       "y/Use.java:Use.in -> y/Use.java:Out.In.hi"),
                 EDGES("y/Use.java:Use.foreign ->", "y/Use.java:Use.given ->"));
}
