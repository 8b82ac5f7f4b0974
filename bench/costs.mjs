// costs.mjs PROGRAM TREE: tokens (bytes / 4) of the answers of every tool that agents get, on a sample of a repository's
// symbols, files and modules: median and largest of the answers that are no errors. docs/mcp-tools.md has the figures.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '../tests/wire/mcp_client.mjs'

const SAMPLE = 12
const program = resolve(process.argv[2]), tree = resolve(process.argv[3])
const home = mkdtempSync(join(tmpdir(), 'fovea-costs.'))
const client = new Client(program, ['--profile', 'full'], { cwd: tree, env: { ...process.env, HOME: home, XDG_CACHE_HOME: home } })
await client.initialize()
const call = async (name, args) => {
    const { result } = await client.request('tools/call', { name, arguments: args })
    return { text: result?.content?.[0]?.text ?? '', failed: !result || result.isError }
}
const json = async (name, args) => {
    const { result } = await client.request('tools/call', { name, arguments: { ...args, structured: true } })
    return result?.structuredContent ?? {}
}

await call('generate_index', {})
const every = (list, count) => list.filter((_, i) => i % Math.max(1, Math.floor(list.length / count)) === 0).slice(0, count)
const modules = every((await json('list_modules', { limit: 60 })).modules.map(module => module.name ?? module.module), SAMPLE)
const sample = []
for (const module of modules) sample.push(...((await json('list_symbols', { module, kind: 'function', limit: 20 })).symbols ?? []).slice(7, 8))
const names = sample.map(symbol => `${symbol.path}::${symbol.name}`)
const files = [...new Set(sample.map(symbol => symbol.path))]
const words = names.map(name => name.split('::').pop().replace(/([a-z])([A-Z])/g, '$1 $2').replace(/_/g, ' ').toLowerCase())
const questions = words.map(text => `how does ${text} work`)

const asked = {
    map: files.map(path => ({ path })), read: names.map(path => ({ path })), read_file: files.map(path => ({ path })),
    read_chunk: files.map(path => ({ path })), get_repo_overview: [{}], search_symbols: words.map(query => ({ query })),
    search_code: questions.map(query => ({ query })), search_docs: questions.map(query => ({ query })),
    explore: questions.map(question => ({ question })), get_symbol: names.map(symbol => ({ symbol })),
    get_symbol_source: names.map(symbol => ({ symbol })), get_symbols: [{ symbols: names.slice(0, 5) }],
    list_symbols: modules.map(module => ({ module })), list_modules: [{}], get_module: modules.map(module => ({ module })),
    analyze_file: files.map(path => ({ path })), analyze_directory: [{ path: '.' }], check_index: [{}],
    generate_index: [{}], callers: names.map(symbol => ({ symbol })), callees: names.map(symbol => ({ symbol })),
    get_implementations: names.map(symbol => ({ symbol })), get_call_graph: names.map(symbol => ({ symbol })),
    get_impact: names.map(symbol => ({ symbol })), get_tests: names.map(symbol => ({ symbol })),
    analyze_diff: [{ base: 'HEAD~1', head: 'HEAD' }, { base: 'HEAD~5', head: 'HEAD' }], analyze_uncommitted: [{}],
    symbol_history: names.map(symbol => ({ symbol })), symbol_blame: names.map(symbol => ({ symbol })),
    review_changes: [{ commit: 'HEAD' }, { commit: 'HEAD~1' }, { commit: 'HEAD~2' }],
    find_path: names.slice(1).map((to, i) => ({ from: names[i], to })), find_cycles: [{}], find_unused: [{}],
    raw_search: words.map(pattern => ({ pattern: pattern.split(' ').pop(), whole_word: true })), list_languages: [{}], config: [{}],
    toon: [{ direction: 'encode', path: 'package.json' }]
}
for (const { name } of client.tools ?? (await client.request('tools/list', {})).result.tools) {
    const sizes = []
    for (const args of asked[name] ?? []) {
        const { text, failed } = await call(name, args)
        if (!failed) sizes.push(Math.round(Buffer.byteLength(text) / 4))
    }
    sizes.sort((a, b) => a - b)
    console.log(`${name}\t${sizes.length}\t${sizes[sizes.length >> 1] ?? '-'}\t${sizes.at(-1) ?? '-'}`)
}
client.process.stdin.end()
await client.exited
rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
process.exit(0)
