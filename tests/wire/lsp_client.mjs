// A client of `fovea lsp`: writes frames, reads frames, and remembers all messages.
import { spawn } from 'node:child_process'
import { sleep, within } from './mcp_client.mjs'

export class LspClient {
    constructor(program, { cwd, env = process.env, args = [] } = {}) {
        this.process = spawn(program, ['lsp', ...args], { stdio: ['pipe', 'pipe', 'pipe'], cwd, env })
        this.process.stdin.on('error', () => {})
        this.messages = []
        this.log = ''
        this.next = 1
        this.faults = []
        this.exited = new Promise(resolve => this.process.on('exit', (code, signal) => resolve({ code, signal })))
        this.bytes = Buffer.alloc(0)
        this.process.stdout.on('data', piece => {
            this.bytes = Buffer.concat([this.bytes, piece])
            while (this.takeFrame()) { /* all that are there */ }
        })
        this.process.stderr.setEncoding('utf8').on('data', piece => { this.log += piece })
    }
    takeFrame() {
        const end = this.bytes.indexOf('\r\n\r\n')
        if (end < 0) return false
        const length = /^Content-Length: (\d+)$/m.exec(this.bytes.subarray(0, end).toString())
        if (!length || this.bytes.length < end + 4 + +length[1]) return false
        const text = this.bytes.subarray(end + 4, end + 4 + +length[1]).toString()
        this.bytes = this.bytes.subarray(end + 4 + +length[1])
        this.messages.push(JSON.parse(text))
        return true
    }
    write(text) {
        return new Promise(resolve => this.process.stdin.write(text, resolve))
    }
    send(message) {
        const text = JSON.stringify({ jsonrpc: '2.0', ...message })
        return this.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
    }
    notify(method, params) {
        return this.send({ method, params })
    }
    async answer(id, ms = 10000) {
        await within(ms, () => this.messages.some(message => !message.method && message.id === id))
        const at = this.messages.findIndex(message => !message.method && message.id === id)
        return at < 0 ? { error: { code: 'no answer' } } : this.messages.splice(at, 1)[0]
    }
    async ask(method, params, id = this.next++) {
        await this.send({ id, method, params })
        return this.answer(id)
    }
    async result(method, params) {
        const answer = await this.ask(method, params)
        if (answer.error) this.faults.push(`${method}: ${JSON.stringify(answer.error)}`)
        return answer.result
    }
    async initialize(rootUri, capabilities = {}, more = {}) {
        const answer = await this.ask('initialize', { processId: process.pid, rootUri, capabilities, ...more })
        await this.notify('initialized', {})
        return answer.result
    }
    open(uri, text, version = 1, languageId = '') {
        return this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } })
    }
    change(uri, version, ...contentChanges) {
        return this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges })
    }
    at(method, uri, line, character, more = {}) {
        return this.result(method, { textDocument: { uri }, position: { line, character }, ...more })
    }
    // The diagnostics that were sent last for a file; undefined: none.
    diagnostics(uri) {
        return this.messages.filter(message => message.method === 'textDocument/publishDiagnostics' && message.params.uri === uri).at(-1)?.params.diagnostics
    }
    until(test, ms = 10000) {
        return within(ms, test)
    }
    async end() {
        const answer = await this.ask('shutdown')
        await this.notify('exit')
        return { answer, ...(await Promise.race([this.exited, sleep(5000).then(() => ({ code: 'runs on' }))])) }
    }
}
