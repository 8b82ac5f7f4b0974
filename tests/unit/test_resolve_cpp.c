/* C++: what is created, namespaces, macros, and other names of types. */
#include "edge_case.h"

TEST(cpp_creation_is_an_edge_to_the_class)
{
    write_file("a.h",
               "namespace n {\nclass Base { public: Base(int); };\n"
               "struct Item { int x; };\nclass Foo : public Base { public: Foo(); };\n"
               "typedef Foo Other;\ntypedef Foo *Pointer;\nusing Held = "
               "std::unique_ptr<Foo>;\ntypedef unsigned long number;\nenum Kind { A };\n}\n");
    write_file("a.cc", "#include \"a.h\"\nnamespace n {\nFoo::Foo() : Base(1) {}\n"
                       "void plain() { Foo foo; }\nvoid heap() { use(new Foo); }\n"
                       "void braces() { take(Item{1}); }\nvoid again() { Other o; }\n"
                       "void pointer() { Pointer p(get()); }\nvoid held() { Held h(get()); }\n"
                       "void list() { Foo **all = new Foo *[3]; }\n"
                       "void many(int k) { number n = number(k); Kind kind; }\n"
                       "void given(Foo foo) { for (Foo f : all()) f.x; }\n}\n");
    expect_edges(EDGES("a.cc:n::Foo::Foo -> a.h:n::Base", "a.cc:n::plain -> a.h:n::Foo",
                       "a.cc:n::heap -> a.h:n::Foo", "a.cc:n::braces -> a.h:n::Item",
                       "a.cc:n::again -> a.h:n::Foo"),
                 EDGES("pointer -> a.h:", "held -> a.h:", "list -> a.h:", "many -> a.h:",
                       "given -> a.h:n::Foo"));
}

TEST(cpp_a_namespace_that_many_files_open_is_one)
{
    for (int i = 0; i < 70; i++)
        write_file(
            str_terminate(test_arena(), str_format(test_arena(), "n%d.h", i)),
            str_terminate(
                test_arena(),
                str_format(test_arena(), "namespace n { namespace m { int f%d(int x); } }\n", i)));
    write_file("use.cc", "#include \"n3.h\"\n#include \"n69.h\"\n"
                         "int use() { return n::m::f3(1) + n::m::f69(1); }\n");
    expect_edges(EDGES("use.cc:use -> n3.h:n::m::f3", "use.cc:use -> n69.h:n::m::f69"),
                 EDGES(NULL));
}

TEST(cpp_using_and_macros_open_namespaces)
{
    write_file("a.h", "namespace n {\nstruct Foo { void run(); };\nint help(int x);\n}\n"
                      "# define OPEN namespace m { namespace impl {\n# define SHUT } }\n");
    write_file("use.cc", "#include \"a.h\"\nusing namespace n;\nusing namespace unknown;\n"
                         "int a() { Foo f; f.run(); return help(1); }\n");
    write_file("one.cc", "#include \"a.h\"\nusing n::help;\n"
                         "int b() { return help(1); }\nint c(Foo *f) { f->run(); }\n");
    write_file("in.cc", "#include \"a.h\"\nint d() { using namespace n; return help(2); }\n"
                        "int e() { return help(3); }\n");
    write_file("hide.cc", "#include \"a.h\"\nOPEN\nstruct Pool { void grow(); };\n"
                          "inline Pool &get(int x) { return pools[x]; }\nSHUT\n"
                          "int f() { m::impl::Pool &p = impl::get(1); p.grow(); }\n"
                          "int g() { return other::get(1); }\n");
    expect_edges(EDGES("use.cc:a -> a.h:n::Foo::run", "use.cc:a -> a.h:n::help",
                       "one.cc:b -> a.h:n::help", "in.cc:d -> a.h:n::help",
                       "hide.cc:f -> hide.cc:get", "hide.cc:f -> hide.cc:Pool::grow"),
                 EDGES("one.cc:c -> a.h", "in.cc:e -> a.h", "hide.cc:g -> hide.cc:get"));
}

TEST(cpp_macros_call_what_their_bodies_call)
{
    write_file("log.hpp", "struct Log { Log(int l); Log &out(); };\n"
                          "struct Sink { void put(int x); };\n"
                          "#define CHECK(x) if (!(x)) Log(1).out()\n"
                          "#define PUT(s, x) s->put(x), sink_.put(x)\n"
                          "#define MAKE(name) void name()\n");
    write_file("log.cc",
               "#include \"log.hpp\"\nstruct A { Sink sink_; void a(); void b(Sink *s); };\n"
               "void A::a() { CHECK(1); }\nvoid A::b(Sink *s) { PUT(s, 2); }\n");
    expect_edges(EDGES("log.cc:A::a -> log.hpp:Log", "log.cc:A::a -> log.hpp:Log::out",
                       "log.cc:A::b -> log.hpp:Sink::put"),
                 EDGES("A::b -> log.hpp:Log"));
}

