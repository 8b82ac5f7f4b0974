// agent_latency.mjs FOVEA TREE [ROUNDS]: medians of what a user of the agent waits for, on a tree with an index: from the start to the
// prompt (on a pseudo-terminal by `script`), from a question to the first byte of the request, from SIGINT to the end while a
// model streams, beside the start of `git status` and `node -e 0` in the same run.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [fovea, tree, rounds = '9'] = process.argv.slice(2)
const work = mkdtempSync(join(tmpdir(), 'fovea-latency-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const now = () => Number(process.hrtime.bigint()) / 1e6
let asked = () => {}, reply = response => response.end()
const server = createServer((request, response) => {
    asked()
    request.resume()
    request.on('end', () => reply(response))
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const env = { ...process.env, TERM: 'xterm', HOME: work, XDG_CONFIG_HOME: join(work, 'config'), XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(work, 'cache'), XDG_STATE_HOME: join(work, 'state'), ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`, ANTHROPIC_API_KEY: 'bench-key-0123456789', FOVEA_MODEL: 'anthropic/m' }
execFileSync(fovea, ['index', '-q'], { cwd: tree, env })
const ended = child => new Promise(resolve => child.on('close', resolve))
const median = list => list.sort((a, b) => a - b)[list.length >> 1].toFixed(0)
const stream = text => `event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":1}}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\nevent: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${text}"}}\n\n`

async function prompt() {
    const from = now()
    const child = spawn('script', ['-qfec', `${fovea} agent`, '/dev/null'], { cwd: tree, env, stdio: ['pipe', 'pipe', 'ignore'] })
    const at = await new Promise(resolve => { let text = ''; child.stdout.on('data', piece => { text += piece; if (/> /.test(text)) resolve(now()) }) })
    child.stdin.write('/quit\r')
    child.stdin.end('\u0004')
    setTimeout(() => child.kill('SIGKILL'), 3000).unref()
    await ended(child)
    return at - from
}
async function firstByte() {
    let at = 0
    asked = () => { at ||= now() }
    reply = response => { response.writeHead(200, { 'content-type': 'text/event-stream' }); response.end(`${stream('Done.')}event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n`) }
    const from = now()
    await ended(spawn(fovea, ['ask', 'how does the scheduler pick a node for a pod'], { cwd: tree, env, stdio: 'ignore' }))
    return at - from
}
async function interrupt() {
    reply = response => { response.writeHead(200, { 'content-type': 'text/event-stream' }); response.write(stream('It begins.\\n')); setInterval(() => response.destroyed || response.write(': ping\n\n'), 50).unref() }
    const child = spawn(fovea, ['ask', 'how does the scheduler pick a node for a pod'], { cwd: tree, env, stdio: ['ignore', 'pipe', 'ignore'] })
    await new Promise(resolve => child.stdout.on('data', piece => /begins/.test(piece) && resolve()))
    const from = now()
    child.kill('SIGINT')
    await ended(child)
    return now() - from
}
async function other(command, args) {
    const from = now()
    await ended(spawn(command, args, { cwd: tree, env, stdio: 'ignore' }))
    return now() - from
}
const series = async measure => { const list = []; for (let i = 0; i < Number(rounds); i++) list.push(await measure()); return median(list) }
console.log(`${tree}, medians of ${rounds}, ms`)
console.log(`start to prompt          ${await series(prompt)}`)
console.log(`question to first byte   ${await series(firstByte)}   (a process, gathering, curl)`)
console.log(`SIGINT to end            ${await series(interrupt)}`)
console.log(`git status               ${await series(() => other('git', ['status', '-s']))}`)
console.log(`node -e 0                ${await series(() => other('node', ['-e', '0']))}`)
server.close()
process.exit(0)
