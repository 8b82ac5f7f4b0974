/* Rust: what must be an edge, and what must not. */
#include "edge_case.h"

TEST(rust_goes_through_what_is_dereferenced)
{
    write_file("src/lib.rs", "mod store;\nmod stream;\n");
    write_file("src/stream.rs", "pub struct Stream {}\nimpl Stream { pub fn close(&self) {} }\n");
    write_file("src/store.rs", "use super::*;\nuse std::ops::Deref;\npub struct Ptr { n: u8 }\n"
                               "impl Ptr { fn key(&self) {} }\n"
                               "impl Deref for Ptr { type Target = stream::Stream;\n"
                               "    fn deref(&self) -> &stream::Stream { todo!() } }\n"
                               "fn go(p: &mut Ptr) { p.close(); p.key(); p.lost(); }\n");
    expect_edges(EDGES("src/store.rs:go -> src/stream.rs:Stream::close",
                       "src/store.rs:go -> src/store.rs:Ptr::key"),
                 EDGES("lost"));
}

TEST(rust_knows_what_is_guarded_and_wrapped)
{
    write_file(
        "src/lib.rs",
        "use std::sync::{Arc, Mutex};\nuse std::cell::RefCell;\n"
        "struct Inner {}\nimpl Inner { fn run(&self) {} fn walk(&self) {} fn sit(&self) {}\n"
        "    fn lie(&self) {} fn fly(&self) {} }\n"
        "struct Lock<T>(T);\nstruct Held<'a, T>(&'a T);\n"
        "impl<T> Lock<T> { fn hold(&self) -> Held<'_, T> { todo!() } }\n"
        "impl<'a, T> std::ops::Deref for Held<'a, T> { type Target = T;\n"
        "    fn deref(&self) -> &T { self.0 } }\n"
        "struct Two<K, V>(K, V);\nimpl<K, V> Two<K, V> { fn value(&self) -> V { todo!() } }\n"
        "struct A { a: Arc<Mutex<Inner>>, b: RefCell<Inner>, c: Lock<Inner>,\n"
        "    d: Two<u8, Inner> }\n"
        "impl A {\n    fn f(&self) {\n        self.a.lock().unwrap().run();\n"
        "        self.b.borrow_mut().walk();\n        let held = self.c.hold();\n"
        "        held.sit();\n        let made = Arc::new(Inner {});\n        made.lie();\n"
        "        self.d.value().fly();\n    }\n}\n");
    expect_edges(EDGES("src/lib.rs:A::f -> src/lib.rs:Inner::run",
                       "src/lib.rs:A::f -> src/lib.rs:Inner::walk",
                       "src/lib.rs:A::f -> src/lib.rs:Lock::hold",
                       "src/lib.rs:A::f -> src/lib.rs:Inner::sit",
                       "src/lib.rs:A::f -> src/lib.rs:Inner::lie"),
                 EDGES("Inner::fly"));
}

TEST(rust_passes_on_through_several_files)
{
    write_file("src/lib.rs", "mod loom;\nmod work;\nmod go;\n");
    write_file("src/loom/mod.rs", "mod std;\npub(crate) use self::std::*;\n");
    write_file("src/loom/std/mod.rs", "mod cell;\npub(crate) mod sync {\n"
                                      "    pub(crate) use crate::loom::std::cell::Slot;\n}\n");
    write_file("src/loom/std/cell.rs", "pub struct Slot {}\nimpl Slot { pub fn take(&self) {} }\n");
    write_file("src/go/mod.rs", "mod spin;\npub use spin::spin;\n");
    write_file("src/go/spin.rs", "pub fn spin() {}\n");
    write_file("src/work.rs", "use crate::loom::sync::Slot;\nuse crate::go::spin;\n"
                              "use self::state::Snap;\nuse self::state::Kind::*;\n"
                              "fn run(s: Slot, n: Snap) { s.take(); spin(); n.bits(); }\n"
                              "mod state { pub struct Snap {}\n"
                              "    impl Snap { pub fn bits(&self) {} }\n"
                              "    pub enum Kind { One } }\n");
    expect_edges(EDGES("src/work.rs:run -> src/loom/std/cell.rs:Slot::take",
                       "src/work.rs:run -> src/go/spin.rs:spin",
                       "src/work.rs:run -> src/work.rs:state::Snap::bits"),
                 EDGES("ambiguous"));
}

