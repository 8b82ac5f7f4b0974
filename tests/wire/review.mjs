// fovea review of a change whose names and texts try to break out of each form, and of what must stay the same.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client, expect, finish } from './mcp_client.mjs'

const program = process.argv[2]
const home = mkdtempSync(join(tmpdir(), 'fovea-review-')), tree = join(home, 'tree')
process.on('exit', () => {
    try {
        rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    } catch {} // an indexer may still write
})
const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache'), TERM: 'dumb',
    GIT_CONFIG_GLOBAL: '/dev/null', GIT_AUTHOR_NAME: 'n', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'n', GIT_COMMITTER_EMAIL: 'a@b' }
const git = (...args) => execFileSync('git', args, { cwd: tree, env, encoding: 'utf8' })
function write(path, text, mode) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
    if (mode) chmodSync(join(tree, path), mode)
}
function review(...args) {
    const { stdout, stderr, status } = spawnSync(program, ['review', ...args], { cwd: tree, env, encoding: 'utf8', maxBuffer: 1 << 28 })
    return { stdout, stderr, status }
}
const json = (...args) => JSON.parse(review(...args, '--output', 'json').stdout)

const SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
const NAMES = ['src/a\n::error file=x::y\n.py', 'src/%0A::error::.py', 'src/|`**@all** #1 <img src=x onerror=alert(1)>.py',
    'src/[x](javascript:alert(1)).py', 'src/\u202etxt.py', 'src/c:d,e.py', 'src/\x1b[2J.py', 'src/ü ö.py', "src/'; rm -rf ~ #.py"]
mkdirSync(tree)
git('init', '-q', '-b', 'main', '.')
write('src/shape.py', 'def area(w, h):\n    return w * h\n\n\ndef gone():\n    return 1\n')
write('tests/test_shape.py', 'def test_area():\n    assert area(1, 2) == 2\n')
write('package.json', '{"dependencies": {"left": "1.0.0"}}\n')
git('add', '-A'), git('commit', '-qm', 'one'), git('checkout', '-qb', 'topic')
for (const name of NAMES) write(name, `KEY_TOKEN = "${SECRET}"\n<<<<<<< a\n=======\n>>>>>>> b\n`)
write('src/shape.py', `def area(w, h, depth="${SECRET}", *, token_value="${SECRET}"):\n    return w * h\n`)
write('tests/test_shape.py', '@pytest.mark.skip("@all <b>x</b> ::error::y [a](http://b) `c`")\ndef test_area():\n    assert area(1, 2) is not None\n')
write('package.json', '{"dependencies": {"left": "*", "@all/<img src=x>|`": "https://evil.example/x\\n::error::z"}}\n')
write('blob\n.bin', 'a\0b')
git('add', '-A'), git('commit', '-qm', 'two')

const forms = ['text', 'json', 'markdown', 'sarif', 'gitlab', 'rdjson', 'github']
const outputs = Object.fromEntries(forms.map(form => [form, review('--base', 'main', '--output', form)]))
for (const [form, { stdout, stderr, status }] of Object.entries(outputs)) {
    expect(status === 1 && !stderr, `${form}: exit code ${status}, ${stderr}`)
    expect(!stdout.includes(SECRET), `${form}: the secret is printed`)
    expect(!stdout.startsWith('\ufeff') && stdout.endsWith('\n'), `${form}: begins with a mark of byte order, or has no end of line`)
    expect(!/[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]/.test(form === 'text' || form === 'markdown' || form === 'github' ? stdout : ''), `${form}: a control character`)
}

// JSON
const report = JSON.parse(outputs.json.stdout)
expect(report.status === 'blocked' && report.risk_score === 'high', `${report.status} ${report.risk_score}`)
expect(new Set(report.findings.map(f => f.fingerprint)).size === report.findings.length, 'fingerprints differ')
for (const finding of report.findings) {
    expect(['error', 'warning', 'note'].includes(finding.severity) && finding.message && /^[0-9a-f]{32}$/.test(finding.fingerprint), JSON.stringify(finding))
    expect(Array.isArray(finding.evidence) && finding.end >= finding.start, JSON.stringify(finding))
}
for (const name of NAMES) expect(report.findings.some(f => f.path === name && f.rule === 'secret-added'), `nothing is said of ${JSON.stringify(name)}`)
for (const rule of ['api-broken', 'conflict-markers', 'test-skipped', 'assertions-weakened', 'dependency-added', 'dependency-widened', 'binary-added'])
    expect(report.findings.some(f => f.rule === rule), `nothing of ${rule}`)
expect(report.unseen.length === 1 && report.unseen[0].action, 'the binary file is not seen')
const order = report.findings.map(f => ['error', 'warning', 'note'].indexOf(f.severity))
expect(order.every((value, i) => !i || value >= order[i - 1]), 'the worst comes first')

// SARIF
const run = JSON.parse(outputs.sarif.stdout).runs[0]
expect(run.automationDetails.id.endsWith('/') && run.tool.driver.rules.length > 10, 'a tool with rules')
expect(run.results.length === report.findings.length, 'as many results as findings')
run.results.forEach((result, i) => {
    const { artifactLocation, region } = result.locations[0].physicalLocation
    expect(decodeURIComponent(artifactLocation.uri) === report.findings[i].path, `uri ${artifactLocation.uri}`)
    expect(/^[A-Za-z0-9/._~%-]+$/.test(artifactLocation.uri), `uri ${artifactLocation.uri}`)
    expect(run.tool.driver.rules[result.ruleIndex].id === result.ruleId && region.startLine >= 1 && region.endLine >= region.startLine, JSON.stringify(result))
})
expect(run.invocations[0].toolExecutionNotifications.length === 1, 'what is not seen is a notification')

