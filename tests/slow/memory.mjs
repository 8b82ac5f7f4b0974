// index.memory is kept, with the real program on a real tree: under several limits the memory of all processes of
// `fovea index` (proportional set size, so that shared pages count once) is sampled every 20 ms and stays below the
// limit, and so does that of a server, whose answers are the same; what is left out is said to be, in the summary, in
// status and in answers; where nothing is, the index equals one made without a limit, and where something is, it does
// after one more run with enough.
//     node memory.mjs PROGRAM TREE [LIMIT…]      (MB; default: parts of what the tree takes without a limit)
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [program, source, ...given] = process.argv.slice(2)
const SAMPLE_MS = 20
const LEAST = 32
// A catalog is loaded and made ready in it.
const KEEPER_MS = 3000
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

// The most memory, in MB, that the process had together with those below it until it ended.
function sampler(child) {
    const seen = { mb: 0, samples: 0, workers: 0 }
    const timer = setInterval(() => {
        const all = processes(child.pid)
        seen.mb = Math.max(seen.mb, all.reduce((sum, pid) => sum + kilobytes(pid), 0) / 1024)
        seen.workers = Math.max(seen.workers, all.length - 1)
        seen.samples++
    }, SAMPLE_MS)
    child.on('close', () => clearInterval(timer))
    return seen
}

function sampled(env, ...args) {
    const child = spawn(program, args, { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const seen = sampler(child)
    let out = '', err = ''
    child.stdout.on('data', piece => (out += piece))
    child.stderr.on('data', piece => (err += piece))
    return new Promise(resolve => child.on('close', status => resolve({ status, out, err, ...seen })))
}

// Calls of a server, one after the other: their answers, and its memory meanwhile.
async function served(env, calls) {
    const child = spawn(program, ['mcp', '--root', tree], { cwd: tree, env, stdio: ['pipe', 'pipe', 'ignore'] })
    const seen = sampler(child), lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const ask = async (id, method, params) => {
        child.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\n')
        for (;;) {
            const { value, done } = await lines.next()
            if (done) throw new Error('the server is gone')
            const message = JSON.parse(value)
            if (message.id === id) return message.result
        }
    }
    const clientInfo = { name: 'memory.mjs', version: '1' }
    await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    await new Promise(resolve => setTimeout(resolve, KEEPER_MS))
    const answers = []
    for (const [name, args] of calls)
        answers.push((await ask(answers.length + 2, 'tools/call', { name, arguments: args })).content[0].text)
    child.stdin.end()
    await new Promise(resolve => child.on('close', resolve))
    return { answers, ...seen }
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
    const rebuilt = await sampled(environment('rebuilt', 'none'), 'index', '--force')
    expect(rebuilt.status === 0, `a new index is made: ${rebuilt.err}`)
    const wanted = contents(environment('rebuilt', 'none'))
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
    fs.rmSync(join(work, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

// A server that may not keep the catalog answers the same from what it loads for each call.
async function testServer(limits) {
    const calls = [['search_symbols', { query: 'init' }], ['get_repo_overview', {}], ['get_symbol', { symbol: 'main' }],
        ['get_impact', { symbol: 'main' }], ['raw_search', { pattern: 'init', limit: 5 }]]
    const wanted = await served(environment('free', 'none'), calls)
    const exported = ask(environment('free', `${LEAST}MB`), 'export', '--sqlite', join(work, 'refused.sqlite'))
    expect(exported.status === 0 || /index.memory is 32MB: this needs about [\s\S]*Hint: raise/.test(exported.text),
        `what does not fit is refused: ${exported.text}`)
    console.log(`a server without a limit: at most ${wanted.mb.toFixed(1)} MB`)
    for (const mb of limits) {
        const got = await served(environment('free', `${mb}MB`), calls)
        expect(got.mb < mb, `a server keeps ${mb} MB: ${got.mb.toFixed(1)}`)
        expect(got.samples > 50, `there are samples of a server under ${mb} MB`)
        got.answers.forEach((text, i) => expect(text === wanted.answers[i],
            `${calls[i][0]} under ${mb} MB: ${text.slice(0, 300)} instead of ${wanted.answers[i].slice(0, 300)}`))
        console.log(`a server under ${mb} MB: at most ${got.mb.toFixed(1)} MB`)
    }
}

execFileSync('cp', ['-a', source, tree])
const free = environment('free', 'none')
const first = await sampled(free, 'index')
expect(first.status === 0, `a run without a limit ends well: ${first.err}`)
const wanted = contents(free)
console.log(`no limit: at most ${first.mb.toFixed(1)} MB; ${first.out.trim()}`)
await testServer(given.length ? given.map(Number) : [LEAST * 2, LEAST * 8])
const parts = [1.5, 1.1, 0.8, 0.6, 0.4].map(part => Math.max(LEAST, Math.ceil(first.mb * part)))
for (const mb of given.length ? given.map(Number) : [...new Set(parts)]) await testLimit(mb, wanted)
fs.rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
console.log(failures ? `${failures} failed` : 'all well')
process.exit(failures ? 1 : 0)
