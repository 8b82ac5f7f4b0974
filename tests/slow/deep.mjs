// Every language with text that nests, repeats or never ends: a map in time, whatever it is worth.
// 12 s of processor are what one parse may take (PARSE_TIME_MS) and the rest of a map.
//     node deep.mjs PROGRAM LANGUAGES [WORD]
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

const [program, languages, word = ''] = process.argv.slice(2)
const CPU_SECONDS = 12
const N = 60000
const repeated = {
    paren: '(', brace: '{', bracket: '[', angle: '<', tag: '<a>', minus: '- ', not: '!', quotes: '"\'', star: '*',
    hash: '#', quoted: '> ', dollar: '${', line: '\n', backslash: '\\', at: '@a ', colon: 'a:', arrow: 'a=>', pointer: 'int (*',
    comment: '/*', comma: 'a,', dot: 'a.', plus: '1+', lambda: 'lambda:', if: 'if(a)', else: 'if(a)b;else ', type: 'a<',
    begin: 'begin\n', function: 'function f(){', class: 'class A {\n', call: 'a()', heredoc: '<<A\n', percent: '%{',
}
const texts = Object.entries(repeated).map(([name, unit]) => [name, unit.repeat(N)])
texts.push(['template', '`'.repeat(N) + '{`'.repeat(N)])
texts.push(['indent', Array.from({ length: 8000 }, (_, i) => ' '.repeat(i % 400) + 'if x:\n').join('')])

const work = fs.mkdtempSync(join(tmpdir(), 'fovea-deep-'))
const cases = []
for (const id of fs.readdirSync(languages).filter(id => id.includes(word))) {
    const sample = fs.readdirSync(join(languages, id)).find(name => name.startsWith('sample.') && name !== 'sample.map')
    if (sample) for (const [name, text] of texts) cases.push({ name: `${id}-${name}${sample.slice('sample'.length)}`, text })
}
let failed = 0, slowest = 0

function run({ name, text }) {
    const path = join(work, name)
    fs.writeFileSync(path, text)
    const started = Date.now()
    const child = spawn('bash', ['-c', `ulimit -t ${CPU_SECONDS}; exec "$0" map "$1"`, program, path], { stdio: ['ignore', 'pipe', 'pipe'] })
    let bytes = 0
    child.stdout.on('data', piece => (bytes += piece.length))
    child.stderr.resume()
    return new Promise(resolve => child.on('close', (code, signal) => {
        slowest = Math.max(slowest, Date.now() - started)
        if (code !== 0 || !bytes || bytes > 20 * 1024 + 1) {
            failed++
            console.error(`FAILED ${name}: ${signal ?? `exit ${code}`}, ${bytes} bytes`)
        }
        fs.rmSync(path)
        resolve()
    }))
}
let next = 0
await Promise.all(cpus().map(async () => { while (next < cases.length) await run(cases[next++]) }))
fs.rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
console.log(`${cases.length} cases, ${failed} failed, slowest ${slowest} ms`)
process.exit(failed || !cases.length ? 1 : 0)
