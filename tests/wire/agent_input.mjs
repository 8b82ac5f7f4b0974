// What goes into the agent by standard input, and what a user sees of a reply: prose that names files, code that is no edit,
// and why a reviewer did not answer.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-input-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb', ANTHROPIC_API_KEY: 'test-key-0123456789', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete env[name]
mkdirSync(join(tree, 'src'), { recursive: true })
const git = (...args) => execFileSync('git', ['-C', tree, '-c', 'user.name=Me', '-c', 'user.email=me@example.com', ...args], { env, encoding: 'utf8' })
writeFileSync(join(tree, 'src/queue.py'), 'def take(queue, count):\n    """Takes tasks."""\n    return queue[:count]\n')
git('init', '-q', '-b', 'main')
git('add', '.')
git('commit', '-q', '-m', 'begin')
const model = await serve({})
env.ANTHROPIC_BASE_URL = model.url
function fovea(args, input) {
    const child = spawn(program, [args[0], '--model', 'anthropic/m', ...args.slice(1)], { cwd: tree, env, stdio: ['pipe', 'pipe', 'pipe'] })
    let stdout = '', stderr = ''
    child.stdout.on('data', piece => { stdout += piece })
    child.stderr.on('data', piece => { stderr += piece })
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    return new Promise(resolve => child.on('close', status => resolve({ status, stdout, stderr })))
}
const script = (...replies) => { model.requests.length = 0; model.script = { replies } }
const textOf = content => typeof content === 'string' ? content : content.map(part => part.text).join('')
const sent = () => model.requests.map(request => textOf(request.body.messages.at(-1).content)).join('\n')

// ---- `-` is standard input ----
script('They are sliced.\n')
const asked = await fovea(['ask', '-'], '\nhow are tasks\ntaken from the queue?\n\n')
expect(asked.status === 0 && asked.stdout === 'They are sliced.\n' && sent().endsWith('# Task\n\nhow are tasks\ntaken from the queue?'), `ask -: ${asked.status} ${asked.stderr} ${sent()}`)
script('src/queue.py\n```\n<<<<<<< SEARCH\n    return queue[:count]\n=======\n    return queue[:count + 1]\n>>>>>>> REPLACE\n```\n')
const done = await fovea(['agent', '--dry-run', '-'], 'take one more\n')
expect(done.status === 0 && done.stdout.includes('+    return queue[:count + 1]') && sent().endsWith('take one more'), `agent -: ${done.status} ${done.stderr}`)
const only = await fovea(['agent', '--context-only', '-'], 'take one more\n')
expect(only.status === 0 && only.stdout.includes('# Task\n\ntake one more'), `--context-only -: ${only.stdout.slice(-200)}`)
for (const [what, input] of [['nothing', ' \n'], ['no UTF-8', Buffer.from([0x66, 0xff, 0x66])], ['a zero byte', 'a\0b'], ['too much', 'x'.repeat(9 << 20)]]) {
    script('No.')
    const wrong = await fovea(['ask', '-'], input)
    expect(wrong.status === 2 && /standard input/.test(wrong.stderr) && model.requests.length === 0, `${what} is wrong usage: ${wrong.status} ${wrong.stderr}`)
}

