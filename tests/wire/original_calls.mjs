// Calls as earlier servers took them: names of tools, of arguments, and what their answers had.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from './mcp_client.mjs'

const root = mkdtempSync(join(tmpdir(), 'original-calls-'))
const write = (path, text) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
}
const git = (...words) => execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', ...words], { cwd: root, stdio: 'ignore' })

write('payment/processor.py', `"""Takes payments from cards and accounts."""
from payment.gateway import Gateway


class PaymentProcessor:
    """Charges a card and keeps the receipt."""

    def charge(self, card, amount):
        """Charges the card once."""
        return Gateway().send(card, amount)

    def refund(self, receipt):
        """Gives the money back."""
        return Gateway().send(receipt.card, -receipt.amount)
`)
write('payment/gateway.py', 'class Gateway:\n    def send(self, card, amount):\n        return (card, amount)\n')
write('docs/payments.md', '# Payments\n\nA payment is charged once.\n')
write('long.txt', 'abcdefghij'.repeat(900))
git('init', '-q', '-b', 'main')
git('add', '.')
git('commit', '-qm', 'one')
write('payment/gateway.py', 'class Gateway:\n    def send(self, card, amount, currency):\n        return (card, amount, currency)\n')
git('add', '.')
git('commit', '-qm', 'two')
write('payment/gateway.py', 'class Gateway:\n    def send(self, card, amount, currency):\n        return [card, amount, currency]\n')

const client = new Client(process.argv[2], ['--root', root, '--profile', 'full'])
await client.initialize()
let failed = 0
async function ask(tool, args, ...patterns) {
    const answer = await client.call(tool, args)
    const text = (answer.result?.content ?? []).map(part => part.text ?? '').join('')
    const wrong = answer.error || answer.result.isError ? ['an answer'] : patterns.filter(pattern => !pattern.test(text)).map(String)
    if (wrong.length) {
        failed++
        console.log(`FAILED ${tool} ${JSON.stringify(args)}: ${wrong.join(', ')} is missing in\n${answer.error?.message ?? text}`)
    }
    return text
}

// The engine: overview, lists, one symbol by its hash, its source, graphs, changes.
await ask('get_repo_overview', {}, /modules|python/)
await ask('list_modules', {}, /payment/)
await ask('list_symbols', { module_name: 'payment', limit: 50 }, /PaymentProcessor/)
const found = JSON.parse(await ask('search_symbols', { query: 'charge', limit: 20, format: 'json' }, /"hash"/, /"module"/, /"risk"/))
const hash = found.symbols.find(symbol => symbol.name.endsWith('charge')).hash
await ask('get_symbol', { symbol_hash: hash }, /PaymentProcessor\.charge/, /calls and uses/)
await ask('get_symbols', { hashes: [hash, 'Gateway'] }, /charge/, /class Gateway/)
await ask('get_symbol_source', { symbol_hash: hash }, /Gateway\(\)\.send\(card, amount\)/)
await ask('get_symbol_source', { file_path: 'payment/processor.py', start_line: 8, end_line: 10 }, /def charge/)
await ask('get_call_graph', { symbol_hash: hash }, /send/)
await ask('get_call_graph', { module: 'payment' }, /payment/)
await ask('get_call_graph', { path: 'payment/gateway.py', direction: 'importers' }, /imported by 1 file/)
await ask('importers', { path: 'payment/gateway.py' }, /payment\/processor\.py:2/)
await ask('get_module', { module_name: 'payment' }, /processor\.py/)
await ask('analyze_file', { file_path: 'payment/processor.py' }, /PaymentProcessor/)
await ask('analyze_directory', { path: 'payment', max_depth: 10, summary_only: true }, /2 files/)
await ask('analyze_diff', { base_ref: 'HEAD~1', target_ref: 'HEAD' }, /'currency' added/)
await ask('analyze_diff', { base_ref: 'HEAD', target_ref: 'WORKING', summary_only: true }, /gateway\.py/)
await ask('analyze_uncommitted', {}, /Gateway\.send/)
await ask('generate_index', { path: '.', force: true }, /files/)
await ask('check_index', { auto_refresh: true, max_age: 3600 }, /up to date/)
await ask('raw_search', { pattern: 'currency', file_types: 'py', case_insensitive: true, limit: 50, merge_threshold: 3 }, /gateway\.py/)
await ask('list_languages', {}, /[Pp]ython/)

// The search in levels.
const levels = { context_level: 'auto', progressive_mode: true, include_expansion_options: true, semantic_cache: true }
for (const level of ['auto', 'file', 'class', 'method', 'full']) {
    const text = await ask('search_code', { query: 'how is a card charged', n_results: 5, ...levels, context_level: level, format: 'json' }, /"summary"/, /"hierarchy"/)
    const { progressive } = JSON.parse(text)
    for (const name of ['level_used', 'token_estimate', 'token_reduction', 'expansion_options', 'cache_hit', 'query_intent'])
        if (!(name in progressive)) failed++, console.log(`FAILED ${level}: no ${name}`)
}
await ask('search_code', { query: 'payment', context_level: 'file', progressive_mode: true }, /Takes payments from cards/, /\[next: map \S+ \(\d+ tokens\)/)
await ask('search_docs', { query: 'payment', context_level: 'file', progressive_mode: true, include_expansion_options: true }, /payments\.md/, /\[next: /)
await ask('search_docs', { query: 'payment', format: 'json' }, /"summary"/, /"hierarchy"/)
const old = await ask('search_code', { query: 'charge a card', n_results: 5, context_level: 'auto', progressive_mode: false }, /return Gateway\(\)/)
if (/speaks for|\[next: /.test(old)) failed++, console.log('FAILED progressive_mode=false is not the old answer')

// Pages of characters, and chunks.
await ask('read_file', { path: 'long.txt' }, /\[\.\.\. truncated at char 4000 of 9000\. Use offset=4000 to read more\.\]\n?$/)
await ask('read_file', { path: 'long.txt', offset: 4000, length: 4000 }, /^\[Continuing from char 4000 of 9000\]\n\n/)
await ask('read_file', { path: 'long.txt', offset: 0, length: 30000 }, /^abc/)
await ask('read_chunk', { path: 'payment/processor.py', max_tokens: 60 }, /Chunk 1\//, /chunk=2/)

client.process.stdin.end()
console.log(failed ? `${failed} failed` : 'ok')
process.exit(failed ? 1 : 0)
