// main.mjs FOVEA MODULES [PATTERN]: cases of SCIP export and import (see run).
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Client, within } from '../../wire/mcp_client.mjs'
import { Reader, listed, problemsOf } from './index.mjs'

const [fovea, modules, pattern] = process.argv.slice(2)
const reader = new Reader(modules)
const work = mkdtempSync(join(tmpdir(), 'fovea-scip-'))
const environment = { ...process.env, XDG_CACHE_HOME: join(work, 'cache'), XDG_STATE_HOME: join(work, 'state'), LC_ALL: 'C.UTF-8' }
let failures = 0, ran = 0

function run(directory, ...args) {
    const done = spawnSync(fovea, args, { cwd: directory, env: environment, encoding: 'utf8', maxBuffer: 1 << 28 })
    return { code: done.status, out: done.stdout, err: done.stderr }
}
function expect(what, value, wanted) {
    const [a, b] = [JSON.stringify(value), JSON.stringify(wanted)]
    if (a === b) return
    failures++
    console.log(`  ${what}:\n    is     ${a}\n    wanted ${b}`)
}
function tree(name, files) {
    const root = join(work, name)
    mkdirSync(root, { recursive: true })
    spawnSync('git', ['init', '-q', root])
    for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), text)
    }
    return root
}
function exported(root, ...options) {
    const file = join(work, `${basename(root)}${options.join('')}.scip`)
    const done = run(root, 'export', '--scip', file, ...options)
    expect('exit', [done.code, /Error/.test(done.err)], [0, false])
    return reader.read(file)
}
function check(index, root, strict) {
    const { problems, counts } = problemsOf(index, root, strict)
    expect('problems', problems, [])
    return counts
}
const cases = {}

cases['names and columns of text that is not ASCII'] = () => {
    const root = tree('unicode', {
        'größe/maß.py': '# ä\ndef höhe(x):\n    return x\n\nπ = "😀😀"; y = "😀"; höhe(1); höhe("é" + höhe("ü"))\n',
        'tab.c': '/* ü */\tint\tcount(void)\r\n{\r\n\treturn 1;\r\n}\r\nint twice(void) { return /* 😀 */ count() + count(); }\r\n',
    })
    const index = exported(root)
    check(index, root, true)
    expect('python', listed(index, root, 'größe/maß.py').filter(line => line.includes('höhe')), [
        '1:4 höhe def fovea . . . `größe`/`maß.py`/`höhe`().',
        '4:29 höhe ref fovea . . . `größe`/`maß.py`/`höhe`().',
        '4:39 höhe ref fovea . . . `größe`/`maß.py`/`höhe`().',
        '4:52 höhe ref fovea . . . `größe`/`maß.py`/`höhe`().'])
    expect('c', listed(index, root, 'tab.c'), [
        '0:13 count def fovea . . . `tab.c`/count().',
        '4:4 twice def fovea . . . `tab.c`/twice().',
        '4:36 count ref fovea . . . `tab.c`/count().',
        '4:46 count ref fovea . . . `tab.c`/count().'])
}

