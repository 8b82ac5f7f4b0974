// main.mjs PROGRAM COUNT PLACE…: changes real files of 15 languages in known ways, one to five at once; a diff must
// report exactly these changes. COUNT files of each language and mutation; PLACE is a git directory or a directory.
// Prints the share reported exactly right by mutation and language, and the first cases that are not;
// KEEP=directory keeps their texts. ONLY=word: only this mutation or language.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages } from './languages.mjs'
import { FRESH, mutations } from './mutations.mjs'
import { sources } from './sources.mjs'
import { outlineOf } from './text.mjs'
import { overloads } from './overloads.mjs'

const [program, count, ...places] = process.argv.slice(2)
if (!places.length) {
    console.error('main.mjs PROGRAM COUNT PLACE…: no place with source files (make bench-mutations R="…")')
    process.exit(2)
}
const home = mkdtempSync(join(tmpdir(), 'fovea-mutations.'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))
mkdirSync(join(home, 'scratch'))

let seed = 11
const random = limit => (seed = (seed * 1103515245 + 12345) % 2147483648) % limit
const table = {}, byCount = {}
let shown = 0

function isFit(symbol, symbols, text) {
    return /function|method/.test(symbol.kind) && symbol.body && !symbol.inner.length && symbol.name.length > 2 &&
        /^\w+$/.test(symbol.name) && symbol.qualified.endsWith(symbol.name) && symbol.to - symbol.from > 3 &&
        symbols.filter(({ name }) => name === symbol.name).length === 1 && text[symbol.end] !== ',' &&
        !text.slice(text.lastIndexOf('\n', symbol.lead - 1) + 1, symbol.lead).trim() &&
        /^[;\s]*$/.test(text.slice(symbol.end, (text.indexOf('\n', symbol.end) + 1 || text.length + 1) - 1)) &&
        !/^#\s*(if|el|end)/m.test(text.slice(symbol.lead, symbol.end)) &&
        !symbols.some(it => it !== symbol && it.start < symbol.end && it.end > symbol.start && it.start >= symbol.start)
}

// What a mutation sees of the file, the function and what was chosen before.
function view(base, symbol, taken, names) {
    return { ...base, symbol, random, isTaken: it => taken.has(it), fresh: () => names.shift(),
        shown: name => (base.id === 'php' ? `$${name}` : name),
        goShares: ({ parts }) => base.id === 'go' && parts.some(({ part }) => !/\s/.test(part)) }
}

function apply(text, edits) {
    const sorted = edits.toSorted((a, b) => b.from - a.from || b.to - a.to)
    for (let i = 1; i < sorted.length; i++) if (sorted[i].to > sorted[i - 1].from) return undefined
    return sorted.reduce((whole, { from, to, text: put }) => whole.slice(0, from) + put + whole.slice(to), text)
}

function makeCase(base, first, more) {
    const names = FRESH.toSorted(() => random(3) - 1).filter(name => !base.text.includes(name) && !base.other.includes(name))
    const taken = new Set(), chosen = []
    for (const name of [first, ...more]) {
        if (!names.length) break
        const fit = base.fit.filter(symbol => !taken.has(symbol)).toSorted(() => random(3) - 1)
        let made
        for (const symbol of fit.slice(0, 12)) {
            made = mutations[name](view(base, symbol, taken, names))
            if (made?.edits.every(({ from, to, file }) => chosen.every(it => it.edits.every(other =>
                other.file !== file || other.from > to || other.to < from)))) {
                for (const it of [symbol, ...(made.touches ?? [])]) taken.add(it)
                break
            }
            made = undefined
        }
        if (made) chosen.push({ name, ...made })
        else if (name === first) return undefined
    }
    const news = [0, 1].map(file => apply(file ? base.other : base.text, chosen.flatMap(({ edits }) => edits.filter(it => it.file === file))))
    if (news.includes(undefined)) return undefined
    return { olds: [base.text, base.other], news, expect: chosen.flatMap(({ expect }) => expect),
        loose: chosen.flatMap(({ loose }) => loose ?? []), chosen }
}

// Expected names as the new outlines have them; nothing when the new texts do not read as they were meant.
function resolve({ news, expect, olds }, base, ending) {
    const outlines = news.map((text, i) => outlineOf(program, join(home, 'scratch', `${i}${ending}`), text)).flat()
    const gained = expect.filter(({ change }) => change === 'added' || change === 'extracted').length -
        expect.filter(({ change }) => change === 'removed' || change === 'inlined').length
    if (outlines.length !== base.symbols.length + base.otherSymbols.length + gained || olds === news) return undefined
    const wanted = [], names = outlines.map(({ kind, qualified }) => `${kind} ${qualified}`)
    const changed = expect.flatMap(({ old }) => old ?? [])
    for (const { kind, qualified } of [...base.symbols, ...base.otherSymbols]) {
        const at = names.indexOf(`${kind} ${qualified}`)
        if (at >= 0) names.splice(at, 1)
        else if (!changed.some(old => qualified.startsWith(old))) return undefined
    }
    for (const one of expect) {
        const found = one.name && outlines.filter(({ name }) => name === one.name)
        if (one.name && found.length !== 1) return undefined
        const now = one.name ? found[0].qualified : one.new
        if (now && !outlines.some(({ qualified }) => qualified === now)) return undefined
        wanted.push({ ...one, new: now })
    }
    return wanted
}

const key = ({ change, old = '', new: now = '' }) => `${change}: ${old} → ${now}`

