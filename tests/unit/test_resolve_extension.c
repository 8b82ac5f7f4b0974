/* What extends types of others, or types by another name. */
#include "edge_case.h"

TEST(kotlin_extensions_of_types_of_others_go_by_the_receivers_type)
{
    write_file("a.kt", "package a\nfun String.shout() = this\nfun Int.shout() = this\n"
                       "private inline fun <reified T> List<T>.mine(): Int = 1\n"
                       "internal fun String?.orX(): Int = 1\nfun java.io.File.readX() = 1\n"
                       "class M\ntypealias Ms = M\nfun Ms.three() = 1\n"
                       "fun plain(): String = \"\"\n");
    write_file("b.kt", "package a\nimport java.io.File\n"
                       "fun use(s: String, f: File, l: List<M>, m: M, n: String?) {\n"
                       "  f.readX()\n  l.mine()\n  m.three()\n  n.orX()\n}\n"
                       "fun said(s: String) = s.shout()\nfun wrote() = \"x\".shout()\n");
    expect_edges(EDGES("b.kt:use -> a.kt:File.readX likely", "b.kt:use -> a.kt:List.mine likely",
                       "b.kt:use -> a.kt:Ms.three", "b.kt:use -> a.kt:String.orX likely",
                       "b.kt:said -> a.kt:String.shout likely",
                       "b.kt:wrote -> a.kt:String.shout likely"),
                 EDGES("-> a.kt:Int.shout"));
}

TEST(swift_extensions_are_found_by_the_types_they_are_for)
{
    write_file("a.swift",
               "class Box<T> {}\ntypealias IntBox = Box<Int>\n"
               "extension IntBox { func alias() {} }\n"
               "extension String { func shout() {} }\nextension Int { func shout() {} }\n");
    write_file("b.swift", "func use(b: Box<Int>, s: String) {\n  b.alias()\n  s.shout()\n}\n"
                          "func wrote() { \"x\".shout() }\n");
    expect_edges(EDGES("b.swift:use -> a.swift:IntBox.alias",
                       "b.swift:use -> a.swift:String.shout likely",
                       "b.swift:wrote -> a.swift:String.shout likely"),
                 EDGES("-> a.swift:Int.shout"));
}

TEST(what_has_a_type_by_another_name_has_what_that_has)
{
    write_file("a.go", "package a\ntype B struct{}\nfunc (B) F() {}\ntype A = B\n"
                       "type L []B\nfunc (L) Last() {}\ntype Holder struct{ l L }\n"
                       "func U(a A, l L, h Holder) {\n\ta.F()\n\tl.Last()\n\th.l.Last()\n}\n"
                       "func E(l L) {\n\tfor _, b := range l {\n\t\tb.F()\n\t}\n}\n");
    write_file("a.scala",
               "package s\nclass B { def f() = 1 }\nobject O { type A = B }\n"
               "class U { def u(a: O.A) = a.f() }\nclass V extends O.A { def v = f() }\n");
    write_file("a.swift", "class B { func f() {} }\ntypealias A = B\nfunc u(a: A) { a.f() }\n"
                          "class V: A { func v() { f() } }\n");
    write_file("a.kt", "package k\nopen class B { fun f() {} }\ntypealias A = B\n"
                       "fun u(a: A) { a.f() }\nclass V : A() { fun v() { f() } }\n");
    write_file("a.dart", "class B { void f() {} }\ntypedef A = B;\nvoid u(A a) { a.f(); }\n"
                         "class V extends A { void v() { f(); } }\n");
    expect_edges(EDGES("a.go:U -> a.go:B.F", "a.go:U -> a.go:L.Last", "a.go:E -> a.go:B.F",
                       "a.scala:U.u -> a.scala:B.f", "a.scala:V.v -> a.scala:B.f",
                       "a.swift:u -> a.swift:B.f", "a.swift:V.v -> a.swift:B.f",
                       "a.kt:u -> a.kt:B.f", "a.kt:V.v -> a.kt:B.f", "a.dart:V.v -> a.dart:B.f"),
                 EDGES("-> a.go:B.Last"));
}
