/* Small trees per language: what must be an edge, and what must not. */
#include "edge_case.h"

TEST(c_links_what_is_not_static)
{
    write_file("src/a.h", "int shared(int x);\n#define TWICE(x) (shared(x) + shared(x))\n"
                          "#define ALIAS shared\nstatic inline int small(void) { return 1; }\n");
    write_file("src/a.c", "#include \"a.h\"\nstatic int own(void) { return small(); }\n"
                          "int shared(int x) { return x + own(); }\n");
    write_file(
        "src/b.c",
        "#include \"a.h\"\nstatic int own(void) { return 0; }\nint hidden(void);\n"
        "int use(struct t *t, int (*f)(int)) { own(); t->shared(1); f(2); return TWICE(1); }\n"
        "int other(void) { return ALIAS(2) + printf(\"x\") + stranger(); }\n");
    write_file("tests/c.c", "int stranger(void) { return 0; }\n");
    expect_edges(EDGES("src/a.c:own -> src/a.h:small", "src/a.c:shared -> src/a.c:own",
                       "src/b.c:use -> src/b.c:own", "src/b.c:use -> src/a.h:TWICE",
                       "src/b.c:use -> src/a.c:shared", "src/b.c:other -> src/a.c:shared",
                       "src/b.c:other -> ext:c:printf"),
                 EDGES("use -> src/a.c:own", "-> tests/c.c:stranger"));
}

TEST(c_types_are_those_that_are_seen)
{
    write_file("a.h", "typedef struct { int x; } seen_t;\nstruct open;\n");
    write_file("compat/stdint.h", "typedef unsigned long word_t;\ntypedef long int64_t;\n");
    write_file("compat/near.c", "#include \"stdint.h\"\nint64_t near(void) { return 0; }\n");
    write_file("model.c", "typedef struct { int y; } seen_t;\ntypedef int word_t;\n"
                          "struct open { int a; };\nstruct lone { int b; };\n");
    write_file("b.c", "#include \"a.h\"\n#include <stdint.h>\n"
                      "int use(seen_t *s, word_t w, struct open *o, struct lone *l) { return 0; }\n"
                      "int64_t wide(void) { return 0; }\n");
    EXPECT_STR(edges_of_kind(REFERENCE_TYPE),
               "a.h -> model.c:open likely\nb.c:use -> a.h:seen_t\nb.c:use -> model.c:open likely\n"
               "b.c:use -> model.c:lone likely\n"
               "compat/near.c:near -> compat/stdint.h:int64_t\n");
}

TEST(c_names_every_platform_behind_one_header)
{
    write_file("all.h", "int start(void);\n");
    write_file("unix/start.c", "#include \"../all.h\"\nint start(void) { return 1; }\n");
    write_file("win/start.c", "#include \"../all.h\"\nint start(void) { return 2; }\n");
    write_file("main.c", "#include \"all.h\"\nint main(void) { return start(); }\n");
    expect_edges(EDGES("main.c:main -> unix/start.c:start likely",
                       "main.c:main -> win/start.c:start likely"),
                 EDGES("-> all.h:start"));
}

TEST(c_calls_functions_that_stand_in_functions)
{
    write_file("a.c",
               "#define STOP { abort_now(); }\nvoid abort_now(void) {}\nint stop(void) STOP\n"
               "int helper(int a) { return a; }\n"
               "int f(int a)\n{\n    int helper(int b) { return b ? helper(0) : 0; }\n"
               "    int twice(int b) { return helper(b) * 2; }\n"
               "    return twice(helper(a));\n}\n"
               "int g(void) { stop(); return helper(1); }\n");
    write_file("b.c", "int h(void) { return twice(1); }\n");
    expect_edges(EDGES("a.c:f -> a.c:f.helper", "a.c:f -> a.c:f.twice",
                       "a.c:f.helper -> a.c:f.helper", "a.c:f.twice -> a.c:f.helper",
                       "a.c:g -> a.c:helper", "a.c:g -> a.c:stop", "a.c:stop -> a.c:abort_now"),
                 EDGES("b.c:h -> a.c:f.twice", "a.c:f -> a.c:helper", "a.c:g -> a.c:f.helper"));
}

