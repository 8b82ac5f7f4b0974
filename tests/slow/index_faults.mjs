// The index under faults, with the real program on a real tree: killed at random moments, a full
// disk, every page of the database damaged, readers and writers at once, files that change during
// indexing, a hostile tree, workers that are killed. After each, answers are right, or say what is
// missing, and the index that was repaired equals a rebuilt one.
//     node index_faults.mjs PROGRAM TREE [KILLS] [SECONDS]
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [program, source, kills = '200', seconds = '60'] = process.argv.slice(2)
const work = fs.mkdtempSync(join(tmpdir(), 'fovea-faults-'))
const tree = join(work, 'tree')
let failures = 0
let seed = Number(process.env.SEED ?? 20261122)

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
function fovea(cache, ...args) {
    const env = { ...process.env, XDG_CACHE_HOME: cache }
    return spawnSync(program, args, { cwd: tree, env, encoding: 'utf8', maxBuffer: 1 << 28 })
}
function database(cache) {
    const directory = join(cache, 'fovea')
    return join(directory, fs.readdirSync(directory).find(name => name.endsWith('.db')))
}
// Everything that readers can see: edges with their ends, and files.
function contents(cache) {
    const index = fovea(cache, 'index')
    expect(index.status === 0, `index ends well: ${index.stderr}`)
    const edges = fovea(cache, 'debug', 'edges', '.')
    expect(edges.status === 0, `edges are shown: ${edges.stderr}`)
    const symbols = fovea(cache, 'analyze', '.', '--format', 'json')
    const places = fovea(cache, 'search', 'where is a file read', '-n', '50', '--level', 'file', '--explain', '--budget', '99999', '--format', 'json')
    expect(places.status === 0, `places are found: ${places.stderr}`)
    return edges.stdout + symbols.stdout + JSON.stringify(JSON.parse(places.stdout).results)
}
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))
function start(cache, ...args) {
    const env = { ...process.env, XDG_CACHE_HOME: cache }
    const child = spawn(program, args, { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.text = ''
    child.stdout.on('data', piece => (child.text += piece))
    child.stderr.resume()
    child.ended = new Promise(resolve => child.on('close', (code, signal) => resolve({ code, signal })))
    return child
}

async function testKills(wanted, took) {
    const cache = join(work, 'kills')
    for (let i = 0; i < Number(kills); i++) {
        const child = start(cache, 'index', '--force')
        await sleep(random(took))
        child.kill('SIGKILL')
        await child.ended
        if (i % 20 === 19)
            expect(contents(cache) === wanted, `the index is right after kill ${i + 1}`)
    }
    expect(contents(cache) === wanted, 'the index is right after all kills')
    console.log(`killed ${kills} times within ${took} ms`)
}

function testFullDisk(wanted) {
    const cache = join(work, 'small')
    fs.mkdirSync(cache)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', cache]).status !== 0) {
        console.log('full disk: not tried (mounting a tmpfs needs root)')
        return
    }
    const first = fovea(cache, 'overview', '--no-include-git')
    expect(first.status === 0 || /^Error:/m.test(first.stderr), 'a full disk is an answer or an error') // notices come first
    const edges = fovea(cache, 'debug', 'edges', '.')
    expect(edges.status !== 0 || wanted.startsWith(edges.stdout), 'a full disk gives no wrong answer')
    execFileSync('umount', [cache])
    console.log(`full disk: ${first.status === 0 ? 'answered' : first.stderr.trim()}`)
}

function sizeOf(cache) {
    return Number(execFileSync('df', ['--output=used', '-k', cache], { encoding: 'utf8' }).split('\n')[1])
}

// Leaves no room on the disk of the cache: what a process frees after the size was taken is filled, too.
function fill(cache) {
    execFileSync('mount', ['-o', `remount,size=${sizeOf(cache)}k`, cache])
    const file = fs.openSync(join(cache, 'filler'), 'a')
    for (const size of [4096, 1])
        try {
            for (;;) fs.writeSync(file, Buffer.alloc(size))
        } catch (error) {
            expect(error.code === 'ENOSPC', `the disk is filled: ${error.code}`)
        }
    fs.closeSync(file)
}

// An index that is there is read, whether its log could be made or not, and stays.
function testFilledDisk(logged) {
    const cache = join(work, logged ? 'filled-log' : 'filled')
    fs.mkdirSync(cache)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', cache]).status !== 0) return
    const wanted = contents(cache)
    if (logged) fs.writeFileSync(join(tree, 'added_before.c'), 'int added_before(void) { return 1; }\n')
    const reader = logged ? spawn(program, ['index', '--watch'], { cwd: tree, env: { ...process.env, XDG_CACHE_HOME: cache }, stdio: 'ignore' }) : null
    while (logged && !fovea(cache, 'find', 'added_before').stdout.includes('added_before.c')) {}
    reader?.kill('SIGKILL') // its log stays
    fs.rmSync(join(tree, 'added_before.c'), { force: true })
    fovea(cache, 'index', '--stop') // no process is left that frees or takes room
    fill(cache)
    const before = fs.readFileSync(database(cache))
    const bare = text => text.replaceAll(/"note":"[^"]*",?/g, '')
    expect(bare(contents(cache)) === bare(wanted), `a full disk: the same answers, log ${logged}`)
    const added = join(tree, 'added_on_full.c')
    fs.writeFileSync(added, 'int added_on_full(void) { return 1; }\n')
    const found = fovea(cache, 'find', 'added_on_full')
    expect(found.stdout.includes('added_on_full.c'), `what changed is found: ${found.stdout}`)
    expect(/the disk is full/.test(found.stdout), `and it is said that it is not kept: ${found.stdout}`)
    const index = fovea(cache, 'index')
    expect(/: [12] new or changed/.test(index.stdout), `nothing else is indexed again: ${index.stdout}`)
    expect(logged || fs.readFileSync(database(cache)).equals(before), 'the index stays as it is')
    fs.rmSync(added)
    execFileSync('mount', ['-o', 'remount,size=256m', cache])
    expect(contents(cache) === wanted, 'with room it goes on')
    execFileSync('umount', [cache])
    console.log(`filled disk, log ${logged}: read`)
}

// Programs that make the index of a tree at once: each answers.
async function testStarts() {
    const small = join(work, 'small-tree')
    fs.mkdirSync(small)
    for (let i = 0; i < 5; i++) fs.writeFileSync(join(small, `s${i}.c`), `int start_${i}(void) { return ${i}; }\n`)
    for (let round = 0; round < 10; round++) {
        const env = { ...process.env, XDG_CACHE_HOME: join(work, `starts-${round}`) }
        const answers = await Promise.all(Array.from({ length: 6 }, () => new Promise(resolve => {
            const child = spawn(program, ['find', 'start_3'], { cwd: small, env })
            let text = ''
            child.stdout.on('data', piece => (text += piece))
            child.stderr.on('data', piece => (text += piece))
            child.on('close', () => resolve(text))
        })))
        for (const text of answers) expect(text.includes('s3.c:1'), `an index is made by several at once: ${text}`)
    }
    console.log('60 starts at once, 6 at a time')
}

function testReadOnly() {
    const cache = join(work, 'fixed#%?')
    fs.mkdirSync(cache)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', cache]).status !== 0) {
        console.log('read-only cache: not tried (mounting a tmpfs needs root)')
        return
    }
    const wanted = contents(cache)
    execFileSync('mount', ['-o', 'remount,ro', cache])
    const index = fovea(cache, 'index')
    expect(index.stdout.includes('nothing changed'), `a read-only index is read: ${index.stdout}`)
    expect(contents(cache) === wanted, 'a read-only index gives the same answers')
    const added = join(tree, 'added_beside.c')
    fs.writeFileSync(added, 'int added_beside(void) { return 1; }\n')
    const found = fovea(cache, 'find', 'added_beside')
    expect(found.stdout.includes('added_beside.c'), 'what changed since is found')
    expect(found.stdout.includes('cannot be written'), 'and it is said that it is not kept')
    fs.rmSync(added)
    execFileSync('umount', [cache])
    console.log('read-only cache: read')
}

