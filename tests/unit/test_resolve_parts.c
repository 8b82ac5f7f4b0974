/* Types declared in parts, typed members, and calls with written type arguments. */
#include "edge_case.h"

TEST(c_sharp_partial_types_are_one)
{
    write_file("Order.cs",
               "namespace App {\n"
               "  public partial class Order { public void Submit() { Check(); Log(); }\n"
               "    partial class Line { public void One() { Two(); } } }\n"
               "  partial struct Point { void A() { B(); } }\n"
               "  class Alone { void Check() {} }\n"
               "}\n");
    write_file("Order.Rules.cs",
               "namespace App {\n"
               "  partial class Order : Base { private void Check() { Submit(); }\n"
               "    partial class Line { public void Two() { One(); } } }\n"
               "  partial struct Point { void B() { A(); } }\n"
               "  class Base { protected void Log() {} }\n"
               "}\n");
    write_file("Run.cs", "using App;\nclass Run { void Go(Order o) { o.Submit(); o.Log(); } }\n");
    expect_edges(EDGES("Order.cs:App.Order.Submit -> Order.Rules.cs:App.Order.Check",
                       "Order.cs:App.Order.Submit -> Order.Rules.cs:App.Base.Log",
                       "Order.Rules.cs:App.Order.Check -> Order.cs:App.Order.Submit",
                       "Order.cs:App.Order.Line.One -> Order.Rules.cs:App.Order.Line.Two",
                       "Order.Rules.cs:App.Order.Line.Two -> Order.cs:App.Order.Line.One",
                       "Order.cs:App.Point.A -> Order.Rules.cs:App.Point.B",
                       "Run.cs:Run.Go -> Order.cs:App.Order.Submit",
                       "Run.cs:Run.Go -> Order.Rules.cs:App.Base.Log"),
                 EDGES("Alone", "ambiguous"));
}

TEST(php_properties_have_their_declared_type)
{
    write_file("a.php", "<?php\nclass Client { public ?Client $next; function fetch() {} }\n"
                        "class Other { function fetch() {} }\n"
                        "trait Held { private Client $held; }\n"
                        "class Base { protected readonly Client $of; }\n"
                        "class Svc extends Base {\n  use Held;\n  private Client|null $c;\n"
                        "  private Client|Other $both;\n"
                        "  function one() { $this->c->fetch(); }\n"
                        "  function two() { $this->of?->fetch(); }\n"
                        "  function three() { $this->held->next->fetch(); }\n"
                        "  function four() { $this->both->fetch(); }\n"
                        "}\n");
    expect_edges(EDGES("a.php:Svc::one -> a.php:Client::fetch",
                       "a.php:Svc::two -> a.php:Client::fetch",
                       "a.php:Svc::three -> a.php:Client::fetch",
                       "a.php:Svc::four -> a.php:Client::fetch likely",
                       "a.php:Svc::four -> a.php:Other::fetch likely"),
                 EDGES("one -> a.php:Other", "two -> a.php:Other", "three -> a.php:Other"));
}

TEST(kotlin_calls_with_written_types_are_calls)
{
    write_file("a.kt", "fun <T> make(x: Int): T? = null\n"
                       "class Box<T> { fun <U> conv(u: U): U = u }\n"
                       "fun one() { make<Int>(1) }\nfun two(b: Box<Int>) { b.conv<a.B>(\"a\") }\n"
                       "fun three() = 1 + make<Int>(2)\n"
                       "context(box: Box<Int>) fun four() { box.conv(1) }\n");
    expect_edges(EDGES("a.kt:one -> a.kt:make", "a.kt:two -> a.kt:Box.conv",
                       "a.kt:three -> a.kt:make", "a.kt:four -> a.kt:Box.conv"),
                 EDGES("context"));
}

