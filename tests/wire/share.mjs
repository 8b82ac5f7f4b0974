// `fovea push` and `fovea pull` with a folder: a pulled index equals one built here, a push sends only what is new, and
// nothing is taken of an artifact that its digests or a sample do not bear out.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { expect, finish } from './mcp_client.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-share-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const origin = join(directory, 'origin')
const target = name => `file://${join(directory, name)}`
const envOf = name => ({
    ...process.env,
    HOME: join(directory, name),
    XDG_CACHE_HOME: join(directory, name, 'cache'),
    GIT_CONFIG_NOSYSTEM: '1'
})

function run(cwd, env, ...args) {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 })
    return { status, stdout, stderr }
}
function json(cwd, env, ...args) {
    const { status, stdout, stderr } = run(cwd, env, ...args, '--format', 'json')
    expect(status === 0, `${args.join(' ')}: ${stderr}`)
    return status === 0 ? JSON.parse(stdout) : {}
}
function git(cwd, ...args) {
    const { status, stdout, stderr } = spawnSync(
        'git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd, env: envOf('git'), encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
}
const write = (path, text) => writeFileSync(join(origin, path), text)
function commit(message) {
    git(origin, 'add', '-A')
    git(origin, 'commit', '-qm', message)
    return git(origin, 'rev-parse', 'HEAD')
}
let clones = 0
function clone() {
    const name = `clone${clones++}`
    git(directory, 'clone', '-q', origin, name)
    return { tree: join(directory, name), env: envOf(`home-${name}`) }
}
function everything(tree, env) {
    const out = join(directory, `export${clones++}`)
    const { status, stderr } = run(tree, env, 'export', '--shards', out)
    expect(status === 0, `export: ${stderr}`)
    const digest = createHash('sha256')
    const visit = path => {
        for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
            if (entry.isDirectory()) visit(join(path, entry.name))
            else digest.update(`${join(path, entry.name).slice(out.length)}\n`).update(readFileSync(join(path, entry.name)))
        }
    }
    visit(out)
    return digest.digest('hex')
}

mkdirSync(origin)
git(origin, 'init', '-qb', 'main')
for (let i = 0; i < 60; i++)
    write(`f${i}.c`, `#include "f${(i + 1) % 60}.h"\n/* Adds ${i}. */\nint add_${i}(int value)\n{\n    return add_${(i + 7) % 60}(value) + ${i};\n}\n`)
write('secret.py', 'class Login:\n    def get(self, token="ghp_0123456789abcdefghijABCDEFGHIJ456789"):\n        return token\n')
const first = commit('first')
const home = envOf('home')

// A dry run tells what would be sent and makes nothing.
const dry = json(origin, home, 'push', target('remote'), '--dry-run')
expect(!existsSync(join(directory, 'remote')), 'a dry run makes no folder')
expect(json(origin, home, 'push', '--dry-run').bytes_sent === dry.bytes_sent, 'a dry run needs no target')
expect(dry.files?.includes('f3.c') && !dry.files.includes('secret.py'), `secrets stay here: ${dry.files}`)

// Neither untracked nor changed files are sent, and the artifact is the same bytes with and without them.
write('untracked.c', 'int not_committed(void) { return 1; }\n')
write('f3.c', 'int changed_here(void) { return 2; }\n')
const pushed = json(origin, home, 'push', target('remote'))
expect(pushed.commit === first && pushed.contents === 60 && pushed.packs === 1, JSON.stringify(pushed))
expect(pushed.bytes_sent === dry.bytes_sent, 'a dry run tells the bytes')
git(origin, 'checkout', '-q', 'f3.c')
rmSync(join(origin, 'untracked.c'))
const other = clone()
json(other.tree, other.env, 'push', target('other'))
const listed = name => readdirSync(join(directory, name), { recursive: true }).sort().join('\n')
expect(listed('remote') === listed('other'), 'two machines make the same bytes')
for (const name of readdirSync(join(directory, 'remote', 'pointers')))
    expect(readFileSync(join(directory, 'remote', 'pointers', name), 'utf8') ===
        readFileSync(join(directory, 'other', 'pointers', name), 'utf8'), `${name} is the same`)

// The same push again sends nothing.
expect(json(origin, home, 'push', target('remote')).bytes_sent === 0, 'nothing is sent twice')

