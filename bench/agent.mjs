// agent.mjs FOVEA TREE: four tasks on a copy of redis, as `fovea agent` does them with a scripted model, beside an agent that
// greps and reads whole files: tokens that a model is sent (bytes / 4) and calls. The model's part is scripted on both sides:
// what is measured is what it would be given. The other agent makes only the calls that the task needs, and reads each file
// once; each of its answers is sent once.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../tests/wire/model_server.mjs'

const [fovea, source] = process.argv.slice(2)
const work = mkdtempSync(join(tmpdir(), 'fovea-agent-bench-')), tree = join(work, 'redis')
process.on('exit', () => rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
cpSync(source, tree, { recursive: true, filter: path => !/\/\.git$/.test(path) })
const git = (...args) => execFileSync('git', ['-C', tree, '-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
git('init', '-q'); git('add', '-A'); git('commit', '-q', '-m', 'start')
const server = await serve({})
const env = { ...process.env, HOME: work, XDG_CONFIG_HOME: join(work, 'config'), XDG_CACHE_HOME: join(work, 'cache'), XDG_STATE_HOME: join(work, 'state'), ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'bench-key-0123456789' }
mkdirSync(env.XDG_CONFIG_HOME)
function run(...args) {
    const child = spawn(fovea, args, { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let out = '', err = ''
    child.stdout.on('data', piece => { out += piece })
    child.stderr.on('data', piece => { err += piece })
    return new Promise(resolve => child.on('close', status => resolve({ status, out, err })))
}
await run('index', '-q')
const tokens = text => Math.ceil(Buffer.byteLength(text) / 4)
const read = path => readFileSync(join(tree, path), 'utf8')
const grep = pattern => { try { return execFileSync('grep', ['-rnI', '--exclude-dir=.git', pattern, '.'], { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 28 }) } catch { return '' } }
const sent = () => server.requests.reduce((sum, asked) => sum + tokens(JSON.stringify(asked.body)), 0)
const rows = []
async function measure(task, script, args, other) {
    server.requests.length = 0
    server.script = script
    const done = await run(...args)
    if (done.status > 1) console.error(`${task}: exit ${done.status}: ${done.err}`)
    const ours = { tokens: sent() || tokens(done.out), calls: server.requests.length || 1 }
    rows.push([task, ours, { tokens: other.reduce((sum, text) => sum + tokens(text), 0), calls: other.length }])
}
const block = (path, old, made) => `${path}\n\`\`\`\n<<<<<<< SEARCH\n${old}=======\n${made}>>>>>>> REPLACE\n\`\`\`\n`

const change = 'static int slow_percent(int value)\n{\n    return value ? 100 / value : 0;\n}\n\n'
await measure('explain: how are expired keys deleted', { replies: ['`activeExpireCycle` samples keys with an expiry.\n'] },
    ['ask', '--model', 'anthropic/m', 'how are expired keys deleted'],
    [grep('expire'), read('src/expire.c'), read('src/db.c'), read('src/server.c')])
const constant = read('src/expire.c').match(/^#define ACTIVE_EXPIRE_CYCLE_SLOW_TIME_PERC .*\n/m)[0]
await measure('fix: allow the slow cycle 30 percent', { replies: [block('src/expire.c', constant, constant.replace('25', '30'))] },
    ['agent', '--model', 'anthropic/m', '--dry-run', 'let the slow expire cycle use 30 percent of the time'],
    [grep('expire.*cycle'), read('src/expire.c'), read('src/server.h'), 'edited src/expire.c'])
const name = 'dictFetchValue', files = [...new Set(grep(name).split('\n').filter(Boolean).map(line => line.slice(2, line.indexOf(':'))))]
await measure(`rename ${name} in ${files.length} files`, {}, ['rename', name, 'dictValueOf', '--include', 'all'],
    [grep(name), ...files.map(read), ...files.map(path => `edited ${path}`)])
git('checkout', '-q', '.')
writeFileSync(join(tree, 'src/expire.c'), read('src/expire.c').replace('void activeExpireCycle(int type) {', `${change}void activeExpireCycle(int type) {`))
await measure('review of a change in CI, four reviewers', { otherwise: 'none\n' }, ['review', '--model', 'anthropic/m'],
    [git('diff'), read('src/expire.c'), grep('activeExpireCycle'), read('src/server.c')])
console.log('| task | fovea: tokens | requests | grep and whole files: tokens | calls | less |\n|---|---|---|---|---|---|')
for (const [task, ours, other] of rows)
    console.log(`| ${task} | ${ours.tokens.toLocaleString('en')} | ${ours.calls} | ${other.tokens.toLocaleString('en')} | ${other.calls} | ${(100 - 100 * ours.tokens / other.tokens).toFixed(0)} % |`)
await server.close()