// GitLab, reviewdog
const quality = JSON.parse(outputs.gitlab.stdout)
expect(quality.length === report.findings.length && quality.every(q => q.description && q.check_name && q.fingerprint &&
    ['info', 'minor', 'major', 'critical', 'blocker'].includes(q.severity) && q.location.path && !q.location.path.startsWith('./') && q.location.lines.begin >= 1), 'code quality')
const diagnostics = JSON.parse(outputs.rdjson.stdout)
expect(diagnostics.source.name === 'fovea' && diagnostics.diagnostics.length === report.findings.length && diagnostics.diagnostics.every(d => d.message &&
    d.location.path && d.location.range.start.line >= 1 && ['ERROR', 'WARNING', 'INFO'].includes(d.severity) && d.code.value), 'diagnostics')

// annotations: one command a line, decoded they say what the report says
const lines = outputs.github.stdout.trimEnd().split('\n')
const decode = text => text.replace(/%([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
expect(lines.every(line => /^::(error|warning|notice) (?:[a-zA-Z]+=[^:,]*,?)+::[^\n]+$/.test(line)), `commands: ${lines.join('\n')}`)
expect(lines.filter(line => !/title=(Review|not seen)::/.test(line)).length === 10, 'ten annotations at most')
lines.slice(0, 9).forEach((line, i) => expect(Buffer.from(decode(Buffer.from(line.match(/file=([^,]*)/)[1]).toString('latin1')), 'latin1').toString() === report.findings[i].path, line))

// the page: all findings, no secret, no markup of others
review('--base', 'main', '--write-page', join(home, 'page.html'))
const page = readFileSync(join(home, 'page.html'), 'utf8')
expect(!page.includes(SECRET) && page.includes('<s>not shown: it may be a secret</s>'), 'page: the secret is hidden')
expect(page.match(/<script/g).length === 1 && !/<img|[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]/.test(page), 'page: markup, control characters')
expect(page.match(/<span class="rule">/g).length >= report.findings.length && page.includes('Review: blocked, risk high'), 'page: findings')
expect(review('--base', 'main', '--write-page', join(home, 'nowhere', 'page.html')).status === 3, 'page: where it cannot be written')

// Markdown: what is no code has neither tags nor mentions nor links
const bare = outputs.markdown.stdout.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')
expect(!/<(?!details>|summary>|\/summary>|\/details>)/.test(bare), `tags: ${bare.match(/<[^\n]*/)}`)
expect(!/(^|[^\\])@[a-z]/.test(bare) && !/[^\\]\]\(/.test(bare) && !/https?:\/\//.test(bare), 'mentions, links, addresses')
expect(!outputs.markdown.stdout.split('\n').some(line => /^(#(?!## Review)|>|::)/.test(line)), 'lines that the change began')
expect(outputs.markdown.stdout.length < 65536, 'fits a comment')

// what was told keeps its fingerprint when lines move
write('src/shape.py', `# above\n# it\n\n\ndef area(w, h, depth="${SECRET}", *, token_value="${SECRET}"):\n    return w * h\n`)
git('commit', '-qam', 'three')
const later = json('--base', 'main')
const prints = r => r.findings.filter(f => f.rule === 'api-broken').map(f => f.fingerprint).sort().join()
expect(prints(report) === prints(later) && prints(later), 'fingerprints are without lines')

// the policy of the base holds; that of the change is a finding
write('.fovea-review.toml', '[rules]\nsecret-added = "off"\nconflict-markers = "off"\n')
git('add', '-A'), git('commit', '-qm', 'four')
const lax = json('--base', 'main')
expect(lax.findings.some(f => f.rule === 'secret-added') && lax.findings.some(f => f.rule === 'policy-changed'), 'a change cannot weaken what it is held to')
// also when it parted before the policy came
git('checkout', '-q', 'main'), write('.fovea-review.toml', '[rules]\napi-broken = "error"\n'), git('add', '-A'), git('commit', '-qm', 'five')
expect(json('--base', 'main', '--head', 'topic').findings.some(f => f.rule === 'api-broken' && f.severity === 'error'), 'the policy is that of the tip of the base')

// nothing of the repository runs
git('checkout', '-q', 'topic')
write('hook.sh', `#!/bin/sh\ntouch ${home}/ran\ncat\n`, 0o755)
write('.gitattributes', '*.py diff=evil filter=evil\n')
for (const key of ['core.fsmonitor', 'diff.evil.textconv', 'diff.evil.command', 'filter.evil.clean', 'filter.evil.smudge', 'diff.external'])
    git('config', key, join(tree, 'hook.sh'))
for (const args of [[], ['--staged'], ['--base', 'main'], ['--commit', 'HEAD']]) review(...args)
expect(spawnSync('ls', [join(home, 'ran')]).status !== 0, 'a program of the repository ran')
git('config', '--unset', 'core.fsmonitor')

// what agents call
const client = new Client(program, ['--profile', 'full'], { cwd: tree, env })
await client.initialize()
const answer = await client.call('review_changes', { base: 'main' })
expect(answer.result && !answer.result.isError && /blocked/.test(answer.result.content[0].text), `review_changes: ${JSON.stringify(answer).slice(0, 300)}`)
client.process.stdin.end()
await client.exited
finish()
