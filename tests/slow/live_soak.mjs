// live_soak.mjs PROGRAM [STEPS] [SEED]: files come, go, move and change under a server, branches are switched, the cache
// is deleted or replaced, its disk is full, the daemon is killed. After each step who calls a function, where another
// one stands and which files have a word is asked at once, and compared with the text; now and then, in a moment of
// quiet, places for a question are compared with those that a process of its own finds. An answer may say that it is
// behind; it may not be wrong without that, nor an error.
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, childrenOf, sleep } from '../wire/mcp_client.mjs'

const [program, steps = '200', seed = '1'] = process.argv.slice(2)
const FILES = 150 // more than a daemon takes up by itself
const folder = mkdtempSync(join(tmpdir(), 'fovea-live-')), tree = join(folder, 'tree'), cache = join(folder, 'cache')
const env = { ...process.env, XDG_CACHE_HOME: cache, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
const git = (...args) => execFileSync('git', ['-C', tree, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { env, stdio: 'pipe' })
mkdirSync(join(tree, 'pkg'), { recursive: true })
mkdirSync(cache)
const small = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', cache]).status === 0
process.on('exit', () => {
    if (small) spawnSync('umount', ['-l', cache])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

let state = Number(seed)
const random = below => Math.floor(((state = (state * 1103515245 + 12345) % 2147483648) / 2147483648) * below)
const pick = list => list[random(list.length)]
const path = file => join(tree, 'pkg', file)
const read = file => readFileSync(path(file), 'utf8')
const files = () => readdirSync(join(tree, 'pkg')).filter(name => name.endsWith('.py')).sort()

function text(number, calls, lines = 0) {
    const imports = [1, 2, 3].map(k => `from pkg.m${(number * 7 + k) % FILES} import helper_${(number * 7 + k) % FILES}\n`).join('')
    return `from pkg.core import target\n${imports}${'# line\n'.repeat(lines)}\ndef helper_${number}(a):\n    return ${calls ? 'target(a)' : 'a'}\n\n\n` +
        `class C${number}:\n    def m(self):\n        return helper_${number}(helper_${(number * 7 + 1) % FILES}(1))\n`
}

function make() {
    writeFileSync(path('core.py'), 'def target(a):\n    return a\n')
    for (let i = 0; i < FILES; i++) writeFileSync(path(`m${i}.py`), text(i, true))
    git('init', '-q', '-b', 'one', '.')
    git('add', '-A')
    git('commit', '-qm', 'one')
    git('checkout', '-qb', 'two')
    for (let i = 0; i < FILES; i++) writeFileSync(path(`m${i}.py`), text(i, i % 3, 1 + i % 9))
    git('commit', '-qam', 'two')
}

// Files may come while it goes.
function clear() {
    for (let tries = 0; readdirSync(cache).length && tries < 100; tries++)
        spawnSync('rm', ['-rf', ...readdirSync(cache).map(name => join(cache, name))], { stdio: 'ignore' })
}
// The one that hears of changes.
function killKeeper() {
    const hears = pid => { try { return readdirSync(`/proc/${pid}/fd`).some(fd => readlinkSync(`/proc/${pid}/fd/${fd}`).includes('inotify')) } catch { return false } }
    childrenOf(client.process.pid).filter(hears).forEach(pid => process.kill(pid, 'SIGKILL'))
}

const own = () => pick(files().filter(name => name !== 'core.py'))
const numberOf = file => Number(/\d+/.exec(file)[0])
const OPERATIONS = {
    edit: () => appendFileSync(path(own()), `# word${'bcdfghjk'[random(8)]}\n`),
    move: step => { const file = own(); renameSync(path(file), path(`x${numberOf(file)}_${step}.py`)) },
    come: step => writeFileSync(path(`y${1000 + step}.py`), text(1000 + step, true)),
    go: () => unlinkSync(path(own())),
    turn: () => { const file = own(); writeFileSync(path(file), text(numberOf(file), random(2))) },
    core: () => writeFileSync(path('core.py'), `# ${'x'.repeat(random(40))}\ndef target(a):\n    return a\n`),
    back: () => { git('reset', '-q', '--hard'); git('clean', '-qfd') },
    branch: () => { git('checkout', '-qf', pick(['one', 'two'])); git('clean', '-qfd') },
    forget: clear,
    replace: () => { clear(); spawnSync(program, ['index', '--quiet', tree], { env }) },
    fill: () => small && spawnSync('sh', ['-c', `cat /dev/zero >'${cache}/filler'`], { stdio: 'ignore' }),
    free: () => rmSync(join(cache, 'filler'), { force: true }),
    kill: killKeeper,
}
const USUAL = ['edit', 'move', 'come', 'go', 'turn', 'core'], RARE = ['back', 'branch', 'branch', 'forget', 'replace', 'fill', 'kill']

make()
const client = new Client(program, ['--profile', 'full'], { cwd: tree, env })
await client.initialize()
const ask = async (name, args) => {
    const { result, error } = await client.call(name, args)
    return { text: result?.content[0].text ?? JSON.stringify(error), failed: !result || result.isError }
}
await ask('search_symbols', { query: 'target' })

const resultsOf = text => { try { return JSON.parse(text).results } catch { return [] } }
const placesOf = text => JSON.stringify(resultsOf(text).map(({ path, score, why }) => [path, score, why]))
async function search(query) {
    const answer = await ask('search_code', { query, n_results: 20, level: 'file', format: 'json', budget: 200000 })
    return { ...answer, paths: resultsOf(answer.text).map(({ path }) => path).sort() }
}

const counts = { asked: 0, told: 0, wrong: 0, slowest: 0 }
const isTold = answer => /index: \d+ %|changed just now|being joined/.test(answer)
function judge(right, did, what, answer) {
    counts.asked++
    if (!answer.failed && right) return
    if (!answer.failed && isTold(answer.text)) return counts.told++
    counts.wrong++
    console.log(`${did}: ${what}:\n${answer.text.slice(0, 400)}\n`)
}

for (let step = 0; step < Number(steps); step++) {
    const names = Array.from({ length: pick([1, 1, 1, 2, 5]) }, () => pick(random(4) ? USUAL : RARE))
    if (existsSync(join(cache, 'filler')) && random(2)) names.push('free')
    for (const name of names) OPERATIONS[name](step)
    const did = `step ${step} (${names.join(', ')})`
    const callers = files().filter(file => read(file).includes('return target(a)')).length
    const file = own(), number = numberOf(file), line = read(file).split('\n').findIndex(one => one.startsWith(`def helper_${number}(`)) + 1
    const start = Date.now()
    const first = await ask('callers', { symbol: 'target' })
    judge(Number(/(\d+) (?:calls?|callers?)\b/.exec(first.text)?.[1]) === callers, did, `${callers} callers in the text`, first)
    const second = await ask('search_symbols', { query: `helper_${number}`, limit: 20 })
    judge(second.text.includes(`pkg/${file}:${line}-`), did, `helper_${number} is at pkg/${file}:${line}`, second)
    const word = `word${'bcdfghjk'[random(8)]}`
    const having = files().filter(file => read(file).includes(word)).map(file => `pkg/${file}`).sort()
    const third = await search(word)
    judge(String(third.paths) === String(having), did, `${word} is in ${having}`, third)
    counts.slowest = Math.max(counts.slowest, Date.now() - start)
    if (step % 10 || small && existsSync(join(cache, 'filler'))) continue
    await sleep(random(1500))
    const question = `${word} in class C${number} or helper_${number}`
    const fourth = await search(question)
    const alone = spawnSync(program, ['search', question, '-n', '20', '--level', 'file', '--format', 'json', '--budget', '200000'], { cwd: tree, env, encoding: 'utf8' })
    judge(alone.status === 0 && placesOf(alone.stdout) === placesOf(fourth.text), did, `places for ${question}`, fourth)
}
client.process.stdin.end()
await client.exited
console.log(`${steps} steps${small ? '' : ' (no full disk: mounting a tmpfs needs root)'}: ${counts.asked} answers, ` +
    `${counts.told} said that they were behind, ${counts.wrong} wrong, the slowest two took ${counts.slowest} ms`)
process.exit(counts.wrong ? 1 : 0)
