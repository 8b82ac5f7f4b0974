// token_counts.mjs DRIVER MODULES [FOLDER]: window_tokens beside what real byte-pair tokenizers count, for every text
// file that git lists in a folder, whole and in pieces of some 500 and 4,000 bytes (make test-tokens). An estimate below
// the true count of a whole file fails: a window would then be larger than its limit.
import { execFileSync, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const [driver, modules, folder = '.'] = process.argv.slice(2)
const require = createRequire(resolve(modules, '..', 'index.js'))
const PIECES = [Infinity, 4000, 500]
const FILE_BYTES_MAX = 300000 // pure JavaScript encoders take seconds a megabyte

function load() {
    const found = {}
    for (const name of ['cl100k_base', 'o200k_base', 'p50k_base']) {
        const encoding = require(`gpt-tokenizer/cjs/encoding/${name}`)
        found[name] = text => encoding.encode(text, { allowedSpecial: 'all' }).length
    }
    const anthropic = require('@anthropic-ai/tokenizer').getTokenizer()
    found.claude = text => anthropic.encode(text.normalize('NFKC'), 'all').length
    return found
}

// Cut at the end of a line, as parts of a window are.
function cut(text, size) {
    if (size === Infinity) return [text]
    const pieces = []
    for (let from = 0; from < text.length;) {
        const end = text.indexOf('\n', from + size)
        const to = end < 0 ? text.length : end + 1
        pieces.push(text.slice(from, to))
        from = to
    }
    return pieces
}

function estimate(texts) {
    const input = texts.flatMap(text => {
        const bytes = Buffer.from(text)
        return [Buffer.from(`${bytes.length}\n`), bytes]
    })
    const run = spawnSync(driver, [], { input: Buffer.concat(input), maxBuffer: 1 << 28 })
    if (run.status !== 0) throw new Error(`${driver}: ${run.stderr}`)
    return run.stdout.toString().trim().split('\n').map(Number)
}

const listed = execFileSync('git', ['-C', folder, 'ls-files', '-z'], { maxBuffer: 1 << 28 }).toString().split('\0')
const files = []
for (const path of listed.filter(Boolean)) {
    let bytes
    try { bytes = readFileSync(join(folder, path)) } catch { continue }
    const text = bytes.toString()
    if (bytes.length && bytes.length <= FILE_BYTES_MAX && Buffer.from(text).equals(bytes)) files.push({ path, text })
}

let failed = false
const tokenizers = load()
for (const size of PIECES) {
    const pieces = files.flatMap(({ path, text }) => cut(text, size).map(piece => ({ path, piece })))
    const estimates = estimate(pieces.map(({ piece }) => piece))
    for (const [name, count] of Object.entries(tokenizers)) {
        let truth = 0, guess = 0, below = 0
        const worst = []
        pieces.forEach(({ path, piece }, i) => {
            const tokens = count(piece)
            truth += tokens
            guess += estimates[i]
            if (estimates[i] < tokens) below++
            worst.push({ ratio: estimates[i] / Math.max(tokens, 1), tokens, estimate: estimates[i], path, piece })
        })
        worst.sort((a, b) => a.ratio - b.ratio)
        const least = worst[0]
        console.log(`${size === Infinity ? 'files' : `pieces of ${size}`}, ${name}: ${pieces.length} texts, ` +
            `${(guess / truth).toFixed(2)} times the true count, ${below} below it, least ${least.ratio.toFixed(2)} ` +
            `(${least.estimate} for ${least.tokens}, ${least.path})`)
        if (process.env.SHOW) for (const one of worst.slice(0, Number(process.env.SHOW)))
            console.log(`  ${one.ratio.toFixed(2)} ${one.estimate} ${one.tokens} ${one.path} ${JSON.stringify(one.piece.slice(0, 150))}`)
        if (size === Infinity && below) failed = true
    }
}
process.exit(failed ? 1 : 0)
