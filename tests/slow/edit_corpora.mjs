// edit_corpora.mjs DRIVER [aider=GITDIR] [polyglot=GITDIR] [codex=DIRECTORY]: patches of other projects, read as theirs do.
// Their files are not part of this repository. To get them:
//     git clone --bare https://github.com/Aider-AI/aider                  aider=aider.git
//     git clone --bare https://github.com/Aider-AI/polyglot-benchmark     polyglot=polyglot-benchmark.git
//     git clone https://github.com/openai/codex                           codex=codex/codex-rs/apply-patch/tests/fixtures/scenarios
// aider: the blocks of a recorded chat are those that aider's own test expects. polyglot: each reference solution, written
// from the stub in every format, comes out to the byte. codex: each scenario ends as theirs, but that nothing is written
// where a part fails, and a missing final newline stays missing. Exit code 1 when one differs; without an argument nothing
// is tried.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, posix } from 'node:path'
import { answers, applyAll, blob, hunksOf, joined, newLines, oldLines, writeBlocks, writeDiff, writeEnvelope, writeFenced } from './edit_frames.mjs'

const [driver, ...given] = process.argv.slice(2)
const sources = Object.fromEntries(given.map(text => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]))
const home = mkdtempSync(join(tmpdir(), 'fovea-edit-corpora.'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))
let failed = false

function git(gitdir, args) {
    const { stdout, status } = spawnSync('git', [`--git-dir=${gitdir}`, ...args], { maxBuffer: 1 << 30 })
    return status === 0 || status === 1 ? stdout.toString('utf8') : null
}

function report(what, right, all, faults) {
    console.log(`${what}: ${right} of ${all}`)
    for (const fault of faults.slice(0, 20)) console.log(`    ${fault}`)
    failed ||= right !== all
}

// ---- aider ----