// A pulled index equals one built here.
const a = clone()
const pulled = json(a.tree, a.env, 'pull', target('remote'))
expect(pulled.found && pulled.commit === first && pulled.taken === 60 && pulled.parsed <= 2 && pulled.sampled === 20, JSON.stringify(pulled))
const built = { ...a, env: envOf('home-built') }
expect(everything(a.tree, a.env) === everything(built.tree, built.env), 'it equals a built index')
const question = ['search', 'which function adds seven', '--limit', '5']
expect(run(a.tree, a.env, ...question).stdout === run(built.tree, built.env, ...question).stdout, 'search finds the same')
const again = json(a.tree, a.env, 'pull', target('remote'))
expect(again.taken === 0 && again.known === 60, `nothing is taken twice: ${JSON.stringify(again)}`)

// The next commit sends only what changed; a clone of an older or newer commit takes what fits.
write('f5.c', 'int five(void)\n{\n    return 5;\n}\n')
const second = commit('second')
const step = json(origin, home, 'push', target('remote'))
expect(step.fresh === 1 && step.base === first && step.packs === 2 && step.bytes_sent < 3000, JSON.stringify(step))
write('f6.c', 'int six(void)\n{\n    return 6;\n}\n')
const third = commit('third')
const b = clone()
const near = json(b.tree, b.env, 'pull', target('remote'))
expect(near.commit === second && near.taken === 59 && near.parsed <= 3, `a near commit: ${JSON.stringify(near)}`)
git(b.tree, 'checkout', '-q', first)
expect(json(b.tree, b.env, 'pull', target('remote')).commit === first, 'its own commit comes first')

// Small packs are merged, dead facts go.
for (let i = 0; i < 20; i++) {
    write(`f${10 + i}.c`, `int changed_${i}(void)\n{\n    return ${i};\n}\n`)
    commit(`step ${i}`)
    const sent = json(origin, home, 'push', target('remote'))
    expect(sent.packs < 16, `packs stay few: ${sent.packs}`)
}
const c = clone()
expect(json(c.tree, c.env, 'pull', target('remote')).taken === 60, 'all is there after merging')
expect(third !== second, 'commits differ')

