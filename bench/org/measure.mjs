// What questions take: as a whole process; in the server, by its log; and on a warm connection, where the statements that
// the process sent are sent again by one psql. Sizes by table and index, plans by auto_explain, a change of one file.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { treeOf } from './load.mjs'

const SYMBOL = '^[A-Za-z_][A-Za-z0-9_]{4,40}$'
const CHANGES = 7 // commits of one file
const ASKED_MS = 60_000 // that questions of one kind may take in all

const at = (values, share) => { const sorted = [...values].sort((a, b) => a - b); return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] : NaN }
export const quantiles = values => ({ n: values.length, p50: at(values, 0.5), p90: at(values, 0.9), max: Math.max(...values) })

const words = name => name.split(/_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter(word => word)
const forms = {
    exact: name => name,
    prefix: name => name.slice(0, Math.max(4, Math.round(name.length * 0.6))),
    part: name => { const all = words(name); return all.length > 2 ? all.slice(1).join(name.includes('_') ? '_' : '') : name.slice(1) },
    pattern: name => { const all = words(name); return all.length > 2 ? `${all[0]}*${all.at(-1)}` : `${name.slice(0, 3)}*${name.slice(-2)}` },
}

// Names of symbols, drawn by symbols: the same ones in each run over the same database.
function drawNames(server, count, also = '') {
    const [[total]] = server.sql('SELECT reltuples FROM pg_class WHERE oid = \'fovea.symbol\'::regclass')
    const share = Math.min(100, 100 * 60 * count / Math.max(1, Number(total)))
    return server.sql(`SELECT n.text FROM (SELECT DISTINCT s.name_id FROM fovea.symbol s TABLESAMPLE BERNOULLI (${share}) REPEATABLE (1)
        WHERE s.kind IN ('function', 'method', 'class', 'struct', 'interface', 'type', 'enum', 'constant', 'macro') ${also}) s JOIN fovea.name n ON n.id = s.name_id
        WHERE n.text ~ '${SYMBOL}' ORDER BY md5(n.text) LIMIT ${count}`).map(([name]) => name)
}

// First words of comments, as questions in plain words.
function drawQuestions(server, count) {
    const [[total]] = server.sql('SELECT reltuples FROM pg_class WHERE oid = \'fovea.symbol\'::regclass')
    const share = Math.min(100, 100 * 400 * count / Math.max(1, Number(total)))
    return server.sql(`SELECT doc FROM (SELECT DISTINCT s.doc FROM fovea.symbol s TABLESAMPLE BERNOULLI (${share}) REPEATABLE (2)
        WHERE s.kind IN ('function', 'method') AND s.doc ~ '^[A-Z][a-z]+( [a-z]+){4,}') s ORDER BY md5(doc) LIMIT ${count}`)
        .map(([doc]) => doc.match(/^[A-Z][a-z]+(?: [a-z]+){4,7}/)[0].toLowerCase())
}

const DURATION = /^duration: ([\d.]+) ms(?:  (?:execute|statement|parse|bind)[^:]*: ([\s\S]*))?$/

// Statements of a session with their parameters as literals.
function statementsOf(entries) {
    return entries.flatMap(({ message, detail }) => {
        const [, , text] = DURATION.exec(message) ?? []
        if (!text || /^duration: [\d.]+ ms  (parse|bind)/.test(message)) return []
        const values = new Map([...(detail ?? '').replace(/^parameters: /i, '').matchAll(/\$(\d+) = ('(?:[^']|'')*'|NULL)/g)].map(([, number, value]) => [number, value]))
        return [text.replace(/\$(\d+)/g, (whole, number) => values.get(number) ?? whole)]
    })
}

// Milliseconds of each question's statements, one after the other in one session; the first tenth only warms it up.
// processor: of the server, the mean over all, which other load of the machine changes little.
function replay(server, questions) {
    const mark = i => `\\echo question ${i}\n`
    const text = questions.map((statements, i) => mark(i) + statements.map(statement => `${statement.replace(/;\s*$/, '')};\n`).join('')).join('')
    const cpu = '\\! cut -d" " -f14,15 /proc/$BACKEND/stat\n' // in hundredths of a second
    const out = server.psql(`SELECT pg_backend_pid() AS pid \\gset\n\\setenv BACKEND :pid\n${cpu}\\timing on\n\\o /dev/null\n${text}${cpu}`)
    const [before, after] = [...out.matchAll(/^(\d+) (\d+)$/gm)].map(([, user, system]) => Number(user) + Number(system))
    const took = questions.map(() => 0)
    let now = -1
    for (const line of out.split('\n')) {
        const question = /^question (\d+)$/.exec(line), time = /^Time: ([\d.]+) ms/.exec(line)
        if (question) now = Number(question[1])
        else if (time && now >= 0) took[now] += Number(time[1])
    }
    return { ...quantiles(took.slice(Math.floor(questions.length / 10))), processor: 10 * (after - before) / questions.length }
}

// `ask`: arguments of the program for each question.
function measureQuestions({ fovea, server, work, env }, ask) {
    const logged = { ...env, PGOPTIONS: '-c log_min_duration_statement=0 -c log_parameter_max_length=-1' }
    const wall = [], from = server.logSize(), begun = performance.now()
    let failed = 0
    for (const args of ask) {
        const start = performance.now()
        const done = spawnSync(fovea, [...args, '--org', server.url], { cwd: work, env: logged, encoding: 'utf8', maxBuffer: 1 << 28 })
        if (done.status === 2) return { missing: done.stderr.trim() }
        failed += done.status !== 0
        wall.push(performance.now() - start)
        if (performance.now() - begun > ASKED_MS) break
    }
    server.sql('SELECT pg_sleep(0.3)') // the log's collector
    const sessions = server.sessions(from).map(entries => entries.filter(({ message }) => DURATION.test(message))).filter(entries => entries.some(({ message }) => message.includes('fovea.asked(')))
    const inServer = sessions.map(entries => entries.reduce((sum, { message }) => sum + Number(DURATION.exec(message)[1]), 0))
    const warm = replay(server, sessions.map(statementsOf).map(all => [...all.filter(text => !/^(COMMIT|ROLLBACK)/.test(text)), 'ROLLBACK']))
    return { failed, process: quantiles(wall), server: quantiles(inServer), warm }
}

function plansOf({ fovea, server, work, env }, args) {
    const options = ['session_preload_libraries=auto_explain', 'auto_explain.log_min_duration=0', 'auto_explain.log_nested_statements=on', 'auto_explain.log_analyze=on', 'auto_explain.log_buffers=on']
    const from = server.logSize()
    spawnSync(fovea, [...args, '--org', server.url], { cwd: work, env: { ...env, PGOPTIONS: options.map(option => `-c ${option}`).join(' ') }, encoding: 'utf8' })
    server.sql('SELECT pg_sleep(0.3)')
    return `# fovea ${args.join(' ')}\n` + server.sessions(from).flat().map(({ message }) => message).filter(text => /^duration: [1-9][\d.]* ms  plan:/.test(text)).join('\n')
}

function sizes(server) {
    const relations = server.sql(`SELECT c.relname, c.relkind, pg_relation_size(c.oid) + coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0), greatest(c.reltuples, 0)::bigint
        FROM pg_class c WHERE c.relnamespace = 'fovea'::regnamespace AND c.relkind IN ('r', 'i') ORDER BY 3 DESC`)
    return { database: Number(server.sql('SELECT pg_database_size(current_database())')[0][0]), relations: relations.map(([name, kind, bytes, rows]) => ({ name, index: kind === 'i', bytes: Number(bytes), rows: Number(rows) })) }
}

function someFile(folder) {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }).sort((a, b) => a.name < b.name ? -1 : 1)) {
        const path = join(entry.parentPath ?? entry.path, entry.name)
        if (entry.isFile() && /\.c$/.test(entry.name) && statSync(path).size > 20_000) return path
    }
    throw new Error(`no source file in ${folder}`)
}

