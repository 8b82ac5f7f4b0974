// org.mjs PROGRAM [--symbols N] [--work DIR] [--jobs N] [--calls N] [--only KIND] [--prepare]: an organisation's database at its size. Packages of
// bench/org/packages.list (Debian sources by apt-get with lists of its own, npm packages by npm pack) become git repositories, which
// are indexed and published until the database has N symbols (default 5,000,000). At 0.5, 1, 2 and 5 million, and at the end,
// questions, publishing a change and sizes are measured (bench/org/measure.mjs); of questions only KIND, as `search`. Needs
// PostgreSQL's server programs, which it starts as an ordinary user on a Unix socket, and 15 GB of disk in DIR (default
// build/bench/org), where the database stays: a second run with a larger N goes on, one with --symbols 0 only measures, and one
// with --calls 0 does not measure. DIR/results.jsonl has a line for each measurement, kinds.jsonl for each kind of question,
// loads.jsonl for each package; DIR/plans has the plans of some questions (make bench-org).
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { load, prepare, readPackages, treeOf } from './org/load.mjs'
import { measure, report } from './org/measure.mjs'
import { Server, serverPrograms } from './org/server.mjs'
import { table, thousands } from './ledger/report.mjs'

const [program, ...rest] = process.argv.slice(2)
const option = (name, usual) => { const at = rest.indexOf(`--${name}`); return at < 0 ? usual : rest[at + 1] }
const fovea = resolve(program), target = Number(option('symbols', 5_000_000)), work = resolve(option('work', 'build/bench/org'))
const jobs = Number(option('jobs', 2)), calls = Number(option('calls', 200))
const MILESTONES = [500_000, 1_000_000, 2_000_000, 5_000_000]
const bin = serverPrograms()
if (!bin) { console.error('Error: there is no PostgreSQL server\nHint: apt-get install postgresql'); process.exit(1) }
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1)) // stops the server
mkdirSync(work, { recursive: true })
if (rest.includes('--prepare')) {
    const waiting = readPackages()
    const worker = async () => {
        while (waiting.length) {
            const wanted = waiting.shift()
            try {
                const { fetch, index } = await prepare(fovea, work, wanted)
                console.log(`${wanted.repository}: fetched ${fetch.toFixed(0)} s, indexed ${index.toFixed(0)} s`)
            } catch (error) {
                console.error(`${wanted.repository}: ${error.message}`)
            }
        }
    }
    await Promise.all(Array.from({ length: jobs }, worker))
    process.exit()
}
const server = new Server(bin, join(work, 'pg')), packages = readPackages()
const env = { ...process.env, XDG_CACHE_HOME: join(work, 'cache'), XDG_STATE_HOME: join(work, 'state'), XDG_CONFIG_HOME: join(work, 'config') }
const results = join(work, 'results.jsonl'), loads = join(work, 'loads.jsonl')
const note = (path, value) => appendFileSync(path, JSON.stringify(value) + '\n')
const has = () => server.sql("SELECT to_regclass('fovea.branch') IS NOT NULL")[0][0] === 't'
const published = () => has() ? new Map(server.sql('SELECT r.name, b.symbols FROM fovea.branch b JOIN fovea.repository r ON r.id = b.repository_id').map(([name, symbols]) => [name, Number(symbols)])) : new Map()
const total = () => [...published().values()].reduce((sum, symbols) => sum + symbols, 0)

// Publishes until there are as many symbols, several packages at a time.
async function grow(until) {
    const done = published(), waiting = packages.filter(({ repository }) => !done.has(repository) && !failed.has(repository))
    let count = total()
    const worker = async () => {
        while (count < until && waiting.length) {
            const wanted = waiting.shift()
            try {
                const took = await load(fovea, work, server.url, wanted)
                count += took.symbols
                note(loads, took)
                console.log(`${thousands(count)}  ${took.repository}: ${thousands(took.symbols)} symbols, fetched ${took.fetch.toFixed(0)} s, indexed ${took.index.toFixed(0)} s, published ${took.publish.toFixed(0)} s`)
            } catch (error) {
                failed.add(wanted.repository)
                console.error(`${wanted.repository}: ${error.message}`)
            }
        }
    }
    const before = { processor: server.processor(), symbols: count, time: performance.now() }
    await Promise.all(Array.from({ length: jobs }, worker))
    note(loads, { grown: count - before.symbols, server_seconds: server.processor() - before.processor, seconds: (performance.now() - before.time) / 1000 })
    return waiting.length > 0
}

const failed = new Set(), kept = packages.filter(({ keep }) => keep)
const number = value => Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0)
function measureNow() {
    const there = published()
    const result = measure({ fovea, server, work, env, note: value => note(join(work, 'kinds.jsonl'), value), kept: kept.filter(wanted => there.has(wanted.repository) && existsSync(treeOf(work, wanted).tree)) }, calls, option('only'))
    note(results, { load: loadavg()[0], ...result })
    console.log(`\n${thousands(result.symbols)} symbols, ${result.repositories} repositories, ${(result.sizes.database / 1e9).toFixed(2)} GB, load ${loadavg()[0].toFixed(1)}`)
    const row = (kind, part, { n, p50, p90, processor }) => [kind, part, String(n), number(p50), number(p90), processor === undefined ? '' : number(processor)]
    table(['ms', '', 'n', 'p50', 'p90', 'processor'], [...Object.entries(result.questions).filter(([, { missing }]) => !missing).flatMap(([kind, took]) => ['warm', 'server', 'process'].map(part => row(kind, part, took[part]))),
        ...result.changes.map(took => row('a change', took.repository, took))])
}

let measured = existsSync(results) ? Math.max(0, ...report(results).map(({ symbols }) => symbols)) : 0
for (const milestone of [...MILESTONES.filter(size => size < target), target]) {
    if (total() < milestone) await grow(milestone)
    if (calls && (measured < total() || !milestone)) { measureNow(); measured = total() }
}
