// Packages become git repositories, are indexed and published; tree and cache are deleted at once, unless kept. Packages may be
// fetched and indexed before there is a database.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const MINUTES = 30 // that one step of one package may take

export function readPackages() {
    return readFileSync(join(here, 'packages.list'), 'utf8').split('\n').filter(line => line && !line.startsWith('#')).map(line => {
        const words = line.split(/\s+/), keep = words[0] === 'keep'
        const [how, name, ...patterns] = keep ? words.slice(1) : words
        return { how, name, patterns, keep, repository: `${how}/${name}` }
    })
}

export function run(program, args, options) {
    return new Promise((done, failed) => {
        const start = performance.now(), child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: MINUTES * 60_000 })
        let out = '', err = ''
        child.stdout.on('data', text => { out += text })
        child.stderr.on('data', text => { err = (err + text).slice(-2000) })
        child.on('error', failed)
        child.on('close', status => status === 0 ? done({ out, seconds: (performance.now() - start) / 1000 })
            : failed(new Error(`${program} ${args.join(' ').slice(0, 200)}: ${status}: ${err || out.slice(-500)}`)))
    })
}

// $1: the folder of apt's lists; $2: package; $3…: patterns. Unpacks into ./tree.
const FETCH = {
    deb: `apt=$1 log=$PWD/fetch.log; . "$0/../packages.sh"
        exec 9>"$apt.lock"; flock 9; download_deb "$2" || { tail -3 fetch.log >&2; exit 1; }; flock -u 9
        shift 2; set -f; wanted=("$@"); set +f
        for tarball in *.orig.tar.?z *.orig.tar.bz2 *.orig-*.tar.?z; do
            [ -e "$tarball" ] || continue
            component=$(sed -nE 's/.*\\.orig-(.*)\\.tar\\..*/\\1/p' <<<"$tarball")
            mkdir -p "tree/$component"
            tar -xf "$tarball" -C "tree/$component" --no-same-owner --strip-components=1 --wildcards "\${wanted[@]}" 2>/dev/null
        done`,
    npm: `npm pack --silent --ignore-scripts "$2" >/dev/null && mkdir -p tree && tar -xf *.tgz -C tree --no-same-owner --strip-components=1`,
}
const COMMIT = `rm -f *.orig*.tar.* *.tgz; [ -n "$(ls -A tree)" ] || { echo nothing was unpacked >&2; exit 1; }
    find tree -mindepth 1 -name .git -prune -exec rm -rf {} +; cd tree
    g="git -c user.name=bench -c user.email=bench@localhost -c gc.auto=0 -c core.autocrlf=false -c commit.gpgSign=false -c core.hooksPath=/dev/null -c core.looseCompression=0"
    $g init -q -b main && $g add -A -f && $g commit -q -m upstream`

export function treeOf(work, { how, name }) {
    const folder = join(work, 'trees', `${how}-${name.replace(/\W+/g, '-')}`)
    return { folder, tree: join(folder, 'tree'), env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), XDG_STATE_HOME: join(folder, 'state'), XDG_CONFIG_HOME: join(folder, 'config'), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' } }
}

const prepared = (work, wanted) => join(treeOf(work, wanted).folder, 'prepared.json')

// Fetches and indexes one package: seconds of each.
export async function prepare(fovea, work, wanted) {
    const { folder, tree, env } = treeOf(work, wanted), mark = prepared(work, wanted)
    if (existsSync(mark)) return JSON.parse(readFileSync(mark, 'utf8'))
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    try {
        const fetched = await run('bash', ['-c', `set -o pipefail; ${FETCH[wanted.how]}\n${COMMIT}`, here, join(work, 'apt'), wanted.name, ...wanted.patterns], { cwd: folder, env })
        const indexed = await run(fovea, ['index'], { cwd: tree, env })
        const took = { fetch: fetched.seconds, index: indexed.seconds }
        writeFileSync(mark, JSON.stringify(took))
        return took
    } catch (error) {
        rmSync(folder, { recursive: true, force: true })
        throw error
    }
}

// What one package took; the repository is published at the end.
export async function load(fovea, work, url, wanted) {
    const { folder, tree, env } = treeOf(work, wanted), took = await prepare(fovea, work, wanted)
    try {
        const published = await run(fovea, ['publish', '--to', url, '--repository', wanted.repository, '--format', 'json'], { cwd: tree, env })
        const { files, symbols, new_contents, new_symbols } = JSON.parse(published.out)
        return { repository: wanted.repository, files, symbols, new_contents, new_symbols, ...took, publish: published.seconds, load: loadavg()[0] }
    } finally {
        if (!wanted.keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
}