// The whole process, with the update of the index, after a commit that changes one file of a repository.
function measureChanges({ fovea, server, work }, kept) {
    const { tree, env } = treeOf(work, kept), path = someFile(tree), took = []
    for (let i = 0; i < CHANGES; i++) {
        appendFileSync(path, `\nint measured_${Date.now()}_${i}(int n)\n{\n    return n + ${i};\n}\n`)
        const git = (...args) => spawnSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], { cwd: tree, env })
        git('commit', '-q', '-a', '-m', 'change')
        const start = performance.now()
        const done = spawnSync(fovea, ['publish', '--to', server.url, '--repository', kept.repository, '--format', 'json'],
            { cwd: tree, env: { ...env, PGOPTIONS: '-c log_min_duration_statement=20' }, encoding: 'utf8' })
        if (done.status || JSON.parse(done.out ?? done.stdout).new_contents !== 1) throw new Error(`publish of a change: ${done.stderr}${done.stdout}`)
        took.push(performance.now() - start)
    }
    return quantiles(took.slice(1)) // the first one also makes up for what was not yet written
}

// Everything, at this size of the database.
export function measure(bench, calls, only) {
    const { server, work } = bench
    server.sql('VACUUM (ANALYZE)')
    const names = drawNames(server, calls), result = { calls, questions: {} }, plans = join(work, 'plans')
    const [[repositories, symbols, files]] = server.sql('SELECT count(*), sum(symbols), sum(files) FROM fovea.branch')
    Object.assign(result, { repositories: Number(repositories), symbols: Number(symbols), files: Number(files), sizes: sizes(server) })
    const asked = Object.fromEntries(Object.entries(forms).map(([kind, form]) => [`find, ${kind}`, names.map(name => ['find', form(name)])]))
    asked['search'] = drawQuestions(server, Math.ceil(calls / 2)).map(text => ['search', text])
    asked['callers'] = drawNames(server, Math.ceil(calls / 2), "AND s.kind = 'function' AND EXISTS (SELECT FROM fovea.edge e WHERE e.target = s.identity)").map(name => ['callers', name])
    mkdirSync(plans, { recursive: true })
    for (const [kind, questions] of Object.entries(asked).filter(([kind]) => !only || kind === only)) {
        result.questions[kind] = measureQuestions(bench, questions)
        bench.note({ kind, ...result.questions[kind] })
        if (!result.questions[kind].missing && questions.length)
            writeFileSync(join(plans, `${result.symbols}-${kind.replace(/\W+/g, '-')}.txt`), questions.slice(0, 3).map(args => plansOf(bench, args)).join('\n\n'))
    }
    result.changes = only ? [] : bench.kept.map(kept => ({ repository: kept.repository, ...measureChanges(bench, kept) }))
    return result
}

export const report = path => readFileSync(path, 'utf8').split('\n').filter(line => line).map(line => JSON.parse(line))
