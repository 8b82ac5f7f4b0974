/* Java's overloads and inherited members: which method a call means, and which it does not. */
#include "edge_case.h"

TEST(jdk_types_are_sorted)
{
    static const char *const names[] = {
#define JDK(name, bases, parameters) name,
#include "languages/java/jdk_types.def"
#undef JDK
    };
    for (size_t i = 1; i < COUNT(names); i++)
        EXPECT(strcmp(names[i - 1], names[i]) < 0);
}

/* Each line is a call in a method of its own: `use1`, `use2`, … of Use; the methods of Over that
   may be meant end in a number that stands for their parameters' types. */
static void write_over(const char *uses)
{
    write_file("p/Over.java",
               "package p;\nimport java.util.*;\nimport java.util.function.*;\nclass Base {}\n"
               "class Derived extends Base {}\nclass Over {\n"
               "    static int f(int a) { return 1; }\n"                 /* 7 */
               "    static int f(long a) { return 1; }\n"                /* 8 */
               "    static int f(char a) { return 1; }\n"                /* 9 */
               "    static int f(Object a) { return 1; }\n"              /* 10 */
               "    static int f(String a) { return 1; }\n"              /* 11 */
               "    static int f(int[] a) { return 1; }\n"               /* 12 */
               "    static <T> int f(T[] a) { return 1; }\n"             /* 13 */
               "    static int f(List<String> a) { return 1; }\n"        /* 14 */
               "    static int f(Base a) { return 1; }\n"                /* 15 */
               "    static int g(Runnable a) { return 1; }\n"            /* 16 */
               "    static int g(Consumer<String> a) { return 1; }\n"    /* 17 */
               "    static int g(String a, Object... b) { return 1; }\n" /* 18 */
               "    static int g(String a, String b) { return 1; }\n"    /* 19 */
               "    static String name() { return null; }\n    int count;\n}\n");
    write_file("p/Use.java",
               str_terminate(test_arena(), str_format(test_arena(),
                                                      "package p;\nimport java.util.*;\n"
                                                      "class Use {\n%s}\n",
                                                      uses)));
}

/* `use1 7`: the line of Over.java to which the calls of each method surely lead. */
static Str sure_lines(void)
{
    edge_lines = true;
    Str rest = edges_of_tree(), line;
    edge_lines = false;
    Buf out = buf_open(test_arena(), 0);
    while (str_take_line(&rest, &line)) {
        size_t caller = str_find(line, STR(":Use.")), callee = str_find(line, STR(":Over."));
        if (callee == STR_NONE || str_ends(line, STR(" ambiguous")) ||
            str_find(line, STR("Over.name")) != STR_NONE)
            continue;
        Str from = str_from_offset(line, caller + 5), to = str_from_offset(line, callee);
        buf_put(&out, str_slice(from, 0, str_find_byte(from, '@')));
        buf_put_byte(&out, ' ');
        buf_put(&out, str_from_offset(to, str_find_byte(to, '@') + 1));
        buf_put_byte(&out, '\n');
    }
    return buf_str(&out);
}

TEST(java_tells_overloads_apart_by_types)
{
    write_over("    void use1() { Over.f(1); }\n"
               "    void use2(long x) { Over.f(x + 1); }\n"
               "    void use3() { Over.f('c'); }\n"
               "    void use4(Integer x) { Over.f((Object) x); }\n"
               "    void use5(int x) { Over.f(\"a\" + x); }\n"
               "    void use6(int[] x) { Over.f(x); }\n"
               "    void use7(String[] x) { Over.f(x); }\n"
               "    void use8(ArrayList<String> x) { Over.f(x); }\n"
               "    void use9(Derived x) { Over.f(x); }\n"
               "    void use10() { Over.g(() -> {}); }\n"
               "    void use11() { Over.g(x -> {}); }\n"
               "    void use12() { Over.g(\"\", 1, 2); }\n"
               "    void use13() { Over.g(\"\", Over.name()); }\n"
               "    void use14(Over x) { Over.f(x.count); }\n"
               "    void use15(byte x) { Over.f(x); }\n"
               "    void use16(boolean x) { Over.f(x ? new int[1] : null); }\n"
               "    <T extends Base> void use17(T x) { Over.f(x); }\n"
               "    void use18(int[][] x) { Over.f(x[0]); Over.f(x[0].length); }\n");
    EXPECT_STR(sure_lines(), "use1 7\nuse2 8\nuse3 9\nuse4 10\nuse5 11\nuse6 12\nuse7 13\nuse8 14\n"
                             "use9 15\nuse10 16\nuse11 17\nuse12 18\nuse13 19\nuse14 7\nuse15 7\n"
                             "use16 12\nuse17 15\nuse18 12\nuse18 7\n");
}

