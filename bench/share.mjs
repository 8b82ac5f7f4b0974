// share.mjs PROGRAM COUNT GITDIR…: what sharing costs beside building. The last COUNT first parents of each history are
// pushed one after another to a folder, as CI does after each merge: bytes a step, and of all steps together beside one
// index. Then the newest commit is pulled into an empty cache, and built in another: seconds, and bytes over a link of
// 100 Mbit/s (12.5 MB/s), whose time is computed. With LINK=Mbit/s in the environment the pull is also measured over a
// server that sends no more than that. A row for each history, and the load of the machine.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const [program, count = '350', ...histories] = process.argv.slice(2)
const LINK = 12.5e6 // bytes a second
const RUNS = 3
const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'fovea-bench-share.'))
process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

function start(command, args, cwd, cache = 'none') {
    const env = { ...process.env, LC_ALL: 'C', HOME: home, XDG_CACHE_HOME: join(home, 'caches', cache), XDG_CONFIG_HOME: join(home, 'config'),
        GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
    const { stdout, stderr, status, error } = spawnSync(command, args, { cwd, env, maxBuffer: 1 << 30, encoding: 'utf8' })
    if (error || status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? status} ${stderr}`)
    return stdout
}
function timed(work) {
    const begin = process.hrtime.bigint(), value = work()
    return [Number(process.hrtime.bigint() - begin) / 1e9, value]
}
const sorted = list => [...list].sort((a, b) => a - b)
const share = (list, part) => sorted(list)[Math.min(list.length - 1, Math.floor(list.length * part))]
const median = list => share(list, 0.5)
const size = bytes => (bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e3).toFixed(1)} KB`)
const bytesBelow = path => readdirSync(path, { recursive: true }).reduce((sum, name) => {
    const entry = statSync(join(path, name))
    return sum + (entry.isFile() ? entry.size : 0)
}, 0)
// Of several runs, each with a cache of its own.
function best(name, work) {
    const seconds = []
    for (let i = 0; i < RUNS; i++) {
        seconds.push(timed(() => work(`${name}${i}`))[0])
        rmSync(join(home, 'caches', `${name}${i}`), { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
    }
    return median(seconds)
}

// The folder behind a link of so many Mbit/s: calls back with its address.
async function behindLink(folder, mbits, work) {
    const server = spawn('node', [join(import.meta.dirname, 'share_link.mjs'), folder, String(mbits * 125000)], { stdio: ['pipe', 'pipe', 'inherit'] })
    const port = await new Promise(resolve => server.stdout.once('data', piece => resolve(Number(piece))))
    work(`http://127.0.0.1:${port}`)
    server.stdin.end()
}

for (const history of histories) {
    const name = basename(history) === 'repo' ? basename(dirname(history)).split('+').pop() : basename(history)
    const tree = join(home, name), folder = join(home, `${name}-remote`), remote = `file://${folder}`
    start('git', ['clone', '-q', '--shared', '--no-checkout', history, tree], home)
    const commits = start('git', ['rev-list', '--first-parent', `--max-count=${count}`, 'HEAD'], tree).trim().split('\n').reverse()
    const steps = [], seconds = [], packs = []
    let all = 0, first = 0, last
    for (const [i, commit] of commits.entries()) {
        start('git', ['checkout', '-q', '-f', '--detach', commit], tree)
        const [took, text] = timed(() => start(program, ['push', remote, '--branch', 'main', '--format', 'json'], tree, 'publisher'))
        last = JSON.parse(text)
        all += last.bytes_sent
        packs.push(last.packs)
        if (i) steps.push(last.bytes_sent)
        else first = last.bytes_sent
        if (i) seconds.push(took)
    }
    console.log(`${name}: ${commits.length} commits, load ${loadavg().map(load => load.toFixed(1)).join(' ')}`)
    console.log(`  first push ${size(first)}`)
    if (steps.length) console.log(`  a step: median ${size(median(steps))}, p90 ${size(share(steps, 0.9))}, max ${size(Math.max(...steps))}`)
    // What a push to an empty folder would send of the newest commit.
    const fresh = JSON.parse(start(program, ['push', `${remote}-fresh`, '--format', 'json'], tree, 'publisher')).bytes
    console.log(`  a fresh artifact of the newest commit ${size(fresh)}: all pushes are ${(all / fresh).toFixed(1)} x that`)
    console.log(`  all pushes ${size(all)} = ${(all / last.bytes).toFixed(2)} x the newest artifact (${size(last.bytes)}); the folder ${size(bytesBelow(folder))}; packs at most ${Math.max(...packs)}`)
    const pull = best('pull', cache => start(program, ['pull', remote], tree, cache))
    const bytes = JSON.parse(start(program, ['pull', remote, '--format', 'json'], tree, 'bytes')).bytes
    const answer = best('answer', cache => {
        start(program, ['pull', remote], tree, cache)
        start(program, ['find', 'main'], tree, cache)
    })
    const build = best('build', cache => start(program, ['index'], tree, cache))
    console.log(`  seconds: ${seconds.length ? `a push with its update ${median(seconds).toFixed(2)}, ` : ''}build ${build.toFixed(2)}, pull from a folder ${pull.toFixed(2)}, pull and first answer ${answer.toFixed(2)}`)
    console.log(`  over 100 Mbit/s: ${size(bytes)} in ${(bytes / LINK).toFixed(2)} s (computed), pull ${(pull + bytes / LINK).toFixed(2)} s beside ${build.toFixed(2)} s`)
    if (process.env.LINK)
        await behindLink(folder, Number(process.env.LINK), address => {
            const over = best('link', cache => start(program, ['pull', address], tree, cache))
            console.log(`  over ${process.env.LINK} Mbit/s, measured: pull ${over.toFixed(2)} s, ${(build / over).toFixed(1)} x as fast as building`)
        })
}
if (!histories.length) console.log('no history was given: R="git directories"')