TEST(cpp_follows_other_names_arrows_and_brackets)
{
    write_file("a.h",
               "template <class T> struct List { struct Cursor { void step(); };\n"
               "T &operator[](int i); Cursor start(); };\nstruct Foo { void run(); };\n"
               "struct Ptr { Foo *operator->(); };\nstruct Row { Foo &operator[](int i); };\n"
               "struct DB { void open(); };\n");
    write_file("a.cc", "#include \"a.h\"\ntypedef List<int> Ints;\n"
                       "void a(Ints &l) { Ints::Cursor c; c.step(); l.start().step(); }\n"
                       "void b(Ptr p, Row r, Foo *all) { p->run(); r[1].run(); all[2].run(); }\n"
                       "void c(DB *db) { db->open(); }\n");
    expect_edges(EDGES("a.cc:a -> a.h:List::Cursor::step", "a.cc:b -> a.h:Foo::run",
                       "a.cc:c -> a.h:DB::open"),
                 EDGES("a.cc:c -> a.h:Foo"));
}

TEST(cpp_overloads_are_no_alternatives)
{
    write_file("a.h", "struct A { void put(int x); void put(const char *x); };\n");
    write_file("a.cc", "#include \"a.h\"\nvoid A::put(int x) {}\nvoid A::put(const char *x) {}\n"
                       "void use(A &a) { a.put(unknown()); }\n");
    expect_edges(EDGES("a.cc:use -> a.cc:A::put ambiguous"), EDGES("A::put likely"));
}

TEST(cpp_arguments_choose_among_overloads)
{
    write_file("a.h",
               "typedef char letter;\nclass Foo { public:\nvoid put(int n);\n"
               "void put(const letter *text);\nvoid put(const std::string &text);\n"
               "void put(double d);\nvoid put(Foo *foo, int n = 0);\n"
               "Foo *next();\nconst Foo *next() const;\nvoid take(const Foo &foo);\n"
               "void take(Foo &&foo);\nvoid use() const;\nvoid change();\n};\nFoo make();\n");
    write_file("a.cc",
               "#include \"a.h\"\nvoid Foo::put(int n) {}\n"
               "void Foo::put(const letter *text) {}\n"
               "void Foo::put(const std::string &text) {}\nvoid Foo::put(double d) {}\n"
               "void Foo::put(Foo *foo, int n) {}\nFoo *Foo::next() { return 0; }\n"
               "const Foo *Foo::next() const { return 0; }\nvoid Foo::take(const Foo &f) {}\n"
               "void Foo::take(Foo &&f) {}\nvoid Foo::use() const { next(); }\n"
               "void Foo::change() { next(); }\n");
    write_file("b.cc", "#include \"a.h\"\nvoid number(Foo &f) { f.put(1); }\n"
                       "void text(Foo &f) { f.put(\"x\"); }\nvoid real(Foo &f) { f.put(1.5); }\n"
                       "void object(Foo &f) { f.put(&f); }\n"
                       "void string(Foo &f, std::string s) { f.put(s); }\n"
                       "void unknown(Foo &f) { f.put(what()); }\n"
                       "void fixed(const Foo &f) { f.next(); }\nvoid loose(Foo *f) { f->next(); }\n"
                       "void lasting(Foo &f, Foo g) { f.take(g); }\n"
                       "void passing(Foo &f) { f.take(Foo()); }\n");
    edge_lines = true;
    expect_edges(
        EDGES("b.cc:number@2 -> a.cc:Foo::put@2", "b.cc:text@3 -> a.cc:Foo::put@3",
              "b.cc:real@4 -> a.cc:Foo::put@5", "b.cc:object@5 -> a.cc:Foo::put@6",
              "b.cc:string@6 -> a.cc:Foo::put@4", "b.cc:unknown@7 -> a.cc:Foo::put@2 ambiguous",
              "b.cc:fixed@8 -> a.cc:Foo::next@8", "b.cc:loose@9 -> a.cc:Foo::next@7",
              "a.cc:Foo::use@11 -> a.cc:Foo::next@8", "a.cc:Foo::change@12 -> a.cc:Foo::next@7",
              "b.cc:lasting@10 -> a.cc:Foo::take@9", "b.cc:passing@11 -> a.cc:Foo::take@10"),
        EDGES("b.cc:number@2 -> a.cc:Foo::put@3", "loose@9 -> a.cc:Foo::next@8"));
    edge_lines = false;
}