TEST(go_resolves_by_package_and_receiver)
{
    write_file("go.mod", "module example.com/m\n");
    write_file("a/a.go",
               "package a\n\ntype T struct{ Base }\ntype Base struct{}\n\n"
               "func (b *Base) Deep() {}\nfunc (t *T) Run() {}\nfunc New() *T { return nil }\n"
               "func local() {}\n");
    write_file("b/b.go",
               "package b\n\nimport (\n\t\"example.com/m/a\"\n\t\"fmt\"\n\t\"os\"\n)\n\n"
               "type Other struct{}\n\nfunc (o Other) Run() {}\n\n"
               "func use(o Other, f *os.File) {\n\tx := a.New()\n\tx.Run()\n\tx.Deep()\n\to.Run()\n"
               "\tf.Run()\n\tfmt.Println(1)\n\tlocal()\n}\n\nfunc local() {}\n");
    expect_edges(EDGES("b/b.go:use -> a/a.go:New", "b/b.go:use -> a/a.go:T.Run",
                       "b/b.go:use -> a/a.go:Base.Deep", "b/b.go:use -> b/b.go:Other.Run",
                       "b/b.go:use -> b/b.go:local", "b/b.go:use -> ext:fmt:Println"),
                 EDGES("use -> a/a.go:local"));
}

TEST(go_variables_keep_the_type_they_are_declared_with)
{
    write_file("go.mod", "module example.com/m\n");
    write_file("a.go", "package a\n\ntype File interface{ Close() }\ntype Handle struct{}\n\n"
                       "func (h *Handle) Close() {}\nfunc open() File { return nil }\n"
                       "func made() *Handle { return nil }\n\n"
                       "func use() {\n\tf := open()\n\tf = made()\n\tf.Close()\n}\n");
    expect_edges(EDGES("a.go:use -> a.go:File.Close"), EDGES("use -> a.go:Handle.Close"));
}

TEST(a_variable_may_be_called_new)
{
    write_file("go.mod", "module example.com/m\n");
    write_file("a.go", "package a\n\ntype S struct{}\n\nfunc (s *S) At() int { return 1 }\n"
                       "func use(old, new *S) int {\n\treturn old.At() + new.At()\n}\n"
                       "func one(new *S) int {\n\treturn new.At()\n}\n");
    write_file("Cargo.toml", "[package]\nname = \"m\"\n");
    write_file("src/lib.rs", "struct S;\nimpl S { fn at(&self) -> u32 { 1 } }\n"
                             "fn one(new: &S) -> u32 { new.at() }\n");
    write_file("a.py", "class S:\n    def at(self): pass\n\ndef one(new: S):\n    new.at()\n");
    write_file("a.kt", "class S { fun at() = 1 }\nfun one(new: S) = new.at()\n");
    write_file("a.swift", "class S { func at() {} }\nfunc one(new: S) { new.at() }\n");
    expect_edges(EDGES("a.go:use -> a.go:S.At", "a.go:one -> a.go:S.At",
                       "src/lib.rs:one -> src/lib.rs:S::at", "a.py:one -> a.py:S.at",
                       "a.kt:one -> a.kt:S.at", "a.swift:one -> a.swift:S.at"),
                 EDGES("use -> a.py:S.at"));
}

TEST(rust_resolves_paths_impls_and_traits)
{
    write_file("Cargo.toml", "[package]\nname = \"m\"\n");
    write_file("src/lib.rs", "mod shape;\nuse crate::shape::{Shape, area};\n"
                             "struct Square { side: Side }\nstruct Side;\n"
                             "impl Side { fn get(&self) -> u32 { 1 } }\n"
                             "impl Shape for Square { fn size(&self) -> u32 { self.side.get() } }\n"
                             "impl Square { fn new() -> Self { Square { side: Side } } }\n"
                             "fn run<S: Shape>(s: &S, names: &str) {\n    let q = Square::new();\n"
                             "    q.size();\n    q.twice();\n    s.twice();\n    names.get();\n"
                             "    area(1);\n}\n");
    write_file("src/shape.rs", "pub trait Shape {\n    fn size(&self) -> u32;\n"
                               "    fn twice(&self) -> u32 { self.size() * 2 }\n}\n"
                               "pub fn area(x: u32) -> u32 { x }\n");
    expect_edges(EDGES("src/lib.rs:Square::size -> src/lib.rs:Side::get",
                       "src/lib.rs:run -> src/lib.rs:Square::new",
                       "src/lib.rs:run -> src/lib.rs:Square::size",
                       "src/lib.rs:run -> src/shape.rs:Shape::twice",
                       "src/lib.rs:run -> src/shape.rs:area"),
                 EDGES("run -> src/lib.rs:Side::get"));
}

