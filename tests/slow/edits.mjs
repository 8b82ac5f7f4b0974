// A repository so large that an update takes a while, with the real program, one process a question: each answer
// has the edit before it, whatever was done; a question for names and places does not wait for the rest, and its answer says
// so; a question for calls gets them; in the end nothing differs from a rebuilt index.
//     node edits.mjs PROGRAM
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = process.argv[2]
const work = fs.mkdtempSync(join(tmpdir(), 'fovea-edits-'))
const tree = join(work, 'tree')
const FILES = 60, FUNCTIONS = 14000 // 840,000 symbols: see src/session/answer_overlay.c
let failures = 0, early = 0

function expect(condition, what) {
    if (condition) return
    failures++
    console.error(`FAILED ${what}`)
}

const path = i => join(tree, `part${i % 7}`, `f${i}.c`)
const line = (i, n) => `int f${i}_${n}(void) { return ${n ? `f${i}_${n - 1}()` : 0}; }\n`

function writeTree() {
    for (let i = 0; i < FILES; i++) {
        fs.mkdirSync(join(tree, `part${i % 7}`), { recursive: true })
        fs.writeFileSync(path(i), Array.from({ length: FUNCTIONS }, (_, n) => line(i, n)).join(''))
    }
}

// With a pipe that the program knows nothing of: it ends with the answer, whatever goes on behind it.
function ask(cache, ...args) {
    const options = { cwd: tree, env: { ...process.env, XDG_CACHE_HOME: join(work, cache) }, encoding: 'utf8',
        maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] }
    const { status, stdout, stderr } = spawnSync(program, args, options)
    return { status, stdout, text: stdout + stderr }
}

function expectFound(name, wanted) {
    const { status, text } = ask('cache', 'find', name)
    early += /changed just now: (its|their) names and places are new/.test(text)
    expect(wanted ? text.includes(wanted) : status !== 0 || !text.includes(`function ${name}\n`), `${name}: ${text}`)
}

const edits = [
    ['a function at the end', () => fs.appendFileSync(path(3), 'int fresh_one(void) { return f3_7(); }\n'),
        () => expectFound('fresh_one', `part3/f3.c:${FUNCTIONS + 1}  function fresh_one`)],
    ['lines before all others', () => fs.writeFileSync(path(4), '\n\n' + fs.readFileSync(path(4), 'utf8')),
        () => expectFound('f4_100', 'part4/f4.c:103  function f4_100')],
    ['a new file', () => fs.writeFileSync(path(1000), 'int fresh_two(void) { return f4_9(); }\n'),
        () => expectFound('fresh_two', `part6/f1000.c:1  function fresh_two`)],
    ['a file that is gone', () => fs.rmSync(path(5)), () => expectFound('f5_100', '')],
    ['several at once', () => {
        for (const i of [6, 7, 8]) fs.appendFileSync(path(i), `int fresh_${i}(void) { return 1; }\n`)
    }, () => [6, 7, 8].forEach(i => expectFound(`fresh_${i}`, `f${i}.c:${FUNCTIONS + 1}  function fresh_${i}`))],
    ['a function that is gone', () => fs.writeFileSync(path(6), fs.readFileSync(path(6), 'utf8').replace(line(6, 50), '')),
        () => expectFound('f6_50', '')],
]

function testEdits() {
    expect(ask('cache', 'index', '-q').status === 0, 'the first index')
    for (const [what, edit, check] of edits) {
        edit()
        check()
        console.log(what)
    }
    expect(early > 0, 'an answer comes before the index is up to date')
    fs.appendFileSync(path(9), 'int caller_of_100(void) { return f9_100(); }\n')
    expectFound('caller_of_100', `f9.c:${FUNCTIONS + 1}`)
    const callers = ask('cache', 'callers', 'f9_100')
    expect(callers.stdout.includes('caller_of_100') && !/changed just now/.test(callers.text), `callers: ${callers.text}`)
    const source = (fs.appendFileSync(path(9), 'int shown(void) { return 4711; }\n'), ask('cache', 'source', 'shown'))
    expect(source.stdout.includes('return 4711'), `source: ${source.text}`)
}

function testSame() {
    const contents = cache => ask(cache, 'debug', 'edges', '.').stdout
    expect(ask('cache', 'index', '-q').status === 0 && ask('rebuilt', 'index', '-q').status === 0, 'two indexes')
    expect(contents('cache') === contents('rebuilt'), 'an index after edits equals a rebuilt one')
    expect(/up to date/.test(ask('cache', 'status').text), 'it is up to date')
}

try {
    writeTree()
    testEdits()
    testSame()
} finally {
    fs.rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
console.log(failures ? `${failures} failed` : `all passed, ${early} answers before the index was up to date`)
process.exit(failures ? 1 : 0)
