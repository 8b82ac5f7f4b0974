/* Maps are the same with gaps and of trees that are trimmed (lang/walk/rule_trim.h) as without, and
   bodies are what the gaps are in. */
#include "test.h"

#include "base/buf.h"
#include "base/poison.h"
#include "lang/parse.h"
#include "lang/registry.h"
#include "lang/walk/rule_trim.h"
#include "outline_valid.h"
#include "sample.h"

/* Bytes put into each text, evenly spread. */
#define FLIPS 60

static void expect_same(const Language *language, Str text)
{
    const char *wrong = condensing_wrong(language, text, 0);
    EXPECT_STR(str_from(wrong ? wrong : ""), "");
    if (wrong)
        fprintf(stderr, "%s: %.*s\n", language->id, STR_ARG(text));
}

/* What the parser is given of a text. */
static Str elided(const char *language, const char *text)
{
    Str source = str_from(text);
    ElidedSpans gaps =
        elide_find(test_arena(), test_scratch(), lang_find(str_from(language)), source);
    Str out = {0};
    uint32_t at = 0;
    for (size_t i = 0; i < gaps.len; i++) {
        out = str_format(test_arena(), "%.*s%.*s~", STR_ARG(out),
                         STR_ARG(str_slice(source, at, gaps.ptr[i].start)));
        at = gaps.ptr[i].end;
    }
    return str_format(test_arena(), "%.*s%.*s", STR_ARG(out), STR_ARG(str_from_offset(source, at)));
}

/* Longer than GAP_BYTES_MIN, and what makes brackets hard to follow. */
#define LONG "a = b + c; /* } */ call(\"}\"); e = 1;"
#define LONG_TEXT "0123456789012345678901234567890123456789012345678901234567890123456789"
/* Of values, long enough to be one. */
#define TABLE \
    "1, -2.5e-3, \"a, [}\", [true, null], [], [\"a\\\"b\", [3,\n]], 0x1f, 111111111, 222222222"

/* A table, and what is long enough for one and may be a name. */
#define VALUES "1, -2.5, 0xff, \"]\", 1e-5,\n 1234567890, 1234567890, 1234567890, 1234567890"
#define NAME "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""

