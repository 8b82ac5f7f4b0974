/* TypeScript and JavaScript: what a callee, a value and a module may be written as. */
#include "edge_case.h"

#define IMPL "export function task(n) { return n }\nexport default function main() { return 1 }\n"

/* Calls and uses. */
static void expect_named(const char *const *wanted, const char *const *unwanted)
{
    Str edges = str_join(test_arena(), edges_of_kind(REFERENCE_CALL), edges_of_kind(REFERENCE_USE));
    for (; *wanted; wanted++)
        if (!has_line(edges, *wanted))
            EXPECT_STR(edges, *wanted);
    for (; *unwanted; unwanted++)
        if (str_find(edges, str_from(*unwanted)) != STR_NONE)
            EXPECT_STR(edges, *unwanted);
}

TEST(scripts_see_callees_through_what_is_around_them)
{
    write_file("a.ts", IMPL "export function other() {}\n");
    write_file("use.ts", "import { task, other } from './a';\nimport * as ns from './a';\n"
                         "export function paren() { (task)(1); }\n"
                         "export function comma() { (0, task)(1); }\n"
                         "export function space() { (0, ns.task)(1); }\n"
                         "export function option() { task?.(1); }\n"
                         "export function bang() { task!(1); }\n"
                         "export function cast() { (task as any)(1); }\n"
                         "export function angle() { (<any>task)(1); }\n"
                         "export function typed() { task<number>(1); }\n"
                         "export function satisfied() { (task satisfies any)(1); }\n"
                         "export function call() { task.call(null, 1); }\n"
                         "export function apply() { ns.task.apply(null, [1]); }\n"
                         "export function index() { ns['task'](1); }\n"
                         "export function any() { (ns as any).task(1); }\n"
                         "export function tag() { task`x`; }\n"
                         "export function local() { const f = task; return f(1); }\n"
                         "export function twice(c) { let f = other; if (c) f = task; f(1); }\n");
    expect_edges(EDGES("use.ts:paren -> a.ts:task", "use.ts:comma -> a.ts:task",
                       "use.ts:space -> a.ts:task", "use.ts:option -> a.ts:task",
                       "use.ts:bang -> a.ts:task", "use.ts:cast -> a.ts:task",
                       "use.ts:angle -> a.ts:task", "use.ts:typed -> a.ts:task",
                       "use.ts:satisfied -> a.ts:task", "use.ts:call -> a.ts:task",
                       "use.ts:apply -> a.ts:task", "use.ts:index -> a.ts:task",
                       "use.ts:any -> a.ts:task", "use.ts:tag -> a.ts:task",
                       "use.ts:local -> a.ts:task", "use.ts:twice -> a.ts:task likely"),
                 EDGES("a.ts:main"));
}

TEST(scripts_see_functions_that_are_values)
{
    write_file("a.ts", IMPL);
    write_file("use.tsx", "import { task } from './a';\n"
                          "export function bind() { return task.bind(null); }\n"
                          "export function ternary(c) { return c ? task : null; }\n"
                          "export function or(a) { return a || task; }\n"
                          "export function nullish(a) { return a ?? task; }\n"
                          "export function fallback(cb = task) { cb(1); }\n"
                          "export function pattern({ cb = task }) { cb(1); }\n"
                          "export const arrow = () => task;\n"
                          "export function assigned(o) { o.run ||= task; }\n"
                          "export function* yielded() { yield task; }\n"
                          "export function compared(x) { return x === task; }\n"
                          "export function listed() { return [task]; }\n"
                          "export function thrown() { throw task; }\n"
                          "export function marked() { return <b onClick={task} />; }\n"
                          "export function given(c) { run(c && task); }\n"
                          "export class K { m = task; static s = task!; }\n");
    expect_named(EDGES("use.tsx:bind -> a.ts:task", "use.tsx:ternary -> a.ts:task",
                       "use.tsx:or -> a.ts:task", "use.tsx:nullish -> a.ts:task",
                       "use.tsx:fallback -> a.ts:task", "use.tsx:pattern -> a.ts:task",
                       "use.tsx:arrow -> a.ts:task", "use.tsx:assigned -> a.ts:task",
                       "use.tsx:yielded -> a.ts:task", "use.tsx:compared -> a.ts:task",
                       "use.tsx:listed -> a.ts:task", "use.tsx:thrown -> a.ts:task",
                       "use.tsx:marked -> a.ts:task", "use.tsx:given -> a.ts:task",
                       "use.tsx:K.m -> a.ts:task", "use.tsx:K.s -> a.ts:task"),
                 EDGES("a.ts:main"));
}

