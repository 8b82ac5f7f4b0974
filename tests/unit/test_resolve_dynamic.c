/* Python, TypeScript, JavaScript: what must be an edge, and what must not. */
#include "edge_case.h"

TEST(python_follows_names_through_packages)
{
    write_file("pkg/__init__.py", "from .core import run, Base\nfrom .more import *\n");
    write_file("pkg/core.py", "class Base:\n    def hello(self): pass\n\ndef run(): pass\n");
    write_file("pkg/more.py", "def extra(): pass\n");
    write_file("use.py",
               "import os.path\nimport pkg.core, pkg\nfrom pkg import run as go, extra\n"
               "from pkg import core\nfrom pkg import missing\n\n"
               "def main(run):\n    go()\n    extra()\n    pkg.run()\n    pkg.core.run()\n"
               "    core.run()\n    run()\n    os.path.join('a')\n    missing()\n"
               "    len([])\n");
    expect_edges(EDGES("use.py:main -> pkg/core.py:run", "use.py:main -> pkg/more.py:extra",
                       "use.py:main -> ext:os.path:join"),
                 EDGES("missing", "len"));
}

TEST(python_knows_what_self_and_attributes_are)
{
    write_file("a.py",
               "from b import Pool, Other\n\n"
               "class Base:\n    def __init__(self, pool: Pool):\n"
               "        self.pool = pool\n        self.other = Other()\n"
               "    def step(self): pass\n    @classmethod\n    def make(cls): return cls(1)\n"
               "    @property\n    def mate(self) -> Other: pass\n\n"
               "class Child(Base):\n    def step(self):\n        super().step()\n"
               "        self.pool.take()\n        self.other.ping()\n        self.mate.ping()\n"
               "    def go(self):\n        self.step()\n        Child.make()\n"
               "        child = Child(2)\n        child.step()\n\n"
               "def typed(x: 'Base | None', y):\n    x.step()\n    y.step()\n    y.unheard()\n"
               "    {}.get(1)\n    y.get(1)\n    str.only(y)\n");
    write_file("b.py", "class Pool:\n    def take(self): pass\n    def get(self, x): pass\n\n"
                       "class Other:\n    def ping(self): pass\n    def only(self): pass\n");
    expect_edges(EDGES("a.py:Base.make -> a.py:Base", "a.py:Child.step -> a.py:Base.step",
                       "a.py:Child.step -> b.py:Pool.take", "a.py:Child.step -> b.py:Other.ping",
                       "a.py:Child.go -> a.py:Child.step", "a.py:Child.go -> a.py:Base.make",
                       "a.py:Child.go -> a.py:Child", "a.py:typed -> a.py:Base.step",
                       "a.py:Base.__init__ -> b.py:Other"),
                 EDGES("typed -> a.py:Child.step", "Pool.get", "Other.only", "-> a.py:Base.mate"));
}

TEST(python_takes_a_unique_method_of_the_unknown_as_likely)
{
    write_file("a.py", "class Machine:\n    def recalibrate(self): self.inner.recalibrate()\n"
                       "    def twice(self): pass\n\nclass Second:\n    def twice(self): pass\n");
    write_file("b.py", "def f(x):\n    x.recalibrate()\n    x.twice()\n    items.recalibrate()\n");
    expect_edges(EDGES("b.py:f -> a.py:Machine.recalibrate likely"),
                 EDGES("twice", "recalibrate -> a.py:Machine.recalibrate"));
}

TEST(scripts_follow_imports_and_exports)
{
    write_file("src/index.ts",
               "export * from './core';\nexport { helper as assist } from './util';\n"
               "export { default as Main } from './main';\n");
    write_file("src/core.ts", "export class Core { run(): Part { return new Part(); } }\n"
                              "export class Part { go() {} }\n");
    write_file("src/util.ts", "export function helper() {}\nexport const arrow = () => 1;\n");
    write_file("src/main.ts", "export default class Main { start() {} }\n");
    write_file("src/use.ts",
               "import { Core, assist, Main } from '.';\nimport * as util from './util';\n"
               "import React from 'react';\n"
               "export function use(core: Core, other) {\n  core.run().go();\n  assist();\n"
               "  new Main().start();\n  util.arrow();\n  React.createElement('a');\n"
               "  other.go();\n  [1].map(x => x);\n}\n");
    expect_edges(
        EDGES("src/use.ts:use -> src/core.ts:Core.run", "src/use.ts:use -> src/core.ts:Part.go",
              "src/use.ts:use -> src/util.ts:helper", "src/use.ts:use -> src/main.ts:Main",
              "src/use.ts:use -> src/main.ts:Main.start", "src/use.ts:use -> src/util.ts:arrow",
              "src/use.ts:use -> ext:react:createElement",
              "src/core.ts:Core.run -> src/core.ts:Part"),
        EDGES("map"));
}