static const struct {
    const char *language, *text, *parsed;
} cases[] = {
    {"javascript", "var a = [" VALUES "], b = [[" VALUES "], [1, 2]];", "var a = [~], b = [~];"},
    {"javascript", "a = require(" NAME "); b[" NAME "] = 1;",
     "a = require(" NAME "); b[" NAME "] = 1;"},
    {"typescript", "enum A {" NAME ", " NAME "}", "enum A {" NAME ", " NAME "}"},
    {"php", "<?php define(" NAME ", 1);", "<?php define(" NAME ", 1);"},
    {"go", "var a = []int{" VALUES "}\n", "var a = []int{~}\n"},
    {"java", "class A { int[] a = {" VALUES "}; }", "class A { int[] a = {~}; }"},
    {"python", "def f():\n    g = lambda x: 1\n", "def f():\n    g = lambda x: 1\n"},
    {"python", "def f():\n    call(a, key=lambda x: 1)\n    return 1\n", "def f():\n    c~1\n"},
    {"java", "class A { void m() { F f = x -> 1; " LONG " } void n() { g(x -> 1); " LONG " } }",
     "class A { void m() { F f = x -> 1; " LONG " } void n() {~} }"},
    {"c_sharp",
     "class A { void M() { F f = async () => 1; " LONG " } void N() { G(x => 1); " LONG " } }",
     "class A { void M() { F f = async () => 1; " LONG " } void N() {~} }"},
    {"rust", "static A: [u8; 3] = [" VALUES "];", "static A: [u8; 3] = [~];"},
    {"go", "func f() {" LONG "}\n", "func f() {~}\n"},
    {"go", "func f() {" LONG "g := func() {" LONG "}}\n", "func f() {" LONG "g := func() {~}}\n"},
    {"go", "func f() {" LONG "g(func() {" LONG "})}\n", "func f() {~}\n"},
    {"go", "func f() {" LONG "var g func() = func() {" LONG "}}\n",
     "func f() {" LONG "var g func() = func() {" LONG "}}\n"},
    {"go", "func f() struct{ a int } {" LONG "}\n", "func f() struct{ a int } {~}\n"},
    {"go", "type T struct {\n\tf func(int)\n\tg int // " LONG "\n}\n",
     "type T struct {\n\tf func(int)\n\tg int // a~1;\n}\n"},
    {"go", "var a = []int{ 1, 2 }\nvar b = []A{\n" TABLE ",\n}\n",
     "var a = []int{ 1, 2 }\nvar b = []A{\n~,\n}\n"},
    {"go", "var a = []int{" TABLE " // c\n}\n", "var a = []int{~, 222222222 // c\n}\n"},
    {"go", "var a = \"" LONG_TEXT "\\x00\"\nvar b = \"" LONG_TEXT "\"\n",
     "var a = \"~\"\nvar b = \"" LONG_TEXT "\"\n"},
    {"javascript", "a = [" TABLE "]; f(" TABLE ", 4 + 5)", "a = [~]; f(~, 4 + 5)"},
    {"javascript", "a = [" TABLE " + 1]; b = [" TABLE ", () => {" LONG "}]",
     "a = [~, 222222222 + 1]; b = [~, () => {~}]"},
    {"java", "class A { int f() throws X {" LONG "} }", "class A { int f() throws X {~} }"},
    {"java", "class A { int f() {" LONG "new B() { int g() {" LONG "} }; } }",
     "class A { int f() {" LONG "new B() { int g() {~} }; } }"},
    {"java", "enum A { B(1) { int f() {" LONG "} }; A(int x) {" LONG "} }",
     "enum A { B(1) { int f() {~} }; A(int x) {~} }"},
    {"java", "class A { B b = new B(1) { int c = 1234567890, d = 1234567890; }; }",
     "class A { B b = new B(1) { int c = 1234567890, d = 1234567890; }; }"},
    {"c_sharp", "class A { int F() {" LONG "var x = @\"\"\"}\"; int G(int x) => x; } }",
     "class A { int F() {" LONG "var x = @\"\"\"}\"; int G(int x) => x; } }"},
    {"c_sharp", "class A { int F() {" LONG "await G(1); H(2); return I(3); } }",
     "class A { int F() {~} }"},
    {"c_sharp", "class A { int F() {" LONG "int G(int a); } }",
     "class A { int F() {" LONG "int G(int a); } }"},
    {"javascript", "// a\rfunction f() {" LONG "}\n", "// a\rfunction f() {" LONG "}\n"},
    {"javascript", "function f() {" LONG "x = `}${ `}` + {a} }`; /}/.test(y) }",
     "function f() {~}"},
    {"javascript", "function f() {" LONG "const g = (a) => {" LONG "} }",
     "function f() {" LONG "const g = (a) => {~} }"},
    {"javascript", "x = { f() {" LONG "}, get g() {" LONG "}, catch(e) {" LONG "} }",
     "x = { f() {~}, get g() {~}, catch(e) {~} }"},
    {"javascript", "function f() { if (a) {" LONG "} else { b(x => {" LONG "}) } }",
     "function f() {~}"},
    {"javascript", "const A = () => { return <b c='}' d={e => {" LONG "}}>don't }</b> }",
     "const A = () => { return <b c='}' d={e => {" LONG "}}>don't }</b> }"},
    {"javascript", "const A = () => { return <b c='}' d={e => {" LONG "}}>don't</b> }",
     "const A = () => {~}"},
    {"javascript", "function f() {" LONG "a = x++ / 2 }", "function f() {" LONG "a = x++ / 2 }"},
    {"typescript",
     "class A { f(a: { b: string }): { c: string } { return 1 } g(): B<C> {" LONG "} }",
     "class A { f(a: { b: string }): { c: string } { return 1 } g(): B<C> {~} }"},
    {"typescript", "function f() { const g = (a: T): U | undefined => {" LONG "} }",
     "function f() { const g = (a: T): U | undefined => {~} }"},
    {"rust", "fn f<'a>(x: &'a str) -> impl I where T: A, {" LONG "r#\"}\"#; '}'; /* /* */ } */ }",
     "fn f<'a>(x: &'a str) -> impl I where T: A, {~}"},
    {"rust", "fn f() { let g = |x| {" LONG "}; }", "fn f() { let g = |x| {" LONG "}; }"},
    {"rust", "struct A<F: Fn()> { a: fn(u32) -> u32, bbbbbbbbbbbbbbb: u32 }",
     "struct A<F: Fn()> { a: fn(u32) -> u32, bbbbbbbbbbbbbbb: u32 }"},
    {"php", "}<?php function f(): int {" LONG "\"{$a['}']}\"; ?> } <?php }",
     "}<?php function f(): int {~}"},
    {"php", "<?php use function A\\{bbbbbbbbbbbbbbb, ccccccccccccccccccc};",
     "<?php use function A\\{bbbbbbbbbbbbbbb, ccccccccccccccccccc};"},
    {"python",
     "def f(a):\n    \"\"\"doc\"\"\"\n    if a:\n        bbbbbbbbbbb()\n    return {\n1}\n",
     "def f(a):\n    \"\"\"doc\"\"\"\n    i~~}\n"},
    {"python",
     "def f(a):\n    while a:\n        bbbbbbbbbbb()\n        return ccccccccccccccc\nx = 1\n",
     "def f(a):\n    w~c\nx = 1\n"},
    {"python", "def f(a):\n  aaaaaaaaa = bbbbbbbbbbbbbbbb\n  import c\n  dddddd = eeeeee()\n",
     "def f(a):\n  a~b\n  import c\n  d~)\n"},
    {"python",
     "def f(a):\n  if aaaaaaaaaaaa:\n    b\n    # of b\n  def c():\n    return d[12345678901]\n",
     "def f(a):\n  if aaaaaaaaaaaa:\n    b\n    # of b\n  def c():\n    r~~]\n"},
    {"python", "def f(a) -> b:c:\n    \"\"\"d\"\"\"\n    return eeeeeeeeeeeeeeeeeeee\n",
     "def f(a) -> b:c:\n    \"\"\"d\"\"\"\n    return eeeeeeeeeeeeeeeeeeee\n"},
    {"kotlin", "fun <A, B> Map<A, B>.f(a: A, b: B) {" LONG "}\n",
     "fun <A, B> Map<A, B>.f(a: A, b: B) {~}\n"},
    {"kotlin", "fun f() {\n  val g = fun(a: A): A {" LONG "}\n}\n",
     "fun f() {\n  val g = fun(a: A): A {~}\n}\n"},
    {"kotlin",
     "class A constructor(val a: Int) {\n  val bbbbbbbbbbbbb = 1\n  fun c(): Int {" LONG "}\n}",
     "class A constructor(val a: Int) {\n  val bbbbbbbbbbbbb = 1\n  fun c(): Int {~}\n}"},
    {"elixir", "def f(a) do\n  b = fn c -> c end\n  ddddddddd(b)\nend\n",
     "def f(a) do\n  b = fn c -> c end\n  ddddddddd(b)\nend\n"},
    {"elixir",
     "def f(a) do\n  b = # \n\n    fn c -> c end\n  if d do\n    eeeeeeeeeeeee\n  end\nend\n",
     "def f(a) do\n  b = # \n\n    fn c -> c end\n  if d do~  end\nend\n"},
    {"elixir", "def f(a) do\n  ddddddddd(fn c -> c end)\nend\n", "def f(a) do~end\n"},
    {"ruby", "class A\n  def f(a)\n    @bbbbbbbb = cccccccc(d)\n  rescue\n    e\n  end\nend\n",
     "class A\n  def f(a)\n    @b~  end\nend\n"},
    {"ruby", "def f a, # b\n      c\n  dddddddddddddddddddddddddddddd\nend\n",
     "def f a, # b\n      c\n  dddddddddddddddddddddddddddddd\nend\n"},
    {"ruby", "def f\n  $. = aaaaaaaaaaaaaaaaaaaaaaaaaaaa\nend\n",
     "def f\n  $. = aaaaaaaaaaaaaaaaaaaaaaaaaaaa\nend\n"},
    {"ruby", "def f\n  aaaaaaaaaaaaaaaaaa = proc { 1 }\nend\n",
     "def f\n  aaaaaaaaaaaaaaaaaa = proc { 1 }\nend\n"},
    {"ruby", "def f\n  aaaaaaaaaaaaaaaaaa =\n    ::Proc.new { 1 }\nend\n",
     "def f\n  aaaaaaaaaaaaaaaaaa =\n    ::Proc.new { 1 }\nend\n"},
    {"ruby", "def f\n  aaaaaaaaaaaaaaaaaa = # b\n    proc { 1 }\nend\n",
     "def f\n  aaaaaaaaaaaaaaaaaa = # b\n    proc { 1 }\nend\n"},
    {"ruby", "def f\n  aaaaaaaaaaa = lambdas(proc { 1 })\nend\n", "def f\n  a~end\n"},
    {"ruby", "def f\n  aaaaaaaaaa(<<~B)\n  end\n  B\n  end\n",
     "def f\n  aaaaaaaaaa(<<~B)\n  end\n  B\n  end\n"},
    {"lua", "function A.b(c)\n  -- d\n  if e then f('end', [==[ end ]] ]==]) end -- end\nend\n",
     "function A.b(c)\n  -- d\n  ~end\n"},
    {"lua", "A.b = function() repeat local c = 1 until d(function() end) end\n",
     "A.b = function() ~end\n"},
    {"lua", "local A = {b = function() return function(c) ddddddddddd() end end}\n",
     "local A = {b = function() ~end}\n"},
    {"lua", "function a() local b = function() cccccccccccccc() end end\n",
     "function a() local b = function() ~end end\n"},
    {"lua", "function a() local b = c or function() cccccccccccccc() end end\n",
     "function a() local b = c or function() ~end end\n"},
    {"lua", "function a() return {b = function() cccccccccccccc() end} end\n",
     "function a() return {b = function() ~end} end\n"},
    {"lua", "a(function() local b = require 'c'; dddddddd() end)\n",
     "a(function() local b = require 'c'; dddddddd() end)\n"},
    {"lua", "-- aaaaaaaaaaaa\n  -- b\n--[[ c\nddddddddddd ]] e = 1\n", "--~\n--[[~]] e = 1\n"},
    {"lua", "-- aaaaaaaaaaaa\n--\n--[[ b ]] c = 1\n", "-- aaaaaaaaaaaa\n--\n--[[ b ]] c = 1\n"},
    {"lua", "function a() bbbbbbbbbbbbbbbb() end end\n",
     "function a() bbbbbbbbbbbbbbbb() end end\n"},
    {"lua", "function a() b = 'c\nddddddddddd' end\n", "function a() b = 'c\nddddddddddd' end\n"},
    {"scala", "class A {\n  def f(a: B = {c}): D = {" LONG "}\n  def g() {" LONG "}\n}\n",
     "class A {\n  def f(a: B = {c}): D = ~}\n  def g() ~}\n}\n"},
    {"scala", "trait A {\n  def * = aaaaaaaaaaaaa[B] // b\n  val c = dddddddd(e =>\n 1)\n}\n",
     "trait A {\n  def * = ~~~] // b\n  val c = ~)\n}\n"},
    {"scala",
     "object A {\n  def f =\n    if (a)\n      bbbbbbbbbbbbbb\n    else c\n  def g = 1\n}\n",
     "object A {\n  def f =\n    ~c\n  def g = 1\n}\n"},
    {"scala",
     "object A {\n  def f = \"aaaaaaaaaaaa\" +\n    bbbbbb\n  val g = (a: B) => ccccccccc(d)\n}",
     "object A {\n  def f = \"aaaaaaaaaaaa\" +\n    bbbbbb\n  val g = (a: B) => ccccccccc(d)\n}"},
    {"scala", "class A {\n  def f = {\n    val b = (c: D) => d\n    val e = " LONG "\n  }\n}\n",
     "class A {\n  def f = {\n    val b = (c: D) => d\n    val e = " LONG "\n  }\n}\n"},
    {"scala",
     "class A {\n  def f = aaaaaaaaaaaaaa + s\"${b(\"}\")}\"\n  def g = {\n" LONG
     "\n def h = 1\n}\n}\n",
     "class A {\n  def f = ~s\"${b(\"}\")}\"\n  def g = {\n" LONG "\n def h = 1\n}\n}\n"},
    {"scala",
     "class A(b: C, dd: EEE)(implicit f: Ggggggg) extends H[Iiii, Jjjjjj](k, llllllllll) {\n"
     "  def m[N <: Ooooooo, P](q: R, sss: T): Uuuuuuuuuu[V] = {w}\n  val x: Yyyyyyyyyyyy\n}\n",
     "class A(b: C, dd: EEE)(implicit f: Ggggggg) extends H[~](k, llllllllll) {\n"
     "  def m[~](~):~~~] = {w}\n  val x:~y\n}\n"},
    {"scala",
     "class A {\n  def f = {\n    def g\n    a { (b, c) => val d = 1; " LONG
     "}\n    e { h =>\n def i\n}\n"
     "  }\n  j { k => val l = 1; " LONG "}\n}\n",
     "class A {\n  def f = {\n    def g\n    a ~}\n    e { h =>\n def i\n}\n"
     "  }\n  j { k => val l = 1; " LONG "}\n}\n"},
    {"scala",
     "class A {\n  def f = {\n    def g\n    a { (b: " LONG_TEXT LONG_TEXT LONG_TEXT LONG_TEXT
     ") => c }\n  }\n}\n",
     "class A {\n  def f = {\n    def g\n    a { (b: " LONG_TEXT LONG_TEXT LONG_TEXT LONG_TEXT
     ") => c }\n  }\n}\n"},
    {"scala", "trait A {\n  def f(a: B)\n  /** */\n  def g[C](d: C)(e: F)\n}\n",
     "trait A {\n  def f~~\n  /** */\n  def g[C]~~\n}\n"},
    {"scala", "class A(b: C = new D { def e = 1 }, f: Ggggggg) extends (Hhhhhhhh => I)\n",
     "class A(b: C = new D { def e = 1 }, f: Ggggggg) extends (Hhhhhhhh => I)\n"},
    {"swift",
     "class A { class func f() -> B? {" LONG "}\n init?(a: Int) {" LONG "} deinit {" LONG "} }",
     "class A { class func f() -> B? {~}\n init?(a: Int) {~} deinit {~} }"},
    {"swift", "func f() {" LONG "let b = {" LONG "} }", "func f() {" LONG "let b = {~} }"},
    {"swift", "func f() {" LONG "let b = \"\\(c(\"}\"))}\" + #\"\"}\"# }\n", "func f() {~}\n"},
    {"swift", "struct A { var b: Int {" LONG "}\n var c: Int { get {" LONG "} set {" LONG "} }\n}",
     "struct A { var b: Int {~}\n var c: Int { get {~} set {~} }\n}"},
    {"swift", "struct A { var b = c { didSet {" LONG "} }\n var d = e { ffffffffffff(g) }\n}",
     "struct A { var b = c { didSet {~} }\n var d = e { ffffffffffff(g) }\n}"},
    {"swift", "protocol A { func f()\n var b: Int { get }\n}\nfunc c() {" LONG "a = /}/ }",
     "protocol A { func f()\n var b: Int { get }\n}\nfunc c() {" LONG "a = /}/ }"},
    {"swift", "func f()\n  -> Int {" LONG "}\nfunc g() { struct H { func i() {" LONG "} } }",
     "func f()\n  -> Int {~}\nfunc g() { struct H { func i() {~} } }"},
    {"swift",
     "class A {\n subscript(i: Int) -> B { get {" LONG "} }\n enum C { case ddddddddddddddd }\n}",
     "class A {\n subscript(i: Int) -> B { get {~} }\n enum C { case ddddddddddddddd }\n}"},
    {"swift", "func f() -> A { (bbbbbbbbbbb, cccccccc) }\nenum D { case eeeeeeeeeeeeeee }\n",
     "func f() -> A { (bbbbbbbbbbb, cccccccc) }\nenum D { case eeeeeeeeeeeeeee }\n"},
    {"elisp", "(defun a (b) \"ccccccccccccccc\"\n  (d ?\\( ?\") (e ;)\n  ) (f \"\\\")\"))\n",
     "(defun a (b) \"~\"\n  ~)\n"},
    {"elisp", "(defun a () (bbbbbbbbbbbbbbbb) (c (defvar d)) (eeeeeeeeeeeeeeeee))\n",
     "(defun a () (~) (c (defvar d)) ~)\n"},
    {"elisp", "(cl-defstruct (a (:constructor bbbbbbb)) (cccccccccccccc d) e)\n",
     "(cl-defstruct (a (~)) (cccccccccccccc d) e)\n"},
    {"elisp", "(a ?\\C-\\M-( ?\\N{a) b} ?\\^\\[ #s(hash-table (ccccccccccccccc)))\n", "(~)\n"},
    {"elisp", "(a #1=(bbbbbbbbbbbbbbbbbbbb))\n", "(a #1=(bbbbbbbbbbbbbbbbbbbb))\n"},
    {"elisp", ";; aaaaaaaaaaaaaa\n ;; b\n(defvar c ; dddddddddddddddd\n  ;; e\n  1 \"f\")\n",
     ";~\n(defvar c ;~\n  ;; e\n  1 \"f\")\n"},
    {"r", "a <- function(b) {\n  r\"-(})\"}-)-\"; '}' # }\n  b %}% c(function(d) {}) }\n",
     "a <- function(b) {~}\n"},
    {"r", "a <- function() { bbbbbbbbbbbbbb; c <- function() { dddddddddddddddd } }\n",
     "a <- function() { bbbbbbbbbbbbbb; c <- function() {~} }\n"},
    {"r", "a = \\(b) { c = \\(d) { eeeeeeeeeeeeeeee } }\n", "a = \\(b) { c = \\(d) {~} }\n"},
    {"r", "a({ bbbbbbbbbbbbbbbbbb; library(c) })\n", "a({ bbbbbbbbbbbbbbbbbb; library(c) })\n"},
    {"r", "a <- list(bbbbbbbb = 1, c = function() { dddddddddddddddd })\n",
     "a <- list(bbbbbbbb = 1, c = function() {~})\n"},
    {"r", "# aaaaaaaaaaa\n#' b\na <- c(123456, 7890123)\n", "#~\n#' b\na <- c(~)\n"},
    {"haskell", "t,b::a", "t,b::a"},
    {"haskell",
     "module A (bbbbbbbbbb, C (..)) where\nimport D (eeeeeeeeee, f)\n"
     "g, h :: Iiiiiiiiiii a => a -- j\n  -> [b]\ng = k\nl :: Mmmmmmmmmmmmm = n\n",
     "module A (~) where\nimport D (~)\n"
     "g, h :: ~]\ng = k\nl :: Mmmmmmmmmmmmm = n\n"},
    {"haskell",
     "f a = g \"=\" $ do\n  b <- c 'd'\n  let e = a\n      h = e\n  return [b,h]\n\nx=1\n",
     "f a = ~]\n\nx=1\n"},
    {"haskell", "f a\n  | b a = cccccccccccc -- d\n  | otherwise = e\n  where\n  b c = d\n",
     "f a\n  | ~~~e\n  where\n  b c = d\n"},
    {"haskell", "f a = aaaaaaaaaaaa $ let b c = c in b a\ng a = bbbbbbbbbbbb\n  (c where)\n",
     "f a = aaaaaaaaaaaa $ let b c = c in b a\ng a = bbbbbbbbbbbb\n  (c where)\n"},
    {"haskell",
     "instance A B where\n  c d = E { e = ffffffff d }\n  (<>) = gggggggggggggg\nh = 1\n",
     "instance A B where\n  c d = ~~}\n  (<>) = ~g\nh = 1\n"},
    {"haskell",
     "instance A B where\n  c d = e\n    where e f = gggggggggggggg\n"
     "          h | f = iiiiiiiiiiiii\n            where\n              j k = llllllllllllll\n"
     "  m = nnnnnnnnnnnnnn\n\no p = qqqqqqqqqqqqqqq\n",
     "instance A B where\n  c d = e\n    where e f = ~g\n"
     "          h | ~~~i\n            where\n              j k = ~l\n"
     "  m = ~n\n\no p = ~q\n"},
    {"haskell", "f :: A -> B\nf a = [x|bbbbbbbbbbbbbbbbbbbbb = c|]\n",
     "f :: A -> B\nf a = [x|bbbbbbbbbbbbbbbbbbbbb = c|]\n"},
};

