// Publishing by differences: a series of publishes leaves the rows that one publish of the last commit makes. And several
// publishers at once: none waits for the names of another, and names of one that was killed are seen by nobody.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, finish, sleep } from './mcp_client.mjs'
import { Server, workplace } from './org_server.mjs'

const [program, bin] = process.argv.slice(2)
const { home, env, git, write, commit } = workplace('fovea-orgp-')
const server = new Server(bin)
const put = (name, path, text) => write(name, { [path]: text })
function value(name, ...args) {
    const done = spawnSync(program, [...args, '--format', 'json'], { cwd: join(home, name), env, encoding: 'utf8', timeout: 120000 })
    return done.status ? { failed: done.stderr || String(done.signal) } : JSON.parse(done.stdout)
}
const same = (a, b, what) => expect(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`)
const until = async (what, test) => { for (const end = Date.now() + 60000; Date.now() < end; await sleep(25)) if (test()) return; expect(false, what) }

// ---- a series of publishes, and one ----
{
    // Everything of the branch, without numbers that the server gives.
    const questions = {
        file: `SELECT f.path, encode(c.hash, 'hex'), n.text, f.class, f.size, f.lines, f.key, encode(l.hash, 'hex'), f.embedded FROM fovea.file f JOIN fovea.name n ON n.id = f.name_id LEFT JOIN fovea.content c ON c.id = f.content_id LEFT JOIN fovea.links l ON l.id = f.links_id`,
        branch: 'SELECT commit, version, files, symbols, contents, parts, words FROM fovea.branch',
        listing: `SELECT bucket, encode(hash, 'hex') FROM fovea.listing`,
        package: 'SELECT system, name, path, label FROM fovea.package',
        branch_term: 'SELECT term, parts, files FROM fovea.branch_term',
        symbol: `SELECT encode(c.hash, 'hex'), n.text, to_jsonb(s) - ARRAY['content_id', 'name_id'] FROM fovea.symbol s JOIN fovea.content c ON c.id = s.content_id JOIN fovea.name n ON n.id = s.name_id WHERE EXISTS (SELECT FROM fovea.file f WHERE f.content_id = c.id)`,
        edge: `SELECT encode(l.hash, 'hex'), x.package, x.name, to_jsonb(e) - ARRAY['links_id', 'external_id'] FROM fovea.edge e JOIN fovea.links l ON l.id = e.links_id LEFT JOIN fovea.external x ON x.id = e.external_id WHERE EXISTS (SELECT FROM fovea.file f WHERE f.links_id = l.id)`,
        import: `SELECT encode(l.hash, 'hex'), x.package, to_jsonb(i) - ARRAY['links_id', 'external_id'] FROM fovea.import i JOIN fovea.links l ON l.id = i.links_id LEFT JOIN fovea.external x ON x.id = i.external_id WHERE EXISTS (SELECT FROM fovea.file f WHERE f.links_id = l.id)`,
        words: `SELECT encode(c.hash, 'hex'), a.parts, a.words, k.number, k.words FROM fovea.fact a JOIN fovea.content c ON c.id = a.content_id LEFT JOIN fovea.chunk k ON k.content_id = c.id WHERE EXISTS (SELECT FROM fovea.file f WHERE f.content_id = c.id)`,
    }
    const rows = database => Object.fromEntries(Object.entries(questions).map(([table, text]) => [table, server.sql(database, `SELECT * FROM (${text}) AS q ORDER BY q::text COLLATE "C"`)]))
    let state = 20240611
    const random = below => { state = (Math.imul(state, 1103515245) + 12345) >>> 0; return Math.floor(state / 65536) % below }
    const pick = list => list[random(list.length)]
    const words = ['invoice', 'lexer', 'parse', 'total', 'merge', 'window', 'cache', 'session', 'ledger', 'token']
    const text = () => `import { ${pick(words)} } from './${pick(words)}.js'\nimport '${pick(['left-pad', '@acme/base', 'chalk'])}'\n` + Array.from({ length: 1 + random(4) }, () => { const name = `${pick(words)}_${pick(words)}`; return `// The ${pick(words)} of a ${pick(words)}.\nexport function ${name}(a) {\n    return ${pick(words)}(a, ${random(5)})\n}\n` }).join('')
    const folders = ['src', 'lib', 'tests', 'vendor/x', 'node_modules/y', 'docs', '']
    const paths = () => git('series', 'ls-files').split('\n').filter(path => path)
    const fresh = folder => join(folder, `${pick(words)}${random(40)}.js`)
    const steps = {
        add: () => put('series', fresh(pick(folders)), text()),
        edit: () => put('series', pick(paths()), text()),
        copy: () => put('series', fresh(pick(folders)), readFileSync(join(home, 'series', pick(paths())), 'utf8')),
        remove: () => rmSync(join(home, 'series', pick(paths())), { force: true }),
        move: () => { const from = join(home, 'series', pick(paths())), to = fresh(pick(folders)); if (existsSync(from)) { mkdirSync(join(home, 'series', to, '..'), { recursive: true }); renameSync(from, join(home, 'series', to)) } },
        manifest: () => put('series', join(pick(['', 'src', 'lib']), 'package.json'), `{"name":"@acme/${pick(words)}"}\n`),
        list: () => put('series', `data/${random(9)}.bin`, `\0${random(1000)}`),
    }
    commit('series', Object.fromEntries(Array.from({ length: 60 }, () => [fresh(pick(folders)), text()])))
    server.sql('postgres', 'CREATE DATABASE series')
    let put_in_all = 0, published = value('series', 'publish', '--to', server.url('series'))
    expect(published.outcome === 'published', `the first: ${JSON.stringify(published)}`)
    for (let step = 1; step <= 15; step++) {
        for (let i = 1 + random(step % 3 ? 3 : 12); i--;) pick(Object.values(steps))()
        commit('series')
        published = value('series', 'publish', '--to', server.url('series'), ...(step === 10 ? ['--force'] : []))
        expect(published.outcome === 'published', `step ${step}: ${JSON.stringify(published)}`)
        put_in_all += published.files_put
        if (step % 5) continue
        server.sql('postgres', `CREATE DATABASE once_${step}`)
        value('series', 'publish', '--to', server.url(`once_${step}`))
        const there = rows('series'), wanted = rows(`once_${step}`)
        for (const table of Object.keys(questions)) {
            expect(wanted[table].length > 0, `nothing to compare in ${table}`)
            const known = new Set(wanted[table].map(String)), have = new Set(there[table].map(String))
            same([[...have].filter(row => !known.has(row)).slice(0, 3), [...known].filter(row => !have.has(row)).slice(0, 3)], [[], []], `step ${step}: rows of ${table}`)
        }
    }
    expect(put_in_all > 15, `too little changed: ${put_in_all}`)
    // What a listing says wrongly is put right by --force.
    server.sql('series', `DELETE FROM fovea.file WHERE path IN (SELECT path FROM fovea.file ORDER BY path LIMIT 3); INSERT INTO fovea.package SELECT branch_id, 'npm', 'stray', '', '' FROM fovea.listing LIMIT 1`)
    expect(value('series', 'publish', '--to', server.url('series'), '--force').files_put === 3, 'by force')
    for (const table of ['file', 'package', 'listing']) same(rows('series')[table], rows('once_15')[table], `by force: ${table}`)
}

