// quality_search.mjs FOVEA GITDIR...: context recall of `fovea explore`: of the functions that a commit changed,
// the share whose text is in the pack made for its message, in a tree from before it. Compared with a pack of
// whole-file BM25 that takes the first lines of the best files. The commits are those of tune/commits.py: the
// newest that change 1 to 4 source files. WAY=agent measures what `fovea agent` gathers for the message instead, and the
// share of the changed files of which something is in it.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'

const [fovea, ...repos] = process.argv.slice(2)
const budgets = [2000, 4000, 8000]
const most = Number(process.env.MOST || 120)
const code = new Set('c h cc cpp hpp py rs go ts tsx js jsx java kt swift ex exs rb php lua cs scala zig hs sh'.split(' '))
const test = /(^|\/)(tests?|spec|testing|__tests__|t|docs?|docs_src|examples?|benchmarks?)\/|_test\.|\.test\.|Tests?\./
const dull = /bump|release|version|typo|changelog|format|lint|revert|dependabot|translat/i
const trailer = /^(Signed-off-by|Co-authored-by|Reviewed-by|Acked-by|Closes|Fixes|Reported).*$/gm
const isSource = (path) => code.has(extname(path).slice(1)) && !test.test(path)
const git = (repo, ...args) => execFileSync('git', ['-C', repo, ...args], { maxBuffer: 1 << 30 })

const tasks = (repo) => {
    const found = []
    const log = git(repo, 'log', '--no-merges', '-n', '1500', '--format=%x01%H%x02%s%x02%b%x03', '--name-status', '--no-renames').toString()
    for (const block of log.split('\x01').slice(1)) {
        const [head, files] = block.split('\x03')
        const [commit, subject, ...body] = head.split('\x02')
        const rows = files.trim().split('\n').filter((l) => l.includes('\t')).map((l) => l.split('\t'))
        const changed = rows.filter((r) => r[0] === 'M' && isSource(r[1])).map((r) => r[1])
        if (rows.some((r) => 'AD'.includes(r[0]) && isSource(r[1])) || changed.length < 1 || changed.length > 4) continue
        const message = (subject + '\n' + body.join('\x02').replace(trailer, '')).slice(0, 1000)
        if (subject.split(/\s+/).length < 4 || dull.test(subject)) continue
        if (changed.some((f) => message.toLowerCase().includes(basename(f).toLowerCase()))) continue
        found.push({ commit, message, changed })
        if (found.length === most) break
    }
    return found
}

const functions = (path, text, work) => {
    const file = join(work, 'outline' + extname(path))
    writeFileSync(file, text)
    const run = spawnSync(fovea, ['map', file, '--format', 'json', '--budget', '10MB', '--detail', 'full'], { maxBuffer: 1 << 28 })
    const list = []
    const walk = (symbols, prefix) => {
        for (const s of symbols || []) {
            const name = prefix ? prefix + '.' + s.name : s.name
            if (/function|method|constructor/.test(s.kind)) list.push({ name, start: s.start, end: s.end })
            walk(s.children || s.symbols, name)
        }
    }
    try { const map = JSON.parse(run.stdout); walk(map.symbols || map.outline, '') } catch { }
    return list
}

// Functions of the commit's parent that its changes touch, as they stand in the base tree.
const changedFunctions = (repo, task, tree, work, cache) => {
    const found = []
    for (const path of task.changed) {
        let base
        try { base = readFileSync(join(tree, path)) } catch { return null }
        const before = functions(path, git(repo, 'show', `${task.commit}^:${path}`), work)
        const diff = git(repo, 'diff', '-U0', '--no-renames', `${task.commit}^`, task.commit, '--', path).toString()
        const names = new Set()
        for (const [, from, count] of diff.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)) {
            const first = Number(from), last = first + Math.max(Number(count ?? 1), 1) - 1
            const inner = before.filter((f) => f.start <= last && f.end >= first).sort((a, b) => (a.end - a.start) - (b.end - b.start))
            if (inner.length) names.add(inner[0].name)
        }
        if (!cache.has(path)) cache.set(path, functions(path, base, work))
        for (const f of cache.get(path)) if (names.has(f.name)) found.push({ path, ...f })
    }
    return found
}

