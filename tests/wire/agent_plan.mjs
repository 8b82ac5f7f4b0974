// Steps of a plan that do not touch are asked for at the same time; what is written is what asking one after the other writes.
// Caps hold over all of them together; what fails, breaks off or meets another step's file is asked for again in its turn.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-plan-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb', ANTHROPIC_API_KEY: 'test-key-0123456789' }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete env[name]
const at = path => join(tree, path), read = path => readFileSync(at(path), 'utf8')
const names = ['alpha', 'beta', 'gamma', 'delta', 'omega']
const file = name => `def ${name}(count):\n    """Is ${name}."""\n    return count\n`
const caller = 'from src.alpha import alpha\n\n\ndef call():\n    return alpha(1)\n'
function plant() {
    rmSync(tree, { recursive: true, force: true })
    mkdirSync(at('.git'), { recursive: true })
    mkdirSync(at('src'))
    mkdirSync(at('tests'))
    writeFileSync(at('.git/HEAD'), 'ref: refs/heads/main\n')
    for (const name of names) writeFileSync(at(`src/${name}.py`), file(name))
    writeFileSync(at('src/caller.py'), caller)
    writeFileSync(at('tests/test_beta.py'), 'from src.beta import beta\n\n\ndef test_beta():\n    assert beta(1) == 1\n')
}
const model = await serve({})
env.ANTHROPIC_BASE_URL = model.url
env.FOVEA_MODEL_URL = `${model.url}/v1`
function agent(args, { name = 'anthropic/m', data } = {}) {
    const child = spawn(program, ['agent', '--model', name, ...args], { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = '', stderr = ''
    child.stdout.on('data', piece => { stdout += piece; data?.(stdout + stderr, child) })
    child.stderr.on('data', piece => { stderr += piece; data?.(stdout + stderr, child) })
    return new Promise(resolve => child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr })))
}
const block = (path, old, made) => `${path}\n\`\`\`\n<<<<<<< SEARCH\n${old}=======\n${made}>>>>>>> REPLACE\n\`\`\`\n`
const step = (number, text, more = {}) => ({ match: `Do step ${number} now`, text, first: 500, ...more })
const edit = (name, made = 'count + 1') => block(`src/${name}.py`, '    return count\n', `    return ${made}\n`)
const plan = (...lines) => `\`\`\`plan\n${lines.map((line, i) => `${i + 1}. ${line}`).join('\n')}\n\`\`\`\n`
const script = (...replies) => { model.requests.length = 0; model.script = { replies } }
const asked = () => model.requests.map(({ body, at }) => ({ number: Number(/Do step (\d)/.exec(JSON.stringify(body.messages?.at(-1) ?? ''))?.[1]), at })).filter(one => one.number)
const written = () => [...names.map(name => `src/${name}.py`), 'src/caller.py', 'tests/test_beta.py'].map(read).join('---\n')
const task = 'change all of them'

// ---- at the same time ----
const wide = plan('change alpha (src/alpha.py::alpha)', 'change beta (src/beta.py::beta)', 'change gamma (src/gamma.py)', 'call alpha with two (src/caller.py::call)', 'test beta (tests/test_beta.py)')
const replies = [step(1, `First.\n\n${edit('alpha')}`), step(2, `Second.\n\n${edit('beta')}`, { first: 100 }), step(3, `Third.\n\n${edit('gamma')}`, { first: 10 }),
    step(4, block('src/caller.py', '    return alpha(1)\n', '    return alpha(2)\n')), step(5, block('tests/test_beta.py', '    assert beta(1) == 1\n', '    assert beta(1) == 2\n'))]
plant()
script(wide, ...replies)
const together = await agent(['--yes', '--json', task])
const events = together.stdout.trim().split('\n').map(line => JSON.parse(line))
const firsts = asked()
expect(together.status === 0, `all steps: ${together.status} ${together.stdout} ${together.stderr}`)
expect(firsts.length === 5 && firsts.slice(0, 3).map(one => one.number).sort().join('') === '123' && firsts[2].at - firsts[0].at < 400, `three are asked for at once, then what touches them: ${JSON.stringify(firsts)}`)
expect(events.filter(one => one.event === 'edit').map(one => one.path).join() === 'src/alpha.py,src/beta.py,src/gamma.py,src/caller.py,tests/test_beta.py', `each is staged and shown once, in the order of the plan: ${events.filter(one => one.event === 'edit').map(one => one.path)}`)
const texts = events.filter(one => one.event === 'text' && one.text.trim()).map(one => one.text.trim()).join()
expect(texts === 'First.,Second.,Third.', `and shown in that order: ${texts}`)
expect(events.filter(one => one.event === 'usage').length === 6 && events.filter(one => one.event === 'usage').at(-1).requests === 6, 'each request is counted')
expect(events.some(one => one.event === 'notice' && /at the same time.* 1, 2, 3$/.test(one.text)), 'the user is told')
const result = written()
const bodies = Object.fromEntries(model.requests.slice(1).map(({ body }) => [/Do step (\d)/.exec(JSON.stringify(body.messages.at(-1)))[1], body]))
expect(['1', '2', '3'].every(number => JSON.stringify(bodies[number].messages.slice(0, 2)) === JSON.stringify(bodies['1'].messages.slice(0, 2)) && bodies[number].messages.length === 3), 'requests at the same time have the same conversation before them')
expect(bodies['2'].messages.at(-1).content.map(part => part.text).join('').includes('def beta') && !JSON.stringify(bodies['2'].messages.at(-1)).includes('def gamma'), 'each has the text of its own targets')

