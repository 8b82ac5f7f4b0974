// tune_search.mjs FOVEA TUNE MIRROR: fits the weights of src/search/rank_evidence.h to the questions of
// TUNE/questions.json, whose repositories are git directories MIRROR/<owner>+<name>/repo. Each question is asked
// once for the evidence of its best hundred files; coordinate ascent then moves one weight at a time as long as
// NDCG@10 rises. Prints the table, its score on all questions, and by cross-validation the score on each repository
// of weights fitted without it.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [fovea, tune, mirror] = process.argv.slice(2).map((p) => resolve(p))
const questions = JSON.parse(readFileSync(join(tune, 'questions.json')))
const work = process.env.TREES || mkdtempSync(join(tmpdir(), 'fovea-tune-'))

const tree = (repo) => {
    const into = join(work, repo.name)
    if (existsSync(into)) return join(into, repo.root)
    mkdirSync(into, { recursive: true })
    const git = join(mirror, repo.source.replace('github:', '').replace('/', '+'), 'repo')
    const tar = join(work, repo.name + '.tar')
    execFileSync('git', ['-C', git, 'archive', '-o', tar, repo.revision, ...(repo.root ? [repo.root] : [])])
    execFileSync('tar', ['xf', tar, '-C', into])
    return join(into, repo.root)
}

const same = (found, wanted) => found === wanted || found.endsWith('/' + wanted) || wanted.endsWith('/' + found)

const ask = (repo) => {
    const cwd = tree(repo)
    const env = { ...process.env, XDG_CACHE_HOME: join(work, 'cache') }
    spawnSync(fovea, ['index', '-q', '.'], { cwd, env })
    return repo.queries.map((q) => {
        const wanted = [...q.relevant, ...(q.secondary || [])].map((t) => (typeof t === 'string' ? t : t.path))
        const run = spawnSync(fovea, ['search', q.query, '--level', 'file', '-n', '100', '--budget', '1000000', '--explain',
            '--format', 'json', '--no-semantic-cache'], { cwd, env, maxBuffer: 1 << 28 })
        const results = JSON.parse(run.stdout).results
        const hits = wanted.map((w) => results.findIndex((r) => same(r.path, w)))
        return { repo: repo.name, language: repo.language, query: q.query, wanted, hits,
            paths: results.map((r) => r.path), evidence: results.map((r) => r.evidence) }
    })
}

const ndcg = (asked, score) => {
    const order = asked.evidence.map((e, i) => [score(e), i]).sort((a, b) => b[0] - a[0] || a[1] - b[1])
    const place = new Map(order.slice(0, 10).map(([, i], at) => [i, at]))
    let sum = 0, ideal = 0
    const taken = new Set()
    for (const h of asked.hits) if (place.has(h) && !taken.has(h)) { sum += 1 / Math.log2(place.get(h) + 2); taken.add(h) }
    for (let i = 0; i < Math.min(10, asked.wanted.length); i++) ideal += 1 / Math.log2(i + 2)
    return sum / ideal
}

const names = [...readFileSync(new URL('../src/search/rank_evidence.h', import.meta.url), 'utf8')
    .matchAll(/X\(\w+, (\w+), ([\d.]+)F/g)].map((m) => [m[1], Number(m[2])])
const start = Object.fromEntries(names)
const scorer = (w) => (e) => { let s = 0; for (const [n] of names) s += w[n] * e[n]; return s * e.role }
const mean = (list, w) => list.reduce((s, q) => s + ndcg(q, scorer(w)), 0) / list.length
// A little is taken off for weight, so that evidence that changes nothing goes.
const worth = (list, w) => mean(list, w) - 0.0005 * names.reduce((s, [n]) => s + w[n], 0)

const fit = (list) => {
    let best = { ...start }, top = worth(list, best)
    for (let step = 0.4; step > 0.02; step /= 2) {
        let moved = true
        while (moved) {
            moved = false
            for (const [name] of names) for (const d of [step, -step]) {
                const w = { ...best, [name]: Math.max(0, Math.round((best[name] + d) * 100) / 100) }
                const t = worth(list, w)
                if (t > top + 1e-6) { best = w; top = t; moved = true }
            }
        }
    }
    return best
}

const asked = questions.flatMap(ask)
if (process.env.DUMP) writeFileSync(process.env.DUMP, JSON.stringify(asked))
console.log(`as it is ${mean(asked, start).toFixed(4)} over ${asked.length} questions`)
const all = fit(asked)
console.log(`fitted   ${mean(asked, all).toFixed(4)}`)
for (const [name] of names) console.log(`  ${name.padEnd(14)} ${start[name].toFixed(2)} -> ${all[name].toFixed(2)}`)
let left = 0
for (const repo of questions) {
    const own = asked.filter((q) => q.repo === repo.name), others = asked.filter((q) => q.repo !== repo.name)
    const w = fit(others)
    left += mean(own, w) * own.length
    console.log(`${repo.name.padEnd(12)} ${repo.language.padEnd(11)} ${mean(own, start).toFixed(3)} fitted ${mean(own, all).toFixed(3)}  without it ${mean(own, w).toFixed(3)}`)
}
console.log(`fitted without the repository itself ${(left / asked.length).toFixed(4)}`)