cases['declarations, overloads and scopes'] = () => {
    const root = tree('scopes', {
        'shape.h': 'int area(int side);\nextern int total;\nclass Shape {\npublic:\n    int side() const;\n    int side(int n);\n    virtual int draw();\n};\n',
        'shape.cc': '#include "shape.h"\nint total = 0;\nint area(int side) { return side; }\nint Shape::side() const { return area(1); }\nint Shape::side(int n) { return area(n); }\nint Shape::draw() { return total; }\n#ifdef A\nint other() { return 1; }\n#else\nint other() { return 2; }\n#endif\n',
        'square.cc': '#include "shape.h"\nclass Square : public Shape {\npublic:\n    int draw() { return area(2); }\n};\n',
        'odd name`s.py': 'class `x`: pass\n',
        'odd/a b.py': 'class A:\n    def m(self): return self.n()\n    def n(self): return A()\nclass B(A):\n    def m(self): return super().m()\n',
    })
    const index = exported(root)
    check(index, root, false)
    const header = listed(index, root, 'shape.h'), source = listed(index, root, 'shape.cc')
    expect('a prototype shares the symbol of its definition', header[0], '0:4 area forward fovea . . . `shape.cc`/area().')
    expect('both overloads', source.filter(line => /:\d+ side def/.test(line)).length, 2)
    expect('alternatives are two', source.filter(line => / other def/.test(line)).map(line => line.split('/').at(-1)), ['other().', 'other(+1).'])
    expect('calls', source.filter(line => / area /.test(line)), [
        '2:4 area def fovea . . . `shape.cc`/area().',
        '3:33 area ref fovea . . . `shape.cc`/area().',
        '4:32 area ref fovea . . . `shape.cc`/area().'])
    const symbols = new Map(index.documents.flatMap(document => document.symbols).map(symbol => [symbol.symbol, symbol]))
    const square = symbols.get('fovea . . . `square.cc`/Square#')
    expect('a base', square?.relationships.map(({ symbol, isImplementation, isReference }) => [symbol, isImplementation, isReference]), [['fovea . . . `shape.h`/Shape#', true, false]])
    expect('its kind', [square?.kind, square?.displayName, square?.signatureDocumentation?.language], [7, 'Square', 'CPP'])
    const python = listed(index, root, 'odd/a b.py')
    expect('python', python.filter(line => / (m|n) /.test(line)), [
        '1:8 m def fovea . . . odd/`a b.py`/A#m().',
        '1:29 n ref fovea . . . odd/`a b.py`/A#n().',
        '2:8 n def fovea . . . odd/`a b.py`/A#n().',
        '4:8 m def fovea . . . odd/`a b.py`/B#m().',
        '4:32 m ref fovea . . . odd/`a b.py`/A#m().'])
    expect('an override', symbols.get('fovea . . . odd/`a b.py`/B#m().')?.relationships.map(one => [one.symbol, one.isReference, one.isImplementation]),
        [['fovea . . . odd/`a b.py`/A#m().', true, true]])
}

cases['names in imports'] = () => {
    const root = tree('imports', {
        'a.ts': 'export class Cart {}\nexport const total = 1\n',
        'b.ts': 'import { Cart, total as sum } from "./a.js"\nimport { a } from "./a.js"\nexport { Cart } from "./a.js"\nnew Cart(); sum\n',
        'c.py': 'class Shop: pass\ndef c(): pass\n',
        'd.py': 'from c import Shop, c, none\nimport os.path\nfrom os import getcwd\nShop()\n',
    })
    const index = exported(root)
    check(index, root, false)
    expect('typescript', listed(index, root, 'b.ts').filter(line => /^[012]:/.test(line)), [
        '0:9 Cart ref fovea . . . `a.ts`/Cart#', '0:15 total ref fovea . . . `a.ts`/total.', '2:9 Cart ref fovea . . . `a.ts`/Cart#'])
    expect('python', listed(index, root, 'd.py').filter(line => /^0:/.test(line)), ['0:14 Shop ref fovea . . . `c.py`/Shop#'])
    const roles = index.documents.find(document => document.relativePath === 'b.ts').occurrences.map(one => one.symbolRoles)
    expect('roles', roles.filter(role => role & 2).length, 3)
}

cases['only exact references, and likely ones when asked'] = () => {
    const root = tree('likely', {
        'a.py': 'class Cart:\n    def checkout_all(self): return 1\n',
        'b.py': 'import os\ndef use(cart):\n    os.getcwd()\n    return cart.checkout_all()\n',
    })
    const exact = exported(root), likely = exported(root, '--likely')
    check(exact, root, true)
    check(likely, root, true)
    const calls = index => listed(index, root, 'b.py').filter(line => / ref /.test(line) && /checkout_all/.test(line)).length
    expect('a call by its name alone', [calls(exact), calls(likely)], [0, run(root, 'callers', 'checkout_all', '--format', 'json').out.includes('"likely"') ? 1 : 0])
    expect('outside', exact.externalSymbols.map(symbol => [symbol.symbol, symbol.displayName]), [['fovea . os . getcwd.', 'getcwd']])
    expect('the same twice', readFileSync(join(work, 'likely.scip')).equals((exported(root), readFileSync(join(work, 'likely.scip')))), true)
}