TEST(elide_bodies)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        EXPECT_STR(elided(cases[i].language, cases[i].text), cases[i].parsed);
        expect_same(lang_find(str_from(cases[i].language)), str_from(cases[i].text));
    }
}

/* Rules of every language say what they reach, so that no tree need stay whole. */
TEST(trim_plans)
{
    for (size_t i = 0; i < lang_count(); i++) {
        const Language *language = lang_at(i);
        Trimming trimming;
        if (!language->grammar || language->scan)
            continue;
        bool clear = trimming_open(&trimming, test_arena(), language, STR(""));
        EXPECT(clear);
        if (!clear)
            fprintf(stderr, "%s\n", language->id);
    }
}

static void find_errors(void *context, TSTree *tree)
{
    *(bool *)context = ts_node_has_error(ts_tree_root_node(tree));
}

/* What repeats itself takes 12 bytes of a parse for each byte of the text at most: lists of
   numbers, comments, strings, statements, sums, what the parser skips. */
TEST(trim_repetitions)
{
    static const struct {
        const char *language, *open, *item, *close;
        bool errors;
    } texts[] = {
        {"ruby", "A = [", "1234, ", "]\n", false},
        {"javascript", "var a = [", "1234, ", "];\n", false},
        {"python", "a = [", "1234, ", "]\n", false},
        {"go", "package a\n\nvar a = []int{", "1234, ", "}\n", false},
        {"lua", "a = {", "1234, ", "}\n", false},
        {"elixir", "a = [", "1234, ", "7]\n", false},
        {"commonlisp", "(defun f () '(", "abcd ", "))\n", false},
        {"perl", "$a = <<\"E\";\n", "some more text and a $name, ", "\nE\n", false},
        {"typescript", "var a = 'b'", " + 'bcd'", ";\n", false},
        {"typescript", "", "// a comment\n", "", false},
        {"javascript", "", "} ) = 12; ", "", true},
        {"scala", "import a.{ bcd => C, def \xE2\x87\x92 E }\n\n/** //", "\n * word",
         " */\ntrait A\n", true},
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        const Language *language = lang_find(str_from(texts[i].language));
        Arena memory = test_scratch();
        Buf text = buf_open(test_arena(), 0);
        Trimming trimming;
        bool errors = false;
        buf_put(&text, str_from(texts[i].open));
        buf_put_repeat(&text, str_from(texts[i].item), 20000);
        buf_put(&text, str_from(texts[i].close));
        memory.end = memory.ptr + 12 * text.len;
        REQUIRE(trimming_open(&trimming, test_arena(), language, buf_str(&text)));
        ParseSource source = {.text = buf_str(&text), .trim = &trimming.plan};
        ParseStatus status = parse_visit(memory, language->grammar(), &source, &(OutlineOptions){0},
                                         find_errors, &errors);
        EXPECT(status == PARSE_OK && errors == texts[i].errors);
        if (status != PARSE_OK || errors != texts[i].errors)
            fprintf(stderr, "%s: %s (%d)\n", texts[i].language, texts[i].item, status);
    }
}

