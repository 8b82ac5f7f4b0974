// fovea publish and --org on PostgreSQL 18 with pgvector: migrations, names, words, callers, and vectors by an HNSW index
// which gives what a comparison of all gives, also to one who may read little of what it holds.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Server, workplace } from '../../wire/org_server.mjs'
import { serve } from '../../wire/embed_server.mjs'
import { expect, finish } from '../../wire/mcp_client.mjs'

const [program, modules, bin] = process.argv.slice(2)
const load = path => import(pathToFileURL(join(modules, '@electric-sql', path)))
const { PGlite } = await load('pglite/dist/index.js')
const { PGLiteSocketServer } = await load('pglite-socket/dist/index.js')
const { vector } = await load('pglite-pgvector/dist/index.js')
const { pg_trgm } = await load('pglite/dist/contrib/pg_trgm.js')
const { home, env, commit } = workplace('fovea-pglite-', { EMBED_KEY: 'test-key-0123456789' })
const db = await PGlite.create({ extensions: { vector, pg_trgm } })
const socket = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, path: join(home, '.s.PGSQL.5432'), maxConnections: 4 })
await socket.start()
const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(home)}&sslmode=disable`
const embedder = await serve()
mkdirSync(join(home, 'config', 'fovea'), { recursive: true })
writeFileSync(join(home, 'config', 'fovea', 'config.toml'), `[embedder]\nprovider = "openai"\nmodel = "words"\nurl = "${embedder.url}"\nkey_variable = "EMBED_KEY"\n`)
// All connections to PGlite share one session: what one leaves behind would be there for the next one.
async function calm() {
    for (let i = 0; i < 200 && socket.getStats().activeConnections; i++) await new Promise(resolve => setTimeout(resolve, 10))
    await db.exec('ROLLBACK')
    await db.exec('DISCARD ALL')
}
async function fovea(name, ...args) {
    const answer = await run(name, ...args)
    await calm()
    return answer
}
function run(name, ...args) {
    const child = spawn(program, [...args, '--format', 'json'], { cwd: join(home, name), env })
    let out = '', err = ''
    child.stdout.on('data', piece => { out += piece })
    child.stderr.on('data', piece => { err += piece })
    return new Promise(resolve => child.on('close', status => { try { resolve(JSON.parse(out)) } catch { resolve({ failed: `${status} ${err}` }) } }))
}
const same = (a, b, what) => expect(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`)
const query = async text => (await db.query(text)).rows

