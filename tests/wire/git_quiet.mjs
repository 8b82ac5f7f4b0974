// A repository with all hooks of githooks(5), and with each setting that names a program, in six forms: every command
// and every tool of MCP is called there. No hook and no program ran, and .git is the same to the byte afterwards. Where
// git is asked instead of libgit2, the answers of what reads git are those of the ordinary form.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from './mcp_client.mjs'

const program = resolve(process.argv[2]), base = mkdtempSync(join(tmpdir(), 'fovea-quiet.'))
let passed = 0, failed = 0
const check = (right, what) => {
    if (right) return passed++
    failed++
    console.log(`FAILED ${what}`)
}

const HOOKS = `applypatch-msg commit-msg fsmonitor-watchman p4-changelist p4-post-changelist p4-pre-submit
    p4-prepare-changelist post-applypatch post-checkout post-commit post-index-change post-merge post-receive
    post-rewrite post-update pre-applypatch pre-auto-gc pre-commit pre-merge-commit pre-push pre-rebase pre-receive
    prepare-commit-msg proc-receive push-to-checkout reference-transaction sendemail-validate update`.split(/\s+/)

// Each setting that git takes for a program, or for something to do unasked.
const settings = (root, evil) => `
[core]
	fsmonitor = ${evil}
	hooksPath = ${root}/.git/hooks
	pager = ${evil}
	editor = ${evil}
	sshCommand = ${evil}
	askPass = ${evil}
	alternateRefsCommand = ${evil}
	gitProxy = ${evil}
	untrackedCache = true
	excludesFile = /etc/passwd
[diff]
	external = ${evil}
	autoRefreshIndex = true
[diff "evil"]
	command = ${evil}
	textconv = ${evil}
	cachetextconv = true
[filter "evil"]
	clean = ${evil}
	smudge = ${evil}
	process = ${evil}
	required = true
[merge "evil"]
	driver = ${evil}
[pager]
	diff = ${evil}
	log = ${evil}
	blame = ${evil}
[gpg]
	program = ${evil}
[gpg "ssh"]
	program = ${evil}
[log]
	showSignature = true
[commit]
	gpgSign = true
[credential]
	helper = ${evil}
[trailer "x"]
	command = ${evil}
	cmd = ${evil}
[alias]
	diff = "!${evil}"
	log = "!${evil}"
	rev-parse = "!${evil}"
	ls-files = "!${evil}"
	for-each-ref = "!${evil}"
[uploadpack]
	packObjectsHook = ${evil}
[interactive]
	diffFilter = ${evil}
[sequence]
	editor = ${evil}
[protocol "ext"]
	allow = always
[maintenance]
	auto = true
[gc]
	auto = 1
[mailmap]
	file = /etc/passwd
[remote "origin"]
	url = ext::${evil} %S
	fetch = +refs/heads/*:refs/remotes/origin/*
	uploadpack = ${evil}
	receivepack = ${evil}
	vcs = ${evil}
[remote "shared"]
	url = ${base}/shared.git
	uploadpack = ${evil}
	receivepack = ${evil}
[branch "feature"]
	remote = origin
	merge = refs/heads/main
`

// ---- repositories ----

// libgit2 loses the match data of each [extensions] key that it compares on opening; nothing of ours calls it there.
const knownLeaks = join(base, 'known-leaks')
writeFileSync(knownLeaks, 'leak:_pcre2_memctl_malloc\n')
const environment = {
    LSAN_OPTIONS: `suppressions=${knownLeaks}:print_suppressions=0`,
    PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', GIT_CONFIG_NOSYSTEM: '1',
    ASAN_OPTIONS: `${process.env.ASAN_OPTIONS ?? ''}:exitcode=99`,
    GIT_AUTHOR_DATE: '2024-05-01T10:00:00Z', GIT_COMMITTER_DATE: '2024-05-01T10:00:00Z',
    GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b'
}
const put = (root, path, text) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
}