/* Nor do lists of which each few bytes are declared, and shown, take what a map may. */
TEST(trim_dense)
{
    static const struct {
        const char *language, *open, *item, *close;
        size_t times;
    } texts[] = {
        {"typescript", "", "export const exp1 = \"test1\";\n", "", 13},
        {"javascript", "", "var r1a1 = a * b;\n", "", 14},
        {"java", "enum A {", "ABCDEFG, ", "}\n", 13},
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        const Language *language = lang_find(str_from(texts[i].language));
        Arena memory = test_scratch();
        Buf text = buf_open(test_arena(), 0);
        Trimming trimming;
        bool errors = true;
        buf_put(&text, str_from(texts[i].open));
        buf_put_repeat(&text, str_from(texts[i].item), 5000);
        buf_put(&text, str_from(texts[i].close));
        memory.end = memory.ptr + texts[i].times * text.len * (POISON_GAP ? 2 : 1);
        REQUIRE(trimming_open(&trimming, test_arena(), language, buf_str(&text)));
        ParseSource source = {.text = buf_str(&text), .trim = &trimming.plan};
        ParseStatus status = parse_visit(memory, language->grammar(), &source, &(OutlineOptions){0},
                                         find_errors, &errors);
        EXPECT(status == PARSE_OK && !errors);
        if (status != PARSE_OK)
            fprintf(stderr, "%s: %s (%d)\n", texts[i].language, texts[i].item, status);
    }
}

