// The agent as a client of the official MCP server "everything", in its three transports: the list of its tools, answers at once,
// an answer that comes after progress, and a tool that needs a person.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish, within } from '../../wire/mcp_client.mjs'
import { serve } from '../../wire/model_server.mjs'

const [, , program, server] = process.argv
const directory = mkdtempSync(join(tmpdir(), 'fovea-e2e-mcp-')), tree = join(directory, 'tree')
const children = []
process.on('exit', () => { for (const child of children) child.kill('SIGKILL'); rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) })
const model = await serve({})
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb', ANTHROPIC_API_KEY: 'test-key-0123456789', ANTHROPIC_BASE_URL: model.url }
mkdirSync(join(tree, '.git'), { recursive: true })
writeFileSync(join(tree, '.git/HEAD'), 'ref: refs/heads/main\n')
writeFileSync(join(tree, 'queue.py'), 'def take(queue, count):\n    return queue[:count]\n')

async function start(transport) {
    const free = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => free.on('listening', resolve))
    const { port } = free.address()
    await new Promise(resolve => free.close(resolve))
    const child = spawn(process.execPath, [server, transport], { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' })
    children.push(child)
    const listens = await within(20000, () => fetch(`http://127.0.0.1:${port}/`).then(() => true, () => false))
    expect(listens, `${transport}: the server listens`)
    return port
}
const [next, former] = [await start('streamableHttp'), await start('sse')]
mkdirSync(join(directory, 'config/fovea'), { recursive: true })
writeFileSync(join(directory, 'config/fovea/mcp.json'), JSON.stringify({ mcpServers: {
    stdio: { command: process.execPath, args: [server, 'stdio'] }, streamable: { url: `http://127.0.0.1:${next}/mcp` },
    sse: { type: 'sse', url: `http://127.0.0.1:${former}/sse` }, found: { url: `http://127.0.0.1:${former}/sse` } } }))

for (const name of ['stdio', 'streamable', 'sse', 'found']) {
    model.requests.length = 0
    model.script = { replies: [`need: mcp ${name}.echo {"message": "Grüße"}\nneed: mcp ${name}.get-sum {"a": 2, "b": 3}\nneed: mcp ${name}.trigger-long-running-operation {"duration": 1, "steps": 3}\nneed: mcp ${name}.toggle-simulated-logging {}\n`, 'Done.\n'] }
    const child = spawn(program, ['ask', '--model', 'anthropic/m', '--mcp', name, 'what is it'], { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', piece => { said += piece })
    child.stderr.on('data', piece => { said += piece })
    const status = await new Promise(resolve => child.on('close', resolve))
    const sent = model.requests.filter(one => one.path.endsWith('/messages')).map(one => JSON.stringify(one.body))
    expect(status === 0 && sent[0]?.includes(`${name}.get-sum {\\"a\\": number, \\"b\\": number}`), `${name}: tools are listed: ${said}`)
    for (const word of ['Echo: Grüße', 'The sum of 2 and 3 is 5', 'Long running operation completed', 'toggle-simulated-logging {}: not called'])
        expect(sent[1]?.includes(word), `${name}: ${word}: ${sent[1]?.slice(-800)}`)
}
model.close()
finish()
