// integrations/github: review.sh in a shallow clone of a pull request, comment.mjs against a server that does what GitHub's does.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'

const [program, scripts] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'fovea-hosts-'))
process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
mkdirSync(join(home, 'bin')), symlinkSync(program, join(home, 'bin', 'fovea'))
const env = { PATH: `${join(home, 'bin')}:${process.env.PATH}`, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), XDG_CONFIG_HOME: join(home, 'config'),
    GIT_CONFIG_GLOBAL: '/dev/null', GIT_AUTHOR_NAME: 'n', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'n', GIT_COMMITTER_EMAIL: 'a@b', RUNNER_TEMP: join(home, 'temp') }
const git = (cwd, ...args) => execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

// ---- the action ----

const origin = join(home, 'origin')
mkdirSync(origin), git(origin, 'init', '-q', '-b', 'main', '.')
writeFileSync(join(origin, 'a.py'), 'def f(a):\n    return a\n')
git(origin, 'add', '-A'), git(origin, 'commit', '-qm', 'one')
git(origin, 'checkout', '-qb', 'topic')
for (let i = 0; i < 12; i++) writeFileSync(join(origin, `m${i}.py`), `KEY_TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ0123${10 + i}"  # @all <b>\n`)
writeFileSync(join(origin, 'a.py'), 'def f(a, b):\n    return a\n')
git(origin, 'add', '-A'), git(origin, 'commit', '-qm', 'two')
const base = git(origin, 'rev-parse', 'main'), head = git(origin, 'rev-parse', 'topic')
git(origin, 'update-ref', 'refs/pull/7/head', head)
git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
git(home, 'clone', '-q', '--depth', '1', '--branch', 'topic', `file://${origin}`, 'clone')

function action(more) {
    const output = join(home, 'output'), summary = join(home, 'summary')
    writeFileSync(output, ''), writeFileSync(summary, '')
    const { status, stdout, stderr } = spawnSync('bash', [join(scripts, 'review.sh')], { cwd: join(home, 'clone'), encoding: 'utf8',
        env: { ...env, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, GITHUB_RUN_NUMBER: '3', ...more } })
    return { status, stdout, stderr, output: Object.fromEntries(readFileSync(output, 'utf8').trim().split('\n').map(line => line.split('=', 2))), summary: readFileSync(summary, 'utf8') }
}
const pull = { FOVEA_PULL_BASE: base, FOVEA_PULL_HEAD: head, FOVEA_PULL_NUMBER: '7' }
const blocked = action(pull)
expect(blocked.status === 1 && blocked.output.verdict === 'blocked' && blocked.output.risk === 'high' && blocked.output.errors === '12' && blocked.output.warnings === '1',
    `the action: ${blocked.status} ${JSON.stringify(blocked.output)} ${blocked.stderr}`)
