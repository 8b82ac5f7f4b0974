/* What an update resolves again: small repositories in which a change reaches a file that names
   nothing of what changed. */
#include "catalog_text.h"
#include "store_case.h"

#include "base/path.h"

#include <sys/stat.h>
#include <unistd.h>

typedef struct Edit {
    const char *path, *text; /* NULL: the file goes */
} Edit;

typedef struct Case {
    const char *name;
    Edit before[5], after[3];
    const char *leads; /* what stands in the index only before or only after */
} Case;

static void apply(const Edit *edits, size_t count)
{
    for (size_t i = 0; i < count && edits[i].path; i++) {
        Str path = str_from(edits[i].path);
        Str folder = path_join(test_arena(), str_from(test_directory()), path_directory(path));
        mkdir(str_terminate(test_arena(), folder), 0700);
        if (edits[i].text)
            test_file(edits[i].path, str_from(edits[i].text));
        else
            unlink(str_terminate(test_arena(),
                                 path_join(test_arena(), str_from(test_directory()), path)));
    }
}

static void forget(const Edit *edits, size_t count)
{
    for (size_t i = 0; i < count && edits[i].path; i++)
        apply(&(Edit){.path = edits[i].path}, 1);
}

static void run_case(const Case *at)
{
    Store *updated = open_memory_store(), *rebuilt = open_memory_store();
    apply(at->before, COUNT(at->before));
    update_store(updated, 1);
    bool before = str_find(contents(updated), str_from(at->leads)) != STR_NONE;
    apply(at->after, COUNT(at->after));
    update_store(updated, 1);
    update_store(rebuilt, 1);
    Str got = contents(updated), want = contents(rebuilt);
    bool after = str_find(want, str_from(at->leads)) != STR_NONE;
    if (!str_equal(got, want) || before == after)
        printf("  case '%s'\n", at->name);
    EXPECT_STR(got, str_terminate(test_arena(), want));
    EXPECT(before != after);
    forget(at->before, COUNT(at->before));
    forget(at->after, COUNT(at->after));
    store_close(&updated);
    store_close(&rebuilt);
}

