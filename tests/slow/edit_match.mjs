// edit_match.mjs DRIVER COUNT [GITDIR…]: COUNT hunks of the histories of repositories, written as a model would in each
// format, with damage of many kinds, and applied. What is applied must equal the file with the hunk at its place; of the
// kinds that lose nothing at least 97 % must be applied. Without a GITDIR: this repository's own history, or a made one
// where that was not cloned. Prints a table by format and kind, and what went wrong. Exit code 1 when an edit was wrong,
// or too few were applied. DETAILS=FILE: what was wrong or refused, with the patches.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answers, applyAll, blob, hunksOf, joined, newLines, oldLines, writeBlocks, writeDiff, writeEnvelope, writeFenced } from './edit_frames.mjs'

const [driver, count = '200', ...given] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'fovea-edit-match.'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))
const environment = { ...process.env, LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
const own = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const APPLIED_AT_LEAST = 0.97
const FILE_BYTES_MAX = 400_000 // larger ones are generated
const CONTEXT = 3, WIDE_CONTEXT = 8

function git(cwd, args, input, ok = [0]) {
    const { stdout, status, error } = spawnSync('git', args, { cwd, env: environment, maxBuffer: 1 << 30, input })
    if (error) throw error
    return ok.includes(status) ? stdout : null
}

let random = 11
const next = limit => (random = (random * 1103515245 + 12345) % 2147483648) % limit

// ---- hunks of histories ----

const asText = bytes => {
    if (!bytes || bytes.length > FILE_BYTES_MAX || bytes.includes(0)) return null
    const text = bytes.toString('utf8')
    return Buffer.from(text).equals(bytes) ? text : null
}

function applyAt(text, hunk) {
    const lines = text.split('\n')
    lines.splice(hunk.start, oldLines(hunk).length, ...newLines(hunk))
    return lines.join('\n')
}

// One hunk of a commit with the file before it, narrow and wide, and the version before that one.
function takeHunk(cwd, commit) {
    const raw = git(cwd, ['diff-tree', '-r', '--no-commit-id', '--raw', '--no-renames', '--diff-filter=M', commit])
    const changes = (raw?.toString() ?? '').split('\n').filter(line => /^:100(644|755) 100/.test(line))
    if (!changes.length) return null
    const [meta, path] = changes[next(changes.length)].split('\t')
    const [, , before, after] = meta.split(' ')
    const content = asText(git(cwd, ['cat-file', 'blob', before])), now = asText(git(cwd, ['cat-file', 'blob', after]))
    if (content === null || now === null || content.includes('\r') || now.includes('\r') || path.startsWith('"')) return null
    const narrow = hunksOf(git(cwd, ['diff', `-U${CONTEXT}`, before, after]).toString())
    if (!narrow.length) return null
    const hunk = narrow[next(narrow.length)]
    const wide = hunksOf(git(cwd, ['diff', `-U${WIDE_CONTEXT}`, before, after]).toString())
        .find(one => one.start <= hunk.start && one.start + oldLines(one).length >= hunk.start + oldLines(hunk).length)
    if (hunk.bare || !wide || wide.bare || applyAt(content, hunk) === content || oldLines(hunk).length > 200) return null
    const olderCommit = git(cwd, ['log', '-2', '--format=%H', `${commit}^`, '--', path])?.toString().split('\n')[1]
    const older = olderCommit ? asText(git(cwd, ['cat-file', 'blob', `${olderCommit}:${path}`])) : null
    return { path, content, hunk, wide, older, all: narrow, id: before, repository: cwd }
}

function takeHunks(cwd, wanted) {
    const commits = git(cwd, ['log', '--no-merges', '--format=%H', '-n', '8000'])?.toString().trim().split('\n') ?? []
    const cases = []
    for (let tries = 0; commits.length > 1 && cases.length < wanted && tries < wanted * 8; tries++) {
        const found = takeHunk(cwd, commits[next(commits.length)])
        if (found) cases.push(found)
    }
    return cases
}

// A history of the languages' samples, in which lines are changed, doubled and moved.
function madeRepository(commits) {
    const tree = join(home, 'made')
    mkdirSync(tree)
    git(tree, ['init', '-q'])
    const paths = []
    for (const id of readdirSync(join(own, 'languages')))
        for (const name of readdirSync(join(own, 'languages', id)))
            if (/^sample\.(?!map$)/.test(name)) {
                paths.push(`${id}.${name}`)
                writeFileSync(join(tree, `${id}.${name}`), readFileSync(join(own, 'languages', id, name)))
            }
    const commit = () => {
        git(tree, ['add', '-A'])
        git(tree, ['-c', 'user.name=n', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'edit'])
    }
    commit()
    for (let i = 0; i < commits; i++) {
        const path = join(tree, paths[next(paths.length)]), lines = readFileSync(path, 'utf8').split('\n')
        for (let edits = 1 + next(3); edits > 0; edits--) {
            const at = next(lines.length)
            if (next(3) === 0) lines.splice(at, 1 + next(3))
            else if (next(2)) lines.splice(at, 0, `${/^\s*/.exec(lines[at])[0]}made_${i}_${next(99)}();`)
            else lines[at] = lines[at].replace(/[a-z]\w*/i, name => `${name}${next(10)}`)
        }
        writeFileSync(path, lines.join('\n'))
        commit()
    }
    return tree
}

// ---- formats ----

const FORMATS = {
    blocks: one => writeBlocks(one.path, [one.hunk]),
    envelope: one => writeEnvelope(one.path, [one.hunk]),
    diff: one => writeDiff(one.path, [one.hunk], null),
    'git diff': one => writeDiff(one.path, [one.hunk], one.id),
    'diff, all hunks': one => writeDiff(one.path, one.all, null),
    whole: one => writeFenced(one.path, one.whole),
    symbol: one => writeFenced(`${one.path}::${one.symbol}`, one.source),
}

// ---- damage ----

const map = (hunk, change) => ({ ...hunk, lines: hunk.lines.map((line, i) => ({ ...line, ...change(line, i) })) })
const mapAll = (one, change) => ({ ...one, hunk: map(one.hunk, change), all: one.all.map(hunk => map(hunk, change)) })
const SMART = text => text.replace(/"([^"]*)"/g, '\u201C$1\u201D').replace(/'/g, '\u2019').replace(/ - /g, ' \u2013 ')