TEST(cpp_names_of_the_outermost_scope_and_of_constructors_lists)
{
    write_file("a.cc", "int make(int x) { return x; }\nstruct assign {};\n"
                       "struct Disk { int make(int x) { return ::make(x); } };\n"
                       "struct State { int assign; State() : assign(0) {} };\n"
                       "namespace std { template <> void swap(Disk &a, Disk &b) {} }\n"
                       "void use(int *a, int *b) { std::swap(a, b); }\n");
    expect_edges(EDGES("a.cc:Disk::make -> a.cc:make"),
                 EDGES("Disk::make -> a.cc:Disk::make", "State::State -> a.cc:assign",
                       "a.cc:use -> a.cc:std::swap"));
}

TEST(cpp_iterators_are_used_like_pointers_to_elements)
{
    write_file("a.cc",
               "struct Node { void path(); };\n"
               "void a(std::vector<Node *> &v) {\n"
               "  for (std::vector<Node *>::const_iterator n = v.begin(); n != v.end(); ++n) {\n"
               "    (*n)->path();\n  }\n}\n"
               "void b(std::vector<Node> &v) { for (auto n = v.begin(); n != v.end(); ++n) { "
               "n->path(); } }\n"
               "void c(std::vector<Node> &v) { v.front().path(); }\n");
    expect_edges(EDGES("a.cc:a -> a.cc:Node::path", "a.cc:b -> a.cc:Node::path",
                       "a.cc:c -> a.cc:Node::path"),
                 EDGES("likely"));
}

TEST(cpp_overloads_that_leave_arguments_out_are_found_where_they_are_defined)
{
    write_file("a.hpp", "struct Token { Token *link(); void link(Token *t); void go(); };\n"
                        "bool changed(Token *a, int b, int depth = 20);\n"
                        "bool changed(Token *a, int b, int c, bool d, int depth = 20);\n"
                        "bool changed(double a, bool b, bool c, int depth = 20);\n");
    write_file("a.cc",
               "#include \"a.hpp\"\nbool changed(Token *a, int b, int depth) { return 1; }\n"
               "bool changed(Token *a, int b, int c, bool d, int depth) { return 1; }\n"
               "bool changed(double a, bool b, bool c, int depth) { return 1; }\n");
    write_file("b.cc", "#include \"a.hpp\"\nvoid use(Token *t) { changed(t, 1); }\n"
                       "void more(Token *t) { changed(t, 1, 2, true); }\n"
                       "void chain(Token *t) { t->link()->go(); }\n");
    edge_lines = true;
    expect_edges(EDGES("b.cc:use@2 -> a.cc:changed@2", "b.cc:more@3 -> a.cc:changed@3",
                       "b.cc:chain@4 -> a.hpp:Token::go@1"),
                 EDGES("b.cc:use@2 -> a.hpp:changed"));
    edge_lines = false;
}

TEST(cpp_operators_called_by_their_names)
{
    write_file("a.cc", "struct V {\n    V operator+(const V &o) const;\n"
                       "    bool operator ==(const V &o) const;\n    int operator()(int y);\n"
                       "    int operator[](int y);\n    operator const char *() const;\n"
                       "    int self() { return (*this)(3); }\n"
                       "    int bare() { return operator()(3); }\n};\n"
                       "namespace n { V operator*(const V &a, const V &b); }\n"
                       "V plus(V a, V b) { return a.operator+(b); }\n"
                       "bool same(V *a, V b) { return a->operator == (b); }\n"
                       "int object(V a) { return a(2); }\n"
                       "int index(V a) { return a.operator[](2); }\n"
                       "const char *text(V a) { return a.operator const char*(); }\n"
                       "V scoped(V a, V b) { return n::operator*(a, b); }\n"
                       "V own(V a, V b) { return a.V::operator+(b); }\n"
                       "auto named() { return &V::operator==; }\n"
                       "int unknown(W w) { return w.operator[](1) + w(1); }\n");
    expect_edges(EDGES("a.cc:V::self -> a.cc:V::operator()", "a.cc:V::bare -> a.cc:V::operator()",
                       "a.cc:plus -> a.cc:V::operator+", "a.cc:same -> a.cc:V::operator==",
                       "a.cc:object -> a.cc:V::operator()", "a.cc:index -> a.cc:V::operator[]",
                       "a.cc:text -> a.cc:V::operator const char*",
                       "a.cc:scoped -> a.cc:n::operator*", "a.cc:own -> a.cc:V::operator+"),
                 EDGES("unknown -> a.cc:V"));
}

