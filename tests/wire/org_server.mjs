// A PostgreSQL of one's own: in a temporary folder, on a Unix socket alone, as an ordinary user.
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// PostgreSQL refuses to run as root.
function ordinary() {
    if (process.getuid() !== 0) return {}
    for (const name of ['postgres', 'nobody']) {
        const found = spawnSync('id', ['-u', name], { encoding: 'utf8' })
        if (!found.status) return { uid: Number(found.stdout), gid: Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout) }
    }
    throw new Error('no ordinary user to run PostgreSQL as')
}

export class Server {
    // settings: lines of postgresql.conf. hba: lines of pg_hba.conf, before our own. copy: another Server, of which this is a
    // standby. port: on 127.0.0.1 as well, and in the socket's name.
    constructor(bin, { settings = '', hba = '', copy = null, port = 0 } = {}) {
        this.port = port
        this.bin = bin
        this.user = ordinary()
        this.folder = mkdtempSync(join(tmpdir(), 'fovea-pg-'))
        this.env = { PATH: process.env.PATH, HOME: this.folder, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...port ? { PGPORT: String(port) } : {} }
        chmodSync(this.folder, 0o755)
        if (this.user.uid) chownSync(this.folder, this.user.uid, this.user.gid)
        this.data = join(this.folder, 'data')
        if (copy) this.tool('pg_basebackup', '-D', this.data, '-h', copy.folder, '-U', 'boss', '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync')
        else this.tool('initdb', '-D', this.data, '-U', 'boss', '-A', 'trust', '-E', 'UTF8', '--no-sync')
        appendFileSync(join(this.data, 'postgresql.conf'),
            `listen_addresses = '${port ? '127.0.0.1' : ''}'\n${port ? `port = ${port}\n` : ''}unix_socket_directories = '${this.folder}'\nfsync = off\nshared_buffers = 32MB\nmax_connections = 30\n${settings}`)
        writeFileSync(join(this.data, 'pg_hba.conf'), `${hba}local all guarded scram-sha-256\nlocal all banned reject\nlocal all all trust\nlocal replication boss trust\n`)
        this.start()
        process.on('exit', () => this.stop())
    }
    start() {
        this.tool('pg_ctl', '-D', this.data, '-w', '-s', '-l', join(this.folder, 'log'), 'start')
    }
    // At once, as by a loss of power.
    kill() {
        spawnSync(join(this.bin, 'pg_ctl'), ['-D', this.data, '-m', 'immediate', '-s', 'stop'], { ...this.user, env: this.env, cwd: '/' })
    }
    tool(name, ...args) {
        return execFileSync(join(this.bin, name), args, { ...this.user, env: this.env, cwd: this.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    }
    // Writes a file that the server may read, and nobody else.
    put(name, text) {
        const path = join(this.folder, name)
        writeFileSync(path, text, { mode: 0o600 })
        if (this.user.uid) chownSync(path, this.user.uid, this.user.gid)
        return path
    }
    stop() {
        if (!this.folder) return
        this.kill()
        rmSync(this.folder, { recursive: true, force: true })
        this.folder = null
    }
    url(database, user = 'boss', password = '') {
        return `postgresql://${user}${password && ':' + password}@/${database}?host=${encodeURIComponent(this.folder)}${this.port ? `&port=${this.port}` : ''}`
    }
    // Rows as arrays of texts; an error is thrown with psql's text. place: where to connect, if not to this server itself.
    sql(database, text, user = 'boss', place = ['-h', this.folder]) {
        const done = spawnSync(join(this.bin, 'psql'), ['-X', '-q', '-A', '-t', '-F', '\t', '-v', 'ON_ERROR_STOP=1', ...place, '-U', user, '-d', database, '-f', '-'],
            { env: this.env, input: text, encoding: 'utf8', cwd: '/' })
        if (done.status) throw new Error(done.stderr)
        return done.stdout.split('\n').filter(line => line).map(line => line.split('\t'))
    }
    // The error of a statement that must fail; empty if it did not.
    refusal(database, text, user, place) {
        try { this.sql(database, text, user, place) } catch (error) { return error.message }
        return ''
    }
}
mkdirSync(tmpdir(), { recursive: true })

// A home of its own below the temporary directory, with repositories in it: `env` is what programs get there. `commit` writes
// files into a repository, which it makes, and gives the commit.
export function workplace(prefix, variables = {}) {
    const home = mkdtempSync(join(tmpdir(), prefix))
    process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state'), TERM: 'dumb', LC_ALL: 'C.UTF-8',
        GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b', GIT_CONFIG_NOSYSTEM: '1', ...variables }
    for (const name of Object.keys(env)) if (/^PG|^FOVEA_|_proxy$/i.test(name)) delete env[name]
    const git = (name, ...args) => execFileSync('git', ['-C', join(home, name), ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
    const write = (name, files) => {
        for (const [path, text] of Object.entries(files)) {
            mkdirSync(join(home, name, path, '..'), { recursive: true })
            writeFileSync(join(home, name, path), text)
        }
    }
    const commit = (name, files = {}, message = 'more') => {
        mkdirSync(join(home, name), { recursive: true })
        write(name, files)
        git(name, 'init', '-q', '-b', 'main')
        git(name, 'add', '-A')
        git(name, 'commit', '-q', '--allow-empty', '-m', message)
        return git(name, 'rev-parse', 'HEAD')
    }
    return { home, env, git, write, commit }
}