function stripIndent(hunk) {
    const filled = hunk.lines.filter(line => line.text.trim())
    const indents = filled.map(line => /^[ \t]*/.exec(line.text)[0])
    let common = indents[0] ?? ''
    for (const indent of indents) while (!indent.startsWith(common)) common = common.slice(0, -1)
    return common ? map(hunk, line => ({ text: line.text.startsWith(common) ? line.text.slice(common.length) : line.text.trimStart() })) : null
}

// The longest run of context lines loses its middle.
function elide(hunk) {
    let best = [0, 0]
    for (let i = 0; i < hunk.lines.length; i++) {
        let end = i
        while (end < hunk.lines.length && hunk.lines[end].sign === ' ') end++
        if (end - i > best[1] - best[0]) best = [i, end]
    }
    if (best[1] - best[0] < 5) return null
    const lines = [...hunk.lines]
    lines.splice(best[0] + 2, best[1] - best[0] - 4, { sign: ' ', text: '...' })
    return { ...hunk, lines }
}

// The damage of new lines can be undone only if old lines show it; else they are what the patch says.
function expected(one, hunk) {
    const shown = oldLines(one.hunk).some((text, i) => text !== oldLines(hunk)[i])
    if (shown) return one.expect
    return applyAt(one.content, { ...hunk, lines: hunk.lines.map((line, i) => (line.sign === ' ' ? one.hunk.lines[i] : line)) })
}

