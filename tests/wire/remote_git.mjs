// git as a remote (src/share/remote_git.c, by remote_driver): a real bare repository by path and by http, with and without
// protocol 2, several publishers at once, hostile repositories on both sides, and credentials that appear nowhere.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { ask, blob, directory, environment, everything, home, same } from './remote_case.mjs'
import { expect, finish } from './mcp_client.mjs'

const SECRET = 'hunter2secret'
const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a' }
function git(where, ...words) {
    const { status, stdout, stderr } = spawnSync('git', ['-C', where, ...words], { env: { ...environment, ...author }, encoding: 'utf8', maxBuffer: 1 << 28 })
    return { status, out: stdout.trim(), errors: stderr }
}
let made = 0
function bare(...options) {
    const path = join(directory, `bare${made++}.git`)
    git(directory, 'init', '-q', '--bare', ...options, path)
    return path
}
function work(url, ...options) {
    const path = join(directory, `work${made++}`)
    git(directory, 'init', '-q', ...options, path)
    writeFileSync(join(path, 'a.c'), 'int a;\n')
    git(path, 'add', '.')
    git(path, 'commit', '-qm', 'a')
    if (url) git(path, 'remote', 'add', 'origin', url)
    return path
}
const bytes = path => git(path, 'count-objects', '-v').out.split('\n').filter(line => /^size/.test(line)).reduce((sum, line) => sum + Number(line.split(' ')[1]), 0) * 1024
const refs = path => git(path, 'for-each-ref', '--format=%(refname)').out.split('\n').filter(Boolean)
const left = () => readdirSync(environment.TMPDIR).length

// git with its arguments logged.
const log = join(directory, 'git.log'), logged = join(directory, 'bin')
mkdirSync(logged)
const real = spawnSync('which', ['git'], { encoding: 'utf8' }).stdout.trim()
writeFileSync(join(logged, 'git'), `#!/bin/sh\nfor word; do printf '%s ' "$word" >>${log}; done\necho >>${log}\nexec ${real} "$@"\n`)
chmodSync(join(logged, 'git'), 0o755)
const more = { PATH: `${logged}:${environment.PATH}` }
function arguments_() {
    const text = existsSync(log) ? readFileSync(log, 'utf8') : ''
    rmSync(log, { force: true })
    return text
}

// ---- a repository by path: round trip, steps, nothing elsewhere ----
const blobs = [blob(100000), blob(100000), blob(100000), blob(''), blob(50000)]
{
    const far = bare(), near = work(far), before = [refs(near).join(), git(near, 'status', '--porcelain').out, readdirSync(join(near, '.git')).join()]
    const options = { repo: near }
    expect((await ask('git:origin', 'pointer', ['main'], options)).found === false, 'an empty repository has no pointer')
    let done = await ask('git:origin', 'publish', ['main', ...blobs.slice(0, 4)], options)
    expect(done.status === 0 && done.put === 300000, `published (${done.error})`)
    expect(refs(far).join() === 'refs/fovea/index/main,refs/fovea/packs/main', 'two refs')
    expect(git(far, 'log', '--format=%p|', 'refs/fovea/index/main').out === '|', 'a commit without parents')
    done = await same('git:origin', [blobs[3], blobs[1]], options)
    expect(done.equal, `what was put is there (${done.error})`)
    const stored = bytes(far)
    done = await ask('git:origin', 'publish', ['main', ...blobs.slice(0, 4)], options)
    expect(done.status === 0 && done.put === 0 && bytes(far) === stored, 'pushing twice uploads nothing twice')
    done = await ask('git:origin', 'publish', ['main', ...blobs.slice(1)], options)
    const step = bytes(far) - stored
    expect(done.status === 0 && done.put === 50000 && step < 80000, `a step sends what is new (${step})`)
    expect(git(far, 'log', '--format=%p|', 'refs/fovea/index/main').out === '|', 'still without history')
    done = await ask('git:origin', 'publish', ['commit-1', ...blobs.slice(1)], options)
    expect(done.status === 0 && done.put === 0, 'another name for the same blobs')
    done = await ask(`git:${far}`, 'get', [directory, blobs[0]])
    expect(done.code === 3, 'a blob that no pointer has is missing')
    expect([refs(near).join(), git(near, 'status', '--porcelain').out, readdirSync(join(near, '.git')).join()].join() === before.join(), 'the repository here is unchanged')
    expect(refs(far).every(ref => ref.startsWith('refs/fovea/')) && git(far, 'fsck', '--full', '--strict').status === 0, 'only our refs there, and all is whole')
    for (const name of ['v1.2', 'a..b', 'x.lock', 'x.', '_'])
        expect((await ask('git:origin', 'point', [name, blobs[4]], options)).status === 0 && (await ask('git:origin', 'pointer', [name], options)).found === true, `the name ${name}`)
    expect((await same(`git:file://${far}`, [blobs[4]])).equal && (await same(`git:${'../'.repeat(0)}${far}`, [blobs[4]])).equal, 'by URL and by path')
    expect(left() === 0, 'no temporary folder is left')
}

