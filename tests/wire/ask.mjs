// fovea ask and fovea agent --context-only against the scripted model server: what goes out is what --context-only shows, no
// secret and no ignored file is in it, the key is nowhere else, the model gets what it needs in at most four more rounds,
// and what it cites is looked up. Without a model, a network or a terminal each command ends at once.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-ask-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const KEY = 'test-key-0123456789abcdef', SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
const base = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb' }
for (const name of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete base[name]

function write(path, text) {
    mkdirSync(join(tree, path, '..'), { recursive: true })
    writeFileSync(join(tree, path), text)
}
write('.git/HEAD', 'ref: refs/heads/main\n')
write('src/queue.py', `class Queue:\n    """Holds tasks."""\n\n    def take(self, count):\n        """Takes tasks from the queue."""\n        token = "${SECRET}"\n        return drop_expired(self, count, token)\n\n\ndef drop_expired(queue, count, token):\n    return count, token\n`)
write('src/server.py', 'from queue import Queue\n\n\ndef serve(queue):\n    """Answers requests with tasks of the queue."""\n    return queue.take(3)\n')
write('.env', `TOKEN=${SECRET}\n`)
write('.gitignore', 'private/\n')
write('private/plan.py', 'def private_queue_plan():\n    return "queue tasks taken, but ignored"\n')

function fovea(args, env = {}) {
    const child = spawn(program, args, { cwd: tree, env: { ...base, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = '', stderr = ''
    child.stdout.on('data', piece => { stdout += piece })
    child.stderr.on('data', piece => { stderr += piece })
    return new Promise(resolve => child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr, child })))
}
const anthropic = server => ({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: KEY })
const ask = (server, ...args) => fovea(['ask', '--model', 'anthropic/m', ...args], anthropic(server))
const textOf = content => typeof content === 'string' ? content : content.map(part => part.text).join('')
const sentText = request => `${textOf(request.body.system)}\n${request.body.messages.map(message => textOf(message.content)).join('\n')}\n`
const question = 'how are tasks taken from the queue'

// ---- nobody to ask ----
const without = await fovea(['ask', question])
expect(without.status === 5 && /no model is configured/.test(without.stderr) && /ollama/.test(without.stderr), `without a model: exit 5 and how to get one: ${without.stderr}`)
const idle = await fovea(['agent'])
expect(idle.status === 2 && /no task/.test(idle.stderr), 'without a task and a terminal: exit 2')
const offline = await fovea(['ask', '--model', 'compatible/m', question], { OPENAI_BASE_URL: 'http://127.0.0.1:1' })
expect(offline.status !== 0 && /^Error: /m.test(offline.stderr), `without a server it fails at once: ${offline.stderr}`)
const context = await fovea(['agent', '--context-only', question])
expect(context.status === 0 && context.stdout.includes('def take(self, count)'), 'the context needs no model')

// ---- what goes out ----
const server = await serve({ replies: ['Tasks are taken by `Queue.take` (src/queue.py:4).'] })
const plain = await ask(server, question)
const only = await fovea(['ask', '--context-only', question])
expect(plain.status === 0 && plain.stdout === 'Tasks are taken by `Queue.take` (src/queue.py:4).\n', `the answer, and nothing else, is on stdout: ${plain.stdout}`)
expect(server.requests.length === 1 && sentText(server.requests[0]) === only.stdout, 'what goes out is what --context-only prints')
const everything = JSON.stringify(server.requests.map(request => request.body)) + plain.stdout + plain.stderr + only.stdout
expect(!everything.includes(SECRET), 'no secret goes out')
expect(everything.includes('[redacted: '), 'and it is said where one was')
expect(!everything.includes('private_queue_plan') && !everything.includes('but ignored'), 'no ignored file goes out')
expect(!everything.includes(KEY), 'the key is in no body and no output')
expect(server.requests[0].key === KEY, 'it is in the header')
const redacted = await fovea(['ask', '--redact', question])
expect(/src\/queue\.py.*line \d+: /.test(redacted.stdout) && !redacted.stdout.includes(SECRET), `--redact names what was replaced: ${redacted.stdout}`)
const hidden = await fovea(['ask', '--context-only', 'what do @private/plan.py and @.env say'])
expect(!hidden.stdout.includes('but ignored') && !hidden.stdout.includes(SECRET), 'a pin brings no ignored file and no secret')

// ---- rounds, citations ----
server.requests.length = 0
server.script = { replies: ['need: callers of take\nneed: src/server.py::serve\nneed: private/plan.py\nneed: nothing_of_this_name', 'See src/server.py:4, src/none.py:7, src/server.py:70 and `serve_all()`.\n'] }
const cited = await ask(server, question)
expect(cited.stdout === 'See src/server.py:4, src/none.py:7 [no such file], src/server.py:70 [no such line: the file has 6] and `serve_all()` [no such symbol here].\n', `wrong citations are marked: ${cited.stdout}`)
const second = server.requests[1].body.messages.map(message => textOf(message.content))
expect(second.length === 3 && second[2].includes('callers of Queue.take') && second[2].includes('src/server.py::serve: is shown already') && second[2].includes('nothing_of_this_name: '), 'the second round has what was needed, and says what there is not')
expect(!second[2].includes('but ignored'), 'the model gets no ignored file')
expect(textOf(server.requests[0].body.messages[0].content) === second[0] && textOf(server.requests[0].body.system) === textOf(server.requests[1].body.system), 'what was sent before is the same to the byte')
server.requests.length = 0
server.script = { otherwise: 'need: callers of take' }
const greedy = await ask(server, question)
expect(greedy.status === 0 && server.requests.length === 5, `at most four further rounds: ${server.requests.length}`)

// ---- hostile answers ----
server.script = { replies: ['\u001b]0;title\u0007\u001b[2Jred\u001b[31m and \u202Eturned\n'] }
const hostile = await ask(server, '--json', question)
const lines = hostile.stdout.trim().split('\n').map(line => JSON.parse(line))
expect(lines.some(line => line.event === 'usage') && lines.some(line => line.event === 'text'), 'events are lines of JSON')
server.script = { replies: [{ status: 401, type: 'authentication_error', message: 'bad key $KEY' }] }
const denied = await ask(server, question)
expect(denied.status === 1 && !denied.stderr.includes(KEY), `a server that repeats the key: ${denied.stderr}`)
server.script = { replies: [{ status: 401, type: 'authentication_error', message: 'bad key $KEY' }] }
const reported = await ask(server, '--json', question)
expect(JSON.parse(reported.stdout.trim().split('\n').at(-1)).event === 'error', 'with --json an error is an event, too')

// ---- texts that are not UTF-8 ----
writeFileSync(join(tree, 'src', 'coffee.py'), Buffer.from('def drink_coffee(cup):\n    """Drinks the caf\xe9."""\n    return cup\n', 'latin1'))
for (const asked of ['explain @src/coffee.py', 'what does @drink_coffee do', 'how is the coffee drunk']) {
    const shown = await fovea(['ask', '--context-only', asked])
    expect(shown.stdout.includes('"""Drinks the caf\ufffd."""'), `${asked}: the context is UTF-8`)
}

// ---- interrupted ----
server.script = { replies: [{ text: 'It begins here.\nAnd then', endless: 'pings' }] }
const child = spawn(program, ['ask', '--json', '--model', 'anthropic/m', question], { cwd: tree, env: { ...base, ...anthropic(server) }, stdio: ['ignore', 'pipe', 'pipe'] })
let came = ''
child.stdout.on('data', piece => { came += piece })
while (!came.includes('begins')) await new Promise(resolve => setTimeout(resolve, 10))
const stopped = Date.now()
child.kill('SIGINT')
const status = await new Promise(resolve => child.on('close', resolve))
expect(status === 130 && came.includes('It begins here.'), `interrupted: what came is kept, exit 130, was ${status}`)
console.log(`stopped after ${Date.now() - stopped} ms`)
await server.close()
finish()
