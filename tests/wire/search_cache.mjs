import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, expect, finish, within } from './mcp_client.mjs'

const [program, seed, rounds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
const directory = mkdtempSync(join(tmpdir(), 'fovea-search-cache-'))
process.on('exit', () => { try { rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) } catch { /* a child still writes there */ } })
const env = { ...process.env, XDG_CACHE_HOME: join(directory, 'cache'), XDG_CONFIG_HOME: join(directory, 'config'), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }

// Numbers of a linear congruential generator (Numerical Recipes), the same for a seed.
let state = seed
const below = n => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % n
const pick = list => list[below(list.length)]

const words = ['expired', 'key', 'delete', 'session', 'cookie', 'sign', 'router', 'match', 'path', 'token', 'read', 'write', 'cache', 'entry', 'queue']
const name = () => `${pick(words)}_${pick(words)}`
const capital = word => word[0].toUpperCase() + word.slice(1)
const write = (tree, path) => {
    let text = `# The ${pick(words)} of a ${pick(words)}.\n`
    for (let i = below(4) + 1; i; i--)
        text += `class ${capital(pick(words))}${capital(pick(words))}:\n    """Holds the ${pick(words)} and its ${pick(words)}."""\n    def ${name()}(self):\n        return self.${name()}(${pick(words)})\n\n`
    for (let i = below(4); i; i--)
        text += `def ${name()}(${pick(words)}):\n    # ${pick(words)} before ${pick(words)}\n    return ${name()}()\n\n`
    writeFileSync(join(tree, path), text)
}
const plain = () => `${pick(['where is the', 'how does', 'fix', 'find', ''])} ${pick(words)} ${pick(words)}${pick(['', ' ' + pick(words), ' of the ' + pick(words)])}`.trim()
const restate = question => pick([
    q => q, q => q + '?', q => q.toUpperCase(), capital, q => 'please ' + q, q => q.replaceAll(' ', '  '),
    q => q.replace(/(\w+)$/, '$1s'), q => q.replaceAll(' the ', ' '), q => q + '.', q => q.split(' ').reverse().join(' '),
])(question)
const options = () => pick([[], [], [], ['--level', pick(['file', 'class', 'method', 'full'])], ['-n', String(below(4) + 1)], ['--path', 'src'], ['--no-tests'], ['--budget', String(200 + below(2000))], ['--docs'], ['--kind', 'class'],
    ['--mode', pick(['lexical', 'vector'])], ['--language', 'python'], ['--include-dependencies'], ['--no-include-context'],
    ['--context-chunks', '3'], ['--exclude', 'tests'], ['--cross-project', 'all'], ['--progressive-mode', 'true'], ['--explain']])

const run = (tree, ...args) => spawnSync(program, args, { cwd: tree, env, encoding: 'utf8' })
const isHit = text => text.includes('"cache_hit":true')
const plainly = text => text.replaceAll('"cache_hit":true', '"cache_hit":false')
// What a server says of an index that is coming to rest may differ from one call to the next.
const unnoted = text => plainly(text).replace(/"note":"[^"]*",/, '')
function same(kept, fresh, what) {
    let at = 0
    while (at < kept.length && kept[at] === fresh[at]) at++
    expect(kept === fresh, `seed ${seed}, ${what}: …${kept.slice(at - 60, at + 60)} is …${fresh.slice(at - 60, at + 60)}`)
}

function makeTree() {
    const tree = mkdtempSync(join(directory, 'tree-'))
    for (const d of ['src', 'tests']) mkdirSync(join(tree, d))
    for (let i = 0; i < 20; i++) write(tree, `${i % 5 ? 'src' : 'tests'}/f${i}.py`)
    execFileSync('git', ['init', '-q', tree], { env })
    return tree
}

// What changes a tree, or its index, between two questions.
const change = tree => pick([
    () => {}, () => {}, () => {},
    () => write(tree, `src/f${below(30)}.py`),
    () => appendFileSync(join(tree, `src/f${1 + below(3)}.py`), `\ndef ${name()}():\n    pass\n`),
    () => rmSync(join(tree, `src/f${below(30)}.py`), { force: true }),
    () => writeFileSync(join(tree, '.gitignore'), below(2) ? `f${1 + below(4)}.py\n` : ''),
    () => run(tree, 'index', '-q', ...(below(2) ? ['--force'] : [])),
    () => run(tree, 'search', '--feedback', pick(['good', 'bad', 'bad'])),
])()

