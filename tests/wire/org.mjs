// fovea publish and --org on a real PostgreSQL: answers as locally, one transaction a publish, nothing lost when two
// publish or one is killed, and nobody sees a repository that is not theirs, by whatever way.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, expect, finish, sleep } from './mcp_client.mjs'
import { Server, workplace } from './org_server.mjs'

const [program, bin] = process.argv.slice(2)
const { home, env, git, write, commit } = workplace('fovea-org-')
const server = new Server(bin)
const tree = name => join(home, name)
function fovea(name, ...args) {
    const done = spawnSync(program, args, { cwd: tree(name), env: { ...env, ...more }, encoding: 'utf8', timeout: 60000 })
    return { status: done.status, out: done.stdout, err: done.stderr, all: done.stdout + done.stderr }
}
let more = {}
const with_env = (variables, run) => { more = variables; try { return run() } finally { more = {} } }
const value = (name, ...args) => { const done = fovea(name, ...args, '--format', 'json'); return done.status ? { failed: done.err } : JSON.parse(done.out) }
const same = (a, b, what) => expect(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`)
const names = found => found.failed ? [found.failed] : (found.symbols || []).map(symbol => symbol.name)
const count = (database, table) => Number(server.sql(database, `SELECT count(*) FROM fovea.${table}`)[0][0])

const shared = 'export function sharedHelper(a) {\n    return a\n}\n'
commit('billing', {
    'src/invoice.py': 'class Invoice:\n    """One bill."""\n\n    def total_amount(self):\n        return add_tax(self.lines)\n\n\ndef add_tax(lines):\n    return lines\n',
    'src/pay.c': '/* Pays. */\nint pay_invoice(int n);\nint pay_invoice(int n)\n{\n    return n;\n}\nstruct payment { int amount; };\n',
    'vendor_copy.js': shared,
    'README.md': '# Billing\n\n## Total amount\n\nText.\n',
})
commit('search', {
    'lib/query.ts': 'export class QueryParser {\n    parseQuery(text: string) {\n        return text\n    }\n}\nexport function totalHits() {\n    return 1\n}\n',
    'lib/helper.js': shared,
})
const d = 'code'
server.sql('postgres', `CREATE DATABASE ${d}; CREATE ROLE alice LOGIN; CREATE ROLE bob LOGIN; CREATE ROLE carol LOGIN; CREATE ROLE ci LOGIN;
    CREATE ROLE guarded LOGIN PASSWORD 'open-sesame-77'; CREATE ROLE banned LOGIN`)
const url = server.url(d)

// ---- connections ----
{
    let done = fovea('billing', 'find', 'x', '--org', 'postgresql://boss@/code?host=/nowhere/at/all')
    expect(done.status === 1 && /no connection/.test(done.err) && /is the server running/.test(done.err), `no server: ${done.err}`)
    for (const address of [server.url(d, 'guarded', 'wrong-secret-1'), `postgresql://guarded:wrong-secret-1@/code?host=${server.folder}&nonsense=1`,
        `postgresql://guarded:wrong-secret-1%zz@/code?host=${server.folder}`, `host=${server.folder} user=guarded password=wrong-secret-1 dbname=code`, `host=${server.folder} password='wrong-secret-1`]) {
        done = fovea('billing', 'find', 'x', '--org', address)
        expect(done.status && !/secret/.test(done.all), `a password is repeated: ${done.all}`)
    }
    done = fovea('billing', 'find', 'x', '--org', server.url(d, 'guarded', 'wrong-secret-1'))
    expect(/the password is wrong/.test(done.err) && /pgpass/.test(done.err), `wrong password: ${done.err}`)
    done = fovea('billing', 'find', 'x', '--org', server.url(d, 'guarded'))
    expect(/wants a password/.test(done.err), `no password: ${done.err}`)
    done = fovea('billing', 'find', 'x', '--org', server.url(d, 'banned'))
    expect(done.status === 1 && /pg_hba/.test(done.err), `rejected: ${done.err}`)
    done = fovea('billing', 'find', 'x', '--org', server.url('absent'))
    expect(done.status === 3 && /does not exist/.test(done.err), `no database: ${done.err}`)
    done = fovea('billing', 'find', 'x', '--org', url)
    expect(done.status === 3 && /nothing is published/.test(done.err), `empty database: ${done.err}`)
    done = fovea('billing', 'find', 'x', '--org', 'what is this')
    expect(done.status === 2 && /no connection string/.test(done.err), `no address: ${done.err}`)
    done = fovea('billing', 'find', 'x', '--org', 'configured')
    expect(done.status === 2 && /no organisation/.test(done.err), `nothing configured: ${done.err}`)
    mkdirSync(join(home, 'alone'))
    copyFileSync(program, join(home, 'alone', 'fovea'))
    execFileSync('chmod', ['755', join(home, 'alone', 'fovea')])
    done = spawnSync(join(home, 'alone', 'fovea'), ['find', 'x', '--org', url], { cwd: tree('billing'), env: { ...env, PATH: '/usr/bin:/bin' }, encoding: 'utf8' })
    expect(done.status === 1 && /no program 'fovea-postgres'/.test(done.stderr), `without the program: ${done.stderr}`)
}

// ---- a program in the place of fovea-postgres that says anything ----
{
    const frame = (type, ...bytes) => { const text = Buffer.concat(bytes.map(part => typeof part === 'number' ? Buffer.from(Uint32Array.of(part).buffer) : Buffer.from(part, 'latin1')))
        return Buffer.concat([Buffer.from(Uint32Array.of(text.length + 1).buffer), Buffer.from(type), text]) }
    const ready = frame('Z', 150000)
    const hostile = { nothing: Buffer.alloc(0), noise: Buffer.from('what is this, not a frame at all'), 'a huge frame': Buffer.from([255, 255, 255, 255, 90]), 'an empty frame': Buffer.alloc(5),
        'no number': frame('Z'), 'an unknown type': frame('?'), 'an error without texts': frame('E', 'e'), 'an empty error': frame('E'), 'rows before anything': frame('D', 1, 1, 1, 'x'),
        'an old server': frame('Z', 90000), 'rows without columns': Buffer.concat([ready, frame('D', 0, 5)]), 'too many rows': Buffer.concat([ready, frame('D', 3, 0xFFFFFFF0, 1, 'x')]),
        'a value that is too long': Buffer.concat([ready, frame('D', 1, 1, 100, 'x')]), 'bytes left over': Buffer.concat([ready, frame('D', 1, 1, 1, 'xyz')]),
        'rows of other widths': Buffer.concat([ready, frame('D', 1, 1, 1, 'x'), frame('D', 2, 1, 1, 'x', 1, 'y'), ready]), 'ready without rows': Buffer.concat(Array(12).fill(ready)) }
    for (const [what, bytes] of Object.entries(hostile)) {
        writeFileSync(join(home, 'alone', 'answer'), bytes)
        writeFileSync(join(home, 'alone', 'fovea-postgres'), `#!/bin/sh\ncat '${join(home, 'alone', 'answer')}'\nexec timeout 1 cat >/dev/null\n`, { mode: 0o755 })
        const done = spawnSync(join(home, 'alone', 'fovea'), ['find', 'x', '--org', url], { cwd: tree('billing'), env, encoding: 'utf8', timeout: 30000 })
        expect([1, 3].includes(done.status) && /^Error: /.test(done.stderr), `${what}: ${done.status} ${done.signal} ${done.stderr}`)
    }
}

