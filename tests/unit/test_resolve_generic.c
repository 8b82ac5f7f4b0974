/* Type arguments: values out of maps and generic types, and what type parameters are bound by. */
#include "edge_case.h"

#define USER \
    "package p;\nimport java.util.*;\nimport java.util.function.*;\n" \
    "class User { String name() { return null; } }\n" \
    "class Other { String name() { return null; } }\n" \
    "interface Repo<T, K> { T find(K id); Optional<T> opt(K id); Map<K, T> all(); }\n" \
    "class Box<T> { T it; T get() { return it; } Box<T> self() { return this; } }\n"

TEST(java_values_out_of_maps_have_their_types)
{
    write_file("p/A.java", USER "class A {\n  Map<String, User> m; Map<User, List<Other>> n;\n"
                                "  void a() { m.get(\"x\").name(); }\n"
                                "  void b() { for (var e : m.entrySet()) e.getValue().name(); }\n"
                                "  void c() { n.values().iterator().next().get(0).name(); }\n"
                                "  void d() { for (var k : n.keySet()) k.name(); }\n"
                                "  void e() { m.forEach((k, v) -> v.name()); }\n"
                                "  void f(Supplier<User> s) { s.get().name(); }\n}\n");
    expect_edges(EDGES("p/A.java:A.a -> p/A.java:User.name", "p/A.java:A.b -> p/A.java:User.name",
                       "p/A.java:A.c -> p/A.java:Other.name", "p/A.java:A.d -> p/A.java:User.name",
                       "p/A.java:A.e -> p/A.java:User.name", "p/A.java:A.f -> p/A.java:User.name"),
                 EDGES("A.a -> p/A.java:Other", "A.c -> p/A.java:User", "ambiguous"));
}

TEST(java_members_of_generic_types_have_the_argument)
{
    write_file("p/A.java",
               USER "class Users implements Repo<User, Integer> {\n"
                    "  public User find(Integer i) { return null; }\n"
                    "  void own() { opt(1).get().name(); }\n}\n"
                    "abstract class Mid<X> implements Repo<X, String> {}\n"
                    "abstract class Deep extends Mid<Other> { void a() { find(\"x\").name(); } }\n"
                    "class List2 extends ArrayList<User> { void b() { get(0).name(); } }\n"
                    "class A {\n  Box<User> box; Repo<User, String> repo;\n"
                    "  void a() { box.self().get().name(); }\n  void b() { box.it.name(); }\n"
                    "  void c() { repo.all().get(\"x\").name(); }\n"
                    "  void d() { new Box<Other>().get().name(); }\n"
                    "  void e(Box raw) { raw.get().name(); }\n}\n");
    expect_edges(EDGES("p/A.java:Users.own -> p/A.java:User.name",
                       "p/A.java:Deep.a -> p/A.java:Other.name",
                       "p/A.java:List2.b -> p/A.java:User.name",
                       "p/A.java:A.a -> p/A.java:User.name", "p/A.java:A.b -> p/A.java:User.name",
                       "p/A.java:A.c -> p/A.java:User.name", "p/A.java:A.d -> p/A.java:Other.name"),
                 EDGES("A.e -> p/A.java:User.name", "A.e -> p/A.java:Other.name",
                       "Deep.a -> p/A.java:User.name"));
}

TEST(type_parameters_have_what_their_bounds_have)
{
    write_file("a.java", "interface A { void a(); }\ninterface B { void b(); }\n"
                         "class J { <T extends A & B> void f(T t) { t.a(); t.b(); } }\n");
    write_file("b.cs", "interface IA { void A(); }\ninterface IB { void B(); }\n"
                       "class S { void F<T>(T t) where T : class, IA, IB { t.A(); t.B(); } }\n");
    write_file("c.kt", "interface KA { fun a() }\ninterface KB { fun b() }\n"
                       "fun <T> f(t: T) where T : KA, T : KB { t.a(); t.b() }\n");
    expect_edges(EDGES("a.java:J.f -> a.java:A.a", "a.java:J.f -> a.java:B.b",
                       "b.cs:S.F -> b.cs:IA.A", "b.cs:S.F -> b.cs:IB.B", "c.kt:f -> c.kt:KA.a",
                       "c.kt:f -> c.kt:KB.b"),
                 EDGES("ambiguous"));
}

TEST(lambdas_are_called_with_elements)
{
    write_file("a.kt",
               "class User(val boss: User?) { fun name() = \"\" }\n"
               "class Other { fun name() = \"\" }\n"
               "fun a(l: List<User>) { l.map { it.name() } }\n"
               "fun b(u: User?) { u?.let { it.name() } }\n"
               "fun c(m: Map<String, Other>) { m.forEach { (k, v) -> v.name() } }\n"
               "fun d(m: Map<User, Other>) { for ((k, v) in m) k.name() }\n"
               "fun e(l: List<User>) { l.sortedBy { x -> x.name() }.first().also { it.name() } }\n"
               "fun f(l: List<Int>) { l.map { it.name() } }\n");
    write_file(
        "b.cs",
        "class User { public string Name() => null; }\n"
        "class Other { public string Name() => null; }\n"
        "class A {\n  void A1(List<User> l) { l.Where(u => u.Name() == null).First().Name(); }\n"
        "  void B1(Dictionary<string, Other> d) { foreach (var kv in d) kv.Value.Name(); }\n"
        "  void C1(Dictionary<string, Other> d) { if (d.TryGetValue(null, out var v)) v.Name(); }\n"
        "  async Task D1(Task<User> t) { (await t).Name(); t.Result.Name(); }\n}\n");
    expect_edges(EDGES("a.kt:a -> a.kt:User.name", "a.kt:b -> a.kt:User.name",
                       "a.kt:c -> a.kt:Other.name", "a.kt:d -> a.kt:User.name",
                       "a.kt:e -> a.kt:User.name", "b.cs:A.A1 -> b.cs:User.Name",
                       "b.cs:A.B1 -> b.cs:Other.Name", "b.cs:A.C1 -> b.cs:Other.Name",
                       "b.cs:A.D1 -> b.cs:User.Name"),
                 EDGES("a.kt:f -> a.kt:User.name\n", "a.kt:c -> a.kt:User"));
}
