// Moves in real projects: symbols drawn at random are moved one at a time to another file of their folder, or to a
// new one. The project's own compiler or checker says what it finds then and did not find before.
//     node move.mjs PROGRAM [--n N] [--seed S] [--only HASH [--to FILE]] [--moved N] [--verbose] [--build COMMAND] KIND:DIRECTORY ...
// KIND: c, go, ts, py. DIRECTORY is a git work tree; it is copied. `--moved` draws until so many were moved. `--build`
// builds the project after each move, which shows what a checker of single files does not: what is linked with what.
import * as fs from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { args, bare, baseline, checkers, flag, last, option, program, random, rootFiles, run, subtract, symbolsOf, work } from './projects.mjs'

const N = Number(option('n', 20)), wanted = Number(option('moved', 0)), only = option('only', ''), to = option('to', '')
const verbose = flag('verbose'), build = option('build', '')
program()

// Without the file and its position: what was found in the moved code before is no news.
const placeless = line => line.replace(/^[^:]*: /, '').replace(/'[^' ]*\/[^' ]*'/g, "'…'")
// Errors, and no warnings: in C those of headers come with the includes, in Python an import may be left unused.
const isError = line => !/imported but unused|warning:/.test(line)

function siblingOf(tree, file) {
    if (to) return to
    const end = extname(file), folder = dirname(file)
    const files = run('git', ['ls-files', '--', `${folder}/*${end}`], { cwd: tree }).stdout.split('\n')
        .filter(f => f && f !== file && dirname(f) === folder && !/_test\.go$|__init__|\.d\.ts$|\.test\./.test(f))
    return !files.length || random() < 0.2 ? join(folder, `moved_zq${end}`) : files[Math.floor(random() * files.length)]
}

const reasonOf = text => text.split('\n')[0].replace(/'[^']*'/g, "'…'").replace(/\d+/g, 'N').slice(0, 140)

function moveOne(tree, symbol, check, total) {
    const name = last(symbol.name), target = siblingOf(tree, symbol.file)
    const files = [symbol.file, target].filter(f => fs.existsSync(join(tree, f)))
    const { status, stdout, stderr } = run(program(), ['move', symbol.hash, target], { cwd: tree })
    if (status) {
        const reason = reasonOf(stdout + stderr)
        total.refused.set(reason, (total.refused.get(reason) ?? 0) + 1)
        if (verbose) console.log(`  refused ${symbol.file}:${symbol.start} ${symbol.name} to ${target}: ${stderr.split('\n')[0]}`)
        return
    }
    run('git', ['add', '-AN', '.'], { cwd: tree })
    const changed = run('git', ['diff', '--name-only'], { cwd: tree }).stdout.split('\n').filter(Boolean)
    const after = check([name], changed)
    const built = build && files.length === 2 ? run('sh', ['-c', build], { cwd: tree }) : {}
    if (built.status) after.push(...built.stderr.split('\n').filter(l => /error|undefined|multiple/.test(l)).map(bare), 'it is not built')
    run(program(), ['edit', 'rollback'], { cwd: tree })
    run('git', ['reset', '-q'], { cwd: tree })
    if (run('git', ['status', '--porcelain'], { cwd: tree }).stdout) {
        total.broken.push(`${symbol.file}:${symbol.start} ${symbol.name}: it was not taken back whole`)
        run('git', ['checkout', '-q', '--', '.'], { cwd: tree })
        run('git', ['clean', '-fdq'], { cwd: tree })
    }
    const before = baseline(check, [name], files)
    const found = subtract(after.filter(isError).map(placeless), before.filter(isError).map(placeless))
    total.moved++
    total.files += changed.length
    if (verbose) console.log(`  moved ${symbol.file}:${symbol.start} ${symbol.kind} ${symbol.name} to ${target}: ${changed.length} files`)
    if (!found.length) return
    total.broken.push(`${symbol.file}:${symbol.start} ${symbol.kind} ${symbol.name} to ${target} (${symbol.hash}): ` +
        `${found.length}\n      ${found.slice(0, 3).join('\n      ')}`)
    console.log(`  BROKEN ${total.broken.at(-1)}`)
}

function measure(kind, source) {
    const tree = join(work, basename(source))
    run('git', ['clone', '-q', '--shared', source, tree])
    const total = { moved: 0, files: 0, drawn: 0, refused: new Map(), broken: [] }
    const symbols = symbolsOf(tree, kind).filter(s => s.kind !== 'method' && s.name === last(s.name) &&
        !/\.h$|_test\.go$|\.test\.|\/tests?\//.test(s.file) && rootFiles.test(s.file) && (!only || s.hash === only))
    const check = checkers[kind](tree, source)
    if (build && run('sh', ['-c', build], { cwd: tree }).status) throw new Error(`${source} is not built as it is`)
    while (symbols.length && (wanted ? total.moved < wanted : total.drawn < N)) {
        const symbol = symbols.splice(Math.floor(random() * symbols.length), 1)[0]
        // A file for another system is not compiled here.
        if (kind === 'c' && check(['a word of no file'], [symbol.file]).some(l => /fatal error/.test(l))) continue
        moveOne(tree, symbol, check, total)
        total.drawn++
    }
    console.log(`${basename(source).padEnd(10)} drawn ${total.drawn}, moved ${total.moved} (${total.files} files), ` +
        `refused ${total.drawn - total.moved}, with new findings ${total.broken.length}`)
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
