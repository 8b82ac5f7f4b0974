// forms.mjs PROGRAM [TREE...]: every command that asks about an index, as text, JSON and TOON, while there is no index,
// from the stored one, and by the server. None may end by a signal or with an error, and all must say the same. Without
// trees it makes one, in which telling symbols apart by their hashes is work.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Client } from '../wire/mcp_client.mjs'

const [program, ...trees] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'fovea-forms-'))
process.on('exit', () => { try { rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) } catch { /* a child still writes there */ } })
const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') }
const FORMS = ['text', 'json', 'toon']
let wrong = 0, asked = 0
const complain = (...words) => (wrong++, console.log(...words))

// More than a segment of files; what is called by most is one of many of its name, within the first symbol of its file.
function make(tree) {
    mkdirSync(join(tree, 'pkg'), { recursive: true })
    const methods = Array.from({ length: 50 }, (_, i) => `        def of_one_rather_long_name(self):\n            return ${i}\n`)
    writeFileSync(join(tree, 'pkg/equal.py'), `class Outer:\n    class Inner:\n${methods.join('')}`)
    writeFileSync(join(tree, 'pkg/core.py'), 'def target(a):\n    return a\n')
    writeFileSync(join(tree, 'README.md'), '# A tree\n\nIt is made up.\n')
    for (let i = 0; i < 300; i++)
        writeFileSync(join(tree, `pkg/m${i}.py`), `from pkg.core import target\nfrom pkg.equal import Outer\n\n` +
            `def helper_${i}(a):\n    return target(a)\n\n\ndef use_${i}():\n    return Outer.Inner.of_one_rather_long_name(helper_${i}(1))\n`)
    return tree
}

function run(tree, args, input) {
    const { stdout, stderr, status, signal } = spawnSync(program, args, { cwd: tree, env, input, encoding: 'utf8', maxBuffer: 1 << 28 })
    return { text: stdout, said: stderr, status, signal }
}

function ask(tree, args, format) {
    const answer = run(tree, [...args, '--format', format])
    asked++
    if (answer.status !== 0) complain(`${basename(tree)}: ${args.join(' ')} --format ${format}: ${answer.signal ?? answer.said.trim()}`)
    return answer.status === 0 ? answer.text : undefined
}

const fromToon = (tree, text) => JSON.parse(run(tree, ['toon', 'decode'], text).text)
// Without what names the next call: the server has other words for it.
const plain = text => JSON.parse(text, (key, value) => key === 'note' || key === 'show' ? '' : value)

// The server cuts what is long into pages.
function compare(tree, tool, text, json) {
    if (text.length >= 10000 || json.length >= 10000) return
    if (!isDeepStrictEqual(plain(text), plain(json)))
        complain(`${basename(tree)}: ${tool}: the server says something else:\n${text}\n${json}`)
}

const QUESTIONS = [
    ['overview', 'get_repo_overview'], ['modules', 'list_modules'], ['cycles', 'find_cycles'], ['unused', 'find_unused'],
    ['symbols', 'list_symbols'], ['graph', 'get_call_graph'], ['languages', 'list_languages'], ['status'],
    ['analyze', 'analyze_directory', { path: '.' }], ['find', 'search_symbols', { query: '<name>' }],
    ['symbol', 'get_symbol', { symbol: '<hash>' }], ['callers', 'callers', { symbol: '<hash>' }],
    ['callees', 'callees', { symbol: '<hash>' }], ['graph', 'get_call_graph', { symbol: '<hash>' }],
    ['impact', 'get_impact', { symbol: '<hash>' }], ['tests', 'get_tests', { symbol: '<hash>' }],
    ['implementations', 'get_implementations', { symbol: '<hash>' }], ['path', 'find_path', { from: '<other>', to: '<hash>' }],
    ['module', 'get_module', { module: '<module>' }], ['analyze', 'analyze_file', { path: '<file>' }],
    ['grep', 'raw_search', { pattern: '<name>' }], ['map', 'map', { path: '<file>' }],
]

async function try_all(tree) {
    // Nothing is there yet, then what the first question left: the same must be said.
    const said = {}
    for (const format of FORMS) {
        rmSync(env.XDG_CACHE_HOME, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
        said[format] = ['overview', 'modules'].map(command => ask(tree, [command], format))
    }
    run(tree, ['index', '--quiet']) // of a large tree only a first look is there
    const symbols = JSON.parse(ask(tree, ['symbols', '--sort', 'fan-in', '--limit', '6'], 'json')).symbols
    for (const format of FORMS)
        for (const [i, command] of ['overview', 'modules'].entries())
            if (ask(tree, [command], format) !== said[format][i] && !/index: \d+ %/.test(said[format][i])) complain(`${basename(tree)}: ${command} --format ${format} says something else when it is asked again`)
    const module = JSON.parse(said.json[1]).modules[0].module
    const server = new Client(program, ['--profile', 'full', '--root', tree], { env, cwd: tree })
    await server.initialize()
    for (const [at, symbol] of symbols.entries())
        for (const [command, tool, args = {}] of QUESTIONS) {
            if (at && !Object.keys(args).length) continue
            const put = { '<name>': symbol.name.split(/\W+/).pop(), '<hash>': symbol.hash, '<other>': symbols.at(-1 - at).hash,
                '<file>': symbol.path, '<module>': module }
            const values = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, put[value] ?? value]))
            const words = [command, ...Object.values(values)]
            const [, json, toon] = FORMS.map(format => ask(tree, words, format))
            if (json && toon && fromToon(tree, toon)._type !== JSON.parse(json)._type)
                complain(`${basename(tree)}: ${words.join(' ')}: TOON and JSON are of different things`)
            for (const format of tool ? FORMS : []) {
                const { result, error } = await server.call(tool, { ...values, format })
                asked++
                if (!result || result.isError) complain(`${basename(tree)}: ${tool} as ${format}:`, error ?? result.content[0].text)
                else if (format === 'json' && json) compare(tree, tool, result.content[0].text, json)
            }
        }
    server.process.stdin.end()
    const { code, signal } = await server.exited
    if (code !== 0) complain(`${basename(tree)}: the server ended with ${code ?? signal}`)
}

for (const tree of trees.length ? trees : [make(join(folder, 'tree'))]) await try_all(tree)
console.log(`${asked} answers in ${FORMS.length} forms, ${wrong} wrong`)
process.exit(wrong ? 1 : 0)
