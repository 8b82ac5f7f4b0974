// Signatures of shared indices, made and checked with real keys; and pushes and pulls that are killed or meet a full
// disk: what others see does not change, and the next one completes it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'

const program = process.argv[2]
// In memory where that is possible: a hundred programs sync what they write.
const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'fovea-trust-'))
const mounts = []
process.on('exit', () => {
    for (const path of mounts) spawnSync('umount', ['-l', path])
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})
const origin = join(directory, 'origin')
const target = name => `file://${join(directory, name)}`
const envOf = name => ({
    PATH: process.env.PATH,
    HOME: join(directory, name),
    XDG_CACHE_HOME: join(directory, name, 'cache'),
    XDG_CONFIG_HOME: join(directory, name, 'config'),
    GIT_CONFIG_NOSYSTEM: '1'
})
const settings = (env, text) => {
    mkdirSync(join(env.XDG_CONFIG_HOME, 'fovea'), { recursive: true })
    writeFileSync(join(env.XDG_CONFIG_HOME, 'fovea/config.toml'), `[share]\n${text}\n`)
}
const run = (cwd, env, ...args) => spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 })
function json(cwd, env, ...args) {
    const { status, stdout, stderr } = run(cwd, env, ...args, '--format', 'json')
    expect(status === 0, `${args.join(' ')}: ${status} ${stderr}`)
    return status === 0 ? JSON.parse(stdout) : {}
}
function tool(name, ...args) {
    const { status, stdout, stderr } = spawnSync(name, args, { cwd: origin, env: envOf('git'), encoding: 'utf8' })
    if (status !== 0) throw new Error(`${name} ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
}
const git = (...args) => tool('git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args)
function commit(message) {
    git('add', '-A')
    git('commit', '-qm', message)
    return git('rev-parse', 'HEAD')
}
let clones = 0
function clone(text = '') {
    const name = `clone${clones++}`, env = envOf(`home-${name}`)
    git('clone', '-q', origin, join(directory, name))
    settings(env, text)
    return { tree: join(directory, name), env }
}
function everything(tree, env) { // but the overview, which has notices
    const out = join(directory, `export${clones++}`), digest = createHash('sha256')
    const { status, stderr } = run(tree, env, 'export', '--shards', out)
    expect(status === 0, `export: ${stderr}`)
    for (const name of readdirSync(out, { recursive: true }).sort())
        if (!name.includes('overview') && statSync(join(out, name)).isFile()) digest.update(`${name}\n`).update(readFileSync(join(out, name)))
    rmSync(out, { recursive: true })
    return digest.digest('hex')
}

mkdirSync(origin)
git('init', '-qb', 'main')
for (let i = 0; i < 30; i++)
    writeFileSync(join(origin, `f${i}.c`), `/* Adds ${i}. */\nint add_${i}(int value)\n{\n    return value + ${i};\n}\n`)
const first = commit('first')
const home = envOf('home')

// ---- signatures ----

const key = name => {
    tool('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(directory, name))
    return { path: join(directory, name), text: readFileSync(join(directory, `${name}.pub`), 'utf8') }
}
const own = key('own'), other = key('other')
const signers = (name, text) => {
    writeFileSync(join(directory, name), text)
    return `allowed_signers = "${join(directory, name)}"`
}
const allowed = signers('allowed', `ci@example.com,bot@example.com namespaces="fovea.index" ${own.text}`)
const required = `${allowed}\nrequire_signature = true`
const manifest = name => {
    const at = join(directory, name, 'pointers')
    return readFileSync(join(at, readdirSync(at).find(file => file.startsWith('commit-') && file.includes(first))), 'utf8')
}

json(origin, home, 'push', target('signed'), '--sign', own.path)
json(origin, envOf('second'), 'push', target('again'), '--sign', own.path)
expect(JSON.parse(manifest('signed')).annotations['dev.fovea.signature'].startsWith('-----BEGIN SSH SIGNATURE-----'), 'it is signed')
expect(manifest('signed') === manifest('again'), 'the same key makes the same bytes')
json(origin, envOf('third'), 'push', target('unsigned'))
json(origin, envOf('fourth'), 'push', target('foreign'), '--sign', other.path)

function pulls(text, name) {
    const { tree, env } = clone(text)
    const pulled = json(tree, env, 'pull', target(name))
    expect(pulled.found && pulled.taken === 30, `${name}: ${JSON.stringify(pulled)}`)
    return pulled
}
function refuses(text, name, says) {
    const { tree, env } = clone(text)
    const { status, stderr } = run(tree, env, 'pull', target(name))
    expect(status === 1 && says.test(stderr), `${name}: ${status} ${stderr}`)
    settings(env, '')
    const later = json(tree, env, 'pull', target('signed'))
    expect(later.known === 0 && later.taken === 30, `${name}: nothing was taken: ${JSON.stringify(later)}`)
}

expect(pulls(required, 'signed').signer === 'ci@example.com', 'the signer is named')
expect(pulls(allowed, 'signed').signer === 'ci@example.com', 'also when nobody asks for it')
refuses(required, 'unsigned', /it is not signed/)
expect(!('signature_doubt' in pulls(allowed, 'unsigned')), 'a signature may be missing')
refuses(required, 'foreign', /none of the allowed signers made its signature/)
expect(/none of the allowed signers/.test(pulls(allowed, 'foreign').signature_doubt), 'doubts are told')
expect(/allowed_signers is not set/.test(pulls('', 'signed').signature_doubt), 'also that nothing was checked')
refuses('require_signature = true', 'signed', /no signer is allowed/)
const expired = signers('expired', `ci@example.com valid-before="20200101" ${own.text}`)
refuses(`${expired}\nrequire_signature = true`, 'signed', /has expired/)
const elsewhere = signers('elsewhere', `ci@example.com namespaces="git" ${own.text}`)
refuses(`${elsewhere}\nrequire_signature = true`, 'signed', /not valid|not permitted/)
refuses(`allowed_signers = "${join(directory, 'missing')}"\nrequire_signature = true`, 'signed', /No such file/)
// Further lines and signers do no harm.
const many = signers('many', `# who publishes\nx@example.com ${other.text}\nci@example.com ${own.text}`)
expect(pulls(`${many}\nrequire_signature = true`, 'signed').signer === 'ci@example.com', 'one of several signers')

// Whoever changes what is signed, or takes a signature from elsewhere, is found out.
function forge(name, change) {
    cpSync(join(directory, 'signed'), join(directory, name), { recursive: true })
    const at = join(directory, name, 'pointers')
    for (const file of readdirSync(at)) {
        const value = JSON.parse(readFileSync(join(at, file), 'utf8'))
        change(value)
        writeFileSync(join(at, file), JSON.stringify(value))
    }
}
forge('fewer', value => { value.layers = []; value.annotations['dev.fovea.contents'] = '' })
refuses(required, 'fewer', /its signature is of something else/)
forge('moved', value => { value.annotations['dev.fovea.signature'] = JSON.parse(manifest('foreign')).annotations['dev.fovea.signature'] })
refuses(required, 'moved', /none of the allowed signers/)
forge('junk', value => { value.annotations['dev.fovea.signature'] = '-----BEGIN SSH SIGNATURE-----\njunk\n-----END SSH SIGNATURE-----\n' })
refuses(required, 'junk', /cannot be trusted/)
forge('stripped', value => { delete value.annotations['dev.fovea.signature'] })
refuses(required, 'stripped', /it is not signed/)
// A signature of the same bytes for another purpose.
forge('purpose', value => {
    delete value.annotations['dev.fovea.signature']
    const signed = spawnSync('ssh-keygen', ['-Y', 'sign', '-f', own.path, '-n', 'file'], { input: JSON.stringify(value), encoding: 'utf8' })
    value.annotations['dev.fovea.signature'] = signed.stdout
})
const anything = signers('anything', `ci@example.com ${own.text}`)
refuses(`${anything}\nrequire_signature = true`, 'purpose', /its signature is of something else/)

// A signature says nothing of what others have put: packs of an artifact that is not ours are not kept.
writeFileSync(join(origin, 'f1.c'), 'int one(void)\n{\n    return 1;\n}\n')
const second = commit('second')
for (const [name, keeps] of [['unsigned', false], ['foreign', false], ['signed', true]]) {
    const step = json(origin, envOf(`step-${name}`), 'push', target(name), '--sign', own.path)
    expect(step.fresh === (keeps ? 1 : 30) && (step.base === first) === keeps, `${name}: ${JSON.stringify(step)}`)
}
expect(pulls(required, 'foreign').commit === second, 'what is new is signed')
const publisher = envOf('publisher')
settings(publisher, `sign = "${own.path}"\n${many}`)
git('checkout', '-q', first)
const replaced = json(origin, publisher, 'push', target('unsigned'), '--branch', 'old')
expect(!replaced.known, 'an unsigned artifact of the same commit is replaced')
git('checkout', '-q', 'main')
const back = clone(required)
spawnSync('git', ['-C', back.tree, 'checkout', '-q', first])
expect(json(back.tree, back.env, 'pull', target('unsigned')).signer === 'ci@example.com', 'by the key of the settings')

// What cannot sign puts nothing.
tool('ssh-keygen', '-q', '-t', 'ed25519', '-N', 'secret', '-f', join(directory, 'locked'))
for (const [file, says] of [['locked', /passphrase/], ['absent', /No such file/], ['allowed', /cannot sign/]]) {
    const { status, stderr } = run(origin, envOf('nokey'), 'push', target('none'), '--sign', join(directory, file))
    expect(status === 1 && says.test(stderr), `${file}: ${stderr}`)
    expect(!existsSync(join(directory, 'none/pointers')), 'no pointer was put')
}

// Settings of a repository do not decide whom its reader believes.
writeFileSync(join(origin, '.fovea.toml'), `[share]\nrequire_signature = false\nallowed_signers = "${join(directory, 'anything')}"\nsign = "${own.path}"\n`)
commit('settings')
const hostile = clone(required)
const said = run(hostile.tree, hostile.env, 'config').stdout
expect(/require_signature = true/.test(said) && said.includes(join(directory, 'allowed')), `settings: ${said}`)
const relative = clone('allowed_signers = "allowed"')
expect(/absolute path/.test(run(relative.tree, relative.env, 'pull', target('signed')).stderr), 'paths are absolute')

// ---- kills ----

for (let i = 0; i < 400; i++)
    writeFileSync(join(origin, `g${i}.c`), Array.from({ length: 30 }, (_, k) => `int g_${i}_${k}(int a) { return g_${i}_${k + 1}(a); }\n`).join(''))
const large = commit('large')
const killed = (cwd, env, ms, ...args) => new Promise(resolve => {
    const child = spawn(program, args, { cwd, env, stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGKILL'), ms)
    child.on('exit', (_, signal) => { clearTimeout(timer); resolve(signal === 'SIGKILL') })
})
const { tree } = clone()
const right = everything(tree, envOf('built'))
let kills = 0
for (const ms of [5, 60, 250, 1000]) {
    const name = `killed${ms}`
    cpSync(join(directory, 'signed'), join(directory, name), { recursive: true })
    const died = await killed(origin, envOf(`pusher${ms}`), ms, 'push', target(name))
    kills += died
    const pulled = json(tree, envOf(`reader${ms}`), 'pull', target(name))
    expect([second, large].includes(pulled.commit), `a killed push: ${JSON.stringify(pulled)}`)
    if (!died) break
}
expect(kills > 0, `pushes were killed: ${kills}`)
json(origin, home, 'push', target('large'))
kills = 0
for (const ms of [5, 60, 150, 400, 1000]) {
    const env = envOf(`puller${ms}`)
    const died = await killed(tree, env, ms, 'pull', target('large'))
    kills += died
    json(tree, env, 'pull', target('large'))
    expect(everything(tree, env) === right, `a pull killed after ${ms} ms`)
    if (!died) break
}
expect(kills > 0, `pulls were killed: ${kills}`)

// ---- a full disk ----

const small = join(directory, 'small')
mkdirSync(small)
if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'none', small]).status === 0) {
    mounts.push(small)
    const full = run(origin, home, 'push', target('small'))
    expect(full.status === 1 && /No space left/.test(full.stderr), `push to a full disk: ${full.status} ${full.stderr}`)
    expect([0, 431].includes(json(tree, envOf('meanwhile'), 'pull', target('small')).taken), 'nothing or all is seen')
    const env = { ...envOf('full'), XDG_CACHE_HOME: small }
    rmSync(join(small, 'blobs'), { recursive: true, force: true })
    const pulled = run(tree, env, 'pull', target('large'))
    expect(pulled.status !== null && (pulled.status === 0 || /No space|full/.test(pulled.stderr)), `pull: ${pulled.status} ${pulled.stderr}`)
    expect(everything(tree, env) === right, 'what is read is right')
} else console.log('no small file system can be mounted: not tried')

finish()
