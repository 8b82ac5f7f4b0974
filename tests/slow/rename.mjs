// Renames in real projects: symbols drawn at random are renamed one at a time, and the project's own compiler or
// checker says what it finds then and did not find before. A rename that is refused changes nothing; one that is
// done must leave nothing behind.
//     node rename.mjs PROGRAM [--n N] [--seed S] [--only HASH] [--kinds function,method] [--force] KIND:DIRECTORY ...
// KIND: c, go, ts, py, java. DIRECTORY is a git work tree; it is copied. `--force` adds --include all, to see which
// refusals were needed.
import * as fs from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { args, baseline, checkers, flag, last, option, program, random, run, subtract, symbolsOf, work } from './projects.mjs'

const N = Number(option('n', 20)), only = option('only', ''), force = flag('force'), verbose = flag('verbose')
program()

function reasonOf(text) {
    const conflict = text.match(/conflicts?\n +\S+ +(.*)/)
    if (conflict) return conflict[1].replace(/'[^']*'/g, "'…'")
    const left = text.match(/not applied: .*\n +\S+ +(\w+(?: \([^)]*\))?)/)
    return left ? left[1] : text.split('\n')[0].replace(/'[^']*'/g, "'…'").replace(/\d+ symbols/, 'N symbols')
}

function renameOne(tree, symbol, check, total) {
    const old = last(symbol.name), fresh = `${old}Zq`
    const options = force ? ['--include', 'all'] : []
    const words = ['rename', symbol.hash, fresh, ...options]
    const { status, stdout, stderr } = run(program(), words, { cwd: tree })
    const text = stdout + stderr
    if (status) {
        const reason = reasonOf(text)
        total.refused.set(reason, (total.refused.get(reason) ?? 0) + 1)
        if (verbose) console.log(`  refused ${symbol.file}:${symbol.start} ${symbol.name}: ${reason}`)
        return
    }
    const changed = run('git', ['diff', '--name-only'], { cwd: tree }).stdout.split('\n').filter(Boolean)
    const after = check([old, fresh], changed).map(l => l.replaceAll(fresh, old))
    run(program(), ['edit', 'rollback'], { cwd: tree })
    if (run('git', ['diff', '--quiet'], { cwd: tree }).status) {
        total.broken.push(`${symbol.file}:${symbol.start} ${symbol.name}: it was not taken back whole`)
        run('git', ['checkout', '-q', '--', '.'], { cwd: tree })
    }
    const found = subtract(after, baseline(check, [old], []))
    total.renamed++
    total.places += Number(stdout.match(/renamed: (\d+)/)[1])
    if (found.length) {
        total.broken.push(`${symbol.file}:${symbol.start} ${symbol.kind} ${symbol.name} (${symbol.hash}): ${found.length}\n      ` +
            found.slice(0, 3).join('\n      '))
        console.log(`  BROKEN ${total.broken.at(-1)}`)
    }
}

function measure(kind, source) {
    const tree = join(work, basename(source))
    run('git', ['clone', '-q', '--shared', source, tree])
    const total = { renamed: 0, places: 0, refused: new Map(), broken: [] }
    const symbols = symbolsOf(tree, kind)
    const check = checkers[kind](tree, source)
    const drawn = only ? symbols.filter(s => s.hash === only) : []
    while (!only && drawn.length < N && symbols.length)
        drawn.push(...symbols.splice(Math.floor(random() * symbols.length), 1))
    for (const symbol of drawn) renameOne(tree, symbol, check, total)
    const refused = [...total.refused.values()].reduce((a, b) => a + b, 0)
    console.log(`${basename(source).padEnd(10)} drawn ${drawn.length}, renamed ${total.renamed} (${total.places} places), ` +
        `refused ${refused}, with new findings ${total.broken.length}`)
    for (const [reason, count] of [...total.refused].sort((a, b) => b[1] - a[1]))
        console.log(`    ${String(count).padStart(3)}  ${reason}`)
    return total.broken.length
}

let broken = 0
for (const item of args) {
    const colon = item.indexOf(':')
    broken += measure(item.slice(0, colon), resolve(item.slice(colon + 1)))
}
fs.rmSync(work, { recursive: true, force: true })
process.exit(broken ? 1 : 0)