// ---- several at once ----
const d = 'code'
server.sql('postgres', `CREATE DATABASE ${d}; CREATE ROLE reader LOGIN`)
const url = server.url(d)
const running = name => { const child = spawn(program, ['publish', '--to', url], { cwd: join(home, name), env, stdio: 'ignore' }); return { child, end: new Promise(resolve => child.on('close', status => resolve(status))) } }
const waiting = () => Number(server.sql('postgres', `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'fovea' AND wait_event_type = 'Lock'`)[0][0])
// Runs the statements in a transaction that the result ends.
async function hold(statements) {
    const child = spawn(join(bin, 'psql'), ['-X', '-q', '-A', '-t', '-h', server.folder, '-U', 'boss', '-d', d], { env: server.env, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] })
    const held = new Promise(resolve => child.stdout.once('data', resolve))
    child.stdin.write(`BEGIN; ${statements}; SELECT 1;\n`)
    await held
    return () => new Promise(resolve => { child.on('exit', resolve); child.stdin.end() })
}
const crowd = (prefix, count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`m/${prefix}${i}.js`, `import { pad } from 'pads-${prefix}'\nexport function ${prefix}_${i}(a) {\n    return pad(a, ${i})\n}\n`]))
{
    commit('large', { 'README.md': '# Large\n' })
    commit('small', { 'README.md': '# Small\n' })
    for (const name of ['large', 'small']) expect(value(name, 'publish', '--to', url).outcome === 'published', name)
    commit('large', crowd('common', 100))
    commit('small', { 'own.js': "// Another content with names of the large one.\nimport { pad } from 'pads-common'\nexport function common_7(a) {\n    return pad(a)\n}\nexport function common_8() {}\n" })
    for (const name of ['large', 'small']) value(name, 'index')
    const release = await hold(`SELECT FROM fovea.branch b JOIN fovea.repository r ON r.id = b.repository_id WHERE r.name = 'large' FOR UPDATE OF b`)
    const large = running('large')
    await until('the large publish is in its transaction', () => waiting() === 1)
    same(server.sql(d, `SELECT count(*) FROM fovea.content WHERE language = 'javascript'`), [['0']], 'its contents are not committed')
    const done = value('small', 'publish', '--to', url)
    same([done.outcome, done.new_contents], ['published', 1], `the small one waits for nobody: ${JSON.stringify(done)}`)
    expect(waiting() === 1, 'the large one still waits')
    await release()
    same(await large.end, 0, 'the large one')
    same(server.sql(d, `SELECT count(*) FROM fovea.symbol s JOIN fovea.name n ON n.id = s.name_id WHERE n.text = 'common_7'`), [['2']], 'both have the name')
}