/* A small text whose whole tree takes more than it may is mapped from a trimmed one. */
TEST(trim_small)
{
    const Language *language = lang_find(STR("javascript"));
    Buf text = buf_open(test_arena(), 0);
    bool errors = true;
    buf_put(&text, STR("function f() {}\nvar a = 1"));
    buf_put_repeat(&text, STR("+1"), 1900);
    buf_put(&text, STR(";\nfunction g() {}\n"));
    ParseSource source = {.text = buf_str(&text)};
    source.memory_max = SMALL_PARSE_MEMORY + source.text.len * SMALL_PARSE_PER_BYTE;
    REQUIRE(source.text.len < SMALL_PARSE_BYTES);
    ParseStatus status = parse_visit(test_scratch(), language->grammar(), &source,
                                     &(OutlineOptions){0}, find_errors, &errors);
    EXPECT(status == PARSE_OUT_OF_MEMORY);
    Outline outline;
    lang_outline(test_arena(), test_scratch(), language, source.text, &(OutlineOptions){0},
                 &outline);
    EXPECT(!outline.degraded && outline.engine == ENGINE_GRAMMAR && outline.symbols.len == 3);
    expect_same(language, source.text);
}

/* What the parser skipped it may skip in another way, whose costs it counts from what there is. */
TEST(trim_skipped)
{
    expect_same(lang_find(STR("python")),
                STR("match v:\n case h]:$\"{ = path inget x() {               process(path, "
                    "on_error)ps(mgs):\n        yield from s\nn(:\no=p"));
}

