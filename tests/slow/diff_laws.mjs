// diff_laws.mjs PROGRAM COUNT [GITDIR…]: the laws of `fovea diff` over the last COUNT commits of each repository beside
// git's own diff: a commit against itself is empty; turned round it says the inverse; each changed line lies in a symbol
// that is told or is counted as other, in each file; a symbol is told once; what was not compared is listed; pages joined
// are the whole. A repository is a git directory; it needs no work tree. Without one: this one's history, or, where that
// was not cloned, a made one. Prints the faults and how long a call takes. Exit code 1 when a law is broken.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [program, count = '60', ...given] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'fovea-diff-laws.'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))
const environment = { ...process.env, XDG_CACHE_HOME: join(home, 'cache'), LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null' }
const own = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

function start(command, args, cwd, ok = [0]) {
    const { stdout, stderr, status, error } = spawnSync(command, args, { cwd, env: environment, maxBuffer: 1 << 30 })
    if (error || !ok.includes(status)) throw new Error(`${command} ${args.join(' ')}: ${error ?? status} ${stderr}`)
    return stdout.toString('latin1')
}
const git = (cwd, ...args) => start('git', ['-c', 'core.quotePath=true', ...args], cwd)

// ---- repositories ----

let random = 7
const next = limit => (random = (random * 1103515245 + 12345) % 2147483648) % limit

// One line of a text changed, doubled, moved or gone, or a stretch of lines carried elsewhere.
function edited(text) {
    const lines = text.split('\n'), at = next(lines.length), to = next(lines.length), span = 1 + next(12)
    switch (next(6)) {
    case 0: lines.splice(at, 1); break
    case 1: lines.splice(to, 0, ...lines.splice(at, span)); break
    case 2: lines.splice(to, 0, ...lines.slice(at, at + span)); break
    case 3: lines[at] = lines[at].replace(/[a-z]\w*/i, name => `${name}${next(10)}`); break
    case 4: lines[at] = `  ${lines[at]}`; break
    default: return text.replaceAll(/\b[a-z]\w{5,}\b/gi, word => (word.length % 7 === next(7) ? `${word}X` : word))
    }
    return lines.join('\n')
}

function makeRepository(commits) {
    const tree = join(home, 'made'), paths = []
    mkdirSync(tree)
    git(tree, 'init', '-q')
    const commit = () => {
        git(tree, 'add', '-A')
        git(tree, '-c', 'user.name=n', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'edit')
    }
    for (const id of readdirSync(join(own, 'languages')))
        for (const name of readdirSync(join(own, 'languages', id)))
            if (/^sample\.(?!map$)/.test(name)) {
                paths.push(`${id}/${name}`)
                mkdirSync(join(tree, id), { recursive: true })
                writeFileSync(join(tree, id, name), readFileSync(join(own, 'languages', id, name)))
            }
    commit()
    for (let i = 0; i < commits; i++) {
        for (let k = 1 + next(12); k--;) {
            const at = next(paths.length), from = join(tree, paths[at])
            const text = readFileSync(from, 'latin1')
            if (!next(8)) {
                rmSync(from)
                paths[at] = paths[at].replace(/(\d*)(\.[^.]*)$/, `${i}$2`)
            }
            writeFileSync(join(tree, paths[at]), edited(text), 'latin1')
        }
        commit()
    }
    return join(tree, '.git')
}

function repositories() {
    if (given.length) return given.map(path => resolve(path))
    if (existsSync(join(own, '.git'))) {
        const directory = git(own, 'rev-parse', '--path-format=absolute', '--git-common-dir').trim()
        if (+git(own, 'rev-list', '--count', '--no-merges', 'HEAD') > +count) return [directory]
    }
    return [makeRepository(+count)]
}

// ---- git's side ----

const unquoted = name => name.startsWith('"')
    ? JSON.parse(name.replaceAll(/\\([0-7]{3})/g, (_, code) => `\\u00${parseInt(code, 8).toString(16).padStart(2, '0')}`)
        .replaceAll('\\a', '\\u0007').replaceAll('\\v', '\\u000b'))
    : name
const isPath = name => name !== '/dev/null'

// By new path, or old path of what is gone: {old, path, binary, removed, added} with numbers of lines.
function hunksOf(patch) {
    const files = []
    let file
    for (const line of patch.split('\n')) {
        const header = /^(--- |\+\+\+ |rename from |rename to )(.*?)\t?$/.exec(line)
        if (line.startsWith('diff --git ')) {
            const [, same] = /^diff --git a\/(.*) b\/\1$/.exec(line) ?? /^diff --git "a\/(.*)" "b\/\1"$/.exec(line) ?? []
            const name = same === undefined ? undefined : line.includes('"') ? unquoted(`"${same}"`) : same
            files.push(file = { old: name, path: name, binary: false, removed: [], added: [], body: false })
        } else if (file && !file.body && header) {
            const name = unquoted(header[2])
            if (header[1].startsWith('rename')) file[header[1] === 'rename from ' ? 'old' : 'path'] = name
            else if (isPath(name)) file[header[1] === '--- ' ? 'old' : 'path'] = name.slice(2)
        } else if (file && /^Binary files /.test(line) && !file.body) file.binary = true
        else if (file && line.startsWith('@@ ')) {
            const [, a, b = '1', c, d = '1'] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
            for (let i = 0; i < +b; i++) file.removed.push(+a + i)
            for (let i = 0; i < +d; i++) file.added.push(+c + i)
            file.body = true
        }
    }
    return files
}
const PATCH = ['-r', '-M', '-p', '-U0', '--full-index', '--no-textconv', '--no-ext-diff', '--diff-algorithm=myers',
    '--indent-heuristic', '--ignore-submodules=none']

// ---- fovea's side ----

const times = []
function ask(tree, limit, ...args) {
    let whole
    for (let cursor; ;) {
        const before = process.hrtime.bigint()
        const page = JSON.parse(start(program, ['diff', ...args, '--format', 'json', '--limit', `${limit}`, '--no-config',
            ...(cursor ? ['--cursor', cursor] : [])], tree))
        page.ms = Number(process.hrtime.bigint() - before) / 1e6
        if (whole) whole.files.push(...page.files)
        whole ??= page
        cursor = page.cursor
        if (!cursor) return whole
    }
}

const reference = (path, { qualified, start, end }, kind) => `${path}::${qualified}:${start}-${end} ${kind}`
const oldPath = file => file.old_path ?? file.path
// Each symbol as what it was and what it is; '' where it is not there.
function told(diff) {
    return diff.files.flatMap(file => file.symbols.map(symbol => {
        const gone = symbol.change === 'removed' || symbol.change === 'inlined'
        return { change: symbol.change, file, symbol,
            old: symbol.old ? reference(symbol.old.path, symbol.old, symbol.old.kind ?? symbol.kind)
                : gone ? reference(oldPath(file), symbol, symbol.kind) : '',
            new: gone ? '' : reference(file.path, symbol, symbol.kind) }
    }))
}
const inverse = { added: 'removed', removed: 'added', extracted: 'inlined', inlined: 'extracted' }

let faults = 0, commits = 0, lines = 0, symbols = 0, unseen = 0, pairedOtherwise = 0
let place = ''
function fault(law, text) {
    if (faults++ < 200) console.log(`${place} ${law}: ${text}`)
}

function checkInverse(there, back) {
    const sum = new Map()
    const add = (key, by) => sum.set(key, (sum.get(key) ?? 0) + by)
    for (const one of told(there)) add(`${one.change} ${one.old} → ${one.new}`, 1)
    for (const one of told(back)) add(`${inverse[one.change] ?? one.change} ${one.new} → ${one.old}`, -1)
    const wrong = [...sum].filter(([, by]) => by)
    for (const [key, by] of wrong.slice(0, 4)) fault('inverse', `${by > 0 ? 'only there' : 'only back'}: ${key}`)
    if (wrong.length > 4) fault('inverse', `${wrong.length - 4} more`)
}

// Lines of each file's sides that lie in a symbol that is told.
function coverage(diff) {
    const covered = { old: new Map(), new: new Map() }
    const cover = (side, path, { start, end }) => {
        if (!covered[side].has(path)) covered[side].set(path, new Set())
        for (let line = start; line <= end; line++) covered[side].get(path).add(line)
    }
    for (const file of diff.files)
        for (const symbol of file.symbols) {
            const gone = symbol.change === 'removed' || symbol.change === 'inlined'
            cover(gone ? 'old' : 'new', gone ? oldPath(file) : file.path, symbol)
            if (symbol.old) cover('old', symbol.old.path, symbol.old)
        }
    return covered
}

function checkLines(tree, diff, base, head) {
    const from = new Map()
    for (const file of hunksOf(git(tree, 'diff-tree', ...PATCH, base, head))) {
        const there = from.get(file.path) // a file that became a link goes and comes
        if (there) there.removed.push(...file.removed), there.added.push(...file.added)
        else from.set(file.path, file)
    }
    const covered = coverage(diff), none = new Set()
    for (const path of from.keys())
        if (!diff.files.some(file => file.path === path)) fault('lines', `${path} is not listed`)
    for (const file of diff.files) {
        let hunks = from.get(file.path)
        if (!hunks) {
            fault('lines', `${file.path} differs in nothing`)
            continue
        }
        if (hunks.old !== oldPath(file)) {
            pairedOtherwise++
            const blob = (commit, path) => git(tree, 'rev-parse', `${commit}:${path}`).trim()
            if (file.status === 'added' || file.status === 'removed' || file.unseen) continue
            hunks = hunksOf(git(tree, 'diff', ...PATCH.slice(2), blob(base, oldPath(file)), blob(head, file.path)))[0]
        }
        if (hunks.binary && !file.unseen) fault('unseen', `${file.path} is binary to git`)
        if (file.unseen || file.note || file.symbols_left_out) {
            unseen++
            continue
        }
        if (file.lines_added !== hunks.added.length || file.lines_removed !== hunks.removed.length)
            fault('lines', `${file.path}: +${file.lines_added} −${file.lines_removed}, git says ` +
                `+${hunks.added.length} −${hunks.removed.length}`)
        const inside = covered.new.get(file.path) ?? none, before = covered.old.get(oldPath(file)) ?? none
        const other = hunks.added.filter(line => !inside.has(line)).length +
            hunks.removed.filter(line => !before.has(line)).length
        if (other !== file.other_lines) fault('lines', `${file.path}: ${file.other_lines} other lines, but ${other}`)
        lines += hunks.added.length + hunks.removed.length
    }
}

function checkOnce(diff) {
    for (const side of ['old', 'new']) {
        const seen = new Map()
        for (const one of told(diff)) {
            if (!one[side]) continue
            // Two on one line may have the same name, and cannot be told apart here.
            const symbol = side === 'old' ? one.symbol.old ?? one.symbol : one.symbol
            if (seen.has(one[side]) && symbol.end > symbol.start) fault('once', `${side} ${one[side]}`)
            seen.set(one[side], one)
        }
    }
}

function checkSums(diff) {
    const sum = key => diff.files.reduce((total, file) => total + file[key], 0)
    for (const key of ['lines_added', 'lines_removed', 'other_lines'])
        if (diff.totals[key] !== sum(key)) fault('sums', `${key}: ${diff.totals[key]}, but ${sum(key)}`)
    const counts = {}
    for (const { change } of told(diff)) counts[change] = (counts[change] ?? 0) + 1
    const left = diff.files.some(file => file.symbols_left_out)
    for (const key of new Set([...Object.keys(counts), ...Object.keys(diff.totals.symbols)]))
        if (!left && counts[key] !== diff.totals.symbols[key])
            fault('sums', `${key}: ${diff.totals.symbols[key]}, but ${counts[key]}`)
    const listed = diff.unseen.reduce((total, row) => total + row.files, 0)
    const marked = diff.files.filter(file => file.unseen).length
    if (listed !== marked) fault('unseen', `${listed} listed, ${marked} files marked`)
}

function checkCommit(tree, base, head) {
    place = `${basename(dirname(tree))}/${basename(tree)} ${head.slice(0, 10)}`
    if (ask(tree, 100, head, head).files.length) fault('empty', 'a commit differs from itself')
    const there = ask(tree, 100, base, head), back = ask(tree, 100, head, base)
    const again = ask(tree, 100, base, head)
    times.push(again.ms)
    commits++
    symbols += told(there).length
    checkInverse(there, back)
    checkLines(tree, there, base, head)
    checkOnce(there)
    checkSums(there)
    delete there.ms, delete again.ms, delete there.cursor, delete again.cursor
    if (JSON.stringify(there) !== JSON.stringify(again)) fault('again', 'two answers of the same commit differ')
    if (there.files.length > 3 && there.files.length < 60 && commits % 5 === 0) {
        const joined = ask(tree, 3, base, head)
        delete joined.ms, delete joined.cursor
        if (JSON.stringify(joined) !== JSON.stringify(there)) fault('pages', 'joined they are not the whole')
    }
}

// ---- all ----

const at = (sorted, share) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
for (const [index, repository] of repositories().entries()) {
    const tree = join(home, `${index}`, basename(repository.replace(/\/(repo|\.git)\/?$/, '')))
    mkdirSync(tree, { recursive: true })
    git(tree, 'init', '-q')
    writeFileSync(join(tree, '.git/objects/info/alternates'), `${join(repository, 'objects')}\n`)
    const head = git(tree, '--git-dir', repository, 'rev-parse', 'HEAD').trim()
    const list = git(tree, 'log', '--no-merges', `-${count}`, '--format=%H %P', head).trim().split('\n')
    const before = { commits, faults, from: times.length }
    for (const [head, base] of list.map(line => line.split(' '))) if (base) checkCommit(tree, base, head)
    const mine = times.slice(before.from).sort((a, b) => a - b)
    console.log(`${basename(tree)}: ${commits - before.commits} commits, ${faults - before.faults} faults, a call ` +
        `${at(mine, 0.5)} ms (p50), ${at(mine, 0.95)} ms (p95), ${at(mine, 0.9999)} ms at most`)
}
console.log(`${commits} commits, ${lines} changed lines, ${symbols} symbols told; ${unseen} files not compared in whole, ` +
    `${pairedOtherwise} paired otherwise than git; ${faults} fault${faults === 1 ? '' : 's'}`)
process.exit(faults || !commits ? 1 : 0)
