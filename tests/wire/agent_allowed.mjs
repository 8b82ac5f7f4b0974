// Commands that the user allows run after each write, and when the model asks for them; the model sees what they print and
// repairs what fails. What a model, a repository or its settings name does not run.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-allowed-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const model = await serve({})
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb', ANTHROPIC_API_KEY: 'test-key-0123456789', ANTHROPIC_BASE_URL: model.url }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete env[name]
mkdirSync(join(tree, '.git'), { recursive: true })
writeFileSync(join(tree, '.git/HEAD'), 'ref: refs/heads/main\n')
const start = 'def take(queue, count):\n    return queue[:count]\n'
writeFileSync(join(tree, 'queue.py'), start)
writeFileSync(join(tree, 'check.sh'), 'echo checked >> runs.log\ngrep -q "count + 2" queue.py || { echo "expected count + 2"; exit 1; }\n')
mkdirSync(join(directory, 'config/fovea'), { recursive: true })
const settings = text => writeFileSync(join(directory, 'config/fovea/config.toml'), text)
const runs = () => existsSync(join(tree, 'runs.log')) ? readFileSync(join(tree, 'runs.log'), 'utf8').split('\n').length - 1 : 0
const edit = (from, to) => `queue.py\n\`\`\`\n<<<<<<< SEARCH\n    return queue[:${from}]\n=======\n    return queue[:${to}]\n>>>>>>> REPLACE\n\`\`\`\n`
async function fovea(args, ...replies) {
    model.requests.length = 0
    model.script = { replies }
    const child = spawn(program, args, { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    child.stdout.on('data', piece => { text += piece })
    child.stderr.on('data', piece => { text += piece })
    const status = await new Promise(resolve => child.on('close', resolve))
    const sent = model.requests.filter(one => one.path.endsWith('/messages')).map(one => JSON.stringify(one.body))
    return { status, text, sent }
}
const agent = ['agent', '--yes', '--model', 'anthropic/m', 'take more of the queue']

// ---- after a write ----
settings('[agent]\ncheck = ["sh check.sh"]\n')
const done = await fovea(agent, edit('count', 'count + 1'), edit('count + 1', 'count + 2'))
expect(done.status === 0 && runs() === 2, `it is repaired until the check passes: ${done.status}, ${runs()} runs, ${done.text.slice(-300)}`)
expect(done.sent[1]?.includes('expected count + 2'), 'the model sees what the check prints')
expect(done.sent[0].includes('need: run sh check.sh'), 'the model reads which command it may ask for')
writeFileSync(join(tree, 'queue.py'), start)
const failing = await fovea(agent, edit('count', 'count + 1'), 'I cannot repair it.\n')
expect(failing.status !== 0 && /check still fails/.test(failing.text), `a check that still fails is no success: ${failing.status} ${failing.text.slice(-200)}`)

// ---- when the model asks ----
const before = runs()
const asked = await fovea(['ask', '--model', 'anthropic/m', 'does the check pass'], 'need: check\n', 'It fails.\n')
expect(runs() === before + 1 && asked.sent[1].includes('expected count + 2'), `the model asks for the check: ${runs() - before}`)
const named = await fovea(['ask', '--model', 'anthropic/m', 'does the check pass'], 'need: run sh check.sh\n', 'It fails.\n')
expect(runs() === before + 2 && named.sent[1].includes('expected count + 2'), 'and by its text')
for (const line of ['run touch made', 'run sh check.sh; touch made', 'run  sh  check.sh && touch made', 'run sh check.sh\u00a0'])
    expect((await fovea(['ask', '--model', 'anthropic/m', 'does it pass'], `need: ${line}\n`, 'No.\n')).sent[1].includes('not allowed'), `${line} does not run`)
expect(!existsSync(join(tree, 'made')) && runs() === before + 2, 'no other command ran')

// ---- confined ----
const outside = join(directory, 'outside'), probe = name => `{ echo x > ${outside}-${name}; } 2>/dev/null; echo x > made-${name}; echo "key=$ANTHROPIC_API_KEY."; cat /proc/net/dev; false`
settings(`[agent]\ncheck = [${JSON.stringify(probe('a'))}]\n`)
const confined = await fovea(['ask', '--model', 'anthropic/m', 'does it pass'], 'need: check\n', 'No.\n')
const unconfined = /not confined/.test(confined.text)
expect(existsSync(join(tree, 'made-a')) && confined.sent[1].includes('key=.'), `it writes in the repository, without the key: ${confined.text.slice(-300)}`)
expect(unconfined || !existsSync(`${outside}-a`), 'it writes nowhere else')
expect(unconfined || /lo:/.test(confined.sent[1]) && !/(eth|wlan|enp|ens)[0-9]/.test(confined.sent[1].slice(confined.sent[1].lastIndexOf('key=.'))), 'it has no network')
rmSync(join(tree, 'made-a'))

// ---- what fails is seen, also in the middle of long output ----
writeFileSync(join(tree, 'long.sh'), 'for i in $(seq 3000); do echo "line $i is fine"; done; echo "test_take FAILED: 2 != 3"; for i in $(seq 3000); do echo "line $i is fine, too"; done; exit 1\n')
settings('[agent]\ncheck = ["sh long.sh"]\n')
const long = await fovea(['ask', '--model', 'anthropic/m', 'does it pass'], 'need: check\n', 'No.\n')
expect(long.sent[1].includes('test_take FAILED: 2 != 3') && /lines left out/.test(long.sent[1]) && long.sent[1].includes('line 3000 is fine, too'), 'the failure and the end are sent')

// ---- who allows ----
settings('')
const none = await fovea(['ask', '--model', 'anthropic/m', 'does it pass'], 'need: check\nneed: run sh check.sh\n', 'No.\n')
expect(runs() === before + 2 && none.sent[1].includes('not allowed') && !none.sent[0].includes('need: run'), 'without a setting nothing runs')
writeFileSync(join(tree, '.fovea.toml'), '[agent]\ncheck = ["touch made"]\n')
await fovea(agent, edit('count + 1', 'count + 2'))
expect(!existsSync(join(tree, 'made')), "a repository's settings name no command")

await model.close()
finish()