TEST(scripts_know_the_types_of_members)
{
    write_file("a.ts",
               "interface Log { write(s: string): void }\n"
               "class Base { constructor(protected log: Log) {} base() {} }\n"
               "export class A extends Base {\n  private pool = new Pool();\n"
               "  run() { this.log.write('x'); this.pool.take(); this.base(); super.base(); }\n"
               "  get item(): Pool { return this.pool; }\n"
               "  use() { this.item.take(); Object.freeze(this); }\n}\n"
               "class Pool { take() {} freeze() {} }\n");
    expect_edges(EDGES("a.ts:A.run -> a.ts:Log.write", "a.ts:A.run -> a.ts:Pool.take",
                       "a.ts:A.run -> a.ts:Base.base", "a.ts:A.use -> a.ts:Pool.take"),
                 EDGES("-> a.ts:Pool.freeze", "-> a.ts:A.item"));
}

TEST(scripts_know_modules_of_node)
{
    write_file("lib/layer.js", "module.exports = Layer;\nfunction Layer() { this.x = 1; }\n"
                               "Layer.prototype.match = function match() { this.twice(); };\n"
                               "Layer.prototype.twice = function () {};\n");
    write_file("lib/util.js", "module.exports = { one() {}, two };\nfunction two() {}\n");
    write_file("lib/more.js", "exports.three = function three() { exports.four(); };\n"
                              "exports.four = () => 1;\n");
    write_file("lib/use.js",
               "const Layer = require('./layer');\nconst util = require('./util');\n"
               "const { three, four: vier } = require('./more');\nconst fs = require('fs');\n"
               "var app = {};\napp.init = function () { this.stop(); };\n"
               "app.stop = function () {};\n"
               "function use() {\n  const layer = new Layer();\n  layer.match();\n"
               "  util.one();\n  util.two();\n  three();\n  vier();\n  fs.readFile('x');\n"
               "  app.init();\n}\n");
    expect_edges(EDGES("lib/layer.js:Layer.match -> lib/layer.js:Layer.twice",
                       "lib/more.js:three -> lib/more.js:four",
                       "lib/use.js:use -> lib/layer.js:Layer",
                       "lib/use.js:use -> lib/layer.js:Layer.match",
                       "lib/use.js:use -> lib/util.js:module.exports.one",
                       "lib/use.js:use -> lib/util.js:two", "lib/use.js:use -> lib/more.js:three",
                       "lib/use.js:use -> lib/more.js:four", "lib/use.js:use -> ext:fs:readFile",
                       "lib/use.js:app.init -> lib/use.js:app.stop",
                       "lib/use.js:use -> lib/use.js:app.init"),
                 EDGES("-> lib/use.js:use"));
}

TEST(scripts_without_imports_share_one_scope)
{
    write_file("a.ts", "namespace ts { export function shared() {} }\nfunction global() {}\n");
    write_file("b.ts", "namespace ts { export function use() { shared(); global(); } }\n");
    write_file("c.ts", "export function global2() { global(); hidden(); }\n");
    write_file("d.ts", "export function hidden() {}\n");
    expect_edges(EDGES("b.ts:ts.use -> a.ts:ts.shared", "b.ts:ts.use -> a.ts:global"),
                 EDGES("-> d.ts:hidden"));
}

