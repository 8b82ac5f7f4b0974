import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish, sleep, within } from './mcp_client.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-gate-'))
process.on('exit', () => { try { rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) } catch { /* a child still writes there */ } })
writeFileSync(join(directory, 'small.js'), 'function small() {}\n')
const token = 's3cret'
// Sanitizers keep what was given back.
const sanitized = readFileSync(program).includes('__asan_init')

function start(more = {}, before = []) {
    const [command, ...args] = [...before, program, 'mcp', '--http', '127.0.0.1:0']
    const server = spawn(command, args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, XDG_CACHE_HOME: join(directory, '.cache'), ...more } })
    server.said = ''
    return new Promise((resolve) => server.stderr.setEncoding('utf8').on('data', (piece) => {
        server.said += piece
        const port = server.said.match(/:(\d+)\/mcp\n/)?.[1]
        if (port) resolve({ server, port: Number(port) })
    }))
}

const memory = (server) => sanitized ? 0 : Number(readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024
const descriptors = (server) => readdirSync(`/proc/${server.pid}/fd`).length
const work = (server) => readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0)

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } })
const head = (headers, length = body.length) => ['POST /mcp HTTP/1.1', 'Content-Type: application/json', `Content-Length: ${length}`, ...headers, '', ''].join('\r\n')

function connect(port, text) {
    const socket = net.connect(port, '127.0.0.1')
    socket.got = ''
    socket.on('error', () => {}).setEncoding('latin1').on('data', (piece) => (socket.got += piece))
    socket.on('close', () => (socket.gone = true))
    socket.write(text)
    return socket
}
async function status(port, text) {
    const socket = connect(port, text)
    await within(20000, () => socket.got.includes('\r\n\r\n') || socket.gone)
    socket.destroy()
    return Number(socket.got.match(/^HTTP\/1.1 (\d+)/)?.[1])
}

async function testWhoMayCall() {
    const { server, port } = await start()
    const asked = (...headers) => status(port, head(headers) + body)
    expect(await asked('Host: localhost:8765', 'Origin: http://localhost:3000') === 200, 'this machine may')
    for (const host of ['localhost:x', 'localhost:1@evil.com', '127.0.0.1:80:evil.com'])
        expect(await asked(`Host: ${host}`) === 403, `Host ${host}`)
    expect(await asked('Host: localhost', 'Origin: http://127.0.0.1:1@evil.com') === 403, 'a port is digits')
    expect(await asked('Host: localhost', 'Host: evil.com') === 400, 'two hosts')
    for (const origins of [['http://localhost', 'http://evil.com'], ['http://evil.com', 'http://localhost']])
        expect(await asked('Host: localhost', ...origins.map((origin) => `Origin: ${origin}`)) === 400, 'two origins')
    server.kill('SIGTERM')
}

// What a name stands for says who can reach the server, not how it begins. Names of our own need a file of them, which
// root, and whoever may make name spaces, can put in place.
function testNames() {
    const asked = (name, before) => {
        const [command, ...args] = [...before, program, 'mcp', '--http', `${name}:0`]
        const { status, stderr } = spawnSync(command, args, { cwd: directory, timeout: 20000, encoding: 'utf8', env: { ...process.env, FOVEA_MCP_TOKEN: '' } })
        return status === 2 && stderr.includes('can be reached from other machines')
    }
    for (const name of ['0', '0.0.0.0', '0x0', '[::]', '[::ffff:0.0.0.0]'])
        expect(asked(name, []), `${name} is not this machine`)
    const hosts = join(directory, 'hosts')
    writeFileSync(hosts, '0.0.0.0 127.example localhost.example\n')
    const within_names = ['unshare', '-rm', 'sh', '-c', `mount --bind ${hosts} /etc/hosts && exec "$0" "$@"`]
    if (spawnSync(within_names[0], [...within_names.slice(1), 'true']).status !== 0) return
    for (const name of ['127.example', 'localhost.example'])
        expect(asked(name, within_names), `${name} is not this machine`)
}

// Without the token nothing of a body is kept, and of those who have it not more than so much at once.
async function testBodies() {
    const { server, port } = await start({ FOVEA_MCP_TOKEN: token })
    const before = memory(server), filler = ' '.repeat(3900000)
    const strangers = Array.from({ length: 100 }, () => connect(port, head(['Host: localhost'], 4000000) + filler))
    expect(await within(30000, () => strangers.every((socket) => socket.got.startsWith('HTTP/1.1 401'))), 'each is told at once')
    expect(memory(server) < before + 12, `nothing is kept of them: ${before} MB, then ${memory(server)} MB`)
    for (const socket of strangers) socket.destroy()
    const known = Array.from({ length: 30 }, () => connect(port, head(['Host: localhost', `Authorization: Bearer ${token}`], 4000000) + filler))
    expect(await within(20000, () => known.filter((socket) => socket.gone).length >= 24), 'what is unfinished is bounded')
    expect(memory(server) < before + 40, `and takes ${memory(server)} MB`)
    for (const socket of known) socket.destroy()
    expect(await within(30000, () => memory(server) < before + 8), `and is given back: ${memory(server)} MB`)
    expect(await status(port, head(['Host: localhost', `Authorization: Bearer ${token}`]) + body) === 200, 'whoever may call is answered')
    const large = connect(port, head(['Host: localhost', `Authorization: Bearer ${token}`], 5000000) + ' '.repeat(5000000))
    expect(await within(20000, () => large.got.startsWith('HTTP/1.1 413')), 'whoever sends too much can read so')
    large.destroy()
    // On a connection that stays, each request is looked at.
    const kept = connect(port, head(['Host: localhost', `Authorization: Bearer ${token}`]) + body)
    await within(20000, () => kept.got.includes('\r\n\r\n'))
    kept.got = ''
    kept.write(head(['Host: localhost']) + body)
    expect(await within(20000, () => kept.got.startsWith('HTTP/1.1 401')), 'the second one, too')
    server.kill('SIGTERM')
}

// More connections than descriptors: no work, no flood of words, and the next one is answered.
async function testConnections() {
    const { server, port } = await start({}, ['prlimit', '--nofile=64:64'])
    const idle = Array.from({ length: 150 }, () => connect(port, 'POST /mcp HTTP/1.1\r\n'))
    await sleep(1500)
    const worked = work(server)
    await sleep(1000)
    expect(work(server) - worked < 30, `it does not work: ${work(server) - worked} ticks in a second`)
    expect(server.said.length < 5000, `and says little: ${server.said.length} bytes`)
    expect(await status(port, head(['Host: localhost']) + body) === 200, 'who comes then is answered')
    for (const socket of idle) socket.destroy()
    expect(await within(30000, () => descriptors(server) < 30), `descriptors are given back: ${descriptors(server)}`)
    const { server: large, port: there } = await start()
    const many = Array.from({ length: 400 }, () => connect(there, ''))
    expect(await within(60000, () => many.filter((socket) => socket.gone).length >= 140), 'connections are bounded without that, too')
    expect(await within(30000, () => descriptors(large) < 300), `${descriptors(large)} descriptors`)
    for (const socket of many) socket.destroy()
    for (const each of [server, large]) each.kill('SIGTERM')
}

testNames()
await Promise.all([testWhoMayCall(), testBodies(), testConnections()])
finish()