/* A tree that would take more than a map may is not made. */
TEST(map_memory)
{
    const Language *language = lang_find(STR("r"));
    Buf text = buf_open(test_arena(), 0);
    buf_put(&text, STR("f <- function() 1\n"));
    buf_put_repeat(&text, STR("a();"), 50000);
    Outline outline;
    lang_outline(test_arena(), test_scratch(), language, buf_str(&text),
                 &(OutlineOptions){.no_ctags = true}, &outline);
    EXPECT(outline.degraded && outline.engine == ENGINE_LEXICAL && outline.symbols.len);
    EXPECT_STR(outline.note, "parsing passed its memory limit");
}

/* More bodies than there is room for are not passed over, and nothing fails for it. */
TEST(elide_many)
{
    const Language *language = lang_find(STR("javascript"));
    Arena scratch = test_scratch();
    Buf text = buf_open(test_arena(), 0);
    buf_put_repeat(&text, STR("function f() { return 123456; }\n"), 80000);
    scratch.end = scratch.ptr + 14 * MB;
    Arena small = test_scratch(), rest = test_scratch();
    small.end = small.ptr + 7 * MB;
    rest.ptr = small.end;
    EXPECT(!elide_find(&small, rest, language, buf_str(&text)).len);
    Outline outline;
    lang_outline(test_arena(), scratch, language, buf_str(&text),
                 &(OutlineOptions){.no_ctags = true}, &outline);
    EXPECT_INT(outline.symbols.len, 80000);
}