TEST(rust_reads_declarations_given_to_macros)
{
    write_file("Cargo.toml", "[package]\nname = \"m\"\n");
    write_file("src/lib.rs", "mod deep;\nmod up;\nmod macros;\n");
    write_file("src/macros.rs", "macro_rules! cfg_x {\n    ($($i:item)*) => { $($i)* }\n}\n");
    write_file("src/deep.rs", "cfg_x! {\n    #![cfg(unix)]\n    pub struct Task;\n    cfg_x! {\n"
                              "        impl Task { pub fn run(&self) { help() } }\n    }\n"
                              "    fn help() {}\n}\n"
                              "bits! {\n    struct F: u32 { const A = help(); }\n}\n");
    write_file("src/up.rs", "cfg_x! {\n    use crate::deep::Task;\n}\n"
                            "fn go(t: &Task) { t.run() }\n");
    expect_edges(
        EDGES("src/deep.rs:Task::run -> src/deep.rs:help", "src/up.rs:go -> src/deep.rs:Task::run"),
        EDGES("F::A"));
}

TEST(rust_knows_fields_of_tuples_variants_and_elements)
{
    write_file("Cargo.toml", "[package]\nname = \"m\"\n");
    write_file(
        "src/lib.rs",
        "struct Wrap(Inner, u8);\nstruct Inner;\nimpl Inner {\n    fn go(&self) {}\n"
        "    fn ok(&self) -> bool { true }\n    fn len(&self) -> usize { 0 }\n}\n"
        "enum Kind { One(Inner), Two { x: u8 } }\n"
        "struct Walk;\nimpl Iterator for Walk {\n    type Item = Inner;\n"
        "    fn next(&mut self) -> Option<Self::Item> { None }\n}\n"
        "impl Wrap {\n    fn tuple(&self) { self.0.go() }\n}\n"
        "fn arms(k: &Kind) -> u8 { match *k { Kind::One(ref i) => i.go(), _ => 1 } }\n"
        "fn some(o: Option<Inner>) { match o { Some(ref i) => i.go(), None => {} } }\n"
        "fn each(v: &Vec<Inner>) -> bool { v.iter().all(|i| i.ok()) }\n"
        "fn count(v: &[Inner]) { for (n, i) in v.iter().enumerate() { i.go() } }\n"
        "fn first(v: Vec<Inner>) { v.first().unwrap().go() }\n"
        "fn items(w: Walk) { for i in w { i.go() } }\n"
        "fn foreign(v: Vec<Inner>) -> usize { v.len() }\n"
        "trait Id: Copy { fn max() -> usize; fn to(&self) -> usize; }\n"
        "struct Has<S> { id: S }\n"
        "impl<S: Clone + Id> Has<S> {\n    fn bound(&self) -> usize { S::max() + self.id.to() }\n"
        "}\n");
    expect_edges(
        EDGES("src/lib.rs:Wrap::tuple -> src/lib.rs:Inner::go",
              "src/lib.rs:arms -> src/lib.rs:Inner::go", "src/lib.rs:some -> src/lib.rs:Inner::go",
              "src/lib.rs:each -> src/lib.rs:Inner::ok", "src/lib.rs:count -> src/lib.rs:Inner::go",
              "src/lib.rs:first -> src/lib.rs:Inner::go",
              "src/lib.rs:items -> src/lib.rs:Inner::go"),
        EDGES("foreign ->"));
}

TEST(java_resolves_members_overloads_and_bases)
{
    write_file("p/Base.java",
               "package p;\npublic class Base {\n    protected void inherited() {}\n}\n");
    write_file("p/Help.java",
               "package p;\npublic class Help {\n    public static int one(int x) "
               "{ return x; }\n    public static int one(int x, int y) { return y; }\n}\n");
    write_file("q/A.java",
               "package q;\nimport p.Base;\nimport p.Help;\nimport java.util.List;\n"
               "public class A extends Base {\n    private B b;\n"
               "    void run(List<String> list, int go) {\n        inherited();\n        b.go(1);\n"
               "        Help.one(1, 2);\n        list.add(\"x\");\n        new B();\n"
               "        go();\n    }\n"
               "    void go() {}\n    void add(String x) {}\n}\n");
    write_file("q/B.java", "package q;\nclass B {\n    void go(int x) {}\n    void go() {}\n}\n");
    expect_edges(EDGES("q/A.java:A.run -> p/Base.java:Base.inherited",
                       "q/A.java:A.run -> q/B.java:B.go", "q/A.java:A.run -> p/Help.java:Help.one",
                       "q/A.java:A.run -> q/B.java:B", "q/A.java:A.run -> q/A.java:A.go"),
                 EDGES("run -> q/A.java:A.add"));
}

