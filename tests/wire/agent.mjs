// fovea agent with a scripted model: edits are staged, repaired where they do not fit, gated, and written all or nothing; what
// does not belong to the plan, lies outside, or meets a changed file is not written.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-agent-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb', ANTHROPIC_API_KEY: 'test-key-0123456789' }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete env[name]
const at = path => join(tree, path), read = path => readFileSync(at(path), 'utf8')
const queue = 'def take(queue, count):\r\n    """Takes tasks from the queue."""\r\n    return queue[:count]\r\n'
const server_py = 'from queue import take\n\n\ndef serve(queue):\n    """Answers with tasks."""\n    return take(queue, 3)'
function plant() {
    rmSync(tree, { recursive: true, force: true })
    mkdirSync(at('.git'), { recursive: true })
    mkdirSync(at('src'))
    writeFileSync(at('.git/HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(at('src/queue.py'), queue)
    writeFileSync(at('src/server.py'), server_py)
}
const model = await serve({})
env.ANTHROPIC_BASE_URL = model.url
function agent(args, more = {}) {
    const child = spawn(program, ['agent', '--model', 'anthropic/m', ...args], { cwd: more.cwd ?? tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = '', stderr = ''
    child.stdout.on('data', piece => { stdout += piece; more.data?.(stdout, child) })
    child.stderr.on('data', piece => { stderr += piece })
    return new Promise(resolve => child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr })))
}
const unchanged = () => read('src/queue.py') === queue && read('src/server.py') === server_py
const block = (path, old, made) => `${path}\n\`\`\`\n<<<<<<< SEARCH\n${old}=======\n${made}>>>>>>> REPLACE\n\`\`\`\n`
const good = block('src/queue.py', 'def take(queue, count):\n', 'def take(queue, count=1):\n')
const task = 'give take a default count'
const last = () => { const messages = model.requests.at(-1).body.messages; const content = messages.at(-1).content; return typeof content === 'string' ? content : content.map(part => part.text).join('') }
function script(...replies) { model.requests.length = 0; model.script = { replies } }

// ---- nothing without consent ----
plant()
script(good)
const asked = await agent([task])
expect(asked.status === 3 && unchanged() && /nothing was written/.test(asked.stderr), `nobody agreed: exit 3, nothing written: ${asked.status} ${asked.stderr}`)
script(good)
const dry = await agent(['--dry-run', task])
expect(dry.status === 0 && unchanged() && dry.stdout.includes('+def take(queue, count=1):'), 'a dry run shows the diff and writes nothing')

// ---- written: every other byte as it was ----
script(`I set it.\n\n${good}`)
const written = await agent(['--yes', '--json', task], { cwd: at('src') })
expect(written.status === 0 && read('src/queue.py') === queue.replace('count):', 'count=1):') && read('src/server.py') === server_py, `written, with its line ends: ${written.stdout} ${written.stderr}`)
const events = written.stdout.trim().split('\n').map(line => JSON.parse(line).event)
for (const event of ['context', 'text', 'usage', 'edit', 'check', 'gate', 'commit']) expect(events.includes(event), `the event ${event} is reported: ${events}`)

// ---- repaired ----
plant()
script(block('src/queue.py', 'def take(queues, count):\n', 'def take(queues, count=1):\n'), good)
const repaired = await agent(['--yes', task])
expect(repaired.status === 0 && read('src/queue.py').includes('count=1'), `an edit that does not fit is repaired: ${repaired.stderr}`)
expect(model.requests.length === 2 && last().includes('src/queue.py: missing') && last().includes('def take(queue, count):'), `the model is told what is there: ${last()}`)
plant()
script(...Array(5).fill(block('src/queue.py', 'nothing of this kind\n', 'x\n')))
const unfit = await agent(['--yes', task])
expect(unfit.status === 1 && unchanged() && model.requests.length === 4, `after three repairs it ends, nothing written: ${unfit.status}, ${model.requests.length} requests`)

// ---- all or nothing; nothing outside ----
script(...Array(4).fill(good + block('src/server.py', 'not there\n', 'x\n')))
const half = await agent(['--yes', task])
expect(half.status === 1 && unchanged(), 'one part that does not fit: nothing is written')
for (const path of ['../outside.py', `${directory}/outside.py`, '.git/hooks/pre-commit', 'src/../../outside.py']) {
    script(...Array(4).fill(block(path, '', 'x\n')))
    const outside = await agent(['--yes', task])
    expect(outside.status !== 0 && unchanged() && !existsSync(join(directory, 'outside.py')) && !existsSync(at('.git/hooks/pre-commit')), `${path} is not written: ${outside.status}`)
}

// ---- a plan, step by step ----
plant()
script('I would do this:\n```plan\n1. give take a default (src/queue.py::take)\n2. use it in serve (src/server.py) after 1\n```\n', good, block('src/server.py', '    return take(queue, 3)\n', '    return take(queue)\n'))
const refused = await agent([task])
expect(refused.status === 3 && unchanged() && model.requests.length === 1, 'a plan that nobody approves ends there')
script('```plan\n1. give take a default (src/queue.py::take)\n2. use it in serve (src/server.py) after 1\n```\n', good, block('src/server.py', '    return take(queue, 3)\n', '    return take(queue)\n'))
const planned = await agent(['--yes', task])
expect(planned.status === 0 && read('src/server.py') === server_py.replace('take(queue, 3)', 'take(queue)') && read('src/queue.py').includes('count=1'), `both steps are written: ${planned.stderr}`)
expect(model.requests.length === 3 && last().includes('step 2'), 'each step is asked for')

// ---- the order of a plan: what is used, then what uses it, then tests; `after` binds ----
plant()
mkdirSync(at('tests'))
writeFileSync(at('tests/test_server.py'), 'from src.server import serve\n\n\ndef test_serve():\n    assert serve([1]) == [1]\n')
writeFileSync(at('src/server.py'), `from src.queue import take, Limit\n\n\ndef serve(queue):\n    return take(queue, Limit.most)\n`)
writeFileSync(at('src/queue.py'), 'class Limit:\n    most = 3\n\n\ndef take(queue, count):\n    return queue[:count]\n')
async function order(...lines) {
    script(`\`\`\`plan\n${lines.join('\n')}\n\`\`\`\n`)
    const { stdout } = await agent(['--json', task])
    const { plan, text } = stdout.trim().split('\n').map(line => JSON.parse(line)).map(({ event, data, text, ...rest }) => event === 'plan' ? { plan: data ?? rest, text } : {}).find(one => one.plan) ?? {}
    return { order: (plan.tasks ?? []).map(one => one.number).join(''), why: plan.why, text }
}
const turned = await order('1. test it (tests/test_server.py)', '2. call it (src/server.py::serve)', '3. take a default (src/queue.py::take)', '4. raise the limit (src/queue.py::Limit)')
expect(turned.order === '4321', `types, functions, callers, tests: ${JSON.stringify(turned)}`)
expect(/tests last/.test(turned.why) && /[34] before 2, which uses it/.test(turned.why), `why: ${turned.why}`)
const bound = await order('1. test it (tests/test_new.py)', '2. call it (src/server.py::serve) after 1', '3. take a default (src/queue.py::take) after 2')
expect(bound.order === '123' && bound.why === undefined, `after binds: ${JSON.stringify(bound)}`)
const same = await order('1. take a default (src/queue.py::take)', '2. call it (src/server.py)', '3. describe it (README.md)')
expect(same.order === '123' && same.why === undefined, `an order that is right stays: ${JSON.stringify(same)}`)

// ---- a bare name is the symbol that was shown last ----
plant()
for (const name of ['one', 'other']) writeFileSync(at(`src/${name}.py`), `def reset(queue):\n    queue.clear()\n\n\ndef use_${name}(queue):\n    reset(queue)\n`)
for (const [first, second] of [['one', 'other'], ['other', 'one']]) {
    script(`need: src/${second}.py::reset\nneed: src/${first}.py::reset\n`, 'need: callers of reset\n', 'That is all.\n')
    const named = await agent(['--yes', '--budget', '500', 'where is Nothing of the kind'])
    const callers = last().slice(last().lastIndexOf('callers of reset:')).split('---')[0]
    expect(named.status === 0 && callers.includes(`use_${first}`) && !callers.includes(`use_${second}`), `${first} was shown last: ${callers} ${named.stderr}`)
}
const remembered = await agent(['--resume', '--yes', 'and then'], (script('Done.\n'), {}))
expect(remembered.status === 1 && remembered.stderr.includes('no edit that changes a file'), `resumed: ${remembered.stderr}`)

// ---- changed meanwhile ----
plant()
script({ text: good, first: 400 })
const merging = agent(['--yes', task])
setTimeout(() => writeFileSync(at('src/queue.py'), `${queue}\r\n\r\ndef more():\r\n    return 1\r\n`), 250)
const merged = await merging
const now = read('src/queue.py')
expect(now.includes('def more()') && (merged.status === 0 ? now.includes('count=1') : merged.status === 4 || merged.status === 1), `what a user adds meanwhile stays: ${merged.status} ${now}`)
plant()
script({ text: `${good}\nThat is all.\n`, first: 400, delay: 30 })
const clashing = agent(['--yes', task])
setTimeout(() => writeFileSync(at('src/queue.py'), queue.replace('count):', 'number):')), 250)
const clashed = await clashing
expect(clashed.status !== 0 && read('src/queue.py') === queue.replace('count):', 'number):'), `a clash is refused: ${clashed.status}`)

// ---- interrupted ----
plant()
script({ text: `Here it comes.\n${good}`, delay: 60, chunk: 8 })
const stopped = await agent(['--yes', '--json', task], { data: (text, child) => { if (text.includes('comes')) child.kill('SIGINT') } })
expect(stopped.status === 130 && unchanged(), `interrupted: nothing is written, exit ${stopped.status}`)

// ---- the user's command ----
plant()
script(good, block('src/queue.py', 'def take(queue, count=1):\n', 'def take(queue, count=2):\n'))
const checked = await agent(['--yes', '--check', 'echo looking; grep count=2 src/queue.py', task])
expect(checked.status === 0 && read('src/queue.py').includes('count=2') && last().includes('looking') && model.requests.length === 2, `what fails goes back to the model: ${checked.status} ${checked.stderr}`)
plant()
script(good, 'I do not know.')
const failing = await agent(['--yes', '--check', 'false', task])
expect(failing.status === 1 && /still fails/.test(failing.stderr) && read('src/queue.py').includes('count=1'), `a command that still fails is told: ${failing.stderr}`)

// ---- the terminal: moving or plain, with a history that outlives it ----
function converse(lines, ...args) {
    const child = spawn('script', ['-qec', `${program} agent ${args.join(' ')}`, '/dev/null'], { cwd: tree, env: { ...env, TERM: 'xterm-256color' }, stdio: ['pipe', 'pipe', 'ignore'] })
    let stdout = '', sent = 0
    child.stdout.on('data', piece => {
        stdout += piece
        if (stdout.split('> ').length > sent + 1 && sent < lines.length) child.stdin.write(`${lines[sent++]}\r`)
    })
    child.on('error', () => {})
    return new Promise(resolve => child.on('close', () => resolve(stdout)))
}
if (existsSync('/usr/bin/script')) {
    const bracketed = '\x1b[?2004h', configuration = join(directory, 'config/fovea/config.toml')
    const moving = await converse(['/budget', '/quit'])
    expect(moving.includes(bracketed) && moving.includes('tokens are gathered'), `a terminal is drawn on: ${moving}`)
    expect(readFileSync(join(directory, 'state/fovea/history'), 'utf8') === '/budget\n/quit\n', 'what was entered is kept')
    plant()
    const tested = await converse(['/test again', '/test true', '/test again', '/status', '/quit'])
    expect(tested.includes('no command was run in this session') && tested.split('true: passed').length === 3, `a command is remembered: ${tested}`)
    const status = await converse(['/status', '/quit'], '--resume', '1')
    expect(/symbols? viewed, last src\/[a-z]+\.py::/.test(status), `what was viewed is listed: ${status}`)
    for (const path of [configuration, at('.fovea.toml')]) {
        mkdirSync(join(path, '..'), { recursive: true })
        writeFileSync(path, '[terminal]\nplain = true\n')
        const plain = await converse(['/budget', '/quit'])
        expect(!plain.includes(bracketed) && plain.includes('tokens are gathered'), `${path}: nothing is drawn: ${plain}`)
        rmSync(path)
    }
}

// ---- git: a branch, these files alone, the repository's style, its hooks, the user's index as it was ----
const git = (...args) => execFileSync('git', ['-C', tree, '-c', 'user.name=Me', '-c', 'user.email=me@example.com', '-c', 'commit.gpgsign=false', ...args], { env, encoding: 'utf8' })
Object.assign(env, { GIT_AUTHOR_NAME: 'Me', GIT_AUTHOR_EMAIL: 'me@example.com', GIT_COMMITTER_NAME: 'Me', GIT_COMMITTER_EMAIL: 'me@example.com', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' })
plant()
rmSync(at('.git'), { recursive: true })
git('init', '-q', '-b', 'main')
git('add', '.')
git('commit', '-q', '-m', 'queue: take tasks in order')
writeFileSync(at('src/staged.py'), 'staged = 1\n')
git('add', 'src/staged.py')
writeFileSync(at('src/server.py'), `${server_py}\n`)
script(good + block('src/new.py', '', 'made = 1\n'))
const branched = await agent(['--yes', '--branch', 'agent/count', 'Give take a default count'])
expect(branched.status === 0, `on a branch: ${branched.stderr}`)
expect(git('log', '-1', '--format=%s').trim() === 'queue: give take a default count', `the title is in the style of the repository: ${git('log', '-1', '--format=%s')}`)
expect(git('show', '--format=', '--name-only', 'HEAD').trim().split('\n').sort().join() === 'src/new.py,src/queue.py', 'only the files of the edits are committed')
expect(git('branch', '--show-current').trim() === 'agent/count' && git('rev-list', '--count', 'main').trim() === '1', 'main is as it was')
expect(git('status', '--porcelain').split('\n').filter(Boolean).sort().join('|') === ' M src/server.py|A  src/staged.py', `the index and other changes are as they were: ${git('status', '--porcelain')}`)
writeFileSync(at('src/queue.py'), read('src/queue.py') + '# mine\r\n')
script(block('src/queue.py', '    return queue[:count]\n', '    return list(queue[:count])\n'))
const mixed = await agent(['--yes', '--branch', 'agent/more', task])
expect(mixed.status === 1 && /changes of your own/.test(mixed.stderr) && git('branch', '--show-current').trim() === 'agent/count' && !read('src/queue.py').includes('list('), `changes of the user are not committed along: ${mixed.stderr}`)
git('checkout', '-q', '--', 'src/queue.py')
writeFileSync(at('.git/hooks/pre-commit'), '#!/bin/sh\necho the hook says no\nexit 1\n', { mode: 0o755 })
script(block('src/other.py', '', 'made = 2\n'))
const hooked = await agent(['--yes', '--branch', 'agent/hooked', task])
expect(hooked.status === 1 && /the hook says no/.test(hooked.stderr), `a hook runs, and what it says is shown: ${hooked.stderr}`)
expect(git('status', '--porcelain').split('\n').filter(Boolean).sort().join('|') === ' M src/server.py|?? src/other.py|A  src/staged.py', `the index is as it was: ${git('status', '--porcelain')}`)
await model.close()
finish()