// Whether a sequence of lines is in a text once.
function isOnce(content, lines) {
    const text = `\n${content}\n`, wanted = `\n${lines.join('\n')}\n`, at = text.indexOf(wanted)
    return at >= 0 && text.indexOf(wanted, at + 1) < 0
}

// The changed lines of the hunk replaced in another version, where the diff of both versions says that they are the same
// lines: what a merge does that finds no conflict in changes next to each other.
function atMapped(one, version) {
    const names = [one.content, version].map((text, i) => {
        writeFileSync(join(home, `map${i}`), text)
        return join(home, `map${i}`)
    })
    const diff = git(home, ['diff', '--no-index', '-U1000000', ...names], undefined, [0, 1])?.toString() ?? ''
    const map = new Map(), lines = version.split('\n')
    let old = 0, now = 0
    for (const line of hunksOf(diff)[0]?.lines ?? []) {
        if (line.sign === ' ') map.set(old, now)
        old += line.sign !== '+'
        now += line.sign !== '-'
    }
    const edits = []
    for (let i = 0, at = one.hunk.start; i < one.hunk.lines.length;) {
        if (one.hunk.lines[i].sign === ' ') { i++; at++; continue }
        const from = at, added = []
        for (; i < one.hunk.lines.length && one.hunk.lines[i].sign !== ' '; i++)
            if (one.hunk.lines[i].sign === '+') added.push(one.hunk.lines[i].text)
            else at++
        const first = at > from ? from : from - 1, last = at > from ? at - 1 : from
        for (let l = first; l <= last; l++) if (map.get(l) !== map.get(first) + l - first) return null
        edits.push([map.get(first) + (at > from ? 0 : 1), at - from, added])
    }
    for (const [from, count, added] of edits.reverse()) lines.splice(from, count, ...added)
    return lines.join('\n')
}

// What becomes of a text that has the hunk's old lines once, white space aside.
function atOnly(content, hunk) {
    const bare = lines => lines.map(line => line.trim()).join('\n')
    const lines = content.split('\n'), old = oldLines(hunk), wanted = bare(old), places = []
    for (let at = 0; at + old.length <= lines.length; at++) if (bare(lines.slice(at, at + old.length)) === wanted) places.push(at)
    return places.length === 1 ? applyAt(content, { ...hunk, start: places[0] }) : null
}

// The changed lines of a hunk and those next to them.
function coreOf(hunk) {
    const changed = hunk.lines.map(line => line.sign !== ' ')
    return { ...hunk, lines: hunk.lines.slice(Math.max(0, changed.indexOf(true) - 1), changed.lastIndexOf(true) + 2) }
}

function merged(base, mine, theirs) {
    const names = [mine, base, theirs].map((text, i) => {
        writeFileSync(join(home, `merge${i}`), text)
        return join(home, `merge${i}`)
    })
    const { stdout, status } = spawnSync('git', ['merge-file', '-p', '--diff3', ...names], { env: environment, maxBuffer: 1 << 28 })
    return status === 0 ? stdout.toString() : null
}