TEST(scripts_take_no_namespace_for_the_default_export)
{
    write_file("a.ts", IMPL);
    write_file("hub.ts", "export * as space from './a';\nimport * as own from './a';\n"
                         "export { own as renamed };\nexport default own;\n");
    write_file("use.ts",
               "import * as ns from './a';\nimport def, { space, renamed } from './hub';\n"
               "export function keys() { return Object.keys(ns); }\n"
               "export function pass() { return register(ns); }\n"
               "export function spread() { return { ...ns }; }\n"
               "export function part() { const { task: d } = ns; return d(1); }\n"
               "export function later() { let t; ({ task: t } = ns); return t(1); }\n"
               "export function again() { const q = ns; return q.task(1); }\n"
               "export function hub() { return space.task(1); }\n"
               "export function other() { return renamed.task(1); }\n"
               "export function whole() { return def.task(1); }\n"
               "export function named() { return ns.default(); }\n");
    expect_named(EDGES("use.ts:part -> a.ts:task", "use.ts:later -> a.ts:task",
                       "use.ts:again -> a.ts:task", "use.ts:hub -> a.ts:task",
                       "use.ts:other -> a.ts:task", "use.ts:whole -> a.ts:task",
                       "use.ts:named -> a.ts:main"),
                 EDGES("keys -> a.ts", "pass -> a.ts", "spread -> a.ts", "part -> a.ts:main",
                       "again -> a.ts:main", "hub.ts -> a.ts:main"));
}

TEST(scripts_know_what_modules_of_common_js_are)
{
    write_file("whole.js", "module.exports = function task() {};\n");
    write_file("es.js", "export default function main() {}\nexport function part() {}\n");
    write_file("impl.js", "exports.run = function () {};\n");
    write_file("slow.js", "exports.run = function () {};\n");
    write_file("use.js",
               "const whole = require('./whole'), es = require('./es');\nlet either;\n"
               "try { either = require('./impl'); } catch { either = require('./slow'); }\n"
               "var _es = _interopRequireDefault(require('./es'));\n"
               "const es_1 = __importStar(require(\"./es\"));\n"
               "function a() { whole(); }\nfunction b() { run(whole); }\n"
               "function c() { es(); run(es); new es(); }\nfunction d() { es.default(); }\n"
               "function e() { either.run(); }\nfunction f() { (0, _es.default)(); }\n"
               "function g() { es_1.part(); }\nfunction h() { require('./es').part(); }\n"
               "function i() { const { part: p } = require('./es'); p(); }\n"
               "function j() { const p = require('./es').part; p(); }\n"
               "function Old() { whole.call(this); }\nOld.prototype.go = function () {};\n"
               "function k(x) { Old.prototype.go.call(x); }\n");
    expect_named(EDGES("use.js:a -> whole.js:task", "use.js:b -> whole.js:task",
                       "use.js:d -> es.js:main", "use.js:e -> impl.js:run likely",
                       "use.js:e -> slow.js:run likely", "use.js:f -> es.js:main",
                       "use.js:g -> es.js:part", "use.js:h -> es.js:part", "use.js:i -> es.js:part",
                       "use.js:j -> es.js:part", "use.js:Old -> whole.js:task",
                       "use.js:k -> use.js:Old.go"),
                 EDGES("use.js:c -> es.js"));
}

TEST(scripts_follow_modules_that_are_loaded_late)
{
    write_file("a.ts", IMPL);
    write_file("b.ts", "export function task() {}\n");
    write_file("use.ts",
               "async function whole() { const m = await import('./a'); return m.task(1); }\n"
               "async function part() { const { task } = await import('./a'); task(2); }\n"
               "async function renamed() { const { task: q } = await import('./a'); q(3); }\n"
               "async function inline() { return (await import('./a')).task(4); }\n"
               "async function other() { const { task } = await import('./b'); task(5); }\n"
               "function then1() { return import('./a').then(m => m.task(1)); }\n"
               "function then2() { return import('./a').then(({ task }) => task(1)); }\n"
               "function then3() { import('./a').then(async ({ task: t }) => { await t(1); }); }\n"
               "async function late() { let m; m = await import('./a'); m.task(1); }\n"
               "async function typed() { const m: any = await import('./a'); m.task(1); }\n"
               "async function json() { const m = await import('./a', { with: { type: 'x' } });\n"
               "  m.task(1); }\n");
    expect_named(EDGES("use.ts:whole -> a.ts:task", "use.ts:part -> a.ts:task",
                       "use.ts:renamed -> a.ts:task", "use.ts:inline -> a.ts:task",
                       "use.ts:other -> b.ts:task", "use.ts:then1 -> a.ts:task",
                       "use.ts:then2 -> a.ts:task", "use.ts:then3 -> a.ts:task",
                       "use.ts:late -> a.ts:task", "use.ts:typed -> a.ts:task",
                       "use.ts:json -> a.ts:task"),
                 EDGES("use.ts:other -> a.ts", "use.ts:part -> b.ts"));
}

