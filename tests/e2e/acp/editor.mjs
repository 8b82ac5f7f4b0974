// An editor: the official client library over the program's standard input and output, with files that have unsaved text.
import { spawn } from 'node:child_process'
import { mkdtempSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'

export async function library(modules) {
    return import(pathToFileURL(join(modules, '@agentclientprotocol/sdk/dist/v1/stable/acp.js')))
}

export const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-acp-')))
let repositories = 0
// A repository of these files.
export function repository(files) {
    const folder = join(home, `repository-${++repositories}`)
    mkdirSync(join(folder, '.git/objects'), { recursive: true })
    mkdirSync(join(folder, '.git/refs'))
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n')
    for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
    }
    return folder
}

export class Editor {
    // options: reads, writes (what it offers), args
    constructor(acp, schema, program, model, { reads = true, writes = true, args = ['--model', 'compatible/test'] } = {}) {
        const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache'),
            XDG_STATE_HOME: join(home, 'state'), FOVEA_MODEL_URL: `${model.url}/v1` }
        this.process = spawn(program, ['acp', ...args], { stdio: ['pipe', 'pipe', 'pipe'], cwd: '/', env })
        this.log = ''
        this.process.stderr.setEncoding('utf8').on('data', text => { this.log += text })
        this.exited = new Promise(resolve => this.process.on('exit', (code, signal) => resolve({ code, signal })))
        this.messages = [] // of the agent, in order
        this.updates = []
        this.buffers = new Map() // unsaved texts by path
        this.written = new Map() // what was written through the editor
        this.asked = [] // requests for permission
        this.read = [] // paths
        this.answer = () => 'allow'
        this.watch(schema)
        const stream = acp.ndJsonStream(Writable.toWeb(this.process.stdin), Readable.toWeb(this.process.stdout))
        this.connection = acp.client({ name: 'test' })
            .onNotification('session/update', ({ params }) => { this.updates.push(params) })
            .onRequest('session/request_permission', async ({ params }) => {
                this.asked.push(params)
                const optionId = await this.answer(params)
                return { outcome: optionId ? { outcome: 'selected', optionId } : { outcome: 'cancelled' } }
            })
            .onRequest('fs/read_text_file', ({ params: { path } }) => {
                this.read.push(path)
                return { content: this.buffers.get(path) ?? readFileSync(path, 'utf8') }
            })
            .onRequest('fs/write_text_file', ({ params: { path, content } }) => {
                if (this.refusesToWrite) throw new Error('read only')
                this.written.set(path, content)
                writeFileSync(path, content)
                this.buffers.delete(path)
                return {}
            })
            .connect(stream)
        this.agent = this.connection.agent
        this.capabilities = { fs: { readTextFile: reads, writeTextFile: writes } }
    }
    // Keeps every line of both directions, and checks the agent's.
    watch(schema) {
        const methods = new Map(), { stdin, stdout } = this.process
        const lines = take => {
            let text = ''
            return piece => { for (text += piece; text.includes('\n'); text = text.slice(text.indexOf('\n') + 1)) take(JSON.parse(text.slice(0, text.indexOf('\n')))) }
        }
        const sent = lines(message => { if (message.method) methods.set(message.id, message.method) })
        const received = lines(message => {
            this.messages.push(message)
            schema.take(message, methods.get(message.id))
        })
        const write = stdin.write.bind(stdin)
        stdin.write = (piece, ...rest) => { sent(Buffer.from(piece).toString()); return write(piece, ...rest) }
        const push = stdout.push.bind(stdout)
        stdout.push = (piece, ...rest) => { if (piece) received(piece.toString()); return push(piece, ...rest) }
    }
    async initialize() {
        return this.agent.request('initialize', { protocolVersion: 1, clientCapabilities: this.capabilities, clientInfo: { name: 'test', version: '1' } })
    }
    async session(cwd) {
        return (await this.agent.request('session/new', { cwd, mcpServers: [] })).sessionId
    }
    prompt(sessionId, ...blocks) {
        return this.agent.request('session/prompt', { sessionId, prompt: blocks.map(block => typeof block === 'string' ? { type: 'text', text: block } : block) })
    }
    cancel(sessionId) {
        return this.agent.notify('session/cancel', { sessionId })
    }
    // Updates of a kind, of a session if one is named.
    of(kind, sessionId) {
        return this.updates.filter(({ update, sessionId: id }) => update.sessionUpdate === kind && (!sessionId || id === sessionId)).map(({ update }) => update)
    }
    text(sessionId) {
        return this.of('agent_message_chunk', sessionId).map(update => update.content.text).join('')
    }
    // Tool calls as a client shows them: each with its last values.
    calls() {
        const calls = new Map()
        for (const { update: { sessionUpdate, ...fields } } of this.updates)
            if (sessionUpdate.startsWith('tool_call')) calls.set(fields.toolCallId, { ...calls.get(fields.toolCallId), ...fields })
        return [...calls.values()]
    }
    forget() {
        this.updates = []
        this.asked = []
        this.read = []
    }
    async close() {
        this.process.stdin.end()
        return this.exited
    }
}