// Each gives the case with its patch or its file damaged and what must come of it (`expect`); null: it does not fit.
// harmless: nothing that is needed was lost, so it should be applied. expect null: it must be refused.
const KINDS = {
    none: { harmless: true, make: one => one },
    indentation: {
        harmless: true,
        make: one => {
            const hunk = stripIndent(one.hunk), blanks = one.hunk.lines.some(line => line.text && !line.text.trim())
            return hunk && !blanks && { ...one, hunk, all: [hunk], only: 1 } // the width of blank lines is lost
        },
    },
    tabs: {
        harmless: true,
        make: one => {
            const swap = text => {
                const indent = /^[ \t]*/.exec(text)[0]
                const other = indent.includes('\t') ? indent.replaceAll('\t', '    ') : indent.replaceAll('    ', '\t')
                return other + text.slice(indent.length)
            }
            const hunk = map(one.hunk, line => ({ text: swap(line.text) }))
            const indents = one.hunk.lines.map(line => /^[ \t]*/.exec(line.text)[0]).join('')
            if (indents.includes('\t') && indents.includes('    ')) return null // which is which is lost
            return JSON.stringify(hunk) === JSON.stringify(one.hunk) ? null : { ...one, hunk, only: 1, expect: expected(one, hunk) }
        },
    },
    'trailing space': {
        harmless: true,
        make: one => {
            const padded = (line, i) => (line.sign === '+' || (line.sign === '-' && i % 2) ? line.text : line.text + ' '.repeat(i % 3))
            return { ...mapAll(one, (line, i) => ({ text: padded(line, i) })), anySpace: true }
        },
    },
    'trailing space lost': {
        harmless: true,
        make: one => {
            const lines = one.content.split('\n'), from = one.hunk.start
            let done = 0
            for (const [i, line] of oldLines(one.hunk).entries()) if (line.trim() && i % 2 === 0) { lines[from + i] = line + '  '; done++ }
            if (!done) return null
            const content = lines.join('\n'), result = [...lines], replaced = []
            let at = from
            for (const line of one.hunk.lines) {
                if (line.sign !== '+') { if (line.sign === ' ') replaced.push(lines[at]); at++ } else replaced.push(line.text)
            }
            result.splice(from, at - from, ...replaced)
            return { ...one, content, expect: result.join('\n'), only: 1, id: null, anySpace: true }
        },
    },
    'elided middle': {
        harmless: true,
        make: one => {
            const hunk = elide(one.wide)
            if (!hunk) return null
            const at = hunk.lines.findIndex(line => line.text === '...')
            const parts = [hunk.lines.slice(0, at), hunk.lines.slice(at + 1)].map(lines => lines.filter(line => line.sign !== '+').map(line => line.text))
            const once = parts.every(lines => isOnce(one.content, lines))
            return { ...one, hunk, only: 1, expect: applyAt(one.content, one.wide), harmless: once }
        },
    },
    'repeated context': {
        harmless: false,
        make: one => {
            const text = oldLines(one.hunk), lines = one.content.split('\n'), before = next(2)
            const at = before ? 0 : lines.length - 1
            lines.splice(at, 0, ...text, `between ${random}`)
            const shifted = before ? text.length + 1 : 0
            const content = lines.join('\n')
            return text.length && { ...one, content, expect: applyAt(content, { ...one.hunk, start: one.hunk.start + shifted }), only: 1, id: null }
        },
    },
    'stale by one commit': {
        harmless: false,
        make: one => one.older !== null && one.older !== one.content &&
            { ...one, content: one.older, expect: merged(one.content, one.older, applyAt(one.content, one.hunk)) ?? atMapped(one, one.older) ?? atOnly(one.older, one.hunk) ?? atOnly(one.older, coreOf(one.hunk)), only: 1, anySpace: true },
    },
    'context misremembered': {
        harmless: false,
        make: one => {
            const places = one.hunk.lines.map((line, i) => (line.sign === ' ' && line.text.trim() ? i : -1)).filter(i => i >= 0)
            if (!places.length) return null
            const at = places[next(places.length)]
            return { ...one, hunk: map(one.hunk, (line, i) => (i === at ? { text: `${line.text} misremembered` } : {})), only: 1 }
        },
    },
    'smart quotes': {
        harmless: true,
        make: one => {
            const changed = map(one.hunk, line => ({ text: SMART(line.text) }))
            return JSON.stringify(changed) === JSON.stringify(one.hunk) || /[\u2010-\u201F]/.test(JSON.stringify(one.hunk)) ? null : { ...one, hunk: changed, only: 1, expect: expected(one, changed) }
        },
    },
    'file with CRLF': {
        harmless: true,
        make: one => ({ ...one, content: one.content.replaceAll('\n', '\r\n'), expect: one.expect.replaceAll('\n', '\r\n'), id: null }),
    },
    'patch with CRLF': { harmless: true, make: one => ({ ...one, wrap: text => text.replaceAll('\n', '\r\n') }) },
    'no final newline': {
        harmless: true,
        make: one => one.content.endsWith('\n') && one.expect.endsWith('\n') && one.content.length > 1 && !one.content.endsWith('\n\n') && !one.expect.endsWith('\n\n')
            ? { ...one, content: one.content.slice(0, -1), expect: one.expect.slice(0, -1), all: one.all, id: null } : null,
    },
    'wrong line numbers': {
        harmless: true, formats: ['diff', 'git diff', 'diff, all hunks'],
        make: one => {
            const shift = hunk => ({ ...hunk, number: Math.max(1, hunk.start + 1 + (next(2) ? 1 : -1) * (1 + next(60))) })
            return { ...one, hunk: shift(one.hunk), all: one.all.map(shift), id: null }
        },
    },
    'empty lines around': {
        harmless: true, formats: ['blocks'],
        make: one => ({ ...one, hunk: { ...one.hunk, lines: [{ sign: ' ', text: '' }, ...one.hunk.lines, { sign: ' ', text: '' }] } }),
    },
    'empty lines without sign': {
        harmless: true, formats: ['envelope', 'diff', 'git diff', 'diff, all hunks'],
        make: one => one.hunk.lines.some((line, i) => line.sign === ' ' && !line.text)
            ? { ...one, wrap: text => text.replaceAll(/^ $/gm, '') } : null,
    },
    'prose around': {
        harmless: true,
        make: one => ({ ...one, wrap: text => `I looked at it. Here is the change:\n\n- it is small\n+ it is safe\n\n${text}\nThat is all:\n\n- done\n` }),
    },
}
// Formats without context have these kinds only.
const WITHOUT_CONTEXT = new Set(['none', 'file with CRLF', 'patch with CRLF', 'no final newline', 'prose around'])

