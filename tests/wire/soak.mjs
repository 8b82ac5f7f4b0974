import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf, sleep } from './mcp_client.mjs'

const [program, seconds] = [process.argv[2], Number(process.argv[3])]
const directory = mkdtempSync(join(tmpdir(), 'fovea-soak-'))
const tree = join(directory, 'tree')
cpSync('src', tree, { recursive: true })
execFileSync('git', ['init', '-q', tree])
const server = spawn(program, ['mcp', '--profile', 'full', '--http', '127.0.0.1:0'], {
    cwd: tree, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, XDG_CACHE_HOME: join(directory, 'cache') },
})
process.on('exit', () => { server.kill('SIGKILL'); rmSync(directory, { recursive: true, force: true }) })
const url = await new Promise(resolve => server.stderr.setEncoding('utf8').on('data', text => {
    const found = text.match(/http:\S+/)
    if (found) resolve(found[0])
}))

const files = ['base', 'text', 'lang', 'tools', 'view'].flatMap(d => readdirSync(join(tree, d)).map(f => `${d}/${f}`))
const pick = list => list[Math.floor(Math.random() * list.length)]
const calls = [
    () => ['map', { path: pick(files) }],
    () => ['read', { path: pick(files), offset: 1, limit: 50 }],
    () => ['read', { path: pick(files) }],
    () => ['read_file', { path: pick(files), length: 2000 }],
    () => ['raw_search', { pattern: pick(['arena', 'Str ', 'static', 'return false']), limit: 10 }],
    () => ['search_symbols', { query: pick(['arena_open', 'str', 'Tool', 'parse']), limit: 5 }],
    () => ['read', { path: 'no/such/file' }],
]

const base = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }

async function post(message, headers) {
    const response = await fetch(url, { method: 'POST', headers: { ...base, ...headers }, body: JSON.stringify({ jsonrpc: '2.0', ...message }) })
    const text = await response.text()
    const data = response.headers.get('content-type')?.includes('event-stream')
        ? text.split('\n').filter(line => line.startsWith('data: {')).at(-1)?.slice(6) : text
    return { session: response.headers.get('mcp-session-id'), message: data && JSON.parse(data) }
}

const times = []
const problems = new Map()
const note = what => problems.set(what, (problems.get(what) ?? 0) + 1)
const end = Date.now() + seconds * 1000

async function client(number) {
    const modern = number % 2
    let headers = {}
    if (!modern) {
        const opened = await post({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } })
        headers = { 'Mcp-Session-Id': opened.session }
    }
    for (let id = 1; Date.now() < end; id++) {
        const [name, args] = pick(calls)()
        const start = performance.now()
        if (modern) headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': name }
        const answer = await post({ id, method: 'tools/call', params: { name, arguments: args, _meta: modern ? meta : undefined } }, headers)
            .catch(error => note(`connection: ${error.message}`))
        times.push(performance.now() - start)
        const result = answer?.message?.result
        if (answer?.message?.id !== id) note('an answer was lost')
        else if (!result) note(`error: ${answer.message.error.message}`)
        else if (result.isError && args.path !== 'no/such/file') note(`tool error: ${result.content[0].text.split('\n')[0]}`)
        else if (JSON.stringify(result).length > 14000) note('an answer was too long')
    }
}

async function change() {
    for (let i = 0; Date.now() < end; i++, await sleep(100)) {
        const file = join(tree, pick(files))
        writeFileSync(file, readFileSync(file, 'utf8') + `\nint added_${i}(void);\n`)
    }
}

const memory = () => Number(readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1])
const samples = []
async function watch() {
    for (; Date.now() < end; await sleep(1000)) samples.push(memory())
}

await Promise.all([change(), watch(), ...Array.from({ length: 8 }, (_, i) => client(i))])
times.sort((a, b) => a - b)
const quantile = p => times[Math.floor(times.length * p)].toFixed(1)
const first = Math.max(...samples.slice(0, Math.ceil(samples.length / 4))), last = Math.max(...samples.slice(-Math.ceil(samples.length / 4)))
await sleep(500)
const left = childrenOf(server.pid).length
console.log(`${times.length} calls in ${seconds} s by 8 clients: p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms`)
console.log(`server memory: at most ${first} KB in the first quarter, ${last} KB in the last; ${left} processes left`)
for (const [what, count] of problems) console.log(`${count} × ${what}`)
process.exit(problems.size || last > first * 1.2 + 1000 || left ? 1 : 0)