TEST(rust_knows_what_closures_are_called_with)
{
    write_file(
        "src/lib.rs",
        "struct Snap {}\nimpl Snap { fn idle(&self) {} fn busy(&self) {} fn lone(&self) {} }\n"
        "struct State {}\nimpl State {\n"
        "    fn update<F, T>(&self, n: u8, mut f: F) -> T where F: FnMut(u8, Snap) -> T\n"
        "    { todo!() }\n"
        "    fn with<R>(&self, f: impl FnOnce(&Snap) -> R) -> R { todo!() }\n"
        "    fn plain(&self, f: u8) {}\n"
        "    fn go(&self) {\n        self.update(1, |n, mut next| { next.idle(); n.idle() });\n"
        "        self.with(|s| s.busy());\n        self.plain(|s| s.lone());\n    }\n}\n");
    expect_edges(EDGES("src/lib.rs:State::go -> src/lib.rs:Snap::idle",
                       "src/lib.rs:State::go -> src/lib.rs:Snap::busy"),
                 EDGES("Snap::lone"));
}

TEST(rust_takes_the_trait_for_what_is_implemented_for_others)
{
    write_file("src/lib.rs", "trait Wait { fn id(&self); fn both(&self) {} }\n"
                             "impl<T: Wait> Wait for &mut T { fn id(&self) { (**self).id() } }\n"
                             "impl Wait for Vec<u8> { fn id(&self) { self.both(); self.len(); } }\n"
                             "struct A {}\n"
                             "impl Wait for A { fn id(&self) { self.own(); } }\n"
                             "impl A { fn own(&self) {} }\n");
    edge_lines = true;
    expect_edges(EDGES("src/lib.rs:T::id@2 -> src/lib.rs:Wait::id@1",
                       "src/lib.rs:Vec::id@3 -> src/lib.rs:Wait::both@1",
                       "src/lib.rs:A::id@5 -> src/lib.rs:A::own@6"),
                 EDGES("len"));
    edge_lines = false;
}

TEST(rust_takes_one_of_what_other_builds_have)
{
    write_file("src/lib.rs",
               "struct Text {}\nimpl Text {\n    #[cfg(feature = \"color\")]\n"
               "    fn new() -> Text { Text {} }\n    #[cfg(not(feature = \"color\"))]\n"
               "    fn new() -> Text { Text {} }\n}\n"
               "#[cfg(unix)]\nstruct Port {}\n#[cfg(not(unix))]\nstruct Port {}\n"
               "#[cfg(unix)]\nimpl Port { fn up(&self) {} }\n"
               "fn go(p: Port) { Text::new(); p.up(); }\n");
    write_file("src/two.rs",
               "struct V {}\nstruct W {}\ntrait De { fn one(self); fn two(self); }\n"
               "impl De for V { fn one(self) { self.two() } fn two(self) {} }\n"
               "impl<'a> De for &'a V { fn one(self) { self.two() } fn two(self) {} }\n");
    edge_lines = true;
    expect_edges(EDGES("src/lib.rs:go@14 -> src/lib.rs:Text::new@3 likely",
                       "src/lib.rs:go@14 -> src/lib.rs:Port::up@13",
                       "src/two.rs:V::one@4 -> src/two.rs:V::two@4",
                       "src/two.rs:V::one@5 -> src/two.rs:V::two@5"),
                 EDGES("ambiguous"));
    edge_lines = false;
}

TEST(rust_does_not_take_a_field_for_a_crate)
{
    write_file("src/lib.rs", "mod process;\n");
    write_file("src/process.rs", "use std::process::Command as Other;\n"
                                 "pub struct Command { std: Other }\n"
                                 "impl Command { pub fn arg(&mut self) { self.std.arg(); } }\n");
    expect_edges(EDGES("src/process.rs:Command::arg -> ext:std:arg"), EDGES("-> src/process.rs:"));
}

TEST(rust_takes_what_is_of_the_type_before_what_is_of_a_trait)
{
    write_file(
        "src/lib.rs",
        "mod deep { pub use crate::graph::Graph; }\npub use crate::deep::Graph;\nmod graph;\n"
        "mod use_it;\ntrait Size { fn count(&self); }\n"
        "impl Size for Graph { fn count(&self) { self.count() } }\n"
        "impl<'a> Size for &'a Graph { fn count(&self) { self.count() } }\n");
    write_file("src/graph.rs", "pub struct Graph {}\nimpl Graph { pub fn count(&self) {} }\n"
                               "mod tests { use super::Graph; }\n");
    write_file("src/use_it.rs", "use crate::deep::Graph;\nfn go(g: Graph) { g.count(); }\n");
    edge_lines = true;
    expect_edges(EDGES("src/lib.rs:Graph::count@6 -> src/graph.rs:Graph::count@2",
                       "src/lib.rs:Graph::count@7 -> src/graph.rs:Graph::count@2",
                       "src/use_it.rs:go@2 -> src/graph.rs:Graph::count@2"),
                 EDGES("ambiguous"));
    edge_lines = false;
}

