// A large tree that was never indexed, with the real program: what answers say while the index is made. The
// first overview and the first definitions come long before it is whole; percentages only grow; nothing is said
// about calls before they are known; one process works, however many ask; what an interrupted one has made is
// kept; and in the end nothing is different from an index made in one go.
//     node first_look.mjs PROGRAM
import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '../wire/mcp_client.mjs'

const program = process.argv[2]
const work = fs.mkdtempSync(join(tmpdir(), 'fovea-look-'))
const tree = join(work, 'tree')
const FILES = 2600 // 54 MB: from 48 on there is a first look
let failures = 0

function expect(condition, what) {
    if (condition) return
    failures++
    console.error(`FAILED ${what}`)
}

function writeTree() {
    for (let i = 0; i < FILES; i++) {
        const directory = join(tree, `part${i % 40}`)
        fs.mkdirSync(directory, { recursive: true })
        let text = `from part${(i + 1) % 40}.m${(i + 1) % FILES} import work_${(i + 1) % FILES}\n\n`
        text += `def work_${i}(values):\n    return work_${(i + 1) % FILES}(values)\n\n`
        for (let n = 0; text.length < 21000; n++)
            text += `class Part${i}_${n}:\n    def step(self, value):\n        if value > ${n}:\n            return self.step(value - 1)\n        return [value, {'key': value}]\n\n`
        fs.writeFileSync(join(directory, `m${i}.py`), text)
    }
}

function environment(cache) {
    return { cwd: tree, env: { ...process.env, XDG_CACHE_HOME: cache }, encoding: 'utf8', maxBuffer: 1 << 28 }
}
function ask(cache, ...args) {
    const start = performance.now()
    const { status, stdout, stderr } = spawnSync(program, args, environment(cache))
    return { status, stdout, text: stdout + stderr, seconds: (performance.now() - start) / 1000 }
}
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

// The share that an answer names, of bytes once something is read; 100 when it names none.
function share(text) {
    const found = /index: (\d+) % \(([\d,]+) of ([\d,]+) files(?:, \S+ ?\S+ of \S+ ?\S+)?\)/.exec(text)
    expect(found || !/index: /.test(text), `a share that can be read: ${text}`)
    if (!found) return 100
    expect(Number(found[3].replaceAll(',', '')) === FILES && Number(found[1]) < 100, `a right share: ${found[0]}`)
    return Number(found[1])
}

// Processes that index this tree and were not started by another one that does.
function indexers() {
    const found = new Map()
    for (const pid of fs.readdirSync('/proc').filter(name => /^\d+$/.test(name)))
        try {
            const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
            const parent = /^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]
            if (words.includes('index') && words.some(word => word.startsWith(work))) found.set(pid, parent)
        } catch {} // it has ended
    return [...found].filter(([, parent]) => !found.has(parent)).length
}

const anywhere = /part39\/m2599\.py:3-4\s+function work_2599/

function askWhileItGrows(cache) {
    let before = 0, answers = 0, unknown = 0
    const end = Date.now() + 300000
    for (;;) {
        const found = ask(cache, 'find', 'work_2599')
        expect(found.status === 0 && anywhere.test(found.text), `a definition is found at ${before} %: ${found.text}`)
        const now = share(found.text)
        expect(now >= before, `percentages grow: ${before}, ${now}`)
        before = now
        const status = ask(cache, 'status')
        expect(status.status === 0, `status answers: ${status.text}`)
        if (now === 100 || Date.now() > end) break
        const callers = ask(cache, 'callers', 'work_2599')
        if (callers.status === 0) expect(share(callers.text) === 100, `no callers before all are known: ${callers.text}`)
        else expect(/calls are not known yet/.test(callers.text), `callers say why not: ${callers.text}`)
        unknown += callers.status !== 0
        const symbol = ask(cache, 'symbol', 'work_2599')
        expect(symbol.status === 0 && (share(symbol.text) === 100 || /callers: not known yet/.test(symbol.text)),
            `a symbol without callers says so: ${symbol.text}`)
        const hits = ask(cache, 'grep', 'work_2599')
        expect(hits.status === 0 && /m2598\.py/.test(hits.text), `text is found: ${hits.text}`)
        const seen = indexers()
        expect(seen <= 1, `one process indexes, not ${seen}`)
        answers++
    }
    expect(unknown > 0, `there was something to see: ${answers} rounds`)
    const callers = ask(cache, 'callers', 'work_2599')
    expect(callers.status === 0 && /work_2598/.test(callers.text), `callers are known in the end: ${callers.text}`)
    console.log(`${answers} rounds of questions before the index was whole`)
}