TEST(c_sharp_extension_methods_are_members_where_they_are_seen)
{
    write_file("ext.cs", "using System.Collections.Generic;\nnamespace App {\n"
                         "  class User { } class Emp : User { } class Other { }\n"
                         "  static class Ext { public static int Up(this User u) => 1;\n"
                         "    public static int Cnt(this List<User> l) => 1; }\n}\n"
                         "namespace Far { static class FarExt {\n"
                         "  public static int Hidden(this App.User u) => 1; } }\n");
    write_file("use.cs", "using App;\nusing System.Collections.Generic;\nclass Use {\n"
                         "  void A(User u) { u.Up(); }\n  void B(Emp e) { e.Up(); }\n"
                         "  void C(List<User> l) { l.Cnt(); }\n  void D(User u) { Ext.Up(u); }\n"
                         "  void E(Other o) { o.Up(); }\n  void F(User u) { u.Hidden(); }\n}\n");
    expect_edges(EDGES("use.cs:Use.A -> ext.cs:App.Ext.Up", "use.cs:Use.B -> ext.cs:App.Ext.Up",
                       "use.cs:Use.C -> ext.cs:App.Ext.Cnt", "use.cs:Use.D -> ext.cs:App.Ext.Up"),
                 EDGES("Use.E ->", "Use.F ->"));
}

TEST(kotlin_companions_are_their_class)
{
    write_file("a.kt",
               "class Comp {\n  companion object {\n    fun make() = 1\n  }\n"
               "  object Nested { fun own() = 1 }\n"
               "  fun a() { make() }\n  fun b() { Comp.make() }\n  fun c() { Comp.own() }\n}\n"
               "class Named { companion object Factory { fun mk() = 1 } fun d() { Named.mk() } }\n"
               "fun e() { Comp.Companion.make() }\n");
    expect_edges(
        EDGES("a.kt:Comp.a -> a.kt:Comp.Companion.make", "a.kt:Comp.b -> a.kt:Comp.Companion.make",
              "a.kt:Named.d -> a.kt:Named.Factory.mk", "a.kt:e -> a.kt:Comp.Companion.make"),
        EDGES("Comp.c -> a.kt:Comp.Nested.own\n"));
}

/* Each look-up in a companion leads to a class that has a companion. */
TEST(kotlin_companions_may_extend_their_class)
{
    write_file("a.kt", "open class Json { fun own() {}\n  companion object Default : Json()\n}\n"
                       "open class A { companion object : B() }\n"
                       "open class B { companion object : A() }\n"
                       "fun f() { Json.own() }\nfun g() { Json.missing(); A.missing() }\n");
    expect_edges(EDGES("a.kt:f -> a.kt:Json.own"), EDGES("a.kt:g ->"));
}

TEST(comments_separate_no_arguments)
{
    write_file("a.cs", "class A {\n  static int F(int a, bool b, string c) { return 1; }\n"
                       "  static int F(int a) { return 2; }\n"
                       "  static int Use(int r) {\n    return F(r, (r & 1) != 0\n"
                       "      ? true // many rows, to check\n"
                       "      : false /* one, or none, at all */, \"http://x, y\");\n  }\n}\n");
    expect_edges(EDGES("a.cs:A.Use -> a.cs:A.F"), EDGES("ambiguous"));
}

TEST(php_functions_are_named_by_text)
{
    write_file("a.php",
               "<?php\nnamespace App;\nclass C { function __construct(private C $next) {}\n"
               "  static function make(): static { return new static; }\n  function f() {}\n"
               "  function a() { $this->next->f(); }\n  function b() { C::make()->f(); }\n"
               "  function c() { call_user_func([$this, 'f']); }\n"
               "  function d() { usort($x, 'cmp'); namespace\\cmp(); }\n}\n"
               "function cmp() {}\n");
    expect_edges(
        EDGES("a.php:C::a -> a.php:C::f", "a.php:C::b -> a.php:C::f", "a.php:C::d -> a.php:cmp"),
        EDGES("ambiguous"));
    Str uses = edges_of_kind(REFERENCE_USE);
    EXPECT(has_line(uses, "a.php:C::c -> a.php:C::f") && has_line(uses, "a.php:C::d -> a.php:cmp"));
}

TEST(a_member_of_a_kotlin_class_by_its_name_is_in_the_companion)
{
    write_file("A.kt", "package k\nclass Own {\n  companion object { fun make() = 1 }\n"
                       "  fun make() = Own.make()\n}\nobject Solo { fun fail() = 1 }\n"
                       "fun use(o: Own) { o.make() }\n");
    write_file("B.java", "package k;\nclass B { void go() { Solo.INSTANCE.fail(); } }\n");
    edge_lines = true;
    Str edges = edges_of_tree();
    edge_lines = false;
    EXPECT_STR(edges, "A.kt:Own.make@4 -> A.kt:Own.Companion.make@3\n"
                      "A.kt:use@7 -> A.kt:Own.make@4\nB.java:B.go@2 -> A.kt:Solo.fail@6\n");
}