// What no kept commit needs goes, once it is a day old.
const remoteFiles = () => readdirSync(join(directory, 'remote'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
expect(json(origin, home, 'remote', 'prune', target('remote'), '--keep', '1').freed === 0, 'nothing that is new is pruned')
for (const entry of remoteFiles()) utimesSync(join(entry.parentPath ?? entry.path, entry.name), new Date(0), new Date(0))
const filesBefore = remoteFiles().length
expect(json(origin, home, 'remote', 'prune', target('remote'), '--keep', '1').freed > 0, 'old packs are pruned')
expect(remoteFiles().length < filesBefore, 'and gone')
const d = clone()
expect(json(d.tree, d.env, 'pull', target('remote')).taken === 60, 'what is kept is whole')
expect(run(origin, home, 'remote', 'prune', target('nowhere')).status === 3 && !existsSync(join(directory, 'nowhere')), 'pruning makes nothing')

// ---- the graph: nothing is resolved again, at its own commit and at near ones ----

const equal = (place, what) => {
    const clean = { ...place, env: envOf(`home-clean${clones++}`) }
    expect(everything(place.tree, place.env) === everything(clean.tree, clean.env), `${what}: equals a built index`)
}
const withGraph = json(origin, home, 'push', target('graph'), '--graph', 'yes')
expect(withGraph.graph === withGraph.commit, JSON.stringify(withGraph))
const g = clone()
const taken = json(g.tree, g.env, 'pull', target('graph'))
expect(taken.graph === true && taken.parsed === 1, `secret.py is parsed here: ${JSON.stringify(taken)}`)
equal(g, 'a graph')
const told = clone()
const said = run(told.tree, told.env, 'pull', target('graph')).stdout
expect(said.includes('graph: taken for 60 files;'), `the graph says nothing of secret.py: ${said}`)
write('f7.c', 'int add_3(int value);\nint seven(void)\n{\n    return add_3(7);\n}\n')
rmSync(join(origin, 'f8.c'))
write('new.c', 'int add_3(int value)\n{\n    return value;\n}\n')
const later = commit('later')
const kept = json(origin, home, 'push', target('graph'), '--graph', 'yes')
expect(kept.graph === withGraph.commit && kept.commit === later, `a near graph is kept: ${JSON.stringify(kept)}`)
const h = clone()
expect(json(h.tree, h.env, 'pull', target('graph')).graph === true, 'a near graph is taken')
equal(h, 'a near graph')
const old = clone()
git(old.tree, 'checkout', '-q', first)
json(old.tree, old.env, 'pull', target('graph'))
equal(old, 'a graph of a later commit')
write('untracked.c', 'int add_5(void) { return 1; }\n')
const same = json(origin, home, 'push', target('graph2'), '--graph', 'yes')
rmSync(join(origin, 'untracked.c'))
json(clone().tree, envOf('home-other'), 'push', target('graph3'), '--graph', 'yes')
expect(same.graph === later && readdirSync(join(directory, 'graph2'), { recursive: true }).sort().join() ===
    readdirSync(join(directory, 'graph3'), { recursive: true }).sort().join(), 'two machines make the same graph')

// ---- an artifact that lies ----

const blobPath = (remote, digest) => join(directory, remote, 'blobs/sha256', digest.slice(7, 9), digest.slice(7))
const sha256 = bytes => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
// A copy of the remote in which a blob of the artifact is replaced, with all digests right.
function forge(name, which, change, from = 'other') {
    cpSync(join(directory, from), join(directory, name), { recursive: true })
    const pointers = join(directory, name, 'pointers')
    for (const file of readdirSync(pointers)) {
        const manifest = JSON.parse(readFileSync(join(pointers, file), 'utf8'))
        const layer = manifest.layers.find(layer => layer.mediaType.includes(which))
        const bytes = change(readFileSync(blobPath(name, layer.digest)))
        layer.digest = sha256(bytes)
        layer.size = bytes.length
        mkdirSync(join(blobPath(name, layer.digest), '..'), { recursive: true })
        writeFileSync(blobPath(name, layer.digest), bytes)
        writeFileSync(join(pointers, file), JSON.stringify(manifest))
    }
}
function refuse(name, says, at = first) {
    const victim = clone()
    git(victim.tree, 'checkout', '-q', at)
    const { status, stderr } = run(victim.tree, victim.env, 'pull', target(name))
    expect(status === 1 && says.test(stderr), `${name}: ${status} ${stderr}`)
    const clean = { ...victim, env: envOf(`home-clean${clones++}`) }
    expect(everything(victim.tree, victim.env) === everything(clean.tree, clean.env), `${name}: nothing was taken`)
}
// The contents of the index change places: facts are claimed for other contents than theirs.
forge('swapped', 'facts.index', bytes => {
    const copy = Buffer.from(bytes), end = copy.length
    bytes.copy(copy, end - 32, end - 16, end)
    bytes.copy(copy, end - 16, end - 32, end - 16)
    return copy
})
refuse('swapped', /does not hold what its index says/)
forge('cut', 'facts.index', bytes => bytes.subarray(0, bytes.length - 1))
refuse('cut', /the index of a pack is damaged/)
forge('damaged', 'facts.pack', bytes => Buffer.from(bytes.map((byte, i) => (i === bytes.length >> 1 ? byte ^ 1 : byte))))
refuse('damaged', /a pack is damaged|cannot be read/)
forge('empty', 'facts.pack', bytes => Buffer.alloc(bytes.length))
refuse('empty', /a pack is damaged/)
for (const at of [10, 0.3, 0.5, 0.7, 0.99])
    forge(`graph${at}`, 'graph', bytes => {
        const copy = Buffer.from(bytes)
        copy[at < 1 ? Math.floor(at * copy.length) : at] ^= 4
        return copy
    }, 'graph3')
for (const at of [10, 0.3, 0.5, 0.7, 0.99]) refuse(`graph${at}`, /cannot be trusted: its (graph|metrics)/, later)
// A wrong digest, by a blob that was changed in place.
cpSync(join(directory, 'other'), join(directory, 'digest'), { recursive: true })
const pointer = readdirSync(join(directory, 'digest', 'pointers'))[0]
const pack = JSON.parse(readFileSync(join(directory, 'digest', 'pointers', pointer), 'utf8')).layers[1]
const bytes = readFileSync(blobPath('digest', pack.digest))
bytes[100] ^= 1
writeFileSync(blobPath('digest', pack.digest), bytes)
refuse('digest', /digest/)

// ---- what a user may do wrong ----

const none = clone()
expect(run(none.tree, none.env, 'pull', target('nowhere')).status === 3, 'no such folder')
mkdirSync(join(directory, 'plain'))
expect(/no git repository/.test(run(join(directory, 'plain'), none.env, 'push', target('remote'), '--path', '.').stderr), 'no repository')
expect(/password/.test(run(none.tree, none.env, 'push', 'https://user:pass@example.com/x').stderr), 'no password in a target')
expect(run(none.tree, none.env, 'push', 'gopher://x/').status === 2, 'an unknown scheme')
mkdirSync(join(directory, 'blank'))
const nothing = json(none.tree, none.env, 'pull', target('blank'))
expect(nothing.found === false && nothing.parsed > 50, 'without an artifact the index is built')

finish()