// ---- what is shown of a reply ----
const block = 'src/queue.py\n```\n<<<<<<< SEARCH\n    return queue[:count]\n=======\n    return queue[:count + 1]\n>>>>>>> REPLACE\n```\n'
for (const [what, reply, shown] of [
    ['a path alone', 'It is in this file:\nsrc/queue.py\nand nowhere else.\n', 'It is in this file:\nsrc/queue.py\nand nowhere else.\n'],
    ['a path at the end', 'It is in\nsrc/queue.py', 'It is in\nsrc/queue.py\n'],
    ['code that is no edit', 'Run:\n```sh\nmake test\n```\nThat is all.\n', 'Run:\n```sh\nmake test\n```\nThat is all.\n'],
    ['a name above an edit', `I add one.\n\n${block}`, 'I add one.\n\n'],
    ['a name above a bare block', `I add one.\n\n${block.replaceAll('```\n', '')}Done.\n`, 'I add one.\n\nDone.\n'],
]) {
    script({ text: reply, chunk: 7 })
    const { stdout, stderr } = await fovea(['agent', '--dry-run', 'take one more'])
    expect(stdout.split('--- src/')[0] === shown, `${what}: ${JSON.stringify(stdout)} ${stderr}`)
}

// ---- several look-ups of one reply: in its order, each by what was shown before it ----
for (const name of ['one', 'other']) writeFileSync(join(tree, `src/${name}.py`), `def reset(queue):\n    queue.clear()\n\n\ndef use_${name}(queue):\n    reset(queue)\n`)
for (const [first, second] of [['one', 'other'], ['other', 'one']]) {
    const needs = [`src/${first}.py::reset`, `src/${second}.py::reset`, 'callers of reset', `callees of use_${first}`, 'nothing_of_this', 'grep "clear"', 'tests of reset', 'search "take"']
    script(needs.map(line => `need: ${line}\n`).join(''), 'That is all.')
    await fovea(['ask', '--budget', '500', 'where is Nothing of the kind'])
    const said = sent().slice(sent().lastIndexOf('Here is what you asked for:')).split('\n').slice(1, 9)
    expect(said.length === 8 && said.every((line, i) => line.startsWith(needs[i])), `in the order of the reply: ${said.join('|')}`)
    const callers = sent().slice(sent().lastIndexOf('callers of reset:')).split('---')[0]
    expect(callers.includes(`use_${second}`) && !callers.includes(`use_${first}`), `${second} was shown last: ${callers}`)
}

// ---- why a reviewer saw nothing ----
writeFileSync(join(tree, 'src/queue.py'), 'def take(queue, count):\n    """Takes tasks."""\n    return queue[:count + 1]\n')
for (const [reply, reason, action] of [
    [{ status: 401, type: 'authentication_error', message: 'bad key' }, /the model did not answer: .*bad key/, /ANTHROPIC_API_KEY|key/],
    [{ text: 'none', stop: 'max_tokens' }, /cut at the limit of its length/, /raise model\.max_tokens/],
    [{ text: '', stop: 'refusal', why: 'not for me' }, /the model refused: not for me/, /another model/],
    [{ text: 'none\nnone\nnone', cut: 6, chunk: 2, delay: 20 }, /the connection broke/, /review again/],
]) {
    model.requests.length = 0
    model.script = { otherwise: reply }
    const { stdout, stderr } = await fovea(['review', '--output', 'json'])
    const { unseen = [] } = JSON.parse(stdout)
    expect(unseen.length === 4 && unseen.every(one => reason.test(one.reason) && action.test(one.action) && !/smaller parts of the change$/.test(one.action.replace(/^raise.*/, ''))), `${reason}: ${JSON.stringify(unseen)} ${stderr}`)
}

// ---- answers in other forms are read, or not seen; only "none" says that nothing was found ----
for (const text of ['src/queue.py:3: error: reads one too many', '- **src/queue.py:3**: warning: reads one too many', '1. `src/queue.py:3`: **warning**: reads one too many', 'src/queue.py:3 - warning - reads one too many']) {
    model.script = { otherwise: { text } }
    const { status, stdout } = await fovea(['review', '--output', 'json'])
    const { findings } = JSON.parse(stdout)
    expect(status === 1 && findings.some(one => one.rule === 'model-security' && one.line === 3 && one.message === 'reads one too many'), `${text}: ${status} ${stdout}`)
}
for (const [text, reason] of [
    ['There is a defect on line 3 of src/queue.py.', /model-security: the answer could not be read: There is/],
    ['I see nothing wrong here.', /could not be read/],
    ['', /model-security: the answer could not be read: it is empty/],
    ['none, but src/queue.py takes one too many', /could not be read/],
    ['src/queue.py:400: warning: far away', /names a line that does not exist: src\/queue\.py:400/],
    ['src/other_file.py:1: warning: elsewhere', /names a line that does not exist/],
]) {
    model.script = { otherwise: { text } }
    const { status, stdout } = await fovea(['review', '--output', 'json'])
    const { unseen = [], status: verdict } = JSON.parse(stdout)
    expect(status === 1 && verdict !== 'approved' && unseen.some(one => reason.test(one.reason)), `${text}: ${status} ${stdout}`)
}
model.script = { otherwise: { text: 'none' } }
const approved = await fovea(['review', '--output', 'json'])
expect(approved.status === 0 && JSON.parse(approved.stdout).status === 'approved', `none: ${approved.stdout}`)
await model.close()
finish()