TEST(typescript_joins_the_parts_of_a_type)
{
    write_file("a.ts", "namespace ts {\n    export interface Factory { make(): void; }\n"
                       "    export class Box { open() {} }\n"
                       "    export namespace Box { export function of() { return new Box(); } }\n"
                       "}\n");
    write_file("b.ts", "namespace ts {\n    interface More { extra(): void; }\n"
                       "    export interface Factory extends More { late(): void; }\n"
                       "    export interface Box { lid(): void; }\n}\n");
    write_file("c.ts", "namespace ts {\n    function use(f: Factory, box: Box) {\n"
                       "        f.make(); f.late(); f.extra(); box.lid(); box.open();\n"
                       "        Box.of().lid(); new Box();\n    }\n}\n");
    expect_edges(EDGES("c.ts:ts.use -> a.ts:ts.Factory.make", "c.ts:ts.use -> b.ts:ts.Factory.late",
                       "c.ts:ts.use -> b.ts:ts.More.extra", "c.ts:ts.use -> b.ts:ts.Box.lid",
                       "c.ts:ts.use -> a.ts:ts.Box.open", "c.ts:ts.use -> a.ts:ts.Box.of",
                       "c.ts:ts.use -> a.ts:ts.Box", "a.ts:ts.Box.of -> a.ts:ts.Box"),
                 EDGES("ambiguous", "-> b.ts:ts.Box\n"));
}

TEST(typescript_keeps_types_of_different_modules_apart)
{
    write_file("a.ts", "export interface Props { left(): void; }\n");
    write_file("b.ts", "export interface Props { right(): void; }\n"
                       "export function use(p: Props) { p.left(); p.right(); }\n");
    expect_edges(EDGES("b.ts:use -> b.ts:Props.right"), EDGES("Props.left"));
}

TEST(typescript_sees_of_other_blocks_what_they_export)
{
    write_file("a.ts", "namespace ts {\n    function secret() {}\n"
                       "    export function shown() {}\n    secret();\n}\n");
    write_file("b.ts", "declare namespace ts { function ambient(): void; }\n");
    write_file("c.ts", "namespace ts { function use() { secret(); shown(); ambient(); } }\n");
    expect_edges(EDGES("c.ts:ts.use -> a.ts:ts.shown", "c.ts:ts.use -> b.ts:ts.ambient",
                       "a.ts:ts -> a.ts:ts.secret"),
                 EDGES("use -> a.ts:ts.secret"));
}

TEST(scripts_know_what_is_taken_apart)
{
    write_file("a.ts", "interface Log { write(): void }\n"
                       "interface Context { log: Log; get(): Log }\n"
                       "function use(context: Context) {\n"
                       "    const { log, get: fetch } = context;\n    log.write();\n}\n"
                       "function other(context: Context) {\n"
                       "    const { log: own } = context;\n    own.write();\n}\n"
                       "function object() {\n"
                       "    return { write() { write(); }, lone() { lone(); } };\n}\n"
                       "function write() {}\n");
    expect_edges(EDGES("a.ts:use -> a.ts:Log.write", "a.ts:other -> a.ts:Log.write",
                       "a.ts:object.write -> a.ts:write"),
                 EDGES("-> a.ts:object.lone"));
}

TEST(typescript_shares_namespaces_but_not_tests)
{
    write_file("package.json", "{}");
    write_file("src/a.ts", "namespace ts { export function low(): void {} }\n");
    write_file("src/b.ts", "namespace ts.server { export function mid(): void { low(); } }\n");
    write_file("src/c.ts",
               "namespace ts.server { function top(): void { mid(); low(); lost(); } }\n");
    write_file("tests/d.ts", "function lost(): void {}\nfunction low(): void {}\n");
    write_file("tests/e.ts", "function own(): void { lost(); }\n");
    expect_edges(EDGES("src/b.ts:ts.server.mid -> src/a.ts:ts.low",
                       "src/c.ts:ts.server.top -> src/b.ts:ts.server.mid",
                       "src/c.ts:ts.server.top -> src/a.ts:ts.low"),
                 EDGES("-> tests/d.ts"));
}

