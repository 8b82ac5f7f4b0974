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
    constructor(bin) {
        this.bin = bin
        this.user = ordinary()
        this.folder = mkdtempSync(join(tmpdir(), 'fovea-pg-'))
        this.env = { PATH: process.env.PATH, HOME: this.folder, LC_ALL: 'C.UTF-8', TZ: 'UTC' }
        chmodSync(this.folder, 0o755)
        if (this.user.uid) chownSync(this.folder, this.user.uid, this.user.gid)
        this.tool('initdb', '-D', join(this.folder, 'data'), '-U', 'boss', '-A', 'trust', '-E', 'UTF8', '--no-sync')
        appendFileSync(join(this.folder, 'data', 'postgresql.conf'),
            `listen_addresses = ''\nunix_socket_directories = '${this.folder}'\nfsync = off\nshared_buffers = 32MB\nmax_connections = 30\n`)
        writeFileSync(join(this.folder, 'data', 'pg_hba.conf'), 'local all guarded scram-sha-256\nlocal all banned reject\nlocal all all trust\n')
        this.tool('pg_ctl', '-D', join(this.folder, 'data'), '-w', '-s', '-l', join(this.folder, 'log'), 'start')
        process.on('exit', () => this.stop())
    }
    tool(name, ...args) {
        return execFileSync(join(this.bin, name), args, { ...this.user, env: this.env, cwd: this.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    }
    stop() {
        if (!this.folder) return
        spawnSync(join(this.bin, 'pg_ctl'), ['-D', join(this.folder, 'data'), '-m', 'immediate', '-s', 'stop'], { ...this.user, env: this.env, cwd: '/' })
        rmSync(this.folder, { recursive: true, force: true })
        this.folder = null
    }
    url(database, user = 'boss', password = '') {
        return `postgresql://${user}${password && ':' + password}@/${database}?host=${encodeURIComponent(this.folder)}`
    }
    // Rows as arrays of texts; an error is thrown with psql's text.
    sql(database, text, user = 'boss') {
        const done = spawnSync(join(this.bin, 'psql'), ['-X', '-q', '-A', '-t', '-F', '\t', '-v', 'ON_ERROR_STOP=1', '-h', this.folder, '-U', user, '-d', database, '-f', '-'],
            { env: this.env, input: text, encoding: 'utf8', cwd: '/' })
        if (done.status) throw new Error(done.stderr)
        return done.stdout.split('\n').filter(line => line).map(line => line.split('\t'))
    }
    // The error of a statement that must fail; empty if it did not.
    refusal(database, text, user) {
        try { this.sql(database, text, user) } catch (error) { return error.message }
        return ''
    }
}
mkdirSync(tmpdir(), { recursive: true })