// ---- without protocol 2, without atomic pushes, with SHA-256, with objects that gc took ----
{
    const far = bare(), options = { repo: work(far), more: { ...more, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'protocol.version', GIT_CONFIG_VALUE_0: '0' } }
    git(far, 'config', 'receive.advertiseAtomic', 'false')
    arguments_()
    let done = await ask('git:origin', 'publish', ['main', blobs[0], blobs[1]], options)
    expect(done.status === 0 && /--atomic/.test(arguments_()), `a server without atomic pushes (${done.error})`)
    done = await same('git:origin', [blobs[1]], options)
    expect(done.equal && /\+refs\/fovea\/packs\/main/.test(arguments_()), `a server that gives no single objects (${done.error})`)
    git(far, 'update-ref', '-d', 'refs/fovea/packs/main')
    done = await ask('git:origin', 'publish', ['commit-2', blobs[0]], { repo: options.repo })
    expect(done.status === 0 && git(far, 'fsck', '--full', '--strict').status === 0, `a tree that somebody removed (${done.error})`)
    git(far, 'gc', '-q', '--prune=now')
    done = await ask('git:origin', 'publish', ['commit-3', blobs[0], blobs[1]], { repo: options.repo })
    expect(done.status !== 0 && done.error && !refs(far).join().includes('commit-3'), 'a blob that is gone is not pointed to')
    const wide = bare('--object-format=sha256')
    options.repo = work(wide, '--object-format=sha256')
    done = await ask('git:origin', 'publish', ['main', blobs[0]], options)
    expect(done.status === 0 && (await same('git:origin', [blobs[0]], options)).equal, `SHA-256 (${done.error})`)
    expect(left() === 0, 'no temporary folder is left')
}

// ---- publishers at once ----
{
    const far = bare(), near = work(far), shared = blob(20000)
    const jobs = []
    for (let i = 0; i < 4; i++) jobs.push((async () => {
        for (let j = 0; j < 3; j++) {
            const own = blob(1000)
            const done = await ask('git:origin', 'publish', [`commit-${i}-${j}`, shared, own], { repo: near })
            expect(done.status === 0, `publisher ${i} (${done.error})`)
            const moved = await ask('git:origin', 'publish', ['main', shared, own], { repo: near })
            expect(moved.status === 0, `publisher ${i} moves main (${moved.error})`)
        }
    })())
    await Promise.all(jobs)
    expect(refs(far).filter(ref => ref.startsWith('refs/fovea/index/')).length === 13, 'nothing is lost')
    expect(git(far, 'fsck', '--full', '--strict').status === 0, 'all is whole')
    const done = await ask('git:origin', 'prune', [2], { repo: near })
    expect(done.status === 0 && refs(far).length === 6 && done.freed > 0, `prune (${JSON.stringify(done)})`)
    git(far, 'gc', '-q', '--prune=now')
    expect((await same('git:origin', [shared], { repo: near })).equal, 'what is kept is there after gc')
}

