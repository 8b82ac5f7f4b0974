import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, childrenOf, expect, finish, isAlive, sleep, within } from './mcp_client.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-hang-'))
process.on('exit', () => { try { rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) } catch { /* a child still writes there */ } })
const env = { ...process.env, XDG_CACHE_HOME: join(directory, 'cache') }
const tree = join(directory, 'tree')
mkdirSync(tree)
writeFileSync(join(tree, 'a.c'), 'int inside(void) { return 2; }\n'.repeat(3000))
writeFileSync(join(tree, 'sparse.txt'), 'text\n')
truncateSync(join(tree, 'sparse.txt'), 2 ** 40)

const start = () => new Client(program, ['--profile', 'full', '--root', tree], { cwd: tree, env })
const slow = { pattern: '(a|i)+nside', regex: true }

async function endsAll(client, what, ms) {
    const children = client.children()
    expect(await within(2 * ms, () => client.process.exitCode !== null || client.process.signalCode), `${what}: the server ends`)
    expect(await within(20000, () => !children.some(isAlive)), `${what}: and its children do`)
    client.process.kill('SIGKILL')
}

// More calls than a socket has room for asks, each cancelled in the next line.
async function testCancelStorm() {
    const client = start()
    await client.initialize()
    await client.kept()
    for (let i = 0; i < 2000; i++) {
        client.send({ id: `c${i}`, method: 'tools/call', params: { name: 'raw_search', arguments: slow } })
        client.notify('notifications/cancelled', { requestId: `c${i}` })
    }
    const ping = client.request('ping')
    expect(await Promise.race([ping, sleep(20000)]), 'ping is answered after a storm of cancelled calls')
    const read = await Promise.race([client.call('map', { path: 'a.c' }), sleep(20000)])
    expect(read?.result, 'and so is a call')
    const find = await Promise.race([client.call('search_symbols', { query: 'inside' }), sleep(20000)])
    expect(find?.result, 'and one that needs the index')
    client.process.stdin.end()
    await endsAll(client, 'end of input', 8000)
}

// A daemon and a waiting process that do not run hold up neither the server nor its end.
async function testStoppedKeeper(what, end) {
    const client = start()
    await client.initialize()
    const kept = await client.kept()
    for (const pid of kept) try { process.kill(pid, 'SIGSTOP') } catch { /* another has come in its place */ }
    for (let i = 0; i < 300; i++) {
        client.send({ id: `s${i}`, method: 'tools/call', params: { name: 'raw_search', arguments: slow } })
        if (i >= 8) client.notify('notifications/cancelled', { requestId: `s${i}` })
    }
    expect(await Promise.race([client.request('ping'), sleep(20000)]), `${what}: ping beside a daemon that stands still`)
    expect((await Promise.race([client.call('read', { path: 'a.c', limit: 1 }), sleep(20000)]))?.result, 'a call beside it')
    end(client)
    await endsAll(client, what, 8000)
    for (const pid of kept) expect(await within(20000, () => !isAlive(pid)), `${what}: what stood still is gone`)
}

// Nobody reads what the server writes.
async function testSilentReader() {
    const client = start()
    await client.initialize()
    client.process.stdout.pause()
    for (let i = 0; i < 300; i++) client.send({ id: `r${i}`, method: 'tools/list' })
    await sleep(300)
    client.process.kill('SIGTERM')
    await endsAll(client, 'SIGTERM while nobody reads', 9000)
}

async function testSlowCalls() {
    const client = start()
    await client.initialize()
    for (let i = 0; i < 16; i++) void client.call('read_file', { path: 'sparse.txt', offset: 900000000000 })
    const read = await Promise.race([client.call('read', { path: 'a.c', limit: 3 }), sleep(20000)])
    expect(read?.result, 'a short call beside sixteen of a huge file')
    client.process.kill('SIGTERM')
    await endsAll(client, 'SIGTERM', 5000)
}

await Promise.all([
    testCancelStorm(),
    testStoppedKeeper('SIGTERM', (client) => client.process.kill('SIGTERM')),
    testStoppedKeeper('end of input', (client) => client.process.stdin.end()),
    testStoppedKeeper('kill -9', (client) => client.process.kill('SIGKILL')),
    testSilentReader(),
    testSlowCalls(),
])
finish()
