// fovea blame and git blame, also with -w, on made histories: edits, moved lines, indentation, renames, merges, work that is not committed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'

const program = process.argv[2]
const home = mkdtempSync(join(tmpdir(), 'fovea-blame-')), tree = join(home, 'tree')
process.on('exit', () => {
    try {
        rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    } catch {} // an indexer may still write
})
let time = 1700000000, state = 7
const random = count => (state = (state * 1103515245 + 12345) % 2147483648) % count
function env() {
    time += 60
    return { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache'), TERM: 'dumb', GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_AUTHOR_NAME: `n${random(5)}`, GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'n', GIT_COMMITTER_EMAIL: 'a@b',
        GIT_AUTHOR_DATE: `${time} +0000`, GIT_COMMITTER_DATE: `${time} +0000` }
}
const git = (...args) => execFileSync('git', args, { cwd: tree, env: env(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

let path = 'src/a.py', counter = 0
const lines = () => readFileSync(join(tree, path), 'utf8').split('\n').slice(0, -1)
const save = text => writeFileSync(join(tree, path), text.join('\n') + '\n')
const fresh = () => `    step_${random(40)}(value, ${counter++ % 7})`
const EDITS = [
    text => text.splice(1 + random(text.length), 0, fresh(), fresh()),
    text => text.splice(1 + random(text.length - 1), 1),
    text => (text[1 + random(text.length - 1)] = fresh()),
    text => text.splice(1 + random(text.length), 0, '', fresh()),
    text => text.splice(1 + random(text.length), 0, ...text.splice(1 + random(text.length - 4), 3)),
    text => {
        const at = 1 + random(text.length - 3)
        for (let i = at; i < at + 3; i++) text[i] = text[i] && '    ' + text[i]
    },
]
function edit() {
    const text = lines()
    for (let i = 0; i <= random(3); i++) EDITS[random(EDITS.length)](text)
    save(text)
}
mkdirSync(join(tree, 'src'), { recursive: true })
git('init', '-q', '-b', 'main', '.')
save(['def run(value):', ...Array.from({ length: 40 }, fresh)])
git('add', '-A'), git('commit', '-qm', 'one')
for (let i = 0; i < 60; i++) {
    if (i % 13 === 12) {
        const next = `src/${'bcdefgh'[i % 7]}${i}.py`
        git('mv', path, next), (path = next)
    }
    if (i % 9 === 5) {
        git('checkout', '-qb', `topic${i}`), edit(), git('commit', '-qam', `topic ${i}`), git('checkout', '-q', 'main')
        edit(), git('commit', '-qam', `main ${i}`)
        try {
            git('merge', '-q', '-X', 'ours', '-m', `merge ${i}`, `topic${i}`)
        } catch {
            git('merge', '--abort')
        }
    }
    edit(), git('add', '-A'), git('commit', '-q', '--allow-empty', '-m', `edit ${i}`)
}
function ours(...options) {
    const { stdout, stderr, status } = spawnSync(program, ['blame', path, '--limit', '200', '--format', 'json', ...options], { cwd: tree, env: env(), encoding: 'utf8' })
    expect(status === 0, `exit code ${status}, ${stderr}`)
    const answer = JSON.parse(stdout), by = []
    const all = [...answer.commits.map(c => [c.commit, c.ranges]), ['0'.repeat(40), answer.not_committed_ranges ?? '']]
    for (const [commit, ranges] of all)
        for (const range of ranges.split(', ').filter(Boolean)) {
            const [first, last = first] = range.split('-').map(Number)
            for (let i = first; i <= last; i++) by[i] = commit
        }
    return by
}
function theirs(...options) {
    const by = []
    for (const [, commit, line] of git('blame', '--porcelain', ...options, '--', path).matchAll(/^([0-9a-f]{40}) \d+ (\d+)/gm)) by[+line] = commit
    return by
}
function compare(what) {
    for (const [mine, its] of [[[], []], [['--ignore-space'], ['-w']]]) {
        const a = ours(...mine), b = theirs(...its)
        expect(a.length === b.length && a.length > 20, `${what}: ${a.length} and ${b.length} lines`)
        for (let i = 1; i < b.length; i++) expect(a[i] === b[i], `${what}, ${its}: line ${i} is of ${a[i]}, git says ${b[i]}`)
    }
}
compare('committed')
edit()
compare('not committed')
git('mv', path, 'src/z.py'), (path = 'src/z.py')
compare('renamed in the work tree')
finish()
