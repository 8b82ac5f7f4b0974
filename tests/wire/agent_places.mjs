// What a task names is in the window: files by path, base name, module or title, lines of tracebacks, compilers and test
// runners. A request that is too large says so and leaves the window as it was. Prose is shown before its line ends.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-places-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const model = await serve({})
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb', ANTHROPIC_API_KEY: 'test-key-0123456789', ANTHROPIC_BASE_URL: model.url }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete env[name]
const filler = (name, count) => Array.from({ length: count }, (_, i) => `def ${name}_${i}(queue):\n    return queue[${i}]\n`).join('\n')
const files = {
    '.git/HEAD': 'ref: refs/heads/main\n',
    'README.md': '# Demo\n\nThis is the the demo.\n',
    'notes.txt': 'remember the milk\n',
    'Makefile': 'deploy-everything:\n\ttrue\n',
    '.env': 'TOKEN=abcdefghijklmnop\n',
    '.github/workflows/ci.yml': 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n',
    'src/settings.py': 'TIMEOUT = 30\n',
    'src/shop/cart.py': `${filler('fill', 60)}\ndef explode(table, key):\n    return table[key].value\n`,
    'src/shop/index.js': 'export function total(items) {\n    return items.reduce((a, b) => a + b.price, 0)\n}\n',
    'lib/a/util.py': 'A = 1\n', 'lib/b/util.py': 'B = 1\n', 'lib/c/util.py': 'C = 1\n', 'lib/d/util.py': 'D = 1\n',
    'java/org/shop/Order.java': 'package org.shop;\nclass Order {\n    int price() {\n        return items.get(0).price;\n    }\n}\n',
    'big.c': Array.from({ length: 4000 }, (_, i) => `static const int constant_${i} = ${i * 7};\n`).join(''),
}
for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
}

function context(task) {
    const text = execFileSync(program, ['agent', '--context-only', '-'], { cwd: tree, env, input: task, encoding: 'utf8' })
    return text.slice(text.lastIndexOf('\n# Semantic Context'), text.lastIndexOf('\n# Task'))
}

// ---- names ----
const exploding = 'return table[key].value'
for (const [task, wanted] of [
    ['fix the typo in README.md', 'This is the the demo'], ['fix the typo in the README', 'This is the the demo'],
    ['raise the timeout in src/settings.py', 'TIMEOUT = 30'], ['raise it in settings.py, please', 'TIMEOUT = 30'],
    ['add a job to .github/workflows/ci.yml', 'runs-on: ubuntu-latest'], ['correct (notes.txt).', 'remember the milk'],
    ['shorten the Makefile', 'deploy-everything'], ['what does shop.cart do', `${exploding}`],
    ['why does line 182 of src/shop/cart.py fail', exploding],
    ['Traceback (most recent call last):\n' + '  File "/usr/lib/python3/site-packages/x/settings.py", line 1, in run\n    go()\n'.repeat(20) + '  File "/home/me/site/src/shop/cart.py", line 182, in explode\n    return\nAttributeError: x\n', exploding],
    ['TypeError: x\n    at total (/srv/app/src/shop/index.js:2:18)\n    at run (node:internal/process:95:5)', 'items.reduce'],
    ['java.lang.NullPointerException\n\tat org.shop.Order.price(Order.java:4)\n\tat java.base/java.util.List.get(List.java:427)', 'items.get(0).price'],
    ['src/shop/cart.py:182:5: error: no', exploding], ['src\\shop\\index.js(2,5): error TS1', 'items.reduce'],
])
    expect(context(task).includes(wanted), `${JSON.stringify(task.slice(0, 60))} shows ${JSON.stringify(wanted)}`)
expect(!context('what is in .env').includes('abcdefghijklmnop'), 'a file of secrets is not shown')
expect(!/^lib\/.\/util.py:1/m.test(context('fix util.py')), 'a name of many files names none')
expect(!context('  File "/usr/lib/python3/site-packages/x/settings.py", line 1, in run').includes('TIMEOUT = 30'), 'a file of a library is not one of the repository')
expect(context('what does shop.cart do').split(exploding).length === 2, 'a named file is shown once')