// ---- the same as one after the other, which a server of the user's own is asked ----
plant()
script(wide, ...replies)
const alone = await agent(['--yes', task], { name: 'compatible/m' })
const times = asked()
expect(alone.status === 0 && times.map(one => one.number).join('') === '12345' && written() === result, `one after the other, with the same outcome: ${alone.status} ${JSON.stringify(times)} ${alone.stderr}`)

// ---- what fails is asked for again; so is what meets the file of another step ----
const pair = plan('change alpha (src/alpha.py::alpha)', 'change beta (src/beta.py::beta)')
for (const [what, fault] of [['an error', { status: 400, type: 'invalid_request_error', message: 'no' }], ['a cut', { text: edit('beta'), cut: 8, chunk: 4, delay: 5 }]]) {
    plant()
    script(pair, step(1, edit('alpha')), { match: 'Do step 2', ...fault }, step(2, edit('beta')))
    const again = await agent(['--yes', task])
    expect(again.status === 0 && read('src/beta.py').includes('count + 1') && asked().map(one => one.number).sort().join('') === '122', `${what}: ${again.status} ${JSON.stringify(asked())} ${again.stderr}`)
}
plant()
script(pair, step(1, edit('alpha')), step(2, edit('beta') + edit('alpha', 'count + 2')), step(2, edit('beta') + block('src/alpha.py', '    return count + 1\n', '    return count + 3\n')))
const met = await agent(['--yes', '--json', task])
expect(asked().map(one => one.number).sort().join('') === '122' && /step 2 is asked for again/.test(met.stdout), `a reply about a text that has changed is dropped: ${met.status} ${met.stdout} ${JSON.stringify(asked())}`)
plant()
script(pair, step(1, edit('alpha')), step(2, 'need: src/gamma.py::gamma\n', { first: 10 }), { text: edit('beta') })
const needed = await agent(['--yes', task])
expect(needed.status === 0 && read('src/beta.py').includes('count + 1') && JSON.stringify(model.requests.at(-1).body).includes('def gamma'), `a step that came along may need more: ${needed.status} ${needed.stderr}`)
plant()
script(pair, ...Array(4).fill(0).map(() => ({ match: 'Do step 1|Nothing of your last', text: block('src/alpha.py', 'not there\n', 'x\n'), first: 50 })), step(2, edit('beta')))
const unfit = await agent(['--yes', task])
expect(unfit.status === 1 && read('src/beta.py') === file('beta'), `a step that does not fit ends the plan, nothing is written: ${unfit.status} ${unfit.stderr}`)

// ---- interrupted: all connections end ----
plant()
script(pair, { match: 'Do step 1', text: 'It begins.\nAnd', endless: 'pings' }, { match: 'Do step 2', text: 'x', endless: 'silence' })
const begun = { at: 0 }
const stopped = await agent(['--yes', '--json', task], { data: (text, child) => { if (text.includes('It begins') && !begun.at) { begun.at = Date.now(); child.kill('SIGINT') } } })
expect(stopped.status === 130 && Date.now() - begun.at < 1500 && written().includes(file('alpha')), `interrupted: ${stopped.status} after ${Date.now() - begun.at} ms`)

// ---- caps: together, or one after the other, or not at all ----
const most = async tokens => {
    rmSync(join(directory, 'state'), { recursive: true, force: true })
    mkdirSync(join(directory, 'config/fovea'), { recursive: true })
    writeFileSync(join(directory, 'config/fovea/config.toml'), `[model]\nmax_tokens = 1000\nmax_tokens_per_day = ${tokens}\n`)
    plant()
    script(pair, step(1, edit('alpha'), { usage: { input: 100, output: 50 } }), step(2, edit('beta'), { usage: { input: 100, output: 50 } }))
    const run = await agent(['--yes', '--budget', '500', task])
    return { ...run, together: /at the same time/.test(run.stderr), times: asked() }
}
const roomy = await most(100000), tight = await most(2600), none = await most(900)
expect(roomy.status === 0 && roomy.together, `within the cap, together: ${roomy.status} ${roomy.stderr}`)
expect(tight.status === 0 && !tight.together && tight.times.length === 2, `where only one fits, one after the other: ${tight.status} ${tight.stderr}`)
expect(none.status === 6 && model.requests.length === 0, `where none fits, none: ${none.status} ${none.stderr}`)

// ---- another model for the steps ----
const settings = text => writeFileSync(join(directory, 'config/fovea/config.toml'), text)
const unnamed = args => {
    const child = spawn(program, ['agent', ...args], { cwd: tree, env: { ...env, FOVEA_MODEL: '' }, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    child.stdout.on('data', piece => { text += piece })
    child.stderr.on('data', piece => { text += piece })
    return new Promise(resolve => child.on('close', status => resolve({ status, text })))
}
const models = () => model.requests.filter(one => one.body?.messages && !one.path.endsWith('count_tokens')).map(one => one.body.model)
settings('[model]\nname = "anthropic/large"\nedit = "anthropic/small"\n')
plant()
script(pair, step(1, edit('alpha')), step(2, edit('beta')))
const two = await unnamed(['--yes', task])
expect(two.status === 0 && models().join() === 'large,small,small' && two.text.includes('the steps are done by anthropic/small'), `one plans, the other edits: ${models()} ${two.text}`)
plant()
script(pair, step(1, edit('alpha')), step(2, edit('beta')))
const one = await agent(['--yes', task])
expect(one.status === 0 && models().join() === 'm,m,m', `a model that is named does all: ${models()}`)
settings('[model]\nname = "anthropic/large"\nedit = "nobody/small"\n')
plant()
script(pair)
const wrong = await unnamed(['--yes', task])
expect(wrong.status !== 0 && wrong.text.includes('nobody') && written() === [...names.map(file), caller, read('tests/test_beta.py')].join('---\n'), `a model that cannot be used: ${wrong.text}`)
await model.close()
finish()
