// index.memory is kept, with the real program on a real tree: under several limits the memory of all processes of
// `fovea index` (proportional set size, so that shared pages count once) is sampled every 20 ms and stays below the
// limit; what is left out is said to be, in the summary, in status and in answers; where nothing is, the index equals
// one made without a limit, and where something is, it does after one more run with enough.
//     node memory.mjs PROGRAM TREE [LIMIT…]      (MB; default: parts of what the tree takes without a limit)
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [program, source, ...given] = process.argv.slice(2)
const SAMPLE_MS = 20
const LEAST = 32
const work = fs.mkdtempSync(join(tmpdir(), 'fovea-memory-'))
const tree = join(work, 'tree')
let failures = 0

function expect(condition, what) {
    if (condition) return
    failures++
    console.error(`FAILED ${what}`)
}

// The limit is set by the user's file, so that questions have it, too.
function environment(name, limit) {
    const config = join(work, 'config')
    fs.mkdirSync(join(config, 'fovea'), { recursive: true })
    fs.writeFileSync(join(config, 'fovea', 'config.toml'), `[index]\nmemory = "${limit}"\n`)
    return { ...process.env, XDG_CACHE_HOME: join(work, name), XDG_CONFIG_HOME: config }
}

function processes(pid) {
    const all = [pid]
    try {
        for (const thread of fs.readdirSync(`/proc/${pid}/task`))
            for (const child of fs.readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' '))
                if (child) all.push(...processes(child))
    } catch {} // it has ended meanwhile
    return all
}
function kilobytes(pid) {
    try {
        return Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1])
    } catch {
        return 0
    }
}

// Resolves to the run's output and the most memory that its processes had together, in MB.
function sampled(env, ...args) {
    const child = spawn(program, args, { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let out = '', err = '', most = 0, samples = 0, workers = 0
    child.stdout.on('data', piece => (out += piece))
    child.stderr.on('data', piece => (err += piece))
    const timer = setInterval(() => {
        const all = processes(child.pid)
        most = Math.max(most, all.reduce((sum, pid) => sum + kilobytes(pid), 0))
        workers = Math.max(workers, all.length - 1)
        samples++
    }, SAMPLE_MS)
    return new Promise(resolve =>
        child.on('close', status => {
            clearInterval(timer)
            resolve({ status, out, err, mb: most / 1024, samples, workers })
        }))
}

function ask(env, ...args) {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: tree, env, encoding: 'utf8', maxBuffer: 1 << 30 })
    return { status, text: stdout + stderr }
}

// Symbols, standings, imports and edges with their ends, as readers see them.
function contents(env) {
    const file = join(work, 'export.sqlite')
    fs.rmSync(file, { force: true })
    const made = ask(env, 'export', '--sqlite', file)
    expect(made.status === 0, `the index is exported: ${made.text}`)
    const edges = ask(env, 'debug', 'edges', '.')
    expect(edges.status === 0, `edges are shown: ${edges.text.slice(-300)}`)
    return createHash('sha256').update(fs.readFileSync(file)).update(edges.text).digest('hex')
}

// The first source by name, going down the directories.
function someFile(directory) {
    const all = fs.readdirSync(directory, { recursive: true, withFileTypes: true })
    const found = all.filter(entry => entry.isFile() && /\.(c|h|py|go|ts|js|java|rs)$/.test(entry.name))
    return found.map(entry => join(entry.parentPath ?? entry.path, entry.name)).sort()[0]
}

const number = (text, what) => Number((new RegExp(`([\\d,]+) ${what}`).exec(text) ?? [0, '0'])[1].replaceAll(',', ''))

// One more line in one file, and an index that is there: an update keeps the limit, too.
async function testUpdate(mb, name, path) {
    const before = fs.readFileSync(path)
    fs.appendFileSync(path, '\n')
    const run = await sampled(environment(name, `${mb}MB`), 'index')
    expect(run.status === 0 && run.mb < mb, `an update keeps ${mb} MB: ${run.mb.toFixed(1)} ${run.err}`)
    const anew = await sampled(environment('anew', 'none'), 'index', '--force')
    expect(anew.status === 0, `a new index is made: ${anew.err}`)
    const wanted = contents(environment('anew', 'none'))
    expect(contents(environment(name, 'none')) === wanted, `an update under ${mb} MB equals a new index`)
    fs.writeFileSync(path, before)
    return `; an update ${run.mb.toFixed(1)} MB`
}

async function testLimit(mb, wanted) {
    const name = `limit-${mb}`
    const env = environment(name, `${mb}MB`)
    const run = await sampled(env, 'index')
    const left = number(run.out, 'left out')
    expect(run.status === 0, `under ${mb} MB the run ends well: ${run.err}`)
    expect(run.samples > 5, `under ${mb} MB there are samples`)
    expect(run.mb < mb, `${mb} MB are kept: ${run.mb.toFixed(1)}`)
    expect(number(run.out, 'failed') === 0, `under ${mb} MB nothing fails for another reason`)
    const status = ask(env, 'status').text
    const answer = ask(env, 'find', 'init').text
    if (left) {
        expect(/the limit of memory is \d+MB\. Raise it/.test(run.out), `what to do under ${mb} MB is said: ${run.out}`)
        expect(status.includes('index.memory is'), `status names files left out under ${mb} MB`)
        expect(/not in the index for want of memory/.test(answer), `an answer says what is left out under ${mb} MB: ${answer.slice(0, 300)}`)
        const more = await sampled(environment(name, 'none'), 'index')
        expect(more.status === 0 && !/left out/.test(more.out), `what was left out is taken up: ${more.out}`)
    }
    expect(contents(environment(name, 'none')) === wanted, `an index made under ${mb} MB equals one without a limit`)
    const update = left ? '' : await testUpdate(mb, name, someFile(tree))
    console.log(`${mb} MB: at most ${run.mb.toFixed(1)} MB, ${run.workers} workers, ${left} files left out${update}`)
    fs.rmSync(join(work, name), { recursive: true })
}

execFileSync('cp', ['-a', source, tree])
const free = environment('free', 'none')
const first = await sampled(free, 'index')
expect(first.status === 0, `a run without a limit ends well: ${first.err}`)
const wanted = contents(free)
console.log(`no limit: at most ${first.mb.toFixed(1)} MB; ${first.out.trim()}`)
const parts = [1.5, 1.1, 0.8, 0.6, 0.4].map(part => Math.max(LEAST, Math.ceil(first.mb * part)))
for (const mb of given.length ? given.map(Number) : [...new Set(parts)]) await testLimit(mb, wanted)
fs.rmSync(work, { recursive: true })
console.log(failures ? `${failures} failed` : 'all well')
process.exit(failures ? 1 : 0)