function aider(gitdir) {
    const show = path => git(gitdir, ['show', `HEAD:tests/fixtures/${path}`])
    const gold = show('chat-history-search-replace-gold.txt'), wanted = []
    for (const [, path, old, now] of gold.matchAll(/^@@@ SEARCH: (.*) @{20}\n([^]*?)^@{20}\n([^]*?)^@@@ REPLACE @{20}\n/gm))
        wanted.push([path, old.trim() ? old : '', now])
    const sections = show('chat-history.md').split(/(?=####\s)/)
        .filter(text => text.trim() && !text.includes('editblock_coder.py') && !text.includes('test_editblock.py'))
        .map(text => text.slice(text.indexOf('\n') + 1))
    const found = []
    for (const { line, take } of answers(driver, sections.map(text => Buffer.concat([Buffer.from('parse\n'), blob(text)])))) {
        const [format, count] = line().split(' '), parts = []
        for (let i = 0; i < count; i++) parts.push([take(), take(), take(), take()])
        if (format === 'blocks' && parts.every(part => !part[3])) found.push(...parts.map(part => part.slice(0, 3)))
    }
    const same = wanted.filter((block, i) => JSON.stringify(block) === JSON.stringify(found[i])).length
    report('aider, blocks of the chat', found.length === wanted.length ? same : Math.min(same, found.length), wanted.length,
        wanted.flatMap((block, i) => (JSON.stringify(block) === JSON.stringify(found[i]) ? [] : [`block ${i + 1}: ${block[0]}`])))
}

// ---- polyglot ----

function hunksBetween(old, now, context) {
    const names = ['old', 'new'].map(name => join(home, name))
    writeFileSync(names[0], old)
    writeFileSync(names[1], now)
    return hunksOf(spawnSync('git', ['diff', '--no-index', `-U${context}`, ...names], { maxBuffer: 1 << 28 }).stdout.toString())
}

// The pairs of stub and solution of an exercise; files of one extension belong together in order.
function* pairsOf(gitdir, config) {
    const directory = posix.dirname(posix.dirname(config)), { files } = JSON.parse(git(gitdir, ['show', `HEAD:${config}`]))
    const left = [...(files.example ?? files.exemplar ?? [])]
    for (const stub of files.solution) {
        const named = left.findIndex(path => basename(path) === basename(stub))
        const index = named >= 0 ? named : left.findIndex(path => posix.extname(path) === posix.extname(stub))
        if (index < 0) continue
        const [example] = left.splice(index, 1)
        const [old, now] = [stub, example].map(path => git(gitdir, ['show', `HEAD:${posix.join(directory, path)}`]))
        if (old !== null && now !== null && old !== now) yield { path: stub, old, now }
    }
}

// More context where less is ambiguous, as a model does that reads the refusal.
const CONTEXTS = [3, 8, 30, 100000]
const WAYS = {
    blocks: (pair, hunks) => (pair.old.trim() ? writeBlocks(pair.path, hunks) : writeBlocks(pair.path, [{ lines: joinedAll(pair.now) }])),
    envelope: (pair, hunks) => writeEnvelope(pair.path, hunks),
    diff: (pair, hunks) => writeDiff(pair.path, hunks, null),
    whole: pair => writeFenced(pair.path, pair.now),
}
const joinedAll = text => text.replace(/\n$/, '').split('\n').map(line => ({ sign: '+', text: line }))

function polyglot(gitdir) {
    const configs = git(gitdir, ['ls-tree', '-r', '--name-only', 'HEAD']).split('\n').filter(path => path.endsWith('/.meta/config.json'))
    const right = Object.fromEntries(Object.keys(WAYS).map(way => [way, 0])), again = { ...right }, faults = []
    for (const config of configs) {
        const pairs = [...pairsOf(gitdir, config)]
        for (const [way, write] of Object.entries(WAYS)) {
            let fits = true, tries = 0
            for (const pair of pairs) {
                let result
                for (const context of way === 'whole' ? [0] : CONTEXTS) {
                    tries++
                    const patch = write(pair, hunksBetween(pair.old, pair.now, context))
                    result = applyAll(driver, [[patch, [[pair.path, pair.old]]]])[0]
                    if (!result.refused.length) break
                }
                // A model's text ends every line; whether the last one has an end is the stub's matter, unless it is empty.
                const want = pair.old.endsWith('\n') || !pair.old ? pair.now.replace(/\n?$/, '\n') : pair.now.replace(/([^\n])\n$/, '$1')
                const same = !result.refused.length && result.files[0].after === want
                if (!same) faults.push(`${way} ${config}: ${result.refused[0]?.message ?? 'other text'}`)
                fits &&= same
            }
            right[way] += fits
            again[way] += fits && tries > pairs.length
        }
    }
    for (const way of Object.keys(WAYS))
        report(`polyglot, ${way}${again[way] ? ` (${again[way]} with more context)` : ''}`, right[way], configs.length, faults.filter(fault => fault.startsWith(way)))
}

// ---- codex ----

function treeOf(directory, below = '') {
    if (!existsSync(directory)) return []
    return readdirSync(directory).sort().flatMap(name => {
        const path = join(directory, name)
        return statSync(path).isDirectory() ? treeOf(path, posix.join(below, name)) : [[posix.join(below, name), readFileSync(path, 'utf8')]]
    })
}

function codex(directory) {
    const names = readdirSync(directory).filter(name => existsSync(join(directory, name, 'patch.txt'))), faults = []
    let right = 0
    for (const name of names) {
        const input = treeOf(join(directory, name, 'input')), tree = new Map(input)
        const result = applyAll(driver, [[readFileSync(join(directory, name, 'patch.txt'), 'utf8'), input]])[0]
        for (const file of result.refused.length ? [] : result.files) {
            if (file.status === 'deleted') tree.delete(file.path)
            else tree.set(file.path, file.after)
            if (file.status === 'moved') tree.delete(file.old)
        }
        let expected = treeOf(join(directory, name, 'expected'))
        if (/partial_success/.test(name)) expected = input
        if (/appends_trailing_newline/.test(name)) expected = expected.map(([path, text]) => [path, text.replace(/\n$/, '')])
        const same = JSON.stringify([...tree].sort()) === JSON.stringify(expected.sort())
        if (!same) faults.push(`${name}: ${result.refused[0]?.message ?? 'another tree'}`)
        right += same
    }
    report('codex, scenarios', right, names.length, faults)
}

if (sources.aider) aider(sources.aider)
if (sources.polyglot) polyglot(sources.polyglot)
if (sources.codex) codex(sources.codex)
process.exit(failed ? 1 : 0)
