import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, childrenOf, expect, finish, isAlive, keptBy, sleep, within } from './mcp_client.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-daemon-'))
process.on('exit', () => { try { rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) } catch { /* a child still writes there */ } })
const env = { ...process.env, XDG_CACHE_HOME: join(directory, 'cache'), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }

let trees = 0
function makeTree() {
    const tree = join(directory, `tree${trees++}`)
    mkdirSync(tree)
    for (let i = 0; i < 20; i++)
        writeFileSync(join(tree, `file${i}.c`), `int one${i}(void) { return ${i}; }\nint two${i}(void) { return one${i}(); }\n`)
    return tree
}
const git = (tree, ...args) => execFileSync('git', ['-C', tree, '-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { env, stdio: 'pipe' })
const start = (tree, args = []) => new Client(program, ['--profile', 'full', ...args], { cwd: tree, env })
const text = answer => answer.result?.content[0].text ?? JSON.stringify(answer)
const find = async (client, query) => text(await client.call('search_symbols', { query }))
async function end(client) {
    client.process.stdin.end()
    await client.exited
    expect(childrenOf(client.process.pid).length === 0, 'no child is left')
}

// Every kind of change is in the answer to a call that follows it at once.
async function testFresh() {
    const tree = makeTree()
    const client = start(tree)
    await client.initialize()
    expect((await find(client, 'one3')).startsWith('file3.c:1'), 'the first answer')
    for (let i = 0; i < 10; i++) {
        appendFileSync(join(tree, 'file3.c'), `int one4(void); int grown_${i}(void) { return one4(); }\n`)
        expect((await find(client, `grown_${i}`)).startsWith(`file3.c:${3 + i}`), `line ${i} that was added`)
    }
    const callers = text(await client.call('callers', { symbol: 'one4' }))
    expect(callers.includes('grown_9'), `who calls is known too: ${callers}`)
    writeFileSync(join(tree, 'brand.py'), 'def brand_new():\n    pass\n')
    expect((await find(client, 'brand_new')).startsWith('brand.py:1'), 'a new file')
    mkdirSync(join(tree, 'deep/er'), { recursive: true })
    writeFileSync(join(tree, 'deep/er/x.py'), 'def deep_one():\n    pass\n')
    expect((await find(client, 'deep_one')).startsWith('deep/er/x.py:1'), 'a file in new directories')
    renameSync(join(tree, 'deep'), join(tree, 'moved'))
    expect((await find(client, 'deep_one')).startsWith('moved/er/x.py:1'), 'a directory that moved')
    unlinkSync(join(tree, 'brand.py'))
    expect(!(await find(client, 'brand_new')).includes('brand.py'), 'a file that is gone')
    writeFileSync(join(tree, '.foveaignore'), 'file7.c\n')
    expect(!(await find(client, 'one7')).includes('file7.c'), 'a file that is ignored from now on')
    await end(client)
}

// Large changes: an answer is right or says that it is not.
async function testBranches() {
    const tree = makeTree()
    git(tree, 'init', '-q', '-b', 'main')
    git(tree, 'add', '.')
    git(tree, 'commit', '-qm', 'first')
    git(tree, 'checkout', '-qb', 'other')
    for (let i = 0; i < 400; i++) writeFileSync(join(tree, `more${i}.py`), `def more_${i}():\n    pass\n`)
    git(tree, 'add', '.')
    git(tree, 'commit', '-qm', 'second')
    const client = start(tree)
    await client.initialize()
    let overview = ''
    for (const end = Date.now() + 20000; Date.now() < end && !overview.includes('420 files'); await sleep(50))
        overview = text(await client.call('get_repo_overview', {}))
    expect(overview.includes('other at'), 'the overview names the branch')
    git(tree, 'checkout', '-q', 'main')
    overview = text(await client.call('get_repo_overview', {}))
    expect(overview.includes('main at'), 'and the one that was switched to')
    const gone = await find(client, 'more_7')
    expect(!gone.includes('more7.py') || gone.includes('index:'), `what is gone is not shown as there: ${gone}`)
    git(tree, 'checkout', '-q', 'other')
    const back = await find(client, 'more_7')
    expect(back.includes('more7.py') || back.includes('index:'), `what is back is there, or said to follow: ${back}`)
    let whole = ''
    for (const end = Date.now() + 20000; Date.now() < end && !whole.includes('more399.py'); await sleep(50))
        whole = await find(client, 'more_399')
    expect(whole.startsWith('more399.py:1'), 'and is there soon')
    await end(client)
}

// A process answers 400 calls; the one that follows waits before that.
async function testReplacement() {
    const tree = makeTree()
    const client = start(tree)
    await client.initialize()
    const [daemon, ...first] = await client.kept()
    for (let i = 0; i < 300; i++) expect((await find(client, 'one3')).startsWith('file3.c:1'), `call ${i}`)
    expect(await within(30000, () => client.children().length === 3), `two processes wait: ${client.children()}`)
    for (let i = 300; i < 820; i++) expect((await find(client, 'one3')).startsWith('file3.c:1'), `call ${i}`)
    const last = client.children()
    expect(last.includes(daemon) && last.length <= 3, `one daemon, not more and more processes: ${last}`)
    expect(!first.some((pid) => last.includes(pid)), 'the first process is replaced')
    await end(client)
}

async function testDeaths() {
    const tree = makeTree()
    const client = start(tree)
    await client.initialize()
    const kept = await client.kept()
    expect(kept.length === 2, 'a daemon and a process that waits')
    for (const pid of kept) try { process.kill(pid, 'SIGKILL') } catch { /* it ended with the other */ }
    const answer = await find(client, 'one3')
    expect(answer.startsWith('file3.c:1'), `a call is answered without a daemon: ${answer}`)
    expect(await within(30000, () => { client.request('tools/list'); return client.children().length >= 2 }), 'a daemon comes back')
    appendFileSync(join(tree, 'file3.c'), 'int after_death(void);\n')
    expect((await find(client, 'after_death')).startsWith('file3.c:3'), 'and sees changes')
    const children = client.children()
    client.process.kill('SIGKILL')
    await client.exited
    expect(await within(30000, () => !children.some(isAlive)), 'a killed server leaves no process behind')
}

// Two servers for one tree, both fresh, one index.
async function testTwo() {
    const tree = makeTree()
    const clients = [start(tree), start(tree)]
    for (const client of clients) await client.initialize()
    for (let i = 0; i < 5; i++) {
        appendFileSync(join(tree, 'file5.c'), `int shared_${i}(void) { return one4(); }\n`)
        for (const client of clients) expect((await find(client, `shared_${i}`)).startsWith(`file5.c:${3 + i}`), `both see change ${i}`)
        await sleep(150)
    }
    for (const client of clients) await end(client)
}

// The command line beside a server asks it instead of listing the tree, and is as fresh.
async function testBeside() {
    const tree = makeTree()
    const client = start(tree)
    const ask = (...args) => execFileSync(program, args, { cwd: tree, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    await client.initialize()
    await find(client, 'one3')
    for (let i = 0; i < 12; i++) {
        if (i % 3 === 0) await sleep(400)
        appendFileSync(join(tree, 'file6.c'), `int beside_${i}(void) { return one4(); }\n`)
        expect(ask('find', `beside_${i}`).startsWith(`file6.c:${3 + i}`), `the command line sees change ${i}`)
        if (i % 4 === 0) expect((await find(client, `beside_${i}`)).startsWith(`file6.c:${3 + i}`), `so does the server`)
    }
    renameSync(join(tree, 'file6.c'), join(tree, 'file66.c'))
    expect(ask('find', 'beside_3').startsWith('file66.c:6'), 'a file that moved')
    expect(ask('status').includes('up to date'), 'what was taken up is up to date')
    await sleep(500)
    expect(ask('status').includes('20 files'), 'the daemon knows as many files')
    client.process.kill('SIGKILL')
    await client.exited
    appendFileSync(join(tree, 'file66.c'), 'int left_alone(void);\n')
    expect(ask('find', 'left_alone').startsWith('file66.c:15'), 'without a server')
}

// What an agent leaves out of the index, and takes in again, counts for the next answer, or that says how far it is.
async function testExtent() {
    const tree = makeTree()
    const client = start(tree)
    await client.initialize()
    writeFileSync(join(tree, 'only.py'), 'def only_py():\n    pass\n')
    for (let i = 0; i < 3; i++) {
        expect(await within(30000, async () => /^file3.c:1[^[]*$/.test(await find(client, 'one3'))), 'all files, at rest')
        const less = text(await client.call('generate_index', { extensions: 'py' }))
        expect(less.includes('only extensions py') && less.includes('1 file'), `only some: ${less}`)
        const gone = await find(client, 'one3')
        expect(gone.includes('only extensions py') || gone.includes('[index:'), `what is left out: ${gone}`)
        expect(await within(30000, async () => !(await find(client, 'one3')).includes('file3.c')), 'it is gone')
        text(await client.call('generate_index', { extensions: 'all', force: i === 1 }))
        const back = await find(client, 'one3')
        expect(back.startsWith('file3.c:1') || back.includes('[index:'), `what is taken in again: ${back}`)
    }
    await end(client)
}

// What a call about a change puts to the state before it is never what another call answers from.
async function testStates() {
    const tree = makeTree()
    git(tree, 'init', '-q', '-b', 'main')
    git(tree, 'add', '.')
    git(tree, 'commit', '-q', '-m', 'first')
    writeFileSync(join(tree, 'file3.c'), 'int one3(int a) { return a; }\n')
    git(tree, 'commit', '-q', '-a', '-m', 'second')
    writeFileSync(join(tree, 'file3.c'), 'int one3(int a, int b) { return a + b; }\n')
    writeFileSync(join(tree, 'file4.c'), 'int one3();\nint two3(void) { return one3(); }\n')
    writeFileSync(join(tree, 'user.c'), 'int one3(int a, int b);\nint user(void) { return one3(1); }\n')
    const ask = (...args) => execFileSync(program, args, { cwd: tree, env, encoding: 'utf8' })
    const wanted = ask('diff', '--consequences')
    const callers = ask('callers', 'one3')
    expect(wanted.includes('two3') && callers.includes('user'), `the change is seen: ${wanted}${callers}`)
    const client = start(tree)
    await client.initialize()
    const same = answer => text(answer).trim() === wanted.trim()
    expect(await within(30000, async () => same(await client.call('analyze_uncommitted', { consequences: true }))), 'the answer of the command')
    for (let i = 0; i < 4; i++) {
        const answers = await Promise.all([
            client.call('analyze_uncommitted', { consequences: true }), client.call('callers', { symbol: 'one3' }),
            client.call('analyze_diff', { base: 'HEAD', head: 'WORKING', groups: true }), client.call('review_changes', {}),
            client.call('analyze_uncommitted', { consequences: true })])
        expect(same(answers[0]) && same(answers[4]), `round ${i}: ${text(answers[0])}${text(answers[4])}`)
        expect(text(answers[1]).trim() === callers.trim(), `callers, round ${i}: ${text(answers[1])}`)
        expect(text(answers[2]).includes('one3'), `groups, round ${i}: ${text(answers[2])}`)
        expect(text(answers[3]).includes('3 files'), `review, round ${i}: ${text(answers[3])}`)
        expect(same(await client.call('analyze_uncommitted', { consequences: true })), `after round ${i}`)
        const committed = text(await client.call('analyze_diff', { base: 'HEAD~1', head: 'HEAD', consequences: true }))
        expect(committed.includes('one3'), `a commit, round ${i}: ${committed}`)
        const after = text(await client.call('callers', { symbol: 'one3' })).trim()
        expect(after === callers.trim(), `callers after round ${i}: ${after}`)
    }
    await end(client)
}

await Promise.all([testStates(), testExtent(), testFresh(), testBranches(), testReplacement(), testDeaths(), testTwo(), testBeside()])
finish()
