// fovea agent against a model, a repository and a server that mean harm: texts of files that no model may see do not leave in
// refusals, hits or pieces of keys; nothing that they say controls the terminal.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-hostile-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb', ANTHROPIC_API_KEY: 'test-key-0123456789', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete env[name]
const at = path => join(tree, path), read = path => readFileSync(at(path), 'utf8')
const put = (path, text) => { mkdirSync(join(at(path), '..'), { recursive: true }); writeFileSync(at(path), text) }
const queue = 'def take(queue, count):\n    """Takes tasks."""\n    return queue[:count]\n'
const diary = 'dear diary\nthe merger closes friday\nbye\n'
const random = Array.from({ length: 20 }, (_, i) => createHash('sha512').update(`${i}`).digest('base64').slice(0, 64))
put('src/queue.py', queue)
put('.gitignore', 'private/\n')
put('private/diary.txt', diary)
put('config/secrets.yml', 'stripe: livemode\nmaster: correcthorse\n')
put('src/conf.py', `KEY = """-----BEGIN RSA PRIVATE KEY-----\n${random.join('\n')}\nAb12Cd34==\n-----END RSA PRIVATE KEY-----\n"""\n`)
const git = (...args) => execFileSync('git', ['-C', tree, '-c', 'user.name=Me', '-c', 'user.email=me@example.com', ...args], { env, encoding: 'utf8' })
git('init', '-q', '-b', 'main')
git('add', '.')
git('commit', '-q', '-m', 'begin')
const model = await serve({})
env.ANTHROPIC_BASE_URL = model.url
function fovea(...args) {
    const other = args[1]?.startsWith('compatible/') ? args.splice(1, 1)[0] : 'anthropic/m'
    const child = spawn(program, [args[0], '--model', other, ...args.slice(1)], { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = '', stderr = ''
    child.stdout.on('data', piece => { stdout += piece })
    child.stderr.on('data', piece => { stderr += piece })
    return new Promise(resolve => child.on('close', status => resolve({ status, stdout, stderr })))
}
const block = (path, old, made) => `${path}\n\`\`\`\n<<<<<<< SEARCH\n${old}=======\n${made}>>>>>>> REPLACE\n\`\`\`\n`
const script = (...replies) => { model.requests.length = 0; model.script = { replies } }
// What went out, without the model's own words.
const sent = (...said) => said.reduce((text, own) => text.replaceAll(JSON.stringify(own).slice(1, -1), ''), JSON.stringify(model.requests.map(request => request.body)))
const clean = text => !/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(text)

// ---- refusals quote no file that a model may not see; it cannot move such a file to where it may ----
for (const [path, old, secret] of [['private/diary.txt', 'dear diary\nnot there\n', 'merger'], ['config/secrets.yml', 'stripe: livemode\nno\n', 'correcthorse']]) {
    script(block(path, old, 'x\n'), 'I give up.')
    const misfit = await fovea('agent', '--yes', 'change take')
    expect(model.requests.length === 2 && !sent().includes(secret), `a refusal does not show ${path}: ${misfit.status} ${misfit.stderr}`)
    const text = read(path)
    script(`*** Begin Patch\n*** Update File: ${path}\n*** Move to: src/moved.txt\n@@\n ${text.split('\n')[0]}\n+x\n*** End Patch\n`, 'need: src/moved.txt', 'I give up.')
    await fovea('agent', '--yes', 'change take')
    expect(read(path) === text && !existsSync(at('src/moved.txt')) && !sent().includes(secret), `${path} is not moved`)
    script(`*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n`, 'I give up.')
    await fovea('agent', '--yes', 'change take')
    expect(read(path) === text, `${path} is not deleted`)
}
// A file that the agent makes is one that it can repair.
script(block('src/made.py', '', 'made = 1\n'), block('src/made.py', 'made = 1\n', 'made = 2\n'))
const made = await fovea('agent', '--yes', '--check', 'grep 2 src/made.py', 'make a file')
expect(made.status === 0 && read('src/made.py') === 'made = 2\n', `a new file is repaired: ${made.status} ${made.stderr}`)

// ---- names that some file system takes for .git, and those that look like another file ----
for (const path of ['.GIT/hooks/x', '.git./hooks/x', 'sub/.git/hooks/x', '.g\u200cit/hooks/x', '.git\u200b/hooks/x', '.git::$INDEX_ALLOCATION/hooks/x', '.git:x/hooks/x', 'GIT~1/hooks/x', 'sub\\.git\\hooks\\x', 'src/que\u200bue.py', 'src/\u202eyp.x', 'a\nb.py', 'a\tb.py']) {
    script(`*** Begin Patch\n*** Add File: ${path}\n+echo\n*** End Patch\n`, 'No.')
    await fovea('agent', '--yes', 'change take')
    expect(git('status', '--porcelain').trim() === '?? src/made.py' && !existsSync(at('.git/hooks/x')), `${JSON.stringify(path)} is not written: ${git('status', '--porcelain')}`)
}
// What a script leaves empty is not the same as none.
for (const option of ['--branch=', '--check=', '--check= ']) {
    script(block('src/queue.py', '    return queue[:count]\n', '    return queue[:count + 1]\n'))
    const empty = await fovea('agent', '--yes', option, 'change take')
    expect(empty.status === 2 && read('src/queue.py') === queue && model.requests.length === 0, `'${option}' is wrong usage: ${empty.status} ${empty.stderr}`)
}
// What --context-only shows is what goes out.
const shown = await fovea('agent', '--context-only', 'change take')
script('No.')
await fovea('agent', 'change take')
const { system, messages } = model.requests[0].body
expect([...system, ...messages.at(-1).content].every(({ text }) => shown.stdout.includes(text.trim())), `what goes out is shown: ${shown.stdout}`)

// ---- nor do what it asks for, and pieces of keys ----
for (const need of ['need: grep "correct"', 'need: search "master correcthorse stripe"', 'need: config/secrets.yml', 'need: config/secrets.yml:1-2', 'need: private/diary.txt', 'need: grep "merger"']) {
    script(need, 'That is all.')
    await fovea('ask', 'how are tasks taken')
    expect(model.requests.length === 2 && !/horse|merger/.test(sent(need, need.slice(6), 'correcthorse')), `${need} shows nothing: ${sent(need, need.slice(6)).slice(-600)}`)
}
for (const need of ['need: src/conf.py:5-9', 'need: src/conf.py:18-23', `need: grep "${random[4].slice(0, 6)}"`, 'need: src/conf.py']) {
    script(need, 'That is all.')
    const asked = await fovea('ask', 'how are tasks taken')
    expect(model.requests.length === 2 && !random.some(line => sent().includes(line)) && !sent().includes('Ab12Cd34'), `${need} shows no piece of a key: ${asked.status} ${asked.stderr} ${asked.stdout}`)
}
script(block('src/queue.py', '    return queue[:count]\n', '    return queue[:count + 1]\n'), 'I do not know.')
await fovea('agent', '--yes', '--check', `tail -n 12 src/conf.py; echo "password = 'hunter2hunter99'"; exit 1`, 'change take')
expect(model.requests.length === 2 && !random.some(line => sent().includes(line)) && !/Ab12Cd34/.test(sent()) && (sent().match(/hunter2hunter99/g) ?? []).length === 0, `the output of a command is without secrets: ${sent().slice(-600)}`)
writeFileSync(at('src/queue.py'), queue)
script(block('src/queue.py', '    return queue[:count]\n', '    return queue[:count + 1]\n'), 'I do not know.')
const told = await fovea('agent', '--yes', '--json', '--check', 'echo "$ANTHROPIC_API_KEY"; exit 1', 'change take')
expect(told.status === 1 && !told.stdout.includes(env.ANTHROPIC_API_KEY) && !sent().includes(env.ANTHROPIC_API_KEY), `the output of a command does not show the key: ${told.stdout}`)
writeFileSync(at('src/queue.py'), queue)

// ---- the terminal ----
const bad = '\x1b[2J\x1b]0;x\x07\u009b2J\u202e'
for (const [what, ...replies] of [
    ['a plan', `\`\`\`plan\n1. do ${bad} it (src/queue.py)\n2. and (src/${bad}.py)\n\`\`\`\n`],
    ['a path', block(`src/${bad}q.py`, 'x\n', 'y\n'), 'No.'],
    ['an edit', block('src/queue.py', 'not there\n', `${bad}\n`), 'No.'],
    ['a need', `need: src/${bad}.c\nneed: callers of ${bad}`, 'No.'],
    ['an error', { status: 400, type: bad, message: `no ${bad}` }],
    ['a refusal', { text: 'x', stop: 'refusal', why: bad }],
]) {
    script(...replies)
    const said = await fovea('agent', `change take ${what}`)
    expect(clean(said.stderr), `${what} cannot control the terminal: ${JSON.stringify(said.stderr)}`)
}
script('No.')
const asked = await fovea('agent', '--check', 'true', `@src/${bad} change take`)
expect(clean(asked.stderr), `a task cannot control the terminal: ${JSON.stringify(asked.stderr)}`)
script(block('src/queue.py', '    return queue[:count]\n', '    return queue[:count + 2]\n'), 'No.')
const loud = await fovea('agent', '--yes', '--check', `printf '\\033[2J\\302\\2332J\\r'; exit 1`, 'change take')
expect(loud.status === 1 && clean(loud.stderr), `a command cannot control the terminal: ${JSON.stringify(loud.stderr)}`)

// ---- reviewers: no file that is likely to hold secrets, and never above a small window ----
put('config/secrets.yml', 'stripe: livemode\nmaster: correcthorse\nbattery: staple\n')
put('src/queue.py', queue + '\n\ndef more():\n    return 1\n')
for (let i = 0; i < 40; i++) put(`src/many${i}.py`, Array.from({ length: 60 }, (_, k) => `def f${i}_${k}(a):\n    return eval(a)\n`).join('\n'))
env.FOVEA_MODEL_URL = `${model.url}/v1`
script(...Array(4).fill('none'))
await fovea('review')
expect(model.requests.length === 4 && !/correcthorse|staple/.test(sent()), `reviewers see no such file: ${model.requests.length}`)
model.requests.length = 0
model.script = { otherwise: 'none', models: [{ id: 'm', context_length: 4000 }] }
const small = await fovea('review', 'compatible/m')
const posts = model.requests.filter(request => request.method === 'POST')
expect(posts.length === 4 && posts.every(({ body }) => JSON.stringify(body.messages).length / 3 + body.max_tokens <= 4500), `reviewers keep within a window of 4,000: ${small.status} ${small.stderr} ${posts.map(({ body }) => `${JSON.stringify(body.messages).length} bytes, ${body.max_tokens}`)}`)
for (let i = 0; i < 40; i++) rmSync(at(`src/many${i}.py`))
model.requests.length = 0
const little = await fovea('ask', 'compatible/m', 'how are tasks taken')
expect(model.requests.at(-1).method === 'POST' && model.requests.at(-1).body.max_tokens <= 1000, `a server with a window of 4,000 is asked for it: ${little.stderr}`)

// ---- two programs keep within the cap of a day together ----
rmSync(join(directory, 'state'), { recursive: true, force: true })
mkdirSync(join(directory, 'config/fovea'), { recursive: true })
writeFileSync(join(directory, 'config/fovea/config.toml'), '[model]\nmax_tokens_per_day = 6000\n')
script({ text: 'That is all.', first: 700 }, { text: 'That is all.', first: 700 })
const both = await Promise.all([fovea('ask', 'how are tasks taken'), fovea('ask', 'how are tasks taken')])
expect(both.map(one => one.status).sort().join() === '0,6' && model.requests.length === 1, `one of two stops at the cap: ${both.map(one => `${one.status} ${one.stderr}`)}`)
script('That is all.')
const after = await fovea('ask', 'how are tasks taken')
expect(after.status === 0, `what was held and not used is given back: ${after.stderr}`)
env.XDG_STATE_HOME = join(directory, 'file/state')
writeFileSync(join(directory, 'file'), '')
script('That is all.')
const unstored = await fovea('ask', 'how are tasks taken')
expect(unstored.status === 6 && model.requests.length === 0, `a cap that cannot be kept stops: ${unstored.status} ${unstored.stderr}`)
await model.close()
finish()