TEST(rust_knows_variants_and_derived_values)
{
    write_file("src/lib.rs",
               "#[derive(Default)]\npub struct List {}\nimpl List { fn push(&self) {} }\n"
               "pub enum Fault { Io(u8) }\nimpl Fault { fn at(self) {} }\n"
               "fn go() { let all = List::default(); all.push(); Fault::Io(1).at(); }\n");
    expect_edges(
        EDGES("src/lib.rs:go -> src/lib.rs:List::push", "src/lib.rs:go -> src/lib.rs:Fault::at"),
        EDGES("ambiguous"));
}

TEST(rust_asks_all_bounds_of_a_parameter)
{
    write_file("src/lib.rs",
               "pub trait Near { type Id; fn near(&self); }\npub trait Far { fn far(&self); }\n"
               "pub trait Own { fn own(&self); }\n"
               "fn go<G>(g: G, n: &G) where G: Near<Id = u8> + Far, G: Own\n"
               "{ g.near(); g.far(); n.own(); }\n"
               "struct Walk<G> { graph: G }\n"
               "impl<G: Near + Far> Walk<G> { fn step(&self) { self.graph.far(); } }\n");
    expect_edges(EDGES("src/lib.rs:go -> src/lib.rs:Near::near",
                       "src/lib.rs:go -> src/lib.rs:Far::far",
                       "src/lib.rs:go -> src/lib.rs:Own::own",
                       "src/lib.rs:Walk::step -> src/lib.rs:Far::far"),
                 EDGES("ambiguous"));
}

/* An associated type is what it is bound by, and its name is no type's by itself. */
TEST(rust_follows_associated_types_to_their_bounds)
{
    write_file("src/lib.rs",
               "pub trait Part { fn one(&self); }\n"
               "pub trait Parts { type Part: Part; }\n"
               "pub trait All: Parts {\n    type All: Iterator<Item = Self::Part>;\n"
               "    fn all(&self) -> Self::All;\n}\n"
               "pub trait Near { fn near(&self); }\n"
               "fn go<G: Near + All>(g: G) { for part in g.all() { part.one(); part.all(); } }\n"
               "pub trait Held { type Item: Held; fn held(&self) -> Self::Item; fn at(&self); }\n"
               "fn held<H: Held>(h: H) { h.held().at(); }\n");
    expect_edges(EDGES("src/lib.rs:go -> src/lib.rs:Part::one",
                       "src/lib.rs:go -> src/lib.rs:All::all",
                       "src/lib.rs:held -> src/lib.rs:Held::at"),
                 EDGES("ambiguous"));
}

TEST(rust_reads_declarations_in_macros_without_their_marks)
{
    write_file(
        "src/lib.rs",
        "trait_of! {\n/// What it is.\n#[allow(all)]\npub trait Marked {\n    @section type\n"
        "    /// Of it.\n    type Part: Part;\n    @section self\n"
        "    fn make(&self) -> Self::Part;\n}\n}\n"
        "pub trait Part { fn one(&self); }\n"
        "other! { pub trait Strange { @ fn lost(&self); } }\n"
        "fn go<M: Marked>(m: M) { m.make().one(); m.lost(); }\n");
    edge_lines = true;
    expect_edges(EDGES("src/lib.rs:go@14 -> src/lib.rs:Marked::make@9",
                       "src/lib.rs:go@14 -> src/lib.rs:Part::one@12"),
                 EDGES("lost"));
    edge_lines = false;
}

TEST(rust_follows_other_names_of_types)
{
    write_file("src/lib.rs",
               "pub trait Num { fn index(&self); }\npub type Index<Ix> = Ix;\n"
               "pub struct List<T> { all: Vec<T> }\n"
               "impl<T> List<T> { pub fn new() {} pub fn add(&self) {} }\n"
               "pub type Names = List<u8>;\n"
               "struct S<Ix> { list: Names, at: Ix }\n"
               "impl<Ix: Num> S<Ix> {\n"
               "    fn go(&self, a: Index<Ix>) { a.index(); self.list.add(); Names::new(); }\n}\n");
    expect_edges(EDGES("src/lib.rs:S::go -> src/lib.rs:Num::index",
                       "src/lib.rs:S::go -> src/lib.rs:List::add",
                       "src/lib.rs:S::go -> src/lib.rs:List::new"),
                 EDGES("ambiguous"));
}