function testDamage(wanted) {
    const cache = join(work, 'damage')
    contents(cache)
    const path = database(cache)
    const whole = fs.readFileSync(path)
    const page = whole.readUInt16BE(16) === 1 ? 65536 : whole.readUInt16BE(16)
    const pages = whole.length / page
    // A short run takes some of the pages.
    const step = Number(kills) < 100 ? Math.max(1, Math.floor(pages / 150)) : 1
    let noticed = 0, damages = 0
    for (let i = step > 1 ? random(step) : 0; i < pages; i += step, damages++) {
        const damaged = Buffer.from(whole)
        for (let at = 0; at < 64; at++) damaged[i * page + random(page)] = random(256)
        fs.writeFileSync(path, damaged)
        for (const ending of ['-wal', '-shm']) fs.rmSync(path + ending, { force: true })
        const answer = fovea(cache, 'debug', 'edges', '.')
        const right = answer.status === 0 && wanted.startsWith(answer.stdout)
        noticed += answer.stderr.includes('Error') || /damaged|rebuilt/.test(answer.stdout + answer.stderr)
        expect(right || answer.status !== 0, `page ${i}: the answer is right, or an error`)
        expect(answer.signal === null, `page ${i}: no crash`)
    }
    expect(contents(cache) === wanted, 'the index is right after damage')
    console.log(step > 1 ? `damaged ${damages} of ${pages} pages` : `damaged each of ${pages} pages`)
}

