// order.mjs PROGRAM N REPOSITORY…: which of the functions of a change must be fixed later? The changes are N of
// those that a later commit names as the one it fixes, in its message: `Fixes: ID` (openvswitch) or `Follow-up to
// ID` (curl). Only changes of at least two functions count, of which later commits change some. Each order of the
// functions scores the reciprocal rank of the first function that is fixed. Prints the means for the order of diff,
// by lines changed and by lines added, which `start with` uses (make bench-order).
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

const [program, most, ...repositories] = process.argv.slice(2)
const NAMED = /(?:^Fixes:|Follow-?up to:?(?:\s+commit)?)\s+([0-9a-f]{7,40})/gim
const FILES = 40 // that such a change has at most
const FUNCTIONS = ['function', 'method', 'constructor', 'macro']
const NO_CODE = ['removed', 'inlined', 'comment', 'format'], NOT_TOUCHED = ['added', 'extracted', 'comment', 'format']
const home = mkdtempSync(join(tmpdir(), 'fovea-bench-order-'))
process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const env = { ...process.env, XDG_CACHE_HOME: join(home, 'cache'), XDG_CONFIG_HOME: join(home, 'config') }
let tree
const git = (...args) => spawnSync('git', ['-C', tree, ...args], { env, encoding: 'utf8', maxBuffer: 1 << 30 }).stdout.trim()
const key = (path, name) => `${path}::${name}`

function mended() {
    const pairs = new Map()
    for (const entry of git('log', '--no-merges', '--format=%x01%H%x02%B').split('\x01').slice(1)) {
        const [id, message] = entry.split('\x02')
        for (const [, named] of message.matchAll(NAMED)) {
            const full = git('rev-parse', '-q', '--verify', `${named}^{commit}`)
            if (full && full !== id && git('rev-parse', '-q', '--verify', `${full}^`)) pairs.set(full, [...pairs.get(full) ?? [], id])
        }
    }
    const all = [...pairs], step = Math.max(1, all.length / most)
    return Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)])
}

function symbolsOf(id) {
    const { status, stdout } = spawnSync(program, ['diff', `${id}^`, id, '--format', 'json', '--no-config', '--limit', '100'], { cwd: tree, env, encoding: 'utf8', maxBuffer: 1 << 28 })
    return status === 0 ? JSON.parse(stdout).files.flatMap(file => (file.symbols ?? []).map(symbol => ({ ...symbol, file }))) : []
}

// Lines of hunks that lie in a function, both sides.
function changedLines(id) {
    const hunks = new Map()
    let path
    for (const line of git('diff', '-U0', '--no-renames', '--no-color', `${id}^`, id).split('\n')) {
        const [, removed, start, added] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
        if (line.startsWith('+++ b/')) hunks.set(path = line.slice(6), [])
        else if (start) hunks.get(path)?.push([Number(removed ?? 1), Number(start), Number(added ?? 1)])
    }
    return ({ file, start: from, end: to }) => (hunks.get(file.path) ?? []).reduce((sum, [removed, start, added]) => {
        const inside = added ? Math.min(start + added - 1, to) - Math.max(start, from) + 1 : start >= from && start < to ? 0 : -1
        return inside > 0 || (!added && inside === 0) ? sum + inside + removed : sum
    }, 0)
}

function functionsOf([id, later]) {
    if (git('diff-tree', '--no-commit-id', '--name-only', '-r', id).split('\n').length > FILES) return []
    const list = symbolsOf(id).filter(({ kind, change }) => FUNCTIONS.includes(kind) && !NO_CODE.includes(change))
    if (list.length < 2) return []
    const touched = new Set(later.flatMap(symbolsOf).filter(({ change }) => !NOT_TOUCHED.includes(change))
        .map(({ file, old, qualified }) => key(old?.path ?? file.old_path ?? file.path, old?.qualified ?? qualified)))
    const lines = changedLines(id)
    const found = list.map((symbol, told) => ({ told, lines: lines(symbol), added: symbol.lines_added, hit: touched.has(key(symbol.file.path, symbol.qualified)) }))
    return found.some(({ hit }) => hit) && !found.every(({ hit }) => hit) ? found : []
}

const reciprocal = (list, score) => 1 / ([...list].sort((a, b) => score(b) - score(a) || a.told - b.told).findIndex(({ hit }) => hit) + 1)
const orders = { told: ({ told }) => -told, lines: ({ lines }) => lines, added: ({ added }) => added }
function put(what, changes) {
    const means = Object.values(orders).map(score => changes.reduce((sum, list) => sum + reciprocal(list, score), 0) / changes.length)
    console.log(`${what.padEnd(20)} ${String(changes.length).padStart(7)}   ${means.map(value => value.toFixed(3)).join('   ')}`)
}

console.log('repository           changes   as told  lines   added')
for (const repository of repositories.map(path => resolve(path))) {
    const name = basename(repository) === 'repo' ? basename(dirname(repository)) : basename(repository)
    tree = join(home, name)
    execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', repository, tree])
    const changes = mended().map(pair => ({ year: git('log', '-1', '--format=%cd', '--date=format:%Y', pair[0]), list: functionsOf(pair) })).filter(({ list }) => list.length)
    put(name, changes.map(({ list }) => list))
    for (const year of [...new Set(changes.map(({ year }) => year))].sort()) put(`  ${year}`, changes.filter(change => change.year === year).map(({ list }) => list))
    rmSync(tree, { recursive: true })
}