const words = (text) => text.toString().replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().match(/[a-z]{2,}/g) || []
const fileIndex = (tree) => {
    const files = execFileSync('find', [tree, '-type', 'f'], { maxBuffer: 1 << 28 }).toString().trim().split('\n')
        .map((f) => f.slice(tree.length + 1)).filter((f) => code.has(extname(f).slice(1)))
    const df = new Map(), docs = []
    for (const path of files) {
        const tf = new Map()
        const list = words(readFileSync(join(tree, path)))
        for (const w of list) tf.set(w, (tf.get(w) || 0) + 1)
        for (const w of tf.keys()) df.set(w, (df.get(w) || 0) + 1)
        docs.push({ path, tf, len: list.length })
    }
    return { docs, df, avg: docs.reduce((s, d) => s + d.len, 0) / docs.length }
}
const bm25Pack = (index, tree, message, budget) => {
    const n = index.docs.length, q = [...new Set(words(message))]
    const scored = index.docs.map((d) => [q.reduce((s, w) => {
        const tf = d.tf.get(w) || 0, df = index.df.get(w) || 0
        return s + (tf && Math.log(1 + (n - df + 0.5) / (df + 0.5)) * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * d.len / index.avg)))
    }, 0), d.path]).sort((a, b) => b[0] - a[0])
    const pieces = []
    let left = budget * 4
    for (const [, path] of scored.slice(0, 8)) {
        const lines = readFileSync(join(tree, path), 'utf8').split('\n')
        let end = 0
        for (let size = 0; end < lines.length && size + lines[end].length < Math.min(left, budget); end++) size += lines[end].length + 1
        left -= lines.slice(0, end).join('\n').length
        pieces.push({ path, first: 1, last: end })
        if (left <= 0) break
    }
    return pieces
}
const foveaPack = (tree, env, message, budget) => {
    const run = spawnSync(fovea, ['explore', message, '--budget', String(budget), '--format', 'json'], { cwd: tree, env, maxBuffer: 1 << 28 })
    if (run.stdout.length > budget * 4) console.log(`over budget: ${run.stdout.length} bytes for ${budget} tokens`)
    const pack = JSON.parse(run.stdout)
    return pack.bodies.map((b) => ({ path: b.path, first: b.first, last: b.shown_to ?? b.end }))
}

const agentPack = (tree, env, message, budget) => {
    const run = spawnSync(fovea, ['agent', '--context-only', '--budget', String(budget), '--', message], { cwd: tree, env, maxBuffer: 1 << 28 })
    const text = run.stdout.toString()
    const context = text.slice(text.indexOf('\n# Semantic Context\n'), text.lastIndexOf('\n# Task\n'))
    if (context.length > budget * 4 * 1.05) console.log(`over budget: ${context.length} bytes for ${budget} tokens`)
    return [...context.matchAll(/(?:^|\n---\n|instructions\.\n\n)([^\s:]+):(\d+)-(\d+)  /g)].map(([, path, first, last]) => ({ path, first: Number(first), last: Number(last) }))
}
const ownPack = process.env.WAY === 'agent' ? agentPack : foveaPack
const files = { own: 0, all: 0 }

const sums = budgets.map(() => ({ own: 0, other: 0 }))
let all = 0
for (const repo of repos) {
    const list = tasks(repo), work = mkdtempSync(join(tmpdir(), 'fovea-recall-'))
    const tree = join(work, 'tree'), env = { ...process.env, XDG_CACHE_HOME: join(work, 'cache') }
    execFileSync('bash', ['-c', 'mkdir -p "$3" && git -C "$1" archive "$2^" | tar x -C "$3"', '-', repo, list.at(-1).commit, tree])
    spawnSync(fovea, ['index', '-q', '.'], { cwd: tree, env })
    const index = fileIndex(tree), cache = new Map()
    const here = budgets.map(() => ({ own: 0, other: 0 }))
    let count = 0
    for (const task of list) {
        const wanted = changedFunctions(repo, task, tree, work, cache)
        if (!wanted || !wanted.length) continue
        count++
        budgets.forEach((budget, i) => {
            const share = (pieces) => wanted.filter((f) => pieces.some((p) => p.path === f.path && p.first <= f.start && p.last >= f.end)).length / wanted.length
            const pieces = ownPack(tree, env, task.message, budget)
            here[i].own += share(pieces)
            if (budget === budgets.at(-1)) {
                files.own += task.changed.filter(path => pieces.some(p => p.path === path)).length / task.changed.length
                files.all++
            }
            here[i].other += share(bm25Pack(index, tree, task.message, budget))
        })
    }
    const show = (s, n) => budgets.map((b, i) => `${b}: ${(s[i].own / n).toFixed(3)} (${(s[i].other / n).toFixed(3)})`).join('  ')
    console.log(`${basename(dirname(repo)).padEnd(20)} ${String(count).padStart(4)} commits  ${show(here, count)}`)
    here.forEach((h, i) => { sums[i].own += h.own; sums[i].other += h.other })
    all += count
    if (repo === repos.at(-1)) console.log(`${'all'.padEnd(20)} ${String(all).padStart(4)} commits  ${show(sums, all)}\nshare of the changed functions in the pack by budget in tokens; in brackets whole-file BM25 with first lines\nshare of the changed files: ${(files.own / files.all).toFixed(3)}`)
    rmSync(work, { recursive: true })
}