TEST(typescript_callbacks_have_the_types_that_are_declared)
{
    write_file(
        "lib.ts",
        "export class Source { subscribe(x: any) {} }\nexport class Sink { next() {} }\n"
        "export class Other { next() {} }\n"
        "export function operate<T>(\n  init: (from: Source, to: Sink) => (() => void) | void,\n"
        "  done?: ((all: Other) => void) | null): void {}\n"
        "export class Stream {\n"
        "  constructor(run?: (this: Stream, to: Sink) => void) {}\n"
        "  each(visit: (to: Sink, at: number) => void) {}\n}\n");
    write_file("use.ts",
               "import { operate, Stream } from './lib';\n"
               "export function a() { operate((from, to) => { from.subscribe(1); to.next(); }); }\n"
               "export function b() { operate(null, all => all.next()); }\n"
               "export function c() { return new Stream((to) => to.next()); }\n"
               "export function d(s: Stream) { s.each(function (to, at) { to.next(); }); }\n"
               "export function e() { unknown((to) => to.next()); }\n"
               "export function f() { operate((from, to: Other) => to.next()); }\n"
               "export function g() { let s: Stream | null; s = null; s.each(1); }\n");
    expect_edges(EDGES("use.ts:a -> lib.ts:Source.subscribe", "use.ts:a -> lib.ts:Sink.next",
                       "use.ts:b -> lib.ts:Other.next", "use.ts:c -> lib.ts:Sink.next",
                       "use.ts:d -> lib.ts:Sink.next", "use.ts:g -> lib.ts:Stream.each"),
                 EDGES("use.ts:a -> lib.ts:Other.next", "use.ts:b -> lib.ts:Sink.next",
                       "use.ts:e -> lib.ts:Sink.next\n", "use.ts:f -> lib.ts:Sink.next"));
}

TEST(scripts_know_what_an_object_lists)
{
    write_file("util.js", "import { far } from './far.js';\nfunction near() {}\n"
                          "const own = { deep: near, odd: 1 };\n"
                          "export default { near, other: far, own() { near(); } };\n"
                          "function hidden() {}\nexport { own as tools };\n");
    write_file("far.js", "export function far() {}\n");
    write_file("node.js",
               "const { far } = require('./far.js');\nmodule.exports = { away: far };\n");
    write_file("use.js",
               "import util, { own } from './util.js';\nconst node = require('./node.js');\n"
               "function a() { util.near(); }\nfunction b() { util.other(); }\n"
               "function c() { util.own(); util.hidden(); }\nfunction d() { own.deep(); }\n"
               "function e() { node.away(); }\nfunction f() { own.odd(); }\n");
    expect_edges(EDGES("use.js:a -> util.js:near", "use.js:b -> far.js:far",
                       "use.js:c -> util.js:default.own", "use.js:d -> util.js:near",
                       "use.js:e -> far.js:far"),
                 EDGES("-> util.js:hidden", "use.js:f ->"));
}

/* An index file that passes on more modules than a few, some of which import from it in turn. */
TEST(scripts_find_names_behind_an_index_of_many_modules)
{
    Buf index = buf_open(test_arena(), 0);
    for (int i = 0; i < 40; i++) {
        buf_printf(&index, "export * from './m%d';\n", i);
        Str text = str_format(test_arena(),
                              "import { f%d } from './index';\nimport { local } from './local';\n"
                              "export function f%d() { f%d(); }\n",
                              (i + 39) % 40, i, (i + 39) % 40);
        test_file(str_terminate(test_arena(), str_format(test_arena(), "m%d.ts", i)), text);
    }
    test_file("index.ts", buf_str(&index));
    write_file("local.ts", "export function local() {}\n");
    write_file("use.ts", "import { f0, f39, local } from './index';\n"
                         "function use() { f0(); f39(); local(); }\n");
    expect_edges(EDGES("use.ts:use -> m0.ts:f0", "use.ts:use -> m39.ts:f39",
                       "m0.ts:f0 -> m39.ts:f39", "m7.ts:f7 -> m6.ts:f6"),
                 EDGES("use.ts:use -> local.ts"));
}

TEST(two_files_that_export_each_other_lead_nowhere)
{
    write_file("a.js", "import x from './b';\nexport default x;\nfunction f() { x(); x.y(); }\n");
    write_file("b.js", "import x from './a';\nexport default x;\nfunction g() { x(); x.y(); }\n");
    write_file("c.js", "import { z } from './d';\nexport default z;\nfunction h() { z(); }\n");
    write_file("d.js", "import { z } from './c';\nexport default z;\nfunction i() { z(); }\n");
    expect_edges(EDGES(NULL), EDGES("a.js:f -> b.js", "b.js:g -> a.js", "c.js:h -> d.js"));
}