TEST(cpp_resolves_members_bases_and_definitions)
{
    write_file("a.h", "namespace ns {\nclass Base {\npublic:\n    void low();\n};\n"
                      "class Foo : public Base {\npublic:\n    Foo(int x);\n    void go(int n);\n"
                      "    void go();\n    Base *base_;\n};\n}\n");
    write_file("a.cpp",
               "#include \"a.h\"\nnamespace ns {\nvoid Base::low() {}\nFoo::Foo(int x) {}\n"
               "void Foo::go(int n) { low(); base_->low(); }\nvoid Foo::go() { go(1); }\n}\n");
    write_file("main.cpp", "#include \"a.h\"\nint main() {\n    ns::Foo f(1);\n    f.go();\n"
                           "    ns::Foo *p = new ns::Foo(2);\n    p->low();\n    std::string s;\n"
                           "    s.low();\n}\n");
    expect_edges(EDGES("a.cpp:ns::Foo::go -> a.cpp:ns::Base::low",
                       "a.cpp:ns::Foo::go -> a.cpp:ns::Foo::go",
                       "main.cpp:main -> a.cpp:ns::Foo::go", "main.cpp:main -> a.h:ns::Foo",
                       "main.cpp:main -> a.cpp:ns::Base::low"),
                 EDGES("ext:c:go"));
}

TEST(c_tables_that_a_program_generated_name_functions)
{
    write_file("api.h", "struct row { const char *name; void (*run)(void); };\nvoid get(void);\n"
                        "void only(void);\n");
    write_file("api.c", "#include \"api.h\"\nvoid get(void) {}\nvoid only(void) {}\n");
    write_file("table.c", "/* Automatically generated by table.py, do not edit. */\n"
                          "#include \"api.h\"\nstruct row rows[] = {{\"get\", get}, {0}};\n");
    write_file("table.h", "/* Automatically generated by table.py, do not edit. */\n"
                          "static struct row own[] = {{\"only\", only}};\n");
    EXPECT_STR(edges_of_kind(REFERENCE_USE), "table.c:rows -> api.c:get\n"
                                             "table.h:own -> api.h:only\n");
}

TEST(rust_follows_paths_of_modules)
{
    write_file("Cargo.toml", "[package]\nname = \"r\"\n");
    write_file("src/lib.rs",
               "pub mod error;\npub mod de;\npub mod util;\npub use crate::error::Error;\n");
    write_file("src/error.rs",
               "pub struct Error;\nimpl Error { pub fn make() -> Self { Error } }\n");
    write_file("src/util/mod.rs",
               "mod conv;\npub(crate) use self::conv::conv;\npub fn thing() {}\n");
    write_file("src/util/conv.rs", "pub fn conv(a: i32) {}\n");
    write_file("src/de.rs", "fn a() { crate::Error::make(); }\nfn b() { crate::util::conv(1); }\n"
                            "fn c() { super::util::thing(); crate::util::gone(); }\n");
    expect_edges(EDGES("src/de.rs:a -> src/error.rs:Error::make",
                       "src/de.rs:b -> src/util/conv.rs:conv",
                       "src/de.rs:c -> src/util/mod.rs:thing"),
                 EDGES("gone"));
}

TEST(rust_knows_references_fields_and_elements)
{
    write_file("lib.rs",
               "pub struct Args { all: Vec<Arg> }\npub struct Arg;\nimpl Arg { fn on(&self) {} }\n"
               "impl Args { fn args(&self) -> impl Iterator<Item = &Arg> { self.all.iter() } }\n"
               "pub struct Command { args: Args }\n"
               "impl Command { fn args(&self) {}\n  fn run(&self) { self.args.args(); }\n"
               "  fn each(&self) { self.args.args().for_each(|a| a.on()); } }\n"
               "pub trait Visit { fn go(self); }\n"
               "impl<'a> Visit for &'a mut Arg { fn go(self) { self.on(); } }\n"
               "fn again(arg: Arg) { let arg = arg.on(); arg.on(); }\n");
    expect_edges(EDGES("lib.rs:Command::run -> lib.rs:Args::args",
                       "lib.rs:Command::each -> lib.rs:Arg::on", "lib.rs:Arg::go -> lib.rs:Arg::on",
                       "lib.rs:again -> lib.rs:Arg::on"),
                 EDGES("-> lib.rs:Command::args"));
}

