import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, childrenOf, expect, finish, isAlive, sleep, within } from './mcp_client.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-mcp-'))
process.on('exit', () => { try { rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) } catch { /* a child still writes there */ } })
writeFileSync(join(directory, 'small.js'), 'function small() {}\n')
// Takes the parser seconds.
const line = i => `function f${i}(a, b) { return [a, b].map(x => ({ y: x * ${i} })) }\n`
writeFileSync(join(directory, 'large.js'), Array.from({ length: 300000 }, (_, i) => line(i)).join(''))
const env = { ...process.env, XDG_CACHE_HOME: join(directory, '.cache') }
writeFileSync(join(directory, '.foveaignore'), '.cache\n')
const start = () => new Client(program, [], { cwd: directory, env })

async function testSlowBlocksNoOther() {
    const client = start()
    await client.initialize()
    let slow = false
    client.call('map', { path: 'large.js' }).then(() => (slow = true))
    const answers = await Promise.all(Array.from({ length: 30 }, () => client.call('map', { path: 'small.js' })))
    expect(!slow, 'thirty quick calls end before the slow one')
    expect(answers.every(a => a.result.content[0].text.includes('small')), 'each has its answer')
    client.process.kill('SIGTERM')
    expect((await client.exited).code === 0, 'SIGTERM ends the server')
}

async function testCancelling() {
    const client = start()
    await client.initialize()
    const kept = await client.kept()
    client.call('map', { path: 'large.js' }, {}, 'slow')
    expect(await within(30000, () => client.children().length === kept.length + 1), 'a call has a process')
    const worker = client.children().find(pid => !kept.includes(pid))
    client.notify('notifications/cancelled', { requestId: 'slow' })
    expect(await within(30000, () => !client.children().includes(worker)), 'cancelling stops it at once')
    client.notify('notifications/cancelled', { requestId: 'slow' })
    const again = await client.call('map', { path: 'small.js' }, {}, 'slow')
    expect(again.result, 'the id is free again, and nothing was said for the cancelled request')
    expect(client.others.length === 0, 'nothing else was sent')
    client.process.stdin.end()
    expect((await client.exited).code === 0, 'the server ends with its input')
}

async function testEnds() {
    const client = start()
    await client.initialize()
    client.call('map', { path: 'large.js' })
    await within(30000, () => client.children().length === 1)
    const children = client.children()
    client.process.kill('SIGKILL')
    await client.exited
    expect(await within(30000, () => !children.some(isAlive)), 'a killed server leaves no process behind')

    const leaving = start()
    leaving.call('map', { path: 'small.js' })
    leaving.process.stdout.destroy()
    leaving.notify('nothing')
    leaving.request('ping')
    await sleep(50)
    leaving.request('ping').catch(() => {})
    expect(await within(30000, () => leaving.process.exitCode !== null), 'the server ends when nobody reads')
}

// The mark of an answer, which only this server can make.
async function testMarks() {
    const client = start(), other = start()
    const text = answer => answer.result.content[0].text
    await Promise.all([client.initialize(), other.initialize()])
    const first = text(await client.call('read', { path: 'small.js', since: 'new' }))
    const mark = first.match(/\[since=([0-9a-f]{12})\]\n$/)?.[1]
    expect(mark, `an answer has its mark: ${first}`)
    expect(text(await client.call('read', { path: 'small.js', since: mark })) === `unchanged since ${mark}\n`, 'the same is not said again')
    expect(text(await other.call('read', { path: 'small.js', since: mark })).startsWith('function'), 'marks of two servers differ')
    for (const { process } of [client, other]) process.stdin.end()
    await Promise.all([client.exited, other.exited])
}

async function testRoots() {
    const client = new Client(program, [], { cwd: '/', env })
    await client.initialize({ roots: {} })
    expect(await within(30000, () => client.others.length), 'a client with roots is asked for them')
    const asked = client.others.pop()
    expect(asked?.method === 'roots/list', 'by roots/list')
    const uri = `file://${directory.replaceAll('-', '%2D')}`
    client.send({ id: asked.id, result: { roots: [{ uri }, { uri: 'file:///nowhere' }, { uri: 'http://x' }] } })
    const inside = await client.call('read', { path: 'small.js' })
    expect(!inside.result.isError, 'paths start at the first root')
    const outside = await client.call('read', { path: '/etc/passwd' })
    expect(outside.result.isError, 'nothing outside is read')
    client.process.stdin.end()
    await client.exited
}

async function testLongMessage() {
    const client = start()
    client.send({ id: 'long', method: 'ping', params: { filler: 'x'.repeat(5 << 20) } })
    const answer = await client.request('ping')
    expect(answer.result, 'after a message that is too long the next is answered')
    expect(client.others.length === 1 && client.others[0].error.code === -32600, 'the long one is refused once')
    client.process.stdin.end()
    await client.exited
    expect(childrenOf(client.process.pid).length === 0, 'no child is left')
}

async function testIndexing() {
    const fresh = mkdtempSync(join(tmpdir(), 'fovea-index-'))
    writeFileSync(join(fresh, 'wheel.py'), 'def spin_wheel():\n    pass\n')
    const client = new Client(program, [], { cwd: fresh, env: { ...process.env, XDG_CACHE_HOME: join(fresh, 'cache') } })
    await client.initialize()
    const found = await client.call('search_symbols', { query: 'spin_wheel' })
    expect(found.result.content[0].text.startsWith('wheel.py:1-2'), 'a question makes the index that it needs')
    writeFileSync(join(fresh, 'axle.py'), 'def turn_axle():\n    pass\n')
    const later = await client.call('search_symbols', { query: 'turn_axle' })
    expect(later.result.content[0].text.startsWith('axle.py:1-2'), 'and sees what changed since')
    client.process.stdin.end()
    await client.exited
    rmSync(fresh, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

await testSlowBlocksNoOther()
await testCancelling()
await testEnds()
await testRoots()
await testMarks()
await testIndexing()
await testLongMessage()
finish()