// ---- the driver ----

// Gives each case the innermost symbol around its hunk, and the symbol's new source.
function addSymbols(cases) {
    const requests = cases.map(one => Buffer.concat([Buffer.from('symbols\n'), blob(one.path), blob(one.content)]))
    let index = 0
    for (const { line, take } of answers(driver, requests)) {
        const one = cases[index++], symbols = []
        for (let left = Number(line()); left > 0; left--) {
            const [lead, start, end] = line().split(' ').map(Number)
            symbols.push({ lead, start, end, name: take() })
        }
        const old = one.hunk.lines.map(l => l.sign), first = old.findIndex(sign => sign !== ' ')
        const last = old.length - 1 - [...old].reverse().findIndex(sign => sign !== ' ')
        const from = one.hunk.start + 1 + old.slice(0, first).filter(sign => sign !== '+').length
        const to = one.hunk.start + old.slice(0, last + 1).filter(sign => sign !== '+').length
        const around = symbols.filter(s => s.start < from && s.end > to && s.name && symbols.filter(o => o.name === s.name).length === 1)
        const symbol = around.at(-1)
        if (!symbol) continue
        const grown = one.expect.split('\n').length - one.content.split('\n').length
        one.symbol = symbol.name
        one.source = joined(one.expect.split('\n').slice(symbol.start - 1, symbol.end + grown))
    }
}

// ---- running ----

function makeCases(base, format, kind) {
    const cases = []
    for (const one of base) {
        if (KINDS[kind].formats && !KINDS[kind].formats.includes(format)) return []
        if ((format === 'whole' || format === 'symbol') && !WITHOUT_CONTEXT.has(kind)) return []
        if (format === 'symbol' && !one.symbol) continue
        const many = format === 'diff, all hunks'
        if (many && one.all.length < 2) continue
        const wide = many ? { ...one, expect: one.all.reduceRight(applyAt, one.content) } : one
        const damaged = many ? KINDS[kind].make(wide) : (one.made[kind] ??= KINDS[kind].make(one) || null)
        if (!damaged || (many && damaged.only)) continue
        const text = FORMATS[format]({ ...damaged, whole: damaged.expect?.replaceAll('\r\n', '\n') })
        cases.push({ ...damaged, format, kind, patch: damaged.wrap ? damaged.wrap(text) : text, harmless: damaged.harmless ?? KINDS[kind].harmless })
    }
    return cases
}