TEST(java_leaves_open_what_types_do_not_decide)
{
    write_over("    void use1(Unknown x) { Over.f(x); }\n"
               "    void use2() { Over.f(foreign()); }\n"
               "    void use3(Unknown x) { Over.g(x, x); }\n");
    EXPECT_STR(sure_lines(), "");
}

TEST(java_merges_inherited_overloads)
{
    write_file("p/A.java",
               "package p;\nclass A {\n    void put(String s) {}\n    void put(int n) {}\n"
               "    int size() { return 0; }\n    A size;\n    void only(int a, int b) {}\n}\n");
    write_file("p/B.java",
               "package p;\nclass B extends A implements I {\n    void put(Object o) {}\n"
               "    void put(int n) {}\n    void only(int a) {}\n"
               "    void run(String s) {\n        put(s);\n        put(1);\n"
               "        only(1, 2);\n        size().put(s);\n        size.put(s);\n"
               "        super.put(2);\n    }\n}\n");
    write_file("p/I.java", "package p;\ninterface I {\n    void put(int n);\n}\n");
    edge_lines = true;
    expect_edges(
        EDGES("p/B.java:B.run@6 -> p/A.java:A.put@3", "p/B.java:B.run@6 -> p/B.java:B.put@4",
              "p/B.java:B.run@6 -> p/A.java:A.only@7", "p/B.java:B.run@6 -> p/A.java:A.put@4"),
        EDGES("-> p/I.java", "-> p/B.java:B.put@3", "ambiguous"));
    edge_lines = false;
}

/* Many methods: what is packed of them must not overlap. */
TEST(java_knows_parameters_of_many_methods)
{
    Buf text = buf_open(test_arena(), 0);
    buf_put(&text, STR("package p;\nclass Many {\n"));
    for (int i = 0; i < 1000; i++)
        buf_printf(&text, "    void f(Type%d a, int[] b) {}\n", i);
    buf_put(&text,
            STR("    void g(String a) {}\n    void g(int a) {}\n"
                "    void run(String s, Type7 t) { g(s); f(t, null); }\n}\nclass Type7 {}\n"));
    write_file("p/Many.java", str_terminate(test_arena(), buf_str(&text)));
    edge_lines = true;
    expect_edges(EDGES("p/Many.java:Many.run@1005 -> p/Many.java:Many.g@1003"),
                 EDGES("Many.g@1004", "ambiguous"));
    edge_lines = false;
}

TEST(java_lets_superclasses_hide_interfaces)
{
    write_file("p/A.java", "package p;\nclass A extends B implements I {}\nclass B extends C {}\n"
                           "class C {\n    public int size() { return 0; }\n}\n"
                           "interface I {\n    int size();\n}\n"
                           "class Use {\n    void run(A a) { a.size(); }\n}\n");
    expect_edges(EDGES("p/A.java:Use.run -> p/A.java:C.size"), EDGES("I.size"));
}

TEST(java_knows_elements)
{
    write_file(
        "p/A.java",
        "package p;\nimport java.util.*;\nclass A {\n    void a() {}\n    int b() { return 1; }\n"
        "    void use(List<A> list, Optional<A> one, Set<? extends A> set) {\n"
        "        list.get(0).a();\n        set.forEach(x -> x.b());\n"
        "        take(list.iterator());\n"
        "        take(list);\n    }\n    void take(Iterator<A> i) {}\n"
        "    void take(Iterable<A> i) {}\n"
        "    void more(List<A> list) { list.stream().filter(x -> x.b() > 1).findFirst(); }\n}\n");
    edge_lines = true;
    expect_edges(EDGES("p/A.java:A.use@6 -> p/A.java:A.a@4", "p/A.java:A.use@6 -> p/A.java:A.b@5",
                       "p/A.java:A.use@6 -> p/A.java:A.take@12",
                       "p/A.java:A.use@6 -> p/A.java:A.take@13",
                       "p/A.java:A.more@14 -> p/A.java:A.b@5"),
                 EDGES("ambiguous"));
    edge_lines = false;
}