function testFresh() {
    const cache = join(work, 'fresh')
    const overview = ask(cache, 'overview')
    expect(overview.status === 0 && /2,600 files/.test(overview.text) && share(overview.text) < 100,
        `a first overview: ${overview.text}`)
    const found = ask(cache, 'find', 'work_2599')
    expect(found.status === 0 && anywhere.test(found.text), `a first definition: ${found.text}`)
    console.log(`first overview ${overview.seconds.toFixed(2)} s, first definition ${found.seconds.toFixed(2)} s`)
    askWhileItGrows(cache)
    return contents(cache)
}

// A server that begins with nothing, too, knows the files before their definitions.
async function testServer() {
    const client = new Client(program, ['--profile', 'full'], environment(join(work, 'server')))
    const ask = async (name, args) => (await client.call(name, args)).result.content[0].text
    await client.initialize()
    const overview = await ask('get_repo_overview', {})
    expect(/2,600 files/.test(overview) && share(overview) < 100, `a server's first overview: ${overview}`)
    const found = await ask('search_symbols', { query: 'work_2599' })
    expect(anywhere.test(found) && share(found) <= 100, `a server's first definition: ${found}`)
    client.process.stdin.end()
    await client.exited
}

function contents(cache) {
    return ask(cache, 'debug', 'edges', '.').stdout + ask(cache, 'analyze', '.', '--format', 'json').stdout
}

// Whether there was something to interrupt: a quick machine may be done first.
async function interrupt(cache, until, what) {
    const child = spawn(program, ['index', tree], { ...environment(cache), stdio: 'ignore' })
    const ended = new Promise(resolve => child.on('close', code => resolve(code)))
    const end = Date.now() + 60000
    while (child.exitCode === null && Date.now() < end && !until(ask(cache, 'status').text)) await sleep(5)
    const running = child.exitCode === null
    child.kill('SIGINT')
    const code = await ended
    expect(code === 130 || code === 0, `${what} ends with 130, not ${code}`)
    return running && code === 130
}

async function testInterrupts(wanted) {
    const cache = join(work, 'interrupted')
    const look = await interrupt(cache, text => /a first look at/.test(text), 'an interrupted first look')
    const build = await interrupt(cache, text => /[1-9][\d,]* taken up/.test(text), 'an interrupted build')
    expect(look || build, 'one of two was not done before it could be interrupted')
    const status = ask(cache, 'status')
    const kept = Number(/([\d,]+) taken up/.exec(status.text)[1].replaceAll(',', ''))
    expect(kept > 0 && !/a process is/.test(status.text), `something is kept: ${status.text}`)
    const rest = JSON.parse(ask(cache, 'index', '--format', 'json').stdout)
    expect(rest.changed <= FILES - kept, `what was made is not made again: ${kept} kept, ${rest.changed} done`)
    expect(contents(cache) === wanted, 'an index made in three goes is the same')
    console.log(`interrupted, first look ${look}, build ${build}: ${kept} of ${FILES} files kept`)
}

try {
    writeTree()
    await testServer()
    await testInterrupts(testFresh())
} finally {
    fs.rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
process.exit(failures ? 1 : 0)