TEST(rust_follows_modules_that_are_passed_on)
{
    write_file("src/lib.rs", "mod deep;\nmod use_it;\npub use crate::deep::inner;\n");
    write_file("src/deep/mod.rs", "pub mod inner;\n");
    write_file("src/deep/inner.rs", "pub struct Thing {}\nimpl Thing { pub fn act(&self) {} }\n");
    write_file("src/use_it.rs", "use crate::inner::Thing;\npub trait Act { fn act(&self); }\n"
                                "impl Act for Thing { fn act(&self) { self.act() } }\n"
                                "fn go(t: Thing) { t.act(); }\n");
    expect_edges(EDGES("src/use_it.rs:go -> src/deep/inner.rs:Thing::act",
                       "src/use_it.rs:Thing::act -> src/deep/inner.rs:Thing::act"),
                 EDGES("ambiguous", "-> src/use_it.rs:Act::act"));
}

TEST(rust_follows_what_type_parameters_are_bound_by)
{
    write_file("src/lib.rs", "mod head;\nmod file;\n");
    write_file("src/head.rs",
               "pub trait Head { type Row: Row; type Size: From<u8>;\n"
               "    fn parse() -> Option<&'static Self>; fn rows(&self) -> &[Self::Row]; }\n"
               "pub trait Row { fn name(&self); fn twin() -> u8; }\n");
    write_file("src/file.rs",
               "use crate::head::{Head, Row};\n"
               "pub struct File<'a, H: Head> { head: &'a H, row: &'a H::Row, size: H::Size }\n"
               "impl<'a, H> File<'a, H> where H: Head {\n"
               "    fn read(&self) { let head = H::parse().unwrap(); head.rows(); }\n"
               "    fn one(&self) { self.row.name(); self.size.lost(); }\n"
               "    fn all(&self, rows: &[H::Row]) { for row in rows { row.name(); } }\n"
               "    fn path() { H::Row::twin(); H::Lost::twin(); }\n"
               "    fn first(&self) { self.head.rows().first().unwrap().name(); }\n}\n"
               "fn other<Q>(q: &Q::Row) { q.name(); }\n");
    expect_edges(EDGES("src/file.rs:File::read -> src/head.rs:Head::parse",
                       "src/file.rs:File::read -> src/head.rs:Head::rows",
                       "src/file.rs:File::one -> src/head.rs:Row::name",
                       "src/file.rs:File::all -> src/head.rs:Row::name",
                       "src/file.rs:File::path -> src/head.rs:Row::twin",
                       "src/file.rs:File::first -> src/head.rs:Row::name"),
                 EDGES("lost", "other -> src/head.rs:Row::name"));
}

TEST(rust_finds_methods_that_traits_give_to_types_of_others)
{
    write_file("src/lib.rs", "mod ext;\nmod seen;\nmod blind;\nmod own;\n");
    write_file("src/ext.rs",
               "pub trait Explain { fn explain(self); fn shared(self); fn len(self);\n"
               "    fn checked_it(self); }\n"
               "impl<T> Explain for Option<T> { fn explain(self) {} fn shared(self) {}\n"
               "    fn len(self) {} fn checked_it(self) {} }\n"
               "pub trait Local { fn local(self); }\npub struct Mine;\n"
               "impl Local for Mine { fn local(self) {} }\n");
    write_file("src/own.rs", "pub struct S;\nimpl S { pub fn shared(self) {} }\n");
    write_file("src/seen.rs", "use crate::ext::{Explain, Local};\n"
                              "fn f(x: Option<u8>, y: u8) { x.explain(); strange(y).explain();\n"
                              "    x.shared(); x.len(); x.checked_it(); x.local();\n"
                              "    outer::explain(); }\nfn g() { outer::explain(); }\n");
    write_file("src/blind.rs", "fn f(x: Option<u8>) { x.explain(); }\n");
    expect_edges(EDGES("src/seen.rs:f -> src/ext.rs:Explain::explain likely"),
                 EDGES("Explain::shared", "Explain::len", "Explain::checked_it", "Local::local",
                       "src/blind.rs:f", "src/seen.rs:g"));
}