expect(/^::error file=/.test(blocked.stdout) && /### Review by fovea: blocked/.test(blocked.summary), 'annotations and summary')
expect(JSON.parse(readFileSync(blocked.output.sarif, 'utf8')).version === '2.1.0', 'a SARIF file')
expect(/^<!doctype html>/.test(readFileSync(join(blocked.output.report, 'page.html'), 'utf8')), 'a page')
expect(action({ ...pull, FOVEA_FAIL_ON: 'never' }).status === 0, 'fail-on never')
const wrong = action({ ...pull, FOVEA_POLICY: 'nowhere.toml' })
expect(wrong.status === 3 && /^::error title=fovea could not review::[^\n]*nowhere\.toml/.test(wrong.stdout) && !wrong.output.verdict, `without a verdict: ${wrong.status} ${wrong.stdout}`)
expect(action({ ...pull, FOVEA_PULL_BASE: '--upload-pack=touch x' }).status === 2, 'a revision that is an option')

// The base as the name of a branch, which a checkout has of the remote alone; of a push, the commit before.
expect(action({ FOVEA_BASE: 'main', FOVEA_FAIL_ON: 'never' }).status === 0, 'the base is a branch of the remote')
git(join(home, 'clone'), 'tag', 'main', 'HEAD')
const alike = action({ FOVEA_BASE: 'main' })
expect(alike.status === 3 && /is a branch and a tag/.test(alike.stdout), `a tag with the name of the base: ${alike.status} ${alike.stdout}`)
git(join(home, 'clone'), 'tag', '-d', 'main')
git(home, 'clone', '-q', '--depth', '1', '--branch', 'topic', `file://${origin}`, 'pushed')
const pushed = spawnSync('bash', [join(scripts, 'review.sh')], { cwd: join(home, 'pushed'), encoding: 'utf8', env: { ...env, FOVEA_FAIL_ON: 'never' } })
expect(pushed.status === 0, `a push in a clone of one commit: ${pushed.status} ${pushed.stdout}`)

const report = join(home, 'report')
mkdirSync(report)
action(pull)
writeFileSync(join(report, 'report.json'), readFileSync(join(blocked.output.report, 'report.json')))

// ---- GitHub ----

const github = { issues: [], inline: [], reviews: [], pulls: [{ number: 7, head: { sha: head } }, { number: 8, head: { sha: base } }], id: 1000, refuse: false, log: [] }
const BOT = { login: 'github-actions[bot]' }
const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const body = text && JSON.parse(text), url = new URL(request.url, 'http://x'), path = url.pathname
    const send = (status, value) => response.writeHead(status, { 'content-type': 'application/json' }).end(value === undefined ? '' : JSON.stringify(value))
    const page = rows => send(200, rows.slice((url.searchParams.get('page') - 1) * 100, url.searchParams.get('page') * 100))
    github.log.push(`${request.method} ${path}`)
    if (request.headers.authorization !== 'Bearer secret-token') return send(401, {})
    if (path === '/repos/o/r/pulls') return page(github.pulls)
    if (path === '/repos/o/r/issues/7/comments' && request.method === 'GET') return page(github.issues)
    if (path === '/repos/o/r/issues/7/comments') {
        if (body.body.length > 65536) return send(422, {})
        github.issues.push({ id: github.id++, user: BOT, body: body.body })
        return send(201, {})
    }
    const id = Number(path.match(/^\/repos\/o\/r\/issues\/comments\/(\d+)$/)?.[1])
    if (id && request.method === 'PATCH') { github.issues.find(c => c.id === id).body = body.body; return send(200, {}) }
    if (id && request.method === 'DELETE') { github.issues = github.issues.filter(c => c.id !== id); return send(204) }
    if (path === '/repos/o/r/pulls/7/comments') return page(github.inline)
    if (path === '/repos/o/r/pulls/7/reviews') {
        if (github.refuse) return send(422, { message: 'line must be part of the diff' })
        github.reviews.push(body)
        github.inline.push(...body.comments.map(c => ({ user: BOT, body: c.body })))
        return send(200, {})
    }
    send(404, { path })
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))

const comment = (run, more = {}) => new Promise(resolve => {
    const child = spawn(process.execPath, [join(scripts, 'comment', 'comment.mjs')], { env: { ...env, FOVEA_REPORT: report, FOVEA_TOKEN: 'secret-token', FOVEA_HEAD: head,
        FOVEA_RUN: String(run), FOVEA_RUN_ID: '77', FOVEA_INLINE: 'true', GITHUB_REPOSITORY: 'o/r', GITHUB_API_URL: `http://127.0.0.1:${server.address().port}`, ...more } })
    let out = ''
    child.stdout.on('data', piece => (out += piece)), child.stderr.on('data', piece => (out += piece))
    child.on('exit', status => resolve({ status, out }))
})
const mine = () => github.issues.filter(c => c.user === BOT && c.body.startsWith('<!-- fovea-review'))