cases['hostile names'] = () => {
    const deep = 'x'.repeat(3000)
    const root = tree('hostile', {
        'a.py': `def ${deep}(): pass\n${deep}()\n`,
        'b.json': `{"": 1, "a\`b": {"c d": 2}, "a\`b": 3, "\\u0000": 4, "local 1": 5}\n`,
        'c.md': '# `code` #\n\n## a/b#c.d\n\n## a/b#c.d\n',
        'd.css': '.a > .b:hover { color: red }\n',
    })
    writeFileSync(join(root, 'e.py'), Buffer.from('def f(): pass\n# \xff\xfe\nf()\n', 'latin1'))
    const index = exported(root)
    check(index, root, true)
    expect('after bytes that are not UTF-8', listed(index, root, 'e.py').length, 2)
}

cases['this repository'] = () => {
    const root = process.cwd()
    const index = exported(root)
    const counts = check(index, root, false)
    console.log(`  ${JSON.stringify(counts)}`)
    expect('aliases are few', counts.aliases < counts.references / 20, true)
    expect('most symbols have a definition', counts.definitions > 10000, true)
}

// ---- import ----

function typescript(name) {
    const root = tree(name, {
        'tsconfig.json': '{"compilerOptions": {"module": "nodenext", "target": "es2022", "strict": false}, "include": ["src"]}\n',
        'package.json': '{"name": "shop", "version": "1.0.0", "type": "module"}\n',
        'src/cart.ts': 'export class Item { price = 1; tax() { return this.price * 0.2 } }\nexport class Cart {\n    items = [new Item()]\n    first() { return this.items[0] }\n    total() { return this.items.map(each => each.tax()).reduce((a, b) => a + b) }\n}\nexport const make = () => ({ cart: new Cart(), label: "é 😀" })\n',
        'src/shop.ts': 'import { make } from "./cart.js"\nconst shops = { north: make(), south: make() }\nexport function report() {\n    const { cart } = shops.north\n    /* 😀 */ return cart.first().tax() + shops.south.cart.total()\n}\nexport function local(total: () => number) { return total() }\n',
        'src/other.ts': 'export class Other { total() { return 2 } tax() { return 3 } }\nexport const use = (thing) => thing.total()\n',
    })
    const file = join(work, `${name}.their.scip`)
    const done = spawnSync(process.execPath, [join(modules, '@sourcegraph/scip-typescript/dist/src/main.js'), 'index', '--output', file], { cwd: root, encoding: 'utf8' })
    expect('scip-typescript', done.status, 0)
    return { root, file }
}
const edges = root => run(root, 'debug', 'edges', '.').out.split('\n').filter(Boolean).map(line => JSON.parse(line))
    .filter(edge => edge.callee).map(edge => `${edge.caller_path} ${edge.caller} ${edge.kind} ${edge.callee_path} ${edge.callee} ${edge.confidence}`)