/* Nor one with errors everywhere that takes nearly as much. */
TEST(map_memory_broken)
{
    const Language *language = lang_find(STR("javascript"));
    Buf text = buf_open(test_arena(), 0);
    buf_put(&text, STR("function f() {}\n"));
    buf_put_repeat(&text, STR("a: b<c, d>(e: f | g): h;\n"), 1600);
    Outline outline;
    lang_outline(test_arena(), test_scratch(), language, buf_str(&text),
                 &(OutlineOptions){.no_ctags = true}, &outline);
    EXPECT(outline.degraded && outline.engine == ENGINE_LEXICAL && outline.symbols.len == 1);
    EXPECT_STR(outline.note, "parsing passed its memory limit");
}

/* Damage must not make a map that differs from that of the whole parse, unless only it sees the
   damage. */
TEST(elide_damaged_samples)
{
    static const char bytes[] = "\n\"'`(){}[]<>#/*\\=:;,\xff ";
    size_t languages = 0;
    for (size_t i = 0; i < lang_count(); i++) {
        const Language *language = lang_at(i);
        if (!language->grammar || language->scan)
            continue;
        Str text = sample_read(language);
        REQUIRE(text.len > 0);
        languages++;
        expect_same(language, text);
        char *copy = arena_bytes(test_arena(), text.len);
        memcpy(copy, text.ptr, text.len);
        for (size_t n = 0; n < FLIPS; n++) {
            size_t at = n * text.len / FLIPS;
            copy[at] = bytes[n % (sizeof bytes - 1)];
            const char *wrong = condensing_wrong(language, (Str){copy, text.len}, 0);
            EXPECT_STR(str_from(wrong ? wrong : ""), "");
            if (wrong)
                fprintf(stderr, "%s: byte %zu\n", language->id, at);
            copy[at] = text.ptr[at];
        }
    }
    EXPECT(languages >= 33);
}
