import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf, expect, finish, isAlive, within, keptBy } from './mcp_client.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-http-'))
process.on('exit', () => { try { rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) } catch { /* a child still writes there */ } })
writeFileSync(join(directory, 'small.js'), 'function small() {}\n')
writeFileSync(join(directory, '.foveaignore'), 'l*.js\nhuge.js\n')
const line = i => `function f${i}(a, b) { return [a, b].map(x => ({ y: x * ${i} })) }\n`
const write = (name, lines) => writeFileSync(join(directory, name), Array.from({ length: lines }, (_, i) => line(i)).join(''))
write('large.js', 25000) // takes most of a second
write('huge.js', 300000) // and many

function start(address = '127.0.0.1:0', env = {}) {
    const server = spawn(program, ['mcp', '--http', address],
        { cwd: directory, stdio: ['ignore', 'inherit', 'pipe'], env: { ...process.env, XDG_CACHE_HOME: join(directory, '.cache'), ...env } })
    return new Promise(resolve => {
        let text = ''
        server.stderr.setEncoding('utf8').on('data', piece => {
            text += piece
            const port = text.match(/:(\d+)\/mcp\n/)?.[1]
            if (port) resolve({ server, url: `http://127.0.0.1:${port}/mcp`, port })
        })
        server.on('exit', code => resolve({ code, text }))
    })
}

const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
}
const base = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

async function post(url, message, headers = {}, signal) {
    const response = await fetch(url, {
        method: 'POST', headers: { ...base, ...headers }, body: JSON.stringify({ jsonrpc: '2.0', ...message }), signal,
    })
    return response
}

// The messages of a stream of events, and the id of its last one.
async function events(response) {
    const all = (await response.text()).split('\n\n').filter(Boolean).map(event => ({
        id: event.match(/^id: (.*)$/m)?.[1],
        data: event.match(/^data: (.*)$/m)?.[1] ?? '',
    }))
    return { all, messages: all.filter(e => e.data).map(e => JSON.parse(e.data)) }
}

function modern(url, method, params, headers = {}, signal) {
    const named = params.name ? { 'Mcp-Name': params.name } : {}
    return post(url, { id: 1, method, params: { ...params, _meta: meta } },
        { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...named, ...headers }, signal)
}

async function initialize(url) {
    const response = await post(url, { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } })
    expect(response.status === 200, 'initialize is answered')
    const session = response.headers.get('mcp-session-id')
    expect(/^[!-~]{16,}$/.test(session), 'it gives a session id')
    return { 'Mcp-Session-Id': session, 'MCP-Protocol-Version': '2025-11-25' }
}

async function testLegacy({ url }) {
    const session = await initialize(url)
    const noted = await post(url, { method: 'notifications/initialized' }, session)
    expect(noted.status === 202 && (await noted.text()) === '', 'a notification gets 202')
    const call = { id: 2, method: 'tools/call', params: { name: 'map', arguments: { path: 'small.js' } } }
    const { all, messages } = await events(await post(url, call, session))
    expect(all[0].id && !all[0].data, 'a call begins with an event to come back to')
    expect(messages.length === 1 && messages[0].id === 2, 'and ends with its answer')
    const again = await fetch(url, { headers: { ...base, ...session, 'Last-Event-ID': all[0].id } })
    expect((await events(again)).messages[0]?.id === 2, 'the answer can be fetched again')
    const unknown = await fetch(url, { headers: { ...base, ...session, 'Last-Event-ID': '999-1' } })
    expect(unknown.status === 404, 'an unknown event cannot be resumed')
    const bad = await post(url, { id: 3, method: 'ping' }, { ...session, 'MCP-Protocol-Version': '1999-01-01' })
    expect(bad.status === 400, 'a version of no era is refused')
    const ended = await fetch(url, { method: 'DELETE', headers: session })
    expect(ended.ok, 'a session can be ended')
    expect((await post(url, { id: 4, method: 'ping' }, session)).status === 404, 'then it is gone')
}

