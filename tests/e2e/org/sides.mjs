// fovea publish and --org against what stands between them and a database, and what may happen to it: TLS with certificates,
// service and password files, PgBouncer in transaction mode, a standby, a server that is killed, a full disk.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Server, workplace } from '../../wire/org_server.mjs'
import { expect, finish, sleep, within } from '../../wire/mcp_client.mjs'

const [program, bin, pattern = ''] = process.argv.slice(2)
const { home, env, commit } = workplace('fovea-sides-')
// Starts fovea in a repository; its end is a promise.
function start(name, args, more = {}) {
    const child = spawn(program, args, { cwd: join(home, name), env: { ...env, ...more } })
    let out = '', err = ''
    child.stdout.on('data', piece => { out += piece })
    child.stderr.on('data', piece => { err += piece })
    const end = new Promise(resolve => child.on('close', (status, signal) => resolve({ status, signal, out, err, all: out + err })))
    return { child, end }
}
const fovea = (name, args, more) => start(name, args, more).end
const find = (name, word, url, more) => fovea(name, ['find', word, '--org', url], more)
const publish = (name, url, ...args) => fovea(name, ['publish', '--to', url, ...args])
// An answer without the address, which it repeats for the next call.
const plain = text => text.replace(/ --org \S+/g, '')
const same = (a, b, what) => expect(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`)
// An error with a hint, each in one line, of which the second does not repeat the first.
function refused(done, error, hint, what) {
    const [, message, advice] = /^Error: (.*)\nHint: (.*)\n$/.exec(done.err) || []
    expect(done.status > 0 && error.test(message) && hint.test(advice), `${what}: ${done.status} ${done.all}`)
}
// Locks the names against every question until it is released.
async function hold(server) {
    const child = spawn(join(bin, 'psql'), ['-X', '-q', '-h', server.folder, '-U', 'boss', '-d', 'code'], { env: server.env, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] })
    const end = new Promise(resolve => child.on('exit', resolve))
    child.stdin.write('BEGIN; LOCK TABLE fovea.name IN ACCESS EXCLUSIVE MODE;\n')
    const granted = () => server.sql('code', `SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'fovea.name'::regclass AND granted`)[0][0] === '1'
    expect(await within(20000, granted), 'the names are locked')
    return { release: () => child.stdin.end(), end }
}
async function freePort() {
    const server = createServer()
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address()
    await new Promise(resolve => server.close(resolve))
    return port
}

commit('billing', { 'src/invoice.py': 'def add_tax(lines):\n    """Adds the tax of an invoice."""\n    return round_up(lines)\n\n\ndef round_up(lines):\n    return lines\n' })
commit('search', { 'lib/query.ts': 'export function parseQuery(text: string) {\n    return text\n}\n' })
const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`m/file${i}.py`, Array.from({ length: 40 }, (_, k) => `def name_${i}_${k}(a):\n    """Takes the ${i} of each ${k} to a place that is not there."""\n    return name_${(i + 1) % 300}_${k}(a)\n`).join('\n')]))
commit('many', many)

const everybody = `CREATE DATABASE code; CREATE ROLE alice LOGIN PASSWORD 'open-sesame-77'; CREATE ROLE bob LOGIN; CREATE ROLE pool LOGIN`
async function fill(server) {
    server.sql('postgres', everybody)
    for (const [name, reader] of [['billing', 'alice'], ['search', 'bob']]) {
        const done = await publish(name, server.url('code'), '--grant', reader)
        expect(done.status === 0, `publish ${name}: ${done.all}`)
    }
    server.sql('code', 'GRANT fovea_reader TO alice, bob; GRANT alice, bob TO pool')
}

const tests = {
    // ---- TLS, and what libpq reads of files ----
    async tls() {
        const port = await freePort(), pki = join(home, 'pki')
        mkdirSync(pki)
        const openssl = (...args) => execFileSync('openssl', args, { cwd: pki, stdio: ['ignore', 'pipe', 'pipe'] })
        const authority = name => openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`)
        const certificate = (name, subject, names) => {
            writeFileSync(join(pki, `${name}.ext`), names ? `subjectAltName=${names}\n` : 'extendedKeyUsage=clientAuth\n')
            openssl('req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${subject}`, '-keyout', `${name}.key`, '-out', `${name}.csr`)
            openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'ours.crt', '-CAkey', 'ours.key', '-CAcreateserial', '-days', '2', '-extfile', `${name}.ext`, '-out', `${name}.crt`)
        }
        authority('ours')
        authority('theirs')
        certificate('server', 'db', 'DNS:db.example.test')
        certificate('bob', 'bob')
        const server = new Server(bin, { port, hba: 'hostssl all bob 127.0.0.1/32 cert\nhostssl all all 127.0.0.1/32 scram-sha-256\n' })
        for (const name of ['server.crt', 'server.key', 'ours.crt']) server.put(name, readFileSync(join(pki, name)))
        server.sql('postgres', `ALTER SYSTEM SET ssl = on; ALTER SYSTEM SET ssl_cert_file = '${server.folder}/server.crt'`)
        server.sql('postgres', `ALTER SYSTEM SET ssl_key_file = '${server.folder}/server.key'; ALTER SYSTEM SET ssl_ca_file = '${server.folder}/ours.crt'; SELECT pg_reload_conf()`)
        await fill(server)
        const address = (more, user = 'alice') => `host=db.example.test hostaddr=127.0.0.1 port=${port} dbname=code user=${user} ${more}`
        const verified = (more, user) => address(`sslmode=verify-full sslrootcert=${pki}/ours.crt ${more}`, user)
        writeFileSync(join(home, '.pgpass'), `db.example.test:${port}:code:alice:open-sesame-77\n`, { mode: 0o600 })
        let done = await find('billing', 'add_tax', verified(''))
        expect(/billing\/src\/invoice\.py/.test(done.out), `verify-full: ${done.all}`)
        refused(await find('billing', 'add_tax', address(`sslmode=verify-full sslrootcert=${pki}/theirs.crt`)), /certificate verify failed/, /^sslrootcert=FILE/, 'another authority')
        refused(await find('billing', 'add_tax', address('sslmode=verify-full')), /root certificate file .* does not exist/, /^sslrootcert=FILE/, 'no authority')
        refused(await find('billing', 'add_tax', verified('').replace('db.example.test', 'elsewhere.example.test')), /does not match host name "elsewhere\.example\.test"/, /one of the certificate's names/, 'another name')
        done = await find('billing', 'add_tax', verified('').replace('verify-full', 'verify-ca').replace('db.example.test', 'elsewhere.example.test'), { PGPASSWORD: 'open-sesame-77' })
        expect(done.status === 0, `verify-ca does not look at the name: ${done.all}`)
        done = await find('billing', 'add_tax', address('sslmode=require'))
        expect(done.status === 0, `require looks at no certificate: ${done.all}`)
        refused(await find('billing', 'add_tax', address('sslmode=disable')), /no encryption/, /pg_hba\.conf/, 'without TLS')
        // A certificate instead of a password.
        done = await find('search', 'parseQuery', verified(`sslcert=${pki}/bob.crt sslkey=${pki}/bob.key`, 'bob'))
        expect(/search\/lib\/query\.ts/.test(done.out), `a certificate of the client: ${done.all}`)
        refused(await find('search', 'parseQuery', verified('', 'bob')), /certificate/, /./, 'without the certificate')
        chmodSync(join(pki, 'bob.key'), 0o644)
        refused(await find('search', 'parseQuery', verified(`sslcert=${pki}/bob.crt sslkey=${pki}/bob.key`, 'bob')), /private key file/, /mode 0600/, 'a key that others may read')
        // A service has all of it, in the place where psql looks for it.
        writeFileSync(join(home, '.pg_service.conf'), `[code]\n${verified('').replaceAll(' ', '\n')}\n`)
        done = await find('billing', 'add_tax', 'service=code')
        expect(/billing\/src\/invoice\.py/.test(done.out), `a service: ${done.all}`)
        refused(await find('billing', 'add_tax', 'service=elsewhere'), /./, /./, 'an unknown service')
        chmodSync(join(home, '.pgpass'), 0o644)
        done = await find('billing', 'add_tax', 'service=code')
        expect(done.status === 1 && /wants a password/.test(done.err) && /mode 0600/.test(done.err), `a password file that others may read: ${done.all}`)
        rmSync(join(home, '.pgpass'))
        rmSync(join(home, '.pg_service.conf'))
        const closed = await freePort()
        refused(await find('billing', 'add_tax', address('').replace(`port=${port}`, `port=${closed}`)), /^PostgreSQL: no connection to the server at "127\.0\.0\.1", port \d+: Connection refused$/, /^(?!.*connection to server|.*TCP\/IP)is the server running/, 'nobody listens')
        server.stop()
    },

    // ---- a pool, which gives one connection to many clients ----
    async pgbouncer() {
        if (!existsSync('/usr/sbin/pgbouncer')) {
            console.log('skipped: pgbouncer: the Debian package pgbouncer is not installed')
            return
        }
        const server = new Server(bin), port = await freePort()
        await fill(server)
        const users = server.put('users', ['boss', 'alice', 'bob', 'pool'].map(name => `"${name}" ""\n`).join(''))
        const config = server.put('pgbouncer.ini', `[databases]
code = host=${server.folder} port=5432
one = host=${server.folder} port=5432 dbname=code user=pool
top = host=${server.folder} port=5432 dbname=code user=boss
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 1
logfile = ${server.folder}/pgbouncer.log
pidfile = ${server.folder}/pgbouncer.pid
`)
        const bouncer = spawn('/usr/sbin/pgbouncer', [config], { ...server.user, env: server.env, cwd: server.folder, stdio: 'ignore' })
        process.on('exit', () => bouncer.kill('SIGKILL'))
        const by = (database, user) => `postgresql://${user}@127.0.0.1:${port}/${database}`
        const place = ['-h', '127.0.0.1', '-p', String(port)]
        const sql = (database, user, text) => server.sql(database, text, user, place)
        expect(await within(20000, () => !server.refusal('code', 'SELECT 1', 'boss', place)), 'pgbouncer does not start')
        // Each of its own pool sees its own.
        for (const [user, repository, word] of [['alice', 'billing', 'add_tax'], ['bob', 'search', 'parseQuery'], ['alice', 'billing', 'add_tax']]) {
            const done = await find('billing', word, by('code', user))
            expect(done.status === 0 && done.out.startsWith(`${repository}/`), `${user}: ${done.all}`)
            const other = await find('billing', user === 'alice' ? 'parseQuery' : 'add_tax', by('code', user))
            expect(other.status === 0 && !/\.(py|ts):/.test(other.out), `${user} sees: ${other.out}`)
        }
        // Every kind of question gives what it gives without the pool.
        for (const args of [['find', 'add_tx'], ['callers', 'round_up'], ['callees', 'add_tax'], ['search', 'tax of an invoice'], ['explore', 'tax of an invoice']]) {
            const [direct, pooled] = [await fovea('billing', [...args, '--org', server.url('code', 'alice')]), await fovea('billing', [...args, '--org', by('code', 'alice')])]
            expect(pooled.status === 0 && plain(pooled.out) === plain(direct.out) && direct.out, `${args}: ${pooled.all}`)
        }
        // What fovea sets does not stay with the connection, which stays itself.
        const left = (database, user) => sql(database, user, `SELECT 'connection', pg_backend_pid()::text UNION ALL SELECT name, setting FROM pg_settings WHERE source IN ('session', 'client') AND name <> 'application_name'
            UNION ALL SELECT 'lock', locktype FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory' UNION ALL SELECT 'statement', name FROM pg_prepared_statements
            UNION ALL SELECT 'table', relname FROM pg_class WHERE relpersistence = 't' UNION ALL SELECT 'role', current_user::text ORDER BY 1, 2`)
        let before = left('one', 'alice')
        for (const args of [['find', 'add_tax'], ['search', 'tax of an invoice'], ['find', '--nonsense'], ['find', 'x', '--branch', 'none']]) await fovea('billing', [...args, '--org', by('one', 'alice')])
        same(left('one', 'alice'), before, 'what questions leave')
        before = left('top', 'boss')
        commit('billing', { 'src/late.py': 'def late_fee():\n    return 1\n' })
        for (const args of [['--init'], [], [], ['--repository', 'billing', '--branch', 'side'], ['--grant', 'no_such_role']]) {
            const done = await publish('billing', by('top', 'boss'), ...args)
            expect(args[0] === '--grant' ? done.status > 0 : done.status === 0, `publish ${args}: ${done.all}`)
        }
        same(left('top', 'boss'), before, 'what publishing leaves')
        // What others leave there does not change an answer.
        server.sql('code', `CREATE SCHEMA evil; GRANT ALL ON SCHEMA evil TO pool;
            CREATE FUNCTION evil.has_schema_privilege(oid, text) RETURNS boolean LANGUAGE sql AS 'SELECT 1 / 0 = 1';
            CREATE FUNCTION evil.set_config(text, text, boolean) RETURNS text LANGUAGE sql AS 'SELECT (1 / 0)::text'`)
        for (const text of ['SET ROLE bob', 'SET search_path = evil, pg_catalog', `SET statement_timeout = '200ms'`, 'SET row_security = off', `SET bytea_output = 'escape'`, 'SET default_transaction_read_only = on',
            `SET default_transaction_isolation = 'serializable'`]) {
            expect(!server.refusal('one', text, 'alice', place), `${text} is not taken`)
            // With a time limit of another client, a question waits longer than that.
            const holder = text.includes('timeout') && await hold(server)
            if (holder) setTimeout(holder.release, 1000)
            const [first, second] = [await find('billing', 'add_tax', by('one', 'alice')), await find('billing', 'parseQuery', by('one', 'alice'))]
            expect(first.out.startsWith('billing/') && second.out.startsWith('search/'), `after ${text}: ${first.all}${second.all}`)
            if (holder) await holder.end
        }
        for (const text of ['SET default_transaction_read_only = on', 'SET search_path = evil, pg_catalog', 'SET ROLE bob', `SET default_transaction_isolation = 'serializable'`]) {
            expect(!server.refusal('top', text, 'boss', place), `${text} is not taken`)
            const done = await publish('billing', by('top', 'boss'), '--force')
            expect(done.status === 0 && /files put/.test(done.out), `after ${text}: ${done.all}`)
        }
        refused(await find('billing', 'add_tax', by('absent', 'alice')), /absent/, /./, 'a database that the pool does not know')
        refused(await find('billing', 'add_tax', by('code', 'alice'), { PGOPTIONS: '-c role=bob' }), /startup parameter/, /./, 'a setting that the pool does not take')
        // Ctrl-C reaches the server through it.
        const holder = await hold(server)
        const waiting = () => Number(server.sql('postgres', `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)[0][0])
        const { child, end } = start('billing', ['find', 'add_tax', '--org', by('code', 'alice')])
        expect(await within(20000, () => waiting() === 1), 'a question waits')
        child.kill('SIGINT')
        await end
        expect(await within(20000, () => waiting() === 0), 'Ctrl-C ends the statement through the pool')
        holder.release()
        await holder.end
        bouncer.kill('SIGKILL')
        server.stop()
    },

    // ---- a standby ----
    async standby() {
        const server = new Server(bin)
        await fill(server)
        const standby = new Server(bin, { copy: server })
        const ask = word => find('billing', word, standby.url('code', 'alice'))
        let done = await ask('add_tax')
        expect(done.out.startsWith('billing/'), `a standby is asked: ${done.all}`)
        for (const args of [['search', 'tax of an invoice'], ['callers', 'round_up'], ['explore', 'tax of an invoice'], ['find', 'add_tx']]) {
            const [first, second] = [await fovea('billing', [...args, '--org', server.url('code', 'alice')]), await fovea('billing', [...args, '--org', standby.url('code', 'alice')])]
            expect(second.status === 0 && plain(second.out) === plain(first.out) && first.out, `${args}: ${second.all}`)
        }
        for (const args of [[], ['--init'], ['--force']]) refused(await publish('billing', standby.url('code'), ...args), /is a standby/, /to the primary/, `publish ${args} to a standby`)
        commit('billing', { 'src/streamed.py': 'def comes_by_the_stream():\n    return 1\n' })
        done = await publish('billing', server.url('code'))
        expect(done.status === 0, `publish to the primary: ${done.all}`)
        const sent = server.sql('code', 'SELECT pg_current_wal_lsn()')[0][0]
        expect(await within(60000, () => standby.sql('code', `SELECT pg_last_wal_replay_lsn() >= '${sent}'`)[0][0] === 't'), 'the standby follows')
        done = await ask('comes_by_the_stream')
        expect(done.out.startsWith('billing/'), `what was published meanwhile: ${done.all}`)
        standby.stop()
        server.stop()
    },

    // ---- a server that goes ----
    async killed() {
        const server = new Server(bin)
        await fill(server)
        const url = server.url('code'), state = () => server.sql('code', `SELECT (SELECT count(*) FROM fovea.file), (SELECT count(*) FROM fovea.symbol), (SELECT count(*) FROM fovea.content), (SELECT string_agg(name || commit, ',' ORDER BY id) FROM fovea.branch), (SELECT count(*) FROM fovea.repository)`)
        const before = state()
        await fovea('many', ['index'])
        // Its process is ended while rows are sent, and while the server works on its own.
        for (const query of ['COPY pg_temp.fovea_symbol%', 'WITH added AS (INSERT INTO fovea.content%']) {
            const { end } = start('many', ['publish', '--to', url])
            const hunter = spawn(join(bin, 'psql'), ['-X', '-q', '-A', '-t', '-h', server.folder, '-U', 'boss', '-d', 'postgres', '-c', `DO $$ DECLARE who int; BEGIN
                FOR i IN 1..3000000 LOOP PERFORM pg_stat_clear_snapshot(); SELECT pid INTO who FROM pg_stat_activity WHERE state = 'active' AND query LIKE '${query}'; EXIT WHEN FOUND; END LOOP; PERFORM pg_terminate_backend(who); END $$`], { env: server.env, cwd: '/' })
            const done = await end
            hunter.kill('SIGKILL')
            refused(done, /connection broke|terminating connection/, /try again/, `ended during ${query}`)
            same(state(), before, `ended during ${query}`)
        }
        // All of it is gone, as by a loss of power.
        const holder = spawn(join(bin, 'psql'), ['-X', '-q', '-h', server.folder, '-U', 'boss', '-d', 'code'], { env: server.env, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] })
        holder.stdin.write('BEGIN; LOCK TABLE fovea.branch IN ACCESS EXCLUSIVE MODE;\n')
        await within(20000, () => server.sql('code', `SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'fovea.branch'::regclass AND granted`)[0][0] === '1')
        const late = start('many', ['publish', '--to', url]), asked = start('billing', ['find', 'add_tax', '--org', url])
        await within(60000, () => Number(server.sql('postgres', `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)[0][0]) === 2)
        server.kill()
        refused(await late.end, /connection broke|terminating connection/, /try again/, 'a server that is killed')
        refused(await asked.end, /connection broke|terminating connection/, /try again/, 'a server that is killed during a question')
        refused(await find('billing', 'add_tax', url), /no connection to the server on socket/, /is the server running/, 'no server')
        server.start()
        same(state(), before, 'a server that was killed')
        const done = await publish('many', url)
        expect(done.status === 0 && /300 files put/.test(done.out), `once more: ${done.all}`)
        expect((await find('many', 'name_7_7', url)).out.startsWith('many/m/file7.py'), 'and is found')
        server.stop()
    },

    // ---- a full disk ----
    async full() {
        const server = new Server(bin)
        const disk = join(server.folder, 'disk')
        mkdirSync(disk)
        if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=18m', 'tmpfs', disk]).status) {
            console.log('skipped: full: a file system of its own cannot be mounted here')
            return
        }
        process.on('exit', () => spawnSync('umount', ['-l', disk]))
        if (server.user.uid) chownSync(disk, server.user.uid, server.user.gid)
        chmodSync(disk, 0o700)
        server.sql('postgres', everybody.replace('CREATE DATABASE code;', ''))
        server.sql('postgres', `CREATE TABLESPACE small LOCATION '${disk}'`)
        server.sql('postgres', 'CREATE DATABASE code TABLESPACE small')
        const url = server.url('code')
        for (const name of ['billing', 'search']) expect((await publish(name, url)).status === 0, `publish ${name}`)
        const state = () => server.sql('code', 'SELECT (SELECT count(*) FROM fovea.file), (SELECT count(*) FROM fovea.symbol), (SELECT count(*) FROM fovea.repository)')
        const before = state()
        // Once while rows are sent, once while the server adds them to its tables.
        for (const spaces of ['', 'pg_default']) {
            server.sql('postgres', `ALTER ROLE boss SET temp_tablespaces = '${spaces}'`)
            refused(await publish('many', url), /No space left on device/, /make room on the server's disk/, `a full disk, temp_tablespaces '${spaces}'`)
            same(state(), before, 'a full disk')
            expect((await find('billing', 'add_tax', url)).out.startsWith('billing/'), 'a full disk is still asked')
        }
        spawnSync('mount', ['-o', 'remount,size=200m', disk])
        const done = await publish('many', url)
        expect(done.status === 0 && /300 files put/.test(done.out), `with room: ${done.all}`)
        server.kill()
        spawnSync('umount', ['-l', disk])
        server.stop()
    },
}
for (const [name, test] of Object.entries(tests))
    if (name.includes(pattern)) {
        const since = Date.now()
        await test()
        console.log(`${name}: ${((Date.now() - since) / 1000).toFixed(1)} s`)
    }
await sleep(0)
finish()