// ---- one that is killed after its names ----
{
    commit('doomed', crowd('doomed', 80))
    value('doomed', 'index')
    server.sql(d, 'GRANT fovea_reader TO reader')
    expect(value('small', 'publish', '--to', url, '--grant', 'reader').readers === 'reader', 'a reader')
    const release = await hold('LOCK TABLE fovea.content IN SHARE MODE')
    const { child, end } = running('doomed')
    await until('the publish adds contents', () => waiting() === 1)
    child.kill('SIGKILL')
    await end
    await release()
    await until('a killed publisher leaves the server', () => server.sql('postgres', `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'fovea'`)[0][0] === '0')
    const named = user => server.sql(d, `SELECT count(*) FROM fovea.name WHERE text LIKE 'doomed%'`, user)[0][0]
    const outside = user => server.sql(d, `SELECT count(*) FROM fovea.external WHERE package = 'pads-doomed'`, user)[0][0]
    expect(Number(named('boss')) >= 80 && Number(outside('boss')) > 0, `its names stay: ${named('boss')}, ${outside('boss')}`)
    same([named('reader'), outside('reader')], ['0', '0'], 'no reader sees them')
    same(server.sql(d, `SELECT count(*) FROM fovea.repository WHERE name = 'doomed'`), [['0']], 'nothing else of it is there')
    for (const user of ['reader', 'boss']) {
        same(server.sql(d, `SELECT count(*) FROM fovea.find_names('{doomed_7}', 'doomed', '%doomed%', '{}', '', 99)`, user), [['0']], `${user} finds none`)
        same(value('small', 'find', 'doomed', '--org', server.url(d, user)).total, 0, `${user} finds nothing`)
    }
    expect(value('doomed', 'publish', '--to', url).new_contents === 80, 'publishing after that')
    same(value('small', 'find', 'doomed_7', '--org', url).symbols[0].name, 'doomed_7', 'and it is found')
}
finish()
