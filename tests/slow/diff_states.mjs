// diff_states.mjs PROGRAM COUNT [GITDIR…]: what a change breaks, which tests reach it and what a review says of it do not depend
// on what the work tree has. Of COUNT ranges of STEP commits of each repository, the newest first, every second changed file is made
// a commit, which leaves uses behind that break, and asked about from three work trees: at that commit, at the newest one, and an
// empty one; the index of the first is as the files are, those of the others are put to both states and back in memory. Without a
// repository: this one's history. Exit code 1 when answers differ.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const STEP = 8
const [program, count = '20', ...given] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'fovea-diff-states.'))
process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
process.on('SIGINT', () => process.exit(130))
const own = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const environment = { ...process.env, LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }

function start(command, args, cwd, ok = [0], { env: more, input } = {}) {
    const env = { ...environment, XDG_CACHE_HOME: join(home, 'cache', basename(cwd)), ...more }
    const { stdout, stderr, status, error } = spawnSync(command, args, { cwd, env, input, maxBuffer: 1 << 30, encoding: 'latin1' })
    if (error || !ok.includes(status)) throw new Error(`${command} ${args.join(' ')}: ${error ?? status} ${stderr}`)
    return stdout
}
const git = (cwd, ...args) => start('git', args, cwd)

function makeTree(repository, name, commit) {
    const tree = join(home, name)
    git(home, 'clone', '-q', '--shared', '--no-checkout', repository, tree)
    if (commit) git(tree, 'checkout', '-q', '--detach', commit)
    return tree
}

// The base with every second file that differs as it is at the head.
function makeHalf(store, base, head) {
    const env = { GIT_INDEX_FILE: join(home, 'index') }
    const rows = git(store, 'diff-tree', '-r', '--no-renames', '--no-abbrev', base, head).trim().split('\n').filter((_, i) => i % 2)
    const input = rows.map(row => /^:\d+ (\d+) \w+ (\w+) \w\t(.*)$/.exec(row)).filter(row => row && !row[3].startsWith('"'))
        .map(([, mode, blob, path]) => `${mode} ${blob}\t${path}\n`).join('')
    start('git', ['read-tree', base], store, [0], { env })
    start('git', ['update-index', '--index-info'], store, [0], { env, input })
    const tree = start('git', ['write-tree'], store, [0], { env }).trim()
    return git(store, '-c', 'user.name=n', '-c', 'user.email=a@b', 'commit-tree', '-p', base, '-m', 'half', tree).trim()
}

const questions = (base, head) => [
    ['diff', `${base}..${head}`, '--consequences', '--limit', '100', '--format', 'json', '--no-config'],
    ['diff', `${base}..${head}`, '--groups', '--limit', '100', '--format', 'json', '--no-config'],
    ['review', '--base', base, '--head', head, '--output', 'json', '--no-config'],
]
// Which program runs the tests is told by what the work tree has.
function ask(tree, question) {
    const answer = JSON.parse(start(program, question, tree, [0, 1]))
    if (answer.tests) delete answer.tests.commands
    return answer
}

// The first place where two values differ, as a path with both.
function difference(a, b, path = '') {
    if (JSON.stringify(a) === JSON.stringify(b)) return ''
    if (a && b && typeof a === 'object' && typeof b === 'object')
        for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
            const found = difference(a[key], b[key], `${path}/${key}`)
            if (found) return found
        }
    return `${path}: ${JSON.stringify(a)?.slice(0, 200)} but ${JSON.stringify(b)?.slice(0, 200)}`
}

let faults = 0, asked = 0, broken = 0, tests = 0
for (const repository of given.length ? given.map(path => resolve(path)) : existsSync(join(own, '.git')) ? [own] : []) {
    const name = basename(repository.replace(/\/(repo|\.git)\/?$/, ''))
    const newest = git(repository, 'rev-parse', 'HEAD').trim()
    const commits = git(repository, 'log', '--first-parent', `-${+count * STEP + 1}`, '--format=%H', newest).trim().split('\n')
    const list = commits.filter((_, i) => i % STEP === 0).map((head, i, ends) => [head, ends[i + 1]]).filter(([, base]) => base)
    const store = makeTree(repository, `${name}-store`)
    const trees = [makeTree(store, `${name}-there`, newest), makeTree(store, `${name}-newest`, newest), makeTree(store, `${name}-empty`)]
    const before = faults
    for (const [whole, base] of list) {
        const head = makeHalf(store, base, whole)
        git(trees[0], 'checkout', '-q', '--detach', head)
        for (const question of questions(base, head)) {
            const [there, ...others] = trees.map(tree => ask(tree, question))
            asked++
            broken += there.consequences?.length ?? 0
            tests += there.tests?.all ?? 0
            for (const [i, other] of others.entries()) {
                const found = difference(there, other)
                if (!found) continue
                if (faults++ < 50) console.log(`${name} ${question.join(' ')} from ${['the newest', 'an empty'][i]} tree: ${found}`)
            }
        }
    }
    console.log(`${name}: ${list.length} commits, ${faults - before} faults`)
}
console.log(`${asked} questions from three work trees, ${broken} uses that break, ${tests} tests; ${faults} fault${faults === 1 ? '' : 's'}`)
process.exit(faults || (given.length && !asked) ? 1 : 0)