// Returns the repository's directories; nothing of it may run after its settings are written.
function make(kind) {
    const home = join(base, kind), root = join(home, 'tree'), evil = join(home, 'evil')
    const env = { ...environment, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state') }
    const git = (...words) => execFileSync('git', words, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    mkdirSync(root, { recursive: true })
    git('init', '-q', '-b', 'main', ...(kind === 'sha256' ? ['--object-format=sha256'] : []))
    put(root, 'a.py', 'def f(a):\n    return a\n\n\ndef g():\n    return f(1)\n')
    put(root, 'b.py', 'from a import f\n\n\ndef h():\n    return f(2)\n')
    put(root, 'test_a.py', 'from a import f\n\n\ndef test_f():\n    assert f(1) == 1\n')
    git('add', '-A')
    git('commit', '-qm', 'one')
    put(root, 'a.py', 'def f(a, b):\n    return a\n\n\ndef g():\n    return f(1)\n')
    git('commit', '-qam', 'two')
    git('checkout', '-qb', 'feature')
    put(root, 'c.py', 'def z():\n    pass\n')
    put(root, '.gitattributes', '* diff=evil filter=evil merge=evil\n')
    put(root, '.git/info/attributes', '* diff=evil filter=evil\n')
    git('add', '-A')
    git('commit', '-qm', 'three')
    put(root, 'staged.py', 'def staged():\n    pass\n')
    git('add', 'staged.py')
    if (kind === 'split') git('update-index', '--split-index')
    put(root, 'a.py', 'def f(a, b):\n    return b\n\n\ndef g():\n    return f(1)\n')
    put(root, 'd.py', 'def new():\n    return 1\n')
    writeFileSync(evil, `#!/bin/sh\necho "$0 $*" >>${home}/RAN\n`)
    chmodSync(evil, 0o755)
    for (const hook of HOOKS) cpSync(evil, join(root, '.git/hooks', hook))
    let more = settings(root, evil)
    if (kind === 'include') more += '[includeIf "gitdir:/nowhere"]\n\tpath = /nonexistent\n'
    if (kind === 'attributes') more += `[core]\n\tattributesFile = ${root}/.gitattributes\n`
    if (kind === 'partial') {
        const id = git('rev-parse', 'main:b.py').trim()
        renameSync(join(root, '.git/objects', id.slice(0, 2), id.slice(2)), join(home, 'missing'))
        more += '[remote "origin"]\n\tpromisor = true\n\tpartialCloneFilter = blob:none\n[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n'
    }
    writeFileSync(join(root, '.git/config'), readFileSync(join(root, '.git/config'), 'utf8') + more)
    return { kind, home, root, env, ran: join(home, 'RAN') }
}

// Names, contents and modes of all that is below a directory.
function state(directory, at = '', rows = []) {
    for (const name of readdirSync(join(directory, at)).sort()) {
        const path = join(at, name), info = lstatSync(join(directory, path))
        if (info.isDirectory()) {
            rows.push(`${path}/ ${info.mode}`)
            state(directory, path, rows)
        } else rows.push(`${path} ${info.mode} ${info.isSymbolicLink() ? readlinkSync(join(directory, path)) : readFileSync(join(directory, path), 'latin1')}`)
    }
    return rows
}

// ---- what is called ----

// By command. Those that are not here write by what they are for: `agent` and `ask` with a model.
const server = 'postgresql://127.0.0.1:1/x'
const commands = {
    index: [[]], status: [[]], overview: [[]], find: [['f']], search: [['what does f do']], explore: [['f']],
    map: [['a.py']], read: [['a.py']], chunk: [['a.py']], page: [['a.py']], symbol: [['f']], source: [['f']],
    symbols: [[]], modules: [[]], module: [['.']], analyze: [['a.py']], grep: [['return']], callers: [['f']], callees: [['g']],
    routes: [[]], lsp: [[]],
    implementations: [['f']], graph: [['f']], path: [['h', 'f']], cycles: [[]], unused: [[]],
    impact: [['f'], ['--diff', 'HEAD'], ['--diff', 'main..HEAD'], ['--staged']],
    tests: [['f'], ['--diff', 'HEAD'], ['--diff', 'main...feature'], ['--staged']],
    diff: [[], ['--staged'], ['main'], ['main~1'], ['main~1..main'], ['main', '--consequences', '--groups'],
        ['main', '--format', 'html'], ['a.py'], ['typo']],
    log: [['f'], ['a.py'], ['b.py']], blame: [['f'], ['a.py', '--ignore-space'], ['b.py']],
    review: [[], ['--staged'], ['--base', 'main'], ['--base', 'main~1', '--head', 'HEAD'], ['--commit', 'HEAD']],
    export: [['--to', '../export']], import: [['--scip', 'none.scip']], cache: [[]],
    push: [['file://../share'], ['file://../share', '--dry-run'], ['git:origin'], ['git:shared']],
    pull: [['file://../share'], ['git:origin'], ['git:shared']],
    remote: [[], ['prune', 'git:origin'], ['prune', 'git:shared']],
    embed: [[]], publish: [['--to', server]], toon: [['a.json']], languages: [[]], config: [[]], debug: [['a.py']],
    ask: [['--context-only', 'how does f work']], agent: [['--context-only', 'change f'], ['change f']],
    doctor: [[]], help: [[]], completions: [['bash']], hook: [[]], acp: [[]], mcp: [[]],
    setup: [['claude-code', '--project', '--dry-run']],
    // These change the work tree, so they are last.
    edit: [['rollback'], ['apply', 'none.patch']], move: [['z', 'd.py']], rename: [['z', 'zz']], signature: [['z', '--remove', 'x']]
}

const tools = {
    map: { path: 'a.py' }, read: { path: 'a.py' }, chunk_file: { path: 'a.py' }, page_file: { path: 'a.py' },
    get_impact: { diff: 'HEAD' }, get_tests: { diff: 'HEAD' }, analyze_diff: { base: 'main' }, diff: { base: 'main' },
    review_changes: { base: 'main' }
}
// For what a tool asks: any value of that name.
const values = {
    path: 'a.py', file: 'a.py', query: 'f', question: 'what does f do', symbol: 'f', name: 'f', pattern: 'return',
    from: 'h', to: 'f', source: 'h', target: 'f', new_name: 'ff', module: '.', symbols: 'f', text: 'f', edits: ''
}

const READS_GIT = new Set(['impact', 'tests', 'diff', 'log', 'blame', 'review'])

// ---- the check ----

function run(repo, words) {
    return new Promise(done => {
        const child = spawn(program, words, { cwd: repo.root, env: repo.env, stdio: ['ignore', 'pipe', 'ignore'] })
        let said = ''
        child.stdout.setEncoding('utf8').on('data', piece => (said += piece))
        const timer = setTimeout(() => child.kill('SIGKILL'), 60000)
        child.on('close', (code, signal) => {
            clearTimeout(timer)
            done({ code: signal ? -1 : code, said })
        })
    })
}

function look(repo, before, what) {
    const now = state(join(repo.root, '.git'))
    const other = now.filter((row, i) => row !== before[i]).map(row => row.split(' ')[0])
    const ran = existsSync(repo.ran) ? readFileSync(repo.ran, 'utf8').split('\n')[0] : ''
    rmSync(repo.ran, { force: true })
    check(!ran, `${repo.kind}: ${what}: ran ${ran}`)
    check(now.length === before.length && !other.length, `${repo.kind}: ${what}: .git changed: ${other.slice(0, 3).join(', ')}`)
}

// A file whose times differ, but not its content, is what makes git refresh its index.
function age(repo, hours) {
    const time = 1.7e9 - 3600 * hours
    for (const name of ['b.py', 'c.py', 'staged.py'])
        if (existsSync(join(repo.root, name))) utimesSync(join(repo.root, name), time, time)
}

async function callTools(repo, before) {
    const client = new Client(program, ['--profile', 'full'], { cwd: repo.root, env: repo.env })
    await client.initialize()
    const { result } = await client.request('tools/list')
    let hours = 500
    for (const tool of result.tools) {
        const asked = { ...tools[tool.name] }
        for (const need of tool.inputSchema.required ?? []) asked[need] ??= values[need] ?? 'f'
        age(repo, hours++)
        await client.call(tool.name, asked)
        look(repo, before, `tool ${tool.name}`)
    }
    check(result.tools.length > 20, `${repo.kind}: tools of MCP are listed`)
    client.process.stdin.end()
    await client.exited
}

async function checkRepo(kind) {
    const repo = make(kind), before = state(join(repo.root, '.git'))
    let hours = 0
    const answers = []
    for (const [name, calls] of Object.entries(commands))
        for (const words of calls) {
            age(repo, hours++)
            const { code, said } = await run(repo, [name, ...words])
            if (READS_GIT.has(name)) answers.push(`${name} ${words.join(' ')}: exit ${code}\n${said}`)
            check(code >= 0 && code < 90, `${kind}: fovea ${name} ${words.join(' ')}: exit ${code}`)
            look(repo, before, `fovea ${name} ${words.join(' ')}`)
        }
    await callTools(repo, before)
    return answers
}

const help = execFileSync(program, ['--help'], { encoding: 'utf8' })
for (const [, name] of help.matchAll(/^ {2}([a-z]+) {2,}/gm))
    check(commands[name], `fovea ${name} is not among the commands of this test`)
execFileSync('git', ['init', '-q', '--bare', join(base, 'shared.git')], { env: { ...environment, HOME: base } })
const kinds = ['ordinary', 'sha256', 'split', 'include', 'attributes', 'partial']
const answers = await Promise.all(kinds.map(checkRepo))
for (const kind of ['split', 'include', 'attributes'])
    answers[kinds.indexOf(kind)].forEach((answer, i) =>
        check(answer === answers[0][i], `${kind}: another answer than in an ordinary repository\n${answers[0][i]}---\n${answer}`))
rmSync(base, { recursive: true, force: true, maxRetries: 3 })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