static const Case cases[] = {
    {"a namespace in one of its own name",
     {{"a.h", "namespace log { class formatter {}; }\n"},
      {"b.h", "#include \"a.h\"\nnamespace log { namespace log { int x; } }\n"},
      {"c.h", "#include \"a.h\"\nnamespace log { class sink { log::formatter f; }; }\n"}},
     {{"b.h", "#include \"a.h\"\nnamespace log { int x; }\n"}},
     "-> a.h#2 formatter"},
    {"the first namespace of a file of C#",
     {{"A.cs", "namespace A { class P { public void Run() {} } }\n"},
      {"B.cs", "namespace B { class Q { } }\nnamespace A { class R { } }\n"},
      {"C.cs", "namespace A { class S { void Go(P p) { p.Run(); } } }\n"}},
     {{"A.cs", "namespace Z { class O {} }\nnamespace A { class P { public void Run() {} } }\n"}},
     "-> A.cs#3 Run"},
    {"a namespace of C# that a path names by its end",
     {{"A.cs", "namespace A.B { class P { public static void Run() {} } }\n"},
      {"B.cs", "namespace B { class P { public static void Run() {} } }\n"},
      {"C.cs", "namespace A.C { class S { void Go() { B.P.Run(); } } }\n"}},
     {{"A.cs", "namespace A.D { class P { public static void Run() {} } }\n"}},
     "-> B.cs#3 Run"},
    {"a function that is called in another case",
     {{"a.f90", "subroutine Area(x)\nend subroutine\n"},
      {"b.f90", "program main\n  CALL AREA(1.0)\nend program\n"}},
     {{"a.f90", "subroutine Volume(x)\nend subroutine\n"}},
     "-> a.f90#1 Area"},
    {"a module of Elixir that is imported as a whole",
     {{"a.ex", "defmodule A.B do\n  def whole(x), do: x\nend\n"},
      {"b.ex", "defmodule C do\n  import A.B\n  def go(x), do: whole(x)\nend\n"}},
     {{"a.ex", "defmodule A.D do\n  def whole(x), do: x\nend\n"}},
     "-> a.ex#2 whole 0 3"},
    {"a module of Python that its package hides",
     {{"p/__init__.py", "x = 1\n"},
      {"p/mod.py", "def run(): pass\n"},
      {"q.py", "from p import mod as m\n"},
      {"r.py", "from q import m\ndef go():\n    m.run()\n"}},
     {{"p/__init__.py", "x = 1\nclass mod:\n    pass\n"}},
     "-> p/mod.py#1 run"},
    {"settings by any name",
     {{"tsconfig.json", "{ \"extends\": \"./shared.json\" }\n"},
      {"shared.json", "{ \"compilerOptions\": { \"paths\": { \"lib\": [\"./a.ts\"] } } }\n"},
      {"a.ts", "export function run() {}\n"},
      {"b.ts", "export function run() {}\n"},
      {"c.ts", "import { run } from 'lib';\nrun();\n"}},
     {{"shared.json", "{ \"compilerOptions\": { \"paths\": { \"lib\": [\"./b.ts\"] } } }\n"}},
     "import b.ts"},
    {"where a module of Rust says that its file is",
     {{"lib.rs", "#[path = \"x.rs\"] pub mod a;\nmod b;\n"},
      {"x.rs", "pub fn run() {}\n"},
      {"y.rs", "pub fn run() {}\n"},
      {"b.rs", "use crate::a::run;\nfn go() { run(); }\n"}},
     {{"lib.rs", "#[path = \"y.rs\"] pub mod a;\nmod b;\n"}},
     "-> x.rs#1 run"},
    {"a file of Rust that a path of another makes a module",
     {{"lib.rs", "mod b;\npub mod x;\npub fn top() {}\n"},
      {"x.rs", "pub fn run() { super::top(); }\n"},
      {"b.rs", "pub fn top() {}\n"}},
     {{"lib.rs", "mod b;\npub fn top() {}\n"},
      {"b.rs", "#[path = \"x.rs\"]\nmod x;\npub fn top() {}\n"}},
     "-> lib.rs#3 top"},
    {"a name that a module of Rust has for itself, and others have from it",
     {{"lib.rs", "mod a;\nmod f;\n"},
      {"f.rs", "pub struct Float { x: u8 }\n"},
      {"a/mod.rs", "mod b;\nuse crate::f::Float;\n"},
      {"a/b.rs", "use super::Float;\nfn go(x: Float) {}\n"}},
     {{"a/mod.rs", "mod b;\n"}},
     "-> f.rs#1 Float"},
    {"a path of Rust through what a module imports",
     {{"lib.rs", "mod a;\nmod f;\nfn go() { crate::a::run(); }\n"},
      {"f.rs", "pub fn run() {}\n"},
      {"a.rs", "use crate::f::run;\n"}},
     {{"a.rs", "\n"}},
     "-> f.rs#1 run"},
    {"a script's import that another has from there",
     {{"a.ts", "export function run() {}\n"},
      {"b.ts", "import { run as walk } from './a';\nexport { walk };\n"},
      {"c.ts", "import * as all from './b';\nexport { all };\n"},
      {"d.ts", "import { all } from './c';\nfunction go() { all.walk(); }\n"}},
     {{"b.ts", "export const walk = 1;\n"}},
     "-> a.ts#1 run"},
    {"a name that hides another behind two files that pass all on",
     {{"a.ts", "export function run() {}\n"},
      {"b.ts", "export const other = 1;\n"},
      {"c.ts", "export * from './b';\nexport * from './a';\n"},
      {"d.ts", "export * from './c';\n"},
      {"e.ts", "import { run } from './d';\nfunction go() { run(); }\n"}},
     {{"b.ts", "export { run } from 'elsewhere';\n"}},
     "-> a.ts#1 run"},
    {"a module that becomes a script has what all scripts have",
     {{"a.ts", "declare function run(): void;\n"},
      {"b.ts", "export const other = 1;\n"},
      {"c.ts", "export * from './b';\n"},
      {"d.ts", "import { run } from './c';\nfunction go() { run(); }\n"}},
     {{"b.ts", "declare const other;\n"}},
     "-> a.ts#1 run"},
    {"what a value of Rust is dereferenced to",
     {{"lib.rs", "mod a;\nmod b;\nmod c;\n"},
      {"a.rs", "pub struct One {}\nimpl One { pub fn go(&self) {} }\n"},
      {"b.rs", "use crate::a::One;\npub struct Held {}\nimpl std::ops::Deref for Held {\n"
               "    type Target = One;\n}\n"},
      {"c.rs", "use crate::b::Held;\nfn run(h: Held) { h.go(); }\n"}},
     {{"b.rs", "use crate::a::One;\npub struct Held {}\nimpl std::ops::Deref for Held {\n"
               "    type Target = u8;\n}\n"}},
     "-> a.rs#3 go"},
    {"a trait that gives methods to types of others, in Rust",
     {{"lib.rs", "mod a;\nmod b;\nmod c;\n"},
      {"a.rs", "pub trait More { fn more(self); }\npub trait Less { fn less(self); }\n"},
      {"b.rs", "use crate::a::*;\nimpl More for Option<u8> { fn more(self) {} }\n"},
      {"c.rs", "use crate::a::*;\nfn run(o: Option<u8>) { o.more(); }\n"}},
     {{"b.rs", "use crate::a::*;\nimpl Less for Option<u8> { fn more(self) {} }\n"}},
     "-> a.rs#2 more"},
    {"what passes on a trait that gives methods, in Rust",
     {{"lib.rs", "mod a;\nmod b;\nmod c;\n"},
      {"a.rs", "pub trait More { fn more(self); }\n"
               "impl More for Option<u8> { fn more(self) {} }\n"},
      {"b.rs", "pub use crate::a::More;\n"},
      {"c.rs", "use crate::b::*;\nfn run(o: Option<u8>) { o.more(); }\n"}},
     {{"b.rs", "pub use crate::a::Else;\n"}},
     "-> a.rs#2 more"},
    {"the bound of an associated type of Rust",
     {{"lib.rs", "mod a;\nmod b;\n"},
      {"a.rs", "pub trait Row { fn name(&self); }\npub trait Other {}\n"
               "pub trait Head { type Row: Row; }\n"},
      {"b.rs", "use crate::a::Head;\nfn run<H: Head>(r: &H::Row) { r.name(); }\n"}},
     {{"a.rs", "pub trait Row { fn name(&self); }\npub trait Other {}\n"
               "pub trait Head { type Row: Other; }\n"}},
     "-> a.rs#2 name"},
    {"what a closure of Rust is called with",
     {{"lib.rs", "mod a;\nmod b;\n"},
      {"a.rs", "pub struct One {}\nimpl One { pub fn go(&self) {} }\n"
               "pub fn with<F: FnOnce(One)>(f: F) {}\n"},
      {"b.rs", "use crate::a::with;\nfn run() { with(|o| o.go()); }\n"}},
     {{"a.rs", "pub struct One {}\nimpl One { pub fn go(&self) {} }\n"
               "pub fn with<F: FnOnce(u8)>(f: F) {}\n"}},
     "-> a.rs#3 go"},
    {"what passes another on as a whole, in Rust",
     {{"lib.rs", "mod a;\nmod b;\nmod c;\n"},
      {"a.rs", "mod d;\npub use self::d::*;\n"},
      {"a/d.rs", "pub use crate::b::One;\n"},
      {"b.rs", "pub struct One {}\nimpl One { pub fn go(&self) {} }\n"},
      {"c.rs", "use crate::a::One;\nfn run(o: One) { o.go(); }\n"}},
     {{"a/d.rs", "pub use crate::b::Two;\n"}},
     "-> b.rs#3 go"},
    {"a part of a type that is another's now",
     {{"a.ts", "namespace ts { export interface Make { make(): void; } }\n"},
      {"b.ts", "namespace ts { export interface Make { late(): void; } }\n"},
      {"c.ts", "namespace ts { export const made: Make = null; }\n"},
      {"d.ts", "namespace ts { function go() { made.late(); } }\n"}},
     {{"b.ts", "namespace ts { export interface Mend { late(): void; } }\n"}},
     "-> b.ts#3 late"},
    {"a part that a namespace declares for all to see",
     {{"a.ts", "declare namespace ts { function run(): void; }\n"},
      {"b.ts", "namespace ts { function go() { run(); } }\n"}},
     {{"a.ts", "namespace ts { function run(): void; }\n"}},
     "-> a.ts#2 run"},
    {"the first file of a package of Go is of another one",
     {{"go.mod", "module m\n"},
      {"a.go", "package m\n"},
      {"b.go", "package m\n\ntype Options struct{}\n"},
      {"c_test.go", "package c\n\nimport m \"m\"\n\nfunc f(o *m.Options) {}\n"}},
     {{"a.go", "package c\n"}},
     "-> b.go#1 Options"},
    {"a package of Scala that hides another from who stands beside it",
     {{"C.scala", "package a.b\nclass C { def run() = 1 }\n"},
      {"U.scala", "package x\nobject U { def go(c: a.b.C) = c.run() }\n"}},
     {{"Z.scala", "package x.a\nclass Z\n"}},
     "-> C.scala#2 run"},
    {"a base that an import of Scala may bring once errors hide what that stands in",
     {{"F.scala", "package g\nclass Flower { def bloom() = 1 }\n"},
      {"B.scala", "package g\nclass Other {\n  import far._\n}\nclass Base extends Flower\n"},
      {"U.scala", "package g\nclass U extends Base { def go() = bloom() }\n"}},
     {{"B.scala", "package g\nclass Other {\n  import far._\n  def x = ) ]\n}\n"
                  "class Base extends Flower\n"}},
     "-> F.scala#2 bloom 0 3"},
    {"a base of a base that is of another repository now",
     {{"F.kt", "package g\nfun finish() {}\n"},
      {"B.kt", "package g\nopen class Base : Exception()\n"},
      {"U.kt", "package g\nclass U : Base() { fun go() { finish() } }\n"}},
     {{"B.kt", "package g\nopen class Base : Screen()\n"}},
     "-> F.kt#1 finish 0 3"},
    {"a second source that has what a package declares",
     {{"types/i.d.ts", "export declare class Tin { open(): void; }\n"
                       "export declare function make(): Tin;\n"},
      {"lib/a.js", "export class Tin { open() {} }\n"},
      {"use.ts", "import { make } from './types/i';\nexport function go() { make().open(); }\n"}},
     {{"lib/b.js", "export class Tin {}\n"}},
     "-> lib/a.js#2 open"},
    {"declarations that export something now",
     {{"types/i.d.ts", "import { x } from 'y';\ndeclare function run(): void;\n"},
      {"lib/a.js", "export function run() {}\n"},
      {"use.ts", "import { run } from './types/i';\nexport function go() { run(); }\n"}},
     {{"types/i.d.ts", "import { x } from 'y';\ndeclare function run(): void;\nexport {};\n"}},
     "-> lib/a.js#1 run"},
    {"a package that ends between declarations and sources",
     {{"types/i.d.ts", "export declare function run(): void;\n"},
      {"lib/a.js", "export function run() {}\n"},
      {"use.ts", "import { run } from './types/i';\nexport function go() { run(); }\n"}},
     {{"lib/package.json", "{}\n"}},
     "-> lib/a.js#1 run"},
    {"a second source that a stub elsewhere may be of",
     {{"stubs/m.pyi", "class B: ...\nclass C(B): ...\n"}, {"src/m.py", "class B: pass\n"}},
     {{"m.py", "x = 1\n"}},
     "-> src/m.py#1 B"},
    {"text that C includes now",
     {{"a.c", "static int f(void) { return 1; }\nint g(void) {\n}\n"},
      {"ops.txt", "return f();\n"}},
     {{"a.c", "static int f(void) { return 1; }\nint g(void) {\n#include \"ops.txt\"\n}\n"}},
     "-> a.c#1 f"},
    {"text that C includes no more",
     {{"a.c", "static int f(void) { return 1; }\nint g(void) {\n#include \"ops.txt\"\n}\n"},
      {"ops.txt", "return f();\n"}},
     {{"a.c", "static int f(void) { return 1; }\nint g(void) {\n}\n"}},
     "-> a.c#1 f"},
    {"text that C includes, which comes later",
     {{"a.c", "static int f(void) { return 1; }\nint g(void) {\n#include \"ops.txt\"\n}\n"}},
     {{"ops.txt", "return f();\n"}},
     "-> a.c#1 f"},
    {"an includer that goes",
     {{"a.c", "#include \"ops.txt\"\n"},
      {"b.c", "int f(void) { return 1; }\n"},
      {"ops.txt", "static int g(void) { return f(); }\n"}},
     {{"a.c", NULL}},
     "-> b.c#1 f"},
    {"a part of a part that C includes no more",
     {{"a.c", "static int f(void) { return 1; }\n#include \"a.inc\"\n"},
      {"a.inc", "int h(void);\n#include \"b.inc\"\n"},
      {"b.inc", "int g(void) { return f(); }\n"}},
     {{"a.c", "static int f(void) { return 1; }\n"}},
     "-> a.c#1 f"},
    {"what a part of a file sees through another include of that file",
     {{"a.c", "#include \"a.inc\"\n"},
      {"u.h", "static int f(void) { return 1; }\n"},
      {"a.inc", "int g(void) { return f(); }\n"}},
     {{"a.c", "#include \"u.h\"\n#include \"a.inc\"\n"}},
     "-> u.h#1 f"},
    {"the namespace that an include is in",
     {{"a.cpp", "namespace n { void f(); }\n#include \"a.list\"\n"}, {"a.list", "{ f },\n"}},
     {{"a.cpp", "namespace n { void f();\n#include \"a.list\"\n}\n"}},
     "-> a.cpp#2 f"},
    {"an includer in another language",
     {{"a.c", "#include \"a.list\"\n"}, {"a.list", "namespace n { int f(int x) { return x; } }\n"}},
     {{"b.cpp", "#include \"a.list\"\n"}},
     " n::f "},
};

TEST(a_change_reaches_what_it_changes)
{
    for (size_t i = 0; i < COUNT(cases); i++)
        run_case(&cases[i]);
}
