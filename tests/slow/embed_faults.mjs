// Vectors of an embedding model under faults, with the real program and a server of ours: killed at random moments, every
// page of the database damaged, a disk that fills up, two runs at once. What was kept stays right, what was not is made
// again, and nothing is paid for twice but what a kill interrupted.
//     node embed_faults.mjs PROGRAM TREE [KILLS]
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../wire/embed_server.mjs'

const [program, source, kills = '60'] = process.argv.slice(2)
const work = fs.mkdtempSync(join(tmpdir(), 'fovea-embed-faults-')), tree = join(work, 'tree')
const server = await serve(), BATCH = 16
let failures = 0, seed = Number(process.env.SEED ?? 20261126)

console.log(`seed ${seed}`)
function random(below) {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * below)
}
function expect(condition, what) {
    if (condition) return
    failures++
    console.error(`FAILED ${what}`)
}
function start(cache, ...args) {
    const env = { ...process.env, HOME: work, XDG_CONFIG_HOME: join(work, 'config'), XDG_CACHE_HOME: cache }
    const child = spawn(program, args, { cwd: tree, env })
    child.out = child.err = ''
    child.stdout.on('data', piece => { child.out += piece })
    child.stderr.on('data', piece => { child.err += piece })
    child.ended = new Promise(resolve => child.on('close', (code, signal) => resolve({ code, signal, out: child.out, err: child.err })))
    return child
}
const fovea = (cache, ...args) => start(cache, ...args).ended
const database = cache => {
    const directory = join(cache, 'fovea')
    return join(directory, fs.readdirSync(directory).find(name => name.endsWith('.db')))
}
const places = async cache => {
    const found = await fovea(cache, 'search', 'memory is given back to the system', '--mode', 'vector', '-n', '50', '--level', 'class', '--budget', '99999', '--no-semantic-cache', '--format', 'json')
    return found.code ? found : { ...found, results: JSON.stringify(JSON.parse(found.out).results), embedded: JSON.parse(found.out).embedded }
}
const sent = () => server.seen.reduce((sum, asked) => sum + [JSON.parse(asked.body).input].flat().length, 0)
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

fs.cpSync(source, tree, { recursive: true, filter: path => !/\.(bin|inc)$/.test(path) })
fs.mkdirSync(join(work, 'config', 'fovea'), { recursive: true })
fs.writeFileSync(join(work, 'config', 'fovea', 'config.toml'), `[embedder]\nprovider = "ollama"\nmodel = "words"\nurl = "${server.url}"\nbatch = ${BATCH}\n`)
const right = join(work, 'right'), before = Date.now()
const first = await fovea(right, 'embed', '--apply', '--format', 'json')
const took = Date.now() - before, all = JSON.parse(first.out), wanted = await places(right)
expect(first.code === 0 && wanted.embedded === '100%' && wanted.results.length > 1000, `it is embedded: ${first.err}`)
const once = sent()

async function testKills() {
    const cache = join(work, 'kills')
    let largest = 0
    await fovea(cache, 'index')
    server.seen.length = 0
    for (let i = 0; i < Number(kills); i++) {
        const child = start(cache, 'embed', '--apply', ...(i % 10 === 9 ? ['--replace'] : []))
        await sleep(random(took))
        child.kill('SIGKILL')
        await child.ended
        const counts = await fovea(cache, 'embed', '--format', 'json')
        expect(counts.code === 0, `after kill ${i + 1}: ${counts.err}`)
        largest = Math.max(largest, JSON.parse(counts.out).files_embedded)
    }
    expect(largest > 0, 'something is kept')
    const last = await fovea(cache, 'embed', '--apply', '--format', 'json')
    expect(JSON.parse(last.out).files_embedded === all.files, `all is there in the end: ${last.err}`)
    expect((await places(cache)).results === wanted.results, 'the vectors are right after all kills')
    console.log(`killed ${kills} times within ${took} ms, ${sent()} texts sent of ${once}`)
}