TEST(typescript_follows_intersections_and_what_this_is)
{
    write_file("a.ts", "import { Cache } from './b';\n"
                       "class Eats { eat() {} }\n"
                       "class Sleeps { sleep(this: Both) { this.eat(); this.keep(); } }\n"
                       "type Both = Eats & Sleeps & Cache;\ntype Same = Both;\n"
                       "type Text = 'Eats';\n"
                       "class Has {\n  #own: Cache;\n  go() { this.#own.keep(); }\n}\n"
                       "function use(a: Same, b: Text, c: Eats & Cache) { a.sleep(); b.eat(); }\n");
    write_file("b.ts", "export class Cache { keep() {} }\n");
    expect_edges(EDGES("a.ts:Sleeps.sleep -> a.ts:Eats.eat", "a.ts:Sleeps.sleep -> b.ts:Cache.keep",
                       "a.ts:Has.go -> b.ts:Cache.keep", "a.ts:use -> a.ts:Sleeps.sleep"),
                 EDGES("a.ts:use -> a.ts:Eats.eat"));
}

TEST(script_knows_the_object_that_a_function_makes)
{
    write_file("a.ts", "export function make() {\n  const run = () => {};\n"
                       "  const hidden = () => {};\n"
                       "  return { run, stop: run, step() {} } as const;\n}\n"
                       "export const plain = () => ({ hop });\nfunction hop() {}\n"
                       "export function text() {\n  const run = () => {};\n  return run;\n}\n");
    write_file("b.ts", "import { make, plain, text } from './a';\nconst made = make();\n"
                       "function use() {\n  made.run();\n  made.step();\n  plain().hop();\n}\n"
                       "function none() {\n  text().run();\n}\n");
    expect_edges(EDGES("b.ts:use -> a.ts:make.run", "b.ts:use -> a.ts:make.step",
                       "b.ts:use -> a.ts:hop", "b.ts:none -> a.ts:text"),
                 EDGES("b.ts:none -> a.ts:text.run"));
}

/* Several callbacks of one function have functions of the same names. */
TEST(script_takes_the_local_function_of_the_innermost_block)
{
    edge_lines = true;
    write_file("a.ts", "const help = () => 0;\n"
                       "describe('one', () => {\n  const help = () => 1;\n"
                       "  it(() => { help(); });\n  class Part {}\n  new Part();\n});\n"
                       "describe('two', () => {\n  const help = () => 2;\n  class Part {}\n"
                       "  function use() { help(); list.map(help); new Part(); }\n});\n"
                       "describe('three', () => {\n  const outer = () => help();\n});\n"
                       "function split() {\n  if (a) { const step = () => 1; step(); }\n"
                       "  else { const step = () => 2; list.map(step); }\n  step();\n}\n"
                       "function over(a: string): void;\nfunction over(a: number): void;\n"
                       "function over(a: any) {}\nconst last = () => over(1);\n");
    expect_edges(EDGES("a.ts -> a.ts:help@3", "a.ts:use@11 -> a.ts:help@9", "a.ts -> a.ts:Part@5",
                       "a.ts:use@11 -> a.ts:Part@10", "a.ts:outer@14 -> a.ts:help@1",
                       "a.ts:split@16 -> a.ts:split.step@17", "a.ts:split@16 -> a.ts:split.step@18",
                       "a.ts:last@24 -> a.ts:over@23"),
                 EDGES("a.ts -> a.ts:help@9", "a.ts:use@11 -> a.ts:help@3",
                       "a.ts:use@11 -> a.ts:help@1", "a.ts:outer@14 -> a.ts:help@9",
                       "a.ts -> a.ts:Part@10"));
    edge_lines = false;
}

/* An interface's overloads have no body: the first stands for all of them. */
TEST(typescript_takes_the_first_of_declared_overloads)
{
    edge_lines = true;
    write_file("a.ts", "export interface Store {\n  take(a: string): void;\n"
                       "  take(a: number): void;\n  take(a: any): void;\n}\n"
                       "export class Real {\n  take(a: string): void;\n  take(a: any) {}\n}\n"
                       "export function use(a: Store, b: Real) { a.take(1); b.take(2); }\n");
    expect_edges(EDGES("a.ts:use@10 -> a.ts:Store.take@2", "a.ts:use@10 -> a.ts:Real.take@8"),
                 EDGES("Store.take@3", "Store.take@4", "Real.take@7"));
    edge_lines = false;
}
