// fixes.mjs PROGRAM REPOSITORY…: does risk predict the functions that later fixes change? Each repository (a git
// directory) is indexed as of 1, 2 and 3 years before its HEAD. The targets are the functions changed by the fixes
// of the following year: commits of at most 5 files, without merges, whose subject mentions a fix. Prints the area
// under the ROC curve over all functions that have a risk, ordered by lines of code alone and by risk (make
// bench-risk G="…").
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

const [program, ...repositories] = process.argv.slice(2)
const YEARS = [1, 2, 3], YEAR = 365 * 86400, FILES = 5
const FIXES = 400 // of one year, evenly spread where there are more
const SUBJECT = /\b(fix(e[sd])?|bugs?|crash(es)?|leaks?|overflow|regress(ion)?|segv|use-after-free|oob)\b/i
const NOT_TOUCHED = ['added', 'extracted', 'comment', 'format']
const home = mkdtempSync(join(tmpdir(), 'fovea-bench-fixes-'))
process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const env = { ...process.env, XDG_CACHE_HOME: join(home, 'cache'), XDG_CONFIG_HOME: join(home, 'config') }
const run = (name, args, cwd) => execFileSync(name, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] })
const git = (tree, ...args) => run('git', ['-C', tree, ...args]).trim()

// How often what is to be found stands before what is not, ties as half.
function area(rows, score) {
    const order = rows.map(row => [score(row), row.hit]).sort((a, b) => a[0] - b[0])
    let hits = 0, ranks = 0
    for (let from = 0, to; from < order.length; from = to) {
        for (to = from; to < order.length && order[to][0] === order[from][0];) to++
        const found = order.slice(from, to).filter(([, hit]) => hit).length
        hits += found
        ranks += found * (from + 1 + to) / 2
    }
    return (ranks - hits * (hits + 1) / 2) / (hits * (order.length - hits))
}

const key = (path, name) => `${path}::${name}`

function fixesOf(tree, from, until) {
    const all = git(tree, 'log', '--no-merges', '--format=%H %s', `${from}..${until}`).split('\n').filter(line => SUBJECT.test(line.slice(41)))
    const step = Math.max(1, all.length / FIXES)
    return Array.from({ length: Math.min(FIXES, all.length) }, (_, i) => all[Math.floor(i * step)].slice(0, 40))
        .filter(id => git(tree, 'diff-tree', '--no-commit-id', '--name-only', '-r', id).split('\n').length <= FILES)
}

function touchedBy(tree, fixes) {
    const touched = new Set()
    for (const id of fixes) {
        const { status, stdout } = spawnSync(program, ['diff', `${id}^`, id, '--format', 'json', '--no-config'], { cwd: tree, env, encoding: 'utf8', maxBuffer: 1 << 28 })
        for (const file of status === 0 ? JSON.parse(stdout).files : [])
            for (const { change, old, qualified } of file.symbols ?? [])
                if (!NOT_TOUCHED.includes(change)) touched.add(key(old?.path ?? file.old_path ?? file.path, old?.qualified ?? qualified))
    }
    return touched
}

function functionsOf(tree) {
    const table = join(home, 'export.sqlite')
    rmSync(table, { force: true })
    run(program, ['index', tree, '--quiet'])
    run(program, ['export', tree, '--sqlite', table])
    return JSON.parse(run('sqlite3', ['-json', table, 'SELECT file, qualified, line_end - line_start + 1 AS lines, risk FROM nodes WHERE risk > 0']))
}

const show = value => `${value < 0 ? '' : ' '}${value.toFixed(3)}`
const mean = list => list.reduce((sum, value) => sum + value, 0) / list.length
console.log('repository   years ago  functions  fixes  touched  lines   risk   gain')
for (const repository of repositories.map(path => resolve(path))) {
    const name = basename(repository) === 'repo' ? basename(dirname(repository)) : basename(repository), tree = join(home, name)
    run('git', ['clone', '-q', '--shared', '--no-checkout', repository, tree])
    const head = git(tree, 'rev-parse', 'HEAD'), top = Number(git(tree, 'log', '-1', '--format=%ct'))
    const before = years => git(tree, 'rev-list', '-1', '--first-parent', `--before=${top - years * YEAR}`, head)
    const gains = []
    for (const years of YEARS) {
        git(tree, 'checkout', '-q', '-f', before(years))
        const fixes = fixesOf(tree, before(years), before(years - 1)), touched = touchedBy(tree, fixes)
        const rows = functionsOf(tree).map(row => ({ ...row, hit: touched.has(key(row.file, row.qualified)) }))
        const lines = area(rows, row => row.lines), risk = area(rows, row => row.risk)
        gains.push(risk - lines)
        console.log(`${name.padEnd(18)} ${years} ${String(rows.length).padStart(12)} ${String(fixes.length).padStart(6)} ${String(rows.filter(row => row.hit).length).padStart(8)} ${show(lines)} ${show(risk)} ${show(risk - lines)}`)
    }
    console.log(`${name}: mean gain ${show(mean(gains))}`)
    rmSync(tree, { recursive: true })
}