function told(ending, olds, news) {
    for (const [side, texts] of [['old', olds], ['new', news]]) {
        rmSync(join(home, side), { recursive: true, force: true })
        mkdirSync(join(home, side))
        texts.forEach((text, i) => writeFileSync(join(home, side, `${'ab'[i]}${ending}`), text, 'latin1'))
    }
    const { stdout, stderr } = spawnSync(program, ['diff', 'old', 'new', '--format', 'json', '--no-config', '--limit', '100'],
        { cwd: home, encoding: 'latin1', maxBuffer: 1 << 28 })
    if (!stdout) return [{ change: stderr }]
    return JSON.parse(stdout).files.flatMap(({ symbols }) => symbols).map(symbol => {
        const gone = symbol.change === 'removed' || symbol.change === 'inlined'
        return { ...symbol, old: symbol.old?.qualified ?? (gone ? symbol.qualified : ''), new: gone ? '' : symbol.qualified }
    })
}

// What is told and not expected, or expected and not told.
function compare(ending, { olds, news, loose, all }, wanted) {
    const actual = told(ending, olds, news).filter(it => it.change !== 'format' || !(all || loose.includes(it.new) || loose.includes(it.old)))
    const wrong = [], left = actual.slice()
    for (const one of wanted) {
        const at = left.findIndex(it => key(it) === key(one))
        if (at < 0) {
            wrong.push(`not told: ${key(one)}`)
            continue
        }
        const [{ breaking, what }] = left.splice(at, 1)
        if (one.breaks !== undefined && (one.breaks ? !breaking.some(text => text.includes(one.breaks)) : breaking.length))
            wrong.push(`breaking: ${breaking.join('; ') || 'nothing'}, not '${one.breaks}'`)
        if (one.what && !what.some(text => text.includes(one.what))) wrong.push(`what: ${what.join('; ')}`)
    }
    return [...wrong, ...left.map(it => `told: ${key(it)}`)]
}

function record(id, name, size, wrong, detail) {
    const cell = ((table[name] ??= {})[id] ??= { right: 0, all: 0 })
    const sum = (byCount[size] ??= { right: 0, all: 0 })
    for (const it of [cell, sum]) {
        it.all++
        it.right += !wrong.length
    }
    if (!wrong.length) return
    if (shown++ < (+process.env.SHOW || 40)) console.log(`${id} ${name} (${detail.names}) ${detail.path}\n    ${wrong.slice(0, 4).join('\n    ')}`)
    if (!process.env.KEEP) return
    const keep = join(process.env.KEEP, `${id}-${name}-${shown}`)
    for (const [side, texts] of [['old', detail.olds], ['new', detail.news]]) {
        mkdirSync(join(keep, side), { recursive: true })
        texts.forEach((text, i) => writeFileSync(join(keep, side, `${'ab'[i]}${detail.ending}`), text, 'latin1'))
    }
}

function run(id, base, ending, name) {
    const others = Object.keys(mutations)
    for (let size = 1 + random(5), tries = 3; tries--;) {
        const made = makeCase(base, name, Array.from({ length: size - 1 }, () => others[random(others.length)]))
        const wanted = made && resolve(made, base, ending)
        if (!wanted) continue
        if (!random(6)) {
            made.news = made.news.map(text => text.replaceAll('\n', '\r\n'))
            made.all = true
        } else if (made.chosen.length === 1 && name === 'splitFunction' && random(2)) { // the reverse
            [made.olds, made.news] = [made.news, made.olds]
            wanted[1] = { change: 'inlined', old: wanted[1].new }
        }
        record(id, name, made.chosen.length, compare(ending, made, wanted),
            { ...made, ending, path: base.path, names: made.chosen.map(it => it.name).join(' ') + (made.all ? ' CRLF' : '') })
        return
    }
}

const found = sources(places, 3 * count), only = process.env.ONLY
for (const [id, files] of Object.entries(found)) {
    const ending = languages[id].endings[0]
    const bases = files.map(({ path, text }) => {
        const symbols = outlineOf(program, join(home, 'scratch', `o${ending}`), text)
        return { id, path, text, symbols, language: languages[id], semicolons: languages[id].call('x').endsWith(';'),
            fit: symbols.filter(symbol => isFit(symbol, symbols, text)) }
    }).filter(({ fit }) => fit.length > 1)
    for (const name of [...Object.keys(mutations), 'overloads', 'shifted']) {
        if (bases.length < 2) break
        if (only && only !== name && only !== id) continue
        for (let i = 0, before; i < bases.length && (table[name]?.[id]?.all ?? 0) < count; i++) {
            const beside = bases[(i + 1 + random(bases.length - 1)) % bases.length]
            const base = { ...bases[i], other: beside.text, otherSymbols: beside.symbols }
            if (name in mutations) run(id, base, ending, name)
            else if ((before = overloads(base, name, random)))
                record(id, name, 1, compare(ending, before, before.expect), { ...before, ending, path: base.path, names: name })
        }
    }
}

// ---- the table ----

const ids = Object.keys(languages), total = { right: 0, all: 0 }
console.log(`\n${''.padEnd(18)}${ids.map(id => id.slice(0, 7).padStart(8)).join('')}     all`)
for (const [name, row] of Object.entries(table)) {
    const sum = { right: 0, all: 0 }
    const cells = ids.map(id => {
        sum.right += row[id]?.right ?? 0
        sum.all += row[id]?.all ?? 0
        return (row[id] ? `${row[id].right}/${row[id].all}` : '–').padStart(8)
    })
    total.right += sum.right
    total.all += sum.all
    console.log(`${name.padEnd(18)}${cells.join('')}${`${sum.right}/${sum.all}`.padStart(9)}`)
}
for (const [size, { right, all }] of Object.entries(byCount)) console.log(`${size} at once: ${right} of ${all}`)
console.log(`${total.right} of ${total.all} exactly right: ${(100 * total.right / total.all).toFixed(2)} %`)
process.exit(total.right / total.all < 0.99 ? 1 : 0)