TEST(perl_and_swift_know_what_is_not_their_own)
{
    write_file("a.pm", "package A;\nsub seek { my ($s) = @_; return seek($s, 0, 1); }\n"
                       "sub own { helper(1); }\nsub helper { 1 }\n");
    write_file("a.swift", "protocol Shown { }\nclass View: UIView, Shown {\n"
                          "  init() { super.init(frame: 1) }\n}\n"
                          "class Base { init(x: Int) { } }\nclass Child: Base {\n"
                          "  init() { super.init(x: 1) }\n}\n");
    expect_edges(EDGES("a.pm:A::own -> a.pm:A::helper"),
                 EDGES("-> a.pm:A::seek", "View.init -> a.swift:Shown"));
}

TEST(php_a_variable_is_known_by_its_own_name)
{
    write_file("B.php", "<?php\nfunction go() { $made = new C(); $made->run(); }\n");
    write_file("C.php", "<?php\nclass C { function run() {} }\n");
    expect_edges(EDGES("B.php:go -> C.php:C::run"), EDGES(NULL));
}

TEST(php_means_functions_wherever_they_are)
{
    write_file("near/stub.php", "<?php\nfunction say() {}\nfunction pick($a) {}\n");
    write_file("far/real.php", "<?php\nfunction say($text) { echo $text; }\n"
                               "function pick($b) { return $b; }\nfunction one() {}\n");
    write_file("near/use.php", "<?php\nfunction go() { say('x'); pick(1); one(); }\n"
                               "class Hook {\n  function current() {}\n"
                               "  function run() { current([1]); $this->current(); }\n"
                               "  function other() { return current([1]); }\n}\n");
    expect_edges(EDGES("near/use.php:go -> far/real.php:say", "near/use.php:go -> far/real.php:one",
                       "near/use.php:go -> far/real.php:pick ambiguous",
                       "near/use.php:Hook::run -> near/use.php:Hook::current"),
                 EDGES("near/use.php:Hook::other ->", "go -> near/stub.php:say"));
}

/* `API(int) f(…);`: a header must declare what others call. */
TEST(c_declares_functions_whose_type_a_macro_gives)
{
    write_file("include/api.h",
               "#define API(type) type\nstruct part { int a; };\n"
               "API(int) api_take(const char *text);\nAPI(void)\napi_drop(struct part *part);\n"
               "API(struct part *) api_make(void);\nAPI(lone)\napi_lone(int a, int b);\n"
               "Api(void) api_free(lock);\n"
               "NOTE(\"text\") note(1);\nREGISTER(one)\nregister_all(two);\n");
    write_file("src/api.c",
               "#include \"api.h\"\nAPI(int) api_take(const char *text) { return 1; }\n"
               "API(void)\napi_drop(struct part *part)\n{\n}\n"
               "API(struct part *) api_make(void) { return 0; }\n"
               "API(lone)\napi_lone(int a, int b)\n{\n}\n"
               "void api_free(lock a) {}\n"
               "void note(int a) {}\nvoid register_all(int a) {}\n");
    write_file("app/main.c",
               "#include \"api.h\"\nint main(void)\n{\n    api_take(0);\n"
               "    api_drop(0);\n    api_make();\n    api_lone(1, 2);\n    api_free(0);\n"
               "    note(1);\n    register_all(1);\n}\n");
    edge_lines = true;
    expect_edges(EDGES("app/main.c:main@2 -> src/api.c:api_take@2",
                       "app/main.c:main@2 -> src/api.c:api_drop@3",
                       "app/main.c:main@2 -> src/api.c:api_make@7",
                       "app/main.c:main@2 -> src/api.c:api_free@12",
                       "app/main.c:main@2 -> src/api.c:api_lone@8"),
                 EDGES("-> src/api.c:note", "-> src/api.c:register_all"));
    edge_lines = false;
}

/* zlib's prefix: the macro renames the definition too. What has the other name is meant by it. */
TEST(c_takes_the_function_that_a_macro_only_renames)
{
    write_file("api.h", "#ifdef PREFIX\n#define pack z_pack\n#endif\n#define swap real_swap\n"
                        "int pack(int a);\nint swap(int a);\nint real_swap(int a);\n");
    write_file("varint.c", "#include \"api.h\"\nint pack(int a) { return a; }\n");
    write_file("swap.c", "int swap(int a) { return a; }\nint real_swap(int a) { return a; }\n");
    write_file("main.c", "#include \"api.h\"\nint main(void) { pack(1); swap(1); }\n");
    expect_edges(EDGES("main.c:main -> varint.c:pack likely", "main.c:main -> swap.c:real_swap"),
                 EDGES("main.c:main -> swap.c:swap"));
}