TEST(java_knows_anonymous_classes_and_implicit_calls)
{
    write_file("p/A.java",
               "package p;\nimport java.util.*;\nabstract class It<T> {\n    It() {}\n"
               "    T end() { return null; }\n    abstract T compute();\n    void go() {}\n}\n"
               "class A {\n    int size() { return 0; }\n    void own() {}\n    void go() {}\n"
               "    It<A> all() {\n        return new It<A>() {\n"
               "            A compute() { own(); help(); this.go(); go(); return end(); }\n"
               "            void help() { A.this.go(); }\n        };\n    }\n"
               "    Iterator<A> foreign() {\n        return new AbstractList<A>() {\n"
               "            public A get(int i) { if (size() > i) own(); return null; }\n"
               "        }.iterator();\n    }\n}\n"
               "class Sub extends It<A> {\n    Sub(int x) {}\n    Sub() { this(1); }\n"
               "    A compute() { return null; }\n}\n"
               "enum Kind {\n    ONE(1);\n    Kind(int x) {}\n}\n");
    edge_lines = true;
    expect_edges(
        EDGES("p/A.java:A.all.compute@15 -> p/A.java:It.end@5",
              "p/A.java:A.all.compute@15 -> p/A.java:It.go@7",
              "p/A.java:A.all.compute@15 -> p/A.java:A.own@11",
              "p/A.java:A.all.compute@15 -> p/A.java:A.all.help@16",
              "p/A.java:A.all.help@16 -> p/A.java:A.go@12",
              "p/A.java:A.foreign.get@21 -> p/A.java:A.own@11",
              "p/A.java:Sub.Sub@26 -> p/A.java:It@3", "p/A.java:Sub.Sub@27 -> p/A.java:Sub@25",
              "p/A.java:Kind.ONE@31 -> p/A.java:Kind@30"),
        EDGES("compute@15 -> p/A.java:A.go", "-> p/A.java:A.size", "Sub.Sub@27 -> p/A.java:It"));
    edge_lines = false;
}

TEST(java_decides_by_what_is_known_alone)
{
    write_file("p/A.java", "package p;\nimport java.util.*;\nclass A<T> {\n    T any;\n"
                           "    static void check(boolean ok, String text, int n) {}\n"
                           "    static void check(boolean ok, String text, Object o) {}\n"
                           "    static void check(boolean ok, String text, Object... o) {}\n"
                           "    static <E> List<E> make() { return null; }\n"
                           "    static <E> List<E> make(E... all) { return null; }\n"
                           "    void run(String s) {\n        check(foreign.test(), \"\", s);\n"
                           "        make();\n    }\n"
                           "    void open() { check(true, \"\", any); }\n}\n");
    edge_lines = true;
    expect_edges(EDGES("p/A.java:A.run@10 -> p/A.java:A.check@6",
                       "p/A.java:A.run@10 -> p/A.java:A.make@8",
                       "p/A.java:A.open@14 -> p/A.java:A.check@5 ambiguous"),
                 EDGES("run@10 -> p/A.java:A.check@5", "run@10 -> p/A.java:A.check@7", "make@9"));
    edge_lines = false;
}

/* The first file of a package stands for it, but what it imports is its own. */
TEST(java_a_package_has_nothing_that_its_files_import)
{
    write_file("p/A.java", "package p;\nimport q.Parser;\nclass A { void f() { Parser.go(); } }\n");
    write_file("q/Parser.java", "package q;\nclass Parser { static void go() {} }\n");
    write_file("r/Z.java", "package r;\nimport p.*;\nclass Z { void run() { Parser.go(); } }\n");
    expect_edges(EDGES("p/A.java:A.f -> q/Parser.java:Parser.go"), EDGES("r/Z.java"));
}

/* What an import names may stand in types within types, of a package or at the top. */
TEST(java_imports_what_stands_in_types_of_types)
{
    write_file("p/A.java",
               "package p;\npublic class A extends Base {\n    public static class B {\n"
               "        public static class C { public C() {} public void go() {} }\n"
               "        public static void make() {}\n        public static void also() {}\n"
               "        public void own() {}\n    }\n    public static void top() {}\n}\n"
               "class Base { static class Low { void low() {} } }\nclass C { void go() {} }\n");
    write_file("q/One.java", "package q;\nimport p.A.B.C;\nimport p.A.Low;\n"
                             "import static p.A.B.make;\nclass One {\n    C field;\n"
                             "    void run(Low low) { field.go(); make(); low.low(); }\n}\n");
    write_file("q/All.java", "package q;\nimport p.A.B.*;\nimport static p.A.B.*;\nclass All {\n"
                             "    void run(C c) { c.go(); also(); }\n}\n");
    write_file("q/Types.java", "package q;\nimport p.A.*;\nclass Types {\n"
                               "    void run(B b) { b.own(); top(); }\n}\n");
    expect_edges(
        EDGES("q/One.java:One.run -> p/A.java:A.B.C.go", "q/One.java:One.run -> p/A.java:A.B.make",
              "q/One.java:One.run -> p/A.java:Base.Low.low",
              "q/All.java:All.run -> p/A.java:A.B.C.go", "q/All.java:All.run -> p/A.java:A.B.also",
              "q/Types.java:Types.run -> p/A.java:A.B.own"),
        EDGES("-> p/A.java:C.go", "Types.run -> p/A.java:A.top"));
}
