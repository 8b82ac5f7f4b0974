// A PostgreSQL that stays: its data in a folder, on a Unix socket alone, as an ordinary user, with the settings of a
// small server. Its log is JSON, so that what a statement took and how it was planned can be read back.
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SETTINGS = `listen_addresses = ''
shared_buffers = 1GB
maintenance_work_mem = 256MB
work_mem = 64MB
gin_pending_list_limit = 64MB
max_wal_size = 4GB
logging_collector = on
log_destination = 'jsonlog'
log_directory = 'log'
log_filename = 'server.log'
log_rotation_size = 0
log_rotation_age = 0
`
const DATABASE = 'code'

export function serverPrograms() {
    const found = spawnSync('sh', ['-c', 'ls -d "$(pg_config --bindir 2>/dev/null)" /usr/lib/postgresql/*/bin 2>/dev/null'], { encoding: 'utf8' })
    return found.stdout.split('\n').reverse().find(folder => folder && existsSync(join(folder, 'initdb')))
}

export class Server {
    constructor(bin, folder) {
        Object.assign(this, { bin, folder, data: join(folder, 'data'), log: join(folder, 'data', 'log', 'server.json') })
        const root = process.getuid() === 0
        const id = flag => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
        this.user = root ? { uid: id('-u'), gid: id('-g') } : {}
        this.env = { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8', TZ: 'UTC' }
        mkdirSync(folder, { recursive: true })
        chmodSync(folder, 0o755)
        if (root) chownSync(folder, this.user.uid, this.user.gid)
        if (!existsSync(this.data)) {
            this.tool('initdb', '-D', this.data, '-U', 'boss', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8')
            appendFileSync(join(this.data, 'postgresql.conf'), `${SETTINGS}unix_socket_directories = '${folder}'\n`)
        }
        if (spawnSync(join(bin, 'pg_ctl'), ['-D', this.data, 'status'], { ...this.user, env: this.env, cwd: folder }).status) {
            this.tool('pg_ctl', '-D', this.data, '-w', '-s', '-l', join(folder, 'start.log'), 'start')
            process.on('exit', () => this.stop())
        }
        if (!this.sql(`SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`, 'postgres').length) this.sql(`CREATE DATABASE ${DATABASE}`, 'postgres')
    }
    tool(name, ...args) {
        return execFileSync(join(this.bin, name), args, { ...this.user, env: this.env, cwd: this.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    }
    stop() {
        spawnSync(join(this.bin, 'pg_ctl'), ['-D', this.data, '-m', 'fast', '-s', 'stop'], { ...this.user, env: this.env, cwd: '/' })
    }
    get url() { return `postgresql://boss@/${DATABASE}?host=${encodeURIComponent(this.folder)}` }
    psql(text, database = DATABASE) {
        const done = spawnSync(join(this.bin, 'psql'), ['-X', '-q', '-A', '-t', '-F', '\t', '-v', 'ON_ERROR_STOP=1', '-h', this.folder, '-U', 'boss', '-d', database, '-f', '-'],
            { env: this.env, input: text, encoding: 'utf8', cwd: '/', maxBuffer: 1 << 30 })
        if (done.status) throw new Error(done.stderr)
        return done.stdout
    }
    sql(text, database) {
        return this.psql(text, database).split('\n').filter(line => line).map(line => line.split('\t'))
    }
    // Seconds of processor time of sessions that have ended.
    processor() {
        const [pid] = readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n')
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')
        return (Number(fields[13]) + Number(fields[14])) / 100
    }
    logSize() { return existsSync(this.log) ? statSync(this.log).size : 0 }
    // Entries of the log from a position on, by session, in the order in which the sessions began.
    sessions(from) {
        const bytes = Buffer.alloc(this.logSize() - from), file = openSync(this.log, 'r'), sessions = new Map()
        readSync(file, bytes, 0, bytes.length, from)
        closeSync(file)
        for (const line of bytes.toString('utf8').split('\n')) {
            let entry
            try { entry = JSON.parse(line) } catch { continue }
            if (!sessions.has(entry.session_id)) sessions.set(entry.session_id, [])
            sessions.get(entry.session_id).push(entry)
        }
        return [...sessions.values()]
    }
}