// ---- what a repository's configuration may not do ----
{
    const far = bare(), near = work(far), mark = join(directory, 'mark'), touch = `touch ${mark}; false`
    await ask(`git:${far}`, 'publish', ['main', blobs[0]])
    const configure = (key, value) => git(near, 'config', key, value)
    configure('core.sshCommand', touch)
    configure('credential.helper', `!${touch}`)
    configure('core.askPass', touch)
    configure('core.gitProxy', touch)
    configure('remote.origin.uploadpack', touch)
    configure('remote.origin.receivepack', touch)
    configure('remote.origin.vcs', 'ext')
    configure('core.fsmonitor', touch)
    configure('core.hooksPath', join(directory, 'hooks'))
    configure('core.alternateRefsCommand', touch)
    configure('protocol.allow', 'always')
    configure('url.ext::sh -c "touch ' + mark + '" .insteadOf', far)
    mkdirSync(join(directory, 'hooks'))
    for (const hook of ['pre-push', 'reference-transaction', 'post-checkout']) {
        writeFileSync(join(directory, 'hooks', hook), `#!/bin/sh\n${touch}\n`)
        chmodSync(join(directory, 'hooks', hook), 0o755)
    }
    let done = await ask('git:origin', 'publish', ['main', blobs[1]], { repo: near })
    expect(done.status === 0 && !existsSync(mark), `nothing of it ran (${done.error})`)
    for (const url of [`ext::sh -c "touch ${mark}"`, 'fd::3', '--upload-pack=touch', 'foo://x/y', '-oProxyCommand=x:y', 'x@-oProxyCommand=y:z']) {
        git(near, 'config', 'remote.bad.url', url)
        done = await ask('git:bad', 'publish', ['main', blobs[1]], { repo: near })
        expect(done.code === 2 && !existsSync(mark), `refused: ${url} (${done.error})`)
        done = await ask(`git:${url}`, 'get', [directory, blobs[1]], { repo: near })
        expect(done.status !== 0 && !existsSync(mark), `refused as a target: ${url}`)
    }
    for (const url of ['ssh://-oProxyCommand=x/y', 'ssh://127.0.0.1:1/x', 'git@127.0.0.1:x']) {
        git(near, 'config', 'remote.bad.url', url)
        done = await ask('git:bad', 'get', [directory, blobs[1]], { repo: near })
        expect(done.status !== 0 && !existsSync(mark), `no command of the repository for ${url}`)
    }
    // a repository that another one names as its remote, with hooks of its own
    const evil = join(near, 'evil.git')
    git(directory, 'init', '-q', '--bare', evil)
    for (const hook of ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction']) {
        writeFileSync(join(evil, 'hooks', hook), `#!/bin/sh\ntouch ${mark}\n`)
        chmodSync(join(evil, 'hooks', hook), 0o755)
    }
    git(evil, 'config', 'core.alternateRefsCommand', `touch ${mark}`)
    git(evil, 'config', 'uploadpack.packObjectsHook', `touch ${mark}`)
    git(evil, 'config', 'core.fsmonitor', `touch ${mark}`)
    git(evil, 'config', 'gc.auto', '1')
    git(evil, 'config', 'gc.recentObjectsHook', `touch ${mark}`)
    mkdirSync(join(evil, 'objects/info'), { recursive: true })
    writeFileSync(join(evil, 'objects/info/alternates'), join(far, 'objects') + '\n')
    git(near, 'config', 'remote.evil.url', 'evil.git')
    done = await ask('git:evil', 'publish', ['main', blobs[1]], { repo: near })
    expect(done.status === 0 && !existsSync(mark), `hooks of a remote in the tree (${done.error})`)
    expect((await same('git:evil', [blobs[1]], { repo: near })).equal && !existsSync(mark), 'and when it is read')
    git(near, 'config', 'remote.evil.url', 'file://' + evil)
    done = await ask('git:evil', 'publish', ['main', blobs[2]], { repo: near })
    expect(done.status === 0 && !existsSync(mark), `the same by URL (${done.error})`)
}