TEST(scripts_follow_constants_of_modules)
{
    write_file("core.ts", "export const limit = 5;\nexport const store = create();\n"
                          "export const table = { go() {}, size: 1 };\nconst own = 1;\n"
                          "function read() { return own + 1; }\nfunction create() {}\n"
                          "export { own as renamed };\n");
    write_file("use.ts", "import { limit, table, renamed } from './core';\n"
                         "import * as core from './core';\n"
                         "export function a() { return limit > 3; }\n"
                         "export function b() { table.go(); }\n"
                         "export function c() { return table.size; }\n"
                         "export function d() { core.store.add(1); }\n"
                         "export function e(limit) { return limit; }\n"
                         "export function f() { return renamed; }\n");
    expect_named(EDGES("use.ts:a -> core.ts:limit", "use.ts:b -> core.ts:table",
                       "use.ts:b -> core.ts:table.go", "use.ts:c -> core.ts:table",
                       "use.ts:d -> core.ts:store", "core.ts:read -> core.ts:own",
                       "use.ts:f -> core.ts:own"),
                 EDGES("use.ts:e -> core.ts"));
}

TEST(scripts_may_have_functions_called_call)
{
    write_file("a.ts", "export function call() {}\nexport function bind() {}\n");
    write_file("use.ts", "import * as a from './a';\nimport _ from 'lodash';\n"
                         "import { each } from 'lodash';\n"
                         "export function f() { a.call(); a.bind(); }\n"
                         "export function g() { _.bind(f); each.call(f); }\n");
    expect_edges(EDGES("use.ts:f -> a.ts:call", "use.ts:f -> a.ts:bind",
                       "use.ts:g -> ext:lodash:bind", "use.ts:g -> ext:lodash:each"),
                 EDGES("ext:lodash:_", "ext:lodash:call"));
}

TEST(foreign_chains_end_after_one_step)
{
    write_file("a.py", "from contextvars import ContextVar\nimport os.path, requests\n"
                       "cv = ContextVar('x')\n\ndef go():\n    ctx = cv.get(None)\n"
                       "    ctx.app.redirect(1)\n    os.path.join('a')\n"
                       "    requests.get('u').json()\n    requests.get('u').raw.read1()\n");
    write_file("b.ts", "import express from 'express';\nconst app = express();\n"
                       "export function go() { app.listen(); app.router.stack.last(); }\n");
    expect_edges(EDGES("a.py:go -> ext:os.path:join", "a.py:go -> ext:contextvars:get",
                       "a.py:go -> ext:requests:json", "b.ts:go -> ext:express:listen"),
                 EDGES("redirect", "read1", "last"));
}

TEST(merged_declarations_are_one_end_of_edges)
{
    write_file("core.ts",
               "export function make(f) { return f; }\n"
               "export interface Mail extends Text { at: string }\n"
               "export const Mail = make((x: Mail) => x);\n"
               "export interface Text { size: number }\n"
               "export const Text = make(() => 1);\n"
               "export class Point { x = 1 }\n"
               "export namespace Point { export function zero() { return new Point(); } }\n"
               "export type Id = string;\nexport const Id = make(() => 2);\n");
    write_file("use.ts", "import * as core from './core';\nimport { Point, Id } from './core';\n"
                         "export function a(m: core.Mail) { core.Mail.init(m); }\n"
                         "export function b() { return core.Mail; }\n"
                         "export function c() { Point.zero(); return Id.parse('x'); }\n");
    edge_lines = true;
    Str calls = edges_of_kind(REFERENCE_CALL), uses = edges_of_kind(REFERENCE_USE);
    Str bases = edges_of_kind(REFERENCE_BASE), types = edges_of_kind(REFERENCE_TYPE);
    edge_lines = false;
    EXPECT_STR(calls, "core.ts:Mail@2 -> core.ts:make@1\ncore.ts:Text@4 -> core.ts:make@1\n"
                      "core.ts:Point.zero@7 -> core.ts:Point@6\n"
                      "core.ts:Id@9 -> core.ts:make@1\n"
                      "use.ts:c@5 -> core.ts:Point.zero@7\n");
    EXPECT_STR(uses, "use.ts:a@3 -> core.ts:Mail@2\nuse.ts:b@4 -> core.ts:Mail@2\n"
                     "use.ts:c@5 -> core.ts:Point@6\nuse.ts:c@5 -> core.ts:Id@9\n");
    EXPECT_STR(bases, "core.ts:Mail@2 -> core.ts:Text@4\n");
    EXPECT_STR(types, "use.ts:a@3 -> core.ts:Mail@2\n");
}
