import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, expect, finish } from './mcp_client.mjs'

const PAGE_BYTES = 10 * 1024 // of answers that have no budget
const directory = mkdtempSync(join(tmpdir(), 'fovea-budget-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const tree = join(directory, 'tree')
mkdirSync(tree)
for (let i = 0; i < 60; i++) {
    const lines = Array.from({ length: 20 }, (_, k) => `    total += expire(key, ${k})  # an expired key is deleted\n`).join('')
    writeFileSync(join(tree, `keys_${i}.py`), `def delete_expired_keys_${i}(key):\n    """Deletes expired keys."""\n${lines}    return total\n`)
}
const env = { ...process.env, XDG_CACHE_HOME: join(directory, 'cache'), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
const client = new Client(process.argv[2], ['--profile', 'full'], { cwd: tree, env })
await client.initialize()
const calls = [['explore', { question: 'where are expired keys deleted' }], ['search_code', { query: 'where are expired keys deleted', level: 'full', n_results: 100 }]]
for (const [name, args] of calls)
    for (const budget of [300, 4000, 8000])
        for (const format of ['text', 'json']) {
            const { result } = await client.call(name, { ...args, budget, format })
            const { text } = result.content[0]
            expect(text.length <= 4 * budget, `${name} keeps ${budget} tokens as ${format}: ${text.length} bytes`)
            expect(!/\[page \d+ of/.test(text), `${name} is not cut into pages at ${budget} tokens as ${format}`)
            if (4 * budget > PAGE_BYTES) expect(text.length > PAGE_BYTES, `${name} uses ${budget} tokens as ${format}: ${text.length} bytes`)
            if (format === 'json') JSON.parse(text)
        }
client.process.stdin.end()
await client.exited
finish()