// ---- what the other side may not do ----
{
    const far = bare(), near = work(far), options = { repo: near }
    const hash = (type, ...from) => spawnSync('git', ['-C', far, 'hash-object', '-w', '-t', type, '--stdin'], { input: from[0], env: environment, encoding: 'utf8' }).stdout.trim()
    const tree = entries => spawnSync('git', ['-C', far, 'mktree', '--missing'], { input: entries.map(([name, id]) => `100644 blob ${id}\t${name}\n`).join(''), env: environment, encoding: 'utf8' }).stdout.trim()
    const point = (name, entries) => git(far, 'update-ref', `refs/fovea/index/${name}`, git(far, 'commit-tree', '-m', 'x', tree(entries)).out)
    await ask('git:origin', 'publish', ['main', blobs[0]], options)
    const list = git(far, 'cat-file', 'blob', 'refs/fovea/index/main:objects').out, manifest = git(far, 'rev-parse', 'refs/fovea/index/main:manifest.json').out
    const [digest, size, id] = list.split(' '), wrong = hash('blob', 'wrong'.repeat(20000)), short = hash('blob', 'short')
    for (const [what, line, expected] of [
        ['another content', `${digest} ${size} ${wrong}\n`, 'another content'],
        ['another size', `${digest} ${size} ${short}\n`, 'bytes instead of'],
        ['an id that is nowhere', `${digest} ${size} ${id.replace(/./g, '1')}\n`, 'is missing'],
        ['a size that is not so', `${digest} 5 ${short}\n`, 'is missing'],
        ['an id with an option', `${digest} ${size} --upload-pack=x\n`, 'is missing'],
        ['no list', 'x\n'.repeat(1000), 'is missing'],
    ]) {
        point('main', [['manifest.json', manifest], ['objects', hash('blob', line)]])
        const done = await same('git:origin', [blobs[0]], options)
        expect(done.status !== 0 && done.error.includes(expected), `${what}: ${done.error}`)
    }
    point('main', [['manifest.json', hash('blob', ' '.repeat(4 * 1024 * 1024 + 1))], ['objects', hash('blob', list + '\n')]])
    expect((await ask('git:origin', 'pointer', ['main'], options)).error?.includes('larger than 4 MB'), 'a manifest of more than 4 MB')
    point('main', [['x', manifest]])
    expect((await ask('git:origin', 'pointer', ['main'], options)).error?.includes('not of an index'), 'a ref of something else')
    git(far, 'update-ref', 'refs/fovea/index/main', manifest)
    expect((await ask('git:origin', 'pointer', ['main'], options)).status === 1, 'a ref of a blob')
    const done = await ask('git:origin', 'publish', ['main', blobs[0]], options)
    expect(done.status === 0 && (await same('git:origin', [blobs[0]], options)).equal, `a push mends it (${done.error})`)
    git(far, 'config', 'transfer.hideRefs', 'refs/fovea')
    const hidden = await ask('git:origin', 'publish', ['main', blobs[1]], options)
    expect(hidden.status !== 0 && hidden.error, 'a server that refuses our refs')
}

