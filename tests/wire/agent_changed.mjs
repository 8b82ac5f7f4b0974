// A user asks, changes the file, and gives a task: the window has the new text once, and an edit of it fits at once. An edit of
// the old text does not.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish, within } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-changed-')), tree = join(directory, 'tree'), file = join(tree, 'add.c')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
mkdirSync(join(tree, '.git'), { recursive: true })
writeFileSync(join(tree, '.git/HEAD'), 'ref: refs/heads/main\n')
writeFileSync(file, 'int add(int a, int b)\n{\n    return a + b;\n}\n')
const model = await serve({})
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), FOVEA_MODEL_URL: `${model.url}/v1` }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy', 'FOVEA_MODEL']) delete env[name]

const child = spawn(program, ['acp', '--model', 'compatible/x'], { stdio: ['pipe', 'pipe', 'ignore'], cwd: '/', env })
const answers = new Map()
let rest = '', next = 1
child.stdout.setEncoding('utf8').on('data', piece => {
    for (rest += piece; rest.includes('\n'); rest = rest.slice(rest.indexOf('\n') + 1)) {
        const message = JSON.parse(rest.slice(0, rest.indexOf('\n')))
        if (!message.method) answers.set(message.id, message)
        else if (message.method === 'session/request_permission') {
            const allow = message.params.options.find(option => option.kind.startsWith('allow'))
            child.stdin.write(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { outcome: { outcome: 'selected', optionId: allow.optionId } } }) + '\n')
        }
    }
})
async function ask(method, params) {
    const id = next++
    child.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\n')
    await within(20000, () => answers.has(id))
    return answers.get(id)?.result
}
await ask('initialize', { protocolVersion: 1, clientCapabilities: {} })
const { sessionId } = await ask('session/new', { cwd: tree, mcpServers: [] })
async function prompt(text, ...replies) {
    model.requests.length = 0
    model.script = { replies }
    const answer = await ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
    const sent = model.requests.filter(one => one.path.endsWith('/completions')).map(one => one.body.messages.map(message => message.content).join('\n'))
    return { answer, sent }
}
const edit = (from, to) => `add.c\n\`\`\`\n<<<<<<< SEARCH\n    return ${from};\n=======\n    return ${to};\n>>>>>>> REPLACE\n\`\`\`\n`

await prompt('what does add do', 'It adds.\n')
writeFileSync(file, 'int add(int a, int b)\n{\n    return b + a;\n}\n')
const changed = await prompt('change add in add.c so that it adds one', edit('b + a', 'b + a + 1'))
expect(changed.sent.length === 1, `the edit of the new text fits at once: ${changed.sent.length} requests`)
expect(changed.sent[0].includes('return b + a;') && !changed.sent[0].includes('return a + b;'), 'the new text is shown, and the old one is not')
expect(readFileSync(file, 'utf8').includes('return b + a + 1;'), `it is written: ${readFileSync(file, 'utf8')}`)
writeFileSync(file, 'int add(int a, int b)\n{\n    return b + a + 7;\n}\n')
const old = await prompt('change add in add.c so that it adds two', edit('b + a + 1', 'b + a + 2'), 'I cannot.\n')
expect(old.sent.length === 2 && readFileSync(file, 'utf8').includes('return b + a + 7;'), `an edit of the old text is refused: ${old.sent.length}`)

child.kill()
await model.close()
finish()
