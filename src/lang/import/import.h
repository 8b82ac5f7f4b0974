/* The names that imports make visible, from the text of one import: pure functions, one for each
   family of languages, named by `.bindings` in lang.def. docs/add-a-language.md says what text they
   get; a Binding's fields are in outline.h. What they do not understand gives no names. */
#pragma once

#include "lang/registry.h"

/* `import a.b as c` comes as `a.b as c`, one name at a time; `from a import b as c` whole. */
void import_python(Arena *arena, Str text, BindingVec *bindings);
/* `importlib.import_module("a.b")`: `import(a.b)`, which is how expressions call the module. Empty
   when it is none. */
Str import_python_module(Arena *arena, Str text);
/* `import …`, `export … from …`; `{a: b} = require(…)`, `x = await import(…)`. */
void import_javascript(Arena *arena, Str text, BindingVec *bindings);
/* `import("./x")` and `require('./x')` at the front of *rest, taken: `import(./x)`, which is how
   expressions and one of the import's bindings call the module. Empty when it is none. */
Str import_javascript_module(Arena *arena, Str *rest);
/* `name "a/b"`, one name at a time. */
void import_go(Arena *arena, Str text, BindingVec *bindings);
/* `use a::{b as c, d::*};` */
void import_rust(Arena *arena, Str text, BindingVec *bindings);
/* The file that `#[path = "a.rs"]` names in the attributes of a `mod`: `a.rs`. Those that
   `#[cfg_attr(unix, path = "a.rs")]` names, each behind a bar: `|a.rs|b.rs`. */
Str import_rust_path(Arena *arena, Str attributes);
/* Java, Kotlin, C#: `import a.b.C;`, `import a.b.C as D`, `using D = a.b.C;`. */
void import_java(Arena *arena, Str text, BindingVec *bindings);
/* `import a.{B, C => D, _}, e.F`: names are whole paths, `a.B`, `a.*`. */
void import_scala(Arena *arena, Str text, BindingVec *bindings);
/* `use A\B as C;`, `use function A\b;`, `use A\{B, C as D};` */
void import_php(Arena *arena, Str text, BindingVec *bindings);
/* `import qualified A.B as C`, `import A.B (a, b)`. */
void import_haskell(Arena *arena, Str text, BindingVec *bindings);
/* `alias A.B, as: C`, `alias A.{B, C}`, `import A.B, only: [f: 1]`; as a whole: `import A`, `use
 * A`. */
void import_elixir(Arena *arena, Str text, BindingVec *bindings);
/* `local x = require("a")`, `local f = require("a").f`, `return require("a")`. */
void import_lua(Arena *arena, Str text, BindingVec *bindings);
/* Everything in the module: Swift, C#. */
void import_all(Arena *arena, Str text, BindingVec *bindings);

/* ---- what they share: a text taken token by token ---- */

/* The next word (with `$`), quoted text (quotes included), `::`, or other byte; comments and white
   space are skipped. False at the end. */
bool import_token(Str *rest, Str *token);
/* Takes the next token if it is this one. */
bool import_take(Str *rest, Str token);
void import_add(Arena *arena, BindingVec *bindings, Str name, Str alias, uint32_t flags);