cases['what scip-typescript says'] = () => {
    const { root, file } = typescript('typescript')
    const before = edges(root)
    expect('what fovea knows by itself', before.filter(edge => / report call .*(tax|total|first)/.test(edge)).sort(), [
        'src/shop.ts report call src/cart.ts first exact',
        'src/shop.ts report call src/cart.ts tax exact',
        'src/shop.ts report call src/cart.ts total exact'])
    const done = run(root, 'import', '--scip', file, '--format', 'json')
    const figures = JSON.parse(done.out)
    expect('figures', [figures.files, figures.refused, figures.corrected, figures.confirmed > 5], [3, 0, 0, true])
    expect('calls', edges(root).filter(edge => / report call /.test(edge)).sort(), [
        'src/shop.ts report call src/cart.ts first exact (scip)',
        'src/shop.ts report call src/cart.ts tax exact (scip)',
        'src/shop.ts report call src/cart.ts total exact (scip)'])
    expect('in an answer', /report .*exact \(scip\)/.test(run(root, 'callers', 'Item.tax').out), true)
    const index = exported(root)
    check(index, root, false)
    expect('and in an export', listed(index, root, 'src/shop.ts').filter(line => / tax ref /.test(line)), ['4:35 tax ref fovea . . . src/`cart.ts`/Item#tax().'])
    expect('forgotten', [run(root, 'import', '--forget').code, edges(root)], [0, before])
}

// Writes an index as another indexer would: documents are [path, [[line, column, length, symbol, roles?], …]].
function written(name, documents) {
    const { protobuf, scip } = reader, file = join(work, name)
    writeFileSync(file, protobuf.toBinary(scip.IndexSchema, protobuf.create(scip.IndexSchema, {
        metadata: { toolInfo: { name: 'scip-test', version: '1.0' } },
        documents: documents.map(([relativePath, at]) => ({ relativePath, occurrences: at.map(([line, column, length, symbol, symbolRoles]) =>
            ({ range: [line, column, column + length], symbol, symbolRoles: symbolRoles ?? 8 })) })),
    })))
    return file
}

cases['Python: overloads, properties, redefinitions and imports that rename'] = () => {
    const root = tree('python', {
        'shop.py': 'from typing import overload\nclass Shop:\n    @overload\n    def get(self, a: int) -> int: ...\n    @overload\n    def get(self, a: str) -> str: ...\n    def get(self, a): return a\n' +
            '    @property\n    def size(self): return 1\n    @size.setter\n    def size(self, n): pass\ndef twice(): return 1\ndef twice(): return 2\n',
        'use.py': 'from shop import Shop as Shop\nfrom shop import twice as twice\ndef use(thing):\n    thing.get(1)\n    return thing.size\ndef more(thing):\n    return thing.twice()\n',
    })
    const S = 'scip-python python shop 1.0 shop/'
    const file = written('python.their.scip', [
        ['shop.py', [[1, 6, 4, `${S}Shop#`, 1], [3, 8, 3, `${S}Shop#get().`, 1], [5, 8, 3, `${S}Shop#get().`], [6, 8, 3, `${S}Shop#get().`],
            [8, 8, 4, `${S}Shop#size().`, 1], [9, 5, 4, `${S}Shop#size().`], [10, 8, 4, `${S}Shop#size().`], [11, 4, 5, `${S}twice().`, 1], [12, 4, 5, `${S}twice().`]]],
        ['use.py', [[0, 17, 12, `${S}Shop#`], [1, 17, 14, `${S}twice().`], [3, 10, 3, `${S}Shop#get().`], [4, 17, 4, `${S}Shop#size().`], [6, 17, 5, `${S}twice().`]]],
    ])
    const done = run(root, 'import', '--scip', file, '--format', 'json')
    expect('taken', [JSON.parse(done.out).files, JSON.parse(done.out).refused], [2, 0])
    const said = run(root, 'debug', 'edges', '.').out.split('\n').filter(line => line.includes('(scip)')).map(line => JSON.parse(line))
    expect('the last of an overload and of a property, none of a redefinition', said.map(edge => `${edge.caller} ${edge.callee} ${edge.callee_line}`).sort(), ['use get 7', 'use size 10'])
}