// ---- http, with a password ----
const far = bare(), seen = []
git(far, 'config', 'http.receivepack', 'true')
const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://x')
    seen.push(request.headers.authorization ?? '')
    if (!pathname.startsWith('/open') && request.headers.authorization !== 'Basic ' + Buffer.from(`ci:${SECRET}`).toString('base64')) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
        return
    }
    const child = spawn('git', ['http-backend'], { env: { ...environment, GIT_PROJECT_ROOT: directory, GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: pathname.replace(/^\/open/, ''), QUERY_STRING: String(searchParams), REQUEST_METHOD: request.method, CONTENT_TYPE: request.headers['content-type'] ?? '', CONTENT_LENGTH: request.headers['content-length'] ?? '', HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '', GIT_PROTOCOL: request.headers['git-protocol'] ?? '', REMOTE_USER: 'x' } })
    request.pipe(child.stdin)
    child.stdin.on('error', () => {})
    let head = Buffer.alloc(0), begun = false
    child.stdout.on('data', piece => {
        if (begun) return response.write(piece)
        head = Buffer.concat([head, piece])
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const headers = Object.fromEntries(head.subarray(0, end).toString().split('\r\n').map(line => line.split(/: (.*)/)))
        response.writeHead(Number(headers.Status?.slice(0, 3) ?? 200), headers)
        response.write(head.subarray(end + 4))
        begun = true
    })
    child.on('close', () => response.end())
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
{
    const place = `127.0.0.1:${server.address().port}`, name = far.slice(directory.length + 1)
    const open = `git:http://${place}/open/${name}`, closed = `http://${place}/${name}`
    let done = await ask(open, 'publish', ['main', blobs[0], blobs[1]])
    expect(done.status === 0 && (await same(open, [blobs[1], blobs[0]])).equal, `http (${done.error})`)
    done = await ask(`git:${closed}`, 'publish', ['main', blobs[2]], { more })
    expect(done.code === 1 && done.hint.includes('without asking'), `without a password (${done.error})`)
    // in the address of a remote
    const near = work(closed.replace('//', `//ci:${SECRET}@`))
    arguments_()
    done = await ask('git:origin', 'publish', ['main', blobs[2]], { repo: near, more })
    expect(done.status === 0 && (await same('git:origin', [blobs[2]], { repo: near, more })).equal, `a password in a remote's address (${done.error})`)
    expect(!arguments_().includes(SECRET), 'it is in no arguments')
    // in a header of the repository's configuration, as CI has it
    const ci = work(closed)
    git(ci, 'config', `http.http://${place}/.extraheader`, `Authorization: Basic ${Buffer.from(`ci:${SECRET}`).toString('base64')}`)
    done = await ask('git:origin', 'publish', ['main', blobs[4]], { repo: ci, more })
    expect(done.status === 0, `a header of the repository's configuration (${done.error})`)
    // by the user's own helper, in a conditional include
    const plain = work(closed)
    writeFileSync(join(home, '.gitconfig'), `[includeIf "gitdir:${plain}/"]\n\tpath = own\n`)
    writeFileSync(join(home, 'own'), `[credential]\n\thelper = "!f() { echo username=ci; echo \\"password=${SECRET}\\"; }; f"\n`)
    done = await ask('git:origin', 'publish', ['main', blobs[0]], { repo: plain, more })
    expect(done.status === 0, `the user's own credential helper (${done.error})`)
    expect(!arguments_().includes(SECRET), 'it is in no arguments')
    git(plain, 'config', 'http.proxy', 'http://127.0.0.1:1')
    done = await ask('git:origin', 'publish', ['main', blobs[1]], { repo: plain, more })
    expect(done.status === 0, 'a proxy of the repository is not used')
    const other = work(closed.replace('127.0.0.1', 'localhost').replace('//', `//ci:wrong${SECRET}@`))
    done = await ask('git:origin', 'publish', ['main', blobs[1]], { repo: other, more })
    expect(done.code === 1 && done.error.includes('git: '), `a wrong password (${done.error})`)
    expect(left() === 0, 'no temporary folder is left')
}
server.close()
expect(!everything.join('').includes(SECRET), 'no password is in an answer or an error')
expect(!everything.join('').includes('odd'), 'every line is JSON')
finish()