// ---- publishing, and the same answers as locally ----
{
    let first = value('billing', 'publish', '--to', url)
    expect(first.outcome === 'published' && first.files === 4 && first.new_contents === 4, `first: ${JSON.stringify(first)}`)
    expect(first.readers === '' && first.repository === 'billing' && first.branch === 'main', `first: ${JSON.stringify(first)}`)
    const before = server.sql(d, 'SELECT commit, generation, published_at FROM fovea.branch')
    expect(value('billing', 'publish', '--to', url).outcome === 'unchanged', 'the same commit twice')
    same(server.sql(d, 'SELECT commit, generation, published_at FROM fovea.branch'), before, 'the same commit changes nothing')
    git('search', 'remote', 'add', 'origin', 'https://ci:token-in-url@git.example.org/acme/search.git')
    const second = value('search', 'publish', '--to', url)
    expect(second.repository === 'acme/search' && second.files === 2 && second.new_contents === 1, `contents are shared: ${JSON.stringify(second)}`)
    same(server.sql(d, `SELECT gin_clean_pending_list('fovea.chunk_words'), gin_clean_pending_list('fovea.name_trigrams')`), [['0', '0']], 'nothing is left in lists that every question would read')
    expect(server.sql(d, `SELECT count(*) FROM fovea.content WHERE language = 'javascript'`)[0][0] === '1', 'a content is stored once')

    for (const query of ['add_tax', 'total', 'Invoice.total_amount', 'invoice', 'pay', 'tax add', 'total amount', 'pay*', 'payinvoice', 'totl_amount', 'src invoice tax',
        'src/pay.c', 'src/pay.c::pay_invoice', 'pay.c', 'nothing_like_this_at_all', 'payment amount of what', 'INVOICE', 'sharedHelper']) {
        const strip = found => (found.symbols || []).map(({ name, kind, path, start, end, hash, declaration }) => ({ name: name.replace(/^billing\//, ''), kind, path: path.replace(/^billing\//, ''), start, end, hash: kind === 'file' ? '' : hash, declaration }))
        same(strip(value('billing', 'find', query, '--path', 'billing/', '--org', url)), strip(value('billing', 'find', query)), `find ${query}`)
    }
    const total = value('billing', 'find', 'total', '--org', url)
    same(total.symbols.map(symbol => `${symbol.repository} ${symbol.path}`).sort(), ['acme/search acme/search/lib/query.ts', 'billing billing/README.md', 'billing billing/src/invoice.py'], 'across repositories')
    const text = fovea('billing', 'find', 'parseQuery', '--org', url)
    same(text.out, 'acme/search/lib/query.ts:2-4  method QueryParser.parseQuery\nacme/search/lib/query.ts:1-5  class QueryParser\n', 'as text')
    same(names(value('billing', 'find', 'query parser', '--kind', 'class', '--org', url)), ['QueryParser'], 'by kind')
    same(names(value('billing', 'find', 'sharedHelper', '--path', 'lib/', '--org', url)), ['sharedHelper'], 'by path')
    expect(fovea('billing', 'find', 'x', '--risk', 'high', '--org', url).status === 2, 'no risk')
    const page = value('billing', 'find', 'total', '--limit', '1', '--org', url)
    const next = value('billing', 'find', 'total', '--limit', '1', '--org', url, '--cursor', page.cursor)
    same([...names(page), ...names(next)], names(total).slice(0, 2), 'two pages')
    expect(fovea('billing', 'find', 'other', '--org', url, '--cursor', page.cursor).status === 2, 'a cursor of another question')
    same(with_env({ FOVEA_ORG: url }, () => names(value('billing', 'find', 'add_tax', '--org'))), ['add_tax'], 'FOVEA_ORG')
    mkdirSync(join(home, 'config', 'fovea'), { recursive: true })
    writeFileSync(join(home, 'config', 'fovea', 'config.toml'), `[org]\ndatabase = "${server.url(d, 'boss', 'not-needed-5')}"\n`)
    same(names(value('billing', 'find', 'add_tax', '--org')), ['add_tax'], 'org.database')
    expect(!/not-needed/.test(fovea('billing', 'config').all), 'config shows the password')
    rmSync(join(home, 'config', 'fovea', 'config.toml'))
    writeFileSync(join(tree('billing'), '.fovea.toml'), `[org]\ndatabase = "${url}"\n`)
    expect(fovea('billing', 'find', 'add_tax', '--org').status === 2, 'a repository names a database')
    rmSync(join(tree('billing'), '.fovea.toml'))
    writeFileSync(join(home, 'services'), `[here]\nhost=${server.folder}\nuser=boss\ndbname=${d}\n`)
    same(with_env({ PGSERVICEFILE: join(home, 'services') }, () => names(value('billing', 'find', 'add_tax', '--org', 'service=here'))), ['add_tax'], 'a service file')
    server.sql(d, 'GRANT fovea_writer TO guarded')
    writeFileSync(join(home, 'pass'), `*:*:*:guarded:open-sesame-77\n`, { mode: 0o600 })
    same(with_env({ PGPASSFILE: join(home, 'pass') }, () => names(value('billing', 'find', 'add_tax', '--org', server.url(d, 'guarded')))), ['add_tax'], 'a password file')
    same(names(value('billing', 'find', 'add_tax', '--org', server.url(d, 'guarded', 'open-sesame-77'))), ['add_tax'], 'a password in the address')
}

// ---- incremental, branches, what is not committed ----
{
    write('billing', { 'src/late.py': 'def late_fee():\n    return 1\n' })
    let done = fovea('billing', 'publish', '--to', url)
    expect(done.status === 1 && /1 file differs from the commit: src\/late.py/.test(done.err), `untracked: ${done.err}`)
    const old = git('billing', 'rev-parse', 'HEAD')
    commit('billing', { 'src/pay.c': '/* Pays. */\nint pay_invoice(int n)\n{\n    return n + 1;\n}\n' })
    rmSync(join(tree('billing'), 'README.md'))
    commit('billing', {})
    const changed = value('billing', 'publish', '--to', url)
    expect(changed.files === 4 && changed.files_put === 2 && changed.files_removed === 1 && changed.new_contents === 2, `a change: ${JSON.stringify(changed)}`)
    same(names(value('billing', 'find', 'late_fee', '--org', url)), ['late_fee'], 'a new file')
    same(names(value('billing', 'find', 'payment', '--org', url)), [], 'a symbol that is gone')
    git('billing', 'checkout', '-q', '--detach', old)
    done = fovea('billing', 'publish', '--to', url)
    expect(done.status === 2 && /no branch/.test(done.err), `detached: ${done.err}`)
    same(value('billing', 'publish', '--to', url, '--branch', 'main').outcome, 'newer', 'an older commit')
    same(names(value('billing', 'find', 'late_fee', '--org', url)), ['late_fee'], 'the newer commit stays')
    same(value('billing', 'publish', '--to', url, '--branch', 'release/1').outcome, 'published', 'a second branch')
    same(names(value('billing', 'find', 'payment', '--kind', 'struct', '--org', url, '--branch', 'release/1')), ['payment'], 'on the branch')
    same(names(value('billing', 'find', 'payment', '--kind', 'struct', '--org', url)), [], 'not on the default branch')
    expect(/no repository here has such a branch/.test(fovea('billing', 'find', 'x', '--org', url, '--branch', 'nowhere').out), 'no such branch')
    git('billing', 'checkout', '-q', 'main')
    expect(fovea('billing', 'publish', '--to', url, '--branch', 'a\nb').status === 2, 'a branch with a line end')
}

// ---- names that look like something else ----
{
    commit('odd', { "it's %_\\ \"quoted\".py": 'def percent_under(a):\n    return a\n', 'tab\there.py': 'def tab_name():\n    return 1\n' })
    execFileSync('bash', ['-c', `cd "$1" && printf 'def latin_path():\\n    return 1\\n' > $'caf\\xe9.py' && git add -A && git commit -q -m odd`, 'bash', tree('odd')], { env })
    expect(value('odd', 'publish', '--to', url).outcome === 'published', 'odd paths')
    const strip = found => (found.symbols || []).map(({ name, path }) => [name, path.replace(/^("?)odd\//, '$1')])
    for (const query of ['percent_under', 'tab_name', 'latin_path'])
        same(strip(value('odd', 'find', query, '--path', 'odd/', '--org', url)), strip(value('odd', 'find', query)), `odd path of ${query}`)
    expect(value('odd', 'find', "'; DROP TABLE fovea.symbol; --", '--org', url).total >= 0 && count(d, 'symbol') > 0, 'a query that is SQL')
    same(names(value('odd', 'find', '%', '--org', url)).filter(name => /percent/.test(name)), [], 'a sign of LIKE is a sign')
}

// ---- what is not whole ----
{
    commit('large', { 'a.py': Array.from({ length: 20000 }, (_, i) => `def f${i}(a, b):\n    return [a.b(${i}), {b: (a, b)}]\n`).join(''), 'small.c': 'int small;\n', '.fovea.toml': '[index]\nmemory = "80MB"\n' })
    const done = fovea('large', 'publish', '--to', url)
    expect(done.status === 1 && /only a part of the repository: 1 file is not in the index/.test(done.err) && /index.memory/.test(done.err), `left out for memory: ${done.all}`)
    same(server.sql(d, `SELECT count(*) FROM fovea.repository WHERE name = 'large'`), [['0']], 'nothing of it is there')
    commit('shallow', { 'a/b/c.py': 'def deep():\n    return 1\n' })
    fovea('shallow', 'index', '--max-depth', '1')
    expect(/only a part of the repository/.test(fovea('shallow', 'publish', '--to', url).err), 'a part by depth')
}

// ---- callers and callees: as locally within a repository, and across them by packages ----
{
    const graph = (repository, found) => found.failed || { callers: found.callers, callees: found.callees, sites: found.sites,
        nodes: found.nodes.map(({ id, label, handle, kind, focus }) => [id, ...[label, handle].map(text => text.startsWith(repository + '/') ? text.slice(repository.length + 1) : text), kind, focus]),
        edges: (found.edges || []).map(({ from, to, confidence, weight, kind }) => [from, to, confidence, weight, kind]) }
    const asLocally = (name, repository, tool, ...args) => same(graph(repository, value(name, tool, ...args, '--org', url)), graph(repository, value(name, tool, ...args)), `${tool} ${args.join(' ')}`)
    commit('lexer', {
        'package.json': '{"name":"@acme/lexer","version":"1.0.0"}\n',
        'index.js': "import { step } from './lib/step.js'\nexport function lex(text) {\n    return step(text)\n}\nexport function lexAll(list) {\n    return list.map(one => lex(one))\n}\nexport class Token {\n    value() {\n        return lex('')\n    }\n}\n",
        'lib/step.js': 'export function step(a) {\n    return a\n}\nfunction hidden() {\n    return step(1)\n}\nhidden()\n',
        'test/lex.test.js': "import { lex } from '../index.js'\ntest('lex', () => { lex('a') })\n",
    })
    commit('editor', {
        'package.json': '{"name":"editor","private":true}\n',
        'src/open.js': "import { lex, Token } from '@acme/lexer'\nimport { gone } from 'left-pad'\nexport function open(text) {\n    gone(text)\n    return lex(text) && new Token(text)\n}\n",
    })
    for (const name of ['lexer', 'editor']) expect(value(name, 'publish', '--to', url).outcome === 'published', `publishing ${name}`)
    for (const symbol of ['step', 'lib/step.js::hidden', 'lexAll', 'Token.value'])
        for (const tool of ['callers', 'callees']) asLocally('lexer', 'lexer', tool, symbol)
    asLocally('lexer', 'lexer', 'callees', 'lexAll', '--depth', '2')
    asLocally('editor', 'editor', 'callers', 'open')
    const text = fovea('lexer', 'callers', 'index.js::lex', '--org', url)
    same(text.out.split('\n').slice(0, 2), ['callers of lex [lexer/index.js:2-4]: 4 callers, 4 call sites', '  open [editor/src/open.js:3-6] likely "package @acme/lexer"'], 'a caller in another repository')
    same(fovea('editor', 'callees', 'open', '--org', url).out, 'callees of open [editor/src/open.js:3-6]: 2 callees, 2 call sites\n  lex [lexer/index.js:2-4] likely "package @acme/lexer"\n  Token [lexer/index.js:8-12] likely "package @acme/lexer"\n', 'callees in another repository')
    expect(/ext:left-pad:gone external/.test(fovea('editor', 'callees', 'open', '--external', '--org', url).out), 'what nobody publishes stays external')
    expect(!/left-pad/.test(fovea('editor', 'callees', 'open', '--org', url).out), 'and is not shown unasked')
    const hash = value('lexer', 'find', 'lexAll', '--org', url).symbols[0].hash
    same(value('lexer', 'callees', hash, '--org', url).title, 'Callees of lexAll', 'by hash')
    same(value('lexer', 'callees', hash.slice(9), '--org', url).title, 'Callees of lexAll', 'by half a hash')
    same(value('lexer', 'callees', 'lexer/index.js:6', '--org', url).title, 'Callees of lexAll', 'by a line')
    const first = value('lexer', 'callers', 'index.js::lex', '--limit', '1', '--org', url)
    expect(first.nodes.length === 2 && first.callers === 4, `a page: ${JSON.stringify(first)}`)
    const cursor = fovea('lexer', 'callers', 'index.js::lex', '--limit', '1', '--org', url).out.match(/--cursor ([^\s\]]+)/)
    expect(cursor && value('lexer', 'callers', 'index.js::lex', '--limit', '1', '--org', url, '--cursor', cursor[1]).nodes[1].handle !== first.nodes[1].handle, 'the next page')
    expect(/symbols are called 'open'|no symbol/.test(fovea('lexer', 'callers', 'no_such_symbol', '--org', url).err), 'no such symbol')

    // Two that publish one name, and a name that is declared twice: ambiguous, never likely.
    commit('lexer-fork', { 'package.json': '{"name":"@acme/lexer"}\n', 'index.js': 'export function lex(text) {\n    return text\n}\n' })
    value('lexer-fork', 'publish', '--to', url)
    const both = value('editor', 'callees', 'open', '--org', url)
    same(both.edges.map(edge => edge.confidence).sort(), ['ambiguous', 'ambiguous', 'likely'], 'two publish a package')
    expect(!JSON.stringify(both.edges).includes('exact'), 'an edge across repositories is never exact')
    git('lexer-fork', 'rm', '-q', 'package.json')
    commit('lexer-fork', {})
    value('lexer-fork', 'publish', '--to', url)
    same(value('editor', 'callees', 'open', '--org', url).edges.map(edge => edge.confidence), ['likely', 'likely'], 'a package that is published no more')

    // Other systems of packages.
    const systems = {
        python: [{ 'pyproject.toml': '[project]\nname = "acme-core"\n', 'src/acme_core/__init__.py': 'from .util import helper\n', 'src/acme_core/util.py': 'def helper(t):\n    return t\n', 'src/acme_core/more.py': 'def helper(t):\n    return t\n' },
            { 'app.py': 'from acme_core.util import helper\ndef uses_python(t):\n    return helper(t)\n' }, 'src/acme_core/util.py::helper', 'package acme-core'],
        go: [{ 'go.mod': 'module github.com/acme/core\n', 'deep/l.go': 'package deep\n\nfunc Scan(s string) {}\n', 'other/l.go': 'package other\n\nfunc Scan(s string) {}\n' },
            { 'go.mod': 'module github.com/acme/app\n', 'main.go': 'package main\nimport "github.com/acme/core/deep"\nfunc uses_go() { deep.Scan("x") }\n' }, 'deep/l.go::Scan', 'package github.com/acme/core'],
        cargo: [{ 'Cargo.toml': '[package]\nname = "acme-rust"\n', 'src/lib.rs': 'pub fn parse_it(s: &str) {}\n' }, { 'Cargo.toml': '[package]\nname = "app"\n', 'src/main.rs': 'use acme_rust::parse_it;\nfn uses_cargo() { parse_it("x"); }\n' }, 'parse_it', 'package acme-rust'],
        maven: [{ 'pom.xml': '<project><parent><groupId>com.acme</groupId><artifactId>top</artifactId></parent><artifactId>tools</artifactId></project>\n', 'src/main/java/com/acme/tools/Util.java': 'package com.acme.tools;\npublic class Util { public static void help(String s) {} }\n' },
            { 'src/main/java/App.java': 'import static com.acme.tools.Util.help;\nclass App { void uses_maven() { help("y"); } }\n' }, 'Util.help', 'package com.acme:tools'],
        c: [{ 'acme.pc.in': 'Name: acme\n', 'include/acme/core.h': 'int acme_core(int n);\n', 'src/core.c': '#include <acme/core.h>\nint acme_core(int n) { return n; }\n' },
            { 'main.c': '#include <acme/core.h>\nint uses_c(void) { return acme_core(1); }\n', 'none.c': 'int uses_none(void) { return acme_core(1); }\n' }, 'acme_core', 'package acme'],
    }
    for (const [system, [publisher, importer, symbol, label]] of Object.entries(systems)) {
        commit(`${system}-lib`, publisher)
        commit(`${system}-app`, importer)
        for (const name of [`${system}-lib`, `${system}-app`]) expect(value(name, 'publish', '--to', url).outcome === 'published', `publishing ${name}`)
        const found = value(`${system}-lib`, 'callers', symbol, '--org', url)
        const caller = (found.nodes || []).findIndex(node => node.label.endsWith(`uses_${system}`))
        const edge = (found.edges || []).find(one => one.from === caller + 1)
        same([caller > 0, edge?.confidence, edge?.label], [true, 'likely', label], `callers across ${system}: ${JSON.stringify(found)}`)
        const back = value(`${system}-app`, 'callees', `uses_${system}`, '--org', url)
        expect((back.nodes || []).some(node => node.handle.startsWith(`${system}-lib/`)), `callees across ${system}: ${JSON.stringify(back)}`)
    }
    expect(!/uses_none/.test(fovea('c-lib', 'callers', 'acme_core', '--org', url).out), 'a file that does not include the header')
    expect(/none known/.test(fovea('python-lib', 'callers', 'src/acme_core/more.py::helper', '--org', url).out), 'another module of the package')
    expect(/none known/.test(fovea('go-lib', 'callers', 'other/l.go::Scan', '--org', url).out), 'another directory of the module')

    // A change of one file sends what changed.
    const rows = () => server.sql(d, 'SELECT (SELECT count(*) FROM fovea.edge), (SELECT count(*) FROM fovea.links), (SELECT max(id) FROM fovea.links)')
    const before = rows()
    commit('lexer', { 'README.md': '# Lexer\n' })
    value('lexer', 'publish', '--to', url)
    same(rows(), before, 'edges of files that have not changed')
    commit('lexer', { 'lib/step.js': '/* Moved down. */\nexport function step(a) {\n    return a\n}\n' })
    value('lexer', 'publish', '--to', url)
    same(Number(rows()[0][1]) - Number(before[0][1]), 0, 'symbols that moved leave the edges of others alone')
    asLocally('lexer', 'lexer', 'callers', 'step')
}

// ---- explore: declarations with their edges, also of other repositories, within the budget ----
{
    const pack = (...args) => fovea('lexer', 'explore', ...args, '--org', url)
    const whole = pack('lex a text')
    expect(whole.status === 0 && /no bodies: fovea read PATH:FROM-TO in a clone/.test(whole.out) && !/return step|return lex/.test(whole.out), `no bodies: ${whole.all}`)
    expect(/^lexer\/index\.js:\d+-\d+ {2}lex \(defines it.*\nexport function lex\(text\)\n {2}calls lexer\/lib\/step\.js:2-4 {2}export function step\(a\)\n {2}called by editor\/src\/open\.js:3-6 {2}function open {2}likely "package @acme\/lexer"\n {2}called by lexer\/index\.js:\d+-\d+ {2}function lexAll\n/m.test(whole.out), `edges: ${whole.out}`)
    expect(/ {2}calls lexer\/index\.js:2-4 {2}function lex {2}likely "package @acme\/lexer"/.test(whole.out), `a callee in another repository: ${whole.out}`)
    same((whole.out.match(/export function lex\(text\)/g) || []).length - (whole.out.match(/^lexer-fork.*\nexport function lex/m) ? 1 : 0), 1, 'no signature twice')
    const next = whole.out.match(/fovea callers (\S+) --org '([^']*)'/)
    expect(next && fovea('lexer', 'callers', next[1], '--org', next[2]).status === 0, `the next call: ${whole.out}`)
    const found = value('lexer', 'explore', 'lex a text', '--org', url)
    const lex = found.declarations.find(one => one.path === 'lexer/index.js' && one.name === 'lex')
    same([found.bodies, lex.repository, lex.signature, lex.calls.map(one => [one.name, one.confidence]), lex.callers.map(one => [one.repository, one.name, one.confidence, one.package])[0]],
        [[], 'lexer', 'export function lex(text)', [['step', 'exact']], ['editor', 'open', 'likely', '@acme/lexer']], 'as a value')
    // What each says is what callers and callees say.
    for (const one of found.declarations) {
        const near = tool => { const all = value('lexer', tool, one.hash, '--file', '', '--org', url); return all.failed ? null : all.nodes.filter(node => !node.focus).map(node => node.id).sort() }
        for (const [tool, list] of [['callers', one.callers], ['callees', one.calls]]) {
            const all = near(tool)
            if (all) same(list.map(edge => edge.hash).sort(), all, `${tool} of ${one.path} ${one.name}`)
        }
    }
    for (const format of ['text', 'json', 'toon'])
        for (const budget of [200, 300, 500, 1000, 4000]) {
            const done = pack('lex a text', '--budget', String(budget), '--format', format)
            expect(done.status === 0 && Buffer.byteLength(done.out) <= budget * 4, `${format}: ${Buffer.byteLength(done.out)} bytes for ${budget} tokens`)
        }
    expect(/^lexer\/lib\/step\.js:2-4 {2}step \(asked for/m.test(pack('open a text', '--seed', 'step').out), 'a seed')
    expect(/no symbol 'no_such_seed'/.test(pack('open', '--seed', 'no_such_seed').err), 'an unknown seed')
    const refused = pack('open', '--session', 'one')
    expect(refused.status === 2 && /session: it is stored with a repository's index/.test(refused.err) && /--seen FILE/.test(refused.err), `a session: ${refused.all}`)
    const seen = join(home, 'seen')
    expect(/^export function lex\(/m.test(pack('lex', '--seen', seen).out), 'what is not seen')
    const again = pack('lex', '--seen', seen).out
    expect(/left out that you have seen/.test(again) && !/^export function lex\(/m.test(again), `what is seen: ${again}`)
    expect(!/test\/lex\.test\.js/.test(pack('lex a text', '--no-tests').out), 'without tests')
    expect(!/editor\//.test(pack('lex a text', '--exclude', 'editor').out), 'without a repository')
    expect(/no repository here has such a branch/.test(pack('lex', '--branch', 'nowhere').out), 'no such branch')
    expect(pack('zzzqqqxxx').status === 0 && /no file has any of these words/.test(pack('zzzqqqxxx').out), 'nothing')
    // The number of statements does not depend on the number of declarations.
    const statements = (...args) => {
        const log = () => readFileSync(join(server.folder, 'log'), 'utf8').split('\n').filter(line => /execute .*(SELECT|BEGIN)|statement: BEGIN/.test(line)).length
        const before = log()
        const done = with_env({ PGOPTIONS: '-c log_statement=all' }, () => value('lexer', 'explore', ...args, '--org', url))
        return [done.declarations.length, log() - before]
    }
    const [few, one] = statements('add_tax', '--exclude', 'lexer'), [many, all] = statements('lex all tokens of an invoice with a query parser and total hits')
    expect(many > 2 * few && one > 0 && all <= 20 && Math.abs(all - one) <= 3, `statements: ${one} for ${few}, ${all} for ${many}`)
    // Limits are of what is seen, and say what they leave out.
    const crowd = Array.from({ length: 40 }, (_, i) => `export function user${i}() {\n    return crowded(${i})\n}\n`).join('')
    commit('crowd', { 'crowd.js': `export function crowded(n) {\n    return n\n}\n${crowd}` })
    value('crowd', 'publish', '--to', url)
    const crowded = value('lexer', 'explore', 'crowded', '--org', url).declarations.find(one => one.name === 'crowded')
    same([crowded.callers.length, crowded.callers_more], [6, 34], 'many callers')
    expect(/^ {2}called by 34 more$/m.test(pack('crowded').out), 'many callers as text')
    // Alternatives of one reference are one callee.
    commit('variants', { 'log.h': '#ifdef A\n#define SAY(x) one(x)\n#elif defined(B)\n#define SAY(x) two(x)\n#else\n#define SAY(x) three(x)\n#endif\n',
        'variants.c': '#include "log.h"\nstatic int helper(int n)\n{\n    return n;\n}\nint variants_run(int n)\n{\n    SAY(n);\n    return helper(n);\n}\n' })
    value('variants', 'publish', '--to', url)
    const variants = pack('variants run').out
    expect(/ {2}calls variants\/log\.h:2 {2}#define SAY\(x\) {2}likely {2}\(or 2 others of this name\)\n {2}calls variants\/variants\.c:2-5 {2}static int helper/.test(variants), `alternatives: ${variants}`)
    const run = value('lexer', 'explore', 'variants run', '--org', url).declarations.find(one => one.name === 'variants_run')
    same(run.calls.map(one => [one.name, one.others_of_this_name]), [['SAY', 2], ['helper', undefined]], 'alternatives as a value')
}

// ---- search: the places that each repository finds itself ----
{
    commit('wordy', {
        'src/expire.py': 'class Expiry:\n    """Deletes expired keys."""\n\n    def delete_expired(self, keys):\n        # walks over the keys that are too old\n        return [key for key in keys if key.old]\n\n\ndef connection_timeout():\n    """How long a client may stay silent."""\n    return 30\n',
        'src/server.c': '/* Accepts clients and answers them. */\nint accept_client(int fd);\nint accept_client(int fd)\n{\n    return fd;\n}\n',
        'docs/guide.md': '# Guide\n\n## Expired keys\n\nKeys that expired are deleted in the background.\n',
        'tests/test_expire.py': 'def test_delete_expired():\n    assert True\n',
    })
    expect(value('wordy', 'publish', '--to', url).outcome === 'published', 'wordy')
    // The database has no text of a document's head: there its summary is its heading.
    const own = (kind, path, text) => kind === 'file' && path.endsWith('.md') ? text.slice(text.indexOf('\n')) : text
    const strip = found => found.failed || (found.results || found.places || []).map(({ name, kind, path, start, end, hash, lines, text, why, level }) => [kind === 'file' ? '' : name, kind, path.replace(/^wordy\//, ''), start, end, kind === 'file' ? '' : hash, lines, own(kind, path, text), why.replace(/^the file's name$/, ''), level])
    const alone = server.url('alone')
    server.sql('postgres', 'CREATE DATABASE alone')
    value('wordy', 'publish', '--to', alone)
    for (const question of ['where are expired keys deleted', 'client timeout', 'accept_client', 'how does the server accept clients', 'delete expired'])
        for (const more of [['--level', 'class'], ['--level', 'file'], ['--level', 'class', '--no-tests'], ['--level', 'class', '--path', 'src/'], ['--level', 'class', '--language', 'python', '--mode', 'lexical'], ['--level', 'class', '--kind', 'function']]) {
            const here = strip(value('wordy', 'search', question, ...more)), there = strip(value('wordy', 'search', question, ...more, '--org', alone))
            // Here the texts of files count as well, which the database does not have: the order of the others may differ.
            same([there[0], [...there].sort()], [here[0], [...here].sort()], `search ${question} ${more}`)
            expect(question !== 'delete expired' || more[1] !== 'class' || more.includes('--kind') || here.length > 0, `something is found: ${more}`)
        }
    const all = fovea('wordy', 'search', 'where are expired keys deleted', '--org', url)
    expect(/^wordy\/src\/expire\.py/.test(all.out), `search of all: ${all.all}`)
    const full = fovea('wordy', 'search', 'where are expired keys deleted', '--level', 'full', '--org', url)
    expect(/class Expiry/.test(full.out) && !/key\.old/.test(full.out) && /no texts/.test(full.out), `the database has no bodies: ${full.all}`)
    expect(fovea('wordy', 'search', 'expired', '--org', url, '--budget', '200').out.length <= 800, 'a budget')
    expect(fovea('wordy', 'search', 'expired', '--org', url, '--include-dependencies').status === 2, 'no dependencies')
    expect(/Expired keys|guide\.md/.test(fovea('wordy', 'search', 'expired keys', '--docs', '--org', url).out), 'documents')
    // Counts follow what comes and goes.
    const sums = () => server.sql(d, `SELECT (SELECT count(*) FROM fovea.branch b WHERE concat_ws(' ', b.contents, b.parts, b.words) <> (SELECT concat_ws(' ', count(*), coalesce(sum(a.parts), 0), coalesce(sum(a.words), 0)) FROM fovea.fact a WHERE a.content_id IN (SELECT f.content_id FROM fovea.file f WHERE f.branch_id = b.id))),
        (SELECT count(*) FROM (SELECT t.term, t.branch_id, t.parts, t.files FROM fovea.branch_term t EXCEPT SELECT u.lexeme, m.branch_id, sum(u.positions[1]), count(*) FROM (SELECT DISTINCT branch_id, content_id FROM fovea.file) m JOIN fovea.chunk k USING (content_id), unnest(k.words) u GROUP BY 1, 2) AS wrong)`)
    same(sums(), [['0', '0']], 'counts of words')
    git('wordy', 'rm', '-q', 'src/server.c')
    commit('wordy', { 'docs/guide.md': '# Guide\n\nNothing about that.\n' })
    value('wordy', 'publish', '--to', url)
    same(sums(), [['0', '0']], 'counts of words after a change')
    expect(!/accept_client/.test(fovea('wordy', 'search', 'accept_client', '--org', url, '--path', 'wordy/').out), 'what is gone')
}

// ---- two projects of one name ----
{
    commit('namesake', { 'a.js': 'export function other() {}\n' })
    const refused = fovea('namesake', 'publish', '--to', url, '--repository', 'billing')
    expect(/the database has another history under the name 'billing'/.test(refused.err) && /--repository NAME/.test(refused.err), `another project of that name: ${refused.err}`)
}

// ---- who sees what ----
{
    const grant = server.refusal(d, 'SELECT 1 FROM fovea.symbol', 'alice')
    expect(/permission denied/.test(grant), `without any role: ${grant}`)
    expect(/may not read the schema/.test(fovea('billing', 'find', 'x', '--org', server.url(d, 'alice')).err), 'a user without a role')
    const early = fovea('billing', 'publish', '--to', url, '--grant', 'alice').out
    expect(/readable by: alice; they cannot read the database yet: GRANT fovea_reader TO alice/.test(early), `a grant without the right to read: ${early}`)
    server.sql(d, 'DELETE FROM fovea.repository_reader; GRANT fovea_reader TO alice, bob, carol; GRANT fovea_writer TO ci')
    expect(/no repository here/.test(fovea('billing', 'find', 'add_tax', '--org', server.url(d, 'alice')).out), 'no repository is granted')
    commit('billing', { 'package.json': '{"name":"billing-api"}\n', 'src/uses.js': "import { get } from 'billing-secret-dependency'\nexport function usesSecret() {\n    return get()\n}\n" })
    commit('search', { 'package.json': '{"name":"search-api"}\n', 'lib/uses.js': "import { get } from 'search-dependency'\nexport function usesIt() {\n    return get()\n}\n" })
    const granted = value('billing', 'publish', '--to', server.url(d, 'ci'), '--grant', 'alice')
    expect(granted.readers === 'alice', `a writer grants: ${JSON.stringify(granted)}`)
    value('search', 'publish', '--to', server.url(d, 'ci'), '--grant', 'bob')
    expect(/no role 'nobody_here'/.test(fovea('search', 'publish', '--to', url, '--grant', 'nobody_here').err), 'an unknown role')
    const seen = user => ({
        find: query => value('billing', 'find', query, '--org', server.url(d, user)),
        rows: text => server.sql(d, text, user),
        not: text => server.refusal(d, text, user),
    })
    const alice = seen('alice'), bob = seen('bob'), carol = seen('carol')
    same(names(alice.find('add_tax')), ['add_tax'], 'alice finds hers')
    same(names(bob.find('add_tax')), [], 'bob does not find it')
    same(names(bob.find('QueryParser')), ['QueryParser'], 'bob finds his')
    for (const query of ['QueryParser', 'query', 'parse query', 'QueryParsr', 'lib query parser', 'lib/query.ts', 'acme/search/lib/query.ts::QueryParser', 'query*', 'search'])
        same([alice.find(query).total, alice.find(query).symbols], [0, []], `alice finds nothing of bob's by ${query}`)
    same(alice.find('sharedHelper').symbols.map(symbol => symbol.path), ['billing/vendor_copy.js'], 'a shared content, as alice has it')
    same(bob.find('sharedHelper').symbols.map(symbol => symbol.path), ['acme/search/lib/helper.js'], 'a shared content, as bob has it')
    same(names(carol.find('sharedHelper')), [], 'carol has nothing')

    const tables = ['repository', 'branch', 'name', 'content', 'file', 'symbol', 'links', 'edge', 'import', 'external', 'package', 'fact', 'chunk', 'branch_term', 'embedder', 'embedded', 'vector_sign', 'vector_numbers', 'branch_vectors', 'listing']
    same(server.sql(d, `SELECT relname FROM pg_class WHERE relnamespace = 'fovea'::regnamespace AND relkind = 'r' AND relname NOT IN ('migration', 'repository_reader') ORDER BY 1`).flat(), [...tables].sort(), 'all tables are tried')
    server.sql(d, `INSERT INTO fovea.embedder VALUES (1, 'model', 8, '\\x0102030405060708'); INSERT INTO fovea.embedded SELECT id, 1 FROM fovea.content; UPDATE fovea.file SET embedded = true;
        INSERT INTO fovea.vector_sign SELECT id, 0, B'10101010' FROM fovea.content; INSERT INTO fovea.vector_numbers SELECT id, 0, '\\x0102030405060708' FROM fovea.content`)
    const all = Object.fromEntries(tables.map(table => [table, count(d, table)]))
    for (const table of tables) {
        same(carol.rows(`SELECT count(*) FROM fovea.${table}`), [['0']], `carol counts ${table}`)
        const hers = Number(alice.rows(`SELECT count(*) FROM fovea.${table}`)[0][0]), his = Number(bob.rows(`SELECT count(*) FROM fovea.${table}`)[0][0])
        expect(hers > 0 && his > 0 && (table === 'embedder' || (hers < all[table] && his < all[table])), `${table}: alice ${hers}, bob ${his} of ${all[table]}`)
        for (const change of [`DELETE FROM fovea.${table}`, `UPDATE fovea.${table} SET ${{ symbol: 'kind', file: 'path', edge: 'line', import: 'line', package: 'label', fact: 'parts', chunk: 'number', branch_term: 'parts', embedded: 'parts', vector_sign: 'index', vector_numbers: 'index', branch_vectors: 'files', listing: 'bucket' }[table] || 'id'} = DEFAULT`, `TRUNCATE fovea.${table}`, `INSERT INTO fovea.${table} DEFAULT VALUES`])
            expect(/permission denied/.test(alice.not(change)), `alice: ${change}`)
    }
    same(bob.rows(`SELECT name FROM fovea.repository`), [['acme/search']], 'bob lists his')
    same(bob.rows(`SELECT text FROM fovea.name WHERE text IN ('add_tax', 'QueryParser', 'sharedHelper', 'invoice.py') ORDER BY text`), [['QueryParser'], ['sharedHelper']], 'names')
    same(bob.rows(`SELECT count(*) FROM fovea.symbol s JOIN fovea.name n ON n.id = s.name_id WHERE n.text = 'Invoice'`), [['0']], 'symbols by name')
    expect(/permission denied/.test(bob.not('SELECT * FROM fovea.repository_reader')), 'who else may read')
    // A function of one's own sees every row that the planner gives it before the policy.
    bob.rows(`CREATE FUNCTION pg_temp.look(a text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001 AS $$ BEGIN IF a LIKE '%tax%' OR a LIKE '%nvoice%' THEN RAISE EXCEPTION 'seen: %', a; END IF; RETURN true; END $$;
        SELECT count(*) FROM fovea.name WHERE pg_temp.look(text); SELECT count(*) FROM fovea.symbol WHERE pg_temp.look(signature); SELECT count(*) FROM fovea.file WHERE pg_temp.look(path)`)
    same(bob.rows(`SELECT text FROM fovea.find_names('{add_tax}', 'add_t', '%tax%', '{}', '', 100)`), [], 'find_names itself')
    same(bob.rows(`SELECT path FROM fovea.find_places(ARRAY(SELECT generate_series(1, 10000)), ARRAY(SELECT 0 FROM generate_series(1, 10000)), '', '', '', 1000)`).map(([path]) => path).sort().filter((path, i, all) => path !== all[i - 1]), ['lib/helper.js', 'lib/query.ts', 'lib/uses.js', 'package.json'], 'find_places itself')
    same(bob.rows(`SELECT DISTINCT content FROM fovea.find_entries(ARRAY(SELECT generate_series(1, 200)), ARRAY(SELECT 1 FROM generate_series(1, 200)), '')`).length, 4, 'find_entries itself')
    same(bob.rows(`SELECT path FROM fovea.find_spread('{%tax%}', 1, '', '', '', 100)`), [], 'find_spread itself')
    // more names than are looked at, none of which bob may see, come before his
    server.sql(d, `WITH n AS (INSERT INTO fovea.name (text) SELECT 'QueryPar' || i FROM generate_series(1, 20500) i RETURNING id),
        c AS (SELECT content_id FROM fovea.symbol s JOIN fovea.name m ON m.id = s.name_id WHERE m.text = 'add_tax' LIMIT 1)
        INSERT INTO fovea.symbol SELECT c.content_id, 1000 + row_number() OVER (), n.id, 'function', 0, 1, 1, 0, 1, 0, 0 FROM n, c`)
    same(bob.rows(`SELECT text FROM fovea.find_names('{querypar}', 'querypar', NULL, '{}', '', 100)`), [['QueryParser']], 'hidden names of a prefix take no place')
    same(bob.rows(`SELECT text FROM fovea.find_names('{querypar}', NULL, '%rypar%', '{}', '', 100)`), [['QueryParser']], 'hidden names of a part take no place')
    same(bob.rows(`SELECT path, index FROM fovea.find_spread('{%querypar%}', 1, '', '', '', 100)`), server.sql(d, `SELECT 'lib/query.ts', min(s.index) FROM fovea.symbol s JOIN fovea.name n ON n.id = s.name_id WHERE n.text = 'QueryParser'`), 'hidden names take no place among words, and nothing is said of them')
    same(alice.rows(`SELECT count(*) FROM fovea.find_names('{querypar}', 'querypar', NULL, '{}', '', 100)`), [['100']], 'alice has as many as she asks for')
    server.sql(d, `DELETE FROM fovea.symbol WHERE index > 1000; DELETE FROM fovea.name WHERE text ~ '^QueryPar[0-9]'`)
    same(bob.rows(`SELECT text FROM fovea.find_near_names('add_taxx', '', 100)`), [], 'find_near_names itself')
    same(bob.rows(`SELECT repositories FROM fovea.asked('')`), [['1']], 'asked itself')
    const everywhere = text => ['find_identity(-9223372036854775808, 9223372036854775807, $$, 9999)', 'find_line($src/uses.js$, 3, $$, 99)', 'find_line($billing/src/uses.js$, 3, $$, 99)', 'edges_in(${billing}$, ${src/invoice.py}$, ${3}$, $$, 99)',
        'edges_out(${billing}$, ${src/uses.js}$, ${1}$, $$, 99)', 'edges_across(${x}$, ${npm}$, ${billing-secret-dependency}$, ${""}$, ${get}$, $$, 99)', 'packages_of(${billing}$, ${src/uses.js}$, ${1}$, $$)',
        'explore_in(${billing}$, ${src/invoice.py}$, ${3}$, $$, 99, ${0,2,3}$)', 'explore_across(${x}$, ${npm}$, ${billing-secret-dependency}$, ${""}$, ${get}$, $$, 99, ${0,2,3}$)',
        'published(${npm}$, ${billing-api}$, $$)', 'find_in(${billing}$, ${npm}$, ${""}$, ${usesSecret}$, $$)', 'imports_of(${billing}$, ${src/uses.js}$, $$)',
        `search_counts(ARRAY(SELECT DISTINCT u.lexeme FROM unnest(array['x']) AS u(lexeme)), $$)`].map(call => `SELECT * FROM fovea.${call.replace(/\$/g, "'")}`)
    const all_calls = everywhere(), boss = seen('boss')
    for (const call of all_calls.slice(1, -1)) {
        expect(boss.rows(call).length > 0, `the boss sees something: ${call}`)
        expect(alice.rows(call).length > 0, `alice sees hers: ${call}`)
        for (const [who, role] of [['bob', bob], ['carol', carol]]) same(role.rows(call), [], `${who}: ${call}`)
    }
    same([...new Set(bob.rows(all_calls[0]).map(row => row[0]))], ['acme/search'], 'find_identity itself')
    same(carol.rows(all_calls[0]), [], 'find_identity for carol')
    same(carol.rows(`SELECT * FROM fovea.search_counts('{}', '')`), [['', '0', '0', '0']], 'search_counts for carol')
    same(bob.rows(`SELECT files FROM fovea.search_counts('{}', '')`), [['4']], 'search_counts for bob')
    const lexeme = server.sql(d, `SELECT t.term FROM fovea.branch_term t JOIN fovea.branch b ON b.id = t.branch_id JOIN fovea.repository r ON r.id = b.repository_id GROUP BY 1 HAVING bool_and(r.name = 'billing') AND bool_or(b.name = r.default_branch AND true) LIMIT 1`.replace(' AND true', ''))[0][0]
    expect(Number(alice.rows(`SELECT files FROM fovea.search_counts('{${lexeme}}', '') WHERE term <> ''`)[0][0]) > 0, 'alice counts a word of hers')
    same(bob.rows(`SELECT count(*) FROM fovea.search_counts('{${lexeme}}', '')`), [['1']], 'bob does not')
    const files = role => role.rows(`SELECT repository, path FROM fovea.search_files('{${lexeme}}', '{1}', '', '', true, (SELECT max(version) FROM fovea.content), '', 99)`)
    const searched = user => fovea('billing', 'search', 'parseQuery total hits secret add tax', '--level', 'class', '--org', server.url(d, user)).out
    expect(/acme\/search\//.test(searched('bob')) && !/billing/.test(searched('bob')), 'bob searches his')
    expect(/billing\//.test(searched('alice')) && !/acme\/search/.test(searched('alice')), 'alice searches hers')
    expect(!/\.(py|ts|js|c)\b/.test(searched('carol')), 'carol searches nothing')
    expect(files(alice).length > 0 && files(bob).length === 0 && files(carol).length === 0, 'search_files itself')
    // Contents that a role may not see take no place, and a class that weighs less does not keep a better file out.
    const put = (words, place, count) => server.sql(d, `WITH c AS (INSERT INTO fovea.content (hash, version, language, package, lines, degraded, symbols)
        SELECT sha256(('${place}' || i)::bytea), (SELECT max(version) FROM fovea.content), 'python', '', 1, false, 0 FROM generate_series(1, ${count}) i RETURNING id),
        f AS (INSERT INTO fovea.file (branch_id, path, content_id, name_id, class, size, lines, key) SELECT b.id, 'made/${place}/' || c.id, c.id, (SELECT min(id) FROM fovea.name), ('${place}' = 'test')::int, 1, 1, c.id
            FROM c, fovea.branch b JOIN fovea.repository r ON r.id = b.repository_id WHERE r.name = 'billing' AND b.name = r.default_branch),
        a AS (INSERT INTO fovea.fact SELECT id, '', '', 1, 1 FROM c) INSERT INTO fovea.chunk SELECT id, 0, '${words}' FROM c`)
    server.sql(d, `INSERT INTO fovea.chunk SELECT f.content_id, 99, 'zzshared:1' FROM fovea.file f JOIN fovea.branch b ON b.id = f.branch_id JOIN fovea.repository r ON r.id = b.repository_id
        WHERE r.name = 'acme/search' AND b.name = r.default_branch AND f.path = 'lib/query.ts'`)
    put('zzhidden:1 zzshared:1', 'test', 40)
    put('zzfew:1', 'source', 1)
    const best = (role, most) => role.rows(`SELECT repository, path FROM fovea.search_files('{zzhidden,zzshared,zzfew}', '{9,1,6}', '', '', true, (SELECT max(version) FROM fovea.content), '', ${most})`).map(row => row[1].replace(/\d+$/, ''))
    same([best(bob, 1), best(bob, 9)], [['lib/query.ts'], ['lib/query.ts']], 'hidden contents take no place in a search')
    same(best(alice, 3), ['made/source/', 'made/test/', 'made/test/'], 'a better file behind many tests')
    same([best(alice, 99).length, best(carol, 99)], [41, []], 'all candidates')
    server.sql(d, `DELETE FROM fovea.chunk WHERE words @@ 'zzhidden | zzshared | zzfew'; WITH gone AS (DELETE FROM fovea.file WHERE path LIKE 'made/%' RETURNING content_id), a AS (DELETE FROM fovea.fact WHERE content_id IN (SELECT content_id FROM gone))
        DELETE FROM fovea.content WHERE id IN (SELECT content_id FROM gone)`)
    // Words that very many files have are left aside, and so the number of files is a least one.
    const ask = () => value('billing', 'search', 'add tax to the total amount of an invoice, pay lines', '--org', server.url(d, 'alice')).total_at_least
    same(ask(), undefined, 'the number of all files')
    server.sql(d, 'UPDATE fovea.branch_term SET files = files + 30000')
    same(ask(), true, 'the number of some files')
    server.sql(d, 'UPDATE fovea.branch_term SET files = files - 30000')
    // Parts of one or two characters are looked for at the beginning, and after an underscore.
    same([names(alice.find('ad')).includes('add_tax'), names(alice.find('ta')).includes('add_tax'), names(bob.find('ta')).includes('add_tax')], [true, true, false], 'short words')
    expect(/one or two characters/.test(fovea('billing', 'find', 'ta', '--org', server.url(d, 'alice')).all), 'what was not looked at')
    // An edge between repositories is seen by those who may read both ends.
    server.sql('postgres', 'CREATE ROLE dave LOGIN; CREATE ROLE erin LOGIN; CREATE ROLE frida LOGIN; GRANT fovea_reader TO dave, erin, frida')
    value('editor', 'publish', '--to', url, '--grant', 'dave')
    value('lexer', 'publish', '--to', url, '--grant', 'erin')
    for (const name of ['editor', 'lexer']) value(name, 'publish', '--to', url, '--grant', 'frida')
    const calls = (user, ...args) => fovea('editor', ...args, '--org', server.url(d, user)).all
    expect(/ext:@acme\/lexer:lex external/.test(calls('dave', 'callees', 'open', '--external')) && !/index\.js/.test(calls('dave', 'callees', 'open', '--external')), 'a callee that one may not read stays outside')
    expect(!/open/.test(calls('erin', 'callers', 'index.js::lex')), 'a caller that one may not read')
    expect(/open \[editor/.test(calls('frida', 'callers', 'index.js::lex')), 'both ends')
    const explored = user => fovea('editor', 'explore', 'open lex', '--org', server.url(d, user)).out
    expect(/function lex\(text\)/.test(explored('erin')) && !/editor\//.test(explored('erin')), `explore of erin: ${explored('erin')}`)
    expect(/function open\(text\)/.test(explored('dave')) && !/lexer\//.test(explored('dave')), `explore of dave: ${explored('dave')}`)
    expect(/calls lexer\/index\.js:2-4 {2}export function lex\(text\) {2}likely "package @acme\/lexer"/.test(explored('frida')), `explore of frida: ${explored('frida')}`)
    expect(!/\.js:/.test(explored('carol')), 'explore of carol')
    // Rows that one may not read take no place of those that one may.
    commit('aaa', { 'a.js': "import { lex } from '@acme/lexer'\nexport function hiddenUser() {\n    return lex('')\n}\n" })
    value('aaa', 'publish', '--to', url)
    same(server.sql(d, `SELECT repository, cut FROM fovea.explore_across('{lexer}', '{npm}', '{@acme/lexer}', '{""}', '{lex}', '', 1, '{0,2,3}')`, 'frida'), [['editor', 'f']], 'a limit after rights')
    same(server.sql(d, `SELECT cut FROM fovea.explore_across('{lexer}', '{npm}', '{@acme/lexer}', '{""}', '{lex}', '', 1, '{0,2,3}')`), [['t']], 'a limit that cuts')
    same(calls('erin', 'callers', 'open').replace(/[0-9]+ repositor\w+/, 'N'), calls('erin', 'callers', 'absolutely_absent').replace(/[0-9]+ repositor\w+/, 'N').replaceAll('absolutely_absent', 'open'), 'an error for what one may not read')
    for (const attack of ['SET ROLE fovea_owner', 'SET ROLE alice', `SELECT set_config('role', 'alice', false)`, 'SET SESSION AUTHORIZATION alice', 'ALTER TABLE fovea.symbol DISABLE ROW LEVEL SECURITY',
        'CREATE TABLE fovea.mine (a int)', 'CREATE OR REPLACE FUNCTION fovea.asker() RETURNS name LANGUAGE sql AS $$ SELECT \'alice\'::name $$', 'DROP POLICY granted ON fovea.symbol',
        `INSERT INTO fovea.repository_reader VALUES (1, 'bob')`, `COPY fovea.symbol TO STDOUT WITH (FORMAT oids)`])
        expect(bob.not(attack) !== '', `bob: ${attack}`)
    // Objects of the same names in the caller's own schema are not used by the functions.
    same(bob.rows(`CREATE TEMP TABLE repository AS SELECT 1 AS id; CREATE FUNCTION pg_temp.lower(text) RETURNS text LANGUAGE sql AS $$ SELECT 'add_tax' $$;
        SET search_path = pg_temp, fovea, pg_catalog; SELECT text FROM fovea.find_names('{add_tax}', 'add_t', '%tax%', '{}', '', 100)`), [], 'names in front')
    // SET ROLE narrows what a role sees, and no more.
    server.sql('postgres', 'CREATE ROLE pool LOGIN; GRANT alice, bob TO pool')
    same(server.sql(d, `SET ROLE bob; SELECT repositories FROM fovea.asked('')`, 'pool'), [['1']], 'a pool that became bob')
    same(server.sql(d, `SELECT repositories FROM fovea.asked('')`, 'pool'), [['2']], 'a pool that is both')
    // A reader does not publish, and a writer owns nothing.
    const done = fovea('billing', 'publish', '--to', server.url(d, 'alice'), '--branch', 'mine')
    expect(done.status === 1 && /lacks the right|permission denied/.test(done.all), `a reader publishes: ${done.all}`)
    expect(/must be owner|permission denied/.test(server.refusal(d, 'DROP TABLE fovea.symbol', 'ci')), 'a writer drops')
    expect(server.sql(d, `SELECT count(*) FROM pg_class WHERE relnamespace = 'fovea'::regnamespace AND relkind = 'r' AND relname <> 'migration' AND NOT (relrowsecurity AND relforcerowsecurity)`)[0][0] === '0', 'a table without row level security')
    expect(server.sql(d, `SELECT count(*) FROM pg_proc p WHERE pronamespace = 'fovea'::regnamespace AND prosecdef AND (proowner <> 'fovea_owner'::regrole OR NOT proconfig::text ~ 'search_path=pg_catalog')`)[0][0] === '0', 'a function without a search path')
}

// ---- what others have published of the same content changes no answer ----
{
    const twice = 'export class Alpha {\n    run() {\n        return 1\n    }\n}\nexport class Beta {\n    run() {\n        return 2\n    }\n    stop() {\n        return this.run()\n    }\n}\nexport function gather(a) {\n    return new Alpha(a)\n}\n'
    const callers = Array.from({ length: 30 }, (_, i) => [`use/u${i}.js`, `import { Beta, gather } from '../lib/twice.js'\nexport function hiddenUse${i}() {\n    gather(${i})\n    return new Beta().run() + new Beta().stop()\n}\n`])
    const appText = "import { Alpha } from './lib/twice.js'\nexport function shownUse() {\n    return new Alpha().run()\n}\n"
    commit('shown', { 'lib/twice.js': twice, 'app.js': appText })
    commit('hidden', { 'lib/twice.js': twice, ...Object.fromEntries(callers), 'node_modules/theirs/app.js': appText, 'package.json': '{"name":"hidden-package"}\n' })
    server.sql('postgres', 'CREATE ROLE grace LOGIN; GRANT fovea_reader TO grace; CREATE DATABASE shown_alone; CREATE DATABASE hidden_first')
    value('hidden', 'publish', '--to', server.url('hidden_first'))
    for (const database of ['shown_alone', 'hidden_first']) expect(value('shown', 'publish', '--to', server.url(database), '--grant', 'grace').outcome === 'published', database)
    expect(server.sql('hidden_first', `SELECT count(*) FROM fovea.content`)[0][0] === '33', 'the content is stored once')
    const both = (what, ask) => same(...['hidden_first', 'shown_alone'].map(ask), what)
    for (const args of [['find', 'run'], ['find', 'twice'], ['find', 'r'], ['find', 'Beta run'], ['find', 'gathr'], ['find', 'hiddenUse3'], ['find', 'run', '--limit', '1'], ['callers', 'run'], ['callers', 'Beta.run'], ['callers', 'Alpha'], ['callees', 'shownUse'],
        ['callees', 'lib/twice.js::Beta.stop'], ['callers', 'hiddenUse3'], ['search', 'run gather beta'], ['search', 'run', '--level', 'file'], ['explore', 'gather run'], ['explore', 'run', '--seed', 'Beta.run']])
        for (const format of ['text', 'json'])
            both(`${args.join(' ')} ${format}`, database => fovea('shown', ...args, '--format', format, '--org', server.url(database, 'grace')).all.replaceAll(database, 'D'))
    // Nor a row of any table, except for the numbers that the server gives.
    for (const [table] of server.sql('shown_alone', `SELECT relname FROM pg_class WHERE relnamespace = 'fovea'::regnamespace AND relkind = 'r' AND relname NOT IN ('migration', 'repository_reader') ORDER BY 1`))
        both(`rows of ${table}`, database => server.sql(database, `SELECT to_jsonb(t) - ARRAY['id', 'repository_id', 'branch_id', 'content_id', 'name_id', 'links_id', 'external_id', 'published_at'] FROM fovea.${table} t ORDER BY 1`, 'grace'))
}

const running = (name, ...args) => new Promise(resolve => {
    const child = spawn(program, args, { cwd: tree(name), env, stdio: ['ignore', 'pipe', 'pipe'] })
    let all = ''
    child.stdout.on('data', piece => { all += piece })
    child.stderr.on('data', piece => { all += piece })
    child.on('close', (status, signal) => resolve({ status, signal, all }))
    running.child = child
})

// ---- agents, time limits, interruption ----
const asking = () => Number(server.sql('postgres', `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'fovea' AND state = 'active'`)[0][0])
const waiting = () => Number(server.sql('postgres', `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'fovea' AND wait_event_type = 'Lock'`)[0][0])
// A busy machine takes its time.
const until = async (what, test) => { for (const end = Date.now() + 60000; Date.now() < end; await sleep(25)) if (test()) return; expect(false, what) }
// Holds a lock in which every question waits; the result ends it.
async function hold() {
    const child = spawn(join(bin, 'psql'), ['-X', '-q', '-h', server.folder, '-U', 'boss', '-d', d], { env: server.env, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.write('BEGIN; LOCK TABLE fovea.name IN ACCESS EXCLUSIVE MODE;\n')
    await until('a lock', () => server.sql(d, `SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'fovea.name'::regclass AND granted`)[0][0] === '1')
    return () => new Promise(resolve => { child.on('exit', resolve); child.stdin.end() })
}
{
    const client = new Client(program, ['--profile', 'full'], { cwd: tree('editor'), env: { ...env, FOVEA_ORG: server.url(d, 'frida') } })
    await client.initialize()
    const text = async (name, args) => { const answer = await client.call(name, args); return (answer.result?.isError ? 'ERROR ' : '') + (answer.result?.content || []).map(part => part.text).join('') + (answer.error?.message || '') }
    expect(/editor\/src\/open\.js/.test(await text('search_symbols', { query: 'open', org: 'configured' })), 'search_symbols of an agent')
    expect(/package @acme\/lexer/.test(await text('callers', { symbol: 'index.js::lex', org: 'configured' })), 'callers of an agent')
    expect(/lexer\//.test(await text('search_code', { query: 'lex a text', org: 'configured' })), 'search_code of an agent')
    const explored = await text('explore', { question: 'lex a text', org: 'configured', budget: 1000 })
    expect(/called by editor\/src\/open\.js/.test(explored) && /no bodies/.test(explored) && explored.length <= 4000, `explore of an agent: ${explored}`)
    expect(/^ERROR.*session/.test(await text('explore', { question: 'lex', org: 'configured', session: 'a' })), 'a session of an agent')
    const refused = await text('search_symbols', { query: 'open', org: 'postgresql://boss@/code?host=/elsewhere' })
    expect(/^ERROR/.test(refused) && /configured database alone/.test(refused), `another database: ${refused}`)
    // A cancelled call ends the statement at the server.
    const release = await hold()
    client.call('search_symbols', { query: 'open', org: 'configured' }, {}, 'slow')
    await until('the question waits', () => waiting() === 1)
    client.notify('notifications/cancelled', { requestId: 'slow' })
    await until('a cancelled call ends its statement', () => asking() === 0)
    // So does Ctrl-C.
    const end = running('editor', 'find', 'open', '--org', url), child = running.child
    await until('the command waits', () => waiting() === 1)
    const begun = Date.now()
    child.kill('SIGINT')
    const { status, signal } = await end
    expect(status === 130 || signal === 'SIGINT' || status === 1, `interrupted: ${status} ${signal}`)
    await until('an interrupted command ends its statement', () => asking() === 0)
    expect(Date.now() - begun < 12000, `interrupting took ${Date.now() - begun} ms`)
    // The limit of the role counts.
    server.sql('postgres', `ALTER ROLE frida SET statement_timeout = '300ms'`)
    const late = fovea('editor', 'find', 'open', '--org', server.url(d, 'frida'))
    expect(late.status === 1 && /took too long and was cancelled/.test(late.err), `a time limit: ${late.all}`)
    await release()
    client.process.stdin.end()
}

// ---- two at once, and one that dies ----
{
    const many = prefix => Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`m/${prefix}${i}.py`, Array.from({ length: 20 }, (_, k) => `def common_${i % 40}_${k}(a):\n    return ${i}\n`).join('\n')]))
    for (const name of ['left', 'right']) {
        commit(name, { ...many('same'), 'own.py': `def only_${name}():\n    return 1\n` })
        fovea(name, 'index')
    }
    execFileSync('git', ['clone', '-q', tree('left'), tree('left2')], { env, stdio: 'ignore' })
    fovea('left2', 'index')
    const done = await Promise.all([running('left', 'publish', '--to', url, '--repository', 'left'), running('right', 'publish', '--to', url, '--repository', 'right'), running('left2', 'publish', '--to', url, '--repository', 'left')])
    expect(done.every(one => one.status === 0), `at once: ${done.map(one => one.all).join('')}`)
    for (const name of ['left', 'right']) {
        same(names(value('billing', 'find', `only_${name}`, '--org', url)), [`only_${name}`], `at once: ${name}`)
        same(server.sql(d, `SELECT count(*), count(content_id) FROM fovea.file f JOIN fovea.branch b ON b.id = f.branch_id JOIN fovea.repository r ON r.id = b.repository_id WHERE r.name = '${name}'`), [['151', '151']], `files of ${name}`)
    }
    same(server.sql(d, 'SELECT count(*) FROM fovea.content c WHERE symbols <> (SELECT count(*) FROM fovea.symbol s WHERE s.content_id = c.id)'), [['0']], 'each content has its symbols')

    commit('dying', { ...many('dies'), 'own.py': 'def before_death():\n    return 1\n' })
    fovea('dying', 'index')
    const state = () => server.sql(d, `SELECT (SELECT count(*) FROM fovea.file), (SELECT count(*) FROM fovea.symbol), (SELECT count(*) FROM fovea.content), (SELECT string_agg(name || commit, ',' ORDER BY id) FROM fovea.branch), (SELECT count(*) FROM fovea.repository)`)
    const files = () => server.sql(d, `SELECT count(*) FROM fovea.file f JOIN fovea.branch b ON b.id = f.branch_id JOIN fovea.repository r ON r.id = b.repository_id WHERE r.name = 'dying'`)[0][0]
    let before = state(), killed = 0
    for (const ms of [5, 20, 40, 70, 110]) {
        const end = running('dying', 'publish', '--to', url)
        const child = running.child
        setTimeout(() => child.kill('SIGKILL'), ms)
        const { signal } = await end
        killed += signal === 'SIGKILL'
        if (signal !== 'SIGKILL') break
        await until('a killed publisher leaves the server', () => server.sql('postgres', `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'fovea'`)[0][0] === '0')
        if (files() === '151') break // it had been done
        same(state(), before, `killed after ${ms} ms`)
    }
    expect(killed > 0, 'nothing was killed')
    expect(!value('dying', 'publish', '--to', url).failed, 'publishing after a kill')
    same(names(value('dying', 'find', 'before_death', '--org', url)), ['before_death'], 'after a kill')
}

// ---- schemas ----
{
    server.sql('postgres', 'CREATE DATABASE bare; CREATE ROLE lone LOGIN; CREATE DATABASE lone OWNER lone')
    let made = value('billing', 'publish', '--init', '--to', server.url('bare'))
    expect(made.migrations >= 1, `init: ${JSON.stringify(made)}`)
    expect(value('billing', 'publish', '--init', '--to', server.url('bare')).migrations === 0, 'init twice')
    server.sql('postgres', 'CREATE DATABASE prepared')
    server.sql('prepared', 'CREATE EXTENSION pg_trgm')
    made = value('billing', 'publish', '--init', '--to', server.url('prepared'))
    expect(made.migrations >= 1, `init where pg_trgm is: ${JSON.stringify(made)}`)
    const [a, b] = await Promise.all([running('billing', 'publish', '--init', '--to', server.url('lone', 'lone')), running('billing', 'publish', '--init', '--to', server.url('lone', 'lone'))])
    expect(!a.status && !b.status, `two make the schema at once: ${a.all}${b.all}`)
    expect(value('billing', 'publish', '--to', server.url('lone', 'lone')).outcome === 'published', 'a user without rights to make roles')
    same(names(value('billing', 'find', 'add_tax', '--org', server.url('lone', 'lone'))), ['add_tax'], 'and asks')
    server.sql('bare', `INSERT INTO fovea.migration (number, program) VALUES (999, 'of the future')`)
    for (const args of [['find', 'x', '--org'], ['publish', '--to'], ['publish', '--init', '--to']])
        expect(/schema has number 999/.test(fovea('billing', ...args, server.url('bare')).err), `a newer schema: ${args}`)
    server.sql(d, 'DROP INDEX fovea.name_trigrams; DROP EXTENSION pg_trgm')
    const plain = fovea('billing', 'find', 'dd_ta', '--org', url)
    expect(/add_tax/.test(plain.out) && /without the extension pg_trgm/.test(plain.out), `without pg_trgm: ${plain.all}`)
    fovea('billing', 'publish', '--init', '--to', url)
    expect(!/pg_trgm/.test(fovea('billing', 'find', 'dd_ta', '--org', url).out), 'pg_trgm after --init')
}
expect(!/secret|sesame|token-in-url/.test(readFileSync(join(server.folder, 'log'), 'utf8').replace(/CREATE ROLE[^\n]*/g, '')), 'a password in the log of the server')
finish()