cases['what was exported is confirmed when it is imported, and changes nothing'] = () => {
    const { root } = typescript('round')
    for (const [path, text] of Object.entries({
        'a.h': 'int area(int side);\nextern int total;\n', 'a.c': '#include "a.h"\nint total;\nint area(int side) { return side + total; }\nint twice(void) { return area(1) + area(2); }\n',
        'größe.py': 'class A:\n    def m(self): return self.n()\n    def n(self): return A()\nclass B(A):\n    def m(self): return super().m()\nx = "😀"; A().m()\n',
        'a.go': 'package a\n\ntype T struct{ n int }\n\nfunc (t *T) Get() int { return t.n }\nfunc Make() *T { return &T{} }\nfunc Use() int { return Make().Get() }\n',
    })) writeFileSync(join(root, path), text)
    const plain = edge => edge.replace(' (scip)', '')
    const before = edges(root), file = join(work, 'round.scip')
    run(root, 'export', '--scip', file)
    const first = readFileSync(file)
    const figures = JSON.parse(run(root, 'import', '--scip', file, '--format', 'json').out)
    expect('figures', [figures.refused, figures.decided, figures.corrected, figures.added, figures.dropped, figures.kept, figures.confirmed > 8], [0, 0, 0, 0, 0, 0, true])
    expect('edges', edges(root).map(plain), before)
    run(root, 'export', '--scip', file, '--force')
    expect('and the same is exported again', readFileSync(file).equals(first), true)
}

cases['members of values that changed places are not taken'] = () => {
    const shop = 'import { north, south } from "./sides.js"\nexport function a() { return north.total() }\nexport function b() { return south.total() }\n'
    const root = tree('sides', {
        'sides.ts': 'class North { total() { return 1 } }\nclass South { total() { return 2 } }\nexport const north: any = new North()\nexport const south: any = new South()\n',
        'shop.ts': shop,
    })
    const S = 'scip-test npm shop 1.0 `sides.ts`/'
    const file = written('sides.their.scip', [
        ['sides.ts', [[0, 6, 5, `${S}North#`, 1], [0, 14, 5, `${S}North#total().`, 1], [1, 6, 5, `${S}South#`, 1], [1, 14, 5, `${S}South#total().`, 1], [2, 13, 5, `${S}north.`, 1], [3, 13, 5, `${S}south.`, 1]]],
        ['shop.ts', [[1, 29, 5, `${S}north.`], [1, 35, 5, `${S}North#total().`], [2, 29, 5, `${S}south.`], [2, 35, 5, `${S}South#total().`]]],
    ])
    const said = () => {
        run(root, 'import', '--forget')
        run(root, 'import', '--scip', file)
        return edges(root).filter(edge => /shop.ts . .*total.*\(scip\)/.test(edge)).length
    }
    expect('as indexed', said(), 2)
    writeFileSync(join(root, 'shop.ts'), shop.replace('north.total', 'tmp').replace('south.total', 'north.total').replace('tmp', 'south.total'))
    expect('swapped', said(), 0)
}

cases['a file that was edited after it was indexed gives no wrong edge'] = () => {
    const { root, file } = typescript('stale')
    const path = join(root, 'src/shop.ts'), text = readFileSync(path, 'utf8')
    const more = 'export function both(a: typeof shops.north, b: { total: number }) {\n    a.cart.first()\n    b.total\n}\n'
    const changes = {
        'lines inserted': text => '// a\n' + text,
        'a line removed': text => text.split('\n').filter((_, i) => i !== 1).join('\n'),
        'a variable renamed': text => text.replace(/\bcart\b/g, 'care'),
        'the variables of two members swapped': text => text.replace('{ cart }', '{ care }').replace('return cart', 'return care'),
        'two functions swapped': text => text.replace(/report/g, 'tmp').replace('local(', 'report(').replace('tmp(', 'local('),
        'two methods swapped': text => text.replace('first().tax()', 'tax().first()'),
        'other methods of equal length': text => text.replace('.first()', '.other()'),
    }
    for (const [name, change] of Object.entries(changes)) {
        run(root, 'import', '--forget')
        writeFileSync(path, change(text + (name.includes('swapped') ? '' : more)))
        run(root, 'import', '--scip', file)
        // the truth of these names: Item.tax, Cart.first, Cart.total; no place of the edited text is another one
        const lines = readFileSync(path, 'utf8').split('\n')
        const wrong = run(root, 'debug', 'edges', '.').out.split('\n').filter(line => line.includes('(scip)')).map(line => JSON.parse(line))
            .filter(edge => edge.caller_path === 'src/shop.ts' && !new RegExp(`\\b${edge.callee}\\b`).test(lines[edge.line - 1]))
        expect(name, wrong, [])
    }
    writeFileSync(path, text)
}

