// Vectors of an organisation's database: published once, the same answers as locally, and nobody sees, or loses a hit to, a
// repository that is not theirs.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'
import { serve } from './embed_server.mjs'
import { Server, workplace } from './org_server.mjs'

const [program, bin] = process.argv.slice(2)
const { home, env, commit } = workplace('fovea-orgv-', { EMBED_KEY: 'test-key-0123456789' })
const server = new Server(bin)
const embedder = await serve()
function settings(url = embedder.url, model = 'words') {
    mkdirSync(join(home, 'config', 'fovea'), { recursive: true })
    writeFileSync(join(home, 'config', 'fovea', 'config.toml'), url ? `[embedder]\nprovider = "openai"\nmodel = "${model}"\nurl = "${url}"\nkey_variable = "EMBED_KEY"\n` : '')
}
settings()
function fovea(name, ...args) {
    const child = spawn(program, args, { cwd: join(home, name), env })
    let out = '', err = ''
    child.stdout.on('data', piece => { out += piece })
    child.stderr.on('data', piece => { err += piece })
    return new Promise(resolve => child.on('close', status => resolve({ status, out, err, all: out + err })))
}
const value = async (name, ...args) => { const done = await fovea(name, ...args, '--format', 'json'); return done.status ? { failed: done.err, status: done.status } : JSON.parse(done.out) }
const same = (a, b, what) => expect(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`)
const places = found => found.failed ? [found.failed] : found.results.map(({ path, name, start }) => `${path.replace(/^billing\//, '')} ${name.replace(/^billing\//, '')} ${start}`)
const asked = () => embedder.seen.length
const rows = table => Number(server.sql('code', `SELECT count(*) FROM fovea.${table}`)[0][0])

const source = (topic, verbs) => verbs.map(verb => `def ${verb}_${topic}(value):\n    """${verb} the ${topic} of a customer before the month ends."""\n    return ${verb}(value, "${topic}")\n\n\n`).join('')
commit('billing', { 'src/invoice.py': source('invoice', ['send', 'cancel', 'print', 'total']), 'src/login.py': `def sign_in(user):\n    password = "hunter2hunter2hunter2"\n    return user, password\n\n\ndef sign_out(user):\n    """Ends the session of a person."""\n    return None\n`,
    'shared.py': source('parcel', ['weigh']) })
commit('secret', { 'plans/merger.py': source('merger', ['announce', 'hide', 'finance', 'end']) + 'def end_session_of_person(person):\n    """Ends the session of a person."""\n    return person\n', 'shared.py': source('parcel', ['weigh']) })
commit('plain', { 'a.py': source('weather', ['forecast']) })
commit('other', { 'b.py': source('traffic', ['forecast']) })
server.sql('postgres', 'CREATE DATABASE code; CREATE ROLE alice LOGIN; CREATE ROLE bob LOGIN; CREATE ROLE carol LOGIN')
const url = server.url('code')
const as = user => server.url('code', user)

// ---- publishing ----
let done = await value('billing', 'publish', '--to', url)
expect(done.outcome === 'published' && done.vectors === 'none' && done.files_embedded === 0 && done.files_to_embed === 3, `not embedded: ${JSON.stringify(done)}`)
let search = await value('billing', 'search', 'ends the session', '--org', url)
expect(search.embedded === '0%' && /words alone: nothing that this user can search is embedded/.test(search.embedder) && asked() === 0, `no vectors: ${JSON.stringify(search).slice(0, 400)}`)
expect(/nothing that this user/.test((await value('billing', 'search', 'x', '--mode', 'vector', '--org', url)).failed), 'no vectors, by vectors')
for (const name of ['billing', 'secret']) expect((await value(name, 'embed', '--apply')).files_embedded > 0, `embed ${name}`)
done = await value('billing', 'publish', '--to', url)
expect(done.outcome === 'unchanged' && done.vectors === 'published' && done.new_vectors === 6 && done.files_embedded === 3, `embedded later: ${JSON.stringify(done)}`)
same([rows('vector_numbers'), rows('vector_sign'), rows('embedded')], [6, 6, 3], 'a declaration with a secret has no vector')
done = await value('billing', 'publish', '--to', url)
expect(done.new_vectors === 0, 'nothing is sent twice')
done = await value('secret', 'publish', '--to', url)
expect(done.new_vectors === 5 && done.files_embedded === 2, `contents are shared: ${JSON.stringify(done)}`)
done = await value('plain', 'publish', '--to', url)
expect(done.vectors === 'not_embedded' && done.files_embedded === 0, `one that is not embedded: ${JSON.stringify(done)}`)
settings(embedder.url, 'numbers')
embedder.salt = 'another'
await value('other', 'embed', '--apply')
done = await value('other', 'publish', '--to', url)
expect(done.vectors === 'other_model' && done.new_vectors === 0, `another model: ${JSON.stringify(done)}`)
done = await fovea('other', 'publish', '--to', url)
expect(/vectors: not sent, as they are of the model numbers and the database's are of words; embedded 0 of 1 files/.test(done.out), `another model is said: ${done.out}`)
search = await value('billing', 'search', 'ends the session', '--org', url)
expect(/of the model words, not of numbers/.test(search.embedder), `another model asks: ${search.embedder}`)
settings()
search = await value('billing', 'search', 'ends the session', '--org', url)
expect(/gives other vectors here/.test(search.embedder), `other vectors under the same name: ${search.embedder}`)
expect((await value('billing', 'search', 'ends the session', '--mode', 'vector', '--org', url)).status === 4, 'by vectors it is an error')
embedder.salt = ''

// ---- the same answers as locally ----
for (const question of ['ends the session of somebody', 'print invoice for customers', 'weigh parcel', 'month end', 'who is cancelled'])
    for (const more of [['--mode', 'vector'], [], ['--mode', 'vector', '--path', 'invoice'], ['--mode', 'vector', '--exclude', '*login*'], ['--mode', 'vector', '--level', 'file']]) {
        const local = await value('billing', 'search', question, '-n', '20', '--level', 'method', ...more)
        const org = await value('billing', 'search', question, '-n', '20', '--level', 'method', '--path', 'billing/', ...more.map(word => word === 'invoice' ? 'src/invoice' : word), '--org', url)
        if (more.length) same(places(org), places(local), `${question} ${more}`)
        else same(places(org).sort(), places(local).sort(), question)
    }
search = await value('billing', 'search', 'ends the session of a person', '--mode', 'vector', '-n', '3', '--level', 'method', '--org', url)
same(search.results.slice(0, 2).map(result => result.name).sort(), ['end_session_of_person', 'sign_out'], 'by vectors, across repositories')
expect(search.embedded === '71%', `the share: ${search.embedded}`)
let before = asked()
await value('billing', 'search', 'ends the session', '--mode', 'lexical', '--org', url)
expect(asked() === before, 'lexical asks nobody')
await value('billing', 'search', 'ends the session', '--org', url)
expect(asked() === before + 1, 'a question is one request')
search = await value('billing', 'search', 'where is ghp_0123456789abcdefghijABCDEFGHIJ012345 used', '--org', url)
expect(asked() === before + 1 && /not sent/.test(search.embedder), `a secret stays here: ${search.embedder}`)
before = asked()
let pack = await fovea('billing', 'explore', 'ends the session of a person', '--org', url)
expect(asked() === before + 1 && /sign_out \([^)]*near in meaning/.test(pack.out) && /end_session_of_person \([^)]*near in meaning/.test(pack.out), `a pack by vectors, too: ${pack.all}`)
settings('http://127.0.0.1:1')
pack = await fovea('billing', 'explore', 'ends the session', '--org', url)
expect(/sign_out/.test(pack.out) && /searched by words alone/.test(pack.out), `a pack without an embedder: ${pack.all}`)
search = await value('billing', 'search', 'ends the session', '--org', url)
expect(search.results.length && /words alone/.test(search.embedder), `no embedder: ${JSON.stringify(search).slice(0, 300)}`)
settings('')
search = await value('billing', 'search', 'ends the session', '--org', url)
expect(!search.embedder && !search.embedded, 'none is configured')
settings()

// ---- who may see what ----
await value('billing', 'publish', '--to', url, '--grant', 'alice')
await value('secret', 'publish', '--to', url, '--grant', 'bob')
server.sql('code', 'GRANT fovea_reader TO alice; GRANT fovea_reader TO bob; GRANT fovea_reader TO carol')
search = await value('billing', 'search', 'ends the session of a person', '--mode', 'vector', '-n', '50', '--level', 'method', '--org', as('alice'))
expect(search.embedded === '100%' && places(search)[0].includes('sign_out') && !JSON.stringify(search).includes('merger') && !/end_session_of|secret\//.test(JSON.stringify(search)), `alice: ${JSON.stringify(search).slice(0, 600)}`)
search = await value('billing', 'search', 'invoice session', '--mode', 'vector', '-n', '50', '--level', 'method', '--org', as('bob'))
expect(places(search).length && !/invoice\.py|sign_out|billing\//.test(JSON.stringify(search.results)), `bob: ${JSON.stringify(search).slice(0, 600)}`)
pack = await fovea('billing', 'explore', 'ends the session of a person', '--org', as('alice'))
expect(/sign_out/.test(pack.out) && !/merger|end_session_of|secret\//.test(pack.all), `a pack of alice: ${pack.all}`)
before = asked()
search = await value('billing', 'search', 'ends the session', '--org', as('carol'))
expect(!search.results.length && !search.embedded && asked() === before, `carol: ${JSON.stringify(search).slice(0, 400)}`)
for (const [user, sizes] of [['alice', [6, 6, 3, 1, 1]], ['bob', [6, 6, 2, 1, 1]], ['carol', [0, 0, 0, 0, 0]]])
    same(['vector_numbers', 'vector_sign', 'embedded', 'branch_vectors', 'embedder'].map(table => Number(server.sql('code', `SELECT count(*) FROM fovea.${table}`, user)[0][0])), sizes, `rows of ${user}`)
const x = `'x${'a5'.repeat(8)}'`
for (const [user, mine] of [['alice', 6], ['bob', 6], ['carol', 0]]) {
    const all = `SELECT count(*) FROM fovea.vector_candidates(${x}, '', '', true, false, (SELECT max(version) FROM fovea.content), '', 1000)`
    same(server.sql('code', all, user)[0][0], String(mine), `candidates of ${user}`)
    same(server.sql('code', `SELECT count(*) FROM fovea.vector_facts(ARRAY(SELECT generate_series(1, 1000)::bigint), '')`, user)[0][0], { alice: '3', bob: '2', carol: '0' }[user], `facts of ${user}`)
    expect(/only publishers|permission denied/.test(server.refusal('code', 'SELECT fovea.drop_vectors()', user)), `${user} drops nothing`)
    expect(server.refusal('code', `INSERT INTO fovea.vector_numbers VALUES (1, 99, 'x')`, user), `${user} writes nothing`)
}
same(server.sql('code', `SELECT files, embedded, model IS NULL, dims IS NULL FROM fovea.vector_state('')`, 'carol'), [['0', '0', 't', 't']], 'carol learns no model')
same(server.sql('code', `SELECT fovea.vector_width() IS NULL`, 'carol'), [['t']], 'nor its size')

// Hidden rows that are nearer than all others fill no limit.
server.sql('code', `INSERT INTO fovea.content (hash, version, language, package, lines, degraded, symbols) SELECT decode(md5(i::text), 'hex'), (SELECT max(version) FROM fovea.content), 'python', '', 1, false, 0 FROM generate_series(1, 4000) i;
    INSERT INTO fovea.file (branch_id, path, content_id, name_id, class, size, lines, key, embedded) SELECT b.id, 'many/' || c.id, c.id, (SELECT min(id) FROM fovea.name), 0, 1, 1, c.id, true FROM fovea.content c, fovea.branch b JOIN fovea.repository r ON r.id = b.repository_id WHERE r.name = 'secret' AND c.symbols = 0 AND c.lines = 1;
    INSERT INTO fovea.embedded SELECT id, 1 FROM fovea.content WHERE symbols = 0 AND lines = 1;
    INSERT INTO fovea.vector_sign SELECT id, 0, ${x}::bit varying FROM fovea.content WHERE symbols = 0 AND lines = 1; ANALYZE fovea.vector_sign; ANALYZE fovea.file; ANALYZE fovea.embedded`)
same(server.sql('code', `SELECT count(*), count(DISTINCT repository) FROM fovea.vector_candidates(${x}, '', '', true, false, (SELECT max(version) FROM fovea.content), '', 20)`, 'alice'), [['6', '1']], 'hidden rows fill no limit')

// ---- another model for the whole database ----
server.sql('code', 'SELECT fovea.drop_vectors()')
same([rows('vector_numbers'), rows('vector_sign'), rows('embedded'), rows('embedder')], [0, 0, 0, 0], 'dropped')
done = await value('billing', 'publish', '--to', url)
expect(done.vectors === 'published' && done.new_vectors === 6, `published again: ${JSON.stringify(done)}`)
embedder.close()
server.stop()
finish()