async function testDamage() {
    const cache = join(work, 'damage')
    fs.cpSync(right, cache, { recursive: true })
    const path = database(cache), whole = fs.readFileSync(path)
    const page = whole.readUInt16BE(16) === 1 ? 65536 : whole.readUInt16BE(16), pages = whole.length / page
    const step = Math.max(1, Math.floor(pages / (Number(kills) * 3)))
    let count = 0, same = 0, fewer = 0, lost = 0
    for (let i = random(step); i < pages; i += step, count++) {
        const damaged = Buffer.from(whole)
        for (let at = 0; at < 64; at++) damaged[i * page + random(page)] = random(256)
        fs.writeFileSync(path, damaged)
        for (const ending of ['-wal', '-shm']) fs.rmSync(path + ending, { force: true })
        const found = await places(cache)
        expect(found.signal === null && (found.code === 0 || /^Error: .*\nHint: ./m.test(found.err)), `page ${i}: an answer or an error: ${found.code} ${found.err}`)
        if (found.code === 0) found.results === wanted.results ? same++ : fewer++
        const healed = await fovea(cache, 'embed', '--apply')
        expect(healed.code === 0, `page ${i}: embedding goes on: ${healed.err}`)
        let again = await places(cache)
        if (again.results !== wanted.results) { // an index that proves to be damaged later goes, with its vectors
            lost++
            await fovea(cache, 'embed', '--apply')
            again = await places(cache)
        }
        expect(again.results === wanted.results, `page ${i}: and the vectors are right again: ${again.err} ${again.results?.length} ${wanted.results.length} ${again.embedded}`)
    }
    console.log(`damaged ${count} of ${pages} pages: ${same} times the same answer, ${fewer} times one without what was damaged, ${lost} times rebuilt as a whole`)
}

async function testFullDisk() {
    const cache = join(work, 'small')
    fs.mkdirSync(cache)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', cache]).status !== 0) {
        console.log('full disk: not tried (mounting a tmpfs needs root)')
        return
    }
    await fovea(cache, 'index')
    await fovea(cache, 'embed', '--apply', '--max-tokens', '20000')
    const used = Number(execFileSync('df', ['--output=used', '-k', cache], { encoding: 'utf8' }).split('\n')[1])
    execFileSync('mount', ['-o', `remount,size=${used + 64}k`, cache])
    const kept = JSON.parse((await fovea(cache, 'embed', '--format', 'json')).out).files_embedded
    const full = await fovea(cache, 'embed', '--apply')
    expect(full.code === 1 && /^Error: .*\nHint: ./m.test(full.err), `a full disk is an error with a hint: ${full.code} ${full.err}`)
    execFileSync('mount', ['-o', 'remount,size=64m', cache])
    const now = JSON.parse((await fovea(cache, 'embed', '--format', 'json')).out).files_embedded
    expect(kept > 0 && now >= kept, `what was embedded stays: ${kept}, ${now}`)
    expect((await fovea(cache, 'embed', '--apply')).code === 0 && (await places(cache)).results === wanted.results, 'with room it goes on')
    execFileSync('umount', [cache])
    console.log(`full disk: ${full.err.trim().split('\n').at(-2)}`)
}

async function testTwo() {
    const cache = join(work, 'two')
    await fovea(cache, 'index')
    server.seen.length = 0
    const both = await Promise.all([1, 2, 3].map(() => fovea(cache, 'embed', '--apply')))
    expect(both.every(({ code, err }) => code === 0 || code === 4 && /another process is embedding/.test(err)), `at once: ${both.map(({ err }) => err).join('')}`)
    expect(sent() <= once, `nothing is sent twice: ${sent()} of ${once}`)
    await fovea(cache, 'embed', '--apply')
    expect((await places(cache)).results === wanted.results, 'the vectors are right after several at once')
    console.log(`three at once: ended with ${both.map(({ code }) => code).join(', ')}`)
}

await testKills()
await testDamage()
await testFullDisk()
await testTwo()
server.close()
fs.rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
console.log(failures ? `${failures} failed` : 'all passed')
process.exit(failures ? 1 : 0)