cases['random edits: an updated index equals a rebuilt one'] = () => {
    const { root, file } = typescript('edits')
    run(root, 'import', '--scip', file)
    let seed = Number(process.env.SEED ?? 1), compiled = 0
    const random = limit => ((seed = Number((BigInt(seed) * 1103515245n + 12345n) % 2147483648n)) >> 16) % limit
    const paths = ['src/cart.ts', 'src/shop.ts', 'src/other.ts'], first = paths.map(path => readFileSync(join(root, path), 'utf8'))
    const changes = [
        text => text + '// more\n', text => '// more\n' + text, text => text.replace(/total/g, 'sum'), text => text.replace('tax()', 'levy()'),
        text => text.split('\n').filter((_, i) => i !== 2).join('\n'), text => text + 'export function tax() { return 4 }\n', () => '',
    ]
    for (let step = 0; step < Number(process.env.STEPS ?? 40); step++) {
        for (let times = 1 + random(2); times; times--) {
            const which = random(3), path = join(root, paths[which])
            if (random(8) === 0) rmSync(path, { force: true })
            else writeFileSync(path, random(4) || !existsSync(path) ? first[which] : changes[random(changes.length)](readFileSync(path, 'utf8')))
        }
        const updated = edges(root)
        run(root, 'index', '--force', '-q')
        const rebuilt = edges(root)
        compiled += rebuilt.filter(edge => edge.includes('(scip)')).length
        expect(`step ${step}`, updated, rebuilt)
    }
    expect('some were there', compiled > 20, true)
}

cases['a server sees an import, and what ends it'] = async () => {
    const { root, file } = typescript('server')
    const client = new Client(fovea, ['--profile', 'full'], { cwd: root, env: environment })
    await client.initialize()
    const callers = async () => (await client.call('callers', { symbol: 'Item.tax' })).result.content[0].text
    expect('before', /scip/.test(await callers()), false)
    run(root, 'import', '--scip', file)
    // the server looks every 300 ms whether another process has saved
    const sees = wanted => within(30000, async () => /report .*exact \(scip\)/.test(await callers()) === wanted)
    expect('after', await sees(true), true)
    writeFileSync(join(root, 'src/other.ts'), 'export const nothing = 1\n')
    expect('another file', /report .*exact \(scip\)/.test(await callers()), true)
    const text = readFileSync(join(root, 'src/cart.ts'), 'utf8')
    writeFileSync(join(root, 'src/cart.ts'), text + '// more\n')
    expect('the target changed', /scip/.test(await callers()), false)
    writeFileSync(join(root, 'src/cart.ts'), text)
    expect('and changed back', /report .*exact \(scip\)/.test(await callers()), true)
    run(root, 'import', '--forget')
    expect('forgotten', await sees(false), true)
    client.process.stdin.end()
    await client.exited
}

for (const place of (process.env.FOVEA_TREES ?? '').split(':').filter(Boolean))
    cases[`the tree ${basename(place)}`] = () => console.log(`  ${JSON.stringify(check(exported(place), place, false))}`)

for (const [name, body] of Object.entries(cases)) {
    if (pattern && !name.includes(pattern)) continue
    console.log(name)
    ran++
    try { await body() } catch (error) { failures++; console.log(`  ${error.stack}`) }
}
rmSync(work, { recursive: true, force: true })
console.log(`${ran} cases, ${failures} failures`)
process.exit(failures || !ran ? 1 : 0)
