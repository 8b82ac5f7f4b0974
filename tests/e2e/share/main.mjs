// main.mjs DRIVER [PATTERN]: what holds for every remote, with real servers. See run.
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ask, blob, directory, environment, everything, home, run, same } from '../../wire/remote_case.mjs'
import { expect, finish, sleep, within } from '../../wire/mcp_client.mjs'

const { registry, nginx, home: installed, build } = process.env
const pattern = process.argv[3] ?? ''
const PASSWORD = randomBytes(12).toString('hex')

// ---- servers ----

const servers = []
process.on('exit', () => servers.forEach(server => server.kill('SIGKILL')))
async function freePort() {
    const server = createServer()
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address()
    await new Promise(resolve => server.close(resolve))
    return port
}
async function start(name, words, port, options = {}) {
    const child = spawn(words[0], words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let out = ''
    child.stdout.on('data', piece => { out += piece })
    child.stderr.on('data', piece => { out += piece })
    servers.push(child)
    const up = await within(20000, async () => {
        try { await fetch(`http://127.0.0.1:${port}/`); return true } catch { return false }
    })
    if (!up) console.log(`failed: ${name} does not start: ${out.slice(-1000)}`)
    return { child, output: () => out }
}

async function startRegistry(more = '') {
    const port = await freePort(), root = join(directory, `registry${port}`)
    mkdirSync(root)
    const config = join(root, 'config.yml')
    writeFileSync(config, `version: 0.1\nlog: { level: error }\nstorage: { filesystem: { rootdirectory: ${root}/data }, delete: { enabled: true } }\nhttp: { addr: "127.0.0.1:${port}", secret: x }\n${more}`)
    await start('docker-registry', [registry, 'serve', config], port, { env: { PATH: process.env.PATH, HOME: home, OTEL_TRACES_EXPORTER: 'none' } })
    return { place: `127.0.0.1:${port}`, root }
}

// A line of htpasswd with bcrypt, which the registry insists on, by crypt(3).
function htpasswd(user, password) {
    const perl = spawnSync('perl', ['-e', 'print crypt($ARGV[0], q($2b$05$) . q(abcdefghijklmnopqrstuu))', password], { encoding: 'utf8' })
    return `${user}:${perl.stdout}`
}

async function startNginx(password) {
    const port = await freePort(), root = join(directory, `nginx${port}`)
    for (const folder of ['', 'data', 'data/open', 'data/closed', 'temp']) mkdirSync(join(root, folder))
    writeFileSync(join(root, 'users'), `ci:{SHA}${createHash('sha1').update(password).digest('base64')}\n`)
    const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${root}/temp/${name};`).join(' ')
    const dav = 'dav_methods PUT MKCOL; create_full_put_path on; dav_access user:rw; client_max_body_size 0;'
    writeFileSync(join(root, 'nginx.conf'), `${process.getuid() === 0 ? 'user root;' : ''}
daemon off; pid ${root}/pid; error_log stderr warn; worker_processes 1;
events { worker_connections 64; }
http { access_log ${root}/access.log; ${temps}
  server { listen 127.0.0.1:${port}; root ${root}/data; ${dav}
    location /closed { auth_basic "x"; auth_basic_user_file ${root}/users; } } }
`)
    await start('nginx', [nginx, '-e', 'stderr', '-p', root, '-c', join(root, 'nginx.conf')], port)
    return { place: `127.0.0.1:${port}`, root }
}

async function startS3() {
    const port = await freePort(), root = join(directory, `s3${port}`)
    mkdirSync(root)
    await start('s3rver', ['node', join(installed, 'node_modules/.bin/s3rver'), '-d', root, '-a', '127.0.0.1', '-p', String(port), '--configure-bucket', 'bucket'], port)
    return { place: `127.0.0.1:${port}`, root, env: { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } }
}

// ---- what holds for every remote ----

const small = blob(1000), empty = blob(''), middle = blob(3 << 20), large = blob(40 << 20)
async function everyRemote(target, options = {}) {
    const name = target.split(':')[0]
    const is = (holds, what) => expect(holds, `${name}: ${what}`)
    let done = await ask(target, 'pointer', ['main'], options)
    is(done.code === 3 || (done.status === 0 && done.found === false), `nothing there yet (${done.error})`)
    const since = Date.now()
    done = await ask(target, 'publish', ['main', small, empty, middle, large], options)
    is(done.status === 0 && done.put === 1000 + (43 << 20), `published (${done.error})`)
    console.log(`${name}: 43 MB published in ${Date.now() - since} ms`)
    done = await ask(target, 'publish', ['commit-abc', small, empty, middle, large], options)
    is(done.status === 0 && done.put === 0, `uploads nothing twice (${done.error})`)
    const before = Date.now()
    done = await same(target, [large, empty, small, middle], options)
    is(done.equal, `what comes is what went (${done.error})`)
    console.log(`${name}: fetched in ${Date.now() - before} ms`)
    done = await ask(target, 'pointer', ['main'], options)
    is(done.found && JSON.parse(done.manifest).artifactType === 'application/vnd.fovea.index.v1', `the manifest (${done.error})`)
    const first = done.manifest
    done = await ask(target, 'get', [directory, blob(10)], options)
    is(done.code === 3, `a blob that is missing (${done.error})`)
    done = await ask(target, 'point', ['main', blob(11)], options)
    is(done.code === 3 && (await ask(target, 'pointer', ['main'], options)).manifest === first, 'a pointer to nothing is not put')
    const shared = blob(2000)
    await Promise.all(Array.from({ length: 4 }, async (_, i) => {
        const published = await ask(target, 'publish', [`commit-${i}`, shared, blob(500 + i)], options)
        is(published.status === 0, `publisher ${i} (${published.error})`)
        const moved = await ask(target, 'publish', ['main', shared], options)
        is(moved.status === 0, `publisher ${i} moves main (${moved.error})`)
    }))
    for (let i = 0; i < 4; i++) is((await ask(target, 'pointer', [`commit-${i}`], options)).found, `the pointer of publisher ${i}`)
    is((await same(target, [shared], options)).equal, 'the blob of all publishers')
    done = await ask(target, 'prune', [1], options)
    is(done.status === 0 || done.code === 2, `prune (${done.error})`)
}

// ---- push and pull ----

const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@x', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@x', GIT_CONFIG_NOSYSTEM: '1' }
function git(cwd, ...words) {
    const { status, stdout } = spawnSync('git', words, { cwd, env: { ...environment, ...identity }, encoding: 'utf8' })
    return { status, out: stdout.trim() }
}
const origin = join(directory, 'origin')
git(directory, 'init', '-q', '-b', 'main', origin)
cpSync(join(build, '../src/base'), join(origin, 'base'), { recursive: true })
git(origin, 'add', '-A')
git(origin, 'commit', '-qm', 'one')
let clones = 0
function clone() {
    const tree = join(directory, `clone${clones}`)
    git(directory, 'clone', '-q', origin, tree)
    return { tree, cache: join(directory, `cache${clones++}`) }
}
// Runs fovea in a clone; its answer as JSON.
async function fovea({ tree, cache }, command, target, options) {
    const { status, out } = await run(join(build, 'fovea'), [command, target, '--format', 'json'], { cwd: tree, env: { ...environment, XDG_CACHE_HOME: cache, ...options.more } })
    everything.push(out)
    try { return { status, out, ...JSON.parse(out) } } catch { return { status, out } }
}
async function pushAndPull(target, options = {}) {
    const name = target.split(':')[0], publisher = clone(), reader = clone()
    if (options.git) for (const { tree } of [publisher, reader]) git(tree, 'remote', 'add', 'far', options.git)
    const is = (holds, what) => expect(holds, `${name}: ${what}`)
    let done = await fovea(publisher, 'push', target, options)
    is(done.status === 0 && done.sent > 0, `push (${done.out.slice(0, 300)})`)
    done = await fovea(publisher, 'push', target, options)
    is(done.status === 0 && done.sent === 0, `push again (${done.out.slice(0, 300)})`)
    const since = Date.now()
    done = await fovea(reader, 'pull', target, options)
    is(done.status === 0 && done.taken > 20 && done.taken === done.contents, `pull (${done.out.slice(0, 300)})`)
    console.log(`${name}: pulled ${done.taken} files in ${Date.now() - since} ms`)
    writeFileSync(join(publisher.tree, 'base/more.c'), `int more_${clones}(void)\n{\n    return 1;\n}\n`)
    git(publisher.tree, 'add', '-A')
    git(publisher.tree, 'commit', '-qm', 'two')
    done = await fovea(publisher, 'push', target, options)
    is(done.status === 0 && done.fresh === 1 && done.bytes_sent < 20000, `a step (${done.out.slice(0, 300)})`)
    git(reader.tree, 'pull', '-q', publisher.tree, 'main')
    done = await fovea(reader, 'pull', target, options)
    is(done.status === 0 && done.taken === 1, `pull a step (${done.out.slice(0, 300)})`)
}

// ---- the remotes ----

const docker = auth => {
    mkdirSync(join(home, '.docker'), { recursive: true })
    writeFileSync(join(home, '.docker/config.json'), JSON.stringify(auth))
}
const tests = {
    async file() {
        await everyRemote(`file://${directory}/folder`)
        await pushAndPull(`file://${directory}/folder2`)
    },
    async git() {
        spawnSync('git', ['init', '-q', '--bare', join(directory, 'far.git')])
        await everyRemote(`git:${directory}/far.git`)
        await pushAndPull('git:far', { git: join(directory, 'far.git') })
        const far = join(directory, 'far.git'), parts = [blob(40 << 20), blob(30 << 20), blob(1000)]
        const uploads = () => git(far, 'for-each-ref', '--format=%(refname)').out.split('\n').filter(ref => ref.includes('@upload'))
        let done = await ask(`git:${far}`, 'put', parts)
        expect(done.status === 0 && uploads().length === 2, `git: a large push is sent in groups (${done.error})`)
        done = await ask(`git:${far}`, 'publish', ['resumed', ...parts])
        expect(done.status === 0 && done.put === 1000 && !uploads().length, `git: an interrupted one goes on (${done.error}, ${done.put})`)
        expect((await same(`git:${far}`, parts)).equal, 'git: and is whole')
        expect(spawnSync('git', ['-C', join(directory, 'far.git'), 'fsck', '--full', '--strict']).status === 0, 'git: all is whole')
    },
    async http() {
        const { place, root } = await startNginx(PASSWORD)
        await everyRemote(`http://${place}/open/a/b`)
        const log = () => readFileSync(join(root, 'access.log'), 'utf8')
        const done = await ask(`http://${place}/closed/x`, 'publish', ['main', small])
        expect(done.code === 1 && done.error.includes('401'), `http: without a password (${done.error})`)
        writeFileSync(join(home, '.netrc'), `machine other login x password y\nmachine 127.0.0.1\n  login ci\n  password ${PASSWORD}\n`, { mode: 0o600 })
        await everyRemote(`http://${place}/closed/x`)
        await pushAndPull(`http://${place}/closed/index`)
        expect(!log().includes(PASSWORD), 'http: no password in the log of the server')
    },
    async oci() {
        const { place } = await startRegistry()
        await everyRemote(`oci://${place}/team/index`)
        const tags = await (await fetch(`http://${place}/v2/team/index/tags/list`)).json()
        expect(tags.tags.includes('main') && tags.tags.includes('commit-3'), 'oci: tags')
        const mounted = await ask(`oci://${place}/team/fork`, 'put', [large], { more: { FOVEA_SHARE_MOUNT: 'team/index' } })
        expect(mounted.status === 0 && (await same(`oci://${place}/team/fork`, [large])).equal, `oci: mounted (${mounted.error})`)
    },
    async 'oci with a password'() {
        const users = join(directory, 'users'), line = htpasswd('ci', PASSWORD)
        writeFileSync(users, line + '\n')
        const { place } = await startRegistry(`auth: { htpasswd: { realm: x, path: ${users} } }\n`)
        let done = await ask(`oci://${place}/team/index`, 'publish', ['main', small])
        expect(done.code === 1 && done.hint.includes('docs/remotes.md'), `oci: without a password (${done.error})`)
        docker({ auths: { [place]: { auth: Buffer.from(`ci:${PASSWORD}`).toString('base64') } } })
        await everyRemote(`oci://${place}/team/index`)
        await pushAndPull(`oci://${place}/team/pushed`)
        const bin = join(directory, 'bin')
        mkdirSync(bin)
        writeFileSync(join(bin, 'docker-credential-test'), `#!/bin/sh\ntest "$1" = get && test "$(cat)" = ${place} && echo '{"Username":"ci","Secret":"${PASSWORD}"}'\n`, { mode: 0o755 })
        for (const config of [{ credHelpers: { [place]: 'test' } }, { credsStore: 'test' }, { credsStore: 'test', auths: { [place]: {} } }]) {
            docker(config)
            done = await ask(`oci://${place}/team/index`, 'pointer', ['main'], { more: { PATH: `${bin}:${process.env.PATH}` } })
            expect(done.found === true, `oci: ${JSON.stringify(config)} (${done.error})`)
        }
        docker({ credHelpers: { [place]: '../../bin/sh' } })
        done = await ask(`oci://${place}/team/index`, 'pointer', ['main'])
        expect(done.status === 1 && done.error.includes('strange'), `oci: a helper with a path (${done.error})`)
        docker({ auths: { [place]: { auth: Buffer.from('ci:wrong').toString('base64') } } })
        done = await ask(`oci://${place}/team/index`, 'pointer', ['main'])
        expect(done.status === 1 && done.error.includes('401'), `oci: a wrong password (${done.error})`)
    },
    async s3() {
        const { env, place } = await startS3()
        await everyRemote('s3://bucket/some/prefix', { more: env })
        await pushAndPull('s3://bucket/pushed', { more: env })
        const keys = join(home, '.aws')
        mkdirSync(keys)
        writeFileSync(join(keys, 'credentials'), '[default]\naws_access_key_id = wrong\n[ci]\naws_access_key_id=S3RVER\naws_secret_access_key = S3RVER\n')
        writeFileSync(join(keys, 'config'), `[profile ci]\nregion = eu-central-1\nendpoint_url = http://${place}\n`)
        const done = await ask('s3://bucket/some/prefix', 'pointer', ['main'], { more: { AWS_PROFILE: 'ci' } })
        expect(done.found === true, `s3: a profile (${done.error})`)
        const signed = await run('curl', ['-sS', '--aws-sigv4', 'aws:amz:us-east-1:s3', '--user', 'S3RVER:S3RVER', '-H', 'x-amz-content-sha256: UNSIGNED-PAYLOAD', `http://${place}/bucket/some/prefix/pointers/main.json`])
        expect(signed.out.includes('vnd.fovea.index'), 's3: readable by another client')
    },
}
for (const [name, test] of Object.entries(tests))
    if (name.includes(pattern)) {
        const since = Date.now()
        await test()
        console.log(`${name}: ${((Date.now() - since) / 1000).toFixed(1)} s`)
    }
expect(!everything.join('').includes(PASSWORD), 'no password is in an answer or an error')
await sleep(0)
finish()
