// share.mjs PROGRAM COUNT GITDIR…: an index that was pulled equals one that was built. COUNT commits, spread over the
// last 2,000 first parents of each history, are pushed in order to a folder, as CI does after each merge. Each is pulled
// into an empty cache, and everything that `fovea export` writes is compared with what an index built here has; so are
// answers of search. GRAPH=yes or no, in the environment, decides whether a graph goes along. Without a git directory
// nothing is done. Exit code 1 at a difference.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const [program, count = '50', ...histories] = process.argv.slice(2)
const SPREAD = 2000
const graph = process.env.GRAPH ? ['--graph', process.env.GRAPH] : []
const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'fovea-share-law.'))
process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

function start(command, args, cwd, cache = 'none') {
    const env = { ...process.env, LC_ALL: 'C', HOME: home, XDG_CACHE_HOME: join(home, 'caches', cache), XDG_CONFIG_HOME: join(home, 'config'),
        GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
    const { stdout, stderr, status, error } = spawnSync(command, args, { cwd, env, maxBuffer: 1 << 30, encoding: 'utf8' })
    if (error || status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? status} ${stderr}`)
    return stdout
}
const fovea = (tree, cache, ...args) => start(program, args, tree, cache)

// By file, so that a difference can be named.
function exported(tree, cache) {
    const out = join(home, 'export'), files = new Map()
    rmSync(out, { recursive: true, force: true })
    fovea(tree, cache, 'export', '--shards', out)
    for (const name of readdirSync(out, { recursive: true }))
        if (statSync(join(out, name)).isFile()) files.set(name, createHash('sha256').update(readFileSync(join(out, name))).digest('hex'))
    return files
}
function differences(a, b) {
    const names = [...new Set([...a.keys(), ...b.keys()])]
    return names.filter(name => a.get(name) !== b.get(name))
}

const questions = ['where are cookies parsed', 'how is a connection reused', 'parse a date', 'tests of uploads', 'main']
let bad = 0
for (const history of histories) {
    const name = basename(history) === 'repo' ? basename(dirname(history)).split('+').pop() : basename(history)
    const tree = join(home, 'trees', name), remote = `file://${join(home, 'remotes', name)}`
    mkdirSync(dirname(tree), { recursive: true })
    start('git', ['clone', '-q', '--shared', '--no-checkout', history, tree], home)
    const all = start('git', ['rev-list', '--first-parent', `--max-count=${SPREAD}`, 'HEAD'], tree).trim().split('\n').reverse()
    const step = Math.max(1, (all.length - 1) / Math.max(1, Number(count) - 1))
    const commits = [...new Set(Array.from({ length: Number(count) }, (_, i) => all[Math.min(all.length - 1, Math.round(i * step))]))]
    let taken = 0, parsed = 0
    for (const commit of commits) {
        start('git', ['checkout', '-q', '-f', '--detach', commit], tree)
        fovea(tree, 'publisher', 'push', remote, '--branch', 'main', ...graph)
        const pulled = JSON.parse(fovea(tree, 'pulled', 'pull', remote, '--format', 'json'))
        if (!pulled.found || pulled.commit !== commit) throw new Error(`${commit}: ${JSON.stringify(pulled)}`)
        fovea(tree, 'built', 'index')
        for (const cache of ['pulled', 'built']) fovea(tree, cache, 'index') // waits for what is read of the history
        const wrong = differences(exported(tree, 'pulled'), exported(tree, 'built'))
        for (const question of questions)
            if (fovea(tree, 'pulled', 'search', question) !== fovea(tree, 'built', 'search', question)) wrong.push(`search ${question}`)
        taken += pulled.taken
        parsed += pulled.parsed
        bad += wrong.length > 0
        if (wrong.length) console.log(`${name} ${commit}: differs: ${wrong.slice(0, 10).join(', ')}`)
        rmSync(join(home, 'caches/pulled'), { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
        rmSync(join(home, 'caches/built'), { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
    }
    console.log(`${name}: ${commits.length} commits, ${taken} contents taken, ${parsed} parsed after a pull, ${bad} differ`)
}
if (!histories.length) console.log('no history was given: R="git directories"')
process.exit(bad ? 1 : 0)
