// fovea acp with hostile input. Each line gets the error that JSON-RPC has for it, nothing crashes, and a good client that
// comes after is served. (make e2e-acp drives it with the official client library.)
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf, expect, finish, isAlive, sleep, within } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-acp-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
mkdirSync(join(tree, '.git'), { recursive: true })
writeFileSync(join(tree, '.git/HEAD'), 'ref: refs/heads/main\n')
writeFileSync(join(tree, 'add.c'), 'int add(int a, int b)\n{\n    return a + b;\n}\n')
const model = await serve({ otherwise: 'It adds.\n' })
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), FOVEA_MODEL_URL: `${model.url}/v1` }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy', 'FOVEA_MODEL']) delete env[name]

class Client {
    constructor(...args) {
        this.process = spawn(program, ['acp', '--model', 'compatible/x', ...args], { stdio: ['pipe', 'pipe', 'pipe'], cwd: '/', env })
        this.process.stdin.on('error', () => {})
        this.messages = []
        this.log = ''
        this.next = 1
        this.exited = new Promise(resolve => this.process.on('exit', (code, signal) => resolve({ code, signal })))
        let text = ''
        this.process.stdout.setEncoding('utf8').on('data', piece => {
            for (text += piece; text.includes('\n'); text = text.slice(text.indexOf('\n') + 1)) this.messages.push(JSON.parse(text.slice(0, text.indexOf('\n'))))
        })
        this.process.stderr.setEncoding('utf8').on('data', piece => { this.log += piece })
    }
    write(text) {
        return new Promise(resolve => this.process.stdin.write(text, resolve))
    }
    send(message) {
        return this.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n')
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
    async code(line) {
        await this.write(line + '\n')
        return (await this.answer(null)).error?.code
    }
    async initialize(capabilities) {
        return this.ask('initialize', { protocolVersion: 1, clientCapabilities: capabilities })
    }
    async session(cwd = tree) {
        return (await this.ask('session/new', { cwd, mcpServers: [] })).result.sessionId
    }
    prompt(sessionId, text) {
        return this.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
    }
    async end() {
        this.process.stdin.end()
        return this.exited
    }
}

// ---- lines that are no messages ----
{
    const client = new Client()
    for (const line of ['garbage', '{', '{"jsonrpc":"2.0"', '\u0000', '"\ud800', '[1,2', '{"a":1}}', '\xff\xfe', '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}', '['.repeat(100000)])
        expect(await client.code(line) === -32700, `no JSON: ${line.slice(0, 40)}`)
    await client.write(Buffer.from([0xff, 0xfe, 0x22, 0x0a]))
    expect((await client.answer(null)).error?.code === -32700, 'bytes that are no UTF-8')
    for (const line of ['[]', '[{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}]', '1', 'null', '"text"', '{}', '{"jsonrpc":"1.0","id":null,"method":"x"}', '{"jsonrpc":"2.0","id":null,"method":"initialize"}', '{"jsonrpc":"2.0","id":{},"method":"initialize"}', '{"jsonrpc":"2.0","method":1}', '{"jsonrpc":"2.0","method":"initialize","params":[1]}'])
        expect(await client.code(line) === -32600, `no message: ${line}`)
    await client.send({ id: 5, method: 'initialize', params: 3 })
    expect((await client.answer(5)).error?.code === -32600, 'parameters that are no object, with the id of the request')
    await client.write('\n  \r\n\n')
    // ---- out of order, wrong types, unknown methods ----
    expect((await client.ask('session/new', { cwd: tree, mcpServers: [] })).error?.code === -32600, 'a session before initialize')
    expect((await client.ask('session/prompt', {})).error?.code === -32600, 'a prompt before initialize')
    for (const protocolVersion of [undefined, null, '1', -1, 1.5, {}])
        expect((await client.ask('initialize', { protocolVersion })).error?.code === -32602, `protocolVersion ${JSON.stringify(protocolVersion)}`)
    for (const protocolVersion of [0, 1, 2, 65535])
        expect((await client.ask('initialize', { protocolVersion, clientCapabilities: { fs: 'x', terminal: [] } })).result?.protocolVersion === 1, `version ${protocolVersion} is answered with ours`)
    for (const method of ['', 'session/no-such', 'initialized', '$/no-such', 'x'.repeat(100000)])
        expect((await client.ask(method, {})).error?.code === -32601, `unknown method ${method.slice(0, 30)}`)
    for (const cwd of [undefined, null, 1, '', '.', 'relative', '/no/such/place', join(tree, 'add.c'), 'a\0b', '/' + 'x'.repeat(70000)])
        expect((await client.ask('session/new', { cwd, mcpServers: [] })).error?.code === -32602, `cwd ${JSON.stringify(cwd)?.slice(0, 30)}`)
    expect((await client.ask('authenticate', { methodId: 'x' })).error?.code === -32602, 'there is nothing to sign in to')
    const sessionId = await client.session()
    for (const prompt of [undefined, null, 'text', {}, [], [1], [null], [{}], [{ type: 'text' }], [{ type: 'text', text: 1 }], [{ type: 'text', text: '' }], [{ type: 'image', data: '', mimeType: 'image/png' }], [{ type: 'resource_link' }], [{ type: 'resource' }], [{ type: 'resource', resource: { uri: 'x' } }], [{ type: 'no-such' }]])
        expect((await client.ask('session/prompt', { sessionId, prompt })).error?.code === -32602, `prompt ${JSON.stringify(prompt)}`)
    for (const id of [undefined, null, 1, '', 'no-such', {}])
        for (const method of ['session/prompt', 'session/set_mode', 'session/set_config_option', 'session/close'])
            expect((await client.ask(method, { sessionId: id, prompt: [{ type: 'text', text: 'x' }] })).error?.code === -32002, `${method} of session ${JSON.stringify(id)}`)
    expect((await client.ask('session/set_mode', { sessionId, modeId: 1 })).error?.code === -32602, 'a mode that is no text')
    expect((await client.ask('session/set_config_option', { sessionId, configId: 'mode', type: 'boolean', value: true })).error?.code === -32602, 'an option that is no flag')
    expect((await client.ask('session/new', { cwd: tree, mcpServers: [] }, 'i'.repeat(300))).error?.code === -32600, 'a long id')
    // Notifications and answers that nobody asked for.
    for (const message of [{ method: 'session/cancel' }, { method: 'session/cancel', params: { sessionId: 1 } }, { method: 'session/cancel', params: { sessionId } }, { method: '$/cancel_request', params: { requestId: {} } }, { method: 'no/such' }, { id: 1000001, result: {} }, { id: 'x', result: null }, { id: 999999999999, error: { code: 1, message: 'x' } }, { id: 18446744073709551616, result: 1 }])
        await client.send(message)
    expect((await client.ask('session/new', { cwd: tree, mcpServers: 'x' }, 'an id that is a text')).result?.sessionId, 'ids may be texts, and servers anything')
    const good = await client.prompt(sessionId, 'What does add do?')
    expect(good.result?.stopReason === 'end_turn', `after all that a prompt is answered: ${JSON.stringify(good)}`)
    const { code } = await client.end()
    expect(code === 0, `it ends in order: ${code} ${client.log}`)
}

// ---- a line that is too long ----
{
    const client = new Client()
    await client.initialize()
    const sessionId = await client.session()
    const mega = 'x'.repeat(1 << 20)
    await client.write('{"jsonrpc":"2.0","id":9,"method":"session/prompt","params":{"sessionId":"')
    for (let i = 0; i < 34; i++) await client.write(mega)
    await client.write('"}}\n')
    expect((await client.answer(null)).error?.code === -32600, 'over 32 MB')
    expect(!client.messages.some(message => message.error), 'one error for one line')
    // Just below.
    const large = await client.ask('session/prompt', { sessionId, prompt: [{ type: 'resource', resource: { uri: 'x:y', text: mega.repeat(20) } }, { type: 'text', text: 'what is that?' }] })
    expect(large.result?.stopReason === 'end_turn' && JSON.stringify(client.messages).includes("larger than the model's window"), `a text that no window holds is left out: ${JSON.stringify(large).slice(0, 300)}`)
    await client.end()
}

// ---- a client that answers wrongly, or not ----
{
    const client = new Client()
    await client.initialize({ fs: { readTextFile: true, writeTextFile: true } })
    const sessionId = await client.session()
    const fix = 'add.c\n```c\n<<<<<<< SEARCH\n    return a + b;\n=======\n    return b + a;\n>>>>>>> REPLACE\n```\n'
    const question = async name => { await within(30000, () => client.messages.some(message => message.method === name)); return client.messages.splice(client.messages.findIndex(message => message.method === name), 1)[0] }
    for (const result of [null, {}, [], 'yes', { outcome: 'selected' }, { outcome: { outcome: 'selected' } }, { outcome: { outcome: 'selected', optionId: 1 } }, { outcome: { outcome: 'cancelled', optionId: 'allow' } }]) {
        model.script = { otherwise: fix }
        const answer = client.prompt(sessionId, 'swap')
        const read = await question('fs/read_text_file')
        await client.send({ id: read.id + 5, result: { content: 'not asked for' } })
        await client.send({ id: read.id, result: result ?? { content: 7 } })
        const permission = await question('session/request_permission')
        await client.send({ id: permission.id, result })
        expect((await answer).result?.stopReason === 'end_turn', `permission ${JSON.stringify(result)} means no`)
    }
    // A prompt is cancelled while a read is not answered; $/cancel_request does that, too.
    for (const how of ['session/cancel', '$/cancel_request']) {
        model.script = { otherwise: fix }
        const id = client.next, answer = client.prompt(sessionId, 'swap')
        await question('fs/read_text_file')
        await client.send({ method: how, params: { sessionId, requestId: id } })
        expect((await answer).result?.stopReason === 'cancelled', `${how} while a file is read`)
    }
    // The answer is too long: the edit is refused, the session goes on.
    const answer = client.prompt(sessionId, 'swap')
    await question('fs/read_text_file')
    for (let i = 0; i < 34; i++) await client.write('y'.repeat(1 << 20))
    await client.write('\n')
    expect(/does not answer/.test((await answer).error?.message ?? ''), 'an answer that is too long')
    await client.end()
}

// ---- ends ----
{
    const client = new Client()
    await client.initialize()
    await client.write('{"jsonrpc":"2.0","id":7,"meth')
    const { code } = await client.end()
    expect(code === 0 && !client.messages.some(message => message.error), 'input ends in the middle of a message')
}
{
    const client = new Client()
    await client.initialize()
    const sessions = [await client.session(), await client.session()]
    model.script = { otherwise: { text: 'begun\n', endless: 'text' } }
    const prompts = sessions.map(session => client.prompt(session, 'What does add do?'))
    await within(30000, () => sessions.every(session => client.messages.some(message => message.params?.sessionId === session && message.params.update.content?.text === 'begun\n')))
    const children = childrenOf(client.process.pid)
    expect(children.length === 2, `a process for each session: ${children.length}`)
    process.kill(children[0], 'SIGKILL')
    const lost = await Promise.race(prompts)
    expect(lost.error?.code === -32603, `a session's process is killed: ${JSON.stringify(lost)}`)
    const { code } = await client.end()
    expect(code === 0, 'input ends while a prompt runs')
    const last = await Promise.all(prompts)
    expect(last.some(answer => answer.result?.stopReason === 'cancelled'), 'its prompt is cancelled')
    expect(await within(30000, () => children.every(child => !isAlive(child))), 'no process is left')
}
{
    const client = new Client()
    await client.initialize()
    const session = await client.session()
    model.script = { otherwise: { text: 'begun\n', endless: 'text' } }
    client.prompt(session, 'What does add do?')
    await within(30000, () => client.messages.some(message => message.params?.update?.content?.text === 'begun\n'))
    const children = childrenOf(client.process.pid)
    client.process.kill('SIGKILL')
    await client.exited
    expect(await within(30000, () => children.every(child => !isAlive(child))), 'a killed program leaves no process')
}
// A reader that is gone, and one that does not read while much is sent.
{
    const client = new Client()
    await client.initialize()
    client.process.stdout.destroy()
    client.send({ id: 1, method: 'initialize', params: { protocolVersion: 1 } })
    await sleep(50)
    client.send({ id: 2, method: 'initialize', params: { protocolVersion: 1 } })
    expect((await Promise.race([client.exited, sleep(5000)]))?.code === 0, 'it ends when nobody reads')
}
{
    const client = new Client()
    await client.initialize()
    client.process.stdout.pause()
    for (let i = 0; i < 20000; i++) await client.write('garbage\n')
    client.process.stdout.resume()
    expect(await within(20000, () => client.messages.filter(message => message.error?.code === -32700).length === 20000), 'nothing is lost when the reader is slow')
    await client.end()
}
// Sessions have a limit, --root is one, too.
{
    const client = new Client('--root', tree)
    await client.initialize()
    expect((await client.ask('session/new', { cwd: directory, mcpServers: [] })).error?.code === -32602, 'a directory outside of --root')
    for (let i = 0; i < 64; i++) expect((await client.ask('session/new', { cwd: tree, mcpServers: [] })).result, `session ${i}`)
    expect((await client.ask('session/new', { cwd: tree, mcpServers: [] })).error?.code === -32600, 'the 65th session')
    const { code } = await client.end()
    expect(code === 0, 'all are ended')
}
model.close()
finish()
