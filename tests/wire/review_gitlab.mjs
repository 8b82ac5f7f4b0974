// integrations/gitlab: the script of its job as a runner starts it, against a server that keeps notes as GitLab does.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'

const [program, recipe] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'fovea-gitlab-')), clone = join(home, 'clone'), origin = join(home, 'origin')
process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
mkdirSync(join(home, 'bin')), symlinkSync(program, join(home, 'bin', 'fovea'))
const env = { PATH: `${join(home, 'bin')}:${process.env.PATH}`, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), XDG_CONFIG_HOME: join(home, 'config'),
    GIT_CONFIG_GLOBAL: '/dev/null', GIT_AUTHOR_NAME: 'n', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'n', GIT_COMMITTER_EMAIL: 'a@b' }
const git = (cwd, ...args) => execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

// What stands under `script:` of a job, a command an item.
function scriptOf(job) {
    const lines = readFileSync(recipe, 'utf8').split('\n')
    const start = lines.indexOf('  script:', lines.indexOf(`${job}:`)) + 1, items = []
    for (const line of lines.slice(start)) {
        if (!line.startsWith('    ')) break
        if (line.startsWith('    - ')) items.push(line === '    - |' ? '' : line.slice(6))
        else items[items.length - 1] += line.slice(6) + '\n'
    }
    return items
}

mkdirSync(origin), git(origin, 'init', '-q', '-b', 'main', '.')
writeFileSync(join(origin, 'a.py'), 'def f(a):\n    return a\n'), writeFileSync(join(origin, 'b.py'), 'from a import f\n\n\ndef g():\n    return f(1)\n')
git(origin, 'add', '-A'), git(origin, 'commit', '-qm', 'one'), git(origin, 'checkout', '-qb', 'topic')
writeFileSync(join(origin, 'a.py'), 'def f(a, b):\n    """<script>@all</script>"""\n    return a\n')
git(origin, 'commit', '-qam', 'two')
const head = git(origin, 'rev-parse', 'topic'), base = git(origin, 'rev-parse', 'main')
git(home, 'clone', '-q', `file://${origin}`, 'clone'), git(clone, 'checkout', '-q', head)

const notes = [], log = []
const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    log.push(`${request.method} ${request.url.split('?')[0]}`)
    const body = new URLSearchParams(text).get('body'), id = +request.url.match(/notes\/(\d+)/)?.[1]
    if (request.headers['private-token'] !== 'TOKEN') response.statusCode = 401
    else if (request.method === 'POST') notes.push({ id: notes.length + 40, body })
    else if (request.method === 'PUT') notes.find(note => note.id === id).body = body
    response.end(JSON.stringify(request.method === 'GET' ? notes : {}))
}).listen(0, '127.0.0.1')
await new Promise(resolve => server.on('listening', resolve))

function run(job, cwd, more) {
    const text = `set -eo pipefail\n${scriptOf(job).join('\n')}\n`
    const child = spawn('bash', ['-c', text], { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, CI_PROJECT_DIR: clone, FOVEA_NPM_VERSION: 'latest', FOVEA_FAIL_ON: 'warning',
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', CI_MERGE_REQUEST_DIFF_BASE_SHA: base, CI_COMMIT_SHA: head, CI_PROJECT_ID: '5', CI_MERGE_REQUEST_IID: '7',
        CI_API_V4_URL: `http://127.0.0.1:${server.address().port}/api/v4`, ...more } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => (output += piece))
    return new Promise(resolve => child.on('close', status => resolve({ status, output })))
}
const read = name => readFileSync(join(clone, name), 'utf8')

const blocked = await run('fovea-review', clone, {})
expect(blocked.status === 1 && !log.length, `without a token: ${blocked.status} ${blocked.output}`)
const quality = JSON.parse(read('gl-code-quality-report.json'))
expect(quality.some(q => q.check_name === 'callers-not-updated' && q.location.path === 'a.py'), `code quality: ${JSON.stringify(quality)}`)
expect(JSON.parse(read('fovea-review.json')).status === 'blocked' && JSON.parse(read('fovea-review.sarif')).version === '2.1.0', 'reports')
const page = read('fovea-review.html')
expect(page.includes('Review: blocked') && page.includes('1 use not updated by this change') && page.includes('&lt;script&gt;@all') && page.match(/<script/g).length === 1, 'the page')

expect((await run('fovea-review', clone, { FOVEA_NOTE_TOKEN: 'TOKEN' })).status === 1, 'with a token')
expect((await run('fovea-review', clone, { FOVEA_NOTE_TOKEN: 'TOKEN', FOVEA_FAIL_ON: 'never' })).status === 0, 'nothing fails')
expect(notes.length === 1 && /^<!-- fovea-review -->\n[^]*blocked/.test(notes[0].body), `one note: ${JSON.stringify(notes)}`)
expect(log.join() === ['GET', 'POST', 'GET', 'PUT'].map((method, i) => `${method} /api/v4/projects/5/merge_requests/7/notes${i === 3 ? '/40' : ''}`).join(), log.join())
const refused = await run('fovea-review', clone, { FOVEA_NOTE_TOKEN: 'WRONG' })
expect(refused.status === 1 && /the notes of the merge request could not be read/.test(refused.output), `a token that is refused: ${refused.status} ${refused.output}`)

expect((await run('fovea-pages', clone, {})).status === 0 && existsSync(join(clone, 'public', 'index.html')), 'pages')
server.close()
finish()
