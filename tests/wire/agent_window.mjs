// A window that is too small by the estimate: the provider's counter lets more in, a failing one nothing; within the window it
// is not asked. Whatever it says, what is sent is within the window by its count or by the estimate.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-window-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const model = await serve({})
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb', ANTHROPIC_API_KEY: 'test-key-0123456789', ANTHROPIC_BASE_URL: model.url }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete env[name]
mkdirSync(join(tree, '.git'), { recursive: true })
writeFileSync(join(tree, '.git/HEAD'), 'ref: refs/heads/main\n')
for (let file = 0; file < 12; file++)
    writeFileSync(join(tree, `queue${file}.py`), Array.from({ length: 6 }, (_, i) => `def take_tasks_${file}_${i}(queue, count):\n    """Takes tasks from the queue."""\n${`    queue.append(count + ${i})\n`.repeat(12)}    return queue\n`).join('\n'))
mkdirSync(join(directory, 'config/fovea'), { recursive: true })

const body = ({ model, system, messages }) => JSON.stringify({ model, system, messages })
async function ask(window, count) {
    writeFileSync(join(directory, 'config/fovea/config.toml'), `[model]\nwindow = ${window}\n`)
    model.requests.length = 0
    model.script = { replies: ['It takes tasks.\n'], ...(count !== undefined && { count }) }
    const child = spawn(program, ['ask', '--model', 'anthropic/m', 'how are tasks taken from the queue'], { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', piece => { stderr += piece })
    const status = await new Promise(resolve => child.on('close', resolve))
    expect(status === 0, `window ${window}: ${status} ${stderr}`)
    const sent = model.requests.filter(one => one.path.endsWith('/messages'))
    expect(sent.length === 1, `one request: ${sent.length}`)
    return { tokens: Math.ceil(body(sent[0].body).length / 4), counts: model.requests.length - sent.length, limit: window - Math.min(4000, window / 4) }
}

const large = await ask(100000)
expect(large.counts === 0, `what fits by the estimate is not counted: ${large.counts}`)
for (const window of [4000, 6000, 9000, 12000, 16000]) {
    const counted = await ask(window), failing = await ask(window, { status: 500, type: 'api_error', message: 'no' })
    const strict = await ask(window, 10 ** 7)
    expect(counted.tokens <= counted.limit, `${window}: within the window by the count: ${counted.tokens} of ${counted.limit}`)
    expect(failing.tokens <= failing.limit && failing.counts <= 1, `${window}: a failing counter is asked once: ${failing.counts}`)
    expect(strict.tokens === failing.tokens && strict.counts <= 3, `${window}: a count above the limit leaves the estimate: ${strict.tokens}, ${failing.tokens}`)
    expect(counted.counts === 0 ? counted.tokens === failing.tokens : counted.tokens > failing.tokens, `${window}: the counter lets more in: ${counted.tokens}, ${failing.tokens}`)
    expect(window > 9000 || counted.counts > 0, `${window}: the counter is asked`)
}

// ---- what is gathered is within its budget, and close to it ----
for (const budget of [500, 1000, 2000, 4000]) {
    const text = execFileSync(program, ['ask', '--context-only', '--budget', String(budget), 'how are tasks taken from the queue'], { cwd: tree, env })
    const share = (text.lastIndexOf('\n# Task') - text.indexOf('# Semantic Context')) / 4 / budget
    expect(share <= 1 && share >= .85, `of ${budget} tokens ${share} are used`)
}

// ---- a file that has many of the same does not crowd out another one ----
const keys = join(directory, 'keys'), lines = '    cache.drop(limit)\n'.repeat(8)
mkdirSync(join(keys, '.git'), { recursive: true })
writeFileSync(join(keys, '.git/HEAD'), 'ref: refs/heads/main\n')
writeFileSync(join(keys, 'many.py'), Array.from({ length: 30 }, (_, i) => `def expire_keys_${i}(cache, limit):\n    """Expires old keys of the cache."""\n${lines}    return cache + ${i}\n`).join('\n'))
writeFileSync(join(keys, 'other.py'), `def sweep(cache, limit):\n    """Expires keys of the cache."""\n${lines}    return cache\n`)
const spread = execFileSync(program, ['ask', '--context-only', '--budget', '2000', 'how are old keys of the cache expired'], { cwd: keys, env }).toString()
expect(/^other\.py:1-11 {2}sweep/m.test(spread) && spread.match(/^many\.py:\d+-\d+ /gm).length > 10, `the other file is shown, too: ${spread.match(/^\w+\.py:\d+-\d+/gm)}`)
await model.close()
finish()