async function testMany(wanted) {
    const cache = join(work, 'many')
    contents(cache)
    const end = Date.now() + Number(seconds) * 1000
    let reads = 0, writes = 0
    const reader = async () => {
        while (Date.now() < end) {
            const child = start(cache, 'debug', 'edges', '.')
            const { code } = await child.ended
            expect(code === 0 && wanted.startsWith(child.text), 'a reader sees a whole index')
            reads++
        }
    }
    const writer = async () => {
        while (Date.now() < end) {
            const { code } = await start(cache, 'index', '--force').ended
            expect(code === 0 || code === 4, `a writer ends well or says that another is at it: ${code}`)
            writes++
        }
    }
    await Promise.all([...Array(8).fill(0).map(reader), ...Array(3).fill(0).map(writer)])
    expect(contents(cache) === wanted, 'the index is right after readers and writers')
    console.log(`8 readers, 3 writers for ${seconds} s: ${reads} reads, ${writes} writes`)
}

async function testChanges() {
    const cache = join(work, 'changes')
    const files = fs.readdirSync(tree, { recursive: true }).filter(name => /\.[ch]$/.test(name))
    const child = start(cache, 'index')
    for (let i = 0; i < 50; i++) {
        fs.appendFileSync(join(tree, files[random(files.length)]), `\nint added_${i}(void) { return ${i}; }\n`)
        await sleep(10)
    }
    await child.ended
    const updated = contents(cache)
    expect(updated === contents(join(work, 'rebuilt')), 'changes during indexing: updated equals rebuilt')
    console.log('50 changes during indexing')
}

function testHostileTree() {
    const odd = join(tree, 'odd')
    fs.mkdirSync(odd)
    fs.writeFileSync(join(odd, 'deep.c'), '('.repeat(200000))
    fs.writeFileSync(join(odd, 'deep.json'), '['.repeat(500000))
    fs.writeFileSync(join(odd, 'line.js'), 'var x = "' + 'a'.repeat(3000000) + '";\n')
    fs.writeFileSync(join(odd, 'noise.py'), Buffer.from(Array.from({ length: 100000 }, () => random(256))))
    fs.writeFileSync(join(odd, 'new\nline.py'), 'def in_an_odd_file(): pass\n')
    fs.writeFileSync(Buffer.concat([Buffer.from(odd + '/bad'), Buffer.from([0xff]), Buffer.from('.py')]), 'def x(): pass\n')
    fs.symlinkSync('.', join(odd, 'loop'))
    fs.symlinkSync('/etc/passwd', join(odd, 'outside.c'))
    execFileSync('mkfifo', [join(odd, 'pipe.c')])
    const cache = join(work, 'hostile')
    const before = Date.now()
    const index = fovea(cache, 'index')
    expect(index.status === 0, `a hostile tree is indexed: ${index.stderr}`)
    const found = fovea(cache, 'find', 'in_an_odd_file')
    expect(found.stdout.includes('in_an_odd_file'), 'a file with an odd name is found')
    expect(!fovea(cache, 'grep', 'root:').stdout.includes('root:x'), 'nothing outside is read')
    console.log(`hostile tree: ${Date.now() - before} ms`)
    fs.rmSync(odd, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

async function testWorkers(wanted) {
    const cache = join(work, 'workers')
    const child = start(cache, 'index')
    await sleep(150)
    const workers = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout.split('\n')
    for (const pid of workers.filter(Boolean)) try { process.kill(Number(pid), 'SIGKILL') } catch { /* ended */ }
    const { code } = await child.ended
    expect(code === 0, 'an index is made although workers were killed')
    const status = fovea(cache, 'status').stdout
    console.log(`killed ${workers.filter(Boolean).length} workers: ${status.split('\n')[0]}`)
    expect(fovea(cache, 'index', '--force').status === 0, 'and again')
    expect(contents(cache) === wanted, 'the index is whole after the next')
}

fs.cpSync(source, tree, { recursive: true, filter: path => !/\/(build|\.git)(\/|$)/.test(path) })
const before = Date.now()
const wanted = contents(join(work, 'right'))
const took = Date.now() - before
console.log(`${wanted.split('\n').length} edges`)
testFullDisk(wanted)
testFilledDisk(false)
testFilledDisk(true)
await testStarts()
testReadOnly()
testDamage(wanted)
await testKills(wanted, took)
await testMany(wanted)
await testWorkers(wanted)
await testChanges()
testHostileTree()
fs.rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
console.log(failures ? `${failures} failed` : 'all passed')
process.exit(failures ? 1 : 0)