const trimmed = text => text.replace(/^[ \t]+|[ \t]+$/gm, '')
const tally = {}, details = []
function judge(one, result) {
    const row = (tally[one.format] ??= {}), cell = (row[one.kind] ??= { right: 0, refused: 0, wrong: 0, harmful: 0 })
    const after = result.refused.length ? null : result.files[0]?.after
    const same = (a, b) => a === b || (one.anySpace && b !== null && trimmed(a) === trimmed(b))
    const outcome = after === null ? 'refused' : same(after, one.expect) ? 'right' : 'wrong'
    cell[outcome]++
    if (outcome === 'refused' && !one.harmless) cell.harmful++
    if (outcome === 'wrong' || (outcome === 'refused' && one.harmless))
        details.push({ outcome, format: one.format, kind: one.kind, repository: one.repository, path: one.path, patch: one.patch,
            refused: result.refused, after: outcome === 'wrong' ? after : undefined, expect: outcome === 'wrong' ? one.expect : undefined, content: one.content })
}

const repositories = given.length ? given : [git(own, ['rev-list', '--count', 'HEAD'])?.toString() > 200 ? own : madeRepository(400)]
const base = []
for (const [i, repository] of repositories.entries()) {
    const wanted = Math.ceil((count - base.length) / (repositories.length - i)), found = takeHunks(repository, wanted)
    base.push(...found)
    console.error(`${repository}: ${found.length} hunks`)
}
for (const one of base) Object.assign(one, { expect: applyAt(one.content, one.hunk), made: {} })
addSymbols(base)
for (const format of Object.keys(FORMATS))
    for (const kind of Object.keys(KINDS)) {
        const cases = makeCases(base, format, kind)
        for (let at = 0; at < cases.length; at += 400) {
            const part = cases.slice(at, at + 400)
            applyAll(driver, part.map(one => [one.patch, [[one.path, one.content]]])).forEach((result, i) => judge(part[i], result))
        }
    }

// ---- the table ----

const formats = Object.keys(FORMATS), width = 26
console.log('applied/all of each kind; (n): refused rightly or for want of what was lost; WRONG n: not what the hunk says')
console.log(''.padEnd(width) + formats.map(format => format.padStart(18)).join(''))
let wrong = 0, harmlessAll = 0, harmlessRight = 0
for (const kind of Object.keys(KINDS)) {
    const cells = formats.map(format => {
        const cell = tally[format]?.[kind]
        if (!cell) return '-'
        wrong += cell.wrong
        if (KINDS[kind].harmless) {
            harmlessAll += cell.right + cell.refused - cell.harmful + cell.wrong
            harmlessRight += cell.right
        }
        return `${cell.right}/${cell.right + cell.refused + cell.wrong}${cell.harmful ? ` (${cell.harmful})` : ''}${cell.wrong ? ` WRONG ${cell.wrong}` : ''}`
    })
    console.log((kind + (KINDS[kind].harmless ? '' : ' *')).padEnd(width) + cells.map(cell => cell.padStart(18)).join(''))
}
const rate = harmlessAll ? harmlessRight / harmlessAll : 1
console.log(`\n${base.length} hunks of ${repositories.length} histories; harmless kinds applied: ${harmlessRight} of ${harmlessAll} (${(rate * 100).toFixed(1)} %); wrong: ${wrong}`)
console.log('* something is lost, so a refusal is right')
if (process.env.DETAILS) writeFileSync(process.env.DETAILS, JSON.stringify(details, null, 1))
process.exit(wrong || rate < APPLIED_AT_LEAST || !base.length ? 1 : 0)