async function testDisconnecting({ url, server }) {
    const session = await initialize(url)
    const kept = await keptBy(server.pid)
    const calls = () => childrenOf(server.pid).filter(pid => !kept.includes(pid))
    const slow = { name: 'map', arguments: { path: 'large.js' } }
    let leave = new AbortController()
    const response = await post(url, { id: 5, method: 'tools/call', params: slow }, session, leave.signal)
    const reader = response.body.getReader()
    const first = new TextDecoder().decode((await reader.read()).value).match(/^id: (.*)$/m)[1]
    leave.abort()
    const back = await fetch(url, { headers: { ...base, ...session, 'Last-Event-ID': first } })
    expect((await events(back)).messages.at(-1)?.id === 5, 'a legacy client that leaves does not cancel: the answer is there when it comes back')

    leave = new AbortController()
    const endless = { name: 'map', arguments: { path: 'huge.js' } }
    modern(url, 'tools/call', endless, {}, leave.signal).catch(() => {})
    expect(await within(30000, () => calls().length === 1), 'a modern call has a process')
    const [worker] = calls()
    leave.abort()
    expect(await within(30000, () => !isAlive(worker)), 'closing the connection stops it at once')
    expect((await modern(url, 'tools/list', {})).status === 200, 'and the server goes on')
}

async function testConcurrency({ url }) {
    let slow = false
    const waiting = modern(url, 'tools/call', { name: 'map', arguments: { path: 'large.js' } }).then(() => (slow = true))
    const calls = Array.from({ length: 20 }, () => modern(url, 'tools/call', { name: 'map', arguments: { path: 'small.js' } }))
    const answers = await Promise.all(calls)
    expect(!slow && answers.every(a => a.status === 200), 'a slow call blocks no other')
    await waiting
}

async function testModern({ url }) {
    const found = await (await modern(url, 'server/discover', {})).json()
    expect(found.result.supportedVersions.includes('2026-07-28'), 'server/discover names the version')
    const status = async (...args) => (await modern(url, ...args)).status
    expect((await status('ping', {})) === 404, 'a removed method is not found')
    expect((await status('tools/list', {}, { 'Mcp-Method': 'prompts/list' })) === 400, 'Mcp-Method must be the method')
    expect((await status('tools/call', { name: 'read' }, { 'Mcp-Name': 'map' })) === 400, 'Mcp-Name must be the name')
    const wrapped = `=?base64?${Buffer.from('read').toString('base64')}?=`
    expect((await status('tools/call', { name: 'read' }, { 'Mcp-Name': wrapped })) === 200, 'Mcp-Name may be wrapped')
    expect((await fetch(url)).status === 405, 'GET is refused')
    expect((await fetch(url, { method: 'PUT' })).status === 405, 'PUT is refused')
    expect((await fetch(url.replace('/mcp', '/'), { method: 'POST' })).status === 404, 'there is one endpoint')
    expect((await fetch(url, { method: 'POST', headers: base, body: '{' })).status === 400, 'bad JSON is refused')
    const long = JSON.stringify({ a: 'x'.repeat(5 << 20) })
    const refused = await fetch(url, { method: 'POST', headers: base, body: long }).then(r => r.status, () => 413)
    expect(refused === 413, 'a body over 4 MB is refused')
}

function status(port, headers) {
    return new Promise((resolve, reject) => {
        const request = http.request({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers: { ...base, ...headers } },
            response => resolve(response.resume().statusCode))
        request.on('error', reject)
        request.end('{}')
    })
}

async function testCallers({ port }) {
    expect((await status(port, { Host: 'evil.example' })) === 403, 'another Host is refused')
    expect((await status(port, { Origin: 'http://evil.example' })) === 403, 'another Origin is refused')
    expect((await status(port, { Origin: 'null' })) === 403, 'an opaque Origin is refused')
    expect((await status(port, { Origin: `http://localhost:${port}`, Host: `localhost:${port}` })) === 400, 'localhost may call')
    const open = await start('0.0.0.0:0', { FOVEA_MCP_TOKEN: '' })
    expect(open.code === 2, 'an open address needs a token')
    const team = await start('0.0.0.0:0', { FOVEA_MCP_TOKEN: 'secret' })
    expect((await status(team.port, {})) === 401, 'no token, no answer')
    expect((await status(team.port, { Authorization: 'Bearer secrets' })) === 401, 'a wrong one neither')
    expect((await status(team.port, { Authorization: 'Bearer secret' })) === 400, 'the right one is let in')
    team.server.kill('SIGTERM')
}

const running = await start()
for (const test of [testLegacy, testModern, testConcurrency, testDisconnecting, testCallers]) await test(running)
running.server.kill('SIGTERM')
const code = await new Promise(resolve => running.server.on('exit', resolve))
expect(code === 0, 'SIGTERM ends the server')
expect(childrenOf(running.server.pid).length === 0, 'no child is left')
finish()
