// share_faults.mjs PROGRAM FAULTS SECONDS [REMOTE…]: push and pull while things break, with each kind of remote: a folder,
// git by path and by http, a server of files, S3, a registry. All servers are in this process, behind a proxy that cuts,
// delays and counts. Faults are drawn at random: kill -9, a cut in the middle of a body, 429, 500 and 503, slow transfers,
// a limit to the size of files, two pushers at once, a prune during a pull. After each one, a reader with an empty cache
// gets an index that equals a built one, of the commit itself or of an earlier one; a push that said it was done is found
// for ever; a push after the fault succeeds. Then a pull is killed half way: the next one fetches only the rest.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { connect, createServer as createTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [program, most = '20', seconds = '10', ...chosen] = process.argv.slice(2)
const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'fovea-share-faults.'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
const temporary = join(directory, 'tmp')
mkdirSync(temporary)

let failures = 0
function expect(holds, what) {
    if (holds) return
    failures++
    console.log(`FAILED ${what}`)
}
let seed = Number(process.env.SEED ?? 20261127)
console.log(`seed ${seed}`)
function random(below) {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * below)
}
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))
const sha = bytes => createHash('sha256').update(bytes).digest('hex')

// ---- a server of files, S3, a registry and git over http ----

const server = { files: new Map(), failures: 0, status: 500, seen: 0 }
const sessions = new Map()
let uploads = 0
function git_http(request, body, response) {
    const { pathname, searchParams } = new URL(request.url, 'http://x')
    const child = spawn('git', ['http-backend'], { env: { PATH: process.env.PATH, HOME: directory, GIT_CONFIG_NOSYSTEM: '1', GIT_PROJECT_ROOT: directory, GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname.replace(/^\/git/, ''), QUERY_STRING: String(searchParams), REQUEST_METHOD: request.method, CONTENT_TYPE: request.headers['content-type'] ?? '',
        CONTENT_LENGTH: String(body.length), HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '', GIT_PROTOCOL: request.headers['git-protocol'] ?? '', REMOTE_USER: 'x' } })
    child.stdin.on('error', () => {})
    child.stdin.end(body)
    const pieces = []
    child.stdout.on('data', piece => pieces.push(piece))
    child.on('close', () => {
        const all = Buffer.concat(pieces), end = all.indexOf('\r\n\r\n')
        if (end < 0) return response.writeHead(500).end()
        const headers = Object.fromEntries(all.subarray(0, end).toString().split('\r\n').map(line => line.split(/: (.*)/)))
        response.writeHead(Number(headers.Status?.slice(0, 3) ?? 200), headers).end(all.subarray(end + 4))
    })
}
function registry(request, body, response, path, parameters) {
    if (request.method === 'POST' && path.endsWith('/blobs/uploads/')) {
        const id = `/up/${++uploads}`
        sessions.set(id, Buffer.alloc(0))
        response.writeHead(202, { location: id }).end()
    } else if (sessions.has(path)) {
        const had = sessions.get(path)
        if (request.method === 'GET') return response.writeHead(204, { location: path, range: `0-${Math.max(had.length - 1, 0)}` }).end()
        if (request.method === 'PATCH' && Number(request.headers['content-range'].split('-')[0]) !== had.length) return response.writeHead(416, { location: path, range: `0-${had.length - 1}` }).end()
        const all = Buffer.concat([had, body])
        sessions.set(path, all)
        if (request.method === 'PATCH') return response.writeHead(202, { location: path, range: `0-${all.length - 1}` }).end()
        if (`sha256:${sha(all)}` !== parameters.get('digest')) return response.writeHead(400).end()
        sessions.delete(path)
        server.files.set(`/v2/team/index/blobs/${parameters.get('digest')}`, all)
        response.writeHead(201).end()
    } else if (request.method === 'PUT' && path.includes('/manifests/')) {
        const manifest = JSON.parse(String(body))
        const whole = [manifest.config, ...manifest.layers].every(layer => server.files.get(`/v2/team/index/blobs/${layer.digest}`)?.length === layer.size)
        expect(whole, 'a manifest is put when all of its blobs are there')
        if (whole) server.files.set(path, body)
        response.writeHead(whole ? 201 : 400).end()
    } else if (request.method === 'GET' || request.method === 'HEAD') give(request, response, path)
    else response.writeHead(404).end()
}
function give(request, response, path) {
    const file = server.files.get(path), from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    if (!file) return response.writeHead(404).end()
    response.writeHead(from ? 206 : 200, { 'content-length': file.length - from, ...from && { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` } })
    response.end(request.method === 'HEAD' ? undefined : file.subarray(from))
}
const listener = createHttp((request, response) => {
    const pieces = []
    request.on('error', () => {})
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => { // a request that breaks off has no end, and stores nothing
        const body = Buffer.concat(pieces), { pathname, searchParams } = new URL(request.url, 'http://x')
        server.seen++
        if (server.failures > 0) {
            server.failures--
            return response.writeHead(server.status, { 'retry-after': '0' }).end()
        }
        if (pathname.startsWith('/git/')) return git_http(request, body, response)
        if (pathname.startsWith('/v2/') || pathname.startsWith('/up/')) return registry(request, body, response, pathname, searchParams)
        if (request.method !== 'PUT') return give(request, response, pathname)
        server.files.set(pathname, body)
        response.writeHead(201).end()
    })
})
await new Promise(resolve => listener.listen(0, '127.0.0.1', resolve))

// Cuts every connection once so many bytes have come from one side, delays pieces, counts the bytes of answers.
const proxy = { down: 0, cutDown: Infinity, cutUp: Infinity, delay: 0, onDown: null }
const front = createTcp(socket => {
    const far = connect(listener.address().port, '127.0.0.1')
    const end = () => { socket.destroy(); far.destroy() }
    const pass = (from, to, count) => from.on('data', async piece => {
        const rest = count(piece.length)
        if (rest < 0) piece = piece.subarray(0, piece.length + rest)
        if (proxy.delay) { from.pause(); await sleep(proxy.delay); from.resume() }
        to.write(piece)
        if (rest < 0) to.end(() => end())
    })
    pass(far, socket, bytes => {
        proxy.down += bytes
        proxy.cutDown -= bytes
        proxy.onDown?.(proxy.down)
        const rest = proxy.cutDown
        if (rest < 0) proxy.cutDown = Infinity // once
        return rest
    })
    pass(socket, far, bytes => {
        proxy.cutUp -= bytes
        const rest = proxy.cutUp
        if (rest < 0) proxy.cutUp = Infinity
        return rest
    })
    for (const one of [socket, far]) { one.on('error', end); one.on('close', end) }
})
await new Promise(resolve => front.listen(0, '127.0.0.1', resolve))
const place = `127.0.0.1:${front.address().port}`
function calm() {
    Object.assign(proxy, { cutDown: Infinity, cutUp: Infinity, delay: 0, onDown: null })
    server.failures = 0
}

// ---- the repository, and programs in it ----

const envOf = cache => ({ PATH: process.env.PATH, HOME: join(directory, 'home'), TMPDIR: temporary, LC_ALL: 'C', XDG_CACHE_HOME: join(directory, 'caches', cache), GIT_CONFIG_NOSYSTEM: '1',
    ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? '', AWS_ENDPOINT_URL_S3: `http://${place}`, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key',
    GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a' })
function git(where, ...words) {
    const { status, stdout, stderr } = spawnSync('git', words, { cwd: where, env: envOf('git'), encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`)
    return stdout.trim()
}
// Runs fovea; `kill` is a function that gets a function which kills it, `file` limits files to so many KB.
function fovea(tree, cache, words, { kill, file } = {}) {
    return new Promise(resolve => {
        const command = file ? ['bash', '-c', `ulimit -f ${file}; exec "$0" "$@"`, program, ...words] : [program, ...words]
        const child = spawn(command[0], command.slice(1), { cwd: tree, env: envOf(cache), stdio: ['ignore', 'pipe', 'pipe'] })
        let out = '', errors = ''
        child.stdout.on('data', piece => { out += piece })
        child.stderr.on('data', piece => { errors += piece })
        kill?.(() => child.kill('SIGKILL'))
        child.on('close', (status, signal) => {
            let value = {}
            if (status === 0 && words.includes('json')) try { value = JSON.parse(out) } catch { errors += `no JSON: ${out}` }
            resolve({ ...value, status, signal, errors })
        })
    })
}
const push = (tree, cache, target, options, branch = 'main') => fovea(tree, cache, ['push', target, '--branch', branch, '--format', 'json'], options)
const pull = (tree, cache, target, options) => fovea(tree, cache, ['pull', target, '--format', 'json'], options)
async function everything(tree, cache) {
    const out = join(directory, 'export'), digest = createHash('sha256')
    rmSync(out, { recursive: true, force: true })
    const done = await fovea(tree, cache, ['export', '--shards', out])
    expect(done.status === 0, `export: ${done.errors}`)
    for (const name of done.status === 0 ? readdirSync(out, { recursive: true }).sort() : [])
        if (!name.includes('overview') && statSync(join(out, name)).isFile()) digest.update(`${name}\n`).update(readFileSync(join(out, name)))
    return digest.digest('hex')
}

const origin = join(directory, 'origin')
mkdirSync(origin)
git(origin, 'init', '-qb', 'main')
let serial = 0
// Names that hardly compress, so that packs have some size.
const text = (functions, word = sha(String(serial++))) => Array.from({ length: functions }, (_, i) => `int f_${sha(`${word}${i}`).slice(0, 24)}(int a)\n{\n    return a + ${i};\n}\n`).join('')
for (let i = 0; i < 12; i++) writeFileSync(join(origin, `f${i}.c`), text(20))
function commit(tree) {
    const number = serial++
    writeFileSync(join(tree, `f${random(12)}.c`), text(10 + random(60)))
    if (random(3) === 0) writeFileSync(join(tree, `g${number}.c`), text(5))
    git(tree, 'add', '-A')
    git(tree, 'commit', '-qm', `${number}`)
    return git(tree, 'rev-parse', 'HEAD')
}
commit(origin)

// ---- one remote ----

const targets = {
    file: () => `file://${directory}/folder`,
    git: () => (git(directory, 'init', '-q', '--bare', 'far.git'), `git:${directory}/far.git`),
    githttp: () => {
        git(directory, 'init', '-q', '--bare', 'web.git')
        git(join(directory, 'web.git'), 'config', 'http.receivepack', 'true')
        return `git:http://${place}/git/web.git`
    },
    http: () => `http://${place}/base`,
    s3: () => 's3://bucket/prefix',
    oci: () => `oci://${place}/team/index`
}
let readers = 0
async function test(name) {
    const target = targets[name](), acked = [], moved = [], wire = !['file', 'git'].includes(name), counts = {}
    const is = (holds, what) => expect(holds, `${name}: ${what}`)
    const tree = join(directory, `tree-${name}`), second = join(directory, `second-${name}`)
    git(directory, 'clone', '-q', origin, tree)
    git(directory, 'clone', '-q', origin, second)
    git(second, 'checkout', '-qb', 'side')
    // A reader with nothing; which commits it may find.
    async function read(where, may, what) {
        const cache = `reader${readers++}`
        const done = await pull(where, cache, target)
        is(done.status === 0 && done.found && may.includes(done.commit), `${what}: a reader finds ${done.commit} ${done.errors}`)
        is(await everything(where, cache) === await everything(where, `built-${where === tree ? 1 : 2}-${name}`), `${what}: it equals a built index`)
        rmSync(join(directory, 'caches', cache), { recursive: true, force: true })
    }
    const decent = (done, what) => is(done.signal === null && (done.status === 0 || (/^Error: ./m.test(done.errors) && /^Hint: ./m.test(done.errors))), `${what}: ends well: ${done.status} ${done.signal} ${done.errors}`)
    const first = git(tree, 'rev-parse', 'HEAD')
    let since = Date.now()
    is((await push(tree, 'pusher', target)).status === 0, 'a push')
    const took = Math.max(50, Date.now() - since)
    acked.push(first)
    await read(tree, [first], 'first')

    const faults = {
        async kill(head) {
            const done = await push(tree, 'pusher', target, { kill: stop => setTimeout(stop, random(took * 1.2)) })
            if (done.status === 0) acked.push(head)
            await read(tree, [...acked, ...moved, head], 'a killed push')
        },
        async 'killed pull'() {
            const cache = `killed${readers++}`
            is((await push(tree, 'pusher', target)).status === 0, 'push before a killed pull')
            await pull(tree, cache, target, { kill: stop => setTimeout(stop, random(took)) })
            const done = await pull(tree, cache, target)
            is(done.status === 0 && await everything(tree, cache) === await everything(tree, `built-1-${name}`), `a pull after a killed one: ${done.errors}`)
            rmSync(join(directory, 'caches', cache), { recursive: true, force: true })
        },
        async 'two pushers'(head) {
            const there = commit(second)
            const [one, two] = await Promise.all([push(tree, 'pusher', target), push(second, `second-${name}`, target, {}, random(2) ? 'main' : 'side')])
            is(one.status === 0 && two.status === 0, `two pushers: ${one.errors} ${two.errors}`)
            acked.push(head)
            moved.push(there) // the branch may lead to it
            await read(tree, [head], 'the first of two pushers')
            await read(second, [there], 'the second of two pushers')
        },
        async limit(head) {
            const done = await push(tree, 'pusher', target, { file: 1 + random(60) })
            decent(done, 'push with small files')
            if (done.status === 0) acked.push(head)
            await read(tree, [...acked, ...moved, head], 'small files')
            const cache = `small${readers++}`
            decent(await pull(tree, cache, target, { file: 1 + random(200) }), 'pull with small files')
            is((await pull(tree, cache, target)).status === 0 && await everything(tree, cache) === await everything(tree, `built-1-${name}`), 'a pull after one with small files')
        },
        ...!wire && {
            async 'prune during a pull'() {
                is((await push(tree, 'pusher', target)).status === 0, 'push before a prune')
                const head = git(tree, 'rev-parse', 'HEAD'), cache = `pruned${readers++}`
                if (name === 'file') // a day passes
                    for (const entry of readdirSync(join(directory, 'folder/blobs'), { recursive: true, withFileTypes: true }))
                        if (entry.isFile() && !random(2)) utimesSync(join(entry.parentPath ?? entry.path, entry.name), new Date(0), new Date(0))
                const [done, pruned] = await Promise.all([pull(tree, cache, target), fovea(tree, 'pruner', ['remote', 'prune', target, '--keep', '1'])])
                is(pruned.status === 0, `prune: ${pruned.errors}`)
                is(done.status === 0 && done.commit === head && await everything(tree, cache) === await everything(tree, `built-1-${name}`), `a pull during a prune: ${done.commit} ${done.errors}`)
                acked.length = 0
                acked.push(head)
            }
        },
        ...wire && {
            async cut(head) {
                proxy[random(2) ? 'cutUp' : 'cutDown'] = random(40000)
                const done = await push(tree, 'pusher', target)
                decent(done, 'a cut push')
                calm()
                if (done.status === 0) acked.push(head)
                await read(tree, [...acked, ...moved, head], 'a cut push')
                proxy.cutDown = random(60000)
                const cache = `cut${readers++}`, reads = await pull(tree, cache, target)
                decent(reads, 'a cut pull')
                if (!name.startsWith('git')) is(reads.status === 0, `a cut pull goes on: ${reads.errors}`)
                calm()
                is((await pull(tree, cache, target)).status === 0 && await everything(tree, cache) === await everything(tree, `built-1-${name}`), 'a pull after a cut one')
            },
            async busy(head) {
                server.status = [429, 500, 502, 503][random(4)]
                server.failures = 1 + random(4)
                const done = await push(tree, 'pusher', target)
                decent(done, `a push with ${server.status}`)
                if (!name.startsWith('git') && server.status !== 500) is(done.status === 0, `a busy server is asked again: ${done.errors}`)
                if (done.status === 0) acked.push(head)
                calm()
                await read(tree, [...acked, ...moved, head], 'a busy server')
                server.status = 500
                server.failures = 1000
                const cache = `busy${readers++}`, broken = await pull(tree, cache, target)
                decent(broken, 'a broken server')
                is(broken.status !== 0, 'a broken server is an error')
                calm()
            },
            async slow(head) {
                proxy.delay = 5 + random(20)
                const done = await push(tree, 'pusher', target)
                is(done.status === 0, `a slow server: ${done.errors}`)
                acked.push(head)
                await read(tree, [head], 'a slow server')
                calm()
            }
        }
    }
    const kinds = Object.keys(faults), until = Date.now() + Number(seconds) * 1000
    for (let i = 0; i < kinds.length || (Date.now() < until && i < Number(most)); i++) {
        const kind = i < kinds.length ? kinds[i] : kinds[random(kinds.length)], head = commit(tree)
        counts[kind] = (counts[kind] ?? 0) + 1
        await faults[kind](head)
        calm()
        if (!acked.includes(head)) {
            const done = await push(tree, 'pusher', target)
            is(done.status === 0, `a push after ${kind}: ${done.errors}`)
            acked.push(head)
            await read(tree, [head], `a push after ${kind}`)
        }
    }
    // Nothing of what was said to be done is lost.
    for (const head of acked.slice(-8)) {
        git(tree, 'checkout', '-q', head)
        await read(tree, [head], 'an earlier commit')
    }
    git(tree, 'checkout', '-q', 'main')
    if (name.includes('git')) is(spawnSync('git', ['-C', join(directory, name === 'git' ? 'far.git' : 'web.git'), 'fsck', '--full', '--strict']).status === 0, 'the repository is whole')
    if (wire && !name.startsWith('git')) await resumes(name, is)
    // A git that outlives the process that started it keeps its directory; then the next one with any remote removes it.
    let left = ['?']
    for (let i = 0; i < 40 && left.length; i++) {
        if (i) await sleep(250)
        await pull(tree, `built-1-${name}`, target)
        left = readdirSync(temporary).filter(entry => entry.startsWith('fovea-tmp.'))
    }
    is(left.length === 0, `no temporary directory is left: ${left.map(entry => `${entry} ${readdirSync(join(temporary, entry), { recursive: true })}`)}`)
    console.log(`${name}: ${Object.entries(counts).map(([kind, count]) => `${kind} ${count}`).join(', ')}; requests ${server.seen}`)
}

// A pull that is killed half way, and one whose connections break: how many bytes come in all.
async function resumes(name, is) {
    const target = { http: `http://${place}/resumed`, s3: 's3://bucket/resumed', oci: `oci://${place}/team/resumed` }[name] ?? ''
    const tree = join(directory, `parts-${name}`)
    git(directory, 'clone', '-q', origin, tree)
    const goal = name === 'oci' ? `oci://${place}/team/index` : target
    for (let i = 0; i < 6; i++) { // each step makes a pack
        writeFileSync(join(tree, `part${i}.c`), text(1500))
        git(tree, 'add', '-A')
        git(tree, 'commit', '-qm', `part ${i}`)
        is((await push(tree, `parts-${name}`, goal)).status === 0, 'a push of parts')
    }
    proxy.down = 0
    const whole = await pull(tree, `whole-${name}`, goal), all = proxy.down
    is(whole.status === 0 && whole.packs >= 6, `a pull of parts: ${whole.packs} ${whole.errors}`)
    const largest = all / 3 // six packs of about one size, and room for answers' heads
    for (const part of [0.3, 0.5, 0.8]) {
        const cache = `half${part}-${name}`
        proxy.down = 0
        const half = await pull(tree, cache, goal, { kill: stop => { proxy.onDown = down => { if (down > all * part) stop() } } }), got = proxy.down
        calm()
        is(half.signal === 'SIGKILL', `killed at ${part}`)
        proxy.down = 0
        const rest = await pull(tree, cache, goal)
        is(rest.status === 0 && proxy.down < all - got + largest, `after ${got} of ${all} bytes the rest comes: ${proxy.down} ${rest.errors}`)
        is(await everything(tree, cache) === await everything(tree, `whole-${name}`), 'a resumed pull is the same')
        proxy.down = 0
        proxy.cutDown = all * part
        const cut = await pull(tree, `${cache}-cut`, goal)
        calm()
        is(cut.status === 0 && proxy.down < all * 1.1 + 65536, `a connection that breaks goes on: ${proxy.down} of ${all} ${cut.errors}`)
    }
}

for (const name of chosen.length ? chosen : Object.keys(targets)) await test(name)
front.close()
listener.close()
listener.closeAllConnections()
console.log(failures ? `${failures} failed` : 'all held')
process.exit(failures ? 1 : 0)