async function testRandom() {
    const tree = makeTree()
    const client = new Client(program, ['--profile', 'full'], { cwd: tree, env })
    await client.initialize()
    let hits = 0, served = 0
    const asked = []
    for (let round = 0; round < rounds; round++) {
        change(tree)
        for (let i = 0; i < 4; i++) {
            const [question, more] = asked.length && below(3) ? pick(asked.slice(-6)) : [plain(), options()]
            asked.push([question, more])
            const said = restate(question), json = below(3) ? ['--format', 'json'] : []
            const kept = run(tree, 'search', said, ...more, ...json)
            const fresh = run(tree, 'search', said, ...more, ...json, '--no-semantic-cache')
            hits += isHit(kept.stdout)
            expect(!isHit(fresh.stdout), 'no answer is kept where none is wanted')
            same(plainly(kept.stdout) + kept.stderr, fresh.stdout + fresh.stderr, `round ${round}: search ${said} ${more.join(' ')}`)
            const call = async semantic_cache => (await client.call('search_code', { query: said, format: 'json', semantic_cache })).result.content[0].text
            const answer = await call(true)
            served += isHit(answer)
            same(unnoted(answer), unnoted(await call(false)), `round ${round}: search_code ${said}`)
        }
    }
    expect(hits > rounds / 5, `${hits} of ${4 * rounds} answers were kept ones`)
    expect(served > rounds / 5, `${served} of ${4 * rounds} answers of the server were kept ones`)
    client.process.stdin.end()
    await client.exited
}

const kept = () => readdirSync(join(directory, 'cache/fovea')).filter(f => f.endsWith('-search')).map(f => join(directory, 'cache/fovea', f))
const ask = (tree, ...args) => run(tree, 'search', 'where is the token of a session', '--format', 'json', ...args)

// Nobody else can read it; no text outlives its file; damage costs nothing.
async function testFile() {
    rmSync(join(directory, 'cache'), { recursive: true, force: true })
    const tree = makeTree()
    writeFileSync(join(tree, 'src/secret.py'), 'def session_token():\n    """The unmistakable token of a session."""\n')
    const fresh = ask(tree).stdout
    expect(isHit(ask(tree).stdout), 'the second answer is a kept one')
    const [file] = kept()
    expect((statSync(file).mode & 0o777) === 0o600, 'only its owner reads it')
    const info = JSON.parse(run(tree, 'cache', 'info', '--format', 'json').stdout).answers
    expect(info.hits === 1 && info.misses === 1 && info.kept === 1, `what is counted: ${JSON.stringify(info)}`)
    for (const damage of [() => truncateSync(file, 5000), () => writeFileSync(file, 'no database at all'), () => {
        const bytes = readFileSync(file)
        for (let i = 0; i < 400; i++) bytes[below(bytes.length)] = below(256)
        writeFileSync(file, bytes)
    }, () => unlinkSync(file), () => { unlinkSync(file); mkdirSync(file) }]) {
        damage()
        for (let i = 0; i < 3; i++) {
            const answer = ask(tree)
            expect(plainly(answer.stdout) === fresh && answer.status === 0 && !answer.stderr, `after damage: ${answer.stderr}`)
        }
    }
    rmSync(file, { recursive: true })
    ask(tree)
    expect(isHit(ask(tree).stdout), 'it is made again')
    unlinkSync(join(tree, 'src/secret.py'))
    run(tree, 'index', '-q')
    expect(existsSync(file) && !JSON.parse(run(tree, 'cache', '--format', 'json').stdout).answers.kept, 'what is gone is not kept')
    expect(!ask(tree).stdout.includes('unmistakable'), 'nor shown')
    appendFileSync(join(tree, 'src/f1.py'), '\ndef another():\n    pass\n')
    run(tree, 'index', '-q')
    const count = () => JSON.parse(run(tree, 'cache', '--format', 'json').stdout).answers
    expect(!count().kept, 'a change drops all answers')
    run(tree, 'cache', 'warm', '--background')
    expect(await within(20000, () => count().kept > 0), 'what was asked is asked again in the background')
    const { misses } = count()
    expect(isHit(ask(tree).stdout) && count().misses === misses, 'and the answer is there')
    run(tree, 'cache', 'clear')
    expect(kept().length === 0, 'it goes with the index')
}

await testRandom()
await testFile()
finish()