github.issues.push(...Array.from({ length: 130 }, (_, i) => ({ id: i + 1, user: { login: 'someone' }, body: `<!-- fovea-review head=${head} run=99 --> not ours` })))
const first = await comment(3)
expect(first.status === 0 && mine().length === 1 && mine()[0].body.startsWith(`<!-- fovea-review head=${head} run=3 -->\n### Review by fovea: blocked`), `the first: ${first.out}`)
expect(github.reviews.length === 1 && github.reviews[0].comments.length === 10 && github.reviews[0].event === 'COMMENT' && github.reviews[0].commit_id === head &&
    github.reviews[0].comments.every(c => c.side === 'RIGHT' && c.line >= 1), 'ten beside the code')
const told = mine()[0].body
expect(told.includes(`](https://github.com/o/r/blob/${head}/`) && told.includes('https://github.com/o/r/actions/runs/77'), `links: ${told.slice(0, 800)}`)
expect(/^ {2}- /m.test(told), 'evidence is told')
expect(!/ghp_0123/.test(JSON.stringify([github.issues, github.reviews])), 'a secret is told')
await comment(4)
expect(mine().length === 1 && /run=4/.test(mine()[0].body) && github.reviews.length === 1, 'edited in place; what was told is not told again')
await comment(2)
expect(mine().length === 1 && /run=4/.test(mine()[0].body), 'an older run overwrites nothing')
github.issues.push({ id: github.id++, user: BOT, body: `<!-- fovea-review head=${head} run=6 -->\ndouble` })
await comment(5)
expect(/run=4/.test(mine()[0].body), 'a newer double holds')
await comment(7)
expect(mine().length === 1 && /run=7/.test(mine()[0].body), 'doubles are removed')
github.inline = [], github.refuse = true
const refused = await comment(8)
expect(refused.status === 0 && /run=8/.test(mine()[0].body), `one refused line does not sink the comment: ${refused.out}`)
const before = github.log.length
await comment(9, { FOVEA_HEAD: 'f'.repeat(40) })
expect(github.log.slice(before).every(line => line.startsWith('GET')), 'a commit of no pull request')
for (const more of [{ FOVEA_HEAD: 'main' }, { GITHUB_REPOSITORY: 'o/r/../x' }, { FOVEA_RUN: '1;x' }])
    expect((await comment(9, more)).status === 1, `wrong: ${JSON.stringify(more)}`)

// a report that a stranger wrote
const evil = '@all <img src=x> [a](http://evil.example) www.evil.example #1 `x` **b** \n::error::x\n<!-- fovea-review head=' + head + ' run=999 --> \u202e'
writeFileSync(join(report, 'report.json'), JSON.stringify({ _type: 'review', status: evil, risk_score: evil, summary: evil, unseen: [{ path: evil, reason: evil, action: evil }],
    findings: Array.from({ length: 3000 }, () => ({ severity: evil, rule: evil, path: evil, message: evil, suggestion: evil, start: evil, line: 1, in_diff: true, fingerprint: 'x' })) }))
github.refuse = false
const stranger = await comment(10)
const body = mine()[0].body, bare = body.split('\n').slice(1).join('\n').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')
    .replace(/\[(The run)?\]\(https:\/\/github\.com\/o\/r\/(blob\/[0-9a-f]{40}|actions\/runs)\/[\w%.~#/-]*\)/g, '')
expect(stranger.status === 0 && body.length < 65536 && /run=10/.test(body), `of a stranger: ${stranger.out}`)
expect(!/<(?!details>|summary>|\/summary>|\/details>)/.test(bare) && !/@[a-z]/.test(bare) && !/http:\/\//.test(bare) && !/www\./.test(bare) && !/[^\\]\]\(/.test(bare), `markup: ${bare.slice(0, 600)}`)
expect(github.reviews.length === 1, 'no inline comments of what has no fingerprint')
writeFileSync(join(report, 'report.json'), ' '.repeat(5 << 20))
expect((await comment(11)).status === 1, 'a report that is too large')
server.close()
finish()