const words = ['invoice', 'parcel', 'weather', 'traffic', 'merger', 'session', 'payment', 'customer', 'ledger', 'garden', 'engine', 'picture']
const files = (from, to) => Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`src/m${from + i}.py`, Array.from({ length: 20 }, (_, k) => {
    const [a, b, c] = [words[(from + i) % 12], words[(i * 7 + k) % 12], words[(k * 5 + from) % 12]]
    return `def ${a}_${b}_${from + i}_${k}(value):\n    """Takes the ${a} of each ${b} to a ${c}."""\n    return ${c}(value, ${k})\n\n\n`
}).join('')]))
commit('big', files(0, 100))
commit('small', { 'lib/close.py': 'def sign_out(user):\n    """Ends the session of a person."""\n    return close(user)\n\n\ndef close(user):\n    return None\n' })
for (const name of ['big', 'small']) expect((await fovea(name, 'embed', '--apply')).files_embedded > 0, `embed ${name}`)
// PGlite's socket server cannot do COPY FROM STDIN, so a PostgreSQL 15 is published to, and its rows are put into PGlite.
const server = new Server(bin)
server.sql('postgres', 'CREATE DATABASE code; CREATE ROLE alice LOGIN; CREATE ROLE carol LOGIN')
for (const [name, count] of [['big', 2000], ['small', 2]]) {
    const done = await fovea(name, 'publish', '--to', server.url('code'), ...name === 'small' ? ['--grant', 'alice'] : [])
    expect(done.outcome === 'published' && done.new_vectors === count, `publish ${name}: ${JSON.stringify(done)}`)
}
const made = await fovea('small', 'publish', '--init', '--to', url)
expect(made.schema === 1 && made.migrations === 1, `the schema: ${JSON.stringify(made)}`)
same((await fovea('small', 'publish', '--init', '--to', url)).migrations, 0, 'the schema again')
await db.exec('TRUNCATE fovea.migration')
server.tool('pg_dump', '-h', server.folder, '-U', 'boss', '--data-only', '--rows-per-insert=500', '-n', 'fovea', '-f', join(server.folder, 'dump'), 'code')
await db.exec(readFileSync(join(server.folder, 'dump'), 'utf8').replace(/^\\.*$/gm, '').replace(/^SET transaction_timeout.*$/m, ''))
await db.exec(`SET search_path = public; SET row_security = on; ANALYZE; SELECT fovea.vector_index()`)
expect(/hnsw .*bit\(64\)/.test((await query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'vector_sign_near'`))[0]?.indexdef), 'there is an index')

same((await fovea('small', 'find', 'sign_out', '--org', url)).symbols?.map(symbol => symbol.path), ['small/lib/close.py'], 'find')
same((await fovea('small', 'find', 'signout', '--org', url)).symbols?.map(symbol => symbol.name), ['sign_out'], 'find, a part')
const callers = await fovea('small', 'callers', 'close', '--org', url)
expect(JSON.stringify(callers).includes('sign_out'), `callers: ${JSON.stringify(callers).slice(0, 300)}`)
const lexical = await fovea('small', 'search', 'session of a person', '--mode', 'lexical', '--org', url)
expect(lexical.results?.[0]?.name === 'sign_out', `by words: ${JSON.stringify(lexical).slice(0, 300)}`)

// ---- by the index, and without it ----
const ask = () => fovea('small', 'search', 'ends the session of a person', '--mode', 'vector', '-n', '10', '--level', 'method', '--org', url)
const names = found => found.results?.map(result => result.name) ?? [found.failed]
const all = await ask()
expect(names(all)[0] === 'sign_out', `by vectors: ${JSON.stringify(all).slice(0, 300)}`)
await db.query('UPDATE fovea.embedder SET exact = 0')
same(names(await ask()), names(all), 'by the index')
const asked = (await query('SELECT signs::text AS signs FROM fovea.vector_sign ORDER BY content_id, index LIMIT 1 OFFSET 1234'))[0].signs
const version = '(SELECT max(version) FROM fovea.content)'
const walk = `SELECT content_id, index FROM fovea.vector_walk(B'${asked}', true, ${version}, '', 1500)`
const found = new Set((await query(walk)).map(row => `${row.content_id} ${row.index}`))
const near = (await query(`SELECT content_id, index FROM fovea.vector_scan(B'${asked}', '', '', true, false, ${version}, '', 100)`)).map(row => `${row.content_id} ${row.index}`)
expect(found.size === 1500 && near.filter(key => found.has(key)).length >= 95, `recall: ${near.filter(key => found.has(key)).length} of 100, of ${found.size}`)

// ---- one who may read little ----
await db.exec(`CREATE ROLE alice LOGIN; GRANT fovea_reader TO alice; CREATE ROLE carol LOGIN; GRANT fovea_reader TO carol`)
for (const [role, mine] of [['alice', 2], ['carol', 0]]) {
    await db.exec(`SET ROLE ${role}`)
    const rows = await query(`SELECT repository FROM fovea.vector_candidates(B'${asked}', '', '', true, false, ${version}, '', 1500)`)
    expect(rows.length === mine && rows.every(row => row.repository === 'small'), `${role} gets ${JSON.stringify(rows)}`)
    same((await query('SELECT count(*)::int AS n FROM fovea.vector_sign'))[0].n, mine, `rows of ${role}`)
    await db.exec('RESET ROLE')
}
embedder.close()
await socket.stop()
server.stop()
finish()
process.exit()