TEST(rust_numbers_keep_what_they_have_of_their_own)
{
    write_file("src/lib.rs", "pub trait Small { fn least(self) -> Self; fn other(self); }\n"
                             "impl Small for u64 { fn least(self) -> u64 { self.least() }\n"
                             "    fn other(self) { self.least(); } }\n");
    expect_edges(EDGES("src/lib.rs:u64::other -> src/lib.rs:Small::least"),
                 EDGES("u64::least -> src/lib.rs:Small::least"));
}

TEST(rust_modules_are_where_mod_says)
{
    write_file("src/lib.rs", "pub mod engine;\nmod other;\npub fn top() {}\n"
                             "fn go() { engine::rig::inner::build(); crate::top(); }\n"
                             "pub mod odd { #[path = \"deep.rs\"] pub mod deep; pub fn up() {} }\n"
                             "fn dig() { odd::deep::dig(); }\n");
    write_file("src/engine.rs", "#[path = \"fixtures/rig.rs\"]\npub mod rig;\npub mod sib;\n");
    write_file("src/engine/sib.rs", "pub fn run() {}\n");
    write_file("src/fixtures/sib.rs", "pub fn run() {}\n");
    write_file("src/fixtures/rig.rs",
               "pub mod inner { pub fn build() { super::super::sib::run(); } }\n");
    write_file("src/odd/deep.rs", "pub fn dig() { super::up(); super::super::top(); }\n");
    write_file("src/other.rs", "pub fn far() { crate::top(); crate::odd::up(); }\n");
    expect_edges(
        EDGES("src/fixtures/rig.rs:inner::build -> src/engine/sib.rs:run",
              "src/lib.rs:go -> src/fixtures/rig.rs:inner::build",
              "src/lib.rs:go -> src/lib.rs:top", "src/lib.rs:dig -> src/odd/deep.rs:dig",
              "src/odd/deep.rs:dig -> src/lib.rs:odd::up", "src/odd/deep.rs:dig -> src/lib.rs:top",
              "src/other.rs:far -> src/lib.rs:top", "src/other.rs:far -> src/lib.rs:odd::up"),
        EDGES("src/fixtures/sib.rs"));
}

TEST(rust_modules_may_be_several_files)
{
    write_file("src/lib.rs", "#[cfg_attr(unix, path = \"sys/unix.rs\")]\n"
                             "#[cfg_attr(windows, path = \"sys/windows.rs\")]\nmod imp;\n"
                             "#[cfg(a)] #[path = \"x.rs\"] mod one;\n"
                             "#[cfg(b)] #[path = \"y.rs\"] mod one;\n"
                             "pub fn top() { imp::open(); one::two(); }\n");
    write_file("src/sys/unix.rs", "pub fn open() { super::top(); }\n");
    write_file("src/sys/windows.rs", "pub fn open() { crate::top(); }\n");
    write_file("src/x.rs", "pub fn two() {}\n");
    write_file("src/y.rs", "pub fn two() {}\n");
    expect_edges(
        EDGES("src/lib.rs:top -> src/sys/unix.rs:open likely",
              "src/lib.rs:top -> src/sys/windows.rs:open likely",
              "src/sys/unix.rs:open -> src/lib.rs:top", "src/sys/windows.rs:open -> src/lib.rs:top",
              "src/lib.rs:top -> src/x.rs:two likely", "src/lib.rs:top -> src/y.rs:two likely"),
        EDGES("exact-only"));
}

TEST(rust_crates_are_named_in_code)
{
    write_file("Cargo.toml", "[package]\nname = \"x\"\n[dependencies]\n"
                             "near = { package = \"far-away\", path = \"a\" }\n");
    write_file("src/lib.rs",
               "extern crate self as me;\nmod inner;\n"
               "fn go(far_away: u8) { near::far(); far_away::far(); me::inner::run(); }\n"
               "fn no(far_away: Other) { far_away.far(); }\n");
    write_file("src/inner.rs", "pub fn run() {}\n");
    write_file("a/Cargo.toml", "[package]\nname = \"far-away\"\n");
    write_file("a/src/lib.rs", "pub fn far() {}\n");
    expect_edges(EDGES("src/lib.rs:go -> a/src/lib.rs:far", "src/lib.rs:go -> src/inner.rs:run"),
                 EDGES("src/lib.rs:no -> a/src"));
}
