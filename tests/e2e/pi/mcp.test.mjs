// The rest of fovea in pi: its MCP server, beside the extension.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cSource } from './files.mjs'
import { extension, fovea, makePlace, startPi } from './pi.mjs'

// As integrations/pi/README.md says: without the tools that pi's own read makes superfluous.
const tools = ['map', 'get_repo_overview', 'search_symbols', 'get_symbol', 'callers', 'get_impact', 'raw_search']
const server = ['mcp', '--profile', 'list:' + tools.join()]

test('fovea mcp as a server whose tools the model sees', async () => {
    const place = makePlace()
    writeFileSync(join(place.work, 'big.c'), cSource(500))
    for (const subcommand of [['mcp', 'add', 'fovea', '--exposure', 'direct', '--', fovea, ...server], ['mcp', 'list']]) {
        const run = await startPi(place, { subcommand, script: [] })
        run.child.stdin.end()
        assert.equal(await run.ended, 0, run.stderr + run.stdout)
        await run.model.close()
    }
    const settings = JSON.parse(readFileSync(join(place.home, '.pi/agent/mcp.json'), 'utf8'))
    assert.deepEqual(settings, { mcpServers: { fovea: { command: fovea, args: server, exposure: 'direct' } } })

    const calls = [
        { name: 'mcp__fovea__map', args: { path: 'big.c' } },
        { name: 'mcp__fovea__search_symbols', args: { query: 'work_250' } },
        { name: 'mcp__fovea__get_symbol', args: { symbol: 'big.c::work_3', include_source: true } },
        { name: 'read', args: { path: 'big.c' } },
    ]
    const run = await startPi(place, { script: [calls, 'Done.'], args: ['-p', '-e', extension, 'go'] })
    run.child.stdin.end()
    assert.equal(await run.ended, 0, run.stderr)
    await run.model.close()
    const offered = run.model.requests[0].tools.filter(({ name }) => name.startsWith('mcp__fovea__'))
    assert.deepEqual(offered.map(({ name }) => name).sort(), tools.map((name) => 'mcp__fovea__' + name).sort())
    const [map, find, symbol, own] = run.model.results
    assert.match(map.text, /File Map: big\.c\n3,502 lines/)
    assert.match(find.text, /work_250/)
    assert.match(symbol.text, /int work_3\(int first, const char \*second\)/)
    assert.match(own.text, /\n\[Truncated: [^\n]*\n\n─+\nFile Map: big\.c\n/)
    for (const { isError } of run.model.results) assert.equal(isError, false)
})
