// ceilings.mjs PROGRAM TREE [CALLS]: no answer about TREE is larger than its tool's ceiling (engine.md
// section 6; a token is 4 bytes), in any form, over CALLS calls of each command with symbols, modules, files and
// words of the tree itself. Prints the largest answer of each tool and form; exit code 1 when one is too large.
import { spawnSync } from 'node:child_process'

const [program, tree, calls = '60'] = process.argv.slice(2)
// What an answer may take besides its results (query.h, limits.h): its frame, what was left out, notes.
const FRAME = 120, GREP_FRAME = 250
// Of a list of n rows: many pay for their frame themselves.
const rows = (tokens, n) => Math.max(tokens * n, tokens * Math.min(n, 3) + FRAME)

function ask(args, format = 'json') {
    const { stdout, status } = spawnSync(program, [...args.map(String), '--format', format, '--root', tree],
        { cwd: tree, encoding: 'latin1', maxBuffer: 1 << 28 })
    return { text: stdout, failed: status !== 0 }
}
if (ask(['index', '.', '--quiet'], 'text').failed) process.exit(1)

// Every so many of all symbols, so that odd ones are among them.
let random = 12345
const pick = list => list[(random = (random * 1103515245 + 12345) % 2147483648) % list.length]
const symbols = []
for (const sort of ['rank', 'fan-in', 'risk', 'place']) {
    let cursor
    for (let page = 0; page < 3; page++) {
        const answer = JSON.parse(ask(['symbols', '--sort', sort, '--limit', 200, ...(cursor ? ['--cursor', cursor] : [])]).text)
        symbols.push(...answer.symbols)
        cursor = answer.cursor
        if (!cursor) break
    }
}
const modules = JSON.parse(ask(['modules', '--limit', 2000]).text).modules
const files = [...new Set(symbols.map(symbol => symbol.path))]
const words = symbols.map(symbol => symbol.name.split(/\W+/).pop()).filter(word => word.length > 2)
const hash = () => pick(symbols).hash
// How many results were asked for and are there: of a list no more than `--limit`.
function asked(args, text, key) {
    const value = JSON.parse(text), at = args.indexOf('--limit')
    const there = value.total ?? value.symbols_total ?? value.hits ?? value[key]?.length ?? 0
    return at < 0 ? there : Math.min(there, args[at + 1])
}

// [arguments, ceiling of an answer with n results, how the answer in JSON names its results]
const cases = [
    [() => ['overview'], () => 2500],
    [() => ['find', pick(words), '--limit', pick([1, 20, 100])], n => rows(20, n), 'symbols'],
    [() => ['find', pick(words).slice(0, 3), '--limit', 20], n => rows(20, n), 'symbols'],
    [() => ['symbols', pick(modules).module, '--limit', pick([10, 50, 200])], n => rows(16, n), 'symbols'],
    [() => ['symbols', '--risk', pick(['low', 'medium', 'high']), '--limit', 200], n => rows(16, n), 'symbols'],
    [() => ['search', `where is ${pick(words)} used`], () => 4000],
    [() => ['search', pick(words), '--level', 'full', '--budget', 500], () => 500],
    [() => ['explore', `how does ${pick(words)} work`], () => 4000],
    [() => ['explore', pick(words), '--budget', 500], () => 500],
    [() => ['symbol', hash()], () => 350],
    [() => ['symbol', pick(words)], () => 350],
    [() => ['symbol', hash(), hash(), hash()], () => 3 * 350],
    [() => ['callers', hash(), '--depth', pick([1, 2, 3])], () => 4000],
    [() => ['callees', hash(), '--depth', pick([1, 2, 3]), '--external'], () => 4000],
    [() => ['graph', hash(), '--depth', pick([1, 2, 3]), '--types'], () => 4000],
    [() => ['graph', pick(files), '--types', '--external', '--limit', 2000], () => 4000],
    [() => ['graph', '--module', pick(modules).module], () => 4000],
    [() => ['graph'], () => 4000],
    [() => ['impact', hash(), '--limit', pick([15, 100])], () => 1500],
    [() => ['impact', pick(modules).module, '--limit', 100], () => 1500],
    [() => ['tests', hash(), '--limit', pick([20, 100])], () => 1500],
    [() => ['implementations', hash(), '--limit', 200], () => 1500],
    [() => ['callers', hash(), '--no-tests', '--limit', pick([1, 2000])], () => 4000],
    [() => ['grep', pick(words), '--files-only', '--limit', 200], () => 6000 + GREP_FRAME, 'hits'],
    [() => ['cycles', '--limit', pick([10, 100])], () => 4000 + FRAME],
    [() => ['unused', '--limit', pick([10, 50, 200])], n => rows(30, n), 'symbols'],
    [() => ['modules', '--limit', pick([30, 100, 2000])], n => 7 * n + FRAME, 'modules'],
    [() => ['module', pick(modules).module], () => 12000],
    [() => ['analyze', pick(files)], n => 500 + 40 * n, 'symbols'],
    [() => ['analyze', pick(files).replace(/\/[^/]*$/, '')], () => 4000],
    [() => ['status'], () => 200],
    [() => ['languages'], () => 300],
    [() => ['grep', pick(words), '--limit', pick([20, 50, 200])], n => 30 * n + GREP_FRAME, 'hits'],
    [() => ['grep', pick(words), '--limit', pick([1, 20, 200]), '--context', pick([1, 5, 20])], () => 6000 + GREP_FRAME, 'hits'],
    [() => ['path', hash(), hash()], () => 1500],
    [() => ['map', pick(files)], () => 5120],
]
const largest = new Map(), failed = []
let broken = 0
for (const [make, ceiling, results] of cases) {
    for (let i = 0; i < Number(calls); i++) {
        const args = make(), json = ask(args), name = args[0] === 'analyze' ? `analyze ${results ? 'FILE' : 'DIR'}` : args[0]
        const count = results && !json.failed ? asked(args, json.text, results) : 0
        if (json.failed) failed.push(args.join(' '))
        for (const format of ['json', 'toon', 'text']) {
            const answer = format === 'json' ? json : ask(args, format)
            if (answer.failed || json.failed) continue
            const tokens = Math.floor(answer.text.length / 4), limit = ceiling(count)
            const key = `${name} ${format}`, share = tokens / limit
            if (share > (largest.get(key)?.share ?? 0)) largest.set(key, { share, tokens, limit, args })
            broken += tokens > limit
        }
        if (args.length === 1) break // always the same
    }
}
for (const [key, { share, tokens, limit, args }] of largest)
    console.log(`${share > 1 ? 'TOO LARGE ' : ''}${key.padEnd(28)} ${String(tokens).padStart(6)} of ${String(limit).padStart(6)}  ${(100 * share).toFixed(0)} %  ${args.slice(1).join(' ')}`)
if (failed.length) console.log(`failed: ${failed.length}, the first: fovea ${failed[0]}`)
console.log(broken ? `${broken} answers above the ceiling` : 'no answer above its ceiling')
process.exit(broken ? 1 : 0)
