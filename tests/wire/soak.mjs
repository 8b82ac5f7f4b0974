import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf, isAlive, sleep, within } from './mcp_client.mjs'

const [program, seconds] = [process.argv[2], Number(process.argv[3])]
const directory = mkdtempSync(join(tmpdir(), 'fovea-soak-'))
const tree = join(directory, 'tree')
cpSync('src', tree, { recursive: true })
execFileSync('git', ['init', '-q', tree])
const server = spawn(program, ['mcp', '--profile', 'full', '--http', '127.0.0.1:0'], {
    cwd: tree, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, XDG_CACHE_HOME: join(directory, 'cache') },
})
process.on('exit', () => { server.kill('SIGKILL'); rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) })
const url = await new Promise(resolve => server.stderr.setEncoding('utf8').on('data', text => {
    const found = text.match(/http:\S+/)
    if (found) resolve(found[0])
}))

const files = readdirSync(tree, { recursive: true }).filter(f => /\.[ch]$/.test(f))
const pick = list => list[Math.floor(Math.random() * list.length)]
const calls = [
    () => ['map', { path: pick(files) }],
    () => ['read', { path: pick(files), offset: 1, limit: 50 }],
    () => ['read', { path: pick(files) }],
    () => ['read_file', { path: pick(files), length: 2000 }],
    () => ['raw_search', { pattern: pick(['arena', 'Str ', 'static', 'return false']), limit: 10 }],
    () => ['search_symbols', { query: pick(['arena_open', 'str', 'Tool', 'parse']), limit: 5 }],
    () => ['get_symbol', { symbol: pick(['arena_open', 'str_equal', 'buf_put']) }],
    () => ['callers', { symbol: 'arena_open', limit: 10 }],
    () => ['get_repo_overview', {}],
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

// Of the server, the daemon, and what waits or works for them: what all of them take together.
function descendants(pid) {
    return [pid, ...childrenOf(pid).flatMap(descendants)]
}
function memory() {
    let sum = 0
    for (const pid of descendants(server.pid))
        try {
            sum += Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/Pss:\s+(\d+)/)[1])
        } catch {} // it has just ended
    return sum
}
const samples = []
async function watch() {
    for (let next = Date.now(); Date.now() < end; await sleep(1000)) {
        samples.push(memory())
        if (Date.now() < next) continue
        console.log(`${Math.round((Date.now() - end) / 1000 + seconds)} s: ${Math.round(samples.at(-1) / 1000)} MB, ${times.length} calls`)
        next += Math.max(seconds / 20, 1) * 1000
    }
}

await Promise.all([change(), watch(), ...Array.from({ length: 8 }, (_, i) => client(i))])
times.sort((a, b) => a - b)
const quantile = p => times[Math.floor(times.length * p)].toFixed(1)
const middle = list => list.sort((a, b) => a - b)[list.length >> 1]
const quarter = Math.ceil(samples.length / 4)
const first = middle(samples.slice(0, quarter)), last = middle(samples.slice(-quarter))
const kept = 1 + 4 // the daemon, and processes that wait for calls
await within(10000, () => descendants(server.pid).length <= 1 + kept + 1) // and the daemon's parser
const left = childrenOf(server.pid).length - kept
const all = descendants(server.pid)
server.kill('SIGTERM')
const gone = await within(3000, () => !all.some(isAlive))
if (!gone) note('processes are left when the server has ended')
console.log(`${times.length} calls in ${seconds} s by 8 clients: p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms`)
console.log(`memory of all processes (PSS), median: ${Math.round(first / 1000)} MB in the first quarter, ${Math.round(last / 1000)} MB in the last`)
for (const [what, count] of problems) console.log(`${count} × ${what}`)
process.exit(problems.size || last > first * 1.25 + 8000 || left > 0 ? 1 : 0)