// ---- too large ----
async function run(args, script, input) {
    model.requests.length = 0
    model.script = script
    const child = spawn(program, args, { cwd: tree, env, stdio: ['pipe', 'pipe', 'pipe'] })
    let text = '', error = '', pieces = 0
    child.stdout.on('data', piece => { text += piece; pieces++ })
    child.stderr.on('data', piece => { error += piece })
    child.stdin.end(input ?? '')
    const status = await new Promise(resolve => child.on('close', resolve))
    return { status, text, error, pieces }
}
mkdirSync(join(directory, 'config/fovea'), { recursive: true })
writeFileSync(join(directory, 'config/fovea/config.toml'), '[model]\nwindow = 20000\n')
await run(['ask', '--model', 'anthropic/m', 'what does explode do with the table'], { replies: ['need: big.c:1-4000\nneed: grep "constant"\n', 'It is clear.\n'] })
const second = model.requests.filter(one => one.path.endsWith('/messages')).at(-1).body.messages.map(one => JSON.stringify(one.content)).join('\n')
expect(second.includes(exploding), 'what was gathered stays')
expect(/too large: about [0-9]+ tokens/.test(second) && /big\.c:1-[0-9]+/.test(second), 'the model reads that the part is too large, and what to ask for')
expect(second.includes('map of big.c:'), 'and gets the map of the file')
expect(!second.includes('--cursor'), 'the model reads of no option')
const large = await run(['ask', '--model', 'anthropic/m', '-'], { replies: ['It takes tasks.\n'] }, `what is this: ${'line of a long log with some words '.repeat(3000)}`)
expect(large.status !== 0 && /the task is not kept/.test(large.error), `a task that is too large is refused: ${large.error.slice(-200)}`)

// ---- the provider's limit ----
writeFileSync(join(directory, 'config/fovea/config.toml'), '')
const refusal = { status: 400, type: 'invalid_request_error', message: 'prompt is too long: 9001 tokens > 8000 maximum' }
const smaller = await run(['ask', '--model', 'anthropic/m', 'what does src/shop/cart.py do with fill_1 and fill_2'], { replies: [refusal, 'It takes tasks.\n'] })
const sizes = model.requests.filter(one => one.path.endsWith('/messages')).map(one => JSON.stringify(one.body).length)
expect(smaller.status === 0 && sizes.length === 2 && sizes[1] < sizes[0], `sent once more with less: ${smaller.status} ${sizes} ${smaller.error.slice(-200)}`)
const twice = await run(['ask', '--model', 'anthropic/m', 'what does src/shop/cart.py do with fill_1 and fill_2'], { replies: [refusal, refusal, 'It takes tasks.\n'] })
expect(twice.status !== 0 && model.requests.filter(one => one.path.endsWith('/messages')).length <= 2, `and at most once: ${twice.status} ${twice.error.slice(-200)}`)

// ---- words ----
const words = `${'These are the words of a paragraph in one line, about src/settings.py:1 and src/settings.py:99 in it. '.repeat(4)}\n`
const spoken = await run(['ask', '--json', '--model', 'anthropic/m', 'what does explode do'], { replies: [{ text: words, chunk: 10 }] })
const texts = spoken.text.split('\n').filter(Boolean).map(line => JSON.parse(line)).filter(event => event.event === 'text' || event.kind === 'text').map(event => event.text)
expect(texts.length > 4 && texts[0].startsWith('These are'), `a paragraph comes in pieces: ${texts.length}`)
expect(texts.join('') === words.replaceAll('src/settings.py:99', 'src/settings.py:99 [no such line: the file has 1]'), `the pieces are the text, with its marks: ${texts.join('').slice(0, 200)}`)

await model.close()
finish()