TEST(modules_are_seen_by_who_imports_them)
{
    write_file("part.cppm", "module;\n#include <cstdio>\nexport module shapes:part;\nimport std;\n"
                            "export namespace shapes {\nclass Circle { public: void draw(); };\n"
                            "void paint(Circle &c) { c.draw(); }\n}\nexport int two(int);\n");
    write_file("shapes.ixx", "export module shapes;\nexport import :part;\n");
    write_file("impl.cpp", "module shapes;\nint two(int x) { return x; }\n"
                           "int three(int x) { return two(x); }\n");
    write_file("use.cpp", "import shapes;\nint main() {\n  shapes::Circle c;\n  c.draw();\n"
                          "  shapes::paint(c);\n  two(2);\n}\n");
    write_file("far.cpp", "import other;\nint far() { return two(2); }\n");
    expect_edges(EDGES("use.cpp:main -> part.cppm:shapes::Circle::draw",
                       "use.cpp:main -> part.cppm:shapes::paint", "use.cpp:main -> impl.cpp:two",
                       "impl.cpp:three -> impl.cpp:two"),
                 EDGES("far.cpp:far ->"));
}

TEST(concepts_are_mentioned_where_they_constrain)
{
    write_file("a.cpp", "template <class T> concept Area = requires(T t) { t.area(); };\n"
                        "template <class T> requires Area<T> double one(const T &t) { return 1; }\n"
                        "template <Area T> double two(const T &t) { return 1; }\n"
                        "double three(const Area auto &t) { return 1; }\n"
                        "template <class T> void four(T t) requires Area<T> && Area<T> {}\n"
                        "#define MAKES inline\nMAKES auto five() { return 1; }\n");
    Str types = edges_of_kind(REFERENCE_TYPE);
    EXPECT(has_line(types, "a.cpp:one -> a.cpp:Area"));
    EXPECT(has_line(types, "a.cpp:two -> a.cpp:Area"));
    EXPECT(has_line(types, "a.cpp:three -> a.cpp:Area"));
    EXPECT(has_line(types, "a.cpp:four -> a.cpp:Area"));
    EXPECT(str_find(types, STR("MAKES")) == STR_NONE);
}

TEST(operators_of_one_operand_are_calls)
{
    write_file("a.cpp",
               "struct It { It &operator++(); It operator++(int); int &operator*(); };\n"
               "struct Vec { double d; };\nVec operator-(const Vec &v) { return v; }\n"
               "Vec operator-(const Vec &a, const Vec &b) { return a; }\n"
               "Vec &operator++(Vec &v, int) { return v; }\ntypedef It *Ptr;\n"
               "struct Box { It it; It *at; Ptr end; It make(); };\nIt *find();\n"
               "void a(It i) { ++i; }\nvoid b(It i) { i++; }\nint c(It i) { return *i; }\n"
               "void d(Vec v) { auto w = -v; }\nvoid e(Vec v) { v++; }\n"
               "int f(Box &b) { return *b.it; }\nint g(Box &b) { return *b.make(); }\n"
               "void h(It *p, Ptr q, Box &b) { ++p; *p; *q; *b.at; *b.end; *find(); !q; }\n"
               "void i(int *p, int n) { ++n; *p; -n; !p; n++; }\n"
               "void j(Box &b) { auto p = new It; *p; auto q = &b.it; *q; }\n");
    edge_lines = true;
    Str edges = edges_of_tree();
    edge_lines = false;
    static const char *const wanted[] = {
        "a.cpp:a@9 -> a.cpp:It::operator++@1", "a.cpp:b@10 -> a.cpp:It::operator++@1",
        "a.cpp:c@11 -> a.cpp:It::operator*@1", "a.cpp:d@12 -> a.cpp:operator-@3",
        "a.cpp:e@13 -> a.cpp:operator++@5",    "a.cpp:f@14 -> a.cpp:It::operator*@1",
        "a.cpp:g@15 -> a.cpp:It::operator*@1",
    };
    for (size_t i = 0; i < COUNT(wanted); i++)
        if (!has_line(edges, wanted[i]))
            EXPECT_STR(edges, wanted[i]);
    static const char *const callers[] = {"a.cpp:h@16 -> a.cpp:It", "a.cpp:i@17 -> ",
                                          "a.cpp:j@18 -> a.cpp:It::"};
    for (size_t i = 0; i < COUNT(callers); i++)
        if (str_find(edges, str_from(callers[i])) != STR_NONE)
            EXPECT_STR(edges, callers[i]);
}
